"""Recorded answers of set-probes are given again to the same questions, and to no others."""

import pytest

from provebest.search.setprobe.replay import RecordedProbe, ReplayedSets
from provebest.search.setprobe.set_prober import SetProber, SetValue

MOVES = ("a", "b")
LIMITS = {"nodes": None, "seconds": None}


def answer(value, depth):
    return SetValue("a", value, ("a",), depth, finished=True, at_most={})


class Fresh(SetProber):
    """A prober that notes its questions."""

    def __init__(self):
        self.asked = []

    def probe(self, moves, depth, *, nodes, seconds):
        self.asked.append((tuple(moves), depth, None))
        return answer(0.0, depth)

    def reaches(self, moves, bound, depth, *, nodes, seconds):
        self.asked.append((tuple(moves), depth, bound))
        return answer(1.0, depth)

    def nodes(self):
        return 7 * len(self.asked)


RECORD = (
    RecordedProbe((), 6, None, answer(30.0, 6), 100),
    RecordedProbe(MOVES, 11, 37.5, answer(20.0, 11), 200),
    RecordedProbe(("c",), 11, 12.5, answer(25.0, 11), 300),
)


@pytest.fixture
def fresh():
    return Fresh()


@pytest.fixture
def sets(fresh):
    return ReplayedSets(fresh, RECORD)


def ask_first(sets):
    return sets.probe((), 6, **LIMITS)


def test_the_same_questions_get_the_recorded_answers_and_their_cost(sets, fresh):
    found = [
        ask_first(sets),
        sets.reaches(MOVES, 37.5, 11, **LIMITS),
        sets.reaches(["c"], 12.5, 11, **LIMITS),
    ]

    assert found == [probe.found for probe in RECORD]
    assert (fresh.asked, sets.nodes()) == ([], 600)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        (lambda sets: sets.reaches(MOVES, 37.0, 11, **LIMITS), (MOVES, 11, 37.0)),
        (lambda sets: sets.reaches(MOVES, 37.5, 12, **LIMITS), (MOVES, 12, 37.5)),
        (lambda sets: sets.reaches(("b",), 37.5, 11, **LIMITS), (("b",), 11, 37.5)),
        (lambda sets: sets.probe(MOVES, 11, **LIMITS), (MOVES, 11, None)),
        (
            lambda sets: sets.reaches(MOVES, 37.5, 11, nodes=199, seconds=None),
            (MOVES, 11, 37.5),
        ),
    ],
)
def test_another_question_goes_to_the_prober_and_so_do_all_after_it(sets, fresh, question, asked):
    ask_first(sets)
    question(sets)
    sets.reaches(["c"], 12.5, 11, **LIMITS)

    assert fresh.asked == [asked, (("c",), 11, 12.5)]
    assert sets.nodes() == 100 + 7 * 2


def test_a_value_is_not_the_answer_to_a_bound(sets, fresh):
    sets.reaches((), 3.0, 6, **LIMITS)

    assert fresh.asked == [((), 6, 3.0)]
