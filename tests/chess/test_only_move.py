"""One and only one winning move, or only one that holds, by thresholds that are stated."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provebest import BadInputError, NothingSearchedError
from provebest.chess.explain.only_move import Kind, Thresholds, judge, only_move

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
    kind = judge(value, others, limits)

    assert (kind is Kind.WINS) == (value >= limits.win and others <= limits.no_win)
    holding = limits.win > value >= limits.hold and others <= limits.loss
    assert (kind is Kind.HOLDS) == holding


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
