"""The exact probe equals plain minimax with quiescence, over python-chess, value for value."""

import chess
import chess_reference as reference
import pytest
from chess_games import games
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from provebest import _native
from provebest.chess.probes import MATE, NativeProber, Probe, Status
from provebest.games.chess import read_position

PROBER = NativeProber()
FEW_PIECES = [
    "8/8/1k6/3p4/8/2P5/4K3/8 w - - 0 1",
    "8/P7/1k6/8/8/6p1/4K3/8 w - - 0 1",
    "8/8/8/8/1k1K4/8/7r/R7 b - - 96 70",
    "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1",
    "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1",
    "8/5n2/2k5/4p3/8/2B5/4K3/8 w - - 2 40",
    "8/2k5/8/8/1pP5/8/5K2/8 b - c3 0 30",
]


def board_after(fen, moves, *, chess960=False):
    board = chess.Board(fen, chess960=chess960)
    for move in moves:
        board.push_uci(move)
    return board


CUT_SHORT = 2048
"""Nodes after which the compiled search ends a quiescence search; the plain one never does."""


def both(fen, moves, depth, move=None, *, hope=False, chess960=False):
    """What the plain search says, and what the compiled one does.

    If that had so many nodes that it may have been cut short, both are what it says.
    """
    told = PROBER.probe(
        read_position(fen, moves, chess960=chess960), Probe(move, hope=hope, depth=depth)
    )
    if told.nodes >= CUT_SHORT and len(moves) > 0:
        return told.value, told.value
    board = board_after(fen, moves, chess960=chess960)
    first = None if move is None else board.parse_uci(move)
    return reference.probe(board, depth, first, hope=hope), told.value


@given(games(longest=60), st.integers(0, 1), st.integers(-150, 218), st.booleans())
@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
def test_the_value_is_that_of_plain_minimax(game, depth, pick, hope):
    fen, chess960, moves = game
    uci = [move.uci() for move in moves]
    legal = read_position(fen, uci, chess960=chess960).legal_moves()
    move = legal[pick % len(legal)] if legal and pick >= 0 else None

    plain, compiled = both(fen, uci, depth, move, hope=hope, chess960=chess960)

    assert compiled == plain


@given(st.sampled_from(FEW_PIECES), st.integers(2, 3), st.integers(0, 40), st.booleans())
@settings(deadline=None, max_examples=25)
def test_the_value_is_that_of_plain_minimax_deeper_where_there_are_few_pieces(
    fen, depth, pick, hope
):
    legal = read_position(fen).legal_moves()
    move = legal[pick % len(legal)]

    plain, compiled = both(fen, (), depth, move, hope=hope)

    assert compiled == plain


@pytest.mark.parametrize(
    "fen",
    [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "4k3/8/8/2r1R3/8/8/4K3/8 b - - 98 60",
    ],
)
def test_the_value_is_that_of_plain_minimax_at_depth_2_where_there_are_many(fen):
    plain, compiled = both(fen, (), 2)

    assert compiled == plain


@given(games(longest=60))
@settings(deadline=None, max_examples=60)
def test_the_compiled_exchange_is_the_plain_one(game):
    fen, chess960, moves = game
    uci = [move.uci() for move in moves]
    board = board_after(fen, uci, chess960=chess960)
    position = read_position(fen, uci, chess960=chess960)

    for move in board.legal_moves:
        worth = reference.exchange(board, move)
        for bar in (worth - 100, worth, worth + 1, worth + 100):
            assert _native.exchange_at_least(position, board.uci(move), bar) == (worth >= bar)


A_PAWN_UP = "rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
BACK_AND_FORTH = ("g1f3", "g8f6", "f3g1", "f6g8")


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_a_position_asked_about_is_no_draw_for_having_stood_before(depth):
    """A search that finds the game going on must say what it is worth, at depth 0 as at any."""
    plain, compiled = both(A_PAWN_UP, BACK_AND_FORTH, depth)

    assert compiled == plain != 0


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_a_move_back_to_a_position_of_the_game_is_a_draw(depth):
    position = read_position(A_PAWN_UP, BACK_AND_FORTH[:3])

    told = PROBER.probe(position, Probe("f6g8", depth=depth))

    assert (told.value, told.line, told.nodes, told.depth) == (0, (), 0, depth)


@pytest.mark.parametrize("depth", [0, 1, 4])
@pytest.mark.parametrize(
    ("fen", "value", "mate"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", -MATE, 0),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0, None),
        ("4k3/8/8/8/8/8/4P3/4K2R w K - 100 80", 0, None),
        ("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", 0, None),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 100 80", -MATE, 0),
    ],
    ids=["mate", "stalemate", "fifty moves", "too little wood", "mate comes before the clock"],
)
def test_a_game_that_is_over_is_known_to_any_depth(fen, value, mate, depth):
    told = PROBER.probe(read_position(fen), Probe(depth=depth))

    assert (told.status, told.value, told.mate) == (Status.ANSWERED, value, mate)
    assert (told.line, told.nodes, told.depth) == ((), 0, depth)


def test_the_clock_runs_out_inside_the_search():
    winning, drawn = "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 98 80"

    assert PROBER.probe(read_position(winning), Probe(depth=2)).value > 300
    assert PROBER.probe(read_position(drawn), Probe(depth=2)).value == 0
