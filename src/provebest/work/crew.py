"""A crew: executors that run many jobs, of which some workers may be lost on the way."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor

CONTINUES = "with a store, the same command continues"
"""The end of a sentence that says why all workers are gone."""
SILENCE = 30.0
"""Seconds without a sign of life, twice in a row, after which a worker counts as lost."""


class WorkerLostError(Exception):
    """The worker of a job was killed or is frozen, or its machine is gone.

    The job may be done by another. It is not a ``ProvebestError``: who runs the jobs answers it.
    """

    blames_job: bool = True
    """Whether the job may have been the cause: its machine is still there."""


class Crew(Executor):
    """An executor that says how many jobs it takes at a time, and replaces lost workers.

    A future whose worker is lost raises WorkerLostError; its job can be submitted again.
    """

    ahead: int = 1
    """How many jobs should be submitted and unfinished, so that no worker has to wait."""
    size: int = 1
    """Workers in the beginning."""
    tries_elsewhere = False
    """Whether a job that failed because of another program may succeed on another machine."""
    on_note: Callable[[str], None] = staticmethod(lambda _sentence: None)
    """Is called with sentences that the user should read."""

    def refresh(self) -> None:
        """Replaces lost workers. Only this, from the thread that made the crew, starts them."""
