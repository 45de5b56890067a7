"""What a line wins, counted until no exchange is left in the middle."""

import chess
import pytest
from lines_in_words import phrases, story

from provebest.chess.motifs import MotifKind, describe_line
from provebest.chess.motifs.exchange import best_exchange, exchange
from provebest.chess.motifs.material import net_material

P, N, B, R, Q = chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN

LINES = [
    # position, line, gain, phrase
    ("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "Rxd5", 300, "winning a piece"),
    ("4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1", "Rxd5", -200, None),  # the line stops too early
    ("4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1", "Rxd5 exd5", -200, None),
    ("4k3/8/4p3/3r4/8/1B6/8/4K3 w - - 0 1", "Bxd5", 200, "winning the exchange"),
    ("4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", "exd5", 500, "winning a rook"),
    ("4k3/8/4p3/3r4/4P3/8/8/4K3 w - - 0 1", "exd5 exd5", 400, "winning a rook for a pawn"),
    ("3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", "Rxd8+ Kxd8", 400, "winning the queen for a rook"),
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", 100, "winning a pawn"),
    # what hangs elsewhere takes the gain away
    ("4k3/8/8/3n4/b7/8/2R5/3RK3 w - - 0 1", "Rxd5 Ke7", 300, "winning a piece"),
    ("4k3/8/8/3n4/b7/8/8/3RK3 w - - 0 1", "Rxd5 Bd1", 300, "winning a piece"),
    ("4k3/8/8/3n4/b7/1R6/8/3RK3 w - - 0 1", "Rxd5", 0, None),  # ...Bxb3
    # a capture that the line does not play is not counted
    ("4k3/8/8/3n4/8/8/8/R3K3 w - - 0 1", "Rd1 Ke7", 0, None),
    # our recapture wins back, and no more; theirs is counted
    ("3rk3/8/8/3P4/8/2N5/8/4K3 b - - 0 1", "Rxd5 Nxd5", -400, None),
    ("3rk3/8/8/3P4/8/2N5/8/4K3 b - - 0 1", "Rxd5", -400, None),
    ("3rk3/8/8/3P4/8/2N5/8/4K3 w - - 0 1", "Kf1 Rxd5", 0, None),
    ("3rk3/8/8/3P4/8/2N5/8/4K3 w - - 0 1", "Kf1 Rxd5 Nxd5", 400, "winning a rook for a pawn"),
    ("3rk3/8/8/3R4/8/2N5/8/4K3 w - - 0 1", "Kf1 Rxd5", 0, None),
]


@pytest.mark.parametrize(("fen", "sans", "gain", "phrase"), LINES)
def test_gain_of_a_settled_line(fen, sans, gain, phrase):
    found = story(fen, sans)

    assert found.gain == gain
    assert found.phrase == phrase


def test_loss_is_the_opponents_motif():
    found = story("4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1", "Rxd5 exd5")

    (motif,) = found.motifs
    assert (motif.kind, motif.by_us, motif.phrase) == (
        MotifKind.MATERIAL,
        False,
        "winning the exchange",
    )


@pytest.mark.parametrize(
    ("won", "lost", "words"),
    [
        ([P], [], "a pawn"),
        ([P, P], [], "two pawns"),
        ([N], [B], None),
        ([N], [P, P, P], None),
        ([B], [P], "a piece for a pawn"),
        ([N, B], [], "two pieces"),
        ([R], [N], "the exchange"),
        ([R, P], [B], "the exchange and a pawn"),
        ([R], [P], "a rook for a pawn"),
        ([B, N], [R], "two pieces for a rook"),
        ([Q], [R, R], None),
        ([Q], [], "the queen"),
        ([Q, P], [Q], "a pawn"),
        ([R, R], [N, B], "two exchanges"),
    ],
)
def test_material_in_words(won, lost, words):
    material = net_material(won, lost)

    assert (None if material is None else str(material)) == words


def test_exchange_stops_when_going_on_costs_material():
    board = chess.Board("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1")

    assert exchange(board, chess.Move.from_uci("d2d5")).value == -400
    assert best_exchange(board).value == 0


def test_pinned_piece_does_not_recapture():
    board = chess.Board("4k3/8/4n3/2p5/8/8/2R5/4R1K1 w - - 0 1")

    assert exchange(board, chess.Move.from_uci("c2c5")).value == 100


def test_exchange_counts_promotion():
    board = chess.Board("3r2k1/2P5/8/8/8/8/8/6K1 w - - 0 1")

    assert exchange(board, chess.Move.from_uci("c7d8q")).value == 1300


def test_promotion_is_said_before_what_is_captured():
    found = story("3r4/2P3k1/8/8/8/8/8/6K1 w - - 0 1", "cxd8=Q")

    assert found.gain == 1300
    assert found.phrase == "promoting a pawn"
    fen = "8/2P3k1/8/8/8/8/8/6K1 w - - 0 1"
    assert phrases(fen, "c8=N", MotifKind.PROMOTION) == ["promoting a pawn to a knight"]


def test_what_a_lesser_piece_wins_is_told_with_the_promotion():
    told = story("8/2q1P1k1/7p/8/8/8/5PPP/6K1 w - - 0 1", "e8=N+ Kg6 Nxc7 Kf5 Na6")
    forks = "winning the queen by forking king and queen"
    assert told.phrase == f"promoting a pawn to a knight, {forks}"


def test_a_means_that_comes_late_in_a_line_is_not_told():
    fen = "r3k2r/ppp2ppp/8/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1"
    fork = "Nxc7+ Kd7 Nxa8 Rxa8"

    assert " by forking king and rook" in story(fen, fork).phrase
    assert " by forking king and rook" in story(fen, f"h3 h6 {fork}").phrase
    assert story(fen, f"h3 h6 g3 g6 {fork}").phrase == "winning the exchange and a pawn"


def test_promoted_piece_that_is_captured_was_a_pawn():
    found = story("3r4/2P3k1/8/8/8/8/8/6K1 w - - 0 1", "c8=Q Rxc8")

    assert found.gain == -100
    assert found.phrase is None


def test_line_of_no_moves_does_nothing():
    found = describe_line(chess.Board(), [])

    assert (found.motifs, found.phrase, found.gain) == ((), None, 0)


def test_illegal_move_is_refused():
    with pytest.raises(ValueError, match="e2e5 is not legal"):
        describe_line(chess.Board(), [chess.Move.from_uci("e2e5")])


def test_board_is_not_changed():
    board = chess.Board()
    describe_line(board, [chess.Move.from_uci("e2e4")])

    assert board == chess.Board()
