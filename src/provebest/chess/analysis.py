"""Analysis of one chess position: which move, and what is the argument for it?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any

import chess

from provebest.argument.notation import MATES_FROM, san
from provebest.argument.sentences import Threat, Try, argue
from provebest.chess.beliefs import ChessBeliefs
from provebest.chess.set_probes import ChessSets
from provebest.games.chess import START, ChessPosition, read_position
from provebest.probes.expansion import NativeExpander, ProbeSize
from provebest.probes.native import NativeProber
from provebest.probes.prober import Probe, Status
from provebest.probes.root_search import RootSearch
from provebest.search.probability.budget import Budget
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.modern import Modern, ModernSearch
from provebest.search.probability.policies import Contention, Effort, Policies
from provebest.search.probability.result import ProbabilityResult, best_line
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
    exact_probes: bool = False
    threads: int = 1
    table_megabytes: int = 16
    only: tuple[str, ...] = ()
    """Root moves to choose from; none is all."""

    def __post_init__(self) -> None:
        if self.control not in CONTROLS:
            raise BadInputError(
                f"unknown control {self.control!r}: there are {' and '.join(CONTROLS)}"
            )
        if self.expansions is not None and self.expansions < 1:
            raise BadInputError(f"at least one expansion is needed, got {self.expansions}")
        if self.threads < 1:
            raise BadInputError(f"at least one thread is needed, got {self.threads}")


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
    on_progress: Callable[[Progress], None] | None = None,
) -> Analysis:
    """Which move, and why. Positions of the game before (``moves``) count for repetition.

    Raises:
        BadInputError: for a position that is none, a move that is not legal, a finished game.
    """
    position = read_position(fen, moves, chess960=chess960)
    _refuse(position, settings)
    search, expander = make_search(position, settings, cancel)
    limits = _limits(settings, cancel)
    result = run(search, limits, on_progress)
    threat = _threat(position, result.move, settings)
    tries = _tries(search)
    board = chess.Board(position.fen(), chess960=chess960)
    argument = argue(board, result, threat=threat, tries=tries)
    return Analysis(
        position.fen(), settings.control, expander.name, result, threat, tries, argument
    )


def make_search(
    position: ChessPosition, settings: Settings, cancel: Event | None = None
) -> tuple[Any, NativeExpander]:
    """The search that these settings name, not yet begun, and the expander below it."""
    if settings.control == "classic":
        size = ProbeSize(settings.probe_depth, settings.probe_nodes)
        expander = NativeExpander(
            position,
            real=size,
            hope=size,
            threads=settings.threads,
            exact=settings.exact_probes,
            cancel=cancel,
        )
        policies = Policies(
            effort=Effort(limit=settings.expansions or DEFAULT_EXPANSIONS),
            contention=Contention(0.05, 0.05),
            win=MATES_FROM,
        )
        return ProbabilitySearch(ChessBeliefs(position.key, expander), policies), expander
    expander = NativeExpander(
        position,
        real=ProbeSize(12, 180),
        hope=ProbeSize(12, 60),
        threads=settings.threads,
        cancel=cancel,
    )
    seconds = settings.seconds
    if seconds is None and settings.nodes is None:
        seconds = DEFAULT_SECONDS
    search = ModernSearch(
        ChessBeliefs(position.key, expander),
        ChessSets(RootSearch(position, table_bytes=settings.table_megabytes << 20), cancel),
        Budget(settings.nodes, seconds),
        Modern(win=MATES_FROM),
        only=settings.only,
    )
    return search, expander


def _limits(settings: Settings, cancel: Event | None) -> Limits:
    seconds = settings.seconds if settings.control == "classic" else None
    expanded = settings.expansions if settings.control == "modern" else None
    return Limits(seconds=seconds, expanded=expanded, cancel=cancel)


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


def _threat(position: ChessPosition, move: str, settings: Settings) -> Threat | None:
    """What the chosen move threatens: one more probe, with its line."""
    depth = max(2, settings.probe_depth)
    answer = NativeProber(selective=True).probe(
        position, Probe(move=move, hope=True, depth=depth, nodes=settings.probe_nodes)
    )
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
        Try((move, *best_line(node)), node.real, node.effort) for move, node in pairs[:MOST_TRIES]
    )
