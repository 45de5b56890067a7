"""Each word for an attack: positions where it is said, and near misses where it is not."""

import chess
import pytest
from lines_in_words import kinds, phrases, story

from provebest.chess.motifs import MotifKind

FOUND = [
    # Forks
    (MotifKind.FORK, "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7+", "forking king and rook"),
    (MotifKind.FORK, "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7+ Kd7 Nxa8", "forking king and rook"),
    (MotifKind.FORK, "6k1/8/2n1b3/8/3PP3/8/8/4K3 w - - 0 1", "d5", "forking knight and bishop"),
    (MotifKind.FORK, "6k1/8/8/1r3r2/8/6PP/6PK/N7 w - - 0 1", "Nb3 Kg7 Nd4", None),
    (
        MotifKind.FORK,
        "5r2/2p1k3/5n2/7p/2N2Rp1/2Pq4/PP4PP/5R1K w - - 2 29",
        "Re1+ Kd8 Rd4+ Qxd4 cxd4",
        "forking king and queen",
    ),
    (
        MotifKind.FORK,
        "6k1/p4p1p/1n1Npqp1/3p4/8/PP1P1P1P/1PQ1KP2/8 b - - 3 27",
        "Qe5+ Ne4 dxe4",
        "forking king and knight",
    ),
    # Pins
    (MotifKind.PIN, "4k3/8/4n3/8/8/8/5PPP/R5K1 w - - 0 1", "Re1", "pinning the knight"),
    (MotifKind.PIN, "4k3/8/4n3/8/8/8/5PPP/R5K1 w - - 0 1", "Re1 Kd8 Rxe6", "pinning the knight"),
    (
        MotifKind.USED_PIN,
        "4k3/3p4/4n3/8/5P2/8/6PP/4R1K1 w - - 0 1",
        "f5",
        "using the pin on the knight",
    ),
    (MotifKind.USED_PIN, "3k4/3q4/8/8/7N/8/8/3R2K1 w - - 0 1", "Nf5", "using the pin on the queen"),
    # Skewers
    (MotifKind.SKEWER, "4r3/8/8/8/4k3/8/8/R6K w - - 0 1", "Re1+", "skewering king and rook"),
    (MotifKind.SKEWER, "4r3/8/4k3/8/8/8/8/R5K1 w - - 0 1", "Re1+ Kd5 Rxe8", None),
    (MotifKind.SKEWER, "r7/6k1/8/3q4/8/8/4BPPP/1R4K1 w - - 0 1", "Bf3", None),
    # Discoveries
    (
        MotifKind.DISCOVERED_ATTACK,
        "3q2k1/5ppp/8/8/8/3B4/5PPP/3R2K1 w - - 0 1",
        "Bxh7+",
        "discovering an attack on the queen",
    ),
    (
        MotifKind.DISCOVERED_CHECK,
        "3k4/8/8/8/3N4/8/8/3R2K1 w - - 0 1",
        "Nf5+",
        "giving discovered check",
    ),
    (MotifKind.DOUBLE_CHECK, "3k4/8/8/8/3N4/8/8/3R2K1 w - - 0 1", "Ne6+", "giving double check"),
]

MISSED = [
    (
        MotifKind.PIN,
        "5r2/3b4/1R1p1r1k/p2Pp1pP/4P3/P7/3KB3/5R2 w - - 3 35",
        "Rxd6 Rxd6",
        "the pinned rook takes the rook that pins it",
    ),
    (
        MotifKind.DISCOVERED_ATTACK,
        "r3r1k1/1pp2pbp/8/6B1/q7/5N2/1Q5P/3R1RK1 w - - 0 1",
        "Nd4 Kh8 Rxf7",
        "on a pawn",
    ),
    (MotifKind.FORK, "r2qk3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7+", "the queen takes the knight"),
    (MotifKind.FORK, "p3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7+", "a pawn is not a target"),
    (MotifKind.FORK, "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7+ Kd7 Nd5", "it is not used"),
    (MotifKind.FORK, "1n4k1/1p6/2b1b3/1p6/3P4/8/8/4K3 w - - 0 1", "d5 Bcxd5", "it is not safe"),
    (
        MotifKind.FORK,
        "6k1/2p2p2/1n3n2/2p2p2/8/8/8/3QK3 w - - 0 1",
        "Qd6",
        "both knights are guarded, or the queen is taken",
    ),
    (
        MotifKind.FORK,
        "7k/2P5/8/8/6n1/8/8/K7 w - - 0 1",
        "c8=Q+",
        "the line ends with a promotion, and that is the point",
    ),
    (
        MotifKind.FORK,
        "2b1r3/1qP2ppp/p2Q4/Pp2P3/3R2Pk/1P6/7K/8 w - - 2 35",
        "Qd8+ Rxd8 cxd8=Q+",
        "the rook takes the queen, and the new one is no gain of the fork",
    ),
    (MotifKind.PIN, "4k3/8/4n3/8/8/8/5PPP/R5K1 w - - 0 1", "Rb1", "nothing is pinned"),
    (MotifKind.PIN, "4k3/8/4n3/8/8/8/5PPP/R5K1 w - - 0 1", "Re1 Kd7 Rd1+", "it is not used"),
    (
        MotifKind.PIN,
        "2br2k1/2R5/p2Npr2/2p5/P7/1p2P3/1P3PPP/3R2K1 w - - 0 4",
        "Rxc8 Rxc8 Nxc8",
        "the pinned rook is traded for the one that pins it",
    ),
    (MotifKind.PIN, "4k3/3p1p2/4n3/8/8/8/5PPP/R5K1 w - - 0 1", "Re1", "the knight is guarded"),
    (MotifKind.USED_PIN, "3nk3/3q4/8/8/7N/8/8/3R2K1 w - - 0 1", "Nf5", "the queen is not pinned"),
    (MotifKind.SKEWER, "4r3/8/4k3/8/8/8/8/R5K1 w - - 0 1", "Re1+", "the king can guard the rook"),
    (MotifKind.SKEWER, "4r3/4k3/8/8/8/8/8/R5K1 w - - 0 1", "Re1+", "the king guards the rook"),
    (MotifKind.SKEWER, "4q1k1/8/4r3/8/8/8/8/R5K1 w - - 0 1", "Re1", "the front is worth less"),
    (
        MotifKind.SKEWER,
        "4r3/8/4k3/6b1/8/8/8/2R3K1 w - - 0 1",
        "Re1+ Be3+ Kf1 Kd7",
        "no reply by the king",
    ),
    (MotifKind.DISCOVERED_ATTACK, "3p2k1/5ppp/8/8/8/3B4/5PPP/3R2K1 w - - 0 1", "Bxh7+", "a pawn"),
    (MotifKind.DISCOVERED_ATTACK, "3q2k1/5ppp/8/8/8/3B4/5PPP/3R2K1 w - - 0 1", "Be4", "it can go"),
    (MotifKind.DISCOVERED_CHECK, "3k4/8/8/8/4N3/8/8/2R3K1 w - - 0 1", "Rd1+", "the rook moved"),
    (MotifKind.DOUBLE_CHECK, "3k4/8/8/8/3N4/8/8/3R2K1 w - - 0 1", "Nf5+", "only the rook checks"),
]


@pytest.mark.parametrize(("kind", "fen", "sans", "phrase"), FOUND)
def test_word_is_said(kind, fen, sans, phrase):
    found = phrases(fen, sans, kind)

    assert found
    assert phrase is None or found[-1] == phrase


@pytest.mark.parametrize(("kind", "fen", "sans", "why"), MISSED)
def test_word_is_not_said(kind, fen, sans, why):
    assert kind not in kinds(fen, sans), why


def test_squares_of_a_motif_begin_with_the_piece_that_does_it():
    (fork,) = story("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7+").motifs

    assert fork.squares == (chess.C7, chess.A8, chess.E8)
    assert (fork.index, fork.by_us) == (0, True)


def test_motifs_of_the_opponent_are_found_and_not_told_as_ours():
    found = story("4K3/8/8/3n4/8/8/7k/R7 w - - 0 1", "Kf8 Kg3 Ra8 Kg4")
    theirs = story("R3K3/8/8/3n4/8/8/7k/8 w - - 0 1", "Kf8 Ne7 Ra1")

    assert found.phrase is None
    assert theirs.phrase is None
    fork = story("8/8/8/8/3n4/8/6k1/R3K3 w - - 0 1", "Kd1 Kg1 Ke1 Nc2+")
    assert [(m.kind, m.by_us) for m in fork.motifs] == [(MotifKind.FORK, False)]
    assert fork.phrase is None


def test_attack_at_the_end_of_a_line_must_survive_every_reply():
    """The queen's fork of king and rook is one, unless the king can guard the rook."""
    assert MotifKind.FORK in kinds("r5k1/8/8/8/8/8/8/1K1Q4 w - - 0 1", "Qd5+")
    assert MotifKind.FORK not in kinds("r1k5/8/5Q2/8/8/8/8/1K6 w - - 0 1", "Qc6+")
    assert MotifKind.FORK in kinds("r1k5/8/5Q2/8/8/8/8/1K6 w - - 0 1", "Qc6+ Kd8 Qxa8+")
