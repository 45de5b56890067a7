"""Where jobs run, as ``--on`` says: ``local``, ``local:N``, ``ray`` or ``ray://HOST:PORT``."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from provebest.chess.probes.cache_place import CachePlace
from provebest.chess.probes.prober_choice import MOST_WORKERS
from provebest.vocabulary import BadInputError, shorten
from provebest.work.calls import Call
from provebest.work.crew import Crew

LOCAL = re.compile(r"local(?::(?P<workers>[0-9]{1,9}))?")
RAY = re.compile(r"ray(?P<address>://\[?[\w.:-]+\]?:[0-9]{1,5})?", re.ASCII)
PLACES = "local, local:N, ray or ray://HOST:PORT"


@dataclass(frozen=True, slots=True)
class Place:
    """Where jobs run. The results are the same everywhere, as far as no clock decides."""

    workers: int | None = None
    """Processes on this machine; None if they are as many as its processors."""
    ray: str | None = None
    """A Ray cluster: its address, or ``auto`` for the one that this machine belongs to."""

    @property
    def is_local(self) -> bool:
        """Whether jobs run on this machine alone, without Ray."""
        return self.ray is None

    @property
    def is_remote(self) -> bool:
        """Whether jobs run on a cluster to which this machine does not belong."""
        return self.ray is not None and self.ray.startswith("ray://")

    @property
    def processes(self) -> int:
        """The number of processes on this machine."""
        return self.workers or os.cpu_count() or 1

    @property
    def text(self) -> str:
        """As ``read_place`` reads it."""
        if self.ray is not None:
            return "ray" if self.ray == "auto" else self.ray
        return "local" if self.workers is None else f"local:{self.workers}"

    def crew(self, most: int, check: Call | None = None, cache: CachePlace | None = None) -> Crew:
        """Those who do the jobs; no more processes than ``most`` are started on this machine.

        A worker on another machine makes the call ``check`` before its first job. It raises an
        error there if something is missing. ``cache`` is the probe cache that jobs use: with Ray,
        a file is opened by one process for all workers.
        """
        if self.ray is not None:
            from provebest.work.on_ray import OnRay  # noqa: PLC0415 - only if it is asked for

            return OnRay(self.ray, check, cache if isinstance(cache, Path) else None)
        from provebest.work.processes import Processes  # noqa: PLC0415 - the UCI engine has none

        return Processes(max(1, min(self.processes, most)))


ALL_CORES = Place()
ONE_PROCESS = Place(1)


def read_place(text: str) -> Place:
    """The place with this name.

    Raises:
        BadInputError: if there is none.
    """
    if (local := LOCAL.fullmatch(text)) is not None:
        workers = None if local["workers"] is None else int(local["workers"])
        if workers is not None:
            check_workers(workers, "--on local:N", "N")
        return Place(workers)
    if (ray := RAY.fullmatch(text)) is not None:
        return Place(ray=f"ray{ray['address']}" if ray["address"] else "auto")
    raise BadInputError(f"--on must be {PLACES}; got {shorten(text)}")


def check_workers(workers: int, option: str, what: str = "it") -> None:
    """Refuses an impossible number of processes.

    Raises:
        BadInputError: unless 1 <= workers <= MOST_WORKERS.
    """
    if not 1 <= workers <= MOST_WORKERS:
        raise BadInputError(f"{option}: {what} must be from 1 to {MOST_WORKERS}; got {workers}")


def choose_place(on: str | None, workers: int, option: str = "--workers") -> Place:
    """The place that the options name: ``--workers N`` is short for ``--on local:N``.

    Raises:
        BadInputError: if there is no such place, or if both options are given.
    """
    check_workers(workers, option)
    if on is None:
        return Place(workers)
    if workers != 1:
        raise BadInputError(f"{option} {workers} is short for --on local:{workers}; use one option")
    return read_place(on)
