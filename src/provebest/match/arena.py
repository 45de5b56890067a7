"""Plays games at the same time: each slot has two engines of its own, and only one thinks."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from provebest.match.engine_process import EngineProcess
from provebest.match.game import Conditions, Game
from provebest.match.openings import Opening
from provebest.match.players import PlayerChoice, of_this_machine
from provebest.match.record import GameRecord
from provebest.vocabulary import BadInputError, CancelledError, EngineFailedError, shorten
from provebest.work.here import Threads
from provebest.work.place import ONE_PROCESS, Place
from provebest.work.pool import print_note
from provebest.work.running import Failed, SetAside, run_all

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


def play_games(
    plan: Plan,
    known: Collection[int],
    cancel: threading.Event,
    *,
    on: Place = ONE_PROCESS,
    if_set_aside: Callable[[str], None] = print_note,
) -> Iterator[GameRecord]:
    """Plays the games whose numbers are not ``known`` and yields each one as it is finished.

    Games on this machine are played in ``plan.concurrency`` threads, because engines are processes
    already. Closing the iterator abandons the games in progress. ``if_set_aside`` is called with a
    sentence about each game that ended its worker too often.

    Raises:
        EngineFailedError: if an engine can no longer be started.
    """
    wanted = [number for number in range(plan.games) if number not in known]
    if not wanted:
        return
    hall = _Hall()
    jobs: Sequence[GameJob] = [
        (plan.players, plan.opening(number), plan.conditions, number) for number in wanted
    ]
    crew = (
        Threads(min(plan.concurrency, len(wanted)))
        if on.is_local
        else on.crew(len(wanted), (check_players, (plan.players,)))
    )
    work = hall.play if on.is_local else play_here
    try:
        for place, result in run_all(crew, work, jobs, cancel=cancel):
            if isinstance(result, SetAside):
                if_set_aside(result.sentence(f"game {wanted[place] + 1}"))
            elif isinstance(result, Failed):
                raise result.error
            else:
                yield result
    finally:
        hall.over.set()
        crew.shutdown(cancel_futures=True)
        hall.close()


GameJob = tuple[tuple[PlayerChoice, PlayerChoice], Opening, Conditions, int]
"""Players, opening, conditions and number of a game."""


class _Hall:
    """Plays games in threads of this process; each has two engines of its own."""

    def __init__(self) -> None:
        self.over = threading.Event()
        self._own = threading.local()
        self._slots: list[_Slot] = []

    def play(self, job: GameJob) -> GameRecord:
        """The finished game.

        Raises:
            CancelledError: if the match is over.
            EngineFailedError: if an engine can no longer be started.
        """
        slot: _Slot | None = getattr(self._own, "slot", None)
        if slot is None:
            slot = self._own.slot = _Slot(job[0], self.over)
            self._slots.append(slot)
        return slot.play(job)

    def close(self) -> None:
        """Ends all engines."""
        for slot in self._slots:
            slot.close()


_elsewhere: list[_Slot] = []
"""The engines of a worker on another machine: they live as long as it does."""


def play_here(job: GameJob) -> GameRecord:
    """The finished game, played by the engines of the machine on which this is called."""
    players = tuple(of_this_machine(player) for player in job[0])
    if not _elsewhere or _elsewhere[0].players != players:
        _elsewhere[:] = [_Slot(players, threading.Event())]
    return _elsewhere[0].play(job)


def check_players(players: Sequence[PlayerChoice]) -> None:
    """Raises an error unless the engines of a match can be started here."""
    for player in players:
        engine_name(of_this_machine(player), threading.Event())


class _Slot:
    """Plays one game after another with two engines of its own."""

    def __init__(self, players: Sequence[PlayerChoice], over: threading.Event) -> None:
        self.players, self.over = players, over
        self._engines: list[EngineProcess | None] = [None, None]

    def play(self, job: GameJob) -> GameRecord:
        _, opening, conditions, number = job
        engines = (self._engine(0), self._engine(1))
        record = Game(number, opening, engines, conditions).play(self.over)
        if record.fault is not None and record.loser is not None:
            self._end(record.loser)  # the next game starts a new engine
        return record

    def close(self) -> None:
        for player in (0, 1):
            self._end(player)

    def _engine(self, player: int) -> EngineProcess:
        engine = self._engines[player]
        for attempt in range(1, STARTS + 1):
            if engine is not None:
                break
            try:
                engine = EngineProcess(self.players[player], self.over)
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
