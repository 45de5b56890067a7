"""Analysis of one chess position: the move, and the argument for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Any

import chess

from provebest.argument.argument import Argument
from provebest.argument.evidence import Evidence
from provebest.argument.notation import san
from provebest.argument.paper_log import Logged, PaperLog
from provebest.certificate.certificate import Certificate, NoCertificateError
from provebest.chess.explain.arguing import argument_for, evidence_for, for_the_search, purse_for
from provebest.chess.probes.probers import Probers
from provebest.chess.searches import Settings, analysis_limits, make_search
from provebest.drawing.page import card
from provebest.drawing.race import Race, Recorded
from provebest.games.boards import board_from
from provebest.games.chess import START, ChessPosition, read_position
from provebest.search.pbstar import CONTROLS
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.node import Node
from provebest.search.probability.result import ProbabilityResult
from provebest.search.probability.snapshot import Snapshot
from provebest.search.probability.support import with_support
from provebest.vocabulary import (
    BadInputError,
    Counters,
    EngineFailedError,
    NothingSearchedError,
    Progress,
    Stopped,
    run,
)

__all__ = ["CONTROLS", "Analysis", "Settings", "analyse", "analysis_limits", "make_search"]


@dataclass(frozen=True, slots=True)
class Analysis:
    """The answer: a move, what it is worth, the rivals, and the argument."""

    fen: str
    control: str
    prober: str
    result: ProbabilityResult[str]
    argument: Argument[str]
    log: str = ""
    """Every expansion in the paper's notation, or every probe of a set of moves."""
    failure: str | None = None
    """Set where a prober failed for good: the rest is what was known by then."""
    evidence_nodes: int = 0
    """What was searched for the argument, besides ``result.counters``."""
    race: Race | None = None
    """How things stood after every step, where it was recorded."""
    start: str = START
    """Where the game began, and the moves from there to ``fen``: they count for repetition."""
    played: tuple[str, ...] = ()
    chess960: bool = False
    certifier: Callable[[], Certificate] | None = field(default=None, repr=False, compare=False)
    """Writes the certificate, if the search was recorded for one."""

    def board(self) -> chess.Board:
        """The position that was analysed."""
        return board_from(self.fen, chess960=self.chess960)

    @property
    def move(self) -> str:
        """In UCI."""
        return self.result.move

    @property
    def san(self) -> str:
        """As chess players write it."""
        return san(self.board(), self.result.move)

    @property
    def value(self) -> float:
        """Hundredths of a pawn for the side to move."""
        return self.result.value

    @property
    def line(self) -> tuple[str, ...]:
        """The expected play, in UCI; it begins with the move."""
        return self.result.line

    @property
    def stopped(self) -> Stopped:
        """Why the search ended."""
        return self.result.stopped

    @property
    def proved(self) -> bool:
        """Whether the bounds separate this move from all others; given these bounds."""
        return self.result.proved

    @property
    def counters(self) -> Counters:
        """What the search has counted; ``evidence_nodes`` come on top."""
        return self.result.counters

    def certificate(self) -> Certificate:
        """What the search has shown, for ``provebest.check``.

        Raises:
            NoCertificateError: if it was not asked for, or if there is nothing to certify.
        """
        if self.certifier is None:
            raise NoCertificateError(
                "the search was not recorded: call provebest.chess.analyse with certificate=True"
            )
        return self.certifier()

    @property
    def made(self) -> str:
        """What it cost, and by whom."""
        counters = self.result.counters
        return (
            f"{self.result.steps:,} expansions, {counters.probes:,} probes, "
            f"{counters.probe_nodes:,} nodes, and {self.evidence_nodes:,} for the argument; "
            f"{self.control} control over {self.prober}"
        )

    def _repr_html_(self) -> str:
        """How a notebook shows it."""
        return card(self.argument)


def analyse(
    fen: str = START,
    moves: Sequence[str] = (),
    *,
    settings: Settings = Settings(),  # noqa: B008 - frozen, so one shared default is safe
    chess960: bool = False,
    cancel: Event | None = None,
    on_standing: Callable[[Snapshot[str]], None] | None = None,
    on_search: Callable[[Any], None] | None = None,
    record: bool = False,
) -> Analysis:
    """Which move, and why, after these ``moves``; positions before count for repetition.

    ``on_standing`` is told, up to twenty times a second, how things stand; ``on_search`` gets the
    search before its first step; ``record`` keeps how things stood after every step, to be drawn.

    Raises:
        BadInputError: for a position that is none, a move that is not legal, a finished game.
    """
    start = read_position(fen, chess960=chess960).fen()
    position = read_position(start, moves, chess960=chess960)
    _refuse(position, settings)
    begun = time.monotonic()
    probers = Probers(settings.prober, cancel)
    try:
        search = make_search(position, for_the_search(settings), probers)
        if on_search is not None:
            on_search(search)
        failure, log = None, PaperLog()
        evidence: Evidence[str] = Evidence()
        logged = Logged(search, log) if isinstance(search, ProbabilitySearch) else search
        recorded = Recorded(logged) if record else None
        try:
            listener = told_by(search, on_standing)
            result = run(recorded or logged, analysis_limits(settings, cancel), listener)
            result = _with_replies(search, result)
            if not (cancel is not None and cancel.is_set()):
                purse = purse_for(settings, result, begun, cancel)
                evidence = evidence_for(search, position, result, settings, probers, purse)
        except EngineFailedError as error:
            result, failure = _what_there_is(search, error), str(error)
    finally:
        probers.close()
    name = search.believer.expander.name
    argument = argument_for(search, position, result, evidence, settings)
    told = log.text() if logged is not search else "\n".join(search.journal)
    return Analysis(
        position.fen(),
        settings.control,
        name,
        result,
        argument,
        told,
        failure,
        evidence.nodes,
        recorded.race(f"{settings.control} control") if recorded and recorded.doings else None,
        start,
        tuple(moves),
        chess960,
    )


def _with_replies(search: Any, result: ProbabilityResult[str]) -> ProbabilityResult[str]:
    """Lines of the tree, each with what the probe of its last position would play; its support."""
    if not isinstance(search, ProbabilitySearch):
        return result
    moves = tuple(
        replace(candidate, line=_extended(search.root, candidate.line))
        for candidate in result.moves
    )
    return with_support(search, replace(result, moves=moves, line=moves[0].line), _extended)


def _extended(root: Node[Any, str], line: tuple[str, ...]) -> tuple[str, ...]:
    node = root
    for move in line:
        if move not in node.moves:
            return line
        node = node.children[node.moves.index(move)]
    over = node.over or bool(node.children)
    return line if over or not isinstance(node.reply, str) else (*line, node.reply)


def told_by(
    search: Any, on_standing: Callable[[Snapshot[str]], None] | None
) -> Callable[[Progress], None] | None:
    """A listener for the loop around the search that passes on how things stand."""
    return None if on_standing is None else lambda _: on_standing(search.snapshot())


def _what_there_is(search: Any, error: EngineFailedError) -> ProbabilityResult[str]:
    """The result of the work that was done before a prober failed for good."""
    try:
        result: ProbabilityResult[str] = search.result(Stopped.CANCELLED)
    except (NothingSearchedError, IndexError, ValueError):
        raise error from None
    return result


def _refuse(position: ChessPosition, settings: Settings) -> None:
    legal = position.legal_moves()
    if not legal:
        ended = "checkmate" if position.is_checkmate() else "stalemate"
        raise BadInputError(f"there is no move to choose in {position.fen()!r}: it is {ended}")
    for move in (*settings.only, *settings.why_not):
        if move not in legal:
            raise BadInputError(
                f"{move!r} is not legal in {position.fen()!r}; moves are written like e2e4 or e7e8q"
            )
