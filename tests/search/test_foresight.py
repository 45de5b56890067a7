"""What may be expanded next is guessed without a change, and never decides anything."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provebest.chess.beliefs import ChessBeliefs
from provebest.chess.probes.expansion import NativeExpander, ProbeSize
from provebest.games.chess import read_position
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.foresight import foresee, question
from provebest.search.probability.phases import Phase
from provebest.search.probability.saving import save_search
from provebest.search.probability.settings import ClassicSettings, Effort

FENS = (
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
    "8/2k5/8/2K5/2P5/8/8/8 w - - 0 1",  # the kings walk in circles
)


def make(fen, limit=30):
    position = read_position(fen)
    size = ProbeSize(1)
    expander = NativeExpander(position, real=size, hope=size, evaluation="handcrafted")
    beliefs = ChessBeliefs(position.key, expander)
    return ProbabilitySearch(beliefs, ClassicSettings(effort=Effort(limit=limit)))


def saved(search, file):
    save_search(search, file, lambda state: [str(state.key), list(state.path)], str)
    return file.read_bytes()


@pytest.mark.parametrize("fen", FENS)
def test_the_graph_is_the_same_before_and_after_a_guess(fen, tmp_path):
    search = make(fen)
    while search.stopped is None:
        search.step()
        before = saved(search, tmp_path / "before")
        looks = [component.looks for component in search.graph.components]
        list(islice(foresee(search), 20))
        assert saved(search, tmp_path / "after") == before
        assert [component.looks for component in search.graph.components] == looks
    assert search.tally.expanded > 10


@pytest.mark.parametrize("fen", FENS)
def test_guesses_are_leaves_that_can_be_expanded_each_once(fen):
    search, guessed = make(fen), 0
    while search.stopped is None:
        search.step()
        if search.stopped is not None:
            break
        open_leaves = {
            question(search, node)
            for node in search.graph.nodes
            if not node.children and not node.over
        }
        guesses = list(islice(foresee(search), 50))
        assert len(set(guesses)) == len(guesses)
        assert set(guesses) <= open_leaves
        assert question(search, search.path[-1]) not in guesses
        guessed += len(guesses)
    assert guessed > 50


class Notes:
    """Remembers what it hears."""

    def __init__(self):
        self.now, self.later, self.rests = [], [], 0

    def prepare(self, now, later):
        self.now.append(now)
        self.later.append(list(islice(later, 8)))

    def rest(self):
        self.rests += 1


def test_every_expansion_is_announced_and_many_are_foreseen():
    search, notes = make(FENS[0], limit=60), Notes()
    search.ahead = notes
    while search.stopped is None:
        search.step()
    assert len(notes.now) == search.tally.expanded
    assert notes.rests == 1
    pairs = list(zip(notes.later, notes.now[1:], strict=False))
    assert sum(now in later for later, now in pairs) > len(pairs) / 3


def test_in_verify_only_replies_to_the_choice_are_foreseen():
    search, seen = make(FENS[0], limit=60), 0
    while search.stopped is None:
        search.step()
        if search.stopped is None and search.phase is Phase.VERIFY:
            for guess in islice(foresee(search), 8):
                assert guess.state.path[0] == search.move_of(search.selected)
                seen += 1
    assert seen


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 40))
def test_nothing_changes_if_someone_listens(steps):
    heard, alone = make(FENS[0]), make(FENS[0])
    heard.ahead = Notes()
    for search in (heard, alone):
        for _ in range(steps):
            if search.stopped is None:
                search.step()
    shape = [
        [(node.state, node.real, node.hi, node.lo, node.p, node.effort) for node in one.graph.nodes]
        for one in (heard, alone)
    ]
    assert shape[0] == shape[1]
