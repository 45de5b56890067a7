"""One search by a UCI engine, depth by depth as the engine tells it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Event

from provebest.chess.probes.uci_process import UciProcess
from provebest.chess.probes.uci_words import Info, read_info
from provebest.games.chess import ChessPosition
from provebest.vocabulary import CancelledError, EngineFailedError

POLL = 0.01
"""Seconds between two looks at whether a search is still wanted."""
LATE = 0.5
"""Seconds after its time at which an engine that knows no limit of time is told to stop."""
NEARLY = 0.9
"""Who ends after so much of a limit, at a depth that was not asked for, was ended by the limit."""
SLACK = 10_000
"""Nodes within which every engine that knows such a limit has looked at it."""


@dataclass(frozen=True, slots=True)
class Question:
    """A search of a position, restricted to some of its moves (none: all), within limits."""

    position: ChessPosition
    words: str
    """The position as engines are told it, with the game before it where that counts."""
    depth: int
    nodes: int | None
    seconds: float
    game: object
    """The engine's table is kept between questions of one game."""
    moves: tuple[str, ...] = ()

    def go(self) -> str:
        """The command."""
        nodes = "" if self.nodes is None else f" nodes {self.nodes}"
        among = f" searchmoves {' '.join(self.moves)}" if self.moves else ""
        return f"go depth {self.depth}{nodes} movetime {max(1, int(1000 * self.seconds))}{among}"


@dataclass(frozen=True, slots=True)
class Line:
    """The last that was said of a depth."""

    depth: int
    value: int
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EngineReport:
    """What a search has said; there is at least one line, the deepest is the last."""

    lines: tuple[Line, ...]
    cut: bool
    """A limit or a signal ended it: the last depth told was perhaps not finished."""
    nodes: int
    seldepth: int

    @property
    def last(self) -> Line:
        """What the engine would play."""
        return self.lines[-1]

    @property
    def finished(self) -> Sequence[Line]:
        """Of the depths that are known to be finished."""
        return self.lines[:-1] if self.cut else self.lines


class SearchingProcess(UciProcess):
    """An engine that is asked for searches, each of them in the words of the protocol.

    Raises:
        EngineFailedError: where it does not begin as a UCI engine.
    """

    def __init__(
        self, command: Sequence[str], options: Mapping[str, str | int | bool], patience: float
    ) -> None:
        super().__init__(command, patience=patience)
        self._game: object = None
        self._chess960 = False
        declared = {name.casefold(): name for name in self.options}
        try:
            for name, value in options.items():
                if name.casefold() in declared:
                    self._set(declared[name.casefold()], value)
            self.get_ready()
        except BaseException:
            self.close()
            raise

    def search(self, question: Question, cancel: Event | None = None) -> EngineReport:
        """The answer; cancelled, it ends with what the engine knows by then.

        Raises:
            EngineFailedError: where it dies, hangs, gives no score or a move that is none.
            CancelledError: where it was stopped before it had said anything.
        """
        self._prepare(question)
        self.say(f"position {question.words}", question.go())
        begun = time.perf_counter()
        patience = self._patience
        until, stopped = begun + question.seconds + patience, False
        told: list[Info] = []
        while True:
            now, cancelled = time.perf_counter(), cancel is not None and cancel.is_set()
            over = now > begun + question.seconds + LATE or _disregards_its_nodes(question, told)
            if not stopped and (cancelled or over):
                stopped, until = True, now + patience
                self.say("stop")
            if now > until:
                raise EngineFailedError("no move came: it hangs")
            heard = self.heard_within(POLL if cancel is not None else LATE)
            if heard is None:
                continue
            words = heard[1].split()
            if words[:1] == ["bestmove"]:
                break
            if words[:1] == ["info"] and (info := read_info(words[1:])) is not None:
                told.append(info)
        if cancel is not None and cancel.is_set() and not _has_a_score(told):
            raise CancelledError
        late = time.perf_counter() - begun >= NEARLY * question.seconds
        return _heard(question, told, stopped=stopped or late)

    def _prepare(self, question: Question) -> None:
        """A new game, where it is one."""
        self.overhear()
        if question.position.chess960 != self._chess960:
            if "UCI_Chess960" not in self.options:
                raise EngineFailedError("it does not play Chess960")
            self._chess960 = question.position.chess960
            self._set("UCI_Chess960", self._chess960)
        if question.game is not self._game:
            self._game = question.game
            self.say("ucinewgame")
            self.get_ready()

    def _set(self, name: str, value: str | int | bool) -> None:
        shown = str(value).lower() if isinstance(value, bool) else value
        self.say(f"setoption name {name} value {shown}")


def _disregards_its_nodes(question: Question, told: Sequence[Info]) -> bool:
    """Whether an engine that has a score but knows no limit of nodes has to be told to stop.

    One that knows it is left alone: when it sees the limit must not depend on when we would.
    """
    if question.nodes is None or not told or (told[-1].nodes or 0) <= 2 * question.nodes + SLACK:
        return False
    return _has_a_score(told)


def _has_a_score(told: Sequence[Info]) -> bool:
    return any(info.value is not None for info in told)


def _heard(question: Question, told: Sequence[Info], *, stopped: bool) -> EngineReport:
    """The last line of every depth; bounds only where there is nothing else."""
    scored = [info for info in told if info.value is not None and info.depth is not None]
    lines = {
        info.depth: Line(info.depth, info.value, info.line)
        for info in [i for i in scored if i.exact] or scored
        if info.value is not None and info.depth is not None
    }
    if not lines:
        raise EngineFailedError("it gave no score")
    allowed = frozenset(question.moves or question.position.legal_moves())
    for line in lines.values():
        if line.moves and line.moves[0] not in allowed:
            raise EngineFailedError(f"it answered with {line.moves[0]!r}, which it may not play")
    nodes = max((info.nodes or 0 for info in told), default=0)
    asked_for = max(lines) >= question.depth
    share = 0.0 if question.nodes is None else nodes / question.nodes
    return EngineReport(
        tuple(lines[depth] for depth in sorted(lines)),
        stopped or share >= (1.0 if asked_for else NEARLY),
        nodes,
        max(info.seldepth or 0 for info in told),
    )
