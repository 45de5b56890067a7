"""Games of lines, held against a board one can look at."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provebest.games.lines import ConnectK, FourScore, LineGame, TicTacToe
from provebest.search.alphabeta import alphabeta, minimax
from provebest.vocabulary import BadInputError

GAMES = {
    "connect-4": ConnectK(),
    "connect-3 4x4": ConnectK(4, 4, 3),
    "connect-3 5x2": ConnectK(5, 2, 3),
    "connect-2 3x3": ConnectK(3, 3, 2),
    "five in a row": ConnectK(7, 6, 5, gravity=False),
    "tic-tac-toe": TicTacToe(),
    "four score": FourScore(),
    "3x3x3, no gravity": LineGame((3, 3, 3), 3, gravity=False),
}
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


class Board:
    """The rules again, with a dictionary of cells and lines followed step by step."""

    def __init__(self, game, gravity):
        self.shape, self.k, self.gravity = game.shape, game.k, gravity
        self.cells = {}

    def coordinates(self, number):
        place = []
        for size in reversed(self.shape):
            number, at = divmod(number, size)
            place.append(at)
        return tuple(reversed(place))

    def drop(self, move, man):
        height = self.shape[-1] if self.gravity else 1
        free = [move * height + level for level in range(height)]
        cell = next(self.coordinates(c) for c in free if self.coordinates(c) not in self.cells)
        self.cells[cell] = man

    def runs(self):
        """Every k cells in a row that are on the board, each as a set."""
        found = set()
        sizes = [range(size) for size in self.shape]
        for start in product(sizes):
            for way in product([(-1, 0, 1)] * len(self.shape)):
                run = [
                    tuple(a + i * b for a, b in zip(start, way, strict=True)) for i in range(self.k)
                ]
                if any(way) and all(
                    0 <= a < size for cell in run for a, size in zip(cell, self.shape, strict=True)
                ):
                    found.add(frozenset(run))
        return found

    def has_won(self, man, runs):
        return any(all(self.cells.get(cell) == man for cell in run) for run in runs)

    def estimate(self, runs):
        total = 0
        for run in runs:
            men = [self.cells[cell] for cell in run if cell in self.cells]
            if len(set(men)) == 1:
                total += len(men) ** 2 if men[0] == "X" else -(len(men) ** 2)
        return total


def product(ranges):
    if not ranges:
        return [()]
    return [(first, *rest) for first in ranges[0] for rest in product(ranges[1:])]


def is_stacked(game):
    return isinstance(game, FourScore) or getattr(game, "gravity", False)


@every_game
def test_playouts_agree_with_a_naive_board(game):
    board = Board(game, is_stacked(game))
    runs = board.runs()
    assert len(runs) == len(game.lines)
    for seed in range(12):
        rng = random.Random(seed)
        board.cells = {}
        state = game.start()
        while moves := game.moves(state):
            mover = "X" if game.max_to_move(state) else "O"
            move = rng.choice(list(moves))
            board.drop(move, mover)
            state = game.play(state, move)

            assert state.won == board.has_won(mover, runs)
            assert state.plies == len(board.cells)
            if game.moves(state):
                assert game.value(state) == board.estimate(runs)
        if state.won:
            sign = 1 if mover == "X" else -1
            assert game.value(state) == sign * (game.win_value - state.plies)
        else:
            assert len(board.cells) == len(game._through)
            assert game.value(state) == 0


@every_game
@given(seed=st.integers(0, 2**32))
def test_no_estimate_is_as_good_as_the_slowest_win(game, seed):
    rng = random.Random(seed)
    state = game.start()
    least, greatest = game.value_range
    while moves := game.moves(state):
        assert abs(game.value(state)) < game.win_value - len(game._through)
        state = game.play(state, rng.choice(list(moves)))

    assert least <= game.value(state) <= greatest


@pytest.mark.parametrize(
    ("name", "lines"),
    [("connect-4", 69), ("connect-3 4x4", 24), ("tic-tac-toe", 8), ("four score", 76)],
)
def test_the_number_of_lines_is_known(name, lines):
    assert len(GAMES[name].lines) == lines


def test_tic_tac_toe_is_a_draw_and_its_whole_tree_has_the_known_size():
    found, whole = alphabeta(TicTacToe(), 9), minimax(TicTacToe(), 9)

    assert found.proved
    assert found.value == whole.value == 0
    assert whole.counters.evaluated == 255_168  # games that can be played
    assert whole.counters.expanded + whole.counters.evaluated == 549_946


def test_connect_3_is_won_by_the_first_player_in_9_plies():
    game = ConnectK(4, 4, 3)
    found = alphabeta(game, 16)

    assert found.proved
    assert len(found.line) == 9
    assert found.value == game.win_value - 9


def test_connect_3_has_41_750_states():
    game = ConnectK(4, 4, 3)
    seen, waiting = {game.start()}, [game.start()]
    while waiting:
        state = waiting.pop()
        for move in game.moves(state):
            after = game.play(state, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)

    assert len(seen) == 41_750


def test_the_quickest_win_is_taken_and_the_slowest_loss():
    game = ConnectK(opening=[3, 3, 2, 2])
    found = alphabeta(game, 4)

    assert found.value == game.win_value - 7
    assert found.line[0] in (1, 4)


def test_boards_are_drawn():
    assert (
        ConnectK(4, 3, 3).show(ConnectK(4, 3, 3, opening=[0, 0, 3]).start()) == "....\nO...\nX..X"
    )
    assert TicTacToe().show(TicTacToe(opening=[1, 3, 8]).start()) == ".X.\nO..\n..X"
    assert FourScore().show(FourScore(opening=[1, 1, 4]).start()).splitlines() == [
        ".X.. .O.. .... ....",
        "X... .... .... ....",
        ".... .... .... ....",
        ".... .... .... ....",
    ]


def test_a_wide_board_without_gravity_is_numbered_by_rows():
    game = ConnectK(5, 2, 3, gravity=False, opening=[4, 5])

    assert game.show(game.start()) == "....X\nO...."


@pytest.mark.parametrize("move", [-1, 7, 3, "3", None])
def test_a_move_that_is_none_is_refused(move):
    game = ConnectK(opening=[3] * 6)

    with pytest.raises(
        BadInputError, match=r"not a legal move here; legal moves: \[0, 1, 2, 4, 5, 6\]"
    ):
        game.play(game.start(), move)


def test_nothing_is_played_after_a_win():
    game = TicTacToe(opening=[0, 3, 1, 4, 2])

    assert game.moves(game.start()) == ()
    with pytest.raises(BadInputError, match="not a legal move here; legal moves: none"):
        game.play(game.start(), 8)


@pytest.mark.parametrize(
    ("size", "sentence"),
    [
        ((0, 6, 4), "a board must have 1 to 10000 cells, got 0 x 6"),
        ((7, -1, 4), "a board must have 1 to 10000 cells"),
        ((7.5, 6, 4), "a board must have 1 to 10000 cells"),
        ((10**6, 10**6, 4), "a board must have 1 to 10000 cells"),
        ((7, 6, 8), "k must be from 2 to 7, the longest side, got 8"),
        ((7, 6, 1), "k must be from 2 to 7"),
    ],
)
def test_a_board_that_is_none_is_refused(size, sentence):
    with pytest.raises(BadInputError, match=sentence):
        ConnectK(*size)
