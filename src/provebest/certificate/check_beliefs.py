"""Checks a probability-based search: values of leaves are given, all others follow.

The real value and both optimistic values are backed up by minimax, each separately. At a leaf the
chance is linear between the real and the optimistic value. If the Forcer is to move, his greatest
chance counts; otherwise the chances are multiplied, and replies with the same answer count once.
"""

from __future__ import annotations

import math
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
PROBED, INHERITED, RULES, REPEATED = range(SOURCES)


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
    """The records as a graph, from the root moves down. Making it refuses cycles."""

    def __init__(
        self,
        parts: CertificateParts,
        world: GameRules,
        tops: dict[int | str, int],
        aims: list[_Aim],
    ) -> None:
        self.nodes, self.world = parts.nodes, world
        self.aims = {aim.side: aim for aim in aims}
        self.links = [
            read_moves(node, "by", len(self.nodes)) if node.has("by") else [] for node in self.nodes
        ]
        self.states: dict[int, Any] = {}
        self.parents: list[list[int]] = [[] for _ in self.nodes]
        for place, below in enumerate(self.links):
            for _, child in below:
                self.parents[child].append(place)
        self.order = self._in_order(tops)
        """The records, each before those it depends on."""

    def _in_order(self, tops: dict[int | str, int]) -> list[int]:
        """Returns an order; refuses records that nothing depends on, or that need themselves."""
        reached = set(tops.values())
        waiting = list(reached)
        while waiting:
            new = {child for _, child in self.links[waiting.pop()]} - reached
            reached |= new
            waiting += new
        for place, node in enumerate(self.nodes):
            if place not in reached:
                raise RefusedError(node.place, "no other record depends on this one")
        above = [len(parents) for parents in self.parents]
        ready = [place for place in sorted(reached) if not above[place]]
        order: list[int] = []
        while ready:
            order.append(place := ready.pop())
            for _, child in self.links[place]:
                above[child] -= 1
                if not above[child]:
                    ready.append(child)
        if len(order) < len(self.nodes):
            stuck = next(place for place, count in enumerate(above) if count)
            raise RefusedError(self.nodes[stuck].place, "this record depends on itself")
        return order

    def walk(self, tops: list[tuple[int | str, int, _Aim]]) -> None:
        """Checks every move, position and value; chances are computed from the leaves up."""
        for move, place, aim in tops:
            self._enter(place, move, None, aim)
        for place in self.order:
            node = self.nodes[place]
            aim = self.aims[node.text("side")]
            if self.links[place]:
                self._check_moves(node, place, aim)
            else:
                self._check_leaf(node, place, aim)
        chances: dict[int, float] = {}
        for place in reversed(self.order):
            node, below = self.nodes[place], [child for _, child in self.links[place]]
            aim = self.aims[node.text("side")]
            if below:
                self._check_back_up(node, [self.nodes[child] for child in below], aim)
                found = self._backed_up_chance(node, [(child, chances[child]) for child in below])
            else:
                found = aim.at_leaf(node.decimal("real"), node.decimal_or_none("bound"))
            # Compared with what the leaves give, not with what is stated below: errors do not add.
            if not math.isclose(node.decimal("chance"), found, rel_tol=CLOSE, abs_tol=CLOSE):
                node.refuse("chance", f"should be {found:.6g}")
            chances[place] = found

    def sure(self) -> dict[int, Number]:
        """Returns the sure bound of each record: lower below the choice, upper below rivals."""
        found: dict[int, Number] = {}
        for place in reversed(self.order):
            node = self.nodes[place]
            bounds = [self._given(node, place)]
            if self.links[place]:
                pick = max if _turn(node) == "player" else min
                bounds.append(pick(found[child] for _, child in self.links[place]))
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

    def _check_moves(self, node: Fields, place: int, aim: _Aim) -> None:
        by = self.links[place]
        known = self.world.moves(self.states[place])
        count = node.whole("of")
        if known is not None and count != len(known):
            node.refuse("of", f"there are {len(known)} moves here")
        if len(by) > count or (aim.chooses(node) and len(by) != count):
            node.refuse("by", f"{len(by)} of {count} moves are listed: too few or too many")
        legal = None if known is None else set(known)
        for number, (move, child) in enumerate(by):
            if legal is not None and move not in legal:  # by name, so no move counts twice
                raise RefusedError(f"{node.place}.by[{number}]", f"{move!r:.20} is not a move here")
            self._enter(child, move, place, aim)

    def _enter(self, place: int, move: int | str, parent: int | None, aim: _Aim) -> None:
        node = self.nodes[place]
        inner = node.has("by")
        always = (
            "id", "position", "way", "side", "moved", "real", "bound", "chance", "reply", "over",
        )  # fmt: skip
        own = ("by", "of") if inner else ("source", "bound_source")
        node.exactly(*always, *own, optional=("sure", "turn") if inner else ("sure",))
        moved = "player"
        if parent is not None:
            moved = _turn(self.nodes[parent])
        if node.text("moved") != moved:
            node.refuse("moved", f"should be {moved}")
        if node.text("side") != aim.side:
            node.refuse("side", f"should be {aim.side} in this part of the certificate")
        above = self.world.start() if parent is None else self.states[parent]
        state = self.world.after(above, move, node)
        if place in self.states:
            return
        self.states[place] = state
        self.world.check_way(node)
        if node.data["reply"] is not None:
            node.move("reply")
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
        if source not in ((RULES, REPEATED) if over else (PROBED,)):
            node.refuse("source", "does not match the over field")
        real, bound = node.decimal("real"), node.decimal_or_none("bound")
        stated = node.data["bound_source"]
        if (stated is None) != (bound is None) or (over and stated != source):
            node.refuse("bound_source", "does not match the bound")
        if (
            not over
            and stated is not None
            and node.whole("bound_source") not in (PROBED, INHERITED)
        ):
            node.refuse("bound_source", "does not match the over field")
        if bound is not None and (bound < real if aim.side == "rival" else bound > real):
            node.refuse("bound", "the optimistic value cannot be worse than the real value")
        if over and bound != real:
            node.refuse("bound", "should equal the real value, because the game is over")
        if source == REPEATED:
            self._check_repeated(node, place)
        elif over:
            self.world.check_over(self.states[place], node)

    def _check_repeated(self, node: Fields, place: int) -> None:
        """Checks that the position occurred before: on this line, at the root or in the game."""
        position, at = node.text("position"), place
        if position == self.world.position or position in self.world.before:
            return
        while len(above := set(self.parents[at])) == 1:  # until several lead here
            self.world.work.spend(1)
            (at,) = above
            if self.nodes[at].text("position") == position:
                return
        node.refuse("source", "this position has not occurred before on this line")

    def _check_back_up(self, node: Fields, children: list[Fields], aim: _Aim) -> None:
        if node.flag("over"):
            node.refuse("over", "a game that is over has no moves")
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

    def _backed_up_chance(self, node: Fields, below: list[tuple[int, float]]) -> float:
        """Returns the chance that follows from those of the moves, several of which may meet."""
        aim = self.aims[node.text("side")]
        if aim.chooses(node):
            return max(chance for _, chance in below)
        if not aim.grouped:
            return math.prod(chance for _, chance in below)
        alone: list[float] = []
        groups: dict[int | str, float] = {}
        for place, chance in below:
            child = self.nodes[place]
            if child.data["reply"] is None or child.flag("over"):
                alone.append(chance)
            else:
                reply = child.move("reply")
                groups[reply] = min(chance, groups.get(reply, 1.0))
        return math.prod(alone) * math.prod(groups.values())


def _turn(node: Fields) -> str:
    """Returns who is to move: the side that did not move, unless ``turn`` says otherwise."""
    if node.has("turn"):
        return node.text("turn")
    return "opponent" if node.text("moved") == "player" else "player"


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
    same = claim.moves("same") if claim.has("same") else []
    named = [move, *(rival for rival, _ in others), *same]
    if len(set(named)) < len(named) or (legal is not None and set(named) != set(legal)):
        claim.refuse("others", "the choice and these are not all legal moves, each once")
    verify = _Aim("choice", claim.decimal("verify_target"), grouped)
    select = _Aim("rival", claim.decimal("select_target"), grouped)
    graph = _Graph(parts, world, {move: best, **dict(others)}, [verify, select])
    graph.walk([(move, best, verify), *((rival, place, select) for rival, place in others)])
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
    return Shown(world.about(), sentence, claim.flag("proved"), given, len(parts.nodes))


def _source(source: Fields) -> str:
    more = [f"{k} {v}" for k, v in source.data.items() if k not in ("id", "prober", "seal")]
    return ", ".join([source.text("prober"), *more])


def read_moves(record: Fields, name: str, records: int) -> list[tuple[int | str, int]]:
    """Reads pairs of a move and the record that it leads to, each move once; at least one."""
    found: dict[int | str, int] = {}
    for place, pair in enumerate(record.items(name)):
        where = f"{record.place}.{name}[{place}]"
        if not isinstance(pair, list) or len(pair) != 2:
            raise RefusedError(where, "should be a move and the number of a record")
        move, to = pair
        if type(move) not in (int, str):
            raise RefusedError(where, f"{move!r:.40} is not a move")
        if type(to) is not int or not 0 <= to < records:
            raise RefusedError(where, f"there is no record {to!r:.40}")
        if move in found:
            raise RefusedError(where, f"{move!r:.40} is listed twice")
        found[move] = to
    if not found:
        record.refuse(name, "lists no move")
    return list(found.items())
