"""The evaluation: fair to both sides, equal to the sum of its terms, clear about bad input."""

import os
import random
import signal
from threading import Timer

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provebest.chess.probes import evaluate
from provebest.chess.probes.fitting import features, self_play, terms_in_use
from provebest.games.chess import BadPositionError
from provebest.games.chess_evaluation import HANDCRAFTED


@st.composite
def positions(draw):
    """Positions reached by random legal moves, captures preferred so that endings come up."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    board = chess.Board()
    for _ in range(draw(st.integers(0, 150))):
        moves = list(board.generate_legal_captures()) if rng.random() < 0.3 else []
        moves = moves or list(board.legal_moves)
        board.push(rng.choice(moves))
        if board.is_game_over():
            board.pop()
            break
    return board


@given(positions())
@settings(deadline=None)
def test_the_side_to_move_sees_the_same_whichever_its_colour(board):
    assert evaluate(board.mirror().fen()).value == evaluate(board.fen()).value


@given(positions())
@settings(deadline=None)
def test_left_and_right_are_alike_once_nobody_may_castle(board):
    board.clear_stack()
    board.castling_rights = chess.BB_EMPTY
    other = board.transform(chess.flip_horizontal)

    assert evaluate(other.fen()).value == evaluate(board.fen()).value


@given(positions())
@settings(deadline=None)
def test_the_terms_add_up_to_the_value(board):
    told = evaluate(board.fen())

    assert told.for_white == (told.value if board.turn else -told.value)


@given(st.lists(positions(), min_size=1, max_size=5))
@settings(deadline=None, max_examples=30)
def test_the_coefficients_times_the_weights_give_the_value(boards):
    weights = [pair for term in terms_in_use() for pair in term.weights]
    told = features([board.fen() for board in boards])
    begins, indices, times, blends = (
        memoryview(part).cast("i") for part in (told.begins, told.indices, told.times, told.blends)
    )
    for i, board in enumerate(boards):
        entries = range(begins[i], begins[i + 1])
        mg = sum(times[k] * weights[indices[k]][0] for k in entries)
        eg = sum(times[k] * weights[indices[k]][1] for k in entries)
        phase, scale = blends[2 * i], blends[2 * i + 1]
        white = int((mg * phase + eg * (24 - phase)) * scale / (24 * 64))

        assert white == evaluate(board.fen(), evaluation=HANDCRAFTED).for_white


def test_a_game_against_itself_is_the_same_for_the_same_seed():
    one = self_play(seed=5, random_plies=8, nodes=300)
    again = self_play(seed=5, random_plies=8, nodes=300)
    another = self_play(seed=6, random_plies=8, nodes=300)

    assert one == again != another
    assert one[0] in {0, 1, 2}
    assert len(one[1]) == len(one[2]) > 0
    assert all(not chess.Board(fen).is_check() for fen in one[1])


def test_ctrl_c_ends_a_game_against_itself():
    Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()

    with pytest.raises(KeyboardInterrupt):
        self_play(seed=5, random_plies=8, nodes=10**12)


@pytest.mark.parametrize(
    ("fen", "sentence"),
    [
        ("", "empty"),
        (
            "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "'x' is neither a piece.*character 14",
        ),
        ("k7/K7/8/8/8/8/8/8 w - - 0 1", "could take the king"),
    ],
)
def test_what_is_no_position_is_refused_with_the_place(fen, sentence):
    with pytest.raises(BadPositionError, match=sentence):
        evaluate(fen)
