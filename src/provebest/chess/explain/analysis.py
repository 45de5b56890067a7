"""Analyses one chess position: finds a move, and the argument for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event
from typing import Any

import chess

from provebest.argument.argument import Argument
from provebest.argument.evidence import Evidence
from provebest.argument.notation import san
from provebest.argument.paper_log import PaperLog, ProbeLog
from provebest.certificate.certificate import Certificate
from provebest.certificate.recording import Recorder
from provebest.chess.explain.arguing import (
    argument_for,
    evidence_for,
    for_the_search,
    name_engine,
    purse_for,
    searched_alone,
)
from provebest.chess.explain.purse import Purse
from provebest.chess.explain.saved_analysis import KeptSearch, SearchRecord
from provebest.chess.explain.stopping import STOPPED_SECONDS, SearchStop
from provebest.chess.probes.cache import CacheUse
from provebest.chess.probes.parallel import ParallelWork
from provebest.chess.probes.probers import Probers
from provebest.chess.searches import ChessSearch, Settings, analysis_limits, make_search, time_limit
from provebest.drawing.page import card
from provebest.drawing.race import Race, RaceRecorder
from provebest.games.boards import board_from
from provebest.games.chess import START, ChessPosition
from provebest.games.game_so_far import GameSoFar, read_game
from provebest.search.move_search import MoveSearch
from provebest.search.pbstar import CONTROLS, run_with_events
from provebest.search.probability.node import Node
from provebest.search.probability.result import ProbabilityResult
from provebest.search.probability.support import with_support
from provebest.vocabulary import (
    BadInputError,
    Counters,
    EngineFailedError,
    Listener,
    NothingSearchedError,
    Stopped,
)

__all__ = ["CONTROLS", "Analysis", "Settings", "analyse", "analysis_limits", "make_search"]


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of an analysis: a move, its value, its rivals, and the argument."""

    fen: str
    control: str
    prober: str
    result: ProbabilityResult[str]
    argument: Argument[str]
    log: str = ""
    """Every expansion in the paper's notation, or every probe of a set of moves."""
    failure: str | None = None
    """Set if a prober failed for good; the other fields hold what was known by then."""
    evidence_nodes: int = 0
    """Nodes searched for the argument; ``result.counters`` does not include them."""
    race: Race | None = None
    """The state of the search after every step, if it was recorded."""
    start: str = START
    """The start of the game (FEN); ``played`` leads to ``fen``. Both count for repetition."""
    played: tuple[str, ...] = ()
    chess960: bool = False
    kept: KeptSearch = field(default_factory=KeptSearch, repr=False, compare=False)
    threads: int = 1
    """Threads of each deep search; with more than one, the same search may take another course next
    time."""
    notes: tuple[str, ...] = ()
    """Sentences about what went wrong without changing the answer: a probe cache that failed."""
    parallel: ParallelWork | None = None
    """What the workers did; None without workers."""
    cache: CacheUse | None = None
    """How many probes were found in the cache; None without a cache."""

    def board(self) -> chess.Board:
        """The position that was analysed."""
        return board_from(self.fen, chess960=self.chess960)

    @property
    def move(self) -> str:
        """The move in UCI notation."""
        return self.result.move

    @property
    def san(self) -> str:
        """The move in SAN."""
        return san(self.board(), self.result.move)

    @property
    def value(self) -> float:
        """The value of the move in hundredths of a pawn, for the side to move."""
        return self.result.value

    @property
    def line(self) -> tuple[str, ...]:
        """The expected play in UCI notation, which begins with the move."""
        return self.result.line

    @property
    def stopped(self) -> Stopped:
        """Why the search ended."""
        return self.result.stopped

    @property
    def proved(self) -> bool:
        """Whether the move is proved to be no worse than any other, given these bounds."""
        return self.result.proved

    @property
    def counters(self) -> Counters:
        """The counters of the search, without ``evidence_nodes``."""
        return self.result.counters

    def certificate(self) -> Certificate:
        """The certificate of the search, for ``provebest.check``.

        Raises:
            NoCertificateError: if the search was not recorded, or if there is nothing to certify.
        """
        return self.kept.certify(self)

    def save(self, file: Path | str) -> None:
        """Writes the search to a file, from which ``provebest.chess.resume`` continues it.

        Raises:
            CannotWriteError: if the file cannot be written.
            BadInputError: if the analysis was made in another process, which has its search.
        """
        self.kept.save(self, file)

    @property
    def made(self) -> str:
        """What the analysis cost and how it was made, for people to read."""
        counters = self.result.counters
        return (
            f"{counters.probe_nodes:,} nodes for the choice and {self.evidence_nodes:,} for the "
            f"argument; {self.control} control, {name_engine(self.prober)}"
        )

    def _repr_html_(self) -> str:
        """The card that a notebook shows."""
        return card(self.argument)


Begin = Callable[[ChessPosition, Settings, Probers], ChessSearch]


def analyse(
    game: str | GameSoFar = START,
    moves: Sequence[str] = (),
    *,
    settings: Settings = Settings(),  # noqa: B008 - frozen, so one shared default is safe
    chess960: bool = False,
    cancel: Event | None = None,
    on_event: Listener | None = None,
    record: bool = False,
    certificate: bool = False,
    begin: Begin = make_search,
    executor: Executor | None = None,
) -> Analysis:
    """Finds the best move in a position, and the argument for it.

    ``game`` is a game, or a FEN from which ``moves`` lead to the position; earlier positions count
    for repetition. ``on_event`` gets every event of the search. ``record`` keeps the state of the
    search after every step, to draw it; ``certificate`` keeps what ``Analysis.certificate()``
    needs. ``begin`` makes the search, or loads one. ``executor`` has the workers of
    ``settings.prober``; if None, they are threads. ``cancel`` ends the analysis; a ``SearchStop``
    can also end the search alone.

    Raises:
        BadInputError: if the position is invalid, a move is illegal, or the game is over.
    """
    game = read_game(game, moves, chess960=chess960)
    position = game.position
    _check_input(position, settings)
    begun = time.monotonic()
    probers = Probers(
        settings.prober, cancel, seconds=time_limit(settings), game=game, executor=executor
    )
    try:
        made = begin(position, for_the_search(settings), probers)
        search = made.search
        log, probes = PaperLog(search.events), ProbeLog(search.events)
        race = RaceRecorder(search.events) if record else None
        recorder = Recorder(search.events)
        result: ProbabilityResult[str] | None = None
        failure: str | None = None
        evidence: Evidence[str] = Evidence()
        try:
            limits = analysis_limits(settings, cancel)
            result = _with_replies(search, run_with_events(search, limits, on_event))
            stopped = False
            if isinstance(cancel, SearchStop):
                stopped = cancel.end_search()
                begun += cancel.waited
            if not (cancel is not None and cancel.is_set()):
                result = searched_alone(made, position, result, settings, probers)
                purse = purse_for(settings, result, begun, cancel)
                if stopped:
                    purse = Purse(None, STOPPED_SECONDS, cancel)
                evidence = evidence_for(made, position, result, settings, probers, purse)
        except EngineFailedError as error:
            failure = str(error)
            result = _partial_result(search, error) if result is None else result
    finally:
        probers.close()
    return Analysis(
        fen=position.fen(),
        control=settings.control,
        prober=search.prober,
        result=result,
        argument=argument_for(
            game, result, evidence, settings, law=made.modern.law, prober=search.prober
        ),
        log=probes.text() if search.tree is None else log.text(),
        failure=failure,
        evidence_nodes=evidence.nodes,
        race=None if race is None else race.race(f"{settings.control} control"),
        start=game.start,
        played=game.played,
        chess960=game.chess960,
        kept=KeptSearch(
            SearchRecord(search.tree, made.expander, made.modern.law.scale, recorder, settings),
            certifiable=certificate,
        ),
        threads=settings.prober.deep_threads,
        notes=probers.notes,
        parallel=probers.parallel_work,
        cache=probers.cache_use,
    )


def _with_replies(
    search: MoveSearch[str], result: ProbabilityResult[str]
) -> ProbabilityResult[str]:
    """The result with each line of the tree extended by the reply that its last probe found."""
    tree = search.tree
    if tree is None:
        return result
    moves = tuple(
        replace(candidate, line=_extend(tree.root, candidate.line)) for candidate in result.moves
    )
    return with_support(tree, replace(result, moves=moves, line=moves[0].line), _extend)


def _extend(root: Node[Any, str], line: tuple[str, ...]) -> tuple[str, ...]:
    node = root
    for move in line:
        if move not in node.moves:
            return line
        node = node.children[node.moves.index(move)]
    over = node.over or bool(node.children)
    return line if over or not isinstance(node.reply, str) else (*line, node.reply)


def _partial_result(search: MoveSearch[str], error: EngineFailedError) -> ProbabilityResult[str]:
    """The result of the search until a prober failed; the error itself if there is none."""
    try:
        return search.result(Stopped.CANCELLED)
    except (NothingSearchedError, IndexError, ValueError):
        raise error from None


def _check_input(position: ChessPosition, settings: Settings) -> None:
    legal = position.legal_moves()
    if not legal:
        ended = "checkmate" if position.is_checkmate() else "stalemate"
        raise BadInputError(f"there is no move to choose in {position.fen()!r}: it is {ended}")
    for move in (*settings.only, *settings.why_not):
        if move not in legal:
            raise BadInputError(
                f"{move!r} is not legal in {position.fen()!r}; moves are written like e2e4 or e7e8q"
            )
