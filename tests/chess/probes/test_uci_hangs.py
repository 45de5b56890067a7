"""An engine that hangs costs little time, even if nobody set a limit; a slow one is waited for."""

import time
from types import SimpleNamespace

import pytest
from faulty_engine import HANGS, faulty_engine

from provebest.chess.probes import uci, uci_process, uci_search
from provebest.chess.probes.prober import Probe
from provebest.chess.probes.uci import ProberFailedError, UciProber
from provebest.chess.probes.uci_search import Question
from provebest.chess.probes.uci_watch import SILENCE, Watch
from provebest.games.chess import read_position
from provebest.vocabulary import EngineFailedError

START = read_position()
ABOUT_HALF_A_MINUTE = 30.0


class Clock:
    def __init__(self):
        self.now = 1000.0

    def perf_counter(self):
        return self.now


class SlowToFail:
    """An engine that uses all the time that it gets, and fails."""

    def __init__(self, clock, silences, *, lost=True):
        self._clock, self._silences, self.lost = clock, silences, lost

    def search(self, question, cancel, deadline, *, silence):
        self._silences.append(silence)
        self._clock.now += silence
        raise EngineFailedError("no move came in time" if self.lost else "it ended by itself")

    def kill(self):
        pass

    close = kill


@pytest.fixture
def prober(tmp_path):
    prober = UciProber(str(faulty_engine(tmp_path, legal={START.fen(): START.legal_moves()})))
    yield prober
    prober.close()


@pytest.fixture
def silences(prober, monkeypatch):
    """Has the prober's engine hang, on a clock of its own; the time that each search got."""
    clock, silences = Clock(), []
    monkeypatch.setattr(uci, "time", clock)
    monkeypatch.setattr(prober, "_start", lambda *_: SlowToFail(clock, silences))
    replace_engine(prober, None)
    return silences


def replace_engine(prober, engine):
    if (before := prober._idle.get()) is not None:
        before.kill()
    prober._idle.put(engine)


def test_all_tries_of_a_question_share_half_a_minute(prober, silences):
    with pytest.raises(ProberFailedError, match="failed 3 times"):
        prober.batch(START, [Probe(depth=9)])

    assert silences == [SILENCE, SILENCE / 2, SILENCE / 4]
    assert sum(silences) < ABOUT_HALF_A_MINUTE


def test_the_next_question_to_a_hung_engine_costs_less_until_it_answers_one(
    prober, silences, monkeypatch
):
    for _ in range(2):
        with pytest.raises(ProberFailedError):
            prober.batch(START, [Probe(depth=9)])
    assert sum(silences[3:]) < uci.HUNG_AGAIN

    monkeypatch.undo()
    replace_engine(prober, None)
    prober.batch(START, [Probe(depth=1)])

    assert not prober._hangs


def test_engines_that_die_after_a_long_search_are_replaced_as_often_as_ever(prober, monkeypatch):
    clock, silences = Clock(), []
    monkeypatch.setattr(uci, "time", clock)
    monkeypatch.setattr(prober, "_start", lambda *_: SlowToFail(clock, silences, lost=False))
    replace_engine(prober, None)

    with pytest.raises(ProberFailedError, match="failed 3 times"):
        prober.batch(START, [Probe(depth=9)])

    assert silences == [SILENCE] * 3


@pytest.mark.parametrize("stage", ["isready", "ucinewgame", "go"])
def test_a_process_that_hangs_is_noticed_long_before_the_end_of_its_time(
    tmp_path, monkeypatch, stage
):
    """To wait once for the whole time would leave nothing for a second try."""
    monkeypatch.setattr(uci, "HUNG", 4.0)
    path = faulty_engine(tmp_path, stage, HANGS, after=int(stage == "isready"))
    prober = UciProber(str(path))
    if stage != "go":  # they are waited for as long as a start
        prober._idle.put(None)
        prober._idle.get().kill()

    with pytest.raises(ProberFailedError, match=r"failed [23] times .* in time"):
        prober.batch(START, [Probe(depth=9)])
    prober.close()


def test_a_process_that_is_silent_but_answers_isready_is_waited_for(tmp_path, monkeypatch):
    """The clock jumps by half of ``SILENCE`` while it searches, and it moves when asked."""
    searching = tmp_path / "searching"
    clock = SimpleNamespace(
        perf_counter=lambda: time.perf_counter() + (SILENCE / 2 + 0.1) * searching.exists()
    )
    for module in (uci, uci_process, uci_search):
        monkeypatch.setattr(module, "time", clock)
    fault = (
        "say('info depth 4 score cp 11 nodes 5 pv e2e4')\n"
        f"    time.sleep(0.2)\n    open({str(searching)!r}, 'w')\n"
        "    heard = sys.stdin.readline().strip()\n"
        "    say('readyok' if heard == 'isready' else heard, 'bestmove e2e4')"
    )
    prober = UciProber(str(faulty_engine(tmp_path, "go", fault)))

    report = prober.best_of(START, (), 4, object())
    engine = prober._idle.get()
    prober._idle.put(engine)
    owed = engine._owed
    prober.close()

    assert (report.last.moves, report.cut) == (("e2e4",), False)
    assert owed == 0


def watched(silence=10.0, expected=100.0):
    asked = []
    return Watch(lambda: asked.append(True), 0.0, silence, expected), asked


def test_every_line_is_a_sign_of_life():
    watch, asked = watched()
    for second in range(0, 1000, 4):
        watch.notice(float(second), ready=False, scored=False)
        assert not watch.is_hung(second + 4.0)

    assert asked == []
    assert not watch.is_hung(996 + 5.1)
    assert asked == [True]
    assert not watch.is_hung(996 + 10.0)
    assert watch.is_hung(996 + 10.2)
    assert asked == [True]


def test_readyok_is_a_sign_of_life_while_a_search_that_has_a_score_can_go_on():
    for scored, arrival, alive in [(True, 6.0, True), (False, 6.0, False), (True, 101.0, False)]:
        watch, _ = watched()
        watch.notice(arrival - 6.0, ready=False, scored=False)
        watch.is_hung(arrival)
        watch.notice(arrival, ready=True, scored=scored)
        watch.is_hung(arrival + 5.1)

        assert watch.is_hung(arrival + 5.2) != alive


def test_a_computer_that_slept_does_not_make_an_engine_hung():
    watch, asked = watched()

    assert not watch.is_hung(5000.0)
    assert asked == [True]
    watch.notice(5001.0, ready=False, scored=False)
    assert not watch.is_hung(5005.0)


def test_a_question_says_how_long_it_can_take():
    def seconds(nodes):
        return Question(START, "", 9, nodes, 60.0, None).expected_seconds

    assert (seconds(None), seconds(20_000), seconds(10**9)) == (60.0, 2.0, 60.0)


def test_the_time_that_the_user_set_may_pass_in_silence(tmp_path, monkeypatch):
    monkeypatch.setattr(uci, "HUNG", 0.2)
    fault = "time.sleep(0.5)\n    say('info depth 4 score cp 11 nodes 5 pv e2e4', 'bestmove e2e4')"
    prober = UciProber(str(faulty_engine(tmp_path, "go", fault)))

    report = prober.best_of(START, (), 4, object(), seconds=50.0)
    prober.close()

    assert report.last.moves == ("e2e4",)
