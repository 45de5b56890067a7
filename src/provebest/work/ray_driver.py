"""The foreman of a run on Ray: a process of its own, started by ``on_ray``.

It keeps one actor for each processor of each node, hands each one job at a time, and reports what
became of it. Nodes may come and go. It ends when the pipe from the run is closed.
"""

from __future__ import annotations

import logging
import os
import secrets
import socket
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Any, NoReturn

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
import ray
from ray.exceptions import GetTimeoutError, RayActorError, RayError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from provebest.vocabulary import BadInputError
from provebest.vocabulary.children import python_command
from provebest.work.calls import Name
from provebest.work.crew import CONTINUES
from provebest.work.ray_cache import close_cache, start_keeper
from provebest.work.ray_worker import ENGINE_FAILED, Answer, perform, prepare
from provebest.work.running import ATTEMPTS

LOOK = 0.5
"""Seconds between two looks at the nodes of the cluster."""
PATIENCE = 60.0
"""Seconds without any worker after which the user is told why nothing happens."""
HEAD_PATIENCE = 5.0
"""Seconds that the head of the cluster may refuse connections."""
LOOK_PATIENCE = 30.0
"""Seconds after which a head that cannot say which nodes there are counts as lost."""
NODE_DEATH = 1.0
"""Seconds for the cluster to notice that a node is dead, after a worker of it is."""
OBJECTS = 100 * 2**20
"""Bytes of a private cluster's object store: jobs and results are small."""

PRIVATE = "private"
CLUSTERS = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""If this variable is 0, Ray listens to this machine alone."""

PULSE = "pulse"
"""Methods of a worker that do not wait for its job."""

Job = tuple[int, Name, bytes]


class Worker:
    """An actor: a process on a node that does one job at a time."""

    def prepare(
        self,
        version: str,
        folder: str,
        folders: Sequence[str],
        check: tuple[Name, bytes] | None,
        kept: tuple[Path, Any] | None,
    ) -> str | None:
        """A sentence if this machine cannot do the work. ``kept`` is a cache and its keeper."""
        problem = prepare(version, folder, folders, check)
        if problem is None and kept is not None:
            from provebest.work.ray_cache import use_keeper  # noqa: PLC0415 - of the same version

            use_keeper(*kept)
        return problem

    def perform(self, name: Name, args: bytes) -> Answer:
        """Does a job."""
        return perform(name, args)

    @ray.method(concurrency_group=PULSE)  # type: ignore[untyped-decorator]  # Ray is not read
    def beat(self) -> None:
        """Is answered by another thread than the one that does a job, as long as this one lives."""


class Foreman:
    """Gives jobs to workers."""

    def __init__(
        self,
        to_run: Connection,
        needs: tuple[Any, ...],
        kept: tuple[Path, Any] | None,
        silence: float,
    ) -> None:
        self._to_run, self._needs, self._silence = to_run, (*needs, kept), silence
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._told, self._counting = Lock(), Lock()
        self._unfit: set[str] = set()
        self._workers: Counter[str] = Counter()
        """Actors by node, ready or not."""
        self._false_starts: Counter[str] = Counter()
        """Workers by node that were lost before they were ready."""
        self._ready = 0
        self._changed = self._looked = time.monotonic()
        kind = ray.remote(
            num_cpus=1, max_restarts=0, max_task_retries=0, concurrency_groups={PULSE: 1}
        )
        self._class = kind(Worker)

    def tell(self, *message: Any) -> None:
        """Sends a message to the run."""
        with self._told:
            self._to_run.send(message)

    def add(self, job: Job) -> None:
        """One more job to do."""
        self._jobs.put(job)

    def watch(self, over: Event) -> None:
        """Starts workers on every node as it comes, until the run is over or the head is lost."""
        Thread(target=self._look, args=(over,), daemon=True).start()
        reached, noted = time.monotonic(), False
        while not over.wait(LOOK):
            now = time.monotonic()
            if head_answers():
                reached = now
            if now - reached > HEAD_PATIENCE or now - self._looked > LOOK_PATIENCE:
                self.tell(
                    "failure",
                    f"the head of the Ray cluster does not answer any longer; {CONTINUES}",
                )
                return
            if not noted and not self._ready and now - self._changed > PATIENCE:
                noted = True
                self.tell("note", "waiting for a free processor of the Ray cluster")

    def _look(self, over: Event) -> None:
        """Looks at the nodes again and again; a look may take as long as the head is lost."""
        while not over.wait(LOOK):
            with suppress(RayError, ConnectionError, RuntimeError):  # looked at again in a moment
                self._start_workers()
                self._looked = time.monotonic()

    def _start_workers(self) -> None:
        nodes = [node for node in ray.nodes() if node["Alive"]]
        usable = [node for node in nodes if node["NodeID"] not in self._unfit]
        if nodes and not usable:
            self.tell("failure", "no node of the Ray cluster can do the work")
            return
        for node in usable:
            missing = int(node["Resources"].get("CPU", 0)) - self._workers[node["NodeID"]]
            for _ in range(missing):
                with self._counting:
                    self._workers[node["NodeID"]] += 1
                Thread(target=self._employ, args=(node,), daemon=True).start()

    def _employ(self, node: dict[str, Any]) -> None:
        """The whole time of one worker: it gets ready, and does jobs until it is lost."""
        number, name = node["NodeID"], _name(node)
        actor = self._class.options(
            scheduling_strategy=NodeAffinitySchedulingStrategy(number, soft=False)
        ).remote()
        try:
            problem = ray.get(actor.prepare.remote(*self._needs))
            if problem is not None:
                self._leave_out(number, f"{name} is left out: {problem}")
                ray.kill(actor)
                return
            self._count_ready(1)
            try:
                self._serve(actor, number, name)
            finally:
                self._count_ready(-1)
        except RayError as error:
            if _is_alive(number):
                self._count_false_start(number, name, error)
        finally:
            with self._counting:
                self._workers[number] -= 1

    def _serve(self, actor: Any, number: str, name: str) -> None:
        while True:
            job, *call = self._jobs.get()
            try:
                what, raw = self._result(actor, actor.perform.remote(*call))
            except RayError as error:
                here = not isinstance(error, RayActorError) or _is_alive(number)
                why = "a worker ended" if here else "it is gone"
                if isinstance(error, GetTimeoutError):
                    why = "a worker did not answer any more"
                self.tell(job, "lost", (f"on {name}: {why}", here))
                ray.kill(actor)
                return
            self.tell(job, what, raw)
            if what == ENGINE_FAILED:  # another one starts on this node, and looks for the engine
                ray.kill(actor)
                return

    def _result(self, actor: Any, answer: Any) -> Any:
        """What a worker answers to a job, however long it takes; unless the worker is frozen.

        Raises:
            GetTimeoutError: if it does not even say that it lives.
            RayError: if it is lost.
        """
        while True:
            with suppress(GetTimeoutError):
                return ray.get(answer, timeout=self._silence)
            ray.get(actor.beat.remote(), timeout=self._silence)

    def _count_false_start(self, number: str, name: str, error: RayError) -> None:
        """A worker did not get ready, for whatever reason: there is no provebest, for example."""
        with self._counting:
            self._false_starts[number] += 1
            often = self._false_starts[number] >= ATTEMPTS
        if often:
            self._leave_out(number, f"{name} is left out: no worker starts there: {_cause(error)}")

    def _leave_out(self, number: str, sentence: str) -> None:
        with self._counting:
            known = number in self._unfit
            self._unfit.add(number)
        if not known:
            self.tell("note", sentence)

    def _count_ready(self, more: int) -> None:
        with self._counting:
            self._ready += more
            self._changed = time.monotonic()
            self.tell("workers", self._ready)


def _name(node: dict[str, Any]) -> str:
    host, address = node["NodeManagerHostname"], node["NodeManagerAddress"]
    return f"node {host} ({address}, {node['NodeID'][:8]})"


def _is_alive(number: str) -> bool:
    """Whether the cluster still has this node, a moment after one of its workers was lost."""
    end = time.monotonic() + NODE_DEATH
    while any(node["Alive"] for node in ray.nodes() if node["NodeID"] == number):
        if time.monotonic() > end:
            return True
        time.sleep(LOOK / 5)
    return False


def head_answers() -> bool:
    """Whether the head of the cluster takes connections."""
    if ray.util.client.ray.is_connected():
        return True
    try:
        host, _, port = ray.get_runtime_context().gcs_address.rpartition(":")
        socket.create_connection((host.strip("[]"), int(port)), timeout=2).close()
    except Exception:  # noqa: BLE001 - a client that has lost its server has no context
        return False
    return True


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__


def _cause(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__


def connect(address: str) -> None:
    """Connects to the cluster at this address; ``PRIVATE`` is one that is made for this run alone.

    Raises:
        ConnectionError: if there is no such cluster.
    """
    quiet: dict[str, Any] = {"logging_level": logging.CRITICAL, "log_to_driver": False}
    if address == PRIVATE:
        ray.init(include_dashboard=False, object_store_memory=OBJECTS, **quiet)
    else:
        ray.init(address, **quiet)


def connect_patiently(address: str) -> None:
    """``connect``, again if the client server of a cluster fails to start a process for us.

    Raises:
        ConnectionError: if there is no such cluster, or its client server fails again and again.
    """
    for _ in range(ATTEMPTS - 1):
        try:
            connect(address)
        except ConnectionAbortedError:
            ray.shutdown()
        else:
            return
    connect(address)


def begin_again_in_private() -> NoReturn:
    """Becomes the foreman of a private cluster, which listens to this machine alone.

    Ray reads the variable that says so when it is imported. Other users of this machine do not know
    the token, which is in no file.
    """
    os.environ[CLUSTERS] = "0"
    os.environ["RAY_AUTH_MODE"], os.environ["RAY_AUTH_TOKEN"] = "token", secrets.token_hex(32)
    own = python_command("-m", "provebest.work.ray_driver", *sys.argv[1:3], PRIVATE)
    os.execv(own[0], own)  # noqa: S606 - our own program


def main(reading: int, writing: int, address: str) -> None:
    """The life of the foreman."""
    from_run = Connection(reading, writable=False)
    to_run = Connection(writing, readable=False)
    if address == PRIVATE and os.environ.get(CLUSTERS) != "0":
        begin_again_in_private()
    try:
        connect_patiently(address)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told in one sentence
        if address == "auto" and not os.environ.get("RAY_ADDRESS"):
            begin_again_in_private()
        name = os.environ.get("RAY_ADDRESS", address) if address == "auto" else address
        to_run.send((False, f"there is no Ray cluster at {name}: {_first_line(error)}"))
        return
    *needs, silence, file = from_run.recv()
    try:
        keeper = None if file is None else start_keeper(file)
    except BadInputError as error:
        to_run.send((False, str(error)))
        return
    to_run.send((True, int(ray.cluster_resources().get("CPU", 1))))
    kept = None if keeper is None else (file, keeper)
    foreman, over = Foreman(to_run, tuple(needs), kept, silence), Event()
    Thread(target=foreman.watch, args=(over,), daemon=True).start()
    try:
        while True:
            foreman.add(from_run.recv())
    except EOFError:
        over.set()
    if head_answers():  # otherwise it would wait for it
        if keeper is not None:
            close_cache(keeper)
        ray.shutdown()
    os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
