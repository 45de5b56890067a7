"""Shared by studies that are run with ``python -m``: options, a progress bar, and exit codes."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import chess.pgn
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from provebest.games.pgn import games_in, read_pgn
from provebest.vocabulary import BadInputError, JobsSetAsideError, ProvebestError
from provebest.work.place import Place, read_place
from provebest.work.pool import run_jobs

Job = TypeVar("Job", bound=tuple[Any, ...])
Workers = int | Place | None
"""A number of processes on this machine, or another place; None for all cores."""


def study_parser(about: str | None) -> ArgumentParser:
    """A parser with the options that all studies share; ``about`` is the study's docstring."""
    parser = ArgumentParser(description=about, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--store", type=Path, help="keep results in this file and continue from it")
    parser.add_argument(
        "--workers", type=_positive, help="number of processes (default: all cores)"
    )
    parser.add_argument(
        "--on",
        dest="workers",
        type=_place,
        help="where to work: local:N (the same as --workers N), ray, or ray://HOST:PORT",
    )
    return parser


def _positive(word: str) -> int:
    number = int(word)
    if number < 1:
        raise ArgumentTypeError("it must be 1 or more")
    return number


def _place(word: str) -> Workers:
    try:
        place = read_place(word)
    except BadInputError as error:
        raise ArgumentTypeError(str(error)) from None
    return place.processes if place.is_local else place


def run_with_bar(
    work: Callable[[Job], Any],
    jobs: Sequence[Job],
    things: str,
    *,
    store: Path | None,
    workers: Workers,
) -> list[Any]:
    """``run_jobs`` with a progress bar on stderr if that is a terminal.

    ``things`` is what the bar calls the jobs.
    """
    console = Console(stderr=True)
    columns = (TextColumn(things), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        bar = progress.add_task(things, total=len(jobs))
        return run_jobs(
            work,
            jobs,
            on_job=lambda: progress.advance(bar),
            store=store,
            on=workers if isinstance(workers, Place) else Place(workers),
        )


def games_of(files: Sequence[Path]) -> Iterator[chess.pgn.Game]:
    """The games of these files that can be read without errors.

    Raises:
        BadInputError: for a file that cannot be read.
    """
    for file in files:
        yield from (each.game for each in games_in(read_pgn(file)) if each.game is not None)


def end_with(study: Callable[[], None]) -> NoReturn:
    """Runs the study and exits: with one sentence and code 2 for an error, code 130 for Ctrl-C."""
    try:
        study()
    except ProvebestError as error:
        _give_up(str(error), 1 if isinstance(error, JobsSetAsideError) else 2)
    except OSError as error:
        _give_up(": ".join(filter(None, (error.strerror, error.filename))), 2)
    except KeyboardInterrupt:
        _give_up("interrupted; with --store the same command continues", 130)
    sys.exit(0)


def _give_up(why: str, code: int) -> NoReturn:
    print(f"provebest: {why}", file=sys.stderr)
    sys.exit(code)
