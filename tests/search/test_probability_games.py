"""Probability-based B* on games that have a value: who hopes for what; won games are won."""

import pytest
from game_from import From
from hypothesis import given, settings
from hypothesis import strategies as st

from provebest import BadInputError, ClassicSettings, GameBeliefs, Interval, ProbedBounds, pbstar
from provebest.games import ConnectK, TicTacToe
from provebest.games.mirrored import Mirrored
from provebest.search import minimax
from provebest.vocabulary import Stopped


def opened(game, cells):
    """As many of these moves as are legal, one after the other."""
    played, state = [], game.start()
    for cell in cells:
        if cell in game.moves(state):
            played.append(cell)
            state = game.play(state, cell)
    return played, state


@settings(deadline=None, max_examples=30)
@given(st.permutations(range(9)), st.integers(3, 6))
def test_on_tic_tac_toe_it_never_throws_a_game_away(cells, plies):
    played, state = opened(TicTacToe(), cells[:plies])
    game = TicTacToe(opening=played)
    if not game.moves(state):
        return
    result = pbstar(game, control="classic")
    mover = 1 if game.max_to_move(state) else -1
    after = TicTacToe(opening=[*played, result.move])

    def outcome(board):
        value = minimax(board, 9).value
        return (value > 0) - (value < 0)

    assert mover * outcome(after) == mover * outcome(game)


@settings(deadline=None, max_examples=25)
@given(st.lists(st.integers(0, 6), max_size=12), st.integers(0, 2), st.integers(0, 1))
def test_a_belief_is_the_mean_of_two_horizons_and_its_hope_the_same_after_a_pass(
    moves, depth, hope_depth
):
    played, state = opened(ConnectK(), moves)
    game = ConnectK(opening=played)
    believer = GameBeliefs(game, depth, hope_depth)
    sign = 1 if game.max_to_move(state) else -1

    def mean(start, plies):
        at = From(game, start)
        deep = minimax(at, plies).value
        if plies == 0 or abs(deep) >= game.least_win:
            return deep
        return (deep + minimax(at, plies - 1).value) / 2

    for belief in believer.expand(state, 0, hopes=True):
        after = game.play(state, belief.move)
        assert belief.state == after
        if belief.over:
            assert belief.hope is None
            assert not game.moves(after) or abs(belief.real) >= game.least_win
        else:
            assert belief.real == sign * mean(after, depth)
            passed = sign * mean(game.passed(after), hope_depth)
            assert belief.hope == max(passed, belief.real)
            asked = [(state, belief.move, after, belief.real, 0)]
            assert believer.hopes(asked) == [belief.hope]
    probes, nodes = believer.work()
    assert nodes >= probes


class Bounded(From):
    """Without a pass, but with bounds of its own."""

    def bounds(self, state):
        value = self.game.value(state)
        return Interval(value - 3, value + 7) if self.moves(state) else Interval(value, value)


def test_without_a_pass_hope_is_the_mover_s_end_of_the_bounds():
    for opening, margin in (((), 7), ((3,), 3)):
        board = ConnectK(opening=opening)
        game = Bounded(board, board.start())
        for belief in GameBeliefs(game, 0).expand(board.start(), 0, hopes=True):
            assert belief.hope == belief.real + margin


def test_without_a_pass_and_without_bounds_there_is_nothing_to_hope_by():
    board = ConnectK()
    with pytest.raises(BadInputError, match="gives no bounds"):
        pbstar(From(board, board.start()), control="classic")


def test_probed_bounds_will_do():
    board = ConnectK(4, 4, 3)
    result = pbstar(ProbedBounds(From(board, board.start()), 1, 10), control="classic")

    assert result.move in board.moves(board.start())
    assert result.counters.probes > 0


@pytest.mark.parametrize(
    ("opening", "move"), [((3, 0, 3, 0, 3, 0), 3), ((0, 3, 1, 3, 6, 3), 3), ((3, 0, 2, 0), 4)]
)
def test_connect_four_is_won_and_a_loss_is_averted(opening, move):
    """A win at hand; a threat to be met; an open pair that makes two threats at once."""
    game = ConnectK(opening=opening)
    result = pbstar(game, control="classic")

    assert result.move in ({1, 4} if move == 4 else {move})


def test_the_side_that_moves_second_plays_as_well_as_its_mirror():
    game = ConnectK(5, 4, 3, opening=(2,))
    plain, mirrored = pbstar(game, control="classic"), pbstar(Mirrored(game), control="classic")

    assert (plain.move, plain.value, plain.reason) == (
        mirrored.move,
        -mirrored.value,
        mirrored.reason,
    )


def test_a_win_by_force_is_found_and_the_search_is_over():
    result = pbstar(ConnectK(opening=(3, 0, 2, 0)), control="classic")

    assert result.reason == "it wins by force"
    assert result.stopped in {Stopped.FOUND, Stopped.PROVED}
    assert result.value >= ConnectK().least_win


def test_limits_and_policies_are_the_caller_s():
    few = pbstar(ConnectK(), settings=ClassicSettings(cycle_budget=5), control="classic")

    assert few.counters.expanded >= 1
    with pytest.raises(BadInputError, match="depth must be"):
        GameBeliefs(ConnectK(), -1)
