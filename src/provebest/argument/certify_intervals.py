"""The certificate of an interval search: one arc is at least so good, every other at most so good.

For a lower bound MAX needs one move where he is to move, and an answer to all where MIN is; for an
upper bound it is the other way round. Everything else of the tree is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Protocol

from provebest.argument.certificate import (
    Certificate,
    NoCertificateError,
    Record,
    number,
    plain,
    refuse_if_long,
)
from provebest.games.protocol import Game
from provebest.games.trees import IntervalTree
from provebest.search.bstar_node import IntervalNode
from provebest.search.probed_bounds import ProbedBounds

AnyNode = IntervalNode[Any, Any]

FORGOTTEN = "this strategy forgets parts of its tree: choose one that keeps it, such as 2DRM"


class FinishedSearch(Protocol):
    """What is asked of an interval search, in Python or compiled."""

    @property
    def game(self) -> Game[Any, Any]:
        """As the strategy has seen it."""

    @property
    def root(self) -> AnyNode:
        """The tree."""

    @property
    def violations(self) -> int:
        """How often a bound was seen to be false."""


def certify_intervals(search: FinishedSearch) -> Certificate:
    """What the tree of this search shows: proved where the arcs are separated.

    Raises:
        NoCertificateError: where nothing was expanded, bounds contradict each other, or the tree
            has not been kept.
    """
    root, game = search.root, search.game
    arcs = root.children or []
    if not arcs:
        raise NoCertificateError("nothing was expanded, so there is nothing to certify")
    if search.violations:
        raise NoCertificateError(
            "bounds were seen to contradict each other, so nothing can be certified from them"
        )
    best = max(arcs, key=lambda arc: (arc.lo, arc.hi))
    rivals = [arc for arc in arcs if arc is not best]
    nodes = _needed([(best, True), *((rival, False) for rival in rivals)], game)
    others = max((rival.hi for rival in rivals), default=None)
    claim: Record = {
        "move": plain(best.move),
        "at_least": number(best.lo),
        "others_at_most": None if others is None else number(others),
        "proved": others is None or best.lo >= others,
        "best": 0,
        "others": list(range(1, len(arcs))),
        "moves": len(arcs),
    }
    return Certificate("intervals", _world(game, root), claim, [_source(game)], nodes)


def _needed(tops: Sequence[tuple[AnyNode, bool]], game: Game[Any, Any]) -> list[Record]:
    """The records of these arcs, in their order, and of what they rest on."""
    waiting = list(tops)
    records: list[Record] = []
    for node, lower in waiting:  # grows while it is read
        record: Record = {
            "move": plain(node.move),
            "position": game.show(node.state),
            "turn": "max" if node.max_moves else "min",
            "shows": "at least" if lower else "at most",
            "value": number(node.lo if lower else node.hi),
        }
        if node.children is None:
            bounds = game.bounds(node.state)
            if (node.lo if lower else node.hi) != (bounds.lo if lower else bounds.hi):
                raise NoCertificateError(FORGOTTEN)
            record["source"] = 0
        else:
            chosen = _supplying(node, lower=lower)
            record["by"] = list(range(len(waiting), len(waiting) + len(chosen)))
            record["of"] = len(node.children)
            waiting.extend((child, lower) for child in chosen)
        records.append(record)
        refuse_if_long(records)
    return records


def _supplying(node: AnyNode, *, lower: bool) -> list[AnyNode]:
    """The children on which this bound rests."""
    children = node.children or []
    value = node.lo if lower else node.hi
    values = [child.lo if lower else child.hi for child in children]
    if value != (max(values) if node.max_moves else min(values)):
        raise NoCertificateError(FORGOTTEN)
    return [children[values.index(value)]] if lower == node.max_moves else children


def _world(game: Game[Any, Any], root: AnyNode) -> Record:
    position = game.show(root.state)
    if isinstance(game, IntervalTree):
        start = game.start()
        return {
            "game": "interval tree",
            "position": position,
            "tree": asdict(game.spec),
            "bounds": [start.lo, start.hi],
        }
    return {"game": type(game).__name__, "position": position}


def _source(game: Game[Any, Any]) -> Record:
    if isinstance(game, ProbedBounds):
        return {
            "prober": "alpha-beta",
            "depths": [game.depth, game.depth + 1],
            "margin": number(game.margin),
        }
    return {"prober": "the game's own bounds"}
