"""The certificate of an interval search: a lower bound of one arc, upper bounds of all others.

A lower bound needs one move if MAX is to move, and all moves if MIN is; an upper bound needs all
moves if MAX is to move, and one if MIN is. The rest of the tree is left out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
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
from provebest.search.intervals.result import chosen_arc

AnyNode = IntervalNode[Any, Any]

NOT_KEPT = "this strategy discards parts of its tree; use one that keeps it, such as 2DRM"


class FinishedSearch(Protocol):
    """The attributes of an interval search, in Python or compiled, that are needed here."""

    @property
    def game(self) -> Game[Any, Any]:
        """The game that was searched."""

    @property
    def root(self) -> AnyNode:
        """The root of the tree."""

    @property
    def violations(self) -> int:
        """How often a bound turned out to be false."""

    @property
    def largest_regret(self) -> float:
        """The regret that is good enough; 0 if a move is to be proved best."""

    @property
    def max_chooses(self) -> bool:
        """Whether MAX is to move at the root; otherwise the tree has MIN and MAX exchanged."""


def certify_intervals(search: FinishedSearch) -> Certificate:
    """Returns a certificate of the move that this search answers.

    The claim is proved if the arc's lower bound >= every other arc's upper bound. If a largest
    regret was given, the claim also states how much worse than the others the move can be.

    Raises:
        NoCertificateError: if nothing was expanded, bounds contradict each other, or the tree
            was not kept.
    """
    root, game = search.root, search.game
    arcs = root.children or []
    if not arcs:
        raise NoCertificateError("nothing was expanded, so there is nothing to certify")
    if search.violations:
        raise NoCertificateError("bounds contradict each other, so nothing can be certified")
    _check_names(arcs)
    best = arcs[chosen_arc(arcs, search.largest_regret)]
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
    if search.largest_regret > 0:
        claim["regret"] = _regret(others, best.lo)
    return Certificate("intervals", _world(game, root), claim, [_source(game)], nodes)


def _regret(others: float | None, own: float) -> float | str:
    """Returns the difference of the bounds as their decimal texts give it, without rounding."""
    if others is None or others <= own:
        return 0
    if math.inf in (others, -own):
        return "inf"
    return number(Fraction(str(others)) - Fraction(str(own)))


class _Records:
    """Writes nodes as records; ``sign`` is -1 if the tree has MIN and MAX exchanged."""

    def __init__(self, game: Game[Any, Any], sign: int) -> None:
        self._game, self._sign = game, sign

    def needed(self, tops: Sequence[tuple[AnyNode, bool]]) -> list[Record]:
        """Returns the records of these arcs, in their order, and of the nodes they depend on."""
        waiting = list(tops)
        records: list[Record] = []
        for node, lower in waiting:  # grows during the loop
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
                self._check_own_bound(node, lower=lower)
                record["source"] = 0
            records.append(record)
            refuse_if_long(records)
        return records

    def _check_own_bound(self, node: AnyNode, *, lower: bool) -> None:
        """Checks that the bound of a leaf record is the game's own bound."""
        bounds = self._game.bounds(node.state)
        own = bounds if self._sign > 0 else -bounds
        if (node.lo if lower else node.hi) != (own.lo if lower else own.hi):
            raise NoCertificateError(NOT_KEPT)


def _check_names(nodes: Sequence[AnyNode]) -> None:
    names = [plain(node.move) for node in nodes]
    if len(set(names)) < len(names):
        raise NoCertificateError("two moves of one state have the same name")


def _supplying(node: AnyNode, *, lower: bool) -> list[AnyNode]:
    """Returns the children that give this bound; none if it is the node's own."""
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
