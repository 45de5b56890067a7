"""Probes by any UCI engine: processes that are asked, watched, and replaced when they fail."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread

import chess
import chess.engine

from provebest.games.chess import ChessPosition
from provebest.probes.prober import MATE, Probe, ProbeAnswer, Status, mate_in
from provebest.vocabulary import BadInputError, shorten

PATIENCE = 10.0
"""Seconds beyond the time limit of a probe after which an engine counts as hung."""
LONGEST_PROBE = 60.0
POLL = 0.01
"""Seconds between two looks at whether a search is still wanted."""
TRIES = 3
FOLDERS = ("/usr/games", "/usr/local/games")  # where Debian installs engines; not always on PATH

FAILURES = (chess.engine.EngineError, TimeoutError, asyncio.TimeoutError, OSError)


class ProberFailedError(BadInputError):
    """A prober that gave no answer, again and again; what was searched before is kept."""


def find_engine(name: str) -> str:
    """The path of an engine given by path or by name.

    Raises:
        BadInputError: where there is no such program.
    """
    if not name or "\n" in name or "\0" in name:
        raise BadInputError(f"{name!r} is no path to an engine")
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


class UciProber:
    """A ``Prober`` over processes of one engine.

    Each probe starts a new game, so that the engine's table does not carry over: slower, but an
    answer then depends on the question alone, as far as the engine keeps that promise.
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
        self.path = find_engine(engine)
        self.command = [self.path, *arguments]
        self._wanted: dict[str, str | int | bool] = {"Threads": 1, "Hash": hash_megabytes}
        self._wanted |= dict(options or {})
        self._idle: SimpleQueue[chess.engine.SimpleEngine | None] = SimpleQueue()
        for _ in range(processes):
            self._idle.put(None)  # started when first needed
        self._processes = processes
        first = self._start()
        self.name = str(first.id.get("name", Path(self.path).name))
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
        fen = position.fen()
        with ThreadPoolExecutor(self._processes) as workers:
            answers = list(
                workers.map(
                    lambda probe: self._answer(fen, position.chess960, probe, cancel), probes
                )
            )
        self.nodes += sum(answer.nodes for answer in answers)
        return answers

    def close(self) -> None:
        """Ends the processes."""
        for _ in range(self._processes):
            engine = self._idle.get()
            if engine is not None:
                _end(engine)
            self._idle.put(None)

    def best_of(
        self,
        position: ChessPosition,
        moves: Sequence[str],
        limit: chess.engine.Limit,
        game: object,
        *,
        cancel: Event | None = None,
        board: chess.Board | None = None,
    ) -> tuple[chess.engine.InfoDict, chess.Board]:
        """One search of the position restricted to these moves (none: all).

        ``board`` is the same position with the game before it, where there was one. Cancelled, it
        ends with what the engine knows by then.
        """
        if board is None:
            board = chess.Board(position.fen(), chess960=position.chess960)
        roots = [chess.Move.from_uci(move) for move in moves] or None
        return self._ask(board, limit, roots, game, cancel), board

    # --- one question -----------------------------------------------------------------------------

    def _answer(self, fen: str, chess960: bool, probe: Probe, cancel: Event | None) -> ProbeAnswer:
        if cancel is not None and cancel.is_set():
            return ProbeAnswer(Status.CANCELLED, None, (), 0, 0, None)
        board = chess.Board(fen, chess960=chess960)
        if probe.move is not None:
            board.push_uci(probe.move)
        if probe.hope:
            if board.is_check():
                return ProbeAnswer(Status.NO_HOPE, None, (), 0, 0, None)
            board.push(chess.Move.null())
        # A null move cannot be told to an engine: it gets the position as it stands.
        board = chess.Board(board.fen(), chess960=chess960)
        if not any(board.legal_moves):
            value = -MATE if board.is_check() else 0
            return ProbeAnswer(Status.ANSWERED, value, (), probe.depth, 0, mate_in(value))
        if board.is_insufficient_material() or board.halfmove_clock >= 100:
            return ProbeAnswer(Status.ANSWERED, 0, (), probe.depth, 0, None)
        limit = chess.engine.Limit(depth=max(1, probe.depth), nodes=probe.nodes, time=LONGEST_PROBE)
        info = self._ask(board, limit, None, object())
        value = relative_value(info)
        line = tuple(move.uci() for move in info.get("pv", []))
        depth = int(info.get("depth", 0))
        nodes = int(info.get("nodes", 0))
        return ProbeAnswer(Status.ANSWERED, value, line, depth, nodes, mate_in(value))

    def _ask(
        self,
        board: chess.Board,
        limit: chess.engine.Limit,
        roots: list[chess.Move] | None,
        game: object,
        cancel: Event | None = None,
    ) -> chess.engine.InfoDict:
        """Asks again, of a new process, when one dies, hangs or answers nonsense."""
        engine = self._idle.get()
        said = ""
        try:
            for _ in range(TRIES):
                try:
                    engine = engine or self._start()
                    if cancel is None:
                        info = engine.analyse(board, limit, game=game, root_moves=roots)
                    else:
                        info = _analyse_until(cancel, engine, board, limit, game, roots)
                    if "score" in info:
                        return info
                    said = "it gave no score"
                except FAILURES as error:
                    said = str(error) or type(error).__name__
                if engine is not None:
                    _end(engine)
                engine = None
        finally:
            self._idle.put(engine)
        raise ProberFailedError(
            f"the engine {self.path} failed {TRIES} times on {board.fen()!r}: {said}"
        )

    def _start(self) -> chess.engine.SimpleEngine:
        try:
            engine = chess.engine.SimpleEngine.popen_uci(self.command, timeout=PATIENCE)
        except FAILURES as error:
            said = str(error) or type(error).__name__
            raise BadInputError(f"{self.path} does not answer as a UCI engine: {said}") from None
        try:
            engine.configure({k: v for k, v in self._wanted.items() if k in engine.options})
        except FAILURES as error:
            _end(engine)
            raise BadInputError(f"the engine {self.path} refuses an option: {error}") from None
        return engine


def _analyse_until(
    cancel: Event,
    engine: chess.engine.SimpleEngine,
    board: chess.Board,
    limit: chess.engine.Limit,
    game: object,
    roots: list[chess.Move] | None,
) -> chess.engine.InfoDict:
    """As ``analyse``, but for the event; an engine that does not end is closed."""
    ended = Event()
    with engine.analysis(board, limit, game=game, root_moves=roots) as analysis:

        def watch() -> None:
            stopped, deadline = False, time.monotonic() + (limit.time or 0) + PATIENCE
            while not ended.wait(POLL):
                if not stopped and cancel.is_set():
                    stopped, deadline = True, time.monotonic() + PATIENCE
                    analysis.stop()
                if time.monotonic() > deadline:
                    engine.close()
                    return

        watcher = Thread(target=watch, daemon=True)
        watcher.start()
        try:
            analysis.wait()
        finally:
            ended.set()
            watcher.join()
        return analysis.info


def relative_value(info: chess.engine.InfoDict) -> int:
    """The score for the side to move, mates as the compiled search counts them."""
    score = info["score"].relative
    mate = score.mate()
    if mate is None:
        return int(score.score(mate_score=MATE) or 0)
    if mate > 0:
        return MATE - (2 * mate - 1)
    return 2 * -mate - MATE


def _end(engine: chess.engine.SimpleEngine) -> None:
    """A process that is asked to quit, and ended if it does not."""
    try:
        engine.quit()
    except FAILURES:
        engine.close()
