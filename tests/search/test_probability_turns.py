"""Probability-based B* in games whose players move as often in a row as they like."""

import math

import pytest
from game_from import From
from graph_games import GraphGame, random_graph
from hypothesis import given, settings
from hypothesis import strategies as st

import provebest as pb
from provebest.games import ConnectK
from provebest.games.mirrored import Mirrored
from provebest.search.pbstar import modern_search
from provebest.search.probability.settings import ClassicSettings, Effort
from provebest.vocabulary import Stopped

AGAIN = GraphGame(
    {"root": "ab", "a": "xy"},
    {"root": "max", "a": "max", "b": "min", "x": "min", "y": "min"},
    {"a": 1, "b": 3, "x": 5, "y": 0},
    {"a": (0, 5)},
)
"""After a MAX moves again and has 5; b is worth 3."""


@pytest.mark.parametrize("control", ["classic", "modern"])
def test_a_player_who_moves_again_takes_his_best_move(control):
    result = pb.pbstar(AGAIN, control=control)

    assert (result.move, result.value) == (0, 5)
    assert result.proved == (control == "classic")


@pytest.mark.parametrize("control", ["classic", "modern"])
def test_the_same_for_min_with_all_numbers_turned(control):
    plain = pb.pbstar(AGAIN, control=control)
    mirrored = pb.pbstar(Mirrored(AGAIN), control=control)

    assert (mirrored.move, mirrored.value, mirrored.target) == (0, -5, -plain.target)
    assert not mirrored.max_chooses
    assert [(move.real, move.hope, move.fear) for move in mirrored.turned().moves] == [
        (move.real, move.hope, move.fear) for move in plain.moves
    ]
    assert str(mirrored.argument).replace(" for MIN", "") == str(plain.argument)


def test_verify_asks_whether_every_move_of_the_player_falls_where_he_moves_again():
    """At a the Player has two moves: the Opponent must bring down both, and he cannot."""
    moves = {"root": "ab", "a": "cd", "c": "ef", "d": "gh"}
    turn = {"root": "max", "a": "max", "b": "min", "c": "min", "d": "min"}
    turn |= dict.fromkeys("efgh", "max")
    value = {"a": 9, "b": 3, "c": 9, "d": 8, "e": 9, "f": -9, "g": 8, "h": 7}
    game = GraphGame(moves, turn, value, {"a": (-9, 9), "c": (-9, 9), "d": (7, 8)})
    result = pb.pbstar(game, control="classic")

    assert (result.move, result.value, result.stopped) == (0, 7, Stopped.PROVED)


@pytest.mark.parametrize("seed", [712, 1935])
def test_what_the_opponent_can_try_begins_with_what_the_player_plays_before_it(seed):
    game = random_graph(seed, cyclic=seed % 3 == 0)
    result = pb.pbstar(game, pb.GameBeliefs(game, 0), control="classic")
    chosen, player = game.play(0, result.move), game.max_to_move(0)

    assert game.max_to_move(chosen) == player
    assert result.support.tried
    for tried in result.support.tried:
        at, movers = chosen, []
        for move in tried.line:
            movers.append(game.max_to_move(at) == player)
            at = game.play(at, move)
        assert movers[0]
        assert not all(movers)


@pytest.mark.parametrize("below", [{}, {"a": "xx"}])
def test_where_every_move_leads_to_one_position_the_reason_says_so(below):
    turn = {"root": "max", "a": "min", "x": "max"}
    game = GraphGame({"root": "aaa", **below}, turn, {"a": 2, "x": 1}, {"a": (0, 4)})
    result = pb.pbstar(game, control="classic")

    assert (result.move, result.stopped) == (0, Stopped.FOUND)
    assert result.reason == "every move leads to the same position"
    assert "only legal move" not in str(result.argument)


class TwiceInARow(From):
    """Whoever moves, moves on."""

    def max_to_move(self, state):
        return True

    def bounds(self, state):
        return pb.Interval(-99, 99)


def test_a_game_of_one_player_is_a_game():
    board = ConnectK(4, 4, 3)
    result = pb.pbstar(
        TwiceInARow(board, board.start()),
        settings=ClassicSettings(effort=Effort(20)),
        control="classic",
    )

    assert result.move in board.moves(board.start())


# --- where to begin -----------------------------------------------------------------------------


@pytest.mark.parametrize("control", ["classic", "modern"])
@pytest.mark.parametrize("opening", [(2,), (2, 3)])
def test_a_search_begins_at_any_state_and_speaks_for_max(control, opening):
    game = ConnectK(5, 4, 3)
    state = game.start()
    for move in opening:
        state = game.play(state, move)
    limits = pb.Limits(probe_nodes=4000, expanded=30)
    there = pb.pbstar(game, control=control, state=state, limits=limits)
    opened = pb.pbstar(ConnectK(5, 4, 3, opening=opening), control=control, limits=limits)

    assert there == opened
    assert there.max_chooses == (len(opening) % 2 == 0)
    assert modern_search(game, state=state).believer.start() == state


def test_a_believer_that_begins_elsewhere_is_refused():
    game = ConnectK()
    after = game.play(game.start(), 3)

    with pytest.raises(pb.BadInputError, match="the believer begins at"):
        pb.pbstar(game, pb.GameBeliefs(game), state=after, control="classic")
    assert pb.pbstar(
        game,
        pb.GameBeliefs(game, state=after),
        state=after,
        limits=pb.Limits(expanded=2),
        control="classic",
    ).move in game.moves(after)


# --- what a user's game may look like -----------------------------------------------------------


class Generated(GraphGame):
    """Its moves are a generator."""

    def moves(self, state):
        yield from super().moves(state)


@pytest.mark.parametrize("control", ["classic", "modern"])
def test_moves_may_be_a_generator(control):
    written = (AGAIN.after, AGAIN.turn, AGAIN.worth, AGAIN.sure)
    result = pb.pbstar(Generated(*written), control=control, limits=pb.Limits(expanded=50))

    assert result == pb.pbstar(AGAIN, control=control, limits=pb.Limits(expanded=50))
    assert result.value == 5


def test_states_that_cannot_be_hashed_are_named_where_they_are_looked_up():
    class Lists(pb.Game):
        """Take 1 or 2 of seven; who takes the last one wins."""

        def start(self):
            return [7, True]

        def moves(self, state):
            return [take for take in (1, 2) if take <= state[0]]

        def play(self, state, move):
            return [state[0] - move, not state[1]]

        def max_to_move(self, state):
            return state[1]

        def value(self, state):
            return 0 if state[0] else (-1 if state[1] else 1)

    with pytest.raises(pb.BadInputError, match=r"Lists.start\(\) returned \[7, True\]"):
        pb.pbstar(Lists(), control="classic")
    assert pb.pbstar(Lists(), control="modern").move == 1


# --- never a false proof ------------------------------------------------------------------------


@settings(deadline=None, max_examples=150)
@given(st.integers(0, 10**9), st.booleans(), st.sampled_from([3, 20, 225]), st.integers(0, 2))
def test_what_is_proved_is_true_and_true_bounds_are_never_accused(seed, cyclic, effort, depth):
    game = random_graph(seed, cyclic=cyclic)
    if game is None:
        return
    believer = pb.GameBeliefs(game, depth)
    result = pb.pbstar(
        game, believer, settings=ClassicSettings(effort=Effort(effort)), control="classic"
    )

    sign = 1 if game.max_to_move(0) else -1
    worth = {move: sign * game.true[after] for move, after in enumerate(game.after[0])}
    assert result.stopped is not Stopped.BOUNDS_FALSE
    if result.proved:
        assert worth[result.move] == max(worth.values())
        for move in result.moves:
            assert move.bounds[0] <= sign * worth[move.move] <= move.bounds[1]


def test_a_choice_among_infinite_losses_comes_to_an_end():
    worth = {"root": 0, "a": -math.inf, "b": -math.inf}
    lost = GraphGame({"root": ["a", "b"]}, dict.fromkeys(worth, "max"), worth)
    result = pb.pbstar(lost, limits=pb.Limits(expanded=50), control="classic")

    assert result.value == -math.inf
    assert result.counters.expanded == 1
