"""Races with known truth: trees, connect-3, and a game turned into a race."""

from itertools import pairwise

import pytest
from random_race import ConnectThree, RaceTree, random_race

from provebest import BadInputError
from provebest.games.protocol import Game
from provebest.games.race import RaceOf
from provebest.search.bandwidth.game_search import BandwidthGameSearch
from provebest.vocabulary import run


class Nim(Game):
    """Take one or two from a heap; who takes the last man wins."""

    def start(self):
        return 4, True

    def moves(self, state):
        return [take for take in (1, 2) if take <= state[0]]

    def play(self, state, move):
        return state[0] - move, not state[1]

    def max_to_move(self, state):
        return state[1]


@pytest.mark.parametrize("program_is_max", [True, False])
def test_a_game_with_an_outcome_and_an_estimate_is_a_race(program_is_max):
    def outcome(state):
        return None if state[0] else "loss" if state[1] == program_is_max else "win"

    race = RaceOf(Nim(), outcome, lambda state: state[0], program_is_max=program_is_max)
    result = run(BandwidthGameSearch(race, 4, 24, loss_value=24, mode="plain"))

    assert race.show((4, True)) == "(4, True)"
    assert result.move == 1  # for either: three are left to the one who loses
    assert result.tip == ("win" if program_is_max else "loss")


def test_a_wrong_answer_of_the_game_within_a_race_is_named_by_its_own_name():
    class Odd(Nim):
        def moves(self, state):
            return None

    race = RaceOf(Odd(), lambda _: None, lambda state: state[0])
    with pytest.raises(BadInputError, match=r"Odd.moves\(\(4, True\)\) returned None"):
        run(BandwidthGameSearch(race, 1, 1, loss_value=24))


def test_trees_that_cannot_be_are_refused():
    for sons, outcomes in ([[1], []], {}), ([[1], [], []], {1: "win"}), ([[1], [1]], {}):
        with pytest.raises(BadInputError, match="tree"):
            RaceTree(sons, outcomes, {}, loss_value=24)
    with pytest.raises(BadInputError, match="greater number"):
        RaceTree([[2], [], [1]], {1: "win"}, {}, loss_value=24)
    with pytest.raises(BadInputError, match="random race needs"):
        random_race(0, e=-1, d=0)


def test_random_races_are_the_same_every_time_and_obey_their_band():
    for seed in range(100):
        e, d = seed % 4, seed % 3
        race = random_race(seed, e=e, d=d)
        errors = [h - (race.true_value[n] - race.depth[n]) for n, h in race.estimates.items()]
        assert race.true_value[0] < race.loss_value
        assert all(-d <= error <= e for error in errors)
    first, again = random_race(7, e=1, d=2), random_race(7, e=1, d=2)

    assert (first.sons, first.outcomes, first.estimates) == (
        again.sons,
        again.outcomes,
        again.estimates,
    )


def test_connect_three_falls_ends_and_is_estimated():
    game = ConnectThree()
    states = [game.start()]
    for column in (0, 1, 0, 1, 0):
        states.append(game.play(states[-1], column))

    assert [game.estimate(state) for state in states[:-1]] == [5, 4, 3, 2, 1]
    assert game.show(states[-1]) == "..../X.../XO../XO.."
    assert game.outcome(states[-1]) == "win"
    assert game.moves(states[-1]) == []
    assert all(a[0] | a[1] != b[0] | b[1] for a, b in pairwise(states))
