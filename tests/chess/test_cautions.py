"""What is known of an ending that the values of a search do not show."""

import pytest

from provebest.chess.explain.analysis import Settings, analyse
from provebest.chess.explain.cautions import (
    BLOCKED,
    HELD,
    KING_BEFORE,
    LUCENA,
    MINOR_PIECES,
    QUEEN_AND_PAWN,
    ROOKS,
    WRONG_BISHOP,
    caution_about,
)
from provebest.games.chess_values import MATE

VANCURA = "R7/6k1/P4r2/8/2K5/8/8/8 b - - 0 1"
SAID = "Rook and rook's pawn against rook is often a draw, whatever the value says."


@pytest.mark.parametrize(
    ("fen", "value", "said"),
    [
        (VANCURA, -309.0, SAID),
        ("8/8/8/2k5/8/p4R2/6K1/r7 w - - 0 1", -309.0, SAID),
        (VANCURA, -20.0, ""),
        (VANCURA, 8.0 - MATE, ""),
        ("R7/6k1/2P2r2/8/2K5/8/8/8 b - - 0 1", -309.0, ""),
        ("R7/6k1/P4r2/7P/2K5/8/8/8 b - - 0 1", -309.0, ""),
        ("Q7/6k1/P4r2/8/2K5/8/8/8 b - - 0 1", -309.0, ""),
        ("RR6/6k1/P7/8/2K5/8/8/8 b - - 0 1", -309.0, ""),
    ],
)
def test_a_rooks_pawn_in_a_rook_ending_is_often_not_enough(fen, value, said):
    assert caution_about(fen, value) == said


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        ("8/8/5k2/8/7P/4K3/4B3/8 w - - 0 1", WRONG_BISHOP),
        ("8/8/5k2/7P/7P/4K3/4B3/8 w - - 0 1", WRONG_BISHOP),
        ("8/3b4/8/p7/8/8/4k3/7K b - - 0 1", WRONG_BISHOP),
        ("6k1/8/8/7P/8/4K3/4B3/8 w - - 0 1", HELD),
        ("8/3b4/8/p7/8/8/2k5/K7 w - - 0 1", HELD),
        ("8/8/5k2/8/7P/4K3/5B2/8 w - - 0 1", ""),
        ("8/2b5/8/p7/8/8/4k3/7K b - - 0 1", ""),
        ("8/8/5k2/8/P6P/4K3/4B3/8 w - - 0 1", ""),
        ("8/8/5k2/8/7P/4K3/3BB3/8 w - - 0 1", ""),
        ("8/8/5k2/7p/7P/4K3/4B3/8 w - - 0 1", ""),
        ("8/8/5k2/8/7P/4K3/4N3/8 w - - 0 1", ""),
    ],
)
def test_a_bishop_must_control_the_corner_of_its_rooks_pawn(fen, said):
    assert caution_about(fen, 400.0) == said
    assert caution_about(fen, MATE - 21.0) == ""


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        ("4k3/7R/8/3KP3/8/8/8/r7 b - - 0 1", KING_BEFORE),
        ("R7/8/8/8/3kp3/8/4K3/7r w - - 0 1", KING_BEFORE),
        ("3k4/7R/8/4P3/4K3/8/8/r7 b - - 0 1", ""),
        ("8/7R/8/3KP3/8/8/4k3/r7 b - - 0 1", ""),
        ("4k3/7R/8/3KPP2/8/8/8/r7 b - - 0 1", ""),
        ("4k3/7R/8/3KN3/8/8/8/r7 b - - 0 1", ""),
    ],
)
def test_a_king_before_the_pawn_mostly_holds_a_rook_ending(fen, said):
    assert caution_about(fen, -90.0) == said
    assert caution_about(fen, -49.0) == "", "such a value says it already"


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        ("8/8/8/4K3/8/8/1kp5/5Q2 w - - 0 1", QUEEN_AND_PAWN),
        ("8/8/8/8/3K4/8/1kp5/5Q2 w - - 0 1", ""),
        ("5q2/1KP5/8/6k1/8/8/8/8 b - - 0 1", QUEEN_AND_PAWN),
        ("8/8/8/4K3/8/8/1kr5/5Q2 w - - 0 1", ""),
        ("8/8/8/8/3K4/2p5/1k6/5Q2 w - - 0 1", ""),
        ("8/8/8/8/3K4/8/k1p5/5Q2 w - - 0 1", ""),
        ("8/8/8/8/3K4/8/kp6/5Q2 w - - 0 1", ""),
        ("8/8/8/8/3K4/8/1kp5/5R2 w - - 0 1", ""),
        ("8/8/8/8/3KP3/8/1kp5/5Q2 w - - 0 1", ""),
    ],
)
def test_a_queen_often_cannot_win_against_a_pawn_on_the_seventh_rank(fen, said):
    assert caution_about(fen, 480.0) == said
    assert caution_about(fen, 20.0) == ""


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        ("8/8/3k4/3n4/8/3K4/3B4/8 w - - 0 1", MINOR_PIECES),
        ("8/8/3k4/3n4/8/3K4/3N4/8 w - - 0 1", MINOR_PIECES),
        ("8/8/3k4/3n4/8/3K4/3R4/8 w - - 0 1", ""),
        ("8/8/3k4/3n4/7P/3K4/3B4/8 w - - 0 1", ""),
        ("8/8/3k4/8/8/3K4/3BN3/8 w - - 0 1", ""),
    ],
)
def test_a_minor_piece_against_a_minor_piece_is_a_draw(fen, said):
    assert caution_about(fen, 0.0) == said


@pytest.mark.parametrize(
    ("fen", "value", "said"),
    [
        ("1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1", 600.0, LUCENA),
        ("1K1k4/1P6/8/8/8/8/r7/2R5 b - - 0 1", -600.0, LUCENA),
        ("5R2/8/8/8/8/3r4/4p2K/4k3 b - - 0 1", 600.0, ""),
        ("5R2/8/8/8/8/5r2/4p2K/4k3 b - - 0 1", 600.0, LUCENA),
        ("1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1", 0.0, ""),
        ("4k1K1/6P1/8/8/5r2/5R2/8/8 b - - 0 1", 524.0, ""),
        ("1K6/1P1k4/8/8/8/8/r7/4R3 w - - 0 1", 600.0, ""),
        ("1K6/3k4/1P6/8/8/8/r7/2R5 w - - 0 1", 600.0, ""),
        ("K2k4/P7/8/8/8/8/1r6/2R5 w - - 0 1", 600.0, SAID),
    ],
)
def test_the_lucena_position_is_known_by_name(fen, value, said):
    assert caution_about(fen, value) == said


def test_rook_against_rook_is_a_draw_unless_something_is_lost():
    assert caution_about("7k/8/5K2/8/8/8/r7/6R1 b - - 0 1", 0.0) == ROOKS
    assert caution_about("7k/8/5K2/8/8/8/r7/6R1 b - - 0 1", 9.0 - MATE) == ""
    assert caution_about("7k/8/5K2/8/8/8/r7/6Q1 b - - 0 1", 0.0) == ""
    assert caution_about("7k/8/5K2/8/8/8/rr6/6R1 b - - 0 1", 0.0) == ""


def test_the_caution_is_told_in_short_and_at_length():
    argument = analyse(VANCURA, settings=Settings(nodes=20_000)).argument

    assert argument.caution == SAID == argument.as_json()["caution"]
    assert SAID in argument.brief().splitlines()
    assert SAID in argument.text().splitlines()


@pytest.mark.parametrize(
    ("fen", "value", "said"),
    [
        ("8/2k5/1p1p4/pPpPp1p1/P1P1P1P1/3K4/8/5B2 w - - 0 1", 211.0, BLOCKED),
        ("8/2k5/1p1p4/pPpPp1p1/P1P1P1P1/3K4/8/5B2 b - - 0 1", -211.0, BLOCKED),
        ("8/2k5/1p1p4/pPpPp1p1/P1P1P1P1/3K4/8/5B2 w - - 0 1", 20.0, ""),
        ("8/2k5/1p1p4/pPpPp1p1/P1P1P1P1/3K4/8/5R2 w - - 0 1", 211.0, ""),
        ("8/2k5/1p1p4/pPpPp1p1/P1P1P1P1/3K3P/8/5B2 w - - 0 1", 211.0, ""),
        ("8/2k5/1p1p4/pPpPpnp1/P1P1P1P1/3K4/8/5B2 w - - 0 1", 211.0, ""),
        ("8/2k5/8/p2p4/P2P4/3K4/8/5B2 w - - 0 1", 211.0, ""),
        ("8/2k5/1p1p4/pPpPp1p1/P1P1P1P1/3K4/3B4/8 w - - 0 1", 548.0, ""),
        ("8/2k5/1p1p4/pPpPp1p1/P1P1P1P1/3K4/8/3N4 w - - 0 1", 211.0, ""),
        ("7k/8/1p1p4/pPpPp1p1/P1P1P1P1/3K4/8/3BB3 w - - 0 1", 900.0, ""),
        ("8/8/1p6/pPp1K3/P1P5/8/8/7k w - - 0 1", 828.0, ""),
        ("7K/8/8/p1p5/PpP5/1P2k3/8/8 b - - 0 1", 828.0, ""),
        ("8/8/4p2k/3pPp2/3P1P2/8/8/K7 w - d6 0 1", 734.0, ""),
        ("8/2k5/1p1p4/pPpPp1p1/P1P1P1P1/3K4/8/5B2 w - e6 0 1", 211.0, ""),
        ("8/2k5/1p1p4/pPpPp1p1/P1P1P1P1/3K4/8/8 w - - 0 1", 211.0, BLOCKED),
    ],
)
def test_a_value_means_little_if_no_pawn_can_move_and_no_king_gets_through(fen, value, said):
    assert caution_about(fen, value) == said
