"""The part of a probability-based search's tree that supports its choice.

A tree may have thousands of positions; an argument needs the lines of the moves that matter, the
opponent's attempts, and the leaves on which the verdict depends. Everything here is copied out of
the tree: the search can go on, or be given up.
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
"""Given the chosen move's node and a line below it, returns the line, perhaps made longer."""

MOST_LINES = 12
"""Most root moves whose lines are kept with the values along them; the choice is one of them."""
MOST_TRIED = 3
"""Most replies of VERIFY that are kept."""


@dataclass(frozen=True, slots=True)
class TriedReply(Generic[Move]):
    """A reply to the choice that was searched, and the best play after it."""

    line: tuple[Move, ...]
    """Begins with the reply, or with what the Player plays before it if he is to move again."""
    value: float
    """RealVal of the reply."""
    effort: int
    """Expansions made below the reply."""


@dataclass(frozen=True, slots=True)
class Leaf(Generic[Move]):
    """A leaf that decides: if its value passed ``turns_at``, ``instead`` would be the choice."""

    line: tuple[Move, ...]
    """From the root to the leaf."""
    value: float
    """RealVal of the leaf now."""
    turns_at: float
    """Below it if the line is the choice's, above it if the line is the rival's."""
    instead: Move


@dataclass(frozen=True, slots=True)
class Support(Generic[Move]):
    """What supports the choice. Values speak for the side that chooses."""

    least_chance: float
    """MinAct at the end: a chance below it was not in contention."""
    tried: tuple[TriedReply[Move], ...] = ()
    """The most searched replies to the choice, most effort first."""
    leaves: tuple[Leaf[Move], ...] = ()
    """At most two: the end of the choice's line and of the best rival's, if they alone decide."""
    known: Mapping[tuple[Move, ...], tuple[float, float | None, float | None]] = field(
        default_factory=dict
    )
    """RealVal and both optimisms (low, high) along the lines, by the moves that lead there."""


def with_support(
    search: ProbabilitySearch[Any, Move],
    result: ProbabilityResult[Move],
    extend: Extend = lambda _, line: line,
) -> ProbabilityResult[Move]:
    """The result with its support; ``extend`` may make a tried line longer.

    ``result`` must be this search's and for the Player, not yet turned.
    """
    tried = _tried_replies(search, extend)
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


def _tried_replies(
    search: ProbabilitySearch[Any, Any], extend: Extend
) -> tuple[TriedReply[Any], ...]:
    """The replies below the choice with the most effort; none if the choice was not searched.

    If the Player is to move again after the choice, the replies after his best moves. Values are
    those on this path; positions that are on it already are left out.
    """
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
    """``real, lo, hi`` of every position of a line, by the moves from the root that lead there."""
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
    """The last positions of the choice's line and of the best rival's, if they alone decide.

    The choice's leaf does if, with it as bad as can be, the choice falls below the rival's value;
    the rival's if, with it as good as can be, the rival rises above the choice's. The other
    positions are taken as they are.
    """
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
    """The line to a move's leaf, the move's value if the leaf were ``instead``, the leaf's value.

    None if the line does not end in a leaf that could be searched further.
    """
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
