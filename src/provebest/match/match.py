"""A whole match: played, kept, gone on with, told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from threading import Event
from typing import Any

from provebest.match.arena import Plan, introduced, played
from provebest.match.limits import Limit
from provebest.match.openings import fingerprint
from provebest.match.statistics import SequentialTest
from provebest.match.store import Store, open_store
from provebest.match.summary import pairs_of
from provebest.vocabulary import EngineFailedError


def play_match(
    plan: Plan,
    *,
    store: Path | None = None,
    test: SequentialTest | None = None,
    cancel: Event,
    on_game: Callable[[Store], None] = lambda _: None,
) -> tuple[Store, str]:
    """All games that are not in the store yet, and what ended the match.

    That is ``done``, ``decided`` (by the test), ``interrupted``, or a sentence about an engine
    that could not be started any more.

    Raises:
        BadInputError: for players, openings or a store that cannot be used.
        EngineFailedError: if an engine cannot be started before any game is finished.
        CannotWriteError: if the store cannot be written.
    """
    names = [introduced(player, cancel) for player in plan.players]
    with open_store(store, heading(plan, names)) as kept:
        on_game(kept)
        games = played(plan, kept.games, cancel)
        ended = "done"
        try:
            if _decided(test, kept):
                return kept, "decided"
            for game in games:
                kept.add(game)
                on_game(kept)
                if _decided(test, kept):
                    ended = "decided"
                    break
        except EngineFailedError as error:
            if not kept.games:
                raise
            ended = str(error)
        finally:
            games.close()  # type: ignore[attr-defined]  # it is a generator
        if cancel.is_set() and len(kept.games) < plan.games and ended == "done":
            ended = "interrupted"
        return kept, ended


def heading(plan: Plan, engines: list[str]) -> dict[str, Any]:
    """What must be the same for a match to go on."""
    return {
        "players": [player.name for player in plan.players],
        "engines": engines,
        "options": [dict(player.options) for player in plan.players],
        "limit": _written(plan.conditions.limit),
        "rules": asdict(plan.conditions.rules),
        "openings": fingerprint(plan.openings),
    }


def _written(limit: Limit) -> dict[str, Any]:
    """As stores have it; one from before there were probes goes on."""
    said = asdict(limit)
    return said if said.pop("probes") is None else asdict(limit)


def _decided(test: SequentialTest | None, kept: Store) -> bool:
    return test is not None and test.verdict(pairs_of(kept.in_order())) is not None
