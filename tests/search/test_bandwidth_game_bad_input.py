"""Bandwidth search for games: what cannot be used is answered with one sentence."""

import pytest
from random_race import RaceTree

from provebest import BadInputError, Limits
from provebest.games.race import RaceGame
from provebest.search.bandwidth.game_search import BandwidthGameSearch
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

    def __init__(self, **answers):
        self.answers = {"estimate": 1, "moves": (1,), "outcome": None, "first": 0} | answers

    def start(self):
        return self.answers["first"]

    def moves(self, state):
        return self.answers["moves"]

    def play(self, state, move):
        return self.answers.get("after", state + move)

    def program_to_move(self, state):
        return self.answers.get("turn", state % 2 == 0)

    def outcome(self, state):
        return self.answers["outcome"]

    def estimate(self, state):
        return self.answers["estimate"]


@pytest.mark.parametrize(
    ("faults", "sentence"),
    [
        ({"estimate": -1}, "an estimate must be finite and 0 or more, got -1 for '0'"),
        ({"estimate": float("nan")}, "an estimate must be finite"),
        ({"moves": ()}, "no outcome and no moves in '0'"),
        ({"estimate": None}, r"Broken.estimate\(0\) returned None; expected a number of plies"),
        ({"estimate": "3"}, r"Broken.estimate\(0\) returned '3'; expected a number"),
        ({"moves": None}, r"Broken.moves\(0\) returned None; expected a list of the legal moves"),
        ({"outcome": "draw"}, r"Broken.outcome\(0\) returned 'draw'; expected 'win', 'loss' or N"),
        ({"outcome": 1}, r"Broken.outcome\(0\) returned 1; expected 'win', 'loss' or None"),
        ({"turn": None}, r"Broken.program_to_move\(0\) returned None; expected True or False"),
        ({"first": None}, r"Broken.start\(\) returned None; expected a state"),
        ({"after": None}, r"Broken.play\(0, 1\) returned None; expected a state"),
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


def test_a_class_and_what_is_not_a_race_are_refused():
    with pytest.raises(BadInputError, match=r"Broken is a class: write Broken\(\)"):
        BandwidthGameSearch(Broken, 1, 1, loss_value=24)
    with pytest.raises(BadInputError, match=r"a subclass of provebest\.games.RaceGame, got 7"):
        BandwidthGameSearch(7, 1, 1, loss_value=24)


class InPlace(Broken):
    """A race whose states are lists that playing changes."""

    def start(self):
        return [0]

    def play(self, state, move):
        state[0] += move
        return state

    def program_to_move(self, state):
        return state[0] % 2 == 0


def test_a_race_that_plays_in_place_is_refused():
    with pytest.raises(BadInputError, match=r"InPlace.play\(\[1\], 1\) returned the same object"):
        run(BandwidthGameSearch(InPlace(), 1, 1, loss_value=24), Limits(expanded=9))


def test_an_exception_of_the_game_comes_out_as_it_is_and_the_search_can_go_on():
    race = counter_example()
    search = BandwidthGameSearch(race, 1, 0, loss_value=24, mode="plain")
    search.step()
    nodes, (estimate,) = search.stored(), (race.estimates.pop(C),)
    del race.outcomes[D]
    with pytest.raises(BadInputError, match="no outcome and no move"):
        run(search)
    assert (search.stored(), search.tally.expanded) == (nodes, 1)
    race.outcomes[D], race.estimates[C] = "win", estimate

    assert run(search).line == (A, C, D)
