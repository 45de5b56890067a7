"""Jobs for a Ray cluster on one machine: they say where they run, wait, fail and kill.

They are found by name on the workers, so they are in a module that can be imported there.
"""

import os
import signal
import time
from pathlib import Path

from provebest.vocabulary import BadInputError, EngineFailedError

LONGEST = 300
"""Seconds that a job waits for its gate before the test has failed."""


def wait_for(is_so, what):
    end = time.monotonic() + LONGEST
    while not is_so():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def node():
    import ray  # noqa: PLC0415 - only on a worker

    return ray.get_runtime_context().get_node_id()


def process():
    return os.getpid()


def double(job):
    return {"twice": 2 * job[0]}


def gated(job):
    """Says that it has begun, and where, and goes on when the gate is open."""
    number, folder = job
    begun = Path(folder, f"begun-{number}-{node()}-{os.getpid()}")
    begun.touch()
    wait_for(Path(folder, "gate").exists, "the gate was never opened")
    return {"twice": 2 * number}


def begun(folder):
    """The jobs that have begun: number, node and process of each."""
    return [tuple(each.name.split("-")[1:]) for each in Path(folder).glob("begun-*")]


def killing(job):
    """Job 3 kills its worker as often as the file says, one time less each time.

    If there is a file ``freeze``, the worker is stopped instead.
    """
    number, folder = job
    left = Path(folder, "left")
    if number == 3 and (times := int(left.read_text())):
        left.write_text(str(times - 1))
        frozen = Path(folder, "freeze").exists()
        os.kill(os.getpid(), signal.SIGSTOP if frozen else signal.SIGKILL)
    return {"twice": 2 * number}


def with_a_bad_node(job):
    """The first node that is asked has an engine that dies, and can never be started again.

    The other one waits until it is known.
    """
    number, folder = job
    bad = Path(folder, "bad")
    try:
        with bad.open("x") as file:
            file.write(node())
    except FileExistsError:
        wait_for(bad.read_text, "nobody wrote the name of the bad node")
    if bad.read_text() == node():
        raise EngineFailedError("the engine ended by itself")
    wait_for(Path(folder, "known").exists, "nobody looked for the engine of the bad node")
    return {"twice": 2 * number}


class OddError(Exception):
    """It can be pickled, but not read back."""

    def __init__(self, word, number):
        super().__init__(f"this is {word}")
        self.number = number


def odd(job):
    raise OddError("odd", job[0])


def end_here(_folder):
    os._exit(1)


def engine_is_here(folder):
    bad = Path(folder, "bad")
    if bad.exists() and bad.read_text() in {node(), "all"}:
        Path(folder, "known").touch()
        raise BadInputError("no engine 'stockfish' on PATH")
