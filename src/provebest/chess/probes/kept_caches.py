"""Probe caches that a process keeps open from one analysis to the next, as a worker does."""

from __future__ import annotations

import os
from collections.abc import Callable

from provebest.chess.probes.cache import ProbeCache
from provebest.chess.probes.cache_file import CacheFailedError
from provebest.chess.probes.cache_home import CacheHome, open_home
from provebest.chess.probes.cache_place import CachePlace
from provebest.vocabulary import ProvebestError
from provebest.vocabulary.outside import visible

_kept: dict[tuple[int, CachePlace], ProbeCache] = {}
"""By process: a forked one must not touch the connections of its parent."""


def keep_open(
    place: CachePlace, open_it: Callable[[CachePlace], CacheHome] = open_home
) -> ProbeCache:
    """The cache at this place, which stays open until ``let_go``.

    One that cannot be opened has failed: whoever uses it goes on without it.
    """
    if (kept := kept_cache(place)) is not None:
        return kept
    cache = _kept[os.getpid(), place] = ProbeCache(place, lambda at: _opened(at, open_it))
    return cache


def kept_cache(place: CachePlace) -> ProbeCache | None:
    """The cache at this place if this process keeps it open."""
    return _kept.get((os.getpid(), place))


def let_go(place: CachePlace) -> None:
    """Closes the cache at this place if this process keeps it open."""
    cache = _kept.pop((os.getpid(), place), None)
    if cache is not None:
        cache.close()


def _opened(place: CachePlace, open_it: Callable[[CachePlace], CacheHome]) -> CacheHome:
    try:
        return open_it(place)
    except ProvebestError as error:
        told = f"{visible(place)} cannot be used as a probe cache: "
        raise CacheFailedError(str(error).removeprefix(told)) from None
