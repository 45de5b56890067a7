"""The option ``--cache``: where the answers to probes are kept, for this run and for others."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from provebest.chess.probes.cache_place import CachePlace, Database, cache_place

Cache = Annotated[
    str | None,
    typer.Option(
        "--cache",
        help="Keep the results of probes in this file, or in a database "
        "(postgresql://USER@HOST/DATABASE), and reuse them.",
    ),
]


def read_cache(name: str | None) -> CachePlace | None:
    """The place that the option names; None without it.

    Raises:
        BadInputError: if there can be no cache.
    """
    return None if name is None else cache_place(name)


def file_of(cache: CachePlace | None) -> Path | None:
    """The file of the cache, if it is one."""
    return None if isinstance(cache, Database) else cache
