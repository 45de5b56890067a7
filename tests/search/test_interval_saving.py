"""An interval search is saved, loaded and continued, and asks the game nothing twice."""

import json
from contextlib import suppress
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import provebest as pb
from provebest.search.intervals import STRATEGIES, reference_search
from provebest.search.intervals.saving import load_intervals, save_intervals
from provebest.vocabulary import BadInputError, Limits

KEPT = [name for name in STRATEGIES if name[:2] not in {"SQ", "DF"} and not name.endswith("X")]


class Random3(pb.Game):
    """A random tree; a state is the list of the moves made. It counts what it is asked."""

    def __init__(self, seed, turns=""):
        self.seed, self.turns, self.asked = seed, turns, 0

    def _drawn(self, state):
        return Random(f"{self.seed} {state}")

    def start(self):
        return []

    def moves(self, state):
        return [0, 1, 2] if len(state) < 5 else []

    def play(self, state, move):
        return [*state, move]

    def max_to_move(self, state):
        return self._drawn(state).random() < 0.5

    def bounds(self, state):
        self.asked += 1
        leaf = Fraction(self._drawn(state).randrange(60), 3)
        return (leaf, leaf) if len(state) == 5 else (0, 20)


def told(search):
    return search.result(search.stopped or pb.Stopped.CANCELLED), [
        (node.move, node.state, node.lo, node.hi, node.dlo, node.dhi)
        for node in search.root.subtree()
    ]


class Widest(pb.IntervalSearch):
    def select(self):
        node = self.root
        while node.children:
            node = max(node.children, key=lambda child: child.hi - child.lo)
        return node


class Last(pb.IntervalSearch):
    def select(self):
        node = self.root
        while node.children:
            node = [child for child in node.children if child.lo < child.hi][-1]
        return node


@pytest.mark.parametrize("strategy", [*KEPT, Widest])
@given(seed=st.integers(0, 10**6), first=st.integers(1, 20))
def test_a_search_that_was_saved_goes_on_as_if_it_had_not_been(
    tmp_path_factory, strategy, seed, first
):
    file = tmp_path_factory.mktemp("saved") / "search.json"
    game, fresh = Random3(seed), Random3(seed)
    whole, search = (reference_search(game, strategy) for _ in range(2))
    pb.run(search, Limits(expanded=first))
    save_intervals(search, file, state=list, move=int)

    loaded = load_intervals(file, fresh, strategy, state=list, move=int)
    assert fresh.asked == 0
    assert told(loaded) == told(search)
    pb.run(loaded, Limits(expanded=60))
    pb.run(whole, Limits(expanded=60))
    assert told(loaded) == told(whole)


def saved(tmp_path, strategy="2DRM", expansions=5):
    search = reference_search(Random3(1), strategy)
    pb.run(search, Limits(expanded=expansions))
    file = tmp_path / "search.json"
    save_intervals(search, file, state=list, move=int)
    return file


def test_what_cannot_be_saved_says_why(tmp_path):
    tree = pb.games.CanonicalTree(3, 100, 1)
    file = tmp_path / "search.json"
    for search, why in [
        (reference_search(tree, "DF"), "forgets"),
        (reference_search(tree, "SQ"), "forgets"),
        (pb.search.intervals.interval_search(tree, "BF"), "compiled"),
    ]:
        with pytest.raises(BadInputError, match=why):
            save_intervals(search, file, state=list, move=int)
    with pytest.raises(pb.NothingSearchedError, match="nothing was expanded"):
        save_intervals(reference_search(tree, "BF"), file, state=list, move=int)
    with pytest.raises(BadInputError, match="cannot save a state"):
        save_intervals(pb_run(Random3(1)), file, state=lambda state: {1}, move=int)
    assert not file.exists()


def pb_run(game):
    search = reference_search(game, "2DRM")
    pb.run(search, Limits(expanded=2))
    return search


def test_another_strategy_is_noticed(tmp_path):
    with pytest.raises(BadInputError, match="another strategy or other limits"):
        load_intervals(saved(tmp_path, "2DRM", 9), Random3(1), Last, state=list, move=int)


@pytest.mark.parametrize("bad", ["", "{}", "nonsense", '{"format":"provebest search","version":1}'])
def test_what_is_not_a_saved_search_is_refused(tmp_path, bad):
    file = tmp_path / "bad.json"
    file.write_text(bad)
    with pytest.raises(BadInputError, match="is not a saved search"):
        load_intervals(file, Random3(1), state=list, move=int)


@given(st.data())
def test_a_damaged_file_is_refused_or_is_a_search(tmp_path_factory, data):
    lines = saved(tmp_path_factory.mktemp("saved")).read_text().splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    what = data.draw(st.sampled_from(["cut", "drop", "null", "text", "version"]))
    if what == "cut":
        lines[place] = lines[place][: len(lines[place]) // 2]
    elif what == "drop":
        del lines[place]
    elif what == "version":
        lines[0] = lines[0].replace('"version":1', '"version":2')
    else:
        line = json.loads(lines[place])
        line[data.draw(st.sampled_from(sorted(line)))] = None if what == "null" else "x"
        lines[place] = json.dumps(line)
    file = tmp_path_factory.mktemp("damaged") / "search.json"
    file.write_text("\n".join(lines))
    with suppress(BadInputError):  # and nothing else
        loaded = load_intervals(file, Random3(1), state=list, move=int)
        assert loaded.root.children
