"""Guards, traps and hanging pieces: positions where the word is said, and near misses."""

import chess
import pytest
from lines_in_words import kinds, phrases, story

from provebest.chess.motifs import MotifKind, describe_line

TRAP = "1k6/B1p2ppp/1p6/8/8/8/5PPP/6K1 b - - 0 1"
ITALIAN = "rn1q1rk1/ppp2pp1/3p1n1p/2b1p2N/2B1P1b1/3P4/PPP2PPP/RNBQ1RK1 w - - 3 8"
BUSY_QUEEN = "2r3k1/3q1ppp/8/3n4/8/5B2/2R2PPP/6K1 w - - 0 1"

FOUND = [
    (MotifKind.TRAPPED_PIECE, TRAP, "Kb7", "trapping the bishop"),
    (MotifKind.TRAPPED_PIECE, TRAP, "Kb7 h3 Kxa7", "trapping the bishop"),
    (
        MotifKind.TRAPPED_PIECE,
        "r4rk1/1pq1ppbp/2n1b1p1/p1P5/1nP5/NQB2N2/PP2BPPP/R2R2K1 b - - 1 14",
        "a4 Qxb4 Nxb4",
        "trapping the queen",
    ),
    (
        MotifKind.CAPTURED_DEFENDER,
        ITALIAN,
        "Nxf6+ Qxf6 Qxg4",
        "removing the guard of the bishop",
    ),
    (
        MotifKind.DEFLECTION,
        "2k3r1/p1p5/4b2p/4Q3/8/4Bq2/PP3P1P/2R2K2 b - - 3 30",
        "Bc4+ Rxc4 Qd1#",
        "deflecting the rook",
    ),
    (
        MotifKind.DEFLECTION,
        "4r1k1/4qppp/8/8/8/8/Q4PPP/3RR1K1 w - - 0 1",
        "Qa8 Rxa8 Rxe7",
        "deflecting the rook",
    ),
    (MotifKind.OVERLOAD, BUSY_QUEEN, "Rxc8+ Qxc8 Bxd5", "overloading the queen"),
    (
        MotifKind.HANGING_PIECE,
        "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1",
        "Rxd5",
        "taking the unguarded knight",
    ),
]

MISSED = [
    (MotifKind.TRAPPED_PIECE, TRAP.replace("1p6", "8"), "Kb7", "the bishop has squares"),
    (MotifKind.TRAPPED_PIECE, TRAP, "Kc8", "the bishop is not attacked"),
    (MotifKind.TRAPPED_PIECE, TRAP, "Kb7 h3 Kc8", "it is not used"),
    (
        MotifKind.TRAPPED_PIECE,
        "1k6/B1q2ppp/1p6/8/8/8/5PPP/6K1 b - - 0 1",
        "Kb7 Bxb6 Qc8",
        "the bishop escapes for a pawn",
    ),
    (
        MotifKind.TRAPPED_PIECE,
        "1r4k1/p2q1pb1/2r1b1pp/Bpp1p3/n7/P2PQ1P1/1P2PP1P/2RNNRK1 b - - 1 21",
        "Bh3 Ng2",
        "a knight steps between",
    ),
    (
        MotifKind.CAPTURED_DEFENDER,
        ITALIAN.replace("rn1q1rk1/ppp2", "r2q1rk1/pppn1"),
        "Nxf6+ Nxf6 Qxg4",
        "the knight that recaptures guards the bishop, too",
    ),
    (
        MotifKind.CAPTURED_DEFENDER,
        "4r1k1/2p2pbp/1p4p1/p2b4/4B3/4Q2P/q1P2PP1/1R2R1K1 w - - 1 23",
        "Bxd5 Rxe3 Bxa2",
        "the bishop that takes the guard attacks the queen itself",
    ),
    (MotifKind.CAPTURED_DEFENDER, BUSY_QUEEN, "Rxc8+ Qxc8 Bxd5", "the rook guarded nothing"),
    (
        MotifKind.DEFLECTION,
        "4r1k1/2r1qppp/8/8/8/8/Q4PPP/3RR1K1 w - - 0 1",
        "Qa8 Rxa8 Rxe7 Rxe7",
        "another rook guards the queen",
    ),
    (
        MotifKind.DEFLECTION,
        "r3r1k1/1b1nqpp1/4p3/p2pP1pQ/1p5P/2P5/PPB2PP1/R3R1K1 w - - 0 22",
        "Qh7+ Kf8 Qh8#",
        "a king that is driven into mate is not a guard",
    ),
    (
        MotifKind.DEFLECTION,
        "4rk2/pp2rpp1/2p4p/3p4/3P1N2/6nP/PPP1R1PK/5R2 w - - 0 24",
        "Ng6+ Kg8 Nxe7+ Rxe7 Rxe7",
        "a fork wins the rook, guarded by the king or not",
    ),
    (
        MotifKind.OVERLOAD,
        BUSY_QUEEN.replace("3q1ppp/8", "3q1ppp/4p3"),
        "Rxc8+ Qxc8 Bxd5",
        "a pawn guards the knight, too",
    ),
    (MotifKind.HANGING_PIECE, "4k3/8/4p3/3r4/4P3/8/8/4K3 w - - 0 1", "exd5", "it is guarded"),
    (MotifKind.HANGING_PIECE, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", "it is a pawn"),
]


@pytest.mark.parametrize(("kind", "fen", "sans", "phrase"), FOUND)
def test_word_is_said(kind, fen, sans, phrase):
    found = phrases(fen, sans, kind)

    assert found
    assert phrase in {None, *found}


@pytest.mark.parametrize(("kind", "fen", "sans", "why"), MISSED)
def test_word_is_not_said(kind, fen, sans, why):
    assert kind not in kinds(fen, sans), why


def test_recapture_takes_nothing_that_hangs():
    board = chess.Board("4k3/8/5n2/3B4/8/8/8/3RK3 b - - 0 1")
    board.push_san("Nxd5")
    line = [board.parse_san("Rxd5")]

    known = describe_line(board, line)
    unknown = describe_line(board.copy(stack=False), line)

    assert [motif.kind for motif in known.motifs] == [MotifKind.RECAPTURE]
    assert (known.gain, known.phrase) == (0, "recapturing the knight")
    assert {motif.kind for motif in unknown.motifs} == {
        MotifKind.MATERIAL,
        MotifKind.HANGING_PIECE,
    }
    assert (unknown.gain, unknown.phrase) == (300, "winning a piece")


def test_other_capture_after_a_capture_is_not_a_recapture():
    board = chess.Board("4k3/8/5n2/3B4/8/8/r7/R3K3 b Q - 0 1")
    board.push_san("Nxd5")

    found = describe_line(board, [board.parse_san("Rxa2")])

    assert MotifKind.RECAPTURE not in {motif.kind for motif in found.motifs}
    assert found.gain == 200, "the rook for the bishop that was lost before"


def test_captures_before_the_line_that_cost_nothing_are_not_counted():
    board = chess.Board("4k3/8/5n2/3n4/8/8/6B1/3RK3 w - - 0 1")
    board.push_san("Bxd5")
    board.push_san("Nxd5")

    found = describe_line(board, [board.parse_san("Rxd5")])

    assert (found.gain, found.phrase) == (300, "winning a piece")


def test_headline_says_how_material_is_won():
    assert story(ITALIAN, "Nxf6+ Qxf6 Qxg4").phrase == (
        "winning a piece by removing the guard of the bishop"
    )
    assert story(BUSY_QUEEN, "Rxc8+ Qxc8 Bxd5").phrase == (
        "winning a piece by overloading the queen"
    )


def test_pin_explains_only_the_capture_of_the_pinned_piece():
    fen = "r1b1k1r1/pp2n3/2n2p1B/1B1P3P/1P5q/PN6/4QbP1/R3R1K1 w q - 0 22"

    assert story(fen, "Qxf2 Qxf2+ Kxf2").phrase == "winning a piece"


def test_means_explain_only_the_largest_thing_that_is_won():
    fen = "3r1k2/1p6/p4P2/2pP2Qb/8/1P1KB3/P6r/8 b - - 0 1"
    line = "Rxd5+ Kc4 Rxg5 Bxg5 Rf2 Kd5 Rf5+ Ke6 Rxg5"

    assert phrases(fen, line, MotifKind.FORK) == ["forking king and bishop"]
    assert story(fen, line).phrase == "winning the queen, a piece and a pawn for a rook"


def test_discovered_check_explains_only_what_its_pieces_capture():
    fen = "8/b5kp/5pp1/8/5RP1/7P/r4P2/5BK1 b - - 3 36"
    line = "Rd2 Rf3 Bb6 Bd3 Bxf2+ Kg2 h5 gxh5 Bb6+ Kh1 gxh5"

    assert MotifKind.DISCOVERED_CHECK in kinds(fen, line)
    assert story(fen, line).phrase == "winning a pawn"
