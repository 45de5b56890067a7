"""Which FENs are positions: python-chess's verdict, reason for reason."""

import re

import chess
import pytest
from chess_games import games, garbage_fens, mutated_fens
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from provebest.games import BadPositionError, read_position

START = chess.STARTING_FEN
UNREADABLE = {
    "rows",
    "row",
    "character",
    "turn",
    "castling_text",
    "en_passant_text",
    "clock",
    "move_number",
    "too_many_fields",
}


def verdict_of_python_chess(fen, chess960):
    try:
        board = chess.Board(fen, chess960=chess960)
    except ValueError:
        return "unreadable"
    status = board.status()
    return {flag.name.lower() for flag in chess.Status if flag & status}


def our_verdict(fen, chess960, **rules):
    try:
        read_position(fen, chess960=chess960, **rules)
    except BadPositionError as refused:
        error = refused
    else:
        return set()
    reasons = set(error.reasons)
    assert len(reasons) == len(error.reasons)
    assert 0 <= error.place <= len(fen)
    if reasons & UNREADABLE or (reasons == {"empty"} and not fen.strip()):
        assert len(reasons) == 1
        return "unreadable"
    return reasons


def is_known_difference(fen):
    """What python-chess reads and we do not, or the reverse.

    Whole numbers as Python's int() takes them ("+5", "1_0"), or above a thousand million; a king
    marked as promoted, whom python-chess then cannot find; separators other than blank and tab.
    """
    fields = fen.split()
    numbers = "".join(fields[4:6])
    return (
        "+" in numbers
        or "_" in numbers
        or any(field.isdigit() and int(field) > 10**9 for field in fields[4:6])
        or re.search("[Kk]~", fen) is not None
        or re.search(r"[^\t -~]", fen) is not None
    )


@settings(deadline=None)
@given(mutated_fens())
@example(("4k3/8/8/8/8/8/8/4K3 w Q - 0 1", False))  # a right on the a-side without any rook
@example(("4k3/8/8/8/8/8/8/4K3 w K - 0 1", False))
@example(("4k3/8/8/8/8/8/8/R3K3 w A - 0 1", True))
@example(("4k3/8/8/8/8/8/8/1R1K2RR w GB - 0 1", True))
@example(("K3K3/8/8/8/4pP2/8/8/4r2R b - f3 0 1", False))
@example(("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", False))
def test_a_spoiled_position_is_judged_as_by_python_chess(case):
    fen, chess960 = case
    expected = verdict_of_python_chess(fen, chess960)

    assert our_verdict(fen, chess960) == expected
    if expected != "unreadable":
        unheard = {"too_many_checkers", "impossible_check"}
        assert our_verdict(fen, chess960, any_check=True) == expected - unheard
    if not expected:
        board, position = chess.Board(fen, chess960=chess960), read_position(fen, chess960=chess960)
        assert position.fen() == board.fen()
        assert sorted(position.legal_moves()) == sorted(map(board.uci, board.legal_moves))


@settings(deadline=None)
@given(garbage_fens())
def test_garbage_is_judged_as_by_python_chess(case):
    fen, chess960 = case
    assume(not is_known_difference(fen))

    assert our_verdict(fen, chess960) == verdict_of_python_chess(fen, chess960)


@given(st.text())
def test_any_text_is_a_position_or_refused_with_reasons(text):
    with pytest.raises(BadPositionError) as refused:
        read_position(text)

    assert refused.value.reasons
    assert "\n" not in str(refused.value)


@settings(deadline=None)
@given(games())
def test_what_is_written_can_be_read_again(game):
    fen, chess960, moves = game
    board = chess.Board(fen, chess960=chess960)
    spelled = []
    for move in moves:
        spelled.append(board.uci(move))
        board.push(move)
    position = read_position(fen, spelled, chess960=chess960)

    assert position.fen() == board.fen()
    again = read_position(position.fen(), chess960=chess960)
    assert (again.fen(), again.key) == (position.fen(), position.key)


@pytest.mark.parametrize(
    ("fen", "ours", "theirs"),
    [
        (START.replace(" 0 1", " +0 1"), "unreadable", set()),
        (START.replace(" 0 1", " 0 1_0"), "unreadable", set()),
        (START.replace(" 0 1", " 1000000001 1"), "unreadable", set()),
        (START.replace(" ", "\n"), "unreadable", set()),
        (START.replace(" ", "\u00a0"), "unreadable", set()),
        (START.replace("K", "K~", 1), set(), {"bad_castling_rights"}),
    ],
)
def test_the_differences_from_python_chess_that_are_known(fen, ours, theirs):
    assert is_known_difference(fen)
    assert our_verdict(fen, chess960=False) == ours
    assert verdict_of_python_chess(fen, chess960=False) == theirs


@pytest.mark.parametrize(
    ("fen", "reasons", "place", "said"),
    [
        ("", ("empty",), 0, "the FEN is empty"),
        ("8/8/8/8/8/8/8 w - -", ("rows",), 0, "7 rows; a board has 8"),
        ("8/8/8/8/7/8/8/8 w - -", ("row",), 8, "rank 4 has 7 squares"),
        ("8/8/8/8/8/8/8/x7 w - -", ("character",), 14, "'x' is neither a piece"),
        ("8/8/8/8/8/8/8/44 w - -", ("character",), 15, "two digits"),
        ("4k3/8/8/8/8/8/8/4K3 white", ("turn",), 20, "'white' is neither"),
        (
            "4k3/8/8/8/8/8/8/4K3 w KX",
            ("castling_text",),
            22,
            "'KX' is not a list of castling rights",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e9",
            ("en_passant_text",),
            24,
            "'e9' is not an en passant square",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - x", ("clock",), 26, "'x' is not a number of halfmoves"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", ("move_number",), 28, "'-1' is not a move number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;", ("too_many_fields",), 30, "six fields"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", ("no_black_king",), 0, "no black king"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", ("pawns_on_backrank",), 16, "a pawn stands on a1"),
        ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", ("bad_castling_rights",), 23, "castling rights"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", ("invalid_ep_square",), 24, "jumped over e6"),
        ("4k2R/8/8/8/8/8/8/4K3 w - - 0 1", ("opposite_check",), 21, "take the king on e8"),
        ("4r2k/8/8/8/4K3/8/8/4r3 w - - 0 1", ("impossible_check",), 12, "no last move"),
    ],
)
def test_a_refusal_says_why_and_where(fen, reasons, place, said):
    with pytest.raises(BadPositionError) as refused:
        read_position(fen)

    assert (refused.value.reasons, refused.value.place) == (reasons, place)
    assert said in str(refused.value)
    assert repr(fen) in str(refused.value)
    if place:
        assert f"at character {place + 1}" in str(refused.value)


def test_every_reason_is_told():
    with pytest.raises(BadPositionError, match=r"no black king, bad castling rights$") as no:
        read_position("8/8/8/8/8/8/8/8 w KQ - 0 1")

    assert no.value.reasons[:3] == ("empty", "no_white_king", "no_black_king")
