"""Plays games at the same time: each slot has two engines of its own, and only one thinks."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from provebest.match.engine_process import EngineProcess
from provebest.match.game import Conditions, Game
from provebest.match.openings import Opening
from provebest.match.players import PlayerChoice
from provebest.match.record import GameRecord
from provebest.vocabulary import BadInputError, CancelledError, EngineFailedError, shorten

POLL = 0.1
STARTS = 3
"""Attempts to start an engine before the match is given up."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A match: each pair of games has one opening; the first player is White in its first game.

    Raises:
        BadInputError: for a number of games or a concurrency that is impossible, or for
            players that cannot be limited by probes.
    """

    players: tuple[PlayerChoice, PlayerChoice]
    openings: Sequence[Opening]
    games: int
    conditions: Conditions
    concurrency: int = 1

    def __post_init__(self) -> None:
        if self.games < 2 or self.games % 2:
            raise BadInputError(
                "--games must be even, because every opening is played with both colours; "
                f"got {self.games}"
            )
        if not 1 <= self.concurrency <= 256:
            raise BadInputError(f"--concurrency must be from 1 to 256; got {self.concurrency}")
        for player in self.players if self.conditions.limit.probes is not None else ():
            if player.why_no_probes is not None:
                raise BadInputError(
                    f"{player.why_no_probes}; --probes needs players such as "
                    f"bstar:control=classic, got {shorten(player.name)}"
                )

    def opening(self, game: int) -> Opening:
        """The opening of this game; after the last opening the first one follows again."""
        return self.openings[game // 2 % len(self.openings)]


def engine_name(player: PlayerChoice, cancel: threading.Event) -> str:
    """The name of a player's engine. Starts it, sets its options and closes it again.

    Raises:
        EngineFailedError: if it does not start as a UCI engine.
        BadInputError: if it does not have the options.
    """
    engine = EngineProcess(player, cancel)
    engine.close()
    return engine.name


def play_games(plan: Plan, known: Collection[int], cancel: threading.Event) -> Iterator[GameRecord]:
    """Plays the games whose numbers are not ``known`` and yields each one as it is finished.

    Closing the iterator abandons the games in progress.

    Raises:
        EngineFailedError: if an engine can no longer be started.
    """
    wanted = [number for number in range(plan.games) if number not in known]
    over = threading.Event()  # set when no more games are read
    results: SimpleQueue[GameRecord | BaseException] = SimpleQueue()
    next_game, one_at_a_time = itertools.count(), threading.Lock()

    def take() -> int | None:
        with one_at_a_time:
            place = next(next_game)
        return wanted[place] if place < len(wanted) else None

    slots = [
        threading.Thread(target=_Slot(plan, over, results).run, args=(take,), daemon=True)
        for _ in range(min(plan.concurrency, len(wanted)))
    ]
    for slot in slots:
        slot.start()
    try:
        left = len(wanted)
        while left and not cancel.is_set():
            with suppress(Empty):
                result = results.get(timeout=POLL)
                if isinstance(result, BaseException):
                    raise result
                left -= 1
                yield result
    finally:
        over.set()
        for slot in slots:
            slot.join()


class _Slot:
    """Plays one game after another with two engines of its own."""

    def __init__(
        self,
        plan: Plan,
        over: threading.Event,
        results: SimpleQueue[GameRecord | BaseException],
    ) -> None:
        self.plan, self.over, self.results = plan, over, results
        self._engines: list[EngineProcess | None] = [None, None]

    def run(self, take: Callable[[], int | None]) -> None:
        try:
            while not self.over.is_set() and (number := take()) is not None:
                opening = self.plan.opening(number)
                engines = (self._engine(0), self._engine(1))
                record = Game(number, opening, engines, self.plan.conditions).play(self.over)
                if record.fault is not None and record.loser is not None:
                    self._end(record.loser)  # the next game starts a new engine
                self.results.put(record)
        except CancelledError:
            pass
        except BaseException as error:  # noqa: BLE001 - play_games raises it again
            self.results.put(error)
        finally:
            for player in (0, 1):
                self._end(player)

    def _engine(self, player: int) -> EngineProcess:
        engine = self._engines[player]
        for attempt in range(1, STARTS + 1):
            if engine is not None:
                break
            try:
                engine = EngineProcess(self.plan.players[player], self.over)
            except EngineFailedError:
                if attempt == STARTS:
                    raise
        if engine is None:
            raise CancelledError
        self._engines[player] = engine
        return engine

    def _end(self, player: int) -> None:
        engine, self._engines[player] = self._engines[player], None
        if engine is not None:
            engine.close()
