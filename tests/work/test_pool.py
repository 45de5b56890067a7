"""Jobs and their store: what is stored is not made again, and a file of another kind is safe."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from provebest.vocabulary import (
    BadInputError,
    CannotWriteError,
    EngineFailedError,
    JobsSetAsideError,
)
from provebest.work import crew
from provebest.work.place import ONE_PROCESS, Place
from provebest.work.pool import results_so_far, run_jobs, stored_results

JOBS = [(n, "x") for n in range(6)]


def double(job):
    return {"twice": 2 * job[0]}


def refuse(job):
    raise AssertionError(f"computed again: {job}")


def end_worker(job):
    os._exit(1)


def wrong(result):
    return [{"twice": 2 * n} for n in range(6)] != result


@pytest.fixture
def store(tmp_path):
    run_jobs(double, JOBS, store=tmp_path / "s", name="doubles", on=ONE_PROCESS)
    return tmp_path / "s"


def run(store, work=double, **more):
    return run_jobs(work, JOBS, store=store, name="doubles", on=ONE_PROCESS, **more)


def test_what_is_stored_is_not_made_again(store):
    assert not wrong(run(store, refuse))
    assert not wrong(stored_results(store))
    assert results_so_far([*JOBS[:1], (9, "x")], store) == [{"twice": 0}, None]


def test_the_next_row_is_not_glued_to_a_cut_line(store):
    whole = store.read_bytes()
    for cut in (1, 5, 30):
        store.write_bytes(whole[:-cut])
        assert not wrong(run(store))
        assert store.read_bytes() == whole


@pytest.mark.parametrize(
    "raw",
    [
        b"1. e4 e5 *\n",
        b'{"name": "package.json"}\n',
        b'[{"job": [1], "result": 1}]\n',
        b'{"format":"provebest match","players":["a","b"]}\n',
    ],
)
def test_nothing_is_added_to_a_file_that_is_not_a_store_of_results(tmp_path, raw):
    file = tmp_path / "precious"
    file.write_bytes(raw)
    with pytest.raises(BadInputError, match="is not a store of results"):
        run(file)
    assert file.read_bytes() == raw


def test_a_store_of_other_jobs_is_refused(store):
    with pytest.raises(BadInputError, match="another run: its work is 'doubles', not 'other'"):
        run_jobs(double, JOBS, store=store, name="other")


def test_a_store_from_before_heads_is_continued(tmp_path):
    file = tmp_path / "old"
    rows = [{"job": job, "result": double(job)} for job in JOBS[:3]]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    file.write_text(text + '{"job": [3, "')
    assert stored_results(file) == [row["result"] for row in rows]
    assert not wrong(run(file))
    assert file.read_text().startswith(text)
    assert not wrong(run(file, refuse))


def test_a_line_glued_by_an_earlier_version_is_named(tmp_path):
    file = tmp_path / "old"
    row = json.dumps({"job": [0, "x"], "result": {"twice": 0}})
    file.write_text(f"{row}\n{row[:9]}{row}\n{row}\n")
    with pytest.raises(BadInputError, match="damaged at line 2; delete that line to continue"):
        run(file)


def test_a_result_that_cannot_be_one_is_damage(store):
    def is_result(job, result):
        return result["twice"] == 2 * job[0]

    run(store, is_result=is_result)
    store.write_bytes(store.read_bytes().replace(b'{"twice":4}', b'{"twice":5}'))
    with pytest.raises(BadInputError, match="damaged at line 4"):
        run(store, is_result=is_result)
    store.write_bytes(store.read_bytes().replace(b'{"twice":5}', b"[]"))
    with pytest.raises(BadInputError, match="damaged at line 4"):
        run(store, is_result=is_result)


def test_jobs_that_cannot_be_sorted_are_one_sentence(store):
    store.write_bytes(store.read_bytes().replace(b"[1,", b'["a",'))
    with pytest.raises(BadInputError, match="jobs of different kinds"):
        stored_results(store)


def test_a_store_that_cannot_be_written_ends_the_run_at_once(tmp_path, monkeypatch):
    real, calls = os.fsync, []

    def fails(handle):
        calls.append(handle)
        if len(calls) > 4:
            raise OSError(28, "No space left on device")
        real(handle)

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(CannotWriteError, match="No space left"):
        run(tmp_path / "s")
    monkeypatch.undo()
    kept = len(stored_results(tmp_path / "s"))
    assert kept in (2, 3)
    assert not wrong(run(tmp_path / "s"))


def end_on(job):
    """Ends its worker as often as the file says, one time less each time; or freezes it."""
    number, file, how = job
    left = Path(file)
    if number == 3 and (times := int(left.read_text())):
        left.write_text(str(times - 1))
        os.kill(os.getpid(), how)
    return double(job)


def jobs_that_end(tmp_path, times, how=signal.SIGKILL):
    (tmp_path / "left").write_text(str(times))
    return [(n, str(tmp_path / "left"), how) for n in range(6)]


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize(
    ("how", "times"), [(signal.SIGKILL, 1), (signal.SIGKILL, 2), (signal.SIGSTOP, 1)]
)
def test_a_job_whose_worker_is_killed_or_frozen_is_done_by_another(
    tmp_path, monkeypatch, workers, how, times
):
    monkeypatch.setattr(crew, "SILENCE", 1.0)
    jobs = jobs_that_end(tmp_path, times, how)

    made = run_jobs(end_on, jobs, store=tmp_path / "s", on=Place(workers))

    assert not wrong(made)
    assert not wrong(stored_results(tmp_path / "s"))
    assert len((tmp_path / "s").read_text().splitlines()) == 1 + len(jobs)
    assert (tmp_path / "left").read_text() == "0"


@pytest.mark.parametrize("workers", [1, 3])
def test_a_job_that_kills_three_workers_is_named_and_the_others_are_finished(tmp_path, workers):
    jobs = jobs_that_end(tmp_path, 9)

    with pytest.raises(JobsSetAsideError, match=r"job 4 of 6, .*3 times.*set aside \(.*signal 9\)"):
        run_jobs(end_on, jobs, store=tmp_path / "s", on=Place(workers))

    assert (tmp_path / "left").read_text() == "6"
    assert [one and one["twice"] for one in results_so_far(jobs, tmp_path / "s")] == [
        0, 2, 4, None, 8, 10,
    ]  # fmt: skip
    (tmp_path / "left").write_text("0")
    assert not wrong(run_jobs(end_on, jobs, store=tmp_path / "s", on=Place(workers)))


def test_who_asks_is_told_of_a_job_set_aside_and_gets_the_rest(tmp_path):
    jobs, told = jobs_that_end(tmp_path, 9), []

    made = run_jobs(end_on, jobs, if_set_aside=lambda job, why: told.append(job), on=Place(2))

    assert told == [jobs[3]]
    assert [one and one["twice"] for one in made] == [0, 2, 4, None, 8, 10]


def test_a_run_of_jobs_that_all_kill_their_worker_ends(tmp_path):
    with pytest.raises(JobsSetAsideError, match=r"exit code 1.*and 5 more"):
        run(tmp_path / "s", end_worker)
    assert not wrong(run(tmp_path / "s"))


def fail(job):
    raise EngineFailedError(f"no engine for {job[0]}")


def test_a_job_that_fails_on_this_machine_is_not_tried_again(tmp_path):
    with pytest.raises(EngineFailedError, match="no engine for 0"):
        run(tmp_path / "s", fail)
    made = run(tmp_path / "s", fail, if_failed=str)
    assert made == [f"no engine for {n}" for n in range(6)]


def unsendable(job):
    return lambda: job


def test_a_result_that_cannot_be_sent_is_an_error_not_a_lost_worker():
    with pytest.raises(RuntimeError, match="cannot be sent"):
        run_jobs(unsendable, JOBS, on=Place(2))


def wrong_code(job):
    return {}["missing"]


def test_an_error_of_a_job_tells_where_it_was_raised():
    with pytest.raises(KeyError) as error:
        run_jobs(wrong_code, JOBS, on=Place(2))
    assert any("in wrong_code" in note for note in error.value.__notes__)


def _processes_of(session):
    """Processes of a session that are not over yet."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            text = (folder / "stat").read_text()
        except OSError:
            continue
        state, _, _, sid, *_ = text.rpartition(")")[2].split()
        if int(sid) == session and state not in "ZX":
            found.append(folder.name)
    return found


HANGING = """
import os, sys, time
from pathlib import Path
from provebest.work.place import Place
from provebest.work.pool import run_jobs

def hang(job):
    os.write(1, b"at work\\n")  # in one piece: others write too
    time.sleep(600)

run_jobs(hang, [(n,) for n in range(3)], store=Path(sys.argv[1]), on=Place(3))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_kill_9_leaves_no_workers_and_no_lock_behind(tmp_path):
    words = [sys.executable, "-c", HANGING, str(tmp_path / "s")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, start_new_session=True) as process:
        try:
            for _ in range(3):
                assert process.stdout.readline() == b"at work\n"
            with pytest.raises(BadInputError, match="in use by another run"):
                run_jobs(double, JOBS, store=tmp_path / "s", name="hang", on=ONE_PROCESS)
        finally:
            os.kill(process.pid, signal.SIGKILL)
        process.wait()
        deadline = time.monotonic() + 60
        while (left := _processes_of(process.pid)) and time.monotonic() < deadline:
            time.sleep(0.02)
    assert left == []
    assert not wrong(run_jobs(double, JOBS, store=tmp_path / "s", name="hang", on=ONE_PROCESS))


INTERRUPTED = """
import os, signal, sys
from pathlib import Path
from provebest.work.place import Place
from provebest.work.pool import run_jobs

def interrupt():
    os.kill(os.getpid(), signal.SIGINT)

def double(job):
    return 2 * job[0]

os.register_at_fork(**{sys.argv[1]: interrupt})
try:
    print(run_jobs(double, [(n,) for n in range(9)], on=Place(3)))
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        ("before", "interrupted"),
        ("after_in_parent", "interrupted"),
        ("after_in_child", str([2 * n for n in range(9)])),
    ],
)
def test_ctrl_c_while_workers_are_started_is_an_interrupt_of_the_parent_alone(moment, said):
    """Sent at the moment of the fork, where Python can only print what is raised."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, moment], capture_output=True, text=True, check=False
    )

    assert (done.stdout.strip(), done.stderr, done.returncode) == (said, "", 0)


def signals_of_a_worker(job):
    blocked = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    return [blocked, signal.getsignal(signal.SIGINT) == signal.SIG_IGN]


def test_a_worker_ignores_ctrl_c_and_does_not_block_it_for_what_it_starts():
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())

    assert run_jobs(signals_of_a_worker, [(1,)], on=ONE_PROCESS) == [[False, True]]
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before


TWICE = """
import os, signal, sys, time
from provebest.work import workers
from provebest.work.place import Place
from provebest.work.pool import run_jobs
from provebest.work.processes import Processes

def interrupt():
    os.kill(os.getpid(), signal.SIGINT)

kill_all = Processes.shutdown
def interrupted_shutdown(self, *args, **more):
    with workers.interrupts_later():
        interrupt()  # the second one, while the workers are ended
        kill_all(self, *args, **more)
        print("ended", flush=True)

Processes.shutdown = interrupted_shutdown
def wait(job):
    if job[0]:
        time.sleep(600)

try:
    run_jobs(wait, [(n,) for n in range(9)], on=Place(2), on_job=interrupt)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_a_second_ctrl_c_waits_until_the_workers_have_ended():
    done = subprocess.run(
        [sys.executable, "-c", TWICE], capture_output=True, text=True, check=False, timeout=300
    )

    assert done.stdout.splitlines()[:2] == ["ended", "interrupted"]
