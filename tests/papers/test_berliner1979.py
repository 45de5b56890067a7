"""Berliner (1979): the search in the checked reading, node for node.

The paper gives neither its random numbers nor the law of its bounds, so its own table cannot be
met tree by tree. What can be is an independent program for the same reading on trees drawn by the
same exact generator; the counts below are that program's. ``docs/papers/berliner1979.md`` has the
rules.
"""

import pytest

from provebest.games.trees import CanonicalTree
from provebest.search.intervals import STRATEGIES, bstar
from provebest.search.intervals.strategy import TABLE_I
from provebest.vocabulary import Stopped

pytestmark = pytest.mark.paper("berliner1979")

INTRACTABLE = {Stopped.DEPTH_LIMIT, Stopped.NODE_LIMIT}

WIDTHS = (3, 4, 5, 7, 9)

# Expansions; ! marks a search stopped at depth 100 or at 30,000 nodes.
SAMPLE = """
range width iteration     BF    TD   2DL  2DRL   2DM  2DRM   3DL   3DM   ADM 2DRMX
  100     3         1      5     5     5     8     5     8     5     5     5     8
  100     3         2     18    11    11     7    11     7    11    11    11     7
  100     5         1     45    18    16    13    16    13    16    16    16    13
  100     5         2   181!    52    37    24    37    24    37    37    37    24
  100     8         1     81    81    85    85    85    85    85    85    85    85
  100     8         2     65    53    37    33    37    33    53    53    53    35
  400     3         1     35    35     9     9     9     9     9     9     9    24
  400     3         2    206   206    75    86    75    86    75    75    75    93
  400     5         1     28    28    28    25    28    25    28    28    28    25
  400     5         2   253!    91    42    44    42    44    42    42    42    45
  400     8         1     64    64    64    58    64    58    64    64    64    60
  400     8         2     92    92    82    54    82    54    82    82    82    54
 1600     3         1    105   105   103    83   103    83   103   103   103    84
 1600     3         2    260   252    81    97    81    97    81    81    81   100
 1600     5         1   459!  459!  459!   308  459!   308  459!  459!  459!  673!
 1600     5         2    131    83    60    60    60    60    60    60    62    60
 1600     8         1     20    20     4     3     4     3     4     4     4     3
 1600     8         2     55    55    14    18    14    18    14    14    14    18
 6400     3         1    353   199   133   141   133   141   133   133   133   141
 6400     3         2      9     9    11    11    11    11    11    11    11    11
 6400     5         1    256   256   175   169   175   169   175   175   175   141
 6400     5         2     24    24    24    42    24    42    24    24    24    42
 6400     8         1     14    14    13    14    13    14    13    13    13    14
 6400     8         2     17    17    14    16    14    16    14    14    14    16
"""

HEAD, *LINES = [line.split() for line in SAMPLE.strip().splitlines()]


def test_the_sample_has_a_column_for_every_strategy_of_table_i():
    assert tuple(HEAD[3:]) == TABLE_I
    assert len(LINES) == 24


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("line", LINES, ids=lambda line: "-".join(line[:3]))
def test_expansions_are_those_of_the_sample(line, native):
    size, width, iteration = map(int, line[:3])
    tree = CanonicalTree(width, size, iteration, native=native)

    ours = []
    for strategy in TABLE_I:
        result = bstar(tree, strategy)
        ours.append(f"{result.counters.expanded}{'!' if result.stopped in INTRACTABLE else ''}")

    assert ours == line[3:]


def test_where_no_limit_stopped_the_search_the_moves_are_separated():
    """Invalid bounds (X) end in BOUNDS_FALSE or in a proof, never in silence."""
    for line in LINES:
        size, width, iteration = map(int, line[:3])
        for strategy in STRATEGIES:
            result = bstar(CanonicalTree(width, size, iteration), strategy, max_nodes=4000)
            if result.stopped in INTRACTABLE:
                continue

            assert result.best.lo >= result.rival_bound
            assert result.proved == (result.violations == 0)


def test_the_aspiration_is_irrelevant():
    """Theorem: with valid bounds L and M are the same search, to the last expansion."""
    trees = [
        CanonicalTree(w, 100 * 4**r, i) for i in range(11, 16) for r in range(4) for w in WIDTHS
    ]
    for tree in trees:
        for limit, middle in (("2DL", "2DM"), ("2DRL", "2DRM"), ("3DL", "3DM"), ("ADL", "ADM")):
            assert bstar(tree, limit) == bstar(tree, middle)

    assert len(trees) == 100
