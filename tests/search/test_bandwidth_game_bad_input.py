"""Bandwidth search for games: what cannot be used is answered with one sentence."""

import pytest

from provebest import BadInputError, Limits
from provebest.games.race import RaceGame
from provebest.games.random_race import RaceTree
from provebest.search.bandwidth_game import BandwidthGameSearch
from provebest.vocabulary import run

ROOT, A, B, C, D = range(5)


def counter_example():
    """A has two replies: B is a win at depth 2, and C, estimated 1, leads to a win at depth 3."""
    return RaceTree(
        [[A], [B, C], [], [D], []], {B: "win", D: "win"}, {ROOT: 3, C: 1}, loss_value=24
    )


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"mode": "newest"}, "there are: plain, alternating, dual"),
        ({"e": -1}, "e must be 0 or more"),
        ({"d": float("nan")}, "d must be a finite number"),
        ({"loss_value": 1}, "N must be a whole number greater than e"),
        ({"loss_value": 9.5}, "N must be a whole number"),
    ],
)
def test_bad_settings_are_answered_with_one_sentence(options, sentence):
    with pytest.raises(BadInputError, match=sentence):
        BandwidthGameSearch(counter_example(), **({"e": 1, "d": 0, "loss_value": 24} | options))


class Broken(RaceGame):
    """A race that goes wrong in the way it is told."""

    def __init__(self, *, estimate=1, moves=(1,), alternate=True):
        self.number, self.legal, self.alternate = estimate, moves, alternate

    def start(self):
        return 0

    def moves(self, state):
        return self.legal

    def play(self, state, move):
        return state + move

    def program_to_move(self, state):
        return state % 2 == 0 or not self.alternate

    def outcome(self, state):
        return None

    def estimate(self, state):
        return self.number


@pytest.mark.parametrize(
    ("faults", "sentence"),
    [
        ({"estimate": -1}, "an estimate must be finite and 0 or more, got -1 for '0'"),
        ({"estimate": float("nan")}, "an estimate must be finite"),
        ({"moves": ()}, "no outcome and no move in '0'"),
        ({"alternate": False}, "the same side moves twice before '1'"),
    ],
)
def test_a_broken_game_is_answered_with_one_sentence(faults, sentence):
    with pytest.raises(BadInputError, match=sentence):
        run(BandwidthGameSearch(Broken(**faults), 1, 1, loss_value=24), Limits(expanded=9))


def test_an_illegal_move_and_a_move_after_the_end_are_refused():
    search = BandwidthGameSearch(counter_example(), 1, 0, loss_value=24)
    with pytest.raises(BadInputError, match="is not a move"):
        search.advance(C)
    search.advance(A)
    search.advance(B)
    with pytest.raises(BadInputError, match="is not a move"):
        search.advance(D)
