"""Probes by any UCI engine: processes that are asked, watched, and replaced when they fail."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from threading import Event

import chess

from provebest.chess.probes.prober import Probe, ProbeAnswer, Prober, Status, mate_in
from provebest.chess.probes.uci_search import EngineReport, Line, Question, SearchingProcess
from provebest.games.boards import board_of
from provebest.games.chess import ChessPosition
from provebest.games.chess_values import MATE
from provebest.vocabulary import BadInputError, CancelledError, EngineFailedError, shorten

PATIENCE = 10.0
"""Seconds beyond the time limit of a probe after which an engine counts as hung."""
LONGEST_PROBE = 60.0
SLOWEST = 10_000
"""Nodes a second below which an engine that has a number of nodes to visit counts as hung."""
TRIES = 3
WORDS = {"gnuchess": ("--uci",)}  # what a program must be told to speak UCI
FOLDERS = ("/usr/games", "/usr/local/games")  # where Debian installs engines; not always on PATH


class ProberFailedError(EngineFailedError):
    """A prober that gave no answer, again and again; what was searched before is kept."""


LONGEST_PATH = 4000
"""Characters; the system's own limit is 4096 bytes."""


def find_engine(name: str) -> str:
    """The path of an engine given by path or by name.

    Raises:
        BadInputError: where there is no such program.
    """
    if not name or not name.isprintable() or len(name) > LONGEST_PATH:
        raise BadInputError(f"{shorten(name)} is not the path of an engine")
    found = shutil.which(name)
    if found is None and "/" not in name:
        found = next(
            (path for folder in FOLDERS if (path := shutil.which(f"{folder}/{name}"))), None
        )
    if found is None and Path(name).exists():
        raise BadInputError(f"the engine {shorten(name)} is not a program that can be run")
    if found is None:
        raise BadInputError(
            f"no engine {shorten(name)} on PATH or in {FOLDERS[0]}: "
            "install it (on Debian: apt-get install stockfish) or give its path"
        )
    return found


def command_of(engine: str) -> list[str]:
    """What starts an engine, given by path or by name.

    Raises:
        BadInputError: where there is no such program.
    """
    program = find_engine(engine)
    return [program, *WORDS.get(Path(program).name, ())]


CUT_OFF = ProbeAnswer(Status.CANCELLED, None, (), 0, 0, None)


class UciProber:
    """A ``Prober`` over processes of one engine.

    Each probe starts a new game, so that the engine's table does not carry over: slower, but an
    answer then depends on the question alone, as far as the engine keeps that promise. Where that
    is not needed, ``in_one_game`` keeps the table.
    """

    def __init__(
        self,
        engine: str,
        *,
        processes: int = 1,
        options: Mapping[str, str | int | bool] | None = None,
        hash_megabytes: int = 16,
        arguments: Sequence[str] = (),
    ) -> None:
        if processes < 1:
            raise BadInputError(f"at least one process is needed, got {processes}")
        self.command = [*command_of(engine), *arguments]
        self.path = self.command[0]
        self._wanted: dict[str, str | int | bool] = {"Threads": 1, "Hash": hash_megabytes}
        self._wanted |= dict(options or {})
        self._idle: SimpleQueue[SearchingProcess | None] = SimpleQueue()
        for _ in range(processes):
            self._idle.put(None)  # started when first needed
        self.processes = processes
        first = self._start()
        self.name = first.name or Path(self.path).name
        self._idle.get()
        self._idle.put(first)
        self.nodes = 0

    def identity(self) -> str:
        """What answers depend on besides the question: the engine and its options."""
        options = ",".join(f"{name}={value}" for name, value in sorted(self._wanted.items()))
        return f"uci:{self.name};{options}"

    def batch(
        self, position: ChessPosition, probes: Sequence[Probe], *, cancel: Event | None = None
    ) -> list[ProbeAnswer]:
        """The answers in the order of the probes.

        Raises:
            ProberFailedError: when an engine fails three times on one probe.
        """
        return self._batch(position, probes, None, cancel)

    def in_one_game(self) -> Prober:
        """A prober whose probes share the engine's table, from an empty one on.

        An answer then depends on what was asked before, in this order and of one process.
        """
        return _OneGame(self)

    def close(self) -> None:
        """Ends the processes."""
        for _ in range(self.processes):
            engine = self._idle.get()
            if engine is not None:
                engine.close()
            self._idle.put(None)

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
        """One search of the position restricted to these moves (none: all); its lines are lawful.

        ``board`` is the same position with the game before it, where there was one. Cancelled, it
        ends with what the engine knows by then.
        """
        words = _words(position) if board is None else _words_of_a_game(board)
        if seconds is None:
            seconds = max(LONGEST_PROBE, (nodes or 0) / SLOWEST)
        question = Question(position, words, depth, nodes, seconds, game, tuple(moves))
        heard = self._ask(question, cancel)
        lines = tuple(
            Line(line.depth, line.value, _lawful(position, line.moves)) for line in heard.lines
        )
        return EngineReport(lines, heard.cut, heard.nodes, heard.seldepth)

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

        if self.processes == 1 or game is not None:
            answers = [answer(probe) for probe in probes]
        else:
            with ThreadPoolExecutor(self.processes) as workers:
                answers = list(workers.map(answer, probes))
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
                return ProbeAnswer(Status.NO_HOPE, None, (), 0, 0, None)
            position = _passed(position)
        if not position.legal_moves():
            value = -MATE if position.is_check else 0
            return ProbeAnswer(Status.ANSWERED, value, (), probe.depth, 0, mate_in(value))
        if position.is_insufficient_material() or position.halfmove_clock >= 100:
            return ProbeAnswer(Status.ANSWERED, 0, (), probe.depth, 0, None)
        depth = max(1, probe.depth)
        question = Question(position, _words(position), depth, probe.nodes, LONGEST_PROBE, game)
        try:
            heard = self._ask(question, cancel)
        except CancelledError:
            return CUT_OFF
        cancelled = heard.cut and cancel is not None and cancel.is_set()
        return CUT_OFF if cancelled else _told(position, heard)

    def _ask(self, question: Question, cancel: Event | None) -> EngineReport:
        """Asks again, of a new process, when one dies, hangs or answers nonsense."""
        engine, said = None, ""
        try:
            engine = self._idle.get()
            for _ in range(TRIES):
                engine = engine or self._start()
                try:
                    return engine.search(question, cancel)
                except EngineFailedError as error:
                    said = str(error)
                engine.close()
                engine = None
        except CancelledError:  # it has said its move, and is as good as before
            raise
        except BaseException:  # it may still be searching: nobody else shall hear of that
            if engine is not None:
                engine.close()
            engine = None
            raise
        finally:
            self._idle.put(engine)
        raise ProberFailedError(
            f"the engine {self.path} failed {TRIES} times on {question.position.fen()!r}: {said}"
        )

    def _start(self) -> SearchingProcess:
        try:
            return SearchingProcess(self.command, self._wanted, PATIENCE)
        except EngineFailedError as error:
            sentence = f"{self.path} does not answer as a UCI engine: {error}"
            raise EngineFailedError(sentence) from None


class _OneGame:
    """A ``Prober`` that is not pure: the engine remembers what it was asked before."""

    def __init__(self, prober: UciProber) -> None:
        self._prober = prober

    def batch(
        self, position: ChessPosition, probes: Sequence[Probe], *, cancel: Event | None = None
    ) -> list[ProbeAnswer]:
        """The answers in the order of the probes, which is the order of asking."""
        return self._prober._batch(position, probes, self, cancel)  # noqa: SLF001 - its other face


def _told(position: ChessPosition, heard: EngineReport) -> ProbeAnswer:
    """The deepest line that is finished, or what there is."""
    finished = heard.finished
    line = finished[-1] if finished else heard.last
    reached = line.depth if finished else 0
    moves, mate = _lawful(position, line.moves), mate_in(line.value)
    return ProbeAnswer(Status.ANSWERED, line.value, moves, reached, heard.nodes, mate)


def _words(position: ChessPosition) -> str:
    if not position.chess960:
        return f"fen {position.fen()}"
    return f"fen {board_of(position).fen(shredder=True)}"


def _words_of_a_game(board: chess.Board) -> str:
    first = board.root().fen(shredder=board.chess960)
    moves = " ".join(move.uci() for move in board.move_stack)
    return f"fen {first} moves {moves}" if moves else f"fen {first}"


def _passed(position: ChessPosition) -> ChessPosition:
    """The position in which the side to move has passed, as one that nothing led to."""
    pieces, turn, castling, _, clock, number = position.fen().split()
    fen = f"{pieces} {'w' if turn == 'b' else 'b'} {castling} - {int(clock) + 1} {number}"
    return ChessPosition(fen, chess960=position.chess960, any_check=True)


def _lawful(position: ChessPosition, line: Sequence[str]) -> tuple[str, ...]:
    """The moves up to the first that cannot be played."""
    after = position.copy()
    for number, move in enumerate(line):
        try:
            after.play(move)
        except ValueError:
            return tuple(line[:number])
    return tuple(line)
