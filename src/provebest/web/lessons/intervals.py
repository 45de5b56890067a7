"""B* of 1979 on an artificial tree: which rule fires, which leaf is expanded, what is backed up."""

from __future__ import annotations

from typing import Any

from provebest.games import CanonicalTree
from provebest.games.trees import TreeNode
from provebest.search.intervals.berliner import BStarSearch
from provebest.search.intervals.node import IntervalNode
from provebest.search.intervals.rules import Rule, RuleApplied
from provebest.search.intervals.strategy import TABLE_I, RootView, Strategy
from provebest.vocabulary import BadInputError, Stopped, number_text, shorten
from provebest.web.lessons.lesson import (
    MOST_EXPANSIONS,
    Json,
    Lesson,
    Said,
    between,
    letters,
)

BACK_UP, STOP = "B79-1", "B79-4"
STRATEGIES = tuple(name for name in TABLE_I if not name.endswith("X"))
"""Without X, whose bounds are false."""

Node = IntervalNode[TreeNode, int]


def interval_lesson(width: int, span: int, number: int, strategy: str) -> Json:
    """B* on the canonical tree of this width, range and number, until a move is proved best.

    Raises:
        BadInputError: for a strategy that there is not.
    """
    if strategy not in STRATEGIES:
        known = ", ".join(STRATEGIES)
        raise BadInputError(f"no strategy named {shorten(strategy)}; there are: {known}")
    return _Telling(CanonicalTree(width, span, number), strategy, span).tell()


class _Telling:
    """Runs the search and writes down each step in two parts: the choice, and the expansion."""

    def __init__(self, tree: CanonicalTree, strategy: str, span: int) -> None:
        self._search = BStarSearch(tree, Strategy.named(strategy))
        self._rules: list[RuleApplied[int]] = []
        self._search.events.on(RuleApplied, self._rules.append)
        self._numbers: dict[Node, int] = {self._search.root: 0}
        self._lesson = Lesson(f"B* with the strategy {strategy}", (0, span))

    def tell(self) -> Json:
        search = self._search
        said = [Said(f"The root is worth {between(search.root.lo, search.root.hi)}. MAX moves.")]
        self._lesson.add("The root", said, self._nodes())
        while search.stopped is None and search.tally.expanded < MOST_EXPANSIONS:
            self._step()
        if search.stopped is None:
            text = f"This lesson ends after {MOST_EXPANSIONS} expansions; nothing is proved yet."
            self._lesson.add("To be continued", [Said(text)], ())
        return self._lesson.as_json()

    def _step(self) -> None:
        search, leaf = self._search, self._search.leaf
        before = {node: (node.lo, node.hi) for node in self._numbers}
        self._rules.clear()
        search.step()
        for child in leaf.children or ():
            self._numbers[child] = len(self._numbers)
        self._lesson.add(
            f"Expansion {search.tally.expanded}: {self._name(leaf)}",
            [self._expansion(leaf), *self._changes(leaf, before)],
            self._nodes(),
            path=self._way(leaf),
        )
        if search.stopped is Stopped.PROVED:
            self._lesson.add("Proved", [self._proof()], (), path=self._way(self._view().best))
        elif search.stopped is not None:
            text = f"The search ends: {search.result(search.stopped).reason}."
            self._lesson.add("The end", [Said(text)], ())
        else:
            said = [self._say(rule) for rule in self._rules]
            self._lesson.add("Which leaf next?", said, (), path=self._way(search.leaf))

    def _expansion(self, leaf: Node) -> Said:
        moves = ", ".join(
            f"{self._name(child)} {between(child.lo, child.hi)}" for child in leaf.children or ()
        )
        return Said(f"{self._mover(leaf)} moves at {self._name(leaf)}: {moves}.")

    def _changes(self, leaf: Node, before: dict[Node, tuple[float, float]]) -> list[Said]:
        """What was backed up, from the leaf to the root."""
        said = []
        node: Node | None = leaf
        while node is not None:
            if (node.lo, node.hi) != before[node]:
                takes = "greatest" if node.max_moves else "least"
                text = (
                    f"{self._name(node)} was {between(*before[node])} and is now "
                    f"{between(node.lo, node.hi)}: {self._mover(node)} takes the {takes} bounds "
                    "of the moves."
                )
                said.append(Said(text[:1].upper() + text[1:], BACK_UP))
            node = node.parent
        return said or [Said("No bound above it changes.", BACK_UP)]

    def _say(self, event: RuleApplied[int]) -> Said:
        """What a rule does, with the bounds that it has looked at."""
        node = self._search.root
        for move in event.line:
            node = (node.children or [])[move]
        return Said(self._words(event, node), event.rule.value)

    def _words(self, event: RuleApplied[int], node: Node) -> str:
        name, lo, hi = self._name(node), number_text(node.lo), number_text(node.hi)
        if event.rule is Rule.STRATEGY:
            return self._strategy(proving=event.proving)
        if event.rule is Rule.DESCEND:
            parent = node.parent or node
            hopes = f"up to {hi}" if parent.max_moves else f"down to {lo}"
            return f"{self._mover(parent)} hopes most for {name}, {hopes}: go down to {name}."
        aim = number_text(event.aspiration)
        why = {
            Rule.RESOLVED: f"its value is known, {lo}",
            Rule.MAX_ELSEWHERE: (
                f"it is worth {hi} at most, and MAX may have {number_text(event.max_elsewhere)}"
                " elsewhere"
            ),
            Rule.MIN_ELSEWHERE: (
                f"it is worth {lo} at least, and MIN may have {number_text(event.min_elsewhere)}"
                " elsewhere"
            ),
            Rule.PROVED_ENOUGH: f"it is worth {lo} at least, and {aim} was to be proved",
            Rule.DISPROVED_ENOUGH: f"it is worth {hi} at most, and more than {aim} was feared",
        }[event.rule]
        return f"Leave {name}: {why}."

    def _strategy(self, *, proving: bool) -> str:
        view = self._view()
        best, rival = view.best, view.alternative
        name, lo = self._name(best), number_text(best.lo)
        other = "" if rival is None else self._name(rival)
        most = number_text(best.hi if rival is None else rival.hi)
        if proving:
            return (
                f"PROVEBEST: {name} may be worth the most. Its lower bound, {lo}, must reach"
                f" {most}, the upper bound of {other}. Search {name}."
            )
        return (
            f"DISPROVEREST: {name} may be worth the most, but it is less work to bring the upper"
            f" bound of {other}, {most}, down to {lo}, which {name} is sure of. Search {other}."
        )

    def _proof(self) -> Said:
        view = self._view()
        name, lo = self._name(view.best), number_text(view.best.lo)
        most = "nothing" if view.alternative is None else number_text(view.alternative.hi)
        text = (
            f"{name} is worth {lo} at least, and every other move {most} at most. "
            f"{name} is proved best; what it is worth exactly does not matter."
        )
        return Said(text, STOP)

    def _view(self) -> RootView[TreeNode, int]:
        return RootView(self._search.root)

    def _nodes(self) -> list[Json]:
        return [self._node(node, number) for node, number in self._numbers.items()]

    def _node(self, node: Node, number: int) -> Json:
        return {
            "id": number,
            "parent": None if node.parent is None else self._numbers[node.parent],
            "name": self._letters(node) or "root",
            "lo": node.lo,
            "hi": node.hi,
            "max": node.max_moves,
        }

    def _way(self, node: Node) -> list[int]:
        way: list[int] = []
        at: Any = node
        while at is not None:
            way.append(self._numbers[at])
            at = at.parent
        return way[::-1]

    def _name(self, node: Node) -> str:
        return self._letters(node) or "the root"

    def _letters(self, node: Node) -> str:
        """The name of a node; the root has none."""
        number = self._numbers[node]
        return letters(number - 1) if number else ""

    @staticmethod
    def _mover(node: Node) -> str:
        return "MAX" if node.max_moves else "MIN"
