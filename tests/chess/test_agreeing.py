"""Notes on successive moves say nothing that contradicts each other."""

from dataclasses import replace

import chess
import pytest
from small_notes import NOTE

from provebest.chess.explain.agreeing import agreed, unanswered
from provebest.chess.explain.annotation import Annotation
from provebest.chess.explain.confirming import Confirmation, ConfirmMove
from provebest.chess.explain.notes import Note
from provebest.chess.searches import Settings
from provebest.games.pgn import read_games

AFTER = chess.Board()
AFTER.push_uci("f2f3")
MARKED = replace(NOTE, worth=-100.0, answer=("f2f3", "e7e5"), confirmed=True)
REPLY = replace(
    NOTE, ply=1, fen=AFTER.fen(), played="a7a6", best="e7e5", line=("e7e5",), answer=("a7a6",),
    second=None, value=10.0, worth=0.0,
)  # fmt: skip
"""It values the position after f3 otherwise than the searches that confirmed the mark."""


def test_a_reply_that_misses_the_refutation_is_looked_at_again():
    assert unanswered([MARKED, REPLY]) == [1]
    assert unanswered([MARKED, replace(REPLY, played="e7e5", best="e7e5")]) == []
    assert unanswered([MARKED, replace(REPLY, confirmed=True)]) == []
    assert unanswered([MARKED, replace(REPLY, worth=95.0)]) == [], "another reply is as good"
    assert unanswered([MARKED, replace(REPLY, ply=2)]) == [], "not the reply"
    assert unanswered([replace(MARKED, unsure=True), REPLY]) == []


def test_confirmed_notes_of_a_round_decide_what_the_next_looks_at():
    quiet = replace(REPLY, worth=REPLY.value - 4)
    found = Confirmation(
        50.0, -100.0, ("e2e4",), ("f2f3", "e7e5"), only=False, second=None, second_value=None,
        sure=True, depth=12,
    )  # fmt: skip
    asked = Annotation(read_games("1. f3 a6 *"), Settings(nodes=1)).rounds()

    first, reply = next(asked)
    assert (first.played, reply.played) == ("f2f3", "a7a6")
    assert asked.send([replace(MARKED, confirmed=False), quiet]) == [
        ConfirmMove(first, "e2e4", only=False)
    ]
    assert asked.send([found]) == [ConfirmMove(reply, "e7e5", only=False)]
    with pytest.raises(StopIteration) as end:
        asked.send([replace(found, value=-40.0, worth=-45.0, line=("e7e5",), answer=("a7a6",))])
    ((note, after),) = end.value.value
    assert note.confirmed
    assert after.confirmed
    assert note.unsure, "the position after it is no worse: the mark is withdrawn"


def test_moves_that_were_not_searched_have_no_note():
    asked = Annotation(read_games("1. f3 a6 *\n\n1. f3 *"), Settings(nodes=1)).rounds()

    assert len(next(asked)) == 3
    with pytest.raises(StopIteration) as end:
        asked.send([None, replace(REPLY, worth=REPLY.value), None])
    assert [[note.ply for note in own] for own in end.value.value] == [[1], []]


@pytest.mark.parametrize(("value", "mark"), [(100.0, "?"), (-5.0, "?!"), (-6.0, ""), (-50.0, "")])
def test_a_mark_is_withdrawn_if_the_search_after_the_move_does_not_bear_it_out(value, mark):
    """The best move is worth 50: 5 % less are 5 hundredths."""
    reply = replace(REPLY, value=value, worth=value - 10, confirmed=True)
    note, _ = agreed([MARKED, reply])

    assert (note.mark != "") == (mark != "")
    assert note.shown == (MARKED.worth if mark else -value)


def test_a_reply_that_misses_the_refutation_is_an_error_if_it_costs_as_much_as_one():
    reply = replace(REPLY, value=95.0, worth=-10.0, confirmed=True, unsure=True)

    assert [note.mark for note in agreed([MARKED, reply])] == ["??", "?"]
    assert agreed([MARKED, replace(reply, worth=60.0)])[1].mark == ""
    assert agreed([replace(MARKED, unsure=True), reply])[1].mark == ""
    assert agreed([MARKED, replace(reply, played="e7e5", best="a7a6")])[1].mark == ""


def test_an_error_that_was_found_so_can_be_withdrawn_like_any_other():
    reply = replace(REPLY, value=95.0, worth=-10.0, confirmed=True, unsure=True)
    third = replace(NOTE, ply=2, value=-90.0, worth=-90.0, confirmed=True)

    assert [note.mark for note in agreed([MARKED, reply, third])] == ["??", "", ""]


def test_the_value_of_a_position_is_that_of_its_best_move_even_if_that_was_played():
    reply = replace(REPLY, value=30.0, worth=85.0, confirmed=True)

    assert agreed([MARKED, reply])[0].mark


def test_a_value_that_was_not_confirmed_is_that_of_the_next_position_if_that_was():
    first = replace(NOTE, worth=45.0)
    confirmed = replace(REPLY, value=-20.0, worth=-20.0, confirmed=True)

    assert agreed([first, confirmed])[0].shown == 20.0
    assert agreed([first, replace(confirmed, confirmed=False)])[0].shown == 45.0
    assert agreed([replace(first, confirmed=True), confirmed])[0].shown == 45.0
    assert agreed([first, replace(confirmed, ply=3)])[0].shown == 45.0
    assert Note.from_json(agreed([first, confirmed])[0].as_json()).after == 20.0


def test_a_refutation_that_was_shown_is_not_called_the_only_move_as_well():
    only = replace(REPLY, played="e7e5", best="e7e5", only=True, value=100.0, worth=100.0)

    assert [note.only for note in agreed([MARKED, only])] == [False, False]
    assert agreed([replace(MARKED, unsure=True), only])[1].only
