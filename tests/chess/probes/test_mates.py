"""Mates in 1, 2 and 3 moves are found at depths 1, 3 and 5."""

import chess
import pytest

from provebest.chess.player.alphabeta import AlphaBetaPlayer
from provebest.chess.player.clock import Go, Watch
from provebest.chess.player.move_request import MoveRequest
from provebest.chess.probes import MATE, NativeProber, Probe, RootSearch
from provebest.chess.probes.prober import mate_in
from provebest.games.chess import read_position

MATES = [
    (1, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"),
    (1, "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"),
    (1, "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"),
    (1, "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1"),
    (1, "4k3/R3P3/4K3/8/8/8/8/8 w - - 0 1"),
    (2, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"),
    (2, "5r1k/6pp/7N/3Q4/8/8/8/6K1 w - - 0 1"),
    (2, "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"),
    (2, "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1"),
    (3, "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"),
    (3, "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1"),
    (3, "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1"),
]
IDS = [f"{moves}-{fen.split()[0][:12]}" for moves, fen in MATES]


def mates_within(board, moves, *, only_checks):
    """Is there a mate in so many moves, whatever the other does? Asked of python-chess alone."""
    for move in list(board.legal_moves):
        if (only_checks or moves == 1) and not board.gives_check(move):
            continue
        board.push(move)
        mated = board.is_checkmate()
        if not mated and moves > 1 and not board.is_stalemate():
            mated = all_answers_fail(board, moves, only_checks=only_checks)
        board.pop()
        if mated:
            return True
    return False


def all_answers_fail(board, moves, *, only_checks):
    for answer in list(board.legal_moves):
        board.push(answer)
        escaped = not mates_within(board, moves - 1, only_checks=only_checks)
        board.pop()
        if escaped:
            return False
    return True


@pytest.mark.parametrize(("moves", "fen"), MATES, ids=IDS)
def test_the_mates_are_mates(moves, fen):
    """In three with checks alone, else the loop would take all day."""
    assert mates_within(chess.Board(fen), moves, only_checks=moves == 3)
    if moves == 2:
        assert not mates_within(chess.Board(fen), 1, only_checks=False)


@pytest.mark.parametrize("selective", [False, True], ids=["exact", "selective"])
@pytest.mark.parametrize(("moves", "fen"), MATES, ids=IDS)
def test_a_mate_is_found_at_its_depth(moves, fen, selective):
    depth = 2 * moves - 1 + (4 if selective else 0)  # pruning may need to look a little deeper

    told = NativeProber(selective=selective).probe(read_position(fen), Probe(depth=depth))

    assert (told.mate, told.value) == (moves, MATE - (2 * moves - 1))
    board = chess.Board(fen)
    for move in told.line:
        board.push_uci(move)
    assert board.is_checkmate() or selective


@pytest.mark.parametrize(("moves", "fen"), MATES, ids=IDS)
def test_the_other_side_sees_it_coming(moves, fen):
    position = read_position(fen)
    best = NativeProber().probe(position, Probe(depth=2 * moves - 1)).line[0]

    told = NativeProber().probe(position, Probe(best, depth=2 * moves - 2))

    assert told.mate == 1 - moves


@pytest.mark.parametrize(("moves", "fen"), MATES, ids=IDS)
def test_the_player_stops_at_the_mate_it_was_asked_for(moves, fen):
    position = read_position(fen)
    player = AlphaBetaPlayer(RootSearch(position), Watch())
    go = Go(mate=moves, nodes=5_000_000)
    *_, report = player.think(MoveRequest(position, tuple(position.legal_moves()), go=go))

    assert mate_in(round(report.lines[0][0])) == moves
    assert player.reason == f"a mate in {moves} is found"
