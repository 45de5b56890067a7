"""Conditional values: what a position on a cycle is worth depends on how it was reached [BM95-23].

A path that comes back to one of its own positions is a draw. Nodes that can reach each other form a
component; a path that has left it does not return, so the value of a member depends only on the
members that the path has already passed. Seen from outside, a component is worth what its entry
is worth with nothing but the entry on the path.

A value found for one path holds for every other path that has passed the same ones among the
members looked at: it is stored with the set of members that were looked at (``touched``) and with
those of them that were on the path (``hits``), and is used again if ``passed & touched == hits``.
Sets of members are whole numbers, one bit a member. The number of paths can be exponential, so
``budget`` limits the work; past it values are approximate, and the result says so.
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
"""Most members of a component whose paths are followed: that is done by recursion, two calls a
member, within Python's usual limit of 1,000."""


@dataclass(slots=True)
class Conditional:
    """The values of a node on one path, with all that its parent reads (``Seen``)."""

    real: float
    hi: float | None
    lo: float | None
    p: float
    settled: bool
    over: bool = False
    reply: Hashable = None


@dataclass(slots=True)
class _Outside:
    """All of a member's children outside the component, combined into one.

    They do not depend on the path. Without such children every field is neutral: it changes nothing
    when it is combined with the children inside.
    """

    real: float
    hi: float | None
    lo: float | None
    p: float
    """The best if the Forcer chooses, else the product without the groups below."""
    groups: dict[Hashable, float]
    """The least chance of each reply group that has members inside the component too."""
    settled: bool
    won: bool
    """Whether one of them is a settled win for the side to move."""


class _BudgetSpentError(Exception):
    """The evaluation needs more looks than the budget allows."""


class Component:
    """Nodes that can all reach each other, and their conditional values.

    ``evaluate`` must have run since the last change of a member's child, of the aim or of the
    component before ``seen`` is right. Members are in the order in which they were made, which
    makes every evaluation repeat exactly.
    """

    def __init__(self, members: Sequence[AnyNode], draw: float, budget: int) -> None:
        self.members = sorted(members, key=lambda node: node.number)
        self.draw, self.budget = draw, budget
        self.exact = len(self.members) <= LONGEST
        """Whether all paths are followed. If not, an edge that closed a cycle when it was made is a
        draw on every path [BM95-24]. Once False, it stays so."""
        self.looks = 0
        """Values computed in the last evaluation, those found again not counted."""
        self._bits = {node.number: 1 << place for place, node in enumerate(self.members)}
        self._inner: dict[int, list[tuple[AnyNode, int, bool]]] = {}
        """By member: its children inside, each with its bit and whether that edge closed a cycle,
        in the order of the moves."""
        self._outside: dict[int, _Outside] = {}
        self._found: dict[int, list[tuple[int, int, Conditional]]] = {}
        """By member: ``touched``, ``hits`` and the value; one entry if not ``exact``."""
        self._aim = Aim(0.0, player_forces=True)
        self._win = math.inf

    def evaluate(self, aim: Aim, win: float, closing: set[tuple[int, int]]) -> list[AnyNode]:
        """Sets every member's values to those it has as an entry; returns the members that changed.

        The children outside must be right already. If the budget is exceeded, everything is valued
        again without the edges that closed cycles, and ``exact`` is False from then on.
        """
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
        """The children of the path's last node with their values at the end of this path.

        In the order of the moves. Only the last unbroken run of members on the path counts: a path
        that has left the component cannot come back.
        """
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
        """The value of a member entered from another, and the members that it depends on."""
        if passed & bit if self.exact else closes:
            return self._repetition(), 0
        if self.exact:
            return self._look(child, passed | bit)
        return self._found[child.number][0][2], 0

    def _repetition(self) -> Conditional:
        """The values of a draw by repetition; ``over``, so that it is in no reply group."""
        draw = self.draw
        return Conditional(
            draw, draw, draw, chance(draw, draw, draw, self._aim), settled=True, over=True
        )

    def _look(self, node: AnyNode, passed: int) -> tuple[Conditional, int]:
        """Its value with these members on the path, itself included, and those it depends on.

        ``passed`` includes the node's own bit. The recursion ends: each call adds a member to
        ``passed``, and one that is in it already is a draw.
        """
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
        """Values every member once, children first, with the closing edges as draws.

        Without those edges there is no cycle. A stack and not recursion: a component may have any
        number of members here.
        """
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
        """Combines a member's children outside, so that a path costs only what lies inside.

        A reply group with no member inside is multiplied in at once; of the others the least chance
        outside is kept, since the least of all counts.
        """
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
        """The children outside and these inside, each value by its own rule [BM95-7] [BM95-8].

        The same rules as in ``backup.py``: a node whose children are all outside would get the same
        values there, but for rounding in the order of the product.
        """
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
