"""The stream of events: who gets what, in which order, and what is never made."""

from dataclasses import FrozenInstanceError, dataclass

import pytest

import provebest as pb
from provebest.vocabulary import EventStream, Progress, SearchEvent


@dataclass(frozen=True, slots=True)
class Knock(SearchEvent):
    times: int


@dataclass(frozen=True, slots=True)
class DoubleKnock(Knock):
    pass


def test_listeners_get_the_kinds_they_asked_for_in_the_order_they_came():
    stream, heard = EventStream(), []
    stream.on(Knock, lambda event: heard.append(("knocks", event)))
    stream.listen(lambda event: heard.append(("all", event)))
    stream.listen(None)
    stream.on(Progress, lambda event: heard.append(("progress", event)))
    stream.send(Knock, lambda: Knock(1))
    stream.pass_on(DoubleKnock(2))

    assert heard == [
        ("knocks", Knock(1)),
        ("all", Knock(1)),
        ("knocks", DoubleKnock(2)),
        ("all", DoubleKnock(2)),
    ]


def test_an_event_that_nobody_wants_is_never_made():
    stream, made = EventStream(), []
    stream.on(Progress, print)
    stream.send(Knock, lambda: made.append(1))

    assert made == []


def test_an_event_is_made_once_for_all_listeners():
    stream, made, heard = EventStream(), [], []
    stream.listen(heard.append)
    stream.listen(heard.append)

    def make():
        made.append(1)
        return Knock(3)

    stream.send(Knock, make)

    assert (len(made), heard) == (1, [Knock(3), Knock(3)])
    assert heard[0] is heard[1]
    with pytest.raises(FrozenInstanceError):
        heard[0].times = 4


def test_what_a_listener_raises_comes_out_of_the_search():
    def refuse(event):
        raise RuntimeError(f"not {event.purpose}")

    def listen(event):
        if isinstance(event, pb.StepEnded):
            refuse(event)

    with pytest.raises(RuntimeError, match="not root"):
        pb.pbstar(pb.games.TicTacToe(), on_event=listen)
