"""The certificate of an interval search: one arc is at least so good, every other at most so good.

For a lower bound MAX needs one move where he is to move, and an answer to all where MIN is; for an
upper bound it is the other way round. Everything else of the tree is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Protocol

from provebest.certificate.certificate import (
    Certificate,
    NoCertificateError,
    Record,
    number,
    plain,
    refuse_if_long,
    shown_state,
)
from provebest.games.checked import checked
from provebest.games.protocol import Game
from provebest.games.trees import IntervalTree
from provebest.search.intervals.node import IntervalNode
from provebest.search.intervals.probed_bounds import ProbedBounds

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

    @property
    def max_chooses(self) -> bool:
        """Whether MAX is to move at the root; otherwise the tree has MIN and MAX exchanged."""


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
    _check_names(arcs)
    best = max(arcs, key=lambda arc: (arc.lo, arc.hi))
    rivals = [arc for arc in arcs if arc is not best]
    sign = 1 if search.max_chooses else -1
    nodes = _Records(checked(game), sign).needed(
        [(best, True), *((rival, False) for rival in rivals)]
    )
    others = max((rival.hi for rival in rivals), default=None)
    own, against = ("at_least", "others_at_most") if sign > 0 else ("at_most", "others_at_least")
    claim: Record = {
        "move": plain(best.move),
        own: number(sign * best.lo),
        against: None if others is None else number(sign * others),
        "proved": others is None or best.lo >= others,
        "best": 0,
        "others": list(range(1, len(arcs))),
        "moves": len(arcs),
    }
    return Certificate("intervals", _world(game, root), claim, [_source(game)], nodes)


class _Records:
    """Nodes as records; ``sign`` is -1 if the tree has MIN and MAX exchanged."""

    def __init__(self, game: Game[Any, Any], sign: int) -> None:
        self._game, self._sign = game, sign

    def needed(self, tops: Sequence[tuple[AnyNode, bool]]) -> list[Record]:
        """The records of these arcs, in their order, and of what they rest on."""
        waiting = list(tops)
        records: list[Record] = []
        for node, lower in waiting:  # grows while it is read
            record: Record = {
                "move": plain(node.move),
                "position": shown_state(self._game.show, node.state),
                "shows": "at least" if lower == (self._sign > 0) else "at most",
                "value": number(self._sign * (node.lo if lower else node.hi)),
            }
            chosen = _supplying(node, lower=lower)
            _check_names(node.children or [])
            if chosen:
                record["turn"] = "max" if node.max_moves == (self._sign > 0) else "min"
                record["by"] = list(range(len(waiting), len(waiting) + len(chosen)))
                record["of"] = len(node.children or ())
                waiting.extend((child, lower) for child in chosen)
            else:
                self._check_said(node, lower=lower)
                record["source"] = 0
            records.append(record)
            refuse_if_long(records)
        return records

    def _check_said(self, node: AnyNode, *, lower: bool) -> None:
        """A record without others below it must show the game's own bound."""
        bounds = self._game.bounds(node.state)
        said = bounds if self._sign > 0 else -bounds
        if (node.lo if lower else node.hi) != (said.lo if lower else said.hi):
            raise NoCertificateError(FORGOTTEN)


def _check_names(nodes: Sequence[AnyNode]) -> None:
    names = [plain(node.move) for node in nodes]
    if len(set(names)) < len(names):
        raise NoCertificateError("two moves of one state have the same name")


def _supplying(node: AnyNode, *, lower: bool) -> list[AnyNode]:
    """The children on which this bound rests; none if it rests on the node itself."""
    children = node.children or []
    value = node.lo if lower else node.hi
    values = [child.lo if lower else child.hi for child in children]
    if not children or value != (max(values) if node.max_moves else min(values)):
        return []
    return [children[values.index(value)]] if lower == node.max_moves else children


def _world(game: Game[Any, Any], root: AnyNode) -> Record:
    position = shown_state(game.show, root.state)
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
