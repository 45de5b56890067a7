"""The rules by which each value of a node follows from its children's.

Nothing here walks the graph: a function looks at one node and its children. ``values.py`` calls
them in the right order, and ``cycles.py`` uses the same rules along paths.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Protocol

from provebest.search.probability.node import Node

AnyNode = Node[Any, Any]


@dataclass(frozen=True, slots=True)
class Aim:
    """What the Forcer of a phase tries to reach: OptPrb is the probability of that.

    The Player forces ``real >= target``, the Opponent ``real <= target``.
    """

    target: float
    player_forces: bool
    """True in SELECT; in VERIFY the Opponent is the Forcer."""
    grouped: bool = True
    """Whether replies with the same best answer count once [BM95-18]."""


class Seen(Protocol):
    """What a parent reads of a child: a ``Node``, or its values on one path (``Conditional``)."""

    @property
    def real(self) -> float:
        """RealVal."""

    @property
    def hi(self) -> float | None:
        """The Player's optimism."""

    @property
    def lo(self) -> float | None:
        """The Opponent's optimism."""

    @property
    def p(self) -> float:
        """OptPrb."""

    @property
    def settled(self) -> bool:
        """Whether nothing below can change the value."""

    @property
    def over(self) -> bool:
        """Whether the game ends here."""

    @property
    def reply(self) -> Hashable:
        """The key of its reply group."""


def chance(real: float, hi: float | None, lo: float | None, aim: Aim) -> float:
    """How likely the Forcer is to reach the target here: linear from hope to real [BM95-6].

    The order of the tests settles the degenerate ranges: 1 if the target is reached already, 0 if
    the optimism does not exceed it or is undefined. What is left has ``real < target < hi`` (or the
    mirror image), so nothing is divided by zero. Optimism must be finite.
    """
    target = aim.target
    if aim.player_forces:
        if real >= target:
            return 1.0
        return 0.0 if hi is None or hi <= target else (hi - target) / (hi - real)
    if real <= target:
        return 1.0
    return 0.0 if lo is None or lo >= target else (target - lo) / (real - lo)


def leaf_probability(node: AnyNode, aim: Aim) -> float:
    """OptPrb of a leaf, from its own three values."""
    return chance(node.real, node.hi, node.lo, aim)


def forcer_chooses(node: AnyNode, aim: Aim) -> bool:
    """Whether the side to move at this node is the Forcer."""
    return aim.player_forces == node.player_to_move


def inner_probability(node: AnyNode, aim: Aim) -> float:
    """OptPrb of an expanded node: the best if the Forcer chooses, else the product [BM95-8].

    The Obstructor has to be answered everywhere, so the chances after his moves multiply, as if
    they were independent. If ``real`` has reached the target, p is 1, at every level.
    """
    if aim.player_forces == node.player_to_move:
        return max([child.p for child in node.children])
    if not aim.grouped:
        return prod([child.p for child in node.children])
    alone, groups = reply_groups(node.children)
    return alone * prod(groups.values())


def reply_groups(children: Iterable[Seen]) -> tuple[float, dict[Hashable, float]]:
    """The product over replies without a group, and the least chance of each group [BM95-18].

    Ends of the game and repetitions belong to no group. OptPrb of the node is the product of the
    first and all of the second.
    """
    alone = 1.0
    groups: dict[Hashable, float] = {}
    for child in children:
        p = child.p
        if p == 1.0:  # changes neither a product nor the least of a group
            continue
        if child.reply is None or child.over:
            alone *= p
            continue
        least = groups.get(child.reply)
        if least is None or p < least:
            groups[child.reply] = p
    return alone, groups


def back_up_values(node: AnyNode, win: float) -> None:
    """Minimax, each field on its own; a field is undefined while a child's is [BM95-7].

    The three values may come from three different children. ``p`` is not touched. A node is settled
    when all its children are, or when the side to move has a settled win [BM95-21]; ``win`` is the
    least value that counts as one.
    """
    children, player = node.children, node.player_to_move
    best = max if player else min
    node.real = best([child.real for child in children])
    node.hi = bound([child.hi for child in children], player=player)
    node.lo = bound([child.lo for child in children], player=player)
    node.settled = all(child.settled for child in children) or any(
        is_won(child, win, player=player) for child in children
    )


def bound(values: Sequence[float | None], *, player: bool) -> float | None:
    """The greatest value if the Player chooses, else the least; None if one of them is None."""
    if None in values:
        return None
    return max(values) if player else min(values)  # type: ignore[type-var]


def is_won(child: Seen, win: float, *, player: bool) -> bool:
    """Whether the side to move wins with this child, whatever its other moves are worth."""
    return child.settled and (child.real >= win if player else child.real <= -win)


def back_up(node: AnyNode, aim: Aim, win: float) -> bool:
    """Sets the values and OptPrb of an expanded node; True if a parent's may change with them.

    Not for members of a component: their values depend on the path (``cycles.py``).
    """
    before = node.values()
    back_up_values(node, win)
    node.p = inner_probability(node, aim)
    return node.values() != before
