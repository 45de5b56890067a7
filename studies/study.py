"""What studies that are run as ``python -m`` have in common: options, a bar, and how they end."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import chess.pgn
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from provebest.chess.explain.pgn_notes import read_games
from provebest.vocabulary import BadInputError, ProvebestError
from provebest.work.pool import run_jobs

Job = TypeVar("Job", bound=tuple[Any, ...])


def study_parser(about: str | None) -> ArgumentParser:
    """The options that every study has; it adds its own. ``about``: the study's docstring."""
    parser = ArgumentParser(description=about, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--store", type=Path, help="keeps what is done, and goes on from it")
    parser.add_argument("--workers", type=_some, help="processes; all cores if not given")
    return parser


def _some(word: str) -> int:
    number = int(word)
    if number < 1:
        raise ArgumentTypeError("it takes one process or more")
    return number


def run_with_bar(
    work: Callable[[Job], Any],
    jobs: Sequence[Job],
    things: str,
    *,
    store: Path | None,
    workers: int | None,
) -> list[Any]:
    """``run_jobs``, one at a time for each worker, with a bar on stderr where that is a terminal.

    A job is one of these ``things``.
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
            workers=workers,
            chunk=1,
        )


def games_of(files: Sequence[Path]) -> Iterator[chess.pgn.Game]:
    """The games of these files that can be read to their ends.

    Raises:
        BadInputError: for a file that cannot be read.
    """
    for file in files:
        try:
            text = file.read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            raise BadInputError(f"cannot read {str(file)!r}: {error.strerror}") from None
        yield from (game for game in read_games(text) if not game.errors)


def end_with(study: Callable[[], None]) -> NoReturn:
    """Runs it; an error is one sentence and exit code 2, Ctrl-C exit code 130."""
    try:
        study()
    except ProvebestError as error:
        _give_up(str(error), 2)
    except OSError as error:
        _give_up(": ".join(filter(None, (error.strerror, error.filename))), 2)
    except KeyboardInterrupt:
        _give_up("interrupted; with --store the same command goes on", 130)
    sys.exit(0)


def _give_up(why: str, code: int) -> NoReturn:
    print(f"provebest: {why}", file=sys.stderr)
    sys.exit(code)
