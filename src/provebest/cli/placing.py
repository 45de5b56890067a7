"""The option ``--on``: where the jobs of a command run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from provebest.chess.probes.prober_choice import MOST_WORKERS, ProberChoice
from provebest.chess.probes.probers import check_prober
from provebest.cli.shared import talk
from provebest.vocabulary import BadInputError
from provebest.work.caching import tidy_up
from provebest.work.place import read_place
from provebest.work.steady import Steady

On = Annotated[
    str | None,
    typer.Option(
        "--on",
        help="Where to work: local:N (processes here), ray, or ray://HOST:PORT (a Ray cluster).",
    ),
]


def workers_option(what: str, *names: str) -> Any:
    """The option ``--workers``, or one with this name too: how many do ``what`` at a time."""
    return typer.Option("--workers", *names, help=what, min=1, max=MOST_WORKERS)


@contextmanager
def probe_workers(
    on: str | None, workers: int | None, control: str, choice: ProberChoice
) -> Iterator[Steady | None]:
    """The workers for the probes of one analysis; None without ``--on``.

    Raises:
        BadInputError: if there is no such place, or the analysis has nothing to share out.
    """
    if on is None:
        yield None
        return
    place = read_place(on)
    if workers is not None:
        raise BadInputError("--workers is the number of threads here; use it or --on, not both")
    if control != "classic":
        raise BadInputError("--on shares the probes of the classic control: use --control classic")
    if place.is_remote and isinstance(choice.cache, Path):
        raise BadInputError(
            "--cache: a cluster that this machine has not joined cannot use a file of it; use a "
            "database"
        )
    executor = Steady(place, (check_prober, (choice.identity,)), choice.cache)
    try:
        yield executor
    finally:
        executor.shutdown()
        if choice.cache is not None:
            tidy_up(choice.cache)


class Aside:
    """Counts the jobs that were set aside, and names each one on stderr."""

    def __init__(self) -> None:
        self.jobs = 0

    def __call__(self, sentence: str) -> None:
        """Is told of one more."""
        self.jobs += 1
        talk(sentence)
