"""One and only one winning move, or only one that holds, by thresholds that are stated."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provebest import BadInputError, NothingSearchedError
from provebest.chess.explain.move_verdict import (
    Kind,
    MoveVerdict,
    Thresholds,
    judge,
    judge_with_deeper,
)
from provebest.chess.explain.only_move import only_move

PROMOTES = "8/8/6K1/7P/1p6/8/1k6/8 w - - 1 59"
BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
TAKES_BACK = "6k1/p4r1q/2p1bN2/2p3p1/2Pb4/PP2R2P/R1Q3P1/6K1 b - - 0 27"


@pytest.mark.parametrize(
    ("fen", "kind", "move"),
    [
        (PROMOTES, Kind.WINS, "h5h6"),
        (BACK_RANK, Kind.SEVERAL, "d1d8"),
        ("k7/8/1K6/8/8/8/8/7R b - - 0 1", Kind.FORCED, "a8b8"),
        (TAKES_BACK, Kind.HOLDS, "f7f6"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Kind.SEVERAL, None),
    ],
)
def test_positions_whose_answer_is_known(fen, kind, move):
    found = only_move(fen, nodes=150_000)

    assert kind in (None, found.kind)
    assert move in (None, found.move)
    assert found.line[0] == found.move
    if found.other is not None:
        assert found.other != found.move
        assert found.others_at_most <= found.value


def test_a_move_that_alone_mates_is_said_to_even_where_others_win():
    found = only_move(BACK_RANK, nodes=50_000)

    assert found.only_mate
    assert not found.only


def test_the_same_question_has_the_same_answer():
    assert only_move(PROMOTES, nodes=30_000) == only_move(PROMOTES, nodes=30_000)


def test_other_thresholds_give_another_answer():
    strict = only_move(PROMOTES, nodes=100_000, thresholds=Thresholds(win=5000, no_win=4000))

    assert strict.kind is not Kind.WINS
    assert strict.thresholds.win == 5000


@given(st.floats(-1000, 1000), st.floats(0, 1000))
def test_a_move_is_the_only_one_exactly_if_it_is_on_this_side_and_all_others_beyond(value, behind):
    limits, others = Thresholds(), value - behind
    kind = judge(value, others, limits).kind

    assert (kind is Kind.WINS) == (value >= limits.win and others <= limits.no_win)
    holding = limits.win > value >= limits.hold and others <= limits.loss
    assert (kind is Kind.HOLDS) == holding


@pytest.mark.parametrize(
    ("value", "others", "verdict"),
    [
        (500, 0, "only winning move"),
        (0, -500, "only holding move"),
        (500, 480, "several moves win"),
        (500, 150, "wins; another move may win, too"),
        (150, 120, "several moves may win"),
        (150, 20, "may win; another move holds the draw"),
        (30, 20, "several moves hold the draw"),
        (30, -150, "holds the draw; another move may hold it, too"),
        (-150, -500, "may hold the draw; every other move loses"),
        (-150, -160, "unclear whether any move holds the draw"),
        (-300, -400, "every move loses"),
    ],
)
def test_the_verdict_says_what_the_moves_do(value, others, verdict):
    assert judge(value, others, Thresholds()).value == verdict


@pytest.mark.parametrize(
    ("value", "others", "deeper", "verdict"),
    [
        (500, 0, None, MoveVerdict.ONLY_WIN),
        (500, 0, 480, MoveVerdict.ONLY_WIN),
        (500, 0, 150, MoveVerdict.DISPUTED),
        (90, 20, 110, MoveVerdict.MAY_WIN),  # a deeper search knows better
        (30, 20, -300, MoveVerdict.DISPUTED),  # this move loses, but another holds
        (30, 20, 10, MoveVerdict.SEVERAL_HOLD),
        (220, 210, 150, MoveVerdict.SEVERAL_MAY_WIN),
        (220, 210, 50, MoveVerdict.DISPUTED),  # another move still wins
        (-150, -500, -90, MoveVerdict.ONLY_MAY_HOLD),  # it is not called sure by one search alone
        (-150, -500, -250, MoveVerdict.DISPUTED),
    ],
)
def test_a_deeper_search_may_contradict_the_verdict(value, others, deeper, verdict):
    assert judge_with_deeper(value, others, deeper, Thresholds()) is verdict


def test_a_lost_position_has_its_own_verdict():
    found = only_move("8/8/8/8/3k4/3q4/8/3K4 w - - 0 1", nodes=20_000)

    assert (found.kind, found.verdict) == (Kind.SEVERAL, MoveVerdict.LOST)
    assert found.as_json()["kind"] == "not the only one"
    assert found.as_json()["verdict"] == "every move loses"


@pytest.mark.parametrize(
    ("fen", "said"),
    [("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "the game is over"), ("8/8", "FEN")],
)
def test_what_has_no_answer_is_bad_input(fen, said):
    with pytest.raises(BadInputError, match=said):
        only_move(fen)


def test_thresholds_that_cross_are_refused():
    with pytest.raises(BadInputError, match="must go up"):
        Thresholds(win=50, no_win=100)


def test_a_limit_too_small_for_a_first_look_is_refused():
    with pytest.raises(NothingSearchedError, match="allow more"):
        only_move("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", nodes=1)
