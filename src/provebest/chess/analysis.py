"""Analysis of one chess position: the move, and the argument for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Any

import chess

from provebest.argument.argument import Argument
from provebest.argument.building import of_probabilities
from provebest.argument.evidence import Chance, Evidence, Looked
from provebest.argument.notation import ChessNotation, san
from provebest.argument.page import card
from provebest.argument.paper_log import Logged, PaperLog
from provebest.argument.race import Race, Recorded
from provebest.chess.beliefs import ChessBeliefs
from provebest.chess.calibration import chance_to_reach
from provebest.chess.evidence import Gatherer, Purse
from provebest.chess.probers import ProberChoice, Probers
from provebest.chess.set_probes import ProbedSets
from provebest.games.chess import START, ChessPosition, read_position
from provebest.probes.expansion import ProbeSize
from provebest.probes.prober import MATES_FROM
from provebest.probes.uci import ProberFailedError
from provebest.search.probability.budget import Budget
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.grounds import grounded
from provebest.search.probability.modern import ModernSearch
from provebest.search.probability.modern_settings import Modern
from provebest.search.probability.node import Node
from provebest.search.probability.policies import Contention, Effort, Policies
from provebest.search.probability.result import ProbabilityResult, RootMove
from provebest.search.probability.set_prober import SetProber
from provebest.search.probability.standing import Standing
from provebest.vocabulary import BadInputError, Limits, Progress, Stopped, run

CONTROLS = ("modern", "classic")
DEFAULT_SECONDS = 3.0
DEFAULT_EXPANSIONS = 225  # the paper's [BM95-18]
SEARCH_SHARE, EVIDENCE_SHARE = 0.75, 0.4
"""Of the budget of an analysis: for the search, and at most, of what it leaves, for the evidence
that its argument needs."""
NEAR, AS_GOOD = 100.0, 25.0
"""Rivals within a pawn are always mentioned; a quarter of a pawn is not worth an argument."""
EVIDENCE_NODES = 100_000
"""For the evidence where no budget is given: the classic control counts expansions."""
EVIDENCE_DEPTH = 8
"""How deep evidence is looked for at least, where its share allows."""


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
    why_not: tuple[str, ...] = ()
    """Root moves that the argument speaks of, whatever they are worth."""

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
    argument: Argument[str]
    log: str = ""
    """Every expansion in the paper's notation, or every probe of a set of moves."""
    failure: str | None = None
    """Set where a prober failed for good: the rest is what was known by then."""
    evidence_nodes: int = 0
    """What was searched for the argument, besides ``result.counters``."""
    race: Race | None = None
    """How things stood after every step, where it was recorded."""

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

    @property
    def made(self) -> str:
        """What it cost, and by whom."""
        counters = self.result.counters
        return (
            f"{counters.expanded:,} expansions, {counters.probes:,} probes, "
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
    on_standing: Callable[[Standing[str]], None] | None = None,
    record: bool = False,
) -> Analysis:
    """Which move, and why. Positions of the game before (``moves``) count for repetition.

    ``on_standing`` is told, up to twenty times a second, how things stand; ``record`` keeps how
    they stood after every step, to be drawn.

    Raises:
        BadInputError: for a position that is none, a move that is not legal, a finished game.
    """
    position = read_position(fen, moves, chess960=chess960)
    _refuse(position, settings)
    begun = time.monotonic()
    probers = Probers(settings.prober, cancel)
    try:
        search = make_search(position, _for_the_search(settings), probers)
        failure, log = None, PaperLog()
        evidence: Evidence[str] = Evidence()
        logged = Logged(search, log) if isinstance(search, ProbabilitySearch) else search
        recorded = Recorded(logged) if record else None
        try:
            listener = told_by(search, on_standing)
            result = run(recorded or logged, analysis_limits(settings, cancel), listener)
            result = _with_replies(search, result)
            if not (cancel is not None and cancel.is_set()):
                purse = _purse(settings, result, begun, cancel)
                evidence = _evidence(search, position, result, settings, probers, purse)
        except ProberFailedError as error:
            result, failure = _what_there_is(search, error), str(error)
    finally:
        probers.close()
    name = search.believer.expander.name
    argument = of_probabilities(
        result,
        evidence,
        chance=_chance(search),
        least=1 - settings.confidence,
        given=f"the values of {name.split(',')[0]}",
        notation=ChessNotation(position.fen(), chess960),
        asked=settings.why_not,
        near=NEAR,
        as_good=AS_GOOD,
    )
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
    )


def _for_the_search(settings: Settings) -> Settings:
    """What the modern control may spend, so that something is left for the evidence."""
    if settings.control == "classic":
        return settings
    nodes, seconds = settings.nodes, settings.seconds
    if seconds is None and nodes is None:
        seconds = DEFAULT_SECONDS
    return replace(
        settings,
        nodes=None if nodes is None else max(1, round(SEARCH_SHARE * nodes)),
        seconds=None if seconds is None else SEARCH_SHARE * seconds,
    )


def _purse(
    settings: Settings, result: ProbabilityResult[str], begun: float, cancel: Event | None
) -> Purse:
    """What the search has left, up to a share."""
    nodes, seconds = settings.nodes, settings.seconds
    if settings.control == "classic" and nodes is None and seconds is None:
        return Purse(EVIDENCE_NODES, None, cancel)
    if seconds is None and nodes is None:
        seconds = DEFAULT_SECONDS
    if nodes is not None:
        left = nodes - result.counters.probe_nodes
        nodes = max(0, min(left, round(EVIDENCE_SHARE * nodes)))
    if seconds is not None:
        spent = time.monotonic() - begun
        seconds = max(0.0, min(seconds - spent, EVIDENCE_SHARE * seconds))
    return Purse(nodes, seconds, cancel)


def _evidence(
    search: Any,
    position: ChessPosition,
    result: ProbabilityResult[str],
    settings: Settings,
    probers: Probers,
    purse: Purse,
) -> Evidence[str]:
    """What the argument needs besides what the search kept."""
    if isinstance(search, ProbabilitySearch):

        def pure(at: ChessPosition) -> SetProber[str]:
            return ProbedSets(probers.single(), at, probers.cancel)

        return Gatherer(position, result, probers, pure, purse, EVIDENCE_DEPTH).threats()
    depth = max(search.depth, EVIDENCE_DEPTH)
    gatherer = Gatherer(position, result, probers, probers.sets, purse, depth)
    return gatherer.modern(search.sets, settings.why_not)


def _chance(search: Any) -> Chance:
    """How likely a rival is really better: measured for small probes, and by depth for searches."""

    def chance(goal: float, rival: RootMove[str], looked: Looked[str] | None) -> float:
        if looked is None:
            return chance_to_reach(goal, rival.real, rival.hope)
        upset: float = search.settings.upset(goal - looked.value, looked.depth)
        return upset

    return chance


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
    """Lines of the tree, each with what the probe of its last position would play; its grounds."""
    if not isinstance(search, ProbabilitySearch):
        return result
    moves = tuple(
        replace(candidate, line=_extended(search.root, candidate.line))
        for candidate in result.moves
    )
    return grounded(search, replace(result, moves=moves, line=moves[0].line), _extended)


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
    for move in (*settings.only, *settings.why_not):
        if move not in legal:
            raise BadInputError(
                f"{move!r} is not legal in {position.fen()!r}; moves are written like e2e4 or e7e8q"
            )
