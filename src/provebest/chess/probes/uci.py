"""Probes by any UCI engine, in processes that are watched, and replaced if they fail."""

from __future__ import annotations

import shutil
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import inf
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Lock

import chess

from provebest.chess.probes.prober import Probe, ProbeAnswer, Prober, Status, mate_in
from provebest.chess.probes.uci_search import (
    SLOWEST,
    EngineReport,
    Question,
    SearchingProcess,
)
from provebest.chess.probes.uci_watch import SILENCE
from provebest.games.boards import board_of
from provebest.games.chess import ChessPosition
from provebest.games.chess_values import MATE
from provebest.vocabulary import BadInputError, CancelledError, EngineFailedError, shorten
from provebest.vocabulary.outside import visible

PATIENCE = 10.0
"""Seconds beyond the time limit of a probe after which an engine counts as hung."""
GRACE = 4.0
"""Seconds beyond the user's time limit after which nothing more is expected of an engine."""
START_IN_GRACE = 3.0
"""Seconds of ``GRACE`` in which an engine has to start, so that all of the limit is left."""
LONGEST_PROBE = 60.0
"""Time limit of a probe, in seconds, if it has no other; more if its nodes need more."""
TRIES = 3
HUNG = 2 * SILENCE
"""Seconds that hung engines may take from one question, in all tries together.

In each try an engine may be silent for half of what is left: for 15, 7.5 and 3.75 seconds, so that
an engine that always hangs costs 26.25 seconds and the time of its starts. If the user has set the
time of a search, the engine may use it in silence; then it is not asked again.
"""
HUNG_AGAIN = 5.0
"""The same for the next questions to an engine that has failed so, until it answers one."""
ARGUMENTS = {"gnuchess": ("--uci",)}  # arguments without which a program does not use UCI
FOLDERS = (
    "/usr/games",  # where Debian installs engines
    "/usr/local/games",
    "/usr/local/bin",
    "/opt/homebrew/bin",  # where Homebrew installs them
)
"""Folders of engines that are not always on PATH."""


class ProberFailedError(EngineFailedError):
    """An engine failed several times on the same probe; earlier results are kept."""


LONGEST_PATH = 4000
"""Characters; the system's own limit is 4096 bytes."""


def find_engine(name: str) -> str:
    """The path of an engine that is given by path or by name.

    Raises:
        BadInputError: if there is no such program.
    """
    if not name or not name.isprintable() or len(name) > LONGEST_PATH:
        raise BadInputError(f"{shorten(name)} is not the path or name of an engine")
    found = shutil.which(name)
    if found is None and "/" not in name:
        found = next(
            (path for folder in FOLDERS if (path := shutil.which(f"{folder}/{name}"))), None
        )
    if found is None and Path(name).exists():
        raise BadInputError(f"the engine {shorten(name)} is not a program that can be run")
    if found is None and "/" in name:
        raise BadInputError(f"the engine {shorten(name)} does not exist: there is no such file")
    if found is None:
        raise BadInputError(
            f"no engine {shorten(name)} on PATH or in {FOLDERS[0]}: "
            "install it (on Debian: apt-get install stockfish) or give its path"
        )
    return found


def command_of(engine: str) -> list[str]:
    """The command that starts an engine, which is given by path or by name.

    Raises:
        BadInputError: if there is no such program.
    """
    program = find_engine(engine)
    return [program, *ARGUMENTS.get(Path(program).name, ())]


CUT_OFF = ProbeAnswer(status=Status.CANCELLED, value=None, line=(), depth=0, nodes=0, mate=None)


class UciProber:
    """A ``Prober`` that uses one or more processes of an engine.

    Each probe starts a new game, which clears the engine's hash table. That is slower, but an
    answer then depends on the probe alone, if the engine really clears everything.
    ``in_one_game`` keeps the table instead. ``threads`` of each process are for engines that have
    such an option; with more than one, an answer may be another one next time.

    With ``seconds``, every answer or failure comes within ``seconds + GRACE``, counted from here.
    Without, the engine may take ``patience`` seconds to start, and to get ready for a probe.
    """

    def __init__(
        self,
        engine: str,
        *,
        processes: int = 1,
        threads: int = 1,
        options: Mapping[str, str | int | bool] | None = None,
        hash_megabytes: int = 16,
        arguments: Sequence[str] = (),
        seconds: float | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self._deadline = inf if seconds is None else time.perf_counter() + seconds + GRACE
        if processes < 1:
            raise BadInputError(f"processes must be 1 or more, got {processes}")
        self.command = [*command_of(engine), *arguments]
        self.path = self.command[0]
        self._wanted: dict[str, str | int | bool] = {"Threads": threads, "Hash": hash_megabytes}
        self._wanted |= dict(options or {})
        self._idle: SimpleQueue[SearchingProcess | None] = SimpleQueue()
        for _ in range(processes):
            self._idle.put(None)  # a process is started when it is first needed
        self.processes = processes
        first = self._start(patience if seconds is None else START_IN_GRACE)
        self.name = first.name or Path(self.path).name
        self._idle.get()
        self._idle.put(first)
        self.nodes = 0
        self._counting = Lock()  # batches of several threads may end together
        self._hangs = False
        """Its last question failed because it hung."""

    def identity(self) -> str:
        """What answers depend on besides the probe: the engine and its options."""
        options = ",".join(f"{name}={value}" for name, value in sorted(self._wanted.items()))
        return f"uci:{self.name};{options}"

    def batch(
        self, position: ChessPosition, probes: Sequence[Probe], *, cancel: Event | None = None
    ) -> list[ProbeAnswer]:
        """The answers, in the order of the probes.

        Raises:
            ProberFailedError: if the engine fails three times on one probe.
        """
        return self._batch(position, probes, None, cancel)

    def in_one_game(self) -> Prober:
        """A prober whose probes share the engine's hash table, which is empty at first.

        An answer then depends on the earlier probes and their order. They run in one process.
        """
        return _OneGame(self)

    def allow(self, seconds: float) -> None:
        """Puts off the time by which every answer or failure comes."""
        self._deadline += seconds

    def close(self) -> None:
        """Ends the processes, all at the same time."""
        engines = [engine for _ in range(self.processes) if (engine := self._idle.get())]
        for _ in range(self.processes):
            self._idle.put(None)
        if engines:
            with ThreadPoolExecutor(len(engines)) as workers:
                list(workers.map(SearchingProcess.close, engines))

    def best_of(
        self,
        position: ChessPosition,
        moves: Sequence[str],
        depth: int,
        game: object,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        cancel: Event | None = None,
        board: chess.Board | None = None,
    ) -> EngineReport:
        """Searches the position restricted to these moves (empty: all); all lines are legal.

        ``board`` is the same position with the moves that led to it, if there are any. If it is
        cancelled, the report is what the engine has found by then.
        """
        words = _position_words(position) if board is None else _game_words(board)
        longest = max(LONGEST_PROBE, (nodes or 0) / SLOWEST) if seconds is None else seconds
        timed = seconds is not None
        question = Question(position, words, depth, nodes, longest, game, tuple(moves), timed)
        return self._ask(question, cancel)

    # --- one question -----------------------------------------------------------------------------

    def _batch(
        self,
        position: ChessPosition,
        probes: Sequence[Probe],
        game: object | None,
        cancel: Event | None,
    ) -> list[ProbeAnswer]:
        def answer(probe: Probe) -> ProbeAnswer:
            return self._answer(position, probe, game or object(), cancel)

        if self.processes == 1 or len(probes) == 1 or game is not None:
            answers = [answer(probe) for probe in probes]
        else:
            with ThreadPoolExecutor(self.processes) as workers:
                answers = list(workers.map(answer, probes))
        with self._counting:
            self.nodes += sum(answer.nodes for answer in answers)
        return answers

    def _answer(
        self, before: ChessPosition, probe: Probe, game: object, cancel: Event | None
    ) -> ProbeAnswer:
        if cancel is not None and cancel.is_set():
            return CUT_OFF
        position = before.copy()
        if probe.move is not None:
            position.play(probe.move)
        if probe.hope:
            if position.is_check:
                return ProbeAnswer(
                    status=Status.NO_HOPE, value=None, line=(), depth=0, nodes=0, mate=None
                )
            position = pass_turn(position)
        if not position.legal_moves():
            value = -MATE if position.is_check else 0
            return ProbeAnswer(
                status=Status.ANSWERED,
                value=value,
                line=(),
                depth=probe.depth,
                nodes=0,
                mate=mate_in(value),
            )
        if position.is_insufficient_material() or position.halfmove_clock >= 100:
            return ProbeAnswer(
                status=Status.ANSWERED, value=0, line=(), depth=probe.depth, nodes=0, mate=None
            )
        depth = max(1, probe.depth)
        words = _position_words(position)
        question = Question(position, words, depth, probe.nodes, LONGEST_PROBE, game)
        try:
            report = self._ask(question, cancel)
        except CancelledError:
            return CUT_OFF
        cancelled = report.cut and cancel is not None and cancel.is_set()
        return CUT_OFF if cancelled else _probe_answer(report)

    def _ask(self, question: Question, cancel: Event | None) -> EngineReport:
        """The report of an idle process; tries again with a new process if one fails.

        Tries that end because the engine hangs share ``HUNG`` seconds.
        """
        tries, failure = 0, "the time limit was reached"
        engine = self._idle.get()
        left = HUNG_AGAIN if self._hangs else HUNG
        try:
            while tries < TRIES and left > 0 and time.perf_counter() < self._deadline:
                tries, begun = tries + 1, time.perf_counter()
                try:
                    engine = engine or self._start(min(PATIENCE, left / 2), cancel)
                    report = engine.search(question, cancel, self._deadline, silence=left / 2)
                except EngineFailedError as error:
                    failure = str(error)
                else:
                    self._hangs = False
                    return report
                if engine is None or engine.lost:
                    left -= time.perf_counter() - begun
                if engine is not None:
                    engine.kill()
                engine = None
        except CancelledError:  # it has sent its move, or is ``lost``
            raise
        except BaseException:  # it may still be searching, so it must not be used again
            if engine is not None:
                engine.kill()
            engine = None
            raise
        finally:
            if engine is not None and engine.lost:
                engine.kill()
                engine = None
            self._idle.put(engine)
        self._hangs = left < HUNG / 2
        failed = f"failed {tries} times on" if tries > 1 else "failed once on"
        raise ProberFailedError(
            f"the engine {visible(self.path)} {failed if tries else 'was not asked about'} "
            f"{question.position.fen()!r}: {failure}"
        )

    def _start(self, patience: float, cancel: Event | None = None) -> SearchingProcess:
        try:
            return SearchingProcess(
                self.command, self._wanted, patience, deadline=self._deadline, cancel=cancel
            )
        except EngineFailedError as error:
            sentence = f"{visible(self.path)} does not answer as a UCI engine: {error}"
            raise EngineFailedError(sentence) from None


class _OneGame:
    """A ``Prober`` that is not pure: the engine keeps its hash table from probe to probe."""

    def __init__(self, prober: UciProber) -> None:
        self._prober = prober

    def batch(
        self, position: ChessPosition, probes: Sequence[Probe], *, cancel: Event | None = None
    ) -> list[ProbeAnswer]:
        """The answers, in the order of the probes, which are made one after the other."""
        return self._prober._batch(position, probes, self, cancel)  # noqa: SLF001 - same file


def _probe_answer(report: EngineReport) -> ProbeAnswer:
    """The answer by the deepest finished line, or by the last line if none is finished."""
    finished = report.finished
    line = finished[-1] if finished else report.last
    reached = line.depth if finished else 0
    return ProbeAnswer(
        status=Status.ANSWERED,
        value=line.value,
        line=line.moves,
        depth=reached,
        nodes=report.nodes,
        mate=mate_in(line.value),
    )


def _position_words(position: ChessPosition) -> str:
    if not position.chess960:
        return f"fen {position.fen()}"
    return f"fen {board_of(position).fen(shredder=True)}"


def _game_words(board: chess.Board) -> str:
    first = board.root().fen(shredder=board.chess960)
    moves = " ".join(move.uci() for move in board.move_stack)
    return f"fen {first} moves {moves}" if moves else f"fen {first}"


def pass_turn(position: ChessPosition) -> ChessPosition:
    """The position after the side to move has passed, without its history."""
    pieces, turn, castling, _, clock, number = position.fen().split()
    fen = f"{pieces} {'w' if turn == 'b' else 'b'} {castling} - {int(clock) + 1} {number}"
    return ChessPosition(fen, chess960=position.chess960, any_check=True)
