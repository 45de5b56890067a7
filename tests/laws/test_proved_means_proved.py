"""Proved means proved, in every game that a user can write.

For every search, strategy, twin and adapter, in random games (``random_games``), against plain
minimax: a move that is called proved is a best one; the bounds of a result hold; bounds that hold
are not called false; with bounds that are false nothing is proved that the tree itself contradicts;
every search ends, within its limits; a game that is written wrongly is refused; the certificate of
a proof holds, and a changed one that is accepted still tells the truth.

``HYPOTHESIS_PROFILE=nightly`` tries 20,000 games for each search. ``python tests/laws/count.py``
tells how many games were tried and what they found.
"""

import importlib.util

import pytest
from all_laws import LAWS, fault_of, shown
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from random_games import drawn as drawn_game
from random_games import true_values, values_with_cycles

EACH = 20_000 if settings().max_examples >= 4_000 else 250
"""Games for each search."""


@pytest.mark.parametrize("name", LAWS)
@settings(
    max_examples=EACH,
    deadline=None,
    phases=(Phase.reuse, Phase.generate),  # a table is made smaller by its own means
    report_multiple_bugs=False,
)
@given(seed=st.integers(0, 2**32 - 1))
def test_the_law_holds(name, seed):
    if name == "OpenSpiel" and importlib.util.find_spec("pyspiel") is None:
        pytest.skip("open_spiel is not installed")

    fault = fault_of(LAWS[name], seed)
    if fault is not None:
        pytest.fail(shown(LAWS[name], seed, fault[0]), pytrace=False)


@settings(max_examples=EACH)
@given(st.integers(0, 2**32 - 1))
def test_the_oracle_for_cycles_is_minimax_where_there_are_none(seed):
    table = drawn_game(seed, without=["cycles"])
    parts = table.moves, table.max_moves, table.value

    assert values_with_cycles(*parts) == true_values(*parts)


@settings(max_examples=EACH)
@given(st.integers(0, 2**32 - 1))
def test_with_cycles_a_state_is_worth_what_its_best_move_is(seed):
    table = drawn_game(seed)
    for state, below in enumerate(table.moves):
        pick = max if table.max_moves[state] else min
        worth = [table.true[after] for after in below] or [table.value[state]]

        assert table.true[state] == pick(worth)
