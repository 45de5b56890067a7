"""Searches of a chess position: what they may spend, how they are controlled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf
from threading import Event

from provebest.chess.beliefs import ChessBeliefs, ChessState
from provebest.chess.defaults import (
    DEFAULT_CONFIDENCE,
    DEFAULT_EXPANSIONS,
    DEFAULT_PROBE_DEPTH,
    seconds_for,
)
from provebest.chess.probes.expansion import Expander, ProbeSize
from provebest.chess.probes.probers import ProberChoice, Probers
from provebest.chess.speed import PLAIN_SPEED
from provebest.games.chess import ChessPosition
from provebest.games.chess_values import MATES_FROM
from provebest.search.move_search import MoveSearch
from provebest.search.pbstar import DEFAULT_CONTROL, check_control
from provebest.search.probability.beliefs import Believer
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.settings import ClassicSettings, Contention, Effort
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.search import ModernSearch
from provebest.search.setprobe.set_prober import SetProber
from provebest.search.setprobe.settings import ModernSettings
from provebest.vocabulary import BadInputError, Limits

LOOK = (ProbeSize(12, 180), ProbeSize(12, 60))
"""Real and hope of a first look at all moves: at most so much, and less of a small budget."""
LEAST_LOOK = (24, 8)
FIRST_DEPTH_OF_OTHERS = 8
"""Where SELECT begins over another engine. Strong ones prune so much that a look at a few plies
costs a hundred nodes and says nothing, but hope that was looked at is halved [MC-3]."""
LOOKS_IN_A_BUDGET = 2000


@dataclass(frozen=True, slots=True)
class Settings:
    """What an analysis may spend and how it is controlled."""

    control: str = DEFAULT_CONTROL
    seconds: float | None = None
    nodes: int | None = None
    """Probe nodes; counted, so the analysis is the same everywhere."""
    expansions: int | None = None
    probe_depth: int = DEFAULT_PROBE_DEPTH
    probe_nodes: int | None = None
    prober: ProberChoice = field(default_factory=ProberChoice)
    grace: float = 0.0
    """Seconds beyond the others in which the modern control may finish what it has begun."""
    confidence: float = DEFAULT_CONFIDENCE
    """The dial of the stop: how sure the search must be that no rival is better; 1 - MinAct."""
    in_a_game: bool = False
    """Only the move matters, and what is left of the time is for other moves."""
    only: tuple[str, ...] = ()
    """Root moves to choose from; none is all."""
    why_not: tuple[str, ...] = ()
    """Root moves that the argument speaks of, whatever they are worth."""

    @property
    def min_act(self) -> float:
        """A rival with a smaller chance is out of contention; without the dust of subtraction."""
        return round(1 - self.confidence, 9)

    def __post_init__(self) -> None:
        check_control(self.control)
        if not 0.5 < self.confidence < 1:
            raise BadInputError(f"a confidence lies between 0.5 and 1, got {self.confidence}")
        if self.expansions is not None and self.expansions < 1:
            raise BadInputError(f"at least one expansion is needed, got {self.expansions}")


@dataclass(frozen=True, slots=True)
class ChessSearch:
    """A search of a chess position, and the probers that it was made of."""

    search: MoveSearch[str]
    expander: Expander
    """Probes the moves of a position one by one."""
    modern: ModernSettings
    """Says how values spread by depth, for the argument of either control."""
    sets: SetProber[str] | None = None
    """Probes sets of root moves; None for the classic control, which asks for none."""


ChessBeliever = Believer[ChessState, str]


def make_search(
    position: ChessPosition,
    settings: Settings,
    probers: Probers,
    *,
    believe: Callable[[ChessBeliever], ChessBeliever] = lambda believer: believer,
    probe: Callable[[SetProber[str]], SetProber[str]] = lambda sets: sets,
) -> ChessSearch:
    """The search that these settings name, not yet begun.

    ``believe`` and ``probe`` may wrap what the modern control asks.
    """
    modern = modern_settings(settings)
    if settings.control == "classic":
        size = ProbeSize(settings.probe_depth, settings.probe_nodes)
        expander = probers.expander(position, size, size)
        beliefs = ChessBeliefs(position.key, expander, settings.only)
        policies = ClassicSettings(
            effort=Effort(limit=settings.expansions or DEFAULT_EXPANSIONS),
            contention=Contention(settings.min_act, settings.min_act),
            win=MATES_FROM,
        )
        before = [ChessState(key, ()) for key in position.earlier()]
        classic = ProbabilitySearch(beliefs, policies, history=before, prober=expander.name)
        return ChessSearch(classic, expander, modern)
    seconds = seconds_for(settings.seconds, settings.nodes)
    expander = probers.expander(position, *first_look(settings.nodes, seconds))
    sets = probe(probers.sets(position))
    search = ModernSearch(
        believe(ChessBeliefs(position.key, expander, settings.only)),
        sets,
        Budget(settings.nodes, seconds, settings.grace),
        modern,
        only=settings.only,
        cancel=probers.cancel,
        unseen=position.legal_moves() if modern.by_bounds else (),
        prober=expander.name,
    )
    return ChessSearch(search, expander, modern, sets)


def modern_settings(settings: Settings) -> ModernSettings:
    """The numbers of the modern control for this prober."""
    modern = ModernSettings(min_act=settings.min_act, win=MATES_FROM, in_pawns=True)
    if settings.prober.native:
        return modern.in_a_game() if settings.in_a_game else modern
    return replace(modern, first_depth=FIRST_DEPTH_OF_OTHERS)


def first_look(nodes: int | None, seconds: float | None) -> tuple[ProbeSize, ProbeSize]:
    """Sizes of the probes of a first look: with some forty moves about .03 of a small budget."""
    allowed = inf if nodes is None else nodes
    if seconds is not None:
        allowed = min(allowed, seconds * PLAIN_SPEED)
    share = min(1.0, allowed / (LOOKS_IN_A_BUDGET * (LOOK[0].nodes or 1)))
    real, hope = (
        ProbeSize(size.depth, max(least, round(share * (size.nodes or 0))))
        for size, least in zip(LOOK, LEAST_LOOK, strict=True)
    )
    return real, hope


def analysis_limits(settings: Settings, cancel: Event | None) -> Limits:
    """What the loop around the search has to watch; the modern control watches its own budget."""
    if settings.control == "modern":
        return Limits(expanded=settings.expansions, cancel=cancel)
    return Limits(seconds=settings.seconds, probe_nodes=settings.nodes, cancel=cancel)
