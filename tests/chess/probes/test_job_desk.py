"""Jobs on workers: what is wanted comes before what is expected, and nothing is lost."""

from __future__ import annotations

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from threading import Event

import pytest

from provebest.chess.probes.job_desk import Job, JobDesk
from provebest.vocabulary import CancelledError


class Slow(Executor):
    """Ends a job only when it is told to, in this thread."""

    def __init__(self):
        self.begun: list[tuple[Future, object]] = []

    def submit(self, call, /, *arguments):
        future = Future()
        self.begun.append((future, call(*arguments)))
        return future

    def end(self, place=0):
        future, answer = self.begun.pop(place)
        future.set_result(answer)

    @property
    def names(self):
        return [answer for _, answer in self.begun]


def jobs(names):
    return [Job(str, name) for name in names]


def test_no_more_jobs_run_at_a_time_than_allowed():
    slow = Slow()
    desk = JobDesk(slow, most=2, most_ahead=2)
    desk.want(jobs("abc"))
    assert slow.names == ["a", "b"]
    slow.end()
    assert slow.names == ["b", "c"]


def test_what_is_wanted_is_begun_before_what_is_expected():
    slow = Slow()
    desk = JobDesk(slow, most=1, most_ahead=1)
    desk.want(jobs("a"))
    desk.expect(jobs("xy"))
    desk.want(jobs("b"))
    slow.end()
    assert slow.names == ["b"]
    slow.end()
    assert slow.names == ["x"]


def test_new_expectations_replace_old_ones():
    slow = Slow()
    desk = JobDesk(slow, most=1, most_ahead=1)
    desk.want(jobs("a"))
    desk.expect(jobs("xy"))
    desk.expect(jobs("z"))
    slow.end()
    assert slow.names == ["z"]
    slow.end()
    assert slow.names == []


def test_a_share_of_the_workers_is_kept_for_what_is_wanted():
    slow = Slow()
    desk = JobDesk(slow, most=3, most_ahead=2)
    desk.expect(jobs("xyz"))
    assert slow.names == ["x", "y"]
    desk.want(jobs("a"))
    assert slow.names == ["x", "y", "a"]


def test_a_job_that_is_wanted_after_it_has_begun_runs_once():
    slow = Slow()
    desk = JobDesk(slow, most=1, most_ahead=1)
    (job,) = jobs("x")
    desk.expect([job])
    desk.want([job])
    assert slow.names == ["x"]
    slow.end()
    assert desk.answer_of(job) == "x"
    assert job.ahead
    assert slow.names == []


def failing_once():
    calls = []

    def call():
        calls.append(1)
        if len(calls) == 1:
            raise ValueError("the first time")
        return "answer"

    return call


def test_a_failure_in_advance_does_not_count():
    with ThreadPoolExecutor(1) as threads:
        desk = JobDesk(threads, most=1, most_ahead=1)
        job = Job(failing_once())
        desk.expect([job])
        job.future.exception()
        assert desk.answer_of(job) == "answer"


def test_a_failure_of_what_is_wanted_is_told_and_can_be_asked_again():
    with ThreadPoolExecutor(1) as threads:
        desk = JobDesk(threads, most=1, most_ahead=1)
        job = Job(failing_once())
        desk.want([job])
        with pytest.raises(ValueError, match="the first time"):
            desk.answer_of(job)
        assert desk.answer_of(job) == "answer"


def test_an_executor_that_is_shut_down_is_an_error_and_no_endless_wait():
    threads = ThreadPoolExecutor(1)
    threads.shutdown()
    desk = JobDesk(threads, most=1, most_ahead=1)
    job, *others = jobs("abc")
    desk.want([job, *others])
    with pytest.raises(RuntimeError):
        desk.answer_of(job)


def test_waiting_ends_when_the_search_is_cancelled():
    cancel = Event()
    desk = JobDesk(Slow(), most=1, most_ahead=1, cancel=cancel)
    (job,) = jobs("a")
    desk.want([job])
    cancel.set()
    with pytest.raises(CancelledError):
        desk.answer_of(job)


def test_an_interrupted_job_begins_again():
    answers = iter([None, "answer"])
    with ThreadPoolExecutor(1) as threads:
        desk = JobDesk(threads, most=1, most_ahead=1)
        job = Job(lambda: next(answers))
        assert desk.answer_of(job) == "answer"
