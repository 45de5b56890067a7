"""Conditional values: what a position on a cycle is worth depends on how it was reached [BM95-23].

A path that comes back to one of its own positions is a draw. Nodes that can reach each other form a
component; a path that has left it does not return, so the value of a member depends only on the
members that the path has already passed. Seen from outside, a component is worth what its entry
is worth with nothing but the entry on the path.

What was found for one path holds for another that passes the same of the positions looked at.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from provebest.search.probability.backup import (
    Aim,
    Seen,
    bound,
    chance,
    forcer_chooses,
    is_won,
    reply_groups,
)
from provebest.search.probability.node import Node

AnyNode = Node[Any, Any]

LONGEST = 250
"""Members of a component whose paths are followed; a path is followed by recursion."""


@dataclass(slots=True)
class Conditional:
    """What a node is worth on one path, and to its parent's reply groups."""

    real: float
    hi: float | None
    lo: float | None
    p: float
    settled: bool
    over: bool = False
    reply: Hashable = None


@dataclass(slots=True)
class _Outside:
    """All of a member's children outside the component, as one; and the groups they share."""

    real: float
    hi: float | None
    lo: float | None
    p: float
    """The best where the Forcer chooses, else the product without the groups."""
    groups: dict[Hashable, float]
    settled: bool
    won: bool


class _BudgetSpentError(Exception):
    pass


class Component:
    """Nodes that can all reach each other, by the conditional values of their paths."""

    def __init__(self, members: Sequence[AnyNode], draw: float, budget: int) -> None:
        self.members = sorted(members, key=lambda node: node.number)
        self.draw, self.budget = draw, budget
        self.exact = len(self.members) <= LONGEST
        """Otherwise an edge that closed a cycle when it was made is a draw for all [BM95-24]."""
        self.looks = 0
        """Members looked at on some path, in the last evaluation."""
        self._bits = {node.number: 1 << place for place, node in enumerate(self.members)}
        self._inner: dict[int, list[tuple[AnyNode, int, bool]]] = {}
        self._outside: dict[int, _Outside] = {}
        self._found: dict[int, list[tuple[int, int, Conditional]]] = {}
        self._aim = Aim(0.0, player_forces=True)
        self._win = math.inf

    def evaluate(self, aim: Aim, win: float, closing: set[tuple[int, int]]) -> list[AnyNode]:
        """Every member's value as an entry; those whose value has changed."""
        self._aim, self._win, self.looks = aim, win, 0
        self._found = {node.number: [] for node in self.members}
        for node in self.members:
            self._summarize(node, closing)
        if self.exact:
            try:
                values = [self._look(node, self._bits[node.number])[0] for node in self.members]
            except _BudgetSpentError:
                self.exact = False
        if not self.exact:
            self._found = {node.number: [] for node in self.members}
            self._without_closing_edges()
            values = [self._found[node.number][0][2] for node in self.members]
        changed = []
        for node, value in zip(self.members, values, strict=True):
            before = node.values()
            node.real, node.hi, node.lo = value.real, value.hi, value.lo
            node.p, node.settled = value.p, value.settled
            if node.values() != before:
                changed.append(node)
        return changed

    def seen(self, path: Sequence[AnyNode]) -> list[Seen]:
        """The children of the path's last node, as they are worth at the end of this path."""
        node = path[-1]
        passed = 0
        for member in reversed(path):
            bit = self._bits.get(member.number)
            if bit is None:
                break
            passed |= bit
        inner = iter(self._inner[node.number])
        views: list[Seen] = []
        for child in node.children:
            if child.number not in self._bits:
                views.append(child)
                continue
            _, bit, closes = next(inner)
            views.append(self._child(child, bit, passed, closes=closes)[0])
        return views

    def _child(
        self, child: AnyNode, bit: int, passed: int, *, closes: bool
    ) -> tuple[Conditional, int]:
        """A member's value after it is entered from another, and the members that were touched."""
        if passed & bit if self.exact else closes:
            return self._repetition(), 0
        if self.exact:
            return self._look(child, passed | bit)
        return self._found[child.number][0][2], 0

    def _repetition(self) -> Conditional:
        draw = self.draw
        return Conditional(
            draw, draw, draw, chance(draw, draw, draw, self._aim), settled=True, over=True
        )

    def _look(self, node: AnyNode, passed: int) -> tuple[Conditional, int]:
        """Its value with these members on the path, itself included, and which ones mattered."""
        found = self._found[node.number]
        for touched, hits, value in found:
            if passed & touched == hits:
                return value, touched
        self.looks += 1
        if self.looks > self.budget:
            raise _BudgetSpentError
        touched, views = 0, []
        for child, bit, _ in self._inner[node.number]:
            view, below = self._child(child, bit, passed, closes=False)
            touched |= bit | below
            views.append(view)
        value = self._combine(node, views)
        found.append((touched, passed & touched, value))
        return value, touched

    def _without_closing_edges(self) -> None:
        """What is left when those edges are draws has no cycle: children first, one value each."""
        stack = list(self.members)
        while stack:
            node = stack[-1]
            open_below = [
                child
                for child, _, closes in self._inner[node.number]
                if not closes and not self._found[child.number]
            ]
            if open_below and not self._found[node.number]:
                stack.extend(open_below)
                continue
            stack.pop()
            if not self._found[node.number]:
                views = [
                    self._child(child, bit, 0, closes=closes)[0]
                    for child, bit, closes in self._inner[node.number]
                ]
                self._found[node.number].append((0, 0, self._combine(node, views)))

    def _summarize(self, node: AnyNode, closing: set[tuple[int, int]]) -> None:
        """The children outside as one, so that a path costs only what lies inside."""
        inner, outside = [], []
        for place, child in enumerate(node.children):
            bit = self._bits.get(child.number)
            if bit is None:
                outside.append(child)
            else:
                inner.append((child, bit, (node.number, place) in closing))
        self._inner[node.number] = inner
        player = node.player_to_move
        worst = -math.inf if player else math.inf
        reals = [child.real for child in outside]
        alone, groups = reply_groups(outside) if self._aim.grouped else (1.0, {})
        if forcer_chooses(node, self._aim):
            alone, groups = max([child.p for child in outside], default=0.0), {}
        elif not self._aim.grouped:
            alone = math.prod([child.p for child in outside])
        keys = {child.reply for child, _, _ in inner}
        for key in [key for key in groups if key not in keys]:
            alone *= groups.pop(key)
        self._outside[node.number] = _Outside(
            real=(max(reals) if player else min(reals)) if reals else worst,
            hi=bound([child.hi for child in outside], player=player) if outside else worst,
            lo=bound([child.lo for child in outside], player=player) if outside else worst,
            p=alone,
            groups=groups,
            settled=all(child.settled for child in outside),
            won=any(is_won(child, self._win, player=player) for child in outside),
        )

    def _combine(self, node: AnyNode, views: list[Conditional]) -> Conditional:
        """The children outside and these inside, each value by its own rule [BM95-7] [BM95-8]."""
        outside, player = self._outside[node.number], node.player_to_move
        reals = [outside.real, *(view.real for view in views)]
        if forcer_chooses(node, self._aim):
            p = max([outside.p, *(view.p for view in views)])
        elif not self._aim.grouped:
            p = outside.p * math.prod([view.p for view in views])
        else:
            alone, groups = reply_groups(views)
            for key, least in outside.groups.items():
                groups[key] = min(least, groups.get(key, least))
            p = outside.p * alone * math.prod(groups.values())
        return Conditional(
            max(reals) if player else min(reals),
            bound([outside.hi, *(view.hi for view in views)], player=player),
            bound([outside.lo, *(view.lo for view in views)], player=player),
            p,
            settled=outside.won
            or (outside.settled and all(view.settled for view in views))
            or any(is_won(view, self._win, player=player) for view in views),
            reply=node.reply,
        )
