"""Games side by side: each slot has its own two engines, and only the player to move thinks."""

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
"""Times that an engine is started before a match is given up."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A match: pairs of games, one opening each, the first player White in the first of them."""

    players: tuple[PlayerChoice, PlayerChoice]
    openings: Sequence[Opening]
    games: int
    conditions: Conditions
    concurrency: int = 1

    def __post_init__(self) -> None:
        if self.games < 2 or self.games % 2:
            raise BadInputError(
                f"every opening is played with both colours: --games is even; got {self.games}"
            )
        if not 1 <= self.concurrency <= 256:
            raise BadInputError(f"--concurrency is from 1 to 256; got {self.concurrency}")
        for player in self.players if self.conditions.limit.probes is not None else ():
            if player.why_no_probes is not None:
                raise BadInputError(
                    f"{player.why_no_probes}: --probes is for players like "
                    f"bstar:control=classic; got {shorten(player.name)}"
                )

    def opening(self, game: int) -> Opening:
        """Of this game; after the last opening they begin again."""
        return self.openings[game // 2 % len(self.openings)]


def introduced(player: PlayerChoice, cancel: threading.Event) -> str:
    """What the engine of a player calls itself; it begins, has its options, and ends.

    Raises:
        EngineFailedError: if it does not begin as a UCI engine.
        BadInputError: if it does not have the options.
    """
    engine = EngineProcess(player, cancel)
    engine.close()
    return engine.name


def played(plan: Plan, known: Collection[int], cancel: threading.Event) -> Iterator[GameRecord]:
    """Every game that is not known yet, as it is finished; closing it ends the others unfinished.

    Raises:
        EngineFailedError: if an engine cannot be started any more.
    """
    wanted = [number for number in range(plan.games) if number not in known]
    over = threading.Event()  # set by whoever reads no further
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
                told = results.get(timeout=POLL)
                if isinstance(told, BaseException):
                    raise told
                left -= 1
                yield told
    finally:
        over.set()
        for slot in slots:
            slot.join()


class _Slot:
    """One game after another."""

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
                    self._end(record.loser)  # late, lost or mistaken: a new one plays on
                self.results.put(record)
        except CancelledError:
            pass
        except BaseException as error:  # noqa: BLE001 - raised again where the match is read
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
