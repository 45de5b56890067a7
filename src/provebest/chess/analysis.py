"""Analysis of one chess position: the move, and the argument for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Any

import chess

from provebest.argument.notation import san
from provebest.argument.paper_log import Logged, PaperLog
from provebest.argument.sentences import Threat, Try, argue
from provebest.chess.beliefs import ChessBeliefs
from provebest.chess.probers import ProberChoice, Probers
from provebest.games.chess import START, ChessPosition, read_position
from provebest.probes.expansion import ProbeSize
from provebest.probes.prober import MATES_FROM, Probe, Status
from provebest.probes.uci import ProberFailedError
from provebest.search.probability.budget import Budget
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.modern import ModernSearch
from provebest.search.probability.modern_settings import Modern
from provebest.search.probability.node import Node
from provebest.search.probability.policies import Contention, Effort, Policies
from provebest.search.probability.result import ProbabilityResult, best_line
from provebest.search.probability.standing import Standing
from provebest.vocabulary import BadInputError, Limits, Progress, Stopped, run

CONTROLS = ("modern", "classic")
MOST_TRIES = 3
DEFAULT_SECONDS = 3.0
DEFAULT_EXPANSIONS = 225  # the paper's [BM95-18]


@dataclass(frozen=True, slots=True)
class Settings:
    """What an analysis may spend and how it is controlled."""

    control: str = "modern"
    seconds: float | None = None
    nodes: int | None = None
    """Probe nodes; counted, so the analysis is the same everywhere."""
    expansions: int | None = None
    probe_depth: int = 4
    probe_nodes: int | None = None
    prober: ProberChoice = field(default_factory=ProberChoice)
    confidence: float = 0.95
    """The dial of the stop: how sure the modern control must be that no rival is better."""
    only: tuple[str, ...] = ()
    """Root moves to choose from; none is all."""

    def __post_init__(self) -> None:
        if self.control not in CONTROLS:
            raise BadInputError(
                f"unknown control {self.control!r}: there are {' and '.join(CONTROLS)}"
            )
        if not 0.5 < self.confidence < 1:
            raise BadInputError(f"a confidence lies between 0.5 and 1, got {self.confidence}")
        if self.expansions is not None and self.expansions < 1:
            raise BadInputError(f"at least one expansion is needed, got {self.expansions}")


@dataclass(frozen=True, slots=True)
class Analysis:
    """The answer: a move, what it is worth, the rivals, and the argument."""

    fen: str
    control: str
    prober: str
    result: ProbabilityResult[str]
    threat: Threat | None
    tries: tuple[Try, ...]
    argument: str
    log: str = ""
    """Every expansion in the paper's notation, or every probe of a set of moves."""
    failure: str | None = None
    """Set where a prober failed for good: the rest is what was known by then."""

    @property
    def move(self) -> str:
        """In UCI."""
        return self.result.move

    @property
    def san(self) -> str:
        """As chess players write it."""
        return san(chess.Board(self.fen), self.result.move)

    @property
    def value(self) -> float:
        """Hundredths of a pawn for the side to move."""
        return self.result.value

    @property
    def stopped(self) -> Stopped:
        """Why the search ended."""
        return self.result.stopped


def analyse(
    fen: str = START,
    moves: Sequence[str] = (),
    *,
    settings: Settings = Settings(),  # noqa: B008 - frozen, so one shared default is safe
    chess960: bool = False,
    cancel: Event | None = None,
    on_standing: Callable[[Standing[str]], None] | None = None,
    on_search: Callable[[Any], None] | None = None,
) -> Analysis:
    """Which move, and why. Positions of the game before (``moves``) count for repetition.

    ``on_standing`` is told, up to twenty times a second, how things stand; ``on_search`` gets the
    search before its first step.

    Raises:
        BadInputError: for a position that is none, a move that is not legal, a finished game.
    """
    position = read_position(fen, moves, chess960=chess960)
    _refuse(position, settings)
    probers = Probers(settings.prober, cancel)
    try:
        search = make_search(position, settings, probers)
        if on_search is not None:
            on_search(search)
        failure, log = None, PaperLog()
        logged = Logged(search, log) if isinstance(search, ProbabilitySearch) else search
        try:
            listener = told_by(search, on_standing)
            result = run(logged, analysis_limits(settings, cancel), listener)
            result = _with_replies(search, result)
            threat = _threat(position, result.move, settings, probers)
        except ProberFailedError as error:
            result, threat, failure = _what_there_is(search, error), None, str(error)
    finally:
        probers.close()
    tries = _tries(search)
    board = chess.Board(position.fen(), chess960=chess960)
    argument = argue(board, result, threat=threat, tries=tries)
    name = search.believer.expander.name
    told = log.text() if logged is not search else "\n".join(search.journal)
    return Analysis(
        position.fen(), settings.control, name, result, threat, tries, argument, told, failure
    )


def make_search(position: ChessPosition, settings: Settings, probers: Probers) -> Any:
    """The search that these settings name, not yet begun."""
    if settings.control == "classic":
        size = ProbeSize(settings.probe_depth, settings.probe_nodes)
        beliefs = ChessBeliefs(position.key, probers.expander(position, size, size), settings.only)
        policies = Policies(
            effort=Effort(limit=settings.expansions or DEFAULT_EXPANSIONS),
            contention=Contention(0.05, 0.05),
            win=MATES_FROM,
        )
        return ProbabilitySearch(beliefs, policies)
    expander = probers.expander(position, ProbeSize(12, 180), ProbeSize(12, 60))
    seconds = settings.seconds
    if seconds is None and settings.nodes is None:
        seconds = DEFAULT_SECONDS
    return ModernSearch(
        ChessBeliefs(position.key, expander, settings.only),
        probers.sets(position),
        Budget(settings.nodes, seconds),
        Modern(min_act=1 - settings.confidence, win=MATES_FROM),
        only=settings.only,
        cancel=probers.cancel,
    )


def _with_replies(search: Any, result: ProbabilityResult[str]) -> ProbabilityResult[str]:
    """Lines of the tree, each with what the probe of its last position would play."""
    if not isinstance(search, ProbabilitySearch):
        return result
    moves = tuple(
        replace(candidate, line=_extended(search.root, candidate.line))
        for candidate in result.moves
    )
    return replace(result, moves=moves, line=moves[0].line)


def _extended(root: Node[Any, str], line: tuple[str, ...]) -> tuple[str, ...]:
    node = root
    for move in line:
        if move not in node.moves:
            return line
        node = node.children[node.moves.index(move)]
    over = node.over or bool(node.children)
    return line if over or not isinstance(node.reply, str) else (*line, node.reply)


def told_by(
    search: Any, on_standing: Callable[[Standing[str]], None] | None
) -> Callable[[Progress], None] | None:
    """A listener for the loop around the search that passes on how things stand."""
    return None if on_standing is None else lambda _: on_standing(search.standing())


def _what_there_is(search: Any, error: ProberFailedError) -> ProbabilityResult[str]:
    """The result of the work that was done before a prober failed for good."""
    try:
        result: ProbabilityResult[str] = search.result(Stopped.CANCELLED)
    except (BadInputError, IndexError, ValueError):
        raise error from None
    return result


def analysis_limits(settings: Settings, cancel: Event | None) -> Limits:
    """What the loop around the search has to watch; the modern control watches its own budget."""
    if settings.control == "modern":
        return Limits(expanded=settings.expansions, cancel=cancel)
    return Limits(seconds=settings.seconds, probe_nodes=settings.nodes, cancel=cancel)


def _refuse(position: ChessPosition, settings: Settings) -> None:
    legal = position.legal_moves()
    if not legal:
        ended = "checkmate" if position.is_checkmate() else "stalemate"
        raise BadInputError(f"there is no move to choose in {position.fen()!r}: it is {ended}")
    for move in settings.only:
        if move not in legal:
            raise BadInputError(
                f"{move!r} is not legal in {position.fen()!r}; moves are written like e2e4 or e7e8q"
            )


def _threat(
    position: ChessPosition, move: str, settings: Settings, probers: Probers
) -> Threat | None:
    """What the chosen move threatens: one more probe, with its line."""
    depth = max(2, settings.probe_depth)
    asked = Probe(move=move, hope=True, depth=depth, nodes=settings.probe_nodes)
    (answer,) = probers.single().batch(position, [asked], cancel=probers.cancel)
    if answer.status is not Status.ANSWERED or answer.value is None:
        return None
    return Threat(answer.line, float(answer.value))


def _tries(search: Any) -> tuple[Try, ...]:
    """The replies on which VERIFY spent most."""
    if not isinstance(search, ProbabilitySearch) or search.selected is None:
        return ()
    chosen = search.selected
    pairs = [
        (move, node)
        for move, node in zip(chosen.moves, chosen.children, strict=True)
        if node.effort > 0
    ]
    pairs.sort(key=lambda pair: pair[1].effort, reverse=True)
    return tuple(
        Try(
            _extended(chosen, (move, *best_line([search.root, chosen, node], search.values))),
            node.real,
            node.effort,
        )
        for move, node in pairs[:MOST_TRIES]
    )
