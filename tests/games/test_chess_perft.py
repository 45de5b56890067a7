"""The move generator counts what the chess programming literature has counted."""

import os
import signal
import time
from pathlib import Path

import pytest

from provebest.games import ChessPosition, read_position
from provebest.games.chess import DEEPEST_COUNT, perft
from provebest.vocabulary import BadInputError

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

# The positions of the Chess Programming Wiki.
STANDARD = [
    (START, [1, 20, 400, 8_902, 197_281, 4_865_609, 119_060_324]),
    (KIWIPETE, [1, 48, 2_039, 97_862, 4_085_603, 193_690_690]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [1, 14, 191, 2_812, 43_238, 674_624, 11_030_083]),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        [1, 6, 264, 9_467, 422_333, 15_833_292],
    ),
    (
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        [1, 6, 264, 9_467, 422_333, 15_833_292],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        [1, 44, 1_486, 62_379, 2_103_487, 89_941_194],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        [1, 46, 2_079, 89_890, 3_894_594, 164_075_551],
    ),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", [1, 24, 496, 9_483, 182_838, 3_605_103]),
]

# Martin Sedlak's tricky positions: what they try, and one deep count each.
TRICKY = [
    ("en passant would uncover a rook", "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1_134_888),
    ("the same for white", "8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1", 6, 1_134_888),
    ("en passant would uncover a bishop", "8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1", 6, 1_015_133),
    ("en passant takes the checker", "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1_440_467),
    ("short castling gives check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661_072),
    ("long castling gives check", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803_711),
    ("rights are lost with the rook", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1_274_206),
    ("castling is prevented", "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1_720_476),
    ("promotion out of check", "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3_821_001),
    ("discovered check", "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1_004_658),
    ("promotion gives check", "4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217_342),
    ("promotion to less than a queen", "8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92_683),
    ("self stalemate", "K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2_217),
    ("stalemate and checkmate", "8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567_584),
    ("double check", "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23_527),
]

CHESS960 = [
    ("R3rkrR/8/8/8/8/8/8/r3RKRr w EGeg - 0 1", [1, 25, 586, 15_541, 432_457, 12_667_098]),
    ("2rkr3/5PP1/8/5Q2/5q2/8/5pp1/2RKR3 w CEce - 0 1", [1, 51, 1_904, 71_005, 2_583_102]),
    (
        "nr1kqrbn/pbpppppp/1p6/8/8/BP6/P1PPPPPP/NR1KQRBN b BFbf - 0 1",
        [1, 26, 618, 15_681, 382_020, 10_110_878],
    ),
    (
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        [1, 21, 528, 12_189, 326_672, 8_146_062],
    ),
]


@pytest.mark.parametrize(("fen", "counts"), STANDARD)
def test_the_standard_positions(fen, counts):
    position = ChessPosition(fen)

    assert [position.perft(depth) for depth in range(len(counts))] == counts


@pytest.mark.parametrize(("what", "fen", "depth", "count"), TRICKY, ids=[row[0] for row in TRICKY])
def test_the_tricky_positions(what, fen, depth, count):
    assert ChessPosition(fen).perft(depth) == count


@pytest.mark.parametrize(("fen", "counts"), CHESS960)
def test_chess960(fen, counts):
    position = ChessPosition(fen, chess960=True)

    assert [position.perft(depth) for depth in range(len(counts))] == counts


def test_standard_chess_is_chess960_number_518():
    assert ChessPosition(KIWIPETE, chess960=True).perft(4) == 4_085_603


@pytest.mark.parametrize("fen", [START, KIWIPETE])
def test_the_count_of_a_position_is_the_sum_over_its_moves(fen):
    position = ChessPosition(fen)
    shares = position.divide(4)

    assert [move for move, _ in shares] == position.legal_moves()
    for move, count in shares:
        assert ChessPosition(fen, [move]).perft(3) == count
    assert sum(count for _, count in shares) == position.perft(4)


def test_a_game_behind_the_position_changes_no_count_and_is_left_alone():
    dance = ["g1f3", "g8f6", "f3g1", "f6g8"] * 200
    position = read_position(START, dance)
    before = (position.fen(), position.key, position.repetitions())

    assert position.perft(4) == 197_281
    assert (position.fen(), position.key, position.repetitions()) == before


def test_a_count_in_slices_reports_its_progress():
    heard = []
    result = perft(ChessPosition(START), 6, on_count=lambda *news: heard.append(news))

    assert (result.nodes, result.complete, len(result.shares)) == (119_060_324, True, 20)
    assert heard[-1] == (20, 20, 119_060_324)
    assert heard == sorted(heard)
    assert len(heard) > 5


@pytest.mark.parametrize("depth", [-1, DEEPEST_COUNT + 1, 10**30])
def test_a_depth_out_of_range_is_refused(depth):
    with pytest.raises(BadInputError, match=f"got {depth}"):
        perft(ChessPosition(), depth)


@pytest.mark.parametrize("depth", [-1, DEEPEST_COUNT + 1])
def test_the_core_refuses_such_a_depth_too(depth):
    with pytest.raises(ValueError, match=f"from 0 to {DEEPEST_COUNT}"):
        ChessPosition().perft(depth)


@pytest.mark.parametrize("count", [ChessPosition.perft, ChessPosition.divide])
def test_a_signal_ends_a_count_that_would_take_years(count):
    class RungError(Exception):
        pass

    def ring(number, frame):
        raise RungError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    worked = time.process_time()
    try:
        with pytest.raises(RungError):
            count(ChessPosition(), DEEPEST_COUNT)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.process_time() - worked < 10


def collected():
    """(file, FEN, deepest feasible depth, count) from the folder that PROVEBEST_DATA names."""
    folder = Path(os.environ.get("PROVEBEST_DATA", "")) / "perft"
    for file in sorted(folder.glob("*.epd")):
        for line in file.read_text("utf-8").splitlines():
            fen, *counts = line.split(";")
            known = [(int(word.split()[0][1:]), int(word.split()[1])) for word in counts]
            yield file.name, fen.strip(), [pair for pair in known if pair[1] <= 20_000_000]


@pytest.mark.skipif(not os.environ.get("PROVEBEST_DATA"), reason="PROVEBEST_DATA names no folder")
def test_the_collected_perft_files():
    rows = list(collected())
    assert rows, "no perft/*.epd in PROVEBEST_DATA"
    wrong = [
        (name, fen, depth)
        for name, fen, counts in rows
        for depth, count in counts
        if read_position(fen, chess960="960" in name, any_check=True).perft(depth) != count
    ]

    assert wrong == []
