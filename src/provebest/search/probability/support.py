"""What the tree of a probability-based search holds in support of its choice, and no more of it.

A tree may have thousands of positions; an argument needs the lines of the moves that matter, the
opponent's attempts, and the leaves on which the verdict hangs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from provebest.search.probability.beliefs import Move
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.node import Node
from provebest.search.probability.result import ProbabilityResult, RootMove, best_line

AnyNode = Node[Any, Any]
Path = tuple[Any, ...]
Extend = Callable[[AnyNode, Path], Path]

MOST_LINES = 12
"""Root moves whose lines are kept with the values along them."""
MOST_TRIED = 3


@dataclass(frozen=True, slots=True)
class TriedReply(Generic[Move]):
    """A reply that VERIFY looked at, and how it was met."""

    line: tuple[Move, ...]
    """Starts with the reply, or with what the same side plays before it."""
    value: float
    effort: int


@dataclass(frozen=True, slots=True)
class Leaf(Generic[Move]):
    """A leaf that decides: at ``turns_at`` and beyond, ``instead`` would be the choice."""

    line: tuple[Move, ...]
    value: float
    turns_at: float
    instead: Move


@dataclass(frozen=True, slots=True)
class Support(Generic[Move]):
    """Values speak for the side that chooses."""

    least_chance: float
    """MinAct at the end."""
    tried: tuple[TriedReply[Move], ...] = ()
    leaves: tuple[Leaf[Move], ...] = ()
    known: Mapping[tuple[Move, ...], tuple[float, float | None, float | None]] = field(
        default_factory=dict
    )
    """RealVal and both optimisms (low, high) along the lines, by the moves that lead there."""


def with_support(
    search: ProbabilitySearch[Any, Move],
    result: ProbabilityResult[Move],
    extend: Extend = lambda _, line: line,
) -> ProbabilityResult[Move]:
    """The result with what supports it; ``extend`` may add to a line what is known of its end."""
    tried = _tried(search, extend)
    matter = sorted(result.moves[1:], key=lambda move: (move.effort, move.real), reverse=True)
    lines = [move.line for move in (result.moves[0], *matter[: MOST_LINES - 1])]
    lines += [(result.move, *each.line) for each in tried]
    known: dict[Path, tuple[float, float | None, float | None]] = {}
    for line in lines:
        known |= _values(search.root, line)
    support: Support[Move] = Support(
        search.least_chance(), tried, _leaves(search.root, result), known
    )
    return replace(result, support=support)


def _tried(search: ProbabilitySearch[Any, Any], extend: Extend) -> tuple[TriedReply[Any], ...]:
    """The replies on which VERIFY spent most; where the Player moves again, after his best."""
    chosen = search.selected
    if chosen is None:
        return ()
    path, between = [search.root, chosen], []
    while path[-1].player_to_move and path[-1].children:
        at, reals = path[-1], [seen.real for seen in search.values.seen(path)]
        best = reals.index(max(reals))
        if at.children[best] in path:
            return ()
        between.append(at.moves[best])
        path.append(at.children[best])
    pairs = [
        (move, node)
        for move, node in zip(path[-1].moves, path[-1].children, strict=True)
        if node.effort > 0 and node not in path
    ]
    pairs.sort(key=lambda pair: pair[1].effort, reverse=True)
    return tuple(
        TriedReply(
            extend(chosen, (*between, move, *best_line([*path, node], search.values))),
            node.real,
            node.effort,
        )
        for move, node in pairs[:MOST_TRIED]
    )


def _values(root: AnyNode, line: Path) -> dict[Path, tuple[float, float | None, float | None]]:
    nodes = _along(root, line)
    return {line[:ply]: (node.real, node.lo, node.hi) for ply, node in enumerate(nodes)}


def _along(root: AnyNode, line: Path) -> list[AnyNode]:
    """The nodes of a line, the root first, as far as the tree goes."""
    nodes = [root]
    for move in line:
        node = nodes[-1]
        if move not in node.moves:
            break
        nodes.append(node.children[node.moves.index(move)])
    return nodes


def _leaves(root: AnyNode, result: ProbabilityResult[Any]) -> tuple[Leaf[Any], ...]:
    """The last positions of the choice's line and of the best rival's, where they alone decide."""
    if len(result.moves) < 2:
        return ()
    choice, rival = result.moves[0], result.moves[1]
    found = []
    fallen = _leaf(root, choice, -math.inf)
    if fallen is not None and fallen[1] < rival.real < fallen[2]:
        found.append(Leaf(fallen[0], fallen[2], rival.real, rival.move))
    risen = _leaf(root, rival, math.inf)
    if risen is not None and risen[2] < choice.real < risen[1]:
        found.append(Leaf(risen[0], risen[2], choice.real, rival.move))
    return tuple(found)


def _leaf(root: AnyNode, move: RootMove[Any], instead: float) -> tuple[Path, float, float] | None:
    """The line to a move's leaf, what the move would be worth with ``instead`` there, its value."""
    nodes = _along(root, move.line)
    leaf = nodes[-1]
    if leaf.over or leaf.children:
        return None
    value, below = instead, leaf
    for node in reversed(nodes[1:-1]):
        others = [child.real for child in node.children if child is not below]
        value = (max if node.player_to_move else min)([value, *others])
        below = node
    return move.line[: len(nodes) - 1], value, leaf.real
