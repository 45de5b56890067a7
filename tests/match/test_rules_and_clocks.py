"""When a game ends by a rule of the match, and what a clock allows."""

import chess
import pytest

from provebest.match.limits import Clock, Limit, go_words, read_limit
from provebest.match.rules import NO_ADJUDICATION, Adjudication, lawful_end
from provebest.vocabulary import BadInputError

RULES = Adjudication(
    draw_value=10, draw_moves=2, draw_from=5, win_value=500, win_moves=2, longest=9
)


@pytest.mark.parametrize(
    ("values", "number", "result"),
    [
        ([3, -9, 0, 10], 5, "1/2-1/2"),
        ([3, -9, 0, 10], 4, None),  # too early
        ([3, -9, 0, 11], 5, None),  # one of them does not think so
        ([0, 0, None, 0], 5, None),  # one of them said nothing
        ([0, 0, 0], 5, None),  # not long enough
        ([500, 900, 501, 700], 3, "1-0"),
        ([-500, -900, -501, -700], 3, "0-1"),
        ([500, -900, 501, 700], 3, None),  # they do not agree
        ([100, 100], 9, "1/2-1/2"),
    ],
)
def test_games_are_adjudicated_as_the_rules_say(values, number, result):
    verdict = RULES.verdict(values, number)

    assert (verdict and verdict[0]) == result
    assert NO_ADJUDICATION.verdict(values, number) is None
    assert NO_ADJUDICATION.sentence() == "none"


@pytest.mark.parametrize(
    ("fen", "result", "reason"),
    [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "1-0", "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2", "stalemate"),
        ("7k/8/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2", "insufficient material"),
        ("7k/8/6K1/8/8/8/8/R7 b - - 100 90", "1/2-1/2", "fifty-move rule"),
    ],
)
def test_the_laws_end_a_game(fen, result, reason):
    assert lawful_end(chess.Board(fen)) == (result, reason)


def test_the_third_repetition_ends_a_game():
    board = chess.Board()
    for move in ["Nf3", "Nf6", "Ng1", "Ng8"] * 2:
        assert lawful_end(board) is None
        board.push_san(move)

    assert lawful_end(board) == ("1/2-1/2", "threefold repetition")


def test_a_clock_loses_what_a_move_takes_and_gets_its_increment():
    clock = Clock(read_limit("2/1+0.5", None, None, None))
    assert clock.moves_to_go == 2
    assert clock.press(0.75)
    assert (clock.left, clock.moves_to_go) == (0.75, 1)
    assert clock.press(0.5)
    assert (clock.left, clock.moves_to_go) == (1.75, 2)  # 0.25 + 0.5 + the next period
    assert clock.offered == clock.used + clock.left == 3.0

    assert not clock.press(1.76)
    assert (clock.left, clock.used) == (0.0, pytest.approx(3.01))


def test_a_margin_forgives_and_a_fixed_time_can_be_left_unused():
    fixed = Clock(read_limit(None, 0.25, None, None))
    fixed.press(0.125)
    fixed.press(0.25)
    assert (fixed.offered, fixed.unused) == (0.5, 0.125)
    assert Clock(Limit(base=1, margin=0.1)).press(1.1)
    assert not Clock(Limit(base=1, margin=0.1)).press(1.11)
    assert Clock(read_limit(None, 0.2, None, None)).press(0.29)
    assert not Clock(read_limit(None, 0.2, None, 0.0)).press(0.21)


def test_an_engine_is_told_both_clocks():
    limit = read_limit("40/60+0.5", None, None, None)
    white, black = Clock(limit), Clock(limit)
    black.press(30)

    words = "go wtime 60000 btime 30500 winc 500 binc 500 movestogo"
    assert go_words(white, white, black) == f"{words} 40"
    assert go_words(black, white, black) == f"{words} 39"
    for given, words in (
        ((None, 0.25, None, None), "movetime 250"),
        ((None, None, 9, None), "nodes 9"),
        ((None, None, None, None, 8), "probes 8"),
    ):
        clock = Clock(read_limit(*given))
        assert go_words(clock, clock, clock) == f"go {words}"


@pytest.mark.parametrize(
    "given",
    [
        (None, None, None),
        ("1", 1.0, None),
        ("x", None, None),
        ("1+", None, None),
        ("0", None, None),
    ],
)
def test_a_limit_that_is_none_is_a_sentence(given):
    with pytest.raises(BadInputError):
        read_limit(*given, None)
