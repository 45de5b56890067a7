"""The certificate of probability-based B*: bounds on the choice and on each rival.

There are two trees. Below the choice, records show a lower bound of its value, a lower bound of the
Opponent's optimistic value, and an upper bound of the Opponent's chance to reduce it to the target
of VERIFY. Below the rivals, they show upper bounds of the value, of the optimistic value, and of
the chance to reach the target of SELECT. If the side that does not force is to move, only the
answers that matter are listed: any of them bounds the value, and others would only lower the
chance.

Chances are those of the final tree, by the back-up rules of Berliner and McConnell. If the choice
is proved, the records also hold the sure bounds of their positions, and the answers needed to show
that these separate the choice from the rivals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from provebest.certificate.certificate import (
    Certificate,
    NoCertificateError,
    Record,
    number,
    plain,
    refuse_if_long,
)
from provebest.search.probability.backup import Aim, Seen
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.game_beliefs import GameBeliefs
from provebest.search.probability.node import Node
from provebest.search.probability.sure_bounds import SureBounds
from provebest.search.probability.values import Values
from provebest.vocabulary import Stopped

AnyNode = Node[Any, Any]
Key = tuple[int, ...]

VERSION = 2
"""Version 1 had no ways to positions with moves, so their replies could not be asked for again."""
PROBED, INHERITED, RULES, REPEATED = range(4)  # numbers of the sources
SOURCES: tuple[Record, ...] = (
    {"prober": "inherited from the move before, when this one was made"},
    {"prober": "the game is over"},
    {"prober": "a position of this line again: a draw"},
)


@dataclass(frozen=True, slots=True)
class Shower:
    """How to write the nodes of a game."""

    show: Callable[[AnyNode], str]
    way: Callable[[AnyNode], list[str] | None] = lambda _: None
    """The moves by which a position was first reached, if its probes depend on them."""
    facts_are_sure: bool = True
    """Whether the value of a finished game does not depend on how it was reached."""


def certify_beliefs(
    search: ProbabilitySearch[Any, Any],
    *,
    world: Record | None = None,
    prober: Record | None = None,
    how: Shower | None = None,
) -> Certificate:
    """Returns a certificate of what this search shows about its best move and the rivals.

    ``world``, ``prober`` and ``how`` describe games that are not played through ``GameBeliefs``.

    Raises:
        NoCertificateError: if there is no rival, bounds contradict each other, or a cycle was
            too large to be evaluated exactly.
    """
    root, sure = search.root, SureBounds(search.graph.nodes)
    _refuse(search, sure)
    how = how or Shower(_node_text(search))
    best = search.best()
    proved = search.verdict() is Stopped.PROVED
    moves = list(zip(root.moves, root.children, strict=True))
    rivals = [(move, node) for move, node in moves if node is not best]
    same = [plain(move) for move, node in moves if node is best][1:]
    grouped = search.settings.reply_groups
    verify = Aim(max(n.real for _, n in rivals) - 1, player_forces=False, grouped=grouped)
    nodes: list[Record] = []
    shown = sure if proved else None
    with _hopes_of_their_lines(search):
        hopes = [node.real if node.hi is None else node.hi for _, node in rivals]
        half_way = max(best.real, (best.real + max(hopes)) / 2)
        select = Aim(half_way, player_forces=True, grouped=grouped)
        search.values.take_aim(verify)
        choice = _Side(search, nodes, how, shown, choice=True).add(best)
        chance, lowest = best.p, best.lo
        search.values.take_aim(select)
        side = _Side(search, nodes, how, shown, choice=False)
        others = [[plain(move), side.add(node)] for move, node in rivals]
    claim: Record = {
        "move": plain(search.move_of(best)),
        "real_at_least": number(best.real),
        "bound_at_least": None if lowest is None else number(lowest),
        "verify_target": number(verify.target),
        "refuted_with_chance": chance,
        "select_target": number(select.target),
        "grouped": grouped,
        "proved": proved,
        "stopped": (search.stopped.value if search.stopped else "not finished"),
        "best": choice,
        "others": others,
    }
    if same:
        claim["same"] = same
    sources = [prober or {"prober": type(search.believer).__name__}, *SOURCES]
    return Certificate("beliefs", world or _world(search), claim, sources, nodes, VERSION)


@contextmanager
def _hopes_of_their_lines(search: ProbabilitySearch[Any, Any]) -> Iterator[None]:
    """Inside, an inherited hope says no more than the hopes of its own line.

    It may have been taken from a position whose moves were known by then, and nobody could ask for
    it again. The hope of a move on its line takes its place if that says less.
    """
    kept = [(n, n.hi, n.lo) for n in search.graph.nodes if not (n.children or n.over)]
    inherited = [
        (node, by_player, [up for up in _line(node) if up.player_moved == by_player])
        for node, hi, lo in kept
        for by_player, hope in ((True, hi), (False, lo))
        if hope is not None and not (node.own_hope and node.player_moved == by_player)
    ]
    _ask_for(search, [line[0] for _, _, line in inherited if line and not _hopes(line)])
    try:
        for node, by_player, line in inherited:
            hopes = _hopes(line)
            if hopes and by_player and node.hi is not None:
                node.hi = max(node.hi, min(hopes))
            elif hopes and not by_player and node.lo is not None:
                node.lo = min(node.lo, max(hopes))
        search.values.back_up_all()
        yield
    finally:
        for node, hi, lo in kept:
            node.hi, node.lo = hi, lo
        search.values.back_up_all()
        search.values.take_aim(search.aim())


def _hopes(line: list[AnyNode]) -> list[float]:
    return [node.hope for node in line if node.hope is not None]


def _ask_for(search: ProbabilitySearch[Any, Any], unasked: list[AnyNode]) -> None:
    """Asks for the hopes of these moves; the search never had to know them."""
    for node in {one.number: one for one in unasked}.values():
        above = node.parents[0]
        move = above.moves[above.children.index(node)]
        for belief in search.believer.expand(above.state, node.depth, hopes=True):
            if belief.move == move and belief.hope is not None:
                hope = max(belief.hope, belief.real)
                node.hope = hope if node.player_moved else -hope


def _line(node: AnyNode) -> Iterator[AnyNode]:
    """The positions on the way by which a node was first reached, the last one first."""
    while (node := node.parents[0]).parents:
        yield node


def _refuse(search: ProbabilitySearch[Any, Any], sure: SureBounds) -> None:
    """Raises NoCertificateError if nothing can be certified."""
    children = search.root.children
    if len(children) < 2:
        raise NoCertificateError("there is no rival move, so there is nothing to certify")
    if all(node is children[0] for node in children):
        raise NoCertificateError(
            "every move leads to the same position, so there is nothing to certify"
        )
    if not search.exact:
        raise NoCertificateError("a cycle of positions was too large to be evaluated exactly")
    if not search.settings.conditional_values and any(n.repeats for n in search.graph.nodes):
        raise NoCertificateError("the search has cycles; certificates need conditional_values=True")
    if sure.contradict:
        raise NoCertificateError("bounds contradict each other, so nothing can be certified")


class _Side:
    """Writes the records below the choice, or those below its rivals."""

    def __init__(
        self,
        search: ProbabilitySearch[Any, Any],
        nodes: list[Record],
        how: Shower,
        sure: SureBounds | None,
        *,
        choice: bool,
    ) -> None:
        self.values: Values = search.values
        self.nodes, self.how, self.sure, self.choice = nodes, how, sure, choice
        self._draws = {search.root.state, *search.builder.history}
        self._known: dict[Key, int] = {}

    def add(self, top: AnyNode) -> int:
        """Writes a root move and the records it depends on; returns its number."""
        first = self._place((top,), top)
        waiting: list[tuple[tuple[AnyNode, ...], int]] = [((top,), first)]
        while waiting:
            path, place = waiting.pop()
            record = self.nodes[place]
            if "by" in record or not path[-1].children or record["over"]:
                continue
            by = []
            for move, child, view in self._needed(path):
                before = len(self.nodes)
                below = (*path, child) if _same_cycle(path[-1], child) else (child,)
                to = self._place(below, view)
                by.append([plain(move), to])
                if to == before:
                    waiting.append((below, to))
            record["by"] = by
            record["of"] = len(path[-1].children)
        return first

    def _place(self, path: tuple[AnyNode, ...], view: Seen) -> int:
        """Returns the number of the record of the path's last node; writes it if it is new."""
        key = _key(path, view)
        place = self._known.get(key)
        if place is None:
            place = self._known[key] = len(self.nodes)
            self.nodes.append(self._record(path[-1], view))
            refuse_if_long(self.nodes)
        return place

    def _record(self, node: AnyNode, view: Seen) -> Record:
        bound = view.lo if self.choice else view.hi
        record: Record = {
            "position": self.how.show(node),
            "way": self.how.way(node),
            "side": "choice" if self.choice else "rival",
            "moved": "player" if node.player_moved else "opponent",
            "real": number(view.real),
            "bound": None if bound is None else number(bound),
            "chance": view.p,
            "reply": None if view.reply is None else plain(view.reply),
            "over": view.over,
        }
        leaf = view.over or not node.children
        if leaf:
            record |= self._sources(node, view, bound)
        elif node.player_to_move == node.player_moved:
            record["turn"] = record["moved"]
        return record | self._sure_field(node, record)

    def _sure_field(self, node: AnyNode, record: Record) -> Record:
        """Returns the ``sure`` field, or nothing if there is no sure bound beyond the value."""
        nothing = -math.inf if self.choice else math.inf
        bound = nothing if node.sure is None else node.sure[0 if self.choice else 1]
        if record.get("source") == RULES:
            needed = self.how.facts_are_sure and node.sure != (node.real, node.real)
        else:
            needed = self.sure is not None and bound != nothing
        return {"sure": number(bound)} if needed else {}

    def _sources(self, node: AnyNode, view: Seen, bound: float | None) -> Record:
        if view.over:
            again = view is not node or node.repeats or node.state in self._draws
            source = REPEATED if again else RULES
            return {"source": source, "bound_source": source}
        own = node.own_hope and node.player_moved != self.choice
        asked = None if bound is None else PROBED if own else INHERITED
        return {"source": PROBED, "bound_source": asked}

    def _needed(self, path: Sequence[AnyNode]) -> list[tuple[Any, AnyNode, Seen]]:
        """Returns every move of the Forcer, or those answers of the other side that matter."""
        node = path[-1]
        views = self.values.seen(path)
        below = list(zip(node.moves, node.children, views, strict=True))
        if self.choice != node.player_to_move:  # the Forcer is to move
            return below
        best = max if self.choice else min
        reals = [view.real for view in views]
        counts = {reals.index(best(reals))}
        bounds = [view.lo if self.choice else view.hi for view in views]
        defined = [one for one in bounds if one is not None]
        if defined:
            counts.add(bounds.index(best(defined)))
        if self.sure is not None:
            counts.add(self._surest(node, self.sure))
        return [one for place, one in enumerate(below) if place in counts or one[2].p < 1.0]

    def _surest(self, node: AnyNode, sure: SureBounds) -> int:
        """Returns the answer that gives this node its sure bound; of equal ones the oldest.

        Then no record depends on a position of its own line: an equal bound that was known earlier
        does not depend on this one.
        """
        bounds, since = (sure.lo, sure.lo_since) if self.choice else (sure.hi, sure.hi_since)
        sign = -1.0 if self.choice else 1.0
        numbers = [child.number for child in node.children]
        best = min(numbers, key=lambda at: (sign * bounds[at], since[at]))
        return numbers.index(best)


def _same_cycle(node: AnyNode, child: AnyNode) -> bool:
    return child.component is not None and child.component is node.component


def _key(path: tuple[AnyNode, ...], view: Seen) -> Key:
    """Returns the record's key. Positions on a cycle depend on the path, so it is part of it."""
    repeated = 0 if view is path[-1] or not view.over else 1
    return (repeated, *(node.number for node in path))


def _world(search: ProbabilitySearch[Any, Any]) -> Record:
    believer = search.believer
    game = believer.game if isinstance(believer, GameBeliefs) else believer
    show = _state_text(search)
    world: Record = {"game": type(game).__name__, "position": show(search.root.state)}
    if search.builder.history:
        world["before"] = sorted(show(state) for state in search.builder.history)
    return world


def _node_text(search: ProbabilitySearch[Any, Any]) -> Callable[[AnyNode], str]:
    show = _state_text(search)
    return lambda node: show(node.state)


def _state_text(search: ProbabilitySearch[Any, Any]) -> Callable[[Any], str]:
    believer = search.believer
    return believer.game.show if isinstance(believer, GameBeliefs) else str
