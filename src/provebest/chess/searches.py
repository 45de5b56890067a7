"""Settings of a chess search, and the search that they describe."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf
from threading import Event

from provebest.chess.beliefs import ChessBeliefs, ChessState, PreparesBeliefs
from provebest.chess.defaults import (
    DEFAULT_CONFIDENCE,
    DEFAULT_EXPANSIONS,
    DEFAULT_PROBE_DEPTH,
    seconds_for,
)
from provebest.chess.probes.compiled_control import CompiledControl
from provebest.chess.probes.expansion import Expander, ProbeSize
from provebest.chess.probes.parallel import ParallelExpander
from provebest.chess.probes.prober_choice import MOST_WORKERS, ProberChoice
from provebest.chess.probes.probers import Probers
from provebest.chess.probes.set_probes import ChessSets
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
from provebest.search.setprobe.settings import TIME_PRICE, ModernSettings
from provebest.vocabulary import BadInputError, Limits

LOOK = (ProbeSize(12, 180), ProbeSize(12, 60))
"""Largest real probe and hope probe of a first look at all moves; a small budget makes them
smaller."""
LEAST_LOOK = (24, 8)
"""Nodes of the smallest real probe and hope probe."""
LOOKS_IN_A_BUDGET = 2000
"""Full-size real probes that a budget must allow, or the probes of the first look get smaller."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits and options of an analysis."""

    control: str = DEFAULT_CONTROL
    seconds: float | None = None
    nodes: int | None = None
    """Limit of probe nodes; with this limit alone the analysis is the same on every machine."""
    depth: int | None = None
    """Plies of the modern control: all moves are searched so deep, and nothing is searched deeper.
    The doubt does not end such a search, so there are no attacks. None: no such limit."""
    expansions: int | None = None
    probe_depth: int = DEFAULT_PROBE_DEPTH
    probe_nodes: int | None = None
    prober: ProberChoice = field(default_factory=ProberChoice)
    grace: float = 0.0
    """Seconds beyond ``seconds`` in which the modern control may finish a probe that it began."""
    confidence: float = DEFAULT_CONFIDENCE
    """How sure the search must be that no rival is clearly better before it stops: 1 - MinAct."""
    in_a_game: bool = False
    """Only the move matters, and time left over is used by later moves."""
    time_price: float = TIME_PRICE
    """In a game: what the whole time of a move is worth later, in points."""
    only: tuple[str, ...] = ()
    """Root moves to choose from; empty means all."""
    why_not: tuple[str, ...] = ()
    """Root moves that the argument explains, even if they are bad."""

    def on_workers(self, workers: int) -> Settings:
        """The same with so many workers for the probes, or as many as there can be."""
        prober = replace(self.prober, workers=min(workers, MOST_WORKERS))
        return replace(self, prober=prober)

    @property
    def min_act(self) -> float:
        """The greatest doubt with which the modern control stops, rounded, so that 1 - .95 is .05.

        In the classic control, the chance below which a rival is out of contention.
        """
        return round(1 - self.confidence, 9)

    def __post_init__(self) -> None:
        check_control(self.control)
        if not 0.5 < self.confidence < 1:
            raise BadInputError(f"confidence must be between 0.5 and 1, got {self.confidence}")
        if self.prober.workers is not None and self.control != "classic":
            raise BadInputError(
                "workers share the probes of the classic control: use control classic, "
                "or leave workers out"
            )
        if self.expansions is not None and self.expansions < 1:
            raise BadInputError(f"expansions must be 1 or more, got {self.expansions}")


@dataclass(frozen=True, slots=True)
class ChessSearch:
    """A search of a chess position, and the probers that it uses."""

    search: MoveSearch[str]
    expander: Expander
    """Probes the moves of a position one by one."""
    modern: ModernSettings
    """For the argument: the law, with the scale of the values."""
    sets: SetProber[str] | None = None
    """Probes sets of root moves; None for the classic control, which makes no set-probes."""


ChessBeliever = Believer[ChessState, str]


def make_search(
    position: ChessPosition,
    settings: Settings,
    probers: Probers,
    *,
    believe: Callable[[ChessBeliever], ChessBeliever] = lambda believer: believer,
    probe: Callable[[SetProber[str]], SetProber[str]] = lambda sets: sets,
) -> ChessSearch:
    """Makes the search that the settings describe, without a first step.

    ``believe`` and ``probe`` may wrap the modern control's believer and set-prober.
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
        if isinstance(expander, ParallelExpander):
            classic.ahead = PreparesBeliefs(expander)
        return ChessSearch(classic, expander, modern)
    seconds = seconds_for(settings.seconds, settings.nodes)
    expander = probers.expander(position, *first_look(settings.nodes, seconds))
    sets = probe(probers.sets(position))
    believer = believe(ChessBeliefs(position.key, expander, settings.only))
    budget = Budget(settings.nodes, seconds, settings.grace)
    search: ModernSearch[ChessState, str]
    if modern.time_price and isinstance(sets, ChessSets):
        search = CompiledControl(
            believer,
            sets,
            budget,
            modern,
            only=settings.only,
            cancel=probers.cancel,
            unseen=position.legal_moves(),
            prober=expander.name,
        )
    else:
        search = ModernSearch(
            believer,
            sets,
            budget,
            modern,
            only=settings.only,
            cancel=probers.cancel,
            prober=expander.name,
        )
    return ChessSearch(search, expander, modern, sets)


def modern_settings(settings: Settings) -> ModernSettings:
    """The settings of the modern control for this prober."""
    modern = replace(
        settings.prober.facts.modern_settings(
            in_a_game=settings.in_a_game, time_price=settings.time_price
        ),
        min_act=settings.min_act,
    )
    if settings.depth is None:
        return modern
    first = min(modern.first_depth, settings.depth)
    return replace(modern, min_act=0.0, first_depth=first, deepest=settings.depth, kept=0.0)


def first_look(nodes: int | None, seconds: float | None) -> tuple[ProbeSize, ProbeSize]:
    """Sizes of the real and hope probes of a first look at all moves.

    With some forty moves, the first look takes about 3 % of a small budget.
    """
    allowed = inf if nodes is None else nodes
    if seconds is not None:
        allowed = min(allowed, seconds * PLAIN_SPEED)
    share = min(1.0, allowed / (LOOKS_IN_A_BUDGET * (LOOK[0].nodes or 1)))
    real, hope = (
        ProbeSize(size.depth, max(least, round(share * (size.nodes or 0))))
        for size, least in zip(LOOK, LEAST_LOOK, strict=True)
    )
    return real, hope


def time_limit(settings: Settings) -> float | None:
    """The seconds that the user allows for a search; None if other limits hold."""
    if settings.control == "classic":
        return settings.seconds
    return seconds_for(settings.seconds, settings.nodes)


def analysis_limits(settings: Settings, cancel: Event | None) -> Limits:
    """The limits that the loop around the search checks; the modern control checks its budget."""
    if settings.control == "modern":
        return Limits(expanded=settings.expansions, cancel=cancel)
    return Limits(seconds=settings.seconds, probe_nodes=settings.nodes, cancel=cancel)
