"""The option ``--cache``: where the answers to probes are kept, for this run and for others."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from provebest.chess.probes.cache_place import CachePlace, Database, cache_place
from provebest.cli.shared import keep_what_was_read, out, talk
from provebest.work.caching import RunCache
from provebest.work.place import Place

Cache = Annotated[
    str | None,
    typer.Option(
        "--cache",
        help="Keep the results of probes in this file, or in a database "
        "(postgresql://USER@HOST/DATABASE), and reuse them.",
    ),
]


def read_cache(name: str | None, *, whole: bool = False) -> CachePlace | None:
    """The place that the option names, a file with its ``whole`` path; None without it.

    Raises:
        BadInputError: if there can be no cache.
    """
    place = None if name is None else cache_place(name)
    return place.absolute() if whole and isinstance(place, Path) else place


def file_of(cache: CachePlace | None) -> Path | None:
    """The file of the cache, if it is one."""
    return None if isinstance(cache, Database) else cache


def run_cache(name: str | None, on: Place, read: Path) -> AbstractContextManager[RunCache | None]:
    """The cache that the option names, for all jobs at this place; ``read`` is no cache.

    Raises:
        BadInputError: if it is not a probe cache, or cannot be reached.
        CannotWriteError: if it is a file that cannot be made.
    """
    place = read_cache(name)
    if place is None:
        return nullcontext()
    keep_what_was_read(read, file_of(place))
    return RunCache(place, on, talk)


def cache_as_json(cache: RunCache | None) -> dict[str, Any]:
    """What JSON says of the cache; nothing without one."""
    return {} if cache is None else {"cache": cache.use.as_json()}


def print_cache(cache: RunCache | None) -> None:
    """Prints the same for people to read."""
    if cache is not None:
        out.print(f"{cache.use}.", soft_wrap=True)
