"""One search by a UCI engine, with its report for each depth."""

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
"""Seconds between two checks of ``cancel``."""
LATE = 0.5
"""Seconds after the time limit at which an engine that ignores it is sent ``stop``."""
NEARLY = 0.9
"""A search that ends below its depth after this share of a limit was ended by that limit."""
SLACK = 10_000
"""An engine that reports more than 2 * limit + SLACK nodes ignores its limit of nodes."""


@dataclass(frozen=True, slots=True)
class Question:
    """A request for a search, restricted to ``moves`` (empty: all), within limits."""

    position: ChessPosition
    words: str
    """The position as the command ``position`` names it, with earlier moves if they matter."""
    depth: int
    nodes: int | None
    seconds: float
    game: object
    """The engine keeps its hash table between questions with the same game object."""
    moves: tuple[str, ...] = ()

    def go(self) -> str:
        """The command ``go``."""
        nodes = "" if self.nodes is None else f" nodes {self.nodes}"
        among = f" searchmoves {' '.join(self.moves)}" if self.moves else ""
        return f"go depth {self.depth}{nodes} movetime {max(1, int(1000 * self.seconds))}{among}"


@dataclass(frozen=True, slots=True)
class Line:
    """The engine's last value and line for a depth."""

    depth: int
    value: int
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EngineReport:
    """The result of a search: at least one line, the deepest one last."""

    lines: tuple[Line, ...]
    cut: bool
    """A limit or ``cancel`` ended the search, so the last depth may be unfinished."""
    nodes: int
    seldepth: int

    @property
    def last(self) -> Line:
        """The engine's latest line."""
        return self.lines[-1]

    @property
    def finished(self) -> Sequence[Line]:
        """The lines of the depths that are certainly finished."""
        return self.lines[:-1] if self.cut else self.lines


class SearchingProcess(UciProcess):
    """A running engine that answers ``Question``s.

    Raises:
        EngineFailedError: if it cannot be started or does not answer as a UCI engine.
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
        """The report of a search; if cancelled, what the engine has found by then.

        Raises:
            EngineFailedError: if it dies, hangs, sends no score or a move that is not allowed.
            CancelledError: if it was cancelled before it had a score.
        """
        self._prepare(question)
        self.send(f"position {question.words}", question.go())
        begun = time.perf_counter()
        patience = self._patience
        until, stopped = begun + question.seconds + patience, False
        infos: list[Info] = []
        while True:
            now, cancelled = time.perf_counter(), cancel is not None and cancel.is_set()
            over = now > begun + question.seconds + LATE or _ignores_its_nodes(question, infos)
            if not stopped and (cancelled or over):
                stopped, until = True, now + patience
                self.send("stop")
            if now > until:
                raise EngineFailedError("no move came in time")
            received = self.receive_within(POLL if cancel is not None else LATE)
            if received is None:
                continue
            words = received[1].split()
            if words[:1] == ["bestmove"]:
                break
            if words[:1] == ["info"] and (info := read_info(words[1:])) is not None:
                infos.append(info)
        if cancel is not None and cancel.is_set() and not _has_score(infos):
            raise CancelledError
        late = time.perf_counter() - begun >= NEARLY * question.seconds
        return _make_report(question, infos, stopped=stopped or late)

    def _prepare(self, question: Question) -> None:
        """Sets the variant, and starts a new game if the question belongs to another one."""
        self.discard_received()
        if question.position.chess960 != self._chess960:
            if "UCI_Chess960" not in self.options:
                raise EngineFailedError("it does not play Chess960")
            self._chess960 = question.position.chess960
            self._set("UCI_Chess960", self._chess960)
        if question.game is not self._game:
            self._game = question.game
            self.send("ucinewgame")
            self.get_ready()

    def _set(self, name: str, value: str | int | bool) -> None:
        shown = str(value).lower() if isinstance(value, bool) else value
        self.send(f"setoption name {name} value {shown}")


def _ignores_its_nodes(question: Question, infos: Sequence[Info]) -> bool:
    """Whether an engine that has a score has ignored its limit of nodes and must be stopped.

    An engine that obeys its limit is never stopped here, so that its answer does not depend on
    timing.
    """
    if question.nodes is None or not infos or (infos[-1].nodes or 0) <= 2 * question.nodes + SLACK:
        return False
    return _has_score(infos)


def _has_score(infos: Sequence[Info]) -> bool:
    return any(info.value is not None for info in infos)


def _make_report(question: Question, infos: Sequence[Info], *, stopped: bool) -> EngineReport:
    """The last line of every depth; bounds count only if there is no exact value at all."""
    scored = [info for info in infos if info.value is not None and info.depth is not None]
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
            raise EngineFailedError(f"it answered with {line.moves[0]!r}, which is not allowed")
    nodes = max((info.nodes or 0 for info in infos), default=0)
    deep_enough = max(lines) >= question.depth
    share = 0.0 if question.nodes is None else nodes / question.nodes
    return EngineReport(
        tuple(lines[depth] for depth in sorted(lines)),
        stopped or share >= (1.0 if deep_enough else NEARLY),
        nodes,
        max(info.seldepth or 0 for info in infos),
    )
