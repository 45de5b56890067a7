"""An executor over the workers of a place: lost workers are nothing that its users notice."""

import os
import signal
import threading
from concurrent.futures import wait
from contextlib import contextmanager
from pathlib import Path

import pytest
from killing_engine import killing_engine
from ray_jobs import wait_for

import provebest as pb
from provebest.vocabulary import BadInputError, EngineFailedError
from provebest.work.place import Place
from provebest.work.steady import Steady


@contextmanager
def workers(number):
    executor = Steady(Place(number))
    try:
        yield executor
    finally:
        executor.shutdown()


def files(folder):
    return list(Path(folder).iterdir())


def double(number):
    return 2 * number


def end_some_times(folder, times):
    """Ends its worker so many times, then says how often it was called."""
    Path(folder, f"called-{len(files(folder))}").touch()
    if len(files(folder)) <= times:
        os.kill(os.getpid(), signal.SIGKILL)
    return len(files(folder))


def wait_for_ever(folder):
    Path(folder, str(os.getpid())).touch()
    threading.Event().wait()


def refuse(number):
    raise BadInputError(f"not {number}")


def own_pid():
    return os.getpid()


@pytest.mark.parametrize("number", [1, 2, 8])
def test_results_are_those_of_the_calls(number):
    with workers(number) as executor:
        assert executor.workers == number
        assert list(executor.map(double, range(50))) == [2 * n for n in range(50)]
        pids = {executor.submit(own_pid).result() for _ in range(20)}
        assert os.getpid() not in pids
        assert len(pids) <= number, "workers live as long as the executor"


def test_an_error_of_a_call_is_raised_where_its_result_is_asked_for():
    with workers(1) as executor, pytest.raises(BadInputError, match="not 7"):
        executor.submit(refuse, 7).result()


def test_a_call_whose_worker_is_lost_is_made_again(tmp_path):
    with workers(2) as executor:
        others = [executor.submit(double, n) for n in range(20)]
        assert executor.submit(end_some_times, str(tmp_path), 2).result() == 3
        assert [each.result() for each in others] == [2 * n for n in range(20)]


def test_a_call_that_ends_three_workers_fails_and_the_others_do_not(tmp_path):
    with workers(2) as executor:
        fatal = executor.submit(end_some_times, str(tmp_path), 99)
        others = [executor.submit(double, n) for n in range(20)]
        with pytest.raises(EngineFailedError, match=r"ended its worker 3 times \(.*signal 9\)"):
            fatal.result()
        assert [each.result() for each in others] == [2 * n for n in range(20)]
    assert len(files(tmp_path)) == 3


def test_shutdown_ends_workers_in_the_middle_and_nobody_waits(tmp_path):
    executor = Steady(Place(2))
    calls = [executor.submit(wait_for_ever, str(tmp_path)) for _ in range(5)]
    wait_for(lambda: len(files(tmp_path)) == 2, "two workers work")
    assert calls[-1].cancel(), "what has no result can be taken back"
    executor.shutdown()

    done, left = wait(calls, timeout=60)
    assert not left
    assert all(call.cancelled() for call in done)
    for mark in files(tmp_path):
        with pytest.raises(ProcessLookupError):
            os.kill(int(mark.name), 0)
    with pytest.raises(RuntimeError, match="gone home"):
        executor.submit(double, 1)


LIMITS = {"control": "classic", "expansions": 8, "probe_depth": 2}


def saved(found, file):
    found.save(file)
    return file.read_bytes()


@pytest.mark.parametrize("prober", ["native", "engine"])
def test_the_tree_is_the_same_for_any_number_of_processes(tmp_path, prober):
    if prober == "engine":
        prober = f"uci:{killing_engine(tmp_path, 'no position has this')}"
    alone = pb.chess.analyse(prober=prober, workers=1, **LIMITS)
    tree = saved(alone, tmp_path / "alone")
    for number in (1, 2, 8):
        with workers(number) as executor:
            found = pb.chess.analyse(prober=prober, workers=number, executor=executor, **LIMITS)
        assert (found.result, found.argument) == (alone.result, alone.argument)
        assert saved(found, tmp_path / "shared") == tree


def test_a_worker_that_is_killed_in_an_analysis_changes_nothing():
    alone = pb.chess.analyse(prober="native", **LIMITS)
    killed = []

    with workers(2) as executor:

        def kill_once(_event):
            if len(killed) < 2:
                pid = executor.submit(own_pid).result()
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

        found = pb.chess.analyse(
            prober="native", workers=2, executor=executor, on_event=kill_once, **LIMITS
        )

    assert len(killed) == 2
    assert (found.result, found.argument) == (alone.result, alone.argument)


def test_workers_can_be_asked_from_any_thread():
    """Whoever is told of a result may submit the next call, in a thread of the workers."""
    found, enough = [], threading.Event()
    with workers(2) as executor:

        def ask_again(future):
            found.append(future.result())
            if len(found) == 40:
                enough.set()
            elif len(found) < 40:
                executor.submit(double, len(found)).add_done_callback(ask_again)

        executor.submit(double, 0).add_done_callback(ask_again)
        assert enough.wait(60)
    assert found == [2 * n for n in range(40)]
