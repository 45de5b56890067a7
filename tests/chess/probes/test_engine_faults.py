"""Whatever an engine does, there is an answer or a failure, in time and within memory."""

from __future__ import annotations

import os
import pathlib
import random
import resource
import signal
import threading
import time
from types import SimpleNamespace

import pytest
from faulty_engine import (
    DIES,
    ENDLESS_LINE,
    ENDLESS_LINES,
    HANGS,
    LEAVES_A_CHILD,
    STAGES,
    faulty_engine,
)

from provebest.chess.explain.analysis import analyse
from provebest.chess.probes import uci, uci_process, uci_search
from provebest.chess.probes.pipes import PollingPipes, ThreadedPipes
from provebest.chess.probes.prober import Probe, Status
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.uci import UciProber
from provebest.chess.probes.uci_process import LONGEST_LINE, UciProcess
from provebest.chess.probes.uci_words import read_info
from provebest.chess.searches import Settings
from provebest.games.chess import read_position
from provebest.vocabulary import CancelledError, EngineFailedError

START = read_position()
SAFETY = 60.0
"""Seconds: far more than is allowed, far less than the faults last."""
RESTARTS = int(os.environ.get("ENGINE_FAULTS", "12"))
MUTANTS = int(os.environ.get("ENGINE_MUTANTS", "300"))


def legal_moves(*fens):
    return {fen: read_position(fen).legal_moves() for fen in fens}


def after_each_move():
    """The positions that probes of the first moves ask about, with their legal moves."""
    fens = []
    for move in START.legal_moves():
        position = START.copy()
        position.play(move)
        fens.append(position.fen())
    return legal_moves(START.fen(), *fens)


@pytest.fixture(params=[PollingPipes, ThreadedPipes])
def pipes(request, monkeypatch):
    """Both kinds of pipes."""
    monkeypatch.setattr(uci_process, "open_pipes", request.param)


@pytest.fixture
def short_patience(monkeypatch):
    monkeypatch.setattr(uci, "GRACE", 0.5)
    monkeypatch.setattr(uci, "START_IN_GRACE", 0.4)
    monkeypatch.setattr(uci_search, "STOPPING", 0.1)
    monkeypatch.setattr(uci_search, "LATE", 0.1)


@pytest.mark.parametrize("fault", [HANGS, DIES, ENDLESS_LINE, ENDLESS_LINES])
@pytest.mark.parametrize("stage", STAGES[:-1])
def test_a_fault_at_any_stage_ends_in_the_users_time(tmp_path, short_patience, stage, fault):
    path = faulty_engine(tmp_path, stage, fault, after=int(stage == "isready"))
    begun = time.monotonic()

    with pytest.raises(EngineFailedError) as failure:
        search_once(path)

    assert time.monotonic() - begun < SAFETY
    assert "\n" not in str(failure.value)


def test_an_engine_that_there_was_no_time_to_ask_has_not_failed_so_many_times(tmp_path):
    prober = UciProber(str(faulty_engine(tmp_path)), seconds=0.0)
    prober._deadline = time.perf_counter()  # it took all the time to start

    with pytest.raises(EngineFailedError, match=r"faulty was not asked about '.*': the time limit"):
        prober.best_of(START, (), 5, object(), seconds=0.2)
    prober.close()


def search_once(path):
    prober = UciProber(str(path), seconds=0.2)
    try:
        return prober.best_of(START, (), 5, object(), seconds=0.2)
    finally:
        prober.close()


def test_an_analysis_with_a_hung_engine_keeps_its_answer(tmp_path, monkeypatch):
    """The clock jumps beyond the user's limit when the engine hangs, in the second expansion."""
    hung = tmp_path / "hung"
    clock = SimpleNamespace(perf_counter=lambda: time.perf_counter() + 1e6 * hung.exists())
    for module in (uci, uci_process, uci_search):
        monkeypatch.setattr(module, "time", clock)
    path = faulty_engine(tmp_path, "go", f"open({str(hung)!r}, 'w')\n    {HANGS}", after=50)
    settings = Settings(control="classic", seconds=1000, prober=ProberChoice(f"uci:{path}"))

    analysis = analyse(settings=settings)

    assert analysis.result.move in START.legal_moves()
    assert analysis.result.counters.probes > 0
    assert "faulty failed once" in analysis.failure
    assert "no move came in time" in analysis.failure


def test_a_dead_engine_is_noticed_although_its_child_holds_the_pipe(tmp_path, pipes):
    path = faulty_engine(tmp_path, "go", LEAVES_A_CHILD)
    engine = UciProcess([str(path)])
    engine.send("go")

    with pytest.raises(EngineFailedError, match="it ended by itself with exit code 4"):
        engine.receive()

    engine.kill()
    child = tmp_path / "child"
    if child.exists() and child.read_text():  # it may have been killed before it wrote that
        assert eventually(lambda: not running(int(child.read_text())))


def test_a_child_in_a_session_of_its_own_does_not_outlive_its_engine(tmp_path):
    leaves = LEAVES_A_CHILD.replace("open(", "os.setsid(); open(").replace("_exit(4)", "_exit(0)")
    engine = UciProcess([str(faulty_engine(tmp_path, "go", leaves))])
    engine.send("go")
    child = tmp_path / "child"
    assert eventually(lambda: child.exists() and child.read_text())

    engine.close()

    assert eventually(lambda: not running(int(child.read_text())))


def test_an_endless_line_is_cut(tmp_path, pipes):
    line = "sys.stdout.write('info string ' + 'x' * 10**7)\n    say('', 'bestmove e2e4')"
    path = faulty_engine(tmp_path, "go", line)
    engine = UciProcess([str(path)])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    engine.send("go")
    cut, answer = engine.receive()[1], engine.receive()[1]
    engine.close()

    assert len(cut) == LONGEST_LINE
    assert answer == "bestmove e2e4"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 5_000


def test_an_engine_that_does_not_read_is_a_failure(tmp_path):
    path = faulty_engine(tmp_path, "go", HANGS)
    engine = UciProcess([str(path)])
    engine.deadline = time.perf_counter() + 0.2

    with pytest.raises(EngineFailedError, match="did not read its commands in time"):
        engine.send("go", *(f"position startpos moves {'e2e4 ' * 1000}" for _ in range(100)))
    engine.kill()


def test_an_engine_that_writes_much_before_it_reads_is_not_a_failure(tmp_path, pipes):
    """Both pipes are full at once: it writes a megabyte while it is sent a megabyte."""
    path = faulty_engine(tmp_path, "go", "say(*(['info string ' + 'x' * 1000] * 1000))")
    engine = UciProcess([str(path)])

    engine.send("go", *(f"position startpos moves {'e2e4 ' * 1000}" for _ in range(200)))
    engine.get_ready()
    engine.close()


def test_a_second_bestmove_is_not_the_answer_to_the_next_question(tmp_path):
    twice = (
        "say('info depth 1 score cp 11 nodes 1 pv ' + ('e2e4' if asked == 1 else 'd2d4'),"
        " 'bestmove e2e4', 'info depth 1 score cp 99 nodes 1 pv a2a3', 'bestmove a2a3')"
    )
    prober = UciProber(str(faulty_engine(tmp_path, "go", twice)))
    game = object()

    answers = [prober.best_of(START, (), 1, game).last.moves for _ in range(2)]
    prober.close()

    assert answers == [("e2e4",), ("d2d4",)]


@pytest.mark.parametrize(
    ("answer", "last"), [("d2d4", (4, "d2d4")), ("e2e4", (3, "e2e4")), ("e7e5", (3, "e2e4"))]
)
def test_a_move_that_came_up_when_a_search_was_cut_off_is_its_answer(tmp_path, answer, last):
    """It is of the next depth, for which there is no line; a move that is not legal is none."""
    cut = (
        "say('info depth 2 score cp 5 nodes 50 pv e2e4',"
        " 'info depth 3 score cp 7 nodes 90 pv e2e4',"
        f" 'info depth 4 currmove d2d4 nodes 100', 'bestmove {answer}')"
    )
    prober = UciProber(str(faulty_engine(tmp_path, "go", cut)))

    report = prober.best_of(START, (), 9, object(), nodes=100)
    prober.close()

    assert (report.last.depth, report.last.moves[0]) == last
    assert (report.cut, [line.depth for line in report.finished]) == (True, [2])


def test_a_bestmove_after_the_answer_to_stop_is_not_the_next_answer(tmp_path):
    """It answers its limit by itself, then answers the ``stop`` that crossed with it."""
    late = (
        "say('info depth 1 score cp 7 nodes 99999 pv ' + ('e2e4' if asked == 1 else 'd2d4'))\n"
        "    if asked == 1:\n"
        "        sys.stdin.readline()\n"  # stop
        "        say('bestmove e2e4')\n"
        "        time.sleep(0.05)\n"
        "        say('info depth 9 score cp 999 pv a2a3')\n"
        "    say('bestmove a2a3')"
    )
    prober = UciProber(str(faulty_engine(tmp_path, "go", late)))
    game = object()

    first = prober.best_of(START, (), 5, game, nodes=10)
    second = prober.best_of(START, (), 1, game)
    prober.close()

    assert (first.last.moves, second.last.moves) == (("e2e4",), ("d2d4",))


def test_what_a_hung_engine_found_counts_if_the_search_is_cancelled(tmp_path, monkeypatch):
    monkeypatch.setattr(uci_search, "STOPPING", 0.1)
    hung = tmp_path / "hung"
    fault = (
        "say('info depth 4 score cp 11 nodes 5 pv e2e4')\n"
        f"    open({str(hung)!r}, 'w')\n    {HANGS}"
    )
    prober = UciProber(str(faulty_engine(tmp_path, "go", fault)))

    class WhenHung(threading.Event):
        def is_set(self):
            return hung.exists()

    report = prober.best_of(START, (), 9, object(), cancel=WhenHung())

    assert (report.last.moves, report.cut) == (("e2e4",), True)
    assert prober._idle.get() is None
    prober._idle.put(None)
    prober.close()


def test_a_hung_engine_does_not_hold_up_who_cancels(tmp_path, monkeypatch):
    monkeypatch.setattr(uci_search, "STOPPING", 0.1)
    prober = UciProber(str(faulty_engine(tmp_path, "go", HANGS)))
    cancel = threading.Event()
    threading.Timer(0.3, cancel.set).start()
    begun = time.monotonic()

    (answer,) = prober.batch(START, [Probe(move="e2e4", depth=3)], cancel=cancel)
    prober.close()

    assert answer.status is Status.CANCELLED
    assert time.monotonic() - begun < SAFETY


@pytest.mark.parametrize(
    "words",
    [
        f"depth 1 score cp {'9' * 400} nodes 1",
        f"depth 1 score mate {'9' * 5000}",
        f"depth {'9' * 400} score cp 1",
        f"depth 1 score cp 1 nodes {'9' * 400} seldepth -{'9' * 400}",
        "depth -3 nodes -7 score cp 1",
        "depth \u0661 score cp 1_0",
        "depth 1 score cp \0 pv \0",
        "depth",
        "pv",
        "",
    ],
)
def test_numbers_are_small_or_none(words):
    info = read_info(words.split())

    for number in (info.depth, info.nodes, info.seldepth):
        assert number is None or 0 <= number <= 10**15
    assert info.value is None or abs(info.value) < 10**6


def test_a_count_of_400_digits_is_no_count(tmp_path):
    fault = f"say('info depth 1 score cp 1 nodes {'9' * 400} pv e2e4', 'bestmove e2e4')"
    prober = UciProber(str(faulty_engine(tmp_path, "go", fault)))

    (answer,) = prober.batch(START, [Probe(depth=1, nodes=10)])
    prober.close()

    assert (answer.value, answer.nodes) == (1, 0)


# Answers each search with what is in a file now.
REPLAYS = """
    sys.stdout.buffer.write(open(os.path.join(folder, 'transcript'), 'rb').read())
    sys.stdout.flush()"""
TRANSCRIPT = (
    b"info string NNUE evaluation\n"
    b"info depth 1 seldepth 2 multipv 1 score cp 33 nodes 20 nps 9 hashfull 0 time 1 pv e2e4 e7e5\n"
    b"info depth 2 seldepth 2 multipv 1 score cp 21 lowerbound nodes 70 pv d2d4 d7d5 c2c4\n"
    b"info depth 2 seldepth 3 multipv 1 score mate -3 nodes 90 pv g1f3 g8f6\n"
    b"bestmove g1f3 ponder g8f6\n"
)
BITS = (b"-", b"9" * 400, b"\0", b"\xff\xfe", b"\n", b"\r", b" pv ", b" score ", b"bestmove",
        b" mate ", b" depth ", b"0000", b"(none)", b"e2e5", b"info ", b"readyok\n", b"uciok\n",
        b"\x1b[2K", b"multipv 2", b"x" * 70_000, b" nodes -5 ", b" string ")  # fmt: skip


def mutated(rng):
    """A transcript with some damage, that still ends in a ``bestmove``."""
    text = bytearray(TRANSCRIPT)
    for _ in range(rng.randint(1, 6)):
        place, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        kind = rng.randrange(4)
        if kind == 0:
            text[place : min(end, place + 20)] = rng.choice(BITS)
        elif kind == 1:
            text[place:place] = rng.choice(BITS)
        elif kind == 2:
            del text[place : min(end, place + 30)]
        else:
            text[place:place] = rng.randbytes(rng.randrange(20))
    return bytes(text) + rng.choice([b"\nbestmove g1f3\n", b"\nbestmove\n", b"\nbestmove a1a1\n"])


def test_mutated_answers_give_a_legal_move_or_a_failure(tmp_path, monkeypatch):
    """One engine answers all, so that most faults cost no new process."""
    rng = random.Random(14)
    monkeypatch.setattr(uci, "TRIES", 1)
    path = faulty_engine(tmp_path, "go", REPLAYS)
    answers, failures = 0, []
    prober = UciProber(str(path))
    for _ in range(MUTANTS):
        (tmp_path / "transcript").write_bytes(mutated(rng))
        try:
            report = prober.best_of(START, (), 2, object(), seconds=SAFETY)
        except EngineFailedError as error:
            failures.append(str(error))
            continue
        answers += 1
        for line in report.lines:
            after = START.copy()
            for move in line.moves:
                after.play(move)
        assert 0 <= report.nodes <= 10**15
    prober.close()

    print(answers, "answers", len(failures), "failures")
    assert min(answers, len(failures)) > MUTANTS // 20
    assert all(failure.isprintable() and len(failure) < 1000 for failure in failures)


def test_killed_probes_leave_the_answers_as_they_are(tmp_path, monkeypatch, pipes):
    """Some process of the engine is killed again and again, at a moment left to chance."""
    monkeypatch.setattr(uci, "TRIES", 10**6)
    prober = UciProber(str(faulty_engine(tmp_path, legal=after_each_move())), processes=2)
    probes = [Probe(move=move, depth=2) for move in START.legal_moves()]
    expected = prober.batch(START, probes)
    started = []
    first_start = UciProber._start

    def start(self, *arguments):
        engine = first_start(self, *arguments)
        started.append(engine)
        return engine

    monkeypatch.setattr(UciProber, "_start", start)
    killed, over, rng = set(), threading.Event(), random.Random(10)

    def kill():
        while not over.wait(rng.random() / 50):
            for engine in started[-1:]:
                engine._process.send_signal(signal.SIGKILL)
                killed.add(engine)

    for engine in (prober._idle.get(), prober._idle.get()):
        if engine is not None:
            engine.kill()
        prober._idle.put(None)
    killer = threading.Thread(target=kill)
    killer.start()
    begun = time.monotonic()
    try:
        while len(killed) < RESTARTS and time.monotonic() - begun < 100 * SAFETY:
            assert prober.batch(START, probes) == expected
    finally:
        over.set()
        killer.join()
        prober.close()

    print(len(killed), "kills")
    assert len(killed) >= RESTARTS


def test_faults_at_random(tmp_path, short_patience, monkeypatch, pipes):
    """Each with a new process; ``ENGINE_FAULTS`` says how many."""
    monkeypatch.setattr(uci, "TRIES", 1)
    rng = random.Random(7)
    faults = [DIES, LEAVES_A_CHILD, ENDLESS_LINE, ENDLESS_LINES, HANGS, "say('')", "say('\\0')",
              "say('bestmove')", "say('bestmove a1a1')", "say('readyok', 'uciok', 'bestmove e2e4')",
              "sys.stdout.buffer.write(os.urandom(100000))", "os.close(1)", "os.close(0)",
              "say('info depth 1 score cp 5 pv e2e5', 'bestmove e2e5')"]  # fmt: skip
    outcomes = {"answer": 0, "failure": 0, "cancelled": 0}
    for _ in range(RESTARTS):
        path = faulty_engine(tmp_path, rng.choice(STAGES), rng.choice(faults), legal={
            START.fen(): START.legal_moves()})  # fmt: skip
        cancel = threading.Event()
        if rng.random() < 0.2:
            threading.Timer(rng.random() / 5, cancel.set).start()
        begun = time.monotonic()
        prober = None
        try:
            prober = UciProber(str(path), seconds=0.1)
            report = prober.best_of(START, (), 2, object(), seconds=0.1, cancel=cancel)
            assert all(line.moves[0] in START.legal_moves() for line in report.lines if line.moves)
            outcomes["answer"] += 1
        except EngineFailedError:
            outcomes["failure"] += 1
        except CancelledError:
            outcomes["cancelled"] += 1
        finally:
            if prober is not None:
                prober.close()
        assert time.monotonic() - begun < SAFETY
    print(outcomes)
    assert sum(outcomes.values()) == RESTARTS


def running(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().split(") ")[1][0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def eventually(condition):
    until = time.monotonic() + SAFETY
    while not condition() and time.monotonic() < until:
        time.sleep(0.01)
    return condition()
