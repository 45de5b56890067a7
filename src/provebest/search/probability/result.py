"""What a probability-based search has to say when it ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

from provebest.search.probability.beliefs import Move
from provebest.search.probability.node import Node
from provebest.vocabulary import Counters, Stopped

if TYPE_CHECKING:
    from provebest.search.probability.control import ProbabilitySearch


@dataclass(frozen=True, slots=True)
class End:
    """How the last SELECT and the last VERIFY ended."""

    select: str
    verify: str
    by_quota: bool
    """Either was cut off by its share of the effort."""


@dataclass(frozen=True, slots=True)
class RootMove(Generic[Move]):
    """A move at the root and what is believed of it, for the side that makes it."""

    move: Move
    real: float
    hope: float | None
    fear: float | None
    """What the opponent hopes to bring it down to, where he was asked."""
    chance: float
    """OptPrb: a guide for the search, too optimistic to be read as a probability."""
    effort: int
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class ProbabilityResult(Generic[Move]):
    """The move, what it is worth, and why the search ended."""

    move: Move
    value: float
    stopped: Stopped
    reason: str
    moves: tuple[RootMove[Move], ...]
    """Best first."""
    line: tuple[Move, ...]
    refutations: int
    """Choices that VERIFY overturned on the way."""
    target: float
    counters: Counters

    @property
    def proved(self) -> bool:
        """Whether the bounds separate this move from all others; given these bounds."""
        return self.stopped is Stopped.PROVED

    @property
    def natural(self) -> bool:
        """Whether the search ended by its own rules, not at a limit."""
        return self.stopped in {Stopped.PROVED, Stopped.FOUND}


def best_line(node: Node[Any, Any]) -> list[Any]:
    """Moves that follow by best RealVal on both sides, as far as the tree goes."""
    line: list[Any] = []
    while node.children:
        reals = [child.real for child in node.children]
        index = reals.index(min(reals) if node.player_moved else max(reals))
        line.append(node.moves[index])
        node = node.children[index]
    return line


def probability_result(
    search: ProbabilitySearch[Any, Any], stopped: Stopped
) -> ProbabilityResult[Any]:
    """The root's table, best move first; ties as the game generates its moves."""
    root = search.root
    ranked = sorted(
        enumerate(zip(root.moves, root.children, strict=True)),
        key=lambda numbered: numbered[1][1].real,
        reverse=True,
    )
    chances = search.chances
    moves = tuple(
        RootMove(
            move,
            node.real,
            node.hi,
            node.lo,
            chances.get(index, node.p),
            node.effort,
            (move, *best_line(node)),
        )
        for index, (move, node) in ranked
    )
    best = moves[0]
    return ProbabilityResult(
        best.move,
        best.real,
        stopped,
        _reason(search, stopped),
        moves,
        best.line,
        search.rounds,
        search.target,
        search.tally.frozen(),
    )


def _reason(search: ProbabilitySearch[Any, Any], stopped: Stopped) -> str:
    end = search.end
    if end is None:
        return f"stopped by the {stopped.value} in {search.phase.value}"
    if end.select == "only move":
        return "it is the only move"
    if end.select == "won":
        return "it wins by force"
    said = f"SELECT: {end.select}; VERIFY: {end.verify}"
    return f"{said}; proved, given these bounds" if stopped is Stopped.PROVED else said
