"""From leaves to the root: each value by its own rule."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from typing import Any

from provebest.search.probability.node import Node

AnyNode = Node[Any, Any]


@dataclass(frozen=True, slots=True)
class Aim:
    """What the Forcer of a phase tries to reach, so what OptPrb is a probability of."""

    target: float
    player_forces: bool
    """SELECT; in VERIFY the Opponent is the Forcer."""
    grouped: bool = True
    """Replies that are answered alike count once [BM95-18]."""


def leaf_probability(node: AnyNode, aim: Aim) -> float:
    """How likely the Forcer is to reach the target here: linear from hope to real [BM95-6].

    The order of the questions settles the degenerate ranges: what is reached already is certain,
    what is not hoped for is impossible, and no division by zero is left.
    """
    target, real = aim.target, node.real
    if aim.player_forces:
        if real >= target:
            return 1.0
        hi = node.hi
        return 0.0 if hi is None or hi <= target else (hi - target) / (hi - real)
    if real <= target:
        return 1.0
    lo = node.lo
    return 0.0 if lo is None or lo >= target else (target - lo) / (real - lo)


def inner_probability(node: AnyNode, aim: Aim) -> float:
    """The Forcer takes his best chance; the Obstructor has to be answered everywhere [BM95-8]."""
    forcer_chooses = aim.player_forces != node.player_moved
    if forcer_chooses:
        return max([child.p for child in node.children])
    if not aim.grouped:
        return prod([child.p for child in node.children])
    return _product_over_groups(node.children)


def _product_over_groups(children: Iterable[AnyNode]) -> float:
    """One factor for all replies that have the same answer: the least of them [BM95-18]."""
    result = 1.0
    groups: dict[Any, float] = {}
    for child in children:
        if child.p == 1.0:  # changes neither a product nor the least of a group
            continue
        if child.reply is None or child.over:
            result *= child.p
            continue
        least = groups.get(child.reply)
        if least is None or child.p < least:
            groups[child.reply] = child.p
    for least in groups.values():
        result *= least
    return result


def back_up_values(node: AnyNode, win: float) -> None:
    """Minimax, each field on its own; a field is undefined while a child's is [BM95-7].

    A node is settled when all its children are, or when the side to move has a settled win
    [BM95-21].
    """
    children = node.children
    best = min if node.player_moved else max
    node.real = best([child.real for child in children])
    hopes = [child.hi for child in children]
    node.hi = None if None in hopes else best(hopes)  # type: ignore[type-var]
    fears = [child.lo for child in children]
    node.lo = None if None in fears else best(fears)  # type: ignore[type-var]
    unsettled = [child for child in children if not child.settled]
    node.settled = not unsettled or any(
        child.settled and (child.real <= -win if node.player_moved else child.real >= win)
        for child in children
    )


def back_up(node: AnyNode, aim: Aim, win: float) -> bool:
    """Values and probability of an expanded node; whether anything a parent sees has changed."""
    before = node.values()
    back_up_values(node, win)
    node.p = inner_probability(node, aim)
    return node.values() != before


def probabilities(children_first: Iterable[AnyNode], aim: Aim) -> None:
    """Every OptPrb anew, in one pass [BM95-10]."""
    for node in children_first:
        node.p = inner_probability(node, aim) if node.children else leaf_probability(node, aim)
