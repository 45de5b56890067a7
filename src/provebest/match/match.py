"""Plays a whole match, keeps its games in a file, and continues a match from its file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from threading import Event
from typing import Any

from provebest.games.chess_evaluation import HANDCRAFTED
from provebest.match.arena import Plan, engine_name, play_games
from provebest.match.limits import Limit
from provebest.match.openings import fingerprint
from provebest.match.rules import Adjudication
from provebest.match.statistics import SequentialTest
from provebest.match.store import Store, open_store
from provebest.match.summary import pairs_of
from provebest.vocabulary import BadInputError, EngineFailedError
from provebest.work.place import ONE_PROCESS, Place
from provebest.work.shapes import Mapping, Number, OneOf, fits

HEAD = {
    "players": (str, str),
    "limit": Mapping(OneOf((None, Number(0, 1e9)))),
    "rules": Mapping(Number(0, 1e9, whole=True)),
}
"""What a report uses of the head of a match file."""


def play_match(
    plan: Plan,
    *,
    store: Path | None = None,
    test: SequentialTest | None = None,
    cancel: Event,
    on_game: Callable[[Store], None] = lambda _: None,
    on: Place = ONE_PROCESS,
) -> tuple[Store, str]:
    """Plays all games that are not in the store yet; returns the store and how the match ended.

    It ended as ``done``, ``decided`` (by the test), ``interrupted``, or with a sentence about an
    engine that could no longer be started or a game that could not be finished.

    Raises:
        BadInputError: for players, openings or a store that cannot be used.
        EngineFailedError: if an engine cannot be started before any game is finished.
        CannotWriteError: if the store cannot be written.
    """
    names = [engine_name(player, cancel) for player in plan.players]
    with open_store(store, heading(plan, names)) as kept:
        on_game(kept)
        aside: list[str] = []
        games = play_games(plan, kept.games, cancel, on=on, if_set_aside=aside.append)
        ended = "done"
        try:
            if _is_decided(test, kept):
                return kept, "decided"
            for game in games:
                kept.add(game)
                on_game(kept)
                if _is_decided(test, kept):
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
        if aside and ended == "done":
            ended = aside[0]
        return kept, ended


def heading(plan: Plan, engines: list[str]) -> dict[str, Any]:
    """The head of a match file: everything that must be the same for a match to be continued."""
    head = {
        "players": [player.name for player in plan.players],
        "engines": engines,
        "options": [dict(player.options) for player in plan.players],
        "limit": _limit_as_json(plan.conditions.limit),
        "rules": asdict(plan.conditions.rules),
        "openings": fingerprint(plan.openings),
    }
    evaluations = [player.evaluation for player in plan.players]
    if any(each not in {None, HANDCRAFTED} for each in evaluations):
        head["evaluations"] = evaluations  # files from before that field have the handcrafted one
    return head


def read_heading(head: dict[str, Any]) -> tuple[list[str], Limit, Adjudication]:
    """Players, limit and rules from the head of a match file.

    Raises:
        BadInputError: if the head is damaged.
    """
    damaged = BadInputError("the match file is damaged at line 1")
    if not fits(head, HEAD):
        raise damaged
    try:
        limit, rules = Limit(**head["limit"]), Adjudication(**head["rules"])
        _ = limit.text
    except (ValueError, TypeError):
        raise damaged from None
    return head["players"], limit, rules


def _limit_as_json(limit: Limit) -> dict[str, Any]:
    """Without ``probes`` if it is None, so that files from before that field can be continued."""
    entry = asdict(limit)
    return entry if entry.pop("probes") is None else asdict(limit)


def _is_decided(test: SequentialTest | None, kept: Store) -> bool:
    return test is not None and test.verdict(pairs_of(kept.in_order())) is not None
