"""One search by a UCI engine, with its report for each depth."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from threading import Event

from provebest.chess.probes.prober import mate_in, refutes_mate
from provebest.chess.probes.uci_process import UciProcess
from provebest.chess.probes.uci_watch import SILENCE, Watch
from provebest.chess.probes.uci_words import Findings, Line
from provebest.games.chess import ChessPosition
from provebest.vocabulary import CancelledError, EngineFailedError, shorten

POLL = 0.01
"""Seconds between two checks of ``cancel``."""
LATE = 0.5
"""Seconds after the time limit at which an engine that ignores it is sent ``stop``."""
STOPPING = 1.0
"""Seconds for an engine to answer ``stop`` after ``cancel`` or before a deadline; then it is
replaced, and what it has found so far counts."""
NEARLY = 0.9
"""A search that ends below its depth after this share of a limit was ended by that limit."""
SLOWEST = 10_000
"""Nodes per second; a slower engine may need longer than ``expected_seconds``."""
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
    timed: bool = False
    """``seconds`` was asked for, so the engine may use them in silence."""

    @property
    def expected_seconds(self) -> float:
        """How long a search within these limits can take, if the engine is not very slow."""
        return self.seconds if self.nodes is None else min(self.seconds, self.nodes / SLOWEST)

    def go(self) -> str:
        """The command ``go``."""
        nodes = "" if self.nodes is None else f" nodes {self.nodes}"
        among = f" searchmoves {' '.join(self.moves)}" if self.moves else ""
        return f"go depth {self.depth}{nodes} movetime {max(1, int(1000 * self.seconds))}{among}"


@dataclass(frozen=True, slots=True)
class EngineReport:
    """The result of a search: at least one line, the deepest one last; all are legal."""

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


class _LateEvent(Event):
    """An event that is set ``STOPPING`` seconds after another one: the time to answer ``stop``."""

    def __init__(self, first: Event) -> None:
        super().__init__()
        self._first, self._due = first, inf

    def is_set(self) -> bool:
        if self._due == inf and self._first.is_set():
            self._due = time.perf_counter() + STOPPING
        return time.perf_counter() > self._due


class SearchingProcess(UciProcess):
    """A running engine that answers ``Question``s.

    Raises:
        EngineFailedError: if it cannot be started or does not answer as a UCI engine.
        CancelledError: if ``cancel`` is set before it is ready.
    """

    def __init__(
        self,
        command: Sequence[str],
        options: Mapping[str, str | int | bool],
        patience: float,
        *,
        deadline: float = inf,
        cancel: Event | None = None,
    ) -> None:
        super().__init__(command, patience=patience, deadline=deadline, cancel=cancel)
        self._game: object = None
        self._chess960 = False
        declared = {name.casefold(): name for name in self.options}
        try:
            for name, value in options.items():
                if name.casefold() in declared:
                    self._set(declared[name.casefold()], value)
            self.get_ready()
        except BaseException:
            self.kill()
            raise

    def search(
        self,
        question: Question,
        cancel: Event | None = None,
        deadline: float = inf,
        *,
        silence: float = SILENCE,
    ) -> EngineReport:
        """The report of a search; if cancelled, what the engine has found by then.

        It ends by ``deadline``, whatever the engine does. If the question is not ``timed``, it ends
        as soon as the engine has sent nothing for ``silence`` seconds.

        Raises:
            EngineFailedError: if it dies, hangs, sends no score or a move that is not allowed.
            CancelledError: if it was cancelled before it had a score.
        """
        self.deadline = deadline
        self._cancel = None if cancel is None else _LateEvent(cancel)
        try:
            self._prepare(question)
            self.send(f"position {question.words}", question.go())
            begun = time.perf_counter()
            found = Findings()
            limit = inf if question.timed else silence
            watch = Watch(self.ask_if_ready, begun, limit, question.expected_seconds)
            stopped = self._collect(found, question, watch, cancel)
        except CancelledError:  # it is hung
            self.lost = True
            raise
        if cancel is not None and cancel.is_set() and not found.scored:
            raise CancelledError
        late = time.perf_counter() - begun >= NEARLY * question.seconds
        return _make_report(question, found, stopped=stopped or late)

    def _collect(
        self, found: Findings, question: Question, watch: Watch, cancel: Event | None
    ) -> bool:
        """Receives lines until ``bestmove``; whether the search was stopped before its end."""
        begun = watch.begun
        until, stopped, hurried = begun + question.seconds + self._patience, False, False
        stop_at = min(begun + question.seconds + LATE, self.deadline - STOPPING)
        while True:
            now = time.perf_counter()
            cancelled = cancel is not None and cancel.is_set()
            if not stopped and (cancelled or now > stop_at or _ignores_its_nodes(question, found)):
                stopped, until = True, now + self._patience
                self.send("stop")
            if cancelled and not hurried:
                hurried, until = True, min(until, now + STOPPING)
            if watch.is_hung(now) or now > min(until, self.deadline):
                self.lost = True
                if cancelled or (found.scored and now > self.deadline):
                    return True
                raise EngineFailedError("no move came in time")
            received = self.receive_within(POLL if cancel is not None else LATE)
            if received is not None:
                ready = self.is_ready_sign(received[1])
                watch.notice(received[0], ready=ready, scored=found.scored)
                if found.hear(*received):
                    return stopped

    def _prepare(self, question: Question) -> None:
        """Sets the variant, and starts a new game if the question belongs to another one.

        The engine is ready afterwards: a ``bestmove`` of an earlier search that comes late is not
        taken for the answer.
        """
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


def _ignores_its_nodes(question: Question, found: Findings) -> bool:
    """Whether an engine that has a score has ignored its limit of nodes and must be stopped.

    An engine that obeys its limit is never stopped here, so that its answer does not depend on
    timing.
    """
    if question.nodes is None or not found.scored:
        return False
    return found.latest > 2 * question.nodes + SLACK


def _make_report(question: Question, found: Findings, *, stopped: bool) -> EngineReport:
    allowed = frozenset(question.moves or question.position.legal_moves())
    lines = tuple(_checked(line, question.position, allowed) for line in found.lines())
    if not lines:
        raise EngineFailedError("it gave no score")
    deep_enough = lines[-1].depth >= question.depth
    share = 0.0 if question.nodes is None else found.nodes / question.nodes
    cut = stopped or share >= (1.0 if deep_enough else NEARLY)
    last = lines[-1]
    if cut and last.moves and found.move != last.moves[0] and found.move in allowed:
        # A better move came up in the next depth, for which there is no line: its value is unknown.
        better = Line(last.depth + 1, last.value, (found.move,))
        lines = (*lines[:-1], _checked(better, question.position, allowed))
    return EngineReport(lines, cut, found.nodes, found.seldepth)


def _checked(line: Line, position: ChessPosition, allowed: Collection[str]) -> Line:
    """The line up to its first illegal move.

    Raises:
        EngineFailedError: if it begins with a move that is not allowed, or names a false mate.
    """
    if line.moves and line.moves[0] not in allowed:
        answer = shorten(line.moves[0])
        raise EngineFailedError(f"it answered with {answer}, which is not allowed")
    moves = _legal_part(position, line.moves)
    if refutes_mate(position, line.value, moves):
        said = f"it said mate in {mate_in(line.value)}"
        raise EngineFailedError(f"{said}, which the board refutes: {' '.join(moves) or 'no move'}")
    return replace(line, moves=moves)


def _legal_part(position: ChessPosition, line: Sequence[str]) -> tuple[str, ...]:
    """The moves before the first one that is not legal."""
    after = position.copy()
    for number, move in enumerate(line):
        try:
            after.play(move)
        except ValueError:
            return tuple(line[:number])
    return tuple(line)
