"""Checks a probability-based search: values of leaves are given, all others follow.

The real value and both optimistic values are backed up by minimax, each separately. At a leaf the
chance is linear between the real and the optimistic value. If the Forcer is to move, his greatest
chance counts; otherwise the chances are multiplied, and replies with the same answer count once.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from typing import Any

from provebest.certificate.reading import (
    CertificateParts,
    Fields,
    Number,
    RefusedError,
    Shown,
)
from provebest.certificate.worlds import GameRules, world_of
from provebest.vocabulary import number_text

CLOSE = 1e-9
"""Tolerance: products of chances are rounded, and may be multiplied in another order."""
SOURCES = 4
RULES, REPEATED = 2, 3


@dataclass(frozen=True, slots=True)
class _Aim:
    """The target that a chance refers to."""

    side: str
    target: float
    grouped: bool

    def at_leaf(self, real: float, bound: float | None) -> float:
        """Returns the chance at a leaf: linear between the real and the optimistic value."""
        sign = 1.0 if self.side == "rival" else -1.0  # rivals try to rise, the choice may fall
        real, target = sign * real, sign * self.target
        if real >= target:
            return 1.0
        hope = None if bound is None else sign * bound
        return 0.0 if hope is None or hope <= target else (hope - target) / (hope - real)

    def chooses(self, node: Fields) -> bool:
        """Returns whether the Forcer is to move."""
        return (_turn(node) == "player") == (self.side == "rival")


class _Graph:
    """The records as a graph, walked from the root moves."""

    def __init__(self, parts: CertificateParts, world: GameRules) -> None:
        self.nodes, self.world = parts.nodes, world
        self.states: dict[int, Any] = {}
        self.parents: dict[int, list[int]] = {}

    def walk(self, tops: list[tuple[int | str, int]], aim: _Aim) -> None:
        """Checks the moves, the positions and the back-ups below these root moves."""
        for move, place in tops:
            self._enter(place, move, None, aim)
        waiting = deque(place for _, place in tops)
        done: set[int] = set()
        while waiting:
            place = waiting.popleft()
            if place in done:
                continue
            done.add(place)
            node = self.nodes[place]
            if node.has("by"):
                waiting.extend(self._children(node, place, aim))
                self._check_back_up(node, aim)
            else:
                self._check_leaf(node, place, aim)

    def in_order(self) -> list[int]:
        """Returns the records, each before those it depends on; refuses cycles and unused ones."""
        for place, node in enumerate(self.nodes):
            if place not in self.states:
                raise RefusedError(node.place, "no other record depends on this one")
        open_parents = {place: len(above) for place, above in self.parents.items()}
        ready = [place for place in self.states if not open_parents.get(place)]
        order: list[int] = []
        while ready:
            place = ready.pop()
            order.append(place)
            for _, child in self._by(self.nodes[place]):
                open_parents[child] -= 1
                if open_parents[child] == 0:
                    ready.append(child)
        if len(order) < len(self.states):
            stuck = next(place for place in self.states if open_parents.get(place))
            raise RefusedError(self.nodes[stuck].place, "this record depends on itself")
        return order

    def sure(self) -> dict[int, Number]:
        """Returns the sure bound of each record: lower below the choice, upper below rivals."""
        found: dict[int, Number] = {}
        for place in reversed(self.in_order()):
            node = self.nodes[place]
            bounds = [self._given(node, place)]
            if node.has("by"):
                pick = max if _turn(node) == "player" else min
                bounds.append(pick(found[child] for _, child in self._by(node)))
            found[place] = (max if node.text("side") == "choice" else min)(bounds)
        return found

    def _given(self, node: Fields, place: int) -> Number:
        """Returns the position's own sure bound: as stated, or its value if the game is over."""
        if node.has("sure"):
            self.world.check_sure(self.states[place], node)
            return node.number("sure")
        if not node.has("by") and node.whole("source") == RULES and self.world.facts_are_sure:
            return node.number("real")
        return -math.inf if node.text("side") == "choice" else math.inf

    def _by(self, node: Fields) -> list[tuple[int | str, int]]:
        """Returns the moves and the records they lead to."""
        return read_moves(node, "by", len(self.nodes)) if node.has("by") else []

    def _children(self, node: Fields, place: int, aim: _Aim) -> list[int]:
        by = self._by(node)
        state = self.states[place]
        known = self.world.moves(state)
        count = node.whole("of")
        if known is not None and count != len(known):
            node.refuse("of", f"there are {len(known)} moves here")
        if not by or len(by) > count or (aim.chooses(node) and len(by) != count):
            node.refuse("by", f"{len(by)} of {count} moves are listed: too few or too many")
        for number, (move, child) in enumerate(by):
            if known is not None and move not in known:  # compared by name, so no move counts twice
                raise RefusedError(f"{node.place}.by[{number}]", f"{move!r:.20} is not a move here")
            self._enter(child, move, place, aim)
        return [child for _, child in by]

    def _enter(self, place: int, move: int | str, parent: int | None, aim: _Aim) -> None:
        node = self.nodes[place]
        inner = node.has("by")
        always = ("id", "position", "side", "moved", "real", "bound", "chance", "reply", "over")
        own = ("by", "of") if inner else ("source", "bound_source", "way")
        node.exactly(*always, *own, optional=("sure", "turn") if inner else ("sure",))
        moved = "player"
        if parent is not None:
            moved = _turn(self.nodes[parent])
            self.parents.setdefault(place, []).append(parent)
        if node.text("moved") != moved:
            node.refuse("moved", f"should be {moved}")
        if node.text("side") != aim.side:
            node.refuse("side", f"should be {aim.side} in this part of the certificate")
        above = self.world.start() if parent is None else self.states[parent]
        state = self.world.after(above, move, node)
        if place not in self.states:
            self.states[place] = state
        if inner:
            self._check_turn(node, state)

    def _check_turn(self, node: Fields, state: Any) -> None:
        if node.has("turn") and node.text("turn") != node.text("moved"):
            node.refuse("turn", "is allowed only if the side that moved is to move again")
        player = self.world.player_to_move(state)
        if player is not None and player != (_turn(node) == "player"):
            side = "player" if player else "opponent"
            node.refuse("turn" if node.has("turn") else "moved", f"the {side} is to move here")

    def _check_leaf(self, node: Fields, place: int, aim: _Aim) -> None:
        source, over = node.whole("source"), node.flag("over")
        if source >= SOURCES or (source >= 2) != over:
            node.refuse("source", "does not match the over field")
        self.world.check_way(node)
        real, bound = node.decimal("real"), node.decimal_or_none("bound")
        stated = node.data["bound_source"]
        if (stated is None) != (bound is None) or (over and stated != source):
            node.refuse("bound_source", "does not match the bound")
        if stated is not None and not 0 <= node.whole("bound_source") < SOURCES:
            node.refuse("bound_source", "there is no such source")
        if bound is not None and (bound < real if aim.side == "rival" else bound > real):
            node.refuse("bound", "the optimistic value cannot be worse than the real value")
        if over and bound != real:
            node.refuse("bound", "should equal the real value, because the game is over")
        if source == REPEATED:
            self._check_repeated(node, place)
        elif over:
            self.world.check_over(self.states[place], node)
        _check_chance(node, aim.at_leaf(real, bound))

    def _check_repeated(self, node: Fields, place: int) -> None:
        """Checks that the position occurred before: on this line, at the root or in the game."""
        position, at = node.text("position"), place
        if position == self.world.position or position in self.world.before:
            return
        while len(above := set(self.parents.get(at, []))) == 1:  # until several lead here
            (at,) = above
            if self.nodes[at].text("position") == position:
                return
        node.refuse("source", "this position has not occurred before on this line")

    def _check_back_up(self, node: Fields, aim: _Aim) -> None:
        if node.flag("over"):
            node.refuse("over", "a game that is over has no moves")
        children = [self.nodes[child] for _, child in self._by(node)]
        best = max if _turn(node) == "player" else min
        real = best(child.decimal("real") for child in children)
        if node.decimal("real") != real:
            node.refuse("real", f"its moves give {real:g}")
        bounds = [child.decimal_or_none("bound") for child in children]
        known = [bound for bound in bounds if bound is not None]
        stated = node.decimal_or_none("bound")
        complete = len(known) == len(bounds)
        found = best(known) if known and (complete or not aim.chooses(node)) else None
        # If answers are left out, one of them may have no bound: then no bound may be claimed.
        if stated != found and (stated is not None or aim.chooses(node)):
            node.refuse("bound", f"its moves give {found}")
        _check_chance(node, _backed_up_chance(node, children, aim))


def _turn(node: Fields) -> str:
    """Returns who is to move: the side that did not move, unless ``turn`` says otherwise."""
    if node.has("turn"):
        return node.text("turn")
    return "opponent" if node.text("moved") == "player" else "player"


def _backed_up_chance(node: Fields, children: list[Fields], aim: _Aim) -> float:
    chances = [child.decimal("chance") for child in children]
    if aim.chooses(node):
        return max(chances)
    if not aim.grouped:
        return math.prod(chances)
    alone: list[float] = []
    groups: dict[int | str, float] = {}
    for child, chance in zip(children, chances, strict=True):
        reply = None if child.data["reply"] is None else child.move("reply")
        if reply is None or child.flag("over"):
            alone.append(chance)
        else:
            groups[reply] = min(chance, groups.get(reply, 1.0))
    return math.prod(alone) * math.prod(groups.values())


def _check_chance(node: Fields, found: float) -> None:
    if not math.isclose(node.decimal("chance"), found, rel_tol=CLOSE, abs_tol=CLOSE):
        node.refuse("chance", f"should be {found:.6g}")


def check_beliefs(parts: CertificateParts, game: Any) -> Shown:
    """Checks the bounds of the choice and of its rivals."""
    claim = parts.claim
    claim.exactly(
        "move", "real_at_least", "bound_at_least", "verify_target", "refuted_with_chance",
        "select_target", "grouped", "proved", "stopped", "best", "others", optional=("same",),
    )  # fmt: skip
    if len(parts.sources) != SOURCES:
        raise RefusedError("$.sources", f"this kind of certificate has {SOURCES} sources")
    world, grouped = world_of(parts, game), claim.flag("grouped")
    others = read_moves(claim, "others", len(parts.nodes))
    best, move = claim.whole("best"), claim.move("move")
    if best >= len(parts.nodes) or not others:
        claim.refuse("best", "there must be a choice and at least one rival")
    legal = world.root_moves()
    same = claim.items("same") if claim.has("same") else []
    named = [move, *(rival for rival, _ in others), *same]
    if len(set(named)) < len(named) or (legal is not None and set(named) != set(legal)):
        claim.refuse("others", "the choice and these are not all legal moves, each once")
    graph = _Graph(parts, world)
    graph.walk([(move, best)], _Aim("choice", claim.decimal("verify_target"), grouped))
    graph.walk(others, _Aim("rival", claim.decimal("select_target"), grouped))
    for twin in same:
        if world.after(world.start(), twin, parts.nodes[best]) != graph.states[best]:
            claim.refuse("same", f"{twin!r:.20} leads to another position")
    sure = graph.sure()
    # Returning to a position before the root is a draw, which the game's bounds do not include.
    proved = not world.before and all(sure[place] <= sure[best] for _, place in others)
    if claim.flag("proved") != proved:
        claim.refuse("proved", "this does not follow from the sure bounds")
    return _check_claim(
        parts, parts.nodes[best], [parts.nodes[place] for _, place in others], world
    )


def _check_claim(
    parts: CertificateParts, best: Fields, rivals: list[Fields], world: GameRules
) -> Shown:
    claim = parts.claim
    for name, field in (
        ("real_at_least", "real"),
        ("bound_at_least", "bound"),
        ("refuted_with_chance", "chance"),
    ):
        if claim.decimal_or_none(name) != best.decimal_or_none(field):
            claim.refuse(name, f"the record of the choice has {best.decimal_or_none(field)}")
    real = best.decimal("real")
    verify = max(rival.decimal("real") for rival in rivals) - 1
    if claim.decimal("verify_target") != verify:
        claim.refuse("verify_target", f"should be {verify:g}, 1 below the best rival")
    hopes = [rival.decimal_or_none("bound") for rival in rivals]
    seen = [r.decimal("real") if h is None else h for r, h in zip(rivals, hopes, strict=True)]
    select = max(real, (real + max(seen)) / 2)
    if claim.decimal("select_target") != select:
        claim.refuse(
            "select_target", f"should be {select:g}, half-way to the greatest optimistic value"
        )
    greatest = max(rival.decimal("chance") for rival in rivals)
    move = world.shown_move(claim.move("move"))
    sentence = (
        f"{move} is worth at least {number_text(real)}; the chance that another move reaches "
        f"{select:g} is at most {greatest:.1%}, the chance that {move} falls below the others "
        f"is at most {best.decimal('chance'):.1%}"
    )
    sure = any(node.has("sure") for node in parts.nodes)
    bounds = ("sure bounds: the game's own",) if sure else ()
    given = (f"values of leaves: {_source(parts.sources[0])}", *bounds, *world.trusted())
    return Shown(sentence, claim.flag("proved"), given, len(parts.nodes))


def _source(source: Fields) -> str:
    more = [f"{k} {v}" for k, v in source.data.items() if k not in ("id", "prober", "seal")]
    return ", ".join([source.text("prober"), *more])


def read_moves(record: Fields, name: str, records: int) -> list[tuple[int | str, int]]:
    """Reads pairs of a move and the record that it leads to, each move once."""
    found: list[tuple[int | str, int]] = []
    for place, pair in enumerate(record.items(name)):
        where = f"{record.place}.{name}[{place}]"
        if not isinstance(pair, list) or len(pair) != 2:
            raise RefusedError(where, "should be a move and the number of a record")
        move, to = pair
        if type(move) not in (int, str):
            raise RefusedError(where, f"{move!r:.40} is not a move")
        if type(to) is not int or not 0 <= to < records:
            raise RefusedError(where, f"there is no record {to!r:.40}")
        if move in [known for known, _ in found]:
            raise RefusedError(where, f"{move!r} is listed twice")
        found.append((move, to))
    return found
