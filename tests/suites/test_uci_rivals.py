"""Other engines on a test suite: one that fails is named, and not used again."""

import time

import pytest
from faulty_engine import DIES, ENDLESS_LINES, HANGS, LEAVES_A_CHILD, faulty_engine

from provebest.bench import move_counters
from provebest.bench.move_counters import PerftEngine
from provebest.games.chess import START
from provebest.suites import uci_rivals
from provebest.suites.epd import Exercise
from provebest.suites.uci_rivals import UciRival
from provebest.vocabulary import EngineFailedError

EXERCISE = Exercise("first move", START, ("e2e4",))
SAFETY = 60.0
"""Seconds; the faults last longer."""


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (HANGS, "no move came in time"),
        (ENDLESS_LINES, "no move came in time"),
        (DIES, "it ended by itself with exit code 3"),
        (LEAVES_A_CHILD, "it ended by itself with exit code 4"),
        ("say('bestmove')", "it answered with '', which is not legal"),
        ("say('bestmove e2e5')", "it answered with 'e2e5', which is not legal"),
    ],
)
def test_a_fault_is_a_sentence(tmp_path, monkeypatch, fault, why):
    monkeypatch.setattr(uci_rivals, "GRACE", 0.3)
    monkeypatch.setattr(uci_rivals, "LATE", 0.1)
    begun = time.monotonic()

    with UciRival(str(faulty_engine(tmp_path, "go", fault))) as rival:
        assert rival.solve(EXERCISE, 0.1 if "time" in why else SAFETY) is None
        assert rival.solve(EXERCISE, 0.1) is None

    assert rival.failure == f"Faulty 1 failed on first move: {why}"
    assert time.monotonic() - begun < SAFETY


def test_a_second_bestmove_is_not_the_next_answer(tmp_path):
    twice = "say('bestmove e2e4')\n    time.sleep(0.05)\n    say('bestmove d2d4')"
    with UciRival(str(faulty_engine(tmp_path, "go", twice))) as rival:
        moves = [rival.solve(EXERCISE, SAFETY).move for _ in range(3)]

    assert moves == ["e2e4"] * 3


def test_a_count_of_thousands_of_digits_is_no_count(tmp_path):
    fault = f"say('e2e4: {'9' * 5000}', 'Nodes searched: {'9' * 5000}')\n    {DIES}"
    engine = PerftEngine(str(faulty_engine(tmp_path, "go", fault)))

    with engine, pytest.raises(EngineFailedError, match="it ended by itself"):
        engine.count(START, 1, 20)


@pytest.mark.parametrize("fault", [HANGS, ENDLESS_LINES, "while True: say('e2e4: 1')"])
def test_an_engine_that_does_not_count_to_the_end_is_a_failure(tmp_path, monkeypatch, fault):
    monkeypatch.setattr(move_counters, "SILENCE", 0.2)
    engine = PerftEngine(str(faulty_engine(tmp_path, "go", fault)))

    with engine, pytest.raises(EngineFailedError, match="no count came in time"):
        engine.count(START, 1, 20)


def test_each_count_gives_an_engine_more_time_and_so_does_a_long_count(tmp_path, monkeypatch):
    """The time that it may be silent: for 2 moves, and for 2 million."""
    lines = ["e2e4: 1", "e2e4: 1", "d2d4: 1", "Nodes searched: 2"]
    engine = PerftEngine(str(faulty_engine(tmp_path)))
    untils = []

    def receive(until, complaint):
        untils.append(until)
        return until - 1.0, lines[(len(untils) - 1) % 4]

    monkeypatch.setattr(engine._process, "receive", receive)
    with engine:
        counts = [engine.count(START, 1, expected) for expected in (2, 2 * 10**6)]

    short, long = untils[:4], untils[4:]
    assert [count.shares for count in counts] == [{"e2e4": 1, "d2d4": 1}] * 2
    for times, silence in [(short, move_counters.SILENCE), (long, move_counters.SILENCE + 4.0)]:
        assert times[1] == times[2] == pytest.approx(times[0] - 1.0 + silence, abs=0.001)
        assert times[3] == pytest.approx(times[2] - 1.0 + silence, abs=0.001)
