"""The answer of a probability-based search, classic or modern, and its reason in one sentence.

Inside the search values speak for the side to move at the root; ``turned`` changes a result to
speak for the other side.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic

from provebest.search.probability.beliefs import Move
from provebest.search.probability.node import Node
from provebest.search.probability.phases import SelectEnd, VerifyEnd
from provebest.search.probability.sure_bounds import SureBounds
from provebest.search.probability.values import Values
from provebest.search.probability.wording import INEXACT, NOTHING, cut_off, reason_to_stop
from provebest.vocabulary import Argued, Counters, NothingSearchedError, Stopped, number_text

if TYPE_CHECKING:
    from provebest.search.probability.control import ProbabilitySearch
    from provebest.search.probability.support import Support


@dataclass(frozen=True, slots=True)
class End:
    """How the last SELECT and the last VERIFY ended."""

    select: str
    verify: str
    by_quota: bool
    """Whether either was cut off by its share of the effort."""


@dataclass(frozen=True, slots=True)
class RootMove(Generic[Move]):
    """A move at the root and what is believed of it; numbers speak as those of the result do."""

    move: Move
    real: float
    """RealVal: what the move seems to be worth."""
    hope: float | None
    """What it might be worth, as the side that makes it hopes; None if that was not asked for."""
    fear: float | None
    """What the opponent hopes to bring it down to; None if that was not asked for."""
    chance: float
    """Classic control: OptPrb, a guide for the search, too optimistic to be read as a probability.
    Modern control: for the choice 1 - doubt, for another move its part of the doubt."""
    effort: int
    """Expansions below it, or in the modern control probes whose best move it was."""
    line: tuple[Move, ...]
    """Best play by both sides as far as it is known; it begins with ``move``."""
    bounds: tuple[float, float] | None = None
    """Bounds that certainly hold, ``lo <= hi``; set only if the choice is proved by them."""
    is_bound: bool = False
    """Whether ``real`` is only a bound: to the side that moves, it is worth that or more."""

    def turned(self) -> RootMove[Move]:
        """The same move with its numbers for the other side."""
        return replace(
            self,
            real=_turned(self.real),
            hope=None if self.hope is None else _turned(self.hope),
            fear=None if self.fear is None else _turned(self.fear),
            bounds=None
            if self.bounds is None
            else (_turned(self.bounds[1]), _turned(self.bounds[0])),
        )


@dataclass(frozen=True, slots=True)
class ProbabilityResult(Argued, Generic[Move]):
    """The move, what it is worth, and why the search ended.

    All numbers speak for MAX. A search that knows of no MAX (of chess, or one that was put together
    from its parts) calls the side that chooses MAX. The numbers of ``support`` always speak for the
    side that chooses.
    """

    move: Move
    value: float
    """RealVal of the move."""
    stopped: Stopped
    reason: str
    moves: tuple[RootMove[Move], ...]
    """Best first."""
    line: tuple[Move, ...]
    refutations: int
    """How often a choice was overturned on the way."""
    target: float
    """TargetVal at the end; for the modern control, the value."""
    counters: Counters
    exact: bool = True
    """False if a cycle of positions was too large to follow all its paths [BM95-24]."""
    support: Support[Move] | None = None
    """What the tree holds in support of the choice, if it was asked for: see ``support.py``."""
    max_chooses: bool = True
    """Whether MAX is to move; if not, small numbers are good for the side that chooses."""

    set_probes: int = 0
    """Searches of sets of moves that the modern control made; they are among the probes."""
    doubt: float | None = None
    """How likely it is that a search ten times as long finds a better move, by more than 0.04
    points: the modern control's one number for that. None if it was not measured for the game."""

    @property
    def steps(self) -> int:
        """Expansions plus set-probes of the modern control: what ``Limits.expanded`` limits."""
        return self.counters.expanded + self.set_probes

    def for_the_chooser(self) -> ProbabilityResult[Move]:
        """The same result with the side that chooses called MAX."""
        return self if self.max_chooses else self.turned()

    def turned(self) -> ProbabilityResult[Move]:
        """The same result with MAX and MIN exchanged; ``support`` stays as it is."""
        return replace(
            self,
            value=_turned(self.value),
            target=_turned(self.target),
            moves=tuple(move.turned() for move in self.moves),
            max_chooses=not self.max_chooses,
        )

    @property
    def proved(self) -> bool:
        """Whether the game's bounds separate this move from all others: no other can be better."""
        return self.stopped is Stopped.PROVED

    def __str__(self) -> str:
        who = "MAX" if self.max_chooses else "MIN"
        worth = f"{self.move_name(self.move)}, worth {number_text(self.value)} to MAX"
        sure = "Proved, given these bounds" if self.proved else self.stopped.value.capitalize()
        return (
            f"{who} plays {worth}: {self.line_text(self.line)}\n{sure}: {self.reason}\n"
            f"{self.counters.expanded:,} expansions, {self.counters.probes:,} probes"
        )

    @property
    def natural(self) -> bool:
        """Whether the search ended by its own rules, not at a limit."""
        return self.stopped in {Stopped.PROVED, Stopped.FOUND}


def _turned(value: float) -> float:
    """The value for the other side."""
    return 0 - value  # not -0.0, which is shown with its sign


def best_line(path: list[Node[Any, Any]], values: Values) -> list[Any]:
    """Moves that follow this path by best RealVal on both sides, as far as the tree goes.

    Of equal moves the first. Values are those on the path, so a move that repeats one of its
    positions is a draw there, and ends the line.
    """
    line: list[Any] = []
    while path[-1].children:
        node, seen = path[-1], values.seen(path)
        reals = [child.real for child in seen]
        index = reals.index(max(reals) if node.player_to_move else min(reals))
        line.append(node.moves[index])
        if seen[index].over:
            break
        path = [*path, node.children[index]]
    return line


def root_moves(
    search: ProbabilitySearch[Any, Any], chances: Mapping[int, float], most: int | None = None
) -> tuple[RootMove[Any], ...]:
    """All root moves, or the ``most`` best ones, best first; ties as the game generates its moves.

    Chances are given by the number of the move; if none is given, it is OptPrb now.
    """
    root = search.root
    ranked = sorted(
        enumerate(zip(root.moves, root.children, strict=True)),
        key=lambda numbered: numbered[1][1].real,
        reverse=True,
    )[:most]
    return tuple(
        RootMove(
            move=move,
            real=node.real,
            hope=node.hi,
            fear=node.lo,
            chance=chances.get(index, node.p),
            effort=node.effort,
            line=(move, *best_line([root, node], search.values)),
        )
        for index, (move, node) in ranked
    )


def probability_result(
    search: ProbabilitySearch[Any, Any], stopped: Stopped
) -> ProbabilityResult[Any]:
    """The result of a search as it stands, between two steps.

    Raises:
        NothingSearchedError: before the root is expanded.
    """
    moves = root_moves(search, search.chances)
    if not moves:
        raise NothingSearchedError(NOTHING)
    if stopped is Stopped.PROVED:
        sure = SureBounds(search.graph.nodes)
        nodes = dict(zip(search.root.moves, search.root.children, strict=True))
        moves = tuple(replace(move, bounds=sure.of(nodes[move.move])) for move in moves)
    best = moves[0]
    return ProbabilityResult(
        move=best.move,
        value=best.real,
        stopped=stopped,
        reason=_reason(search, stopped) + ("" if search.exact else INEXACT),
        moves=moves,
        line=best.line,
        refutations=search.rounds,
        target=search.target,
        counters=search.tally.frozen(),
        exact=search.exact,
    )


def _reason(search: ProbabilitySearch[Any, Any], stopped: Stopped) -> str:
    end = search.end
    if end is None:
        return f"{cut_off(stopped)} while {search.phase.doing}"
    return reason_to_stop(SelectEnd(end.select), VerifyEnd(end.verify), stopped)
