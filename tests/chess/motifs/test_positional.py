"""Draws and quiet gains: positions where the word is said, and near misses where it is not."""

import pytest
from lines_in_words import kinds, phrases, story

from provebest.chess.motifs import MotifKind

BREAK = "8/ppp5/8/PPP5/8/8/8/K6k w - - 0 1"
FILE = "r4rk1/ppp2ppp/8/8/8/8/PP3PPP/R4RK1 w - - 0 1"
SPANISH = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
CASTLED = "r2q1rk1/ppp1bppp/2n2n2/3p2B1/3P4/2NB1Q2/PPP2PPP/R4RK1 w - - 0 1"
BISHOP = "r1bqk2r/pppp1ppp/2n2n2/3Np3/1bB1P3/5N2/PPPP1PPP/R1BQK2R w KQkq - 0 1"
PAT = "8/8/8/8/8/6p1/r4k2/1R5K w - - 0 1"
TRADE = "2nrkb1r/1b1p2pp/p1qBpp2/1p5P/3QP3/2N5/PPP2PP1/2KR1B1R w k - 2 14"
CHECKS = "6k1/5p2/6p1/8/7Q/8/qr4PP/6K1 w - - 0 1"

FOUND = [
    (MotifKind.PERPETUAL, CHECKS, "Qd8+ Kg7 Qd4+ Kg8 Qd8+", "drawing by perpetual check"),
    (MotifKind.STALEMATE, PAT, "Rb2+", "offering a piece for stalemate"),
    (MotifKind.STALEMATE, PAT, "Rb2+ Rxb2", "drawing by stalemate"),
    (MotifKind.BREAKTHROUGH, BREAK, "b6 axb6 c6 bxc6 a6", "breaking through"),
    (MotifKind.BREAKTHROUGH, BREAK, "b6 cxb6 a6 bxa6 c6", "breaking through"),
    (MotifKind.OPPOSITION, "8/4k3/8/3K4/4P3/8/8/8 w - - 0 1", "Ke5", "taking the opposition"),
    (
        MotifKind.OPPOSITION,
        "4k3/8/8/8/8/3K4/4P3/8 w - - 0 1",
        "Ke4",
        "taking the distant opposition",
    ),
    (MotifKind.OPEN_FILE, FILE, "Rad1", "taking the open d-file"),
    (MotifKind.DOUBLED_PAWNS, SPANISH, "Bxc6 dxc6", "doubling Black's pawns"),
    (MotifKind.WEAKENED_KING, CASTLED, "Bxf6 gxf6", "weakening Black's king"),
    (MotifKind.BISHOP_PAIR, BISHOP, "Nxb4 Nxb4", "gaining the bishop pair"),
]

MISSED = [
    (MotifKind.PERPETUAL, CHECKS, "Qd8+ Kg7 Qd4+ Kh7", "no position comes again"),
    (MotifKind.PERPETUAL, CHECKS, "Qh6 Qa3 Qh4 Qa2", "no checks"),
    (MotifKind.PERPETUAL, CHECKS, "Qd8+ Kg7 Qd4+ Kg8 Qd8+ Kg7 Qf6+ Kg8 h3", "the checks end"),
    (MotifKind.STALEMATE, PAT.replace("8/6p1", "6p1/8"), "Rb2+ Rxb2", "the king has a square"),
    (MotifKind.STALEMATE, "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7", "it is given away"),
    (MotifKind.BREAKTHROUGH, BREAK, "b6 axb6 axb6 cxb6 cxb6 Kg2 Kb2", "no pawn is passed"),
    (MotifKind.BREAKTHROUGH, BREAK.replace("K6k", "K5nk"), "b6 axb6 c6 bxc6 a6", "a knight"),
    (MotifKind.OPPOSITION, "8/4k3/8/8/4P3/3K4/8/8 w - - 0 1", "Ke3", "a pawn is between"),
    (MotifKind.OPPOSITION, "8/4k3/8/2K5/4P3/8/8/8 w - - 0 1", "Kd5", "not on one file"),
    (MotifKind.OPPOSITION, "8/4k3/8/3K4/4P3/8/8/N7 w - - 0 1", "Ke5", "not a pawn ending"),
    (MotifKind.OPEN_FILE, FILE.replace("ppp2ppp", "pppp1ppp"), "Rad1", "half open"),
    (MotifKind.OPEN_FILE, FILE.replace("r4rk1", "r2r2k1"), "Rad1", "the file is held"),
    (MotifKind.OPEN_FILE, FILE, "Rad1 Rad8 Rxd8 Rxd8", "it is given up"),
    (MotifKind.DOUBLED_PAWNS, SPANISH.replace("1ppp1ppp", "1p1p1ppp"), "Bxc6 bxc6", "alone"),
    (MotifKind.DOUBLED_PAWNS, CASTLED, "Bxf6 Bxf6", "no pawn recaptures"),
    (MotifKind.WEAKENED_KING, CASTLED, "Bxf6 Bxf6", "the shelter is whole"),
    (MotifKind.WEAKENED_KING, CASTLED.replace("B1Q2", "B1R2"), "Bxf6 gxf6", "no queen"),
    (MotifKind.WEAKENED_KING, SPANISH, "Bxc6 dxc6", "the king is in the centre"),
    (MotifKind.BISHOP_PAIR, BISHOP.replace("1bB1P3", "1b2P3"), "Nxb4", "one"),
    (MotifKind.BISHOP_PAIR, TRADE, "Bxf8", "the bishop will be recaptured"),
    (MotifKind.BISHOP_PAIR, BISHOP, "O-O Nxd5 exd5", "no bishop is captured"),
]


@pytest.mark.parametrize(("kind", "fen", "sans", "phrase"), FOUND)
def test_word_is_said(kind, fen, sans, phrase):
    found = phrases(fen, sans, kind)

    assert found
    assert phrase in {None, *found}
    assert kind in kinds(fen, sans)


@pytest.mark.parametrize(("kind", "fen", "sans", "why"), MISSED)
def test_word_is_not_said(kind, fen, sans, why):
    assert kind not in kinds(fen, sans), why


def test_headline_of_quiet_gains():
    assert story(FILE, "Rad1").phrase == "taking the open d-file"
    assert story(BREAK, "b6 axb6 c6 bxc6 a6").phrase == "breaking through"
    assert story(CHECKS, "Qd8+ Kg7 Qd4+ Kg8 Qd8+").phrase == "drawing by perpetual check"
    assert story(PAT, "Rb2+ Rxb2").phrase == "drawing by stalemate"


def test_stalemate_given_away_is_the_opponents():
    (motif,) = story("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7").motifs

    assert (motif.kind, motif.by_us) == (MotifKind.STALEMATE, False)


def test_promotion_after_a_breakthrough():
    found = story(BREAK, "b6 axb6 c6 bxc6 a6 Kg2 a7 Kg3 a8=Q")

    assert found.phrase == "promoting a pawn by breaking through"
