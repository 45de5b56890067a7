"""Checks a certificate of the modern control: its set-probes, and what follows from them.

First each probe is read: SELECT (a value of all moves), "rivals" (whether a move other than the
choice so far reaches a bound) or VERIFY (whether the choice still reaches one; without a bound,
whether it is still the best of all moves). Then their course is followed again: the choice, the
final table and the chances. What the probes say is taken from their source; ``--ask`` repeats it.
"""

from __future__ import annotations

import math
from typing import Any

from provebest.argument.notation import in_pawns
from provebest.certificate.chess_world import ChessWorld, played
from provebest.certificate.reading import (
    CertificateParts,
    Fields,
    Number,
    RefusedError,
    Shown,
    read_number,
)
from provebest.vocabulary import number_text

SELECT, RIVALS, VERIFY = "SELECT", "rivals", "VERIFY"
TOLERANCE = 0.04
"""Points: a rival this much worse than the choice has 1/e of the weight of an equal one."""
CLOSE = 1e-9


def check_sets(parts: CertificateParts, given: Any) -> Shown:
    """Checks that the choice, the bound on the others and the final table follow from the probes.

    The doubt is taken as stated; the chances must be its parts.
    """
    claim, sources, nodes = parts.claim, parts.sources, parts.nodes
    claim.exactly(
        "move", "value", "choice", "others", "others_at_most", "lead", "proved", "stopped",
        "reason", "doubt", "scale",
    )  # fmt: skip
    if parts.world.text("game") != "chess":
        parts.world.refuse("game", "this kind of certificate is about chess")
    if len(sources) != 2:
        raise RefusedError("$.sources", "expected two: for the first looks and for the probes")
    world = ChessWorld(parts.world, parts.work, given)
    legal = {str(move) for move in world.root_moves()}
    looks = [node.text("look") for node in nodes]
    count = sum(look not in ("first", "last") for look in looks)
    if looks != [*looks[:count], *["first"] * len(legal), *["last"] * len(legal)]:
        raise RefusedError(
            "$.nodes",
            "expected all probes, then each move's first look, then each move's last look",
        )
    for node in nodes[:count]:
        _check_probe(node, world, legal)
    first = _table(nodes[count : count + len(legal)], legal, "source")
    last = _table(nodes[count + len(legal) :], legal, "chance")
    check_course(claim, nodes[:count], first, last)
    check_chances(claim, last)
    worth = in_pawns(claim.decimal("value"))
    sentence = f"{world.shown_move(claim.text('move'))} is worth {worth}; {_others(claim)}"
    searcher = sources[1].text("prober")
    doubt = claim.decimal("doubt")
    trusted = (
        f"each value comes from a selective search to a limited depth: {searcher}",
        "the search stopped by a rule; the choice is not proved",
        f"the chance that another move is clearly better, {doubt:.1%}, is stated and not checked",
    )
    return Shown(world.about(), sentence, proved=False, given=trusted, records=len(nodes))


def _others(claim: Fields) -> str:
    """What is claimed of the other moves, in words."""
    at_most, lead = claim.decimal_or_none("others_at_most"), claim.decimal_or_none("lead")
    if at_most is None or lead is None:
        return "no deeper search bounds the other moves"
    less = f", {lead / 100:.2f} pawns less" if lead > 0 else ""
    return f"the other moves, searched deeper, at most {in_pawns(at_most)}{less}"


def _check_probe(node: Fields, world: ChessWorld, legal: set[str]) -> None:
    node.exactly(
        "id", "look", "moves", "depth", "bound", "finished", "reached", "best", "value", "line",
        "at_most", "nodes", "source",
    )  # fmt: skip
    moves: set[str] = set()
    for place, move in enumerate(node.items("moves")):
        if not isinstance(move, str) or move not in legal or move in moves:
            raise RefusedError(
                f"{node.place}.moves[{place}]", f"{move!r:.20} is not a legal move, or is repeated"
            )
        moves.add(move)
    asked = moves or legal
    best, value = node.text("best"), node.number("value")
    if math.isinf(value):
        node.refuse("value", "should be finite")
    if best not in asked:
        node.refuse("best", "is not one of the moves that were probed")
    if node.whole("source") != 1:
        node.refuse("source", "should be 1 for a probe of a set")
    reached, depth = node.whole("reached"), node.whole("depth")
    node.whole("nodes")
    if reached > depth or (node.flag("finished") and reached != depth):
        node.refuse("reached", "does not match the depth of the probe")
    _check_bound(node)
    _check_line(node, world, best)
    _check_bounds(node, asked - {best}, value if node.flag("finished") else math.inf)


def _check_bound(node: Fields) -> None:
    bound = node.number_or_none("bound")
    look = node.text("look")
    if bound is None and look not in {SELECT, VERIFY}:
        node.refuse("bound", "only SELECT and VERIFY may ask for a value")
    if bound is not None and look == SELECT:
        node.refuse("bound", "only the rivals and VERIFY are asked whether they reach a bound")
    if bound is not None and math.isinf(bound):
        node.refuse("bound", "should be finite")


def _check_line(node: Fields, world: ChessWorld, best: str) -> None:
    line, board = node.items("line"), world.start()
    if line and line[0] != best:
        node.refuse("line", "does not begin with the best move")
    for place, move in enumerate(line):
        board = played(board, move, f"{node.place}.line[{place}]", world.work)


def _check_bounds(node: Fields, others: set[str], value: Number) -> None:
    left = set(others)
    for place, pair in enumerate(node.items("at_most")):
        where = f"{node.place}.at_most[{place}]"
        known = isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str)
        if not known or pair[0] not in left:
            raise RefusedError(where, "should be another move of the set, once, and its bound")
        left.remove(pair[0])
        if read_number(pair[1], where) > value:
            raise RefusedError(where, "this bound is above the value of the best move")


def _table(nodes: list[Fields], legal: set[str], extra: str) -> dict[str, Fields]:
    table = {}
    for node in nodes:
        node.exactly("id", "look", "move", "real", "hope", extra)
        move = node.text("move")
        if move not in legal or move in table:
            node.refuse("move", f"{move!r:.20} is not a legal move, or is repeated")
        if extra == "source" and node.whole("source") != 0:
            node.refuse("source", "should be 0 for a first look")
        hope = node.number_or_none("hope")
        if extra == "source" and hope is not None and hope < node.number("real"):
            node.refuse("hope", "in a first look the hope cannot be below the real value")
        table[move] = node
    return table


class Course:
    """What the probes so far say of each move."""

    def __init__(self, first: dict[str, Fields]) -> None:
        self.real = {move: node.number("real") for move, node in first.items()}
        self.at_most: dict[str, Number] = dict.fromkeys(first, math.inf)
        """Upper bounds from the last search of all moves; infinite if there is none."""
        self.choice: Fields | None = None
        """The probe that made the choice."""
        self.others: Fields | None = None
        """The last search of the rivals that was finished, or in which one reached its bound."""
        self._selected = 0
        """The depth that the last search of all moves has completed."""
        self._rival: Fields | None = None
        """The last search in which a rival reached its bound."""

    def follow(self, probe: Fields) -> None:
        """Takes one more probe; refuses one that the search would not have made."""
        look, moves = probe.text("look"), set(probe.moves("moves"))
        rest = self.real.keys() - {self.best}
        everything = not moves or moves == self.real.keys()
        if look == SELECT:
            _refuse_unless(probe, everything, "all moves")
            self._select(probe)
        elif look == RIVALS:
            _refuse_unless(probe, self.choice is not None and moves == rest, "all other moves")
            upset = _reaches(probe) and probe.whole("reached") >= self._selected
            if upset or probe.flag("finished"):
                self.others = probe
            if upset:
                self._rival = probe
                self._choose(probe)
        elif look == VERIFY and probe.number_or_none("bound") is None:
            _refuse_unless(probe, self.choice is not None and everything, "all moves")
        elif look == VERIFY:
            _refuse_unless(probe, moves == {self.best}, "the choice alone")
        else:
            probe.refuse("look", f"should be {SELECT}, {RIVALS} or {VERIFY}")

    @property
    def best(self) -> str | None:
        """The choice so far."""
        return None if self.choice is None else self.choice.text("best")

    def known(self, move: str) -> Number:
        """The value of a move: its last one, unless a search of all moves says that it is less."""
        return min(self.real[move], self.at_most[move])

    def bound_on_others(self) -> Fields | None:
        """The last search of the rivals, if it bounds all moves but the choice; else None."""
        others = self.others
        if others is None or _reaches(others):
            return None
        return others if set(others.items("moves")) == self.real.keys() - {self.best} else None

    def _select(self, probe: Fields) -> None:
        """A search of all moves makes the choice, unless a deeper look at a rival stands."""
        if not probe.whole("reached"):
            return
        self._selected = probe.whole("reached")
        value, rival = probe.number("value"), self._rival
        stands = (
            rival is not None
            and rival.whole("reached") >= probe.whole("depth")
            and rival.number("value") > value
        )
        chosen = rival if stands and rival is not None else probe
        self._choose(chosen)
        if probe.flag("finished"):
            bounds = {
                move: read_number(bound, probe.place) for move, bound in probe.data["at_most"]
            }
            for move in self.real.keys() - {self.best}:
                self.at_most[move] = min(bounds.get(move, value), chosen.number("value"))

    def _choose(self, probe: Fields) -> None:
        self.choice = probe
        best = probe.text("best")
        self.real[best], self.at_most[best] = probe.number("value"), math.inf


def check_course(
    claim: Fields, probes: list[Fields], first: dict[str, Fields], last: dict[str, Fields]
) -> None:
    """Checks that the choice, the bound on all others and the final table follow from the probes.

    ``first`` and ``last`` hold the same moves.
    """
    course = Course(first)
    for probe in probes:
        course.follow(probe)
    choice = course.choice
    if choice is None or claim.whole("choice") != choice.whole("id"):
        claim.refuse("choice", "is not the probe that made the choice")
    if claim.text("move") != course.best:
        claim.refuse("move", f"the probe has {course.best}")
    value = choice.number("value")
    if claim.number("value") != value:
        claim.refuse("value", f"the probe has {number_text(value)}")
    if claim.flag("proved"):
        claim.refuse("proved", "values of selective searches prove nothing")
    _check_others(claim, value, course.bound_on_others())
    for name, node in last.items():
        if node.number("real") != course.known(name):
            node.refuse("real", f"the probes have {number_text(course.known(name))}")


def _check_others(claim: Fields, value: Number, others: Fields | None) -> None:
    """Checks the bound on all moves but the choice, and the lead of the choice's value over it."""
    names = ("others", "others_at_most", "lead")
    if others is None:
        for name in names:
            if claim.data[name] is not None:
                claim.refuse(name, "no search of the other moves bounds them")
        return
    at_most = others.number("value")
    wanted = (others.whole("id"), at_most, value - at_most)
    for name, should_be in zip(names, wanted, strict=True):
        if claim.number(name) != should_be:
            claim.refuse(name, f"should be {number_text(should_be)}")


def check_chances(claim: Fields, last: dict[str, Fields]) -> None:
    """Checks that the rivals' chances are their parts of the doubt; the choice has the rest of 1.

    The table has been checked before.
    """
    doubt, scale = claim.decimal("doubt"), claim.decimal("scale")
    if not 0 <= doubt <= 0.5:
        claim.refuse("doubt", "should be from 0 to 1/2")
    if not 0 < scale < math.inf:
        claim.refuse("scale", "should be above 0")
    choice = claim.text("move")
    top = _points(last[choice].decimal("real"), scale)
    weights = {
        move: math.exp(min(0.0, _points(node.decimal("real"), scale) - top) / TOLERANCE)
        for move, node in last.items()
        if move != choice
    }
    total = sum(weights.values())
    for move, node in last.items():
        found = 1 - doubt if move == choice else doubt * weights[move] / total
        if not math.isclose(node.decimal("chance"), found, rel_tol=CLOSE, abs_tol=CLOSE):
            node.refuse("chance", f"should be {found:.6g}")


def _points(value: float, scale: float) -> float:
    """The share of a game's point that a value is worth: 0 to 1, 1/2 for 0."""
    return 0.5 * (1 + math.tanh(value / (2 * scale)))


def _reaches(probe: Fields) -> bool:
    return probe.number("value") >= probe.number("bound")


def _refuse_unless(probe: Fields, asked: bool, wanted: str) -> None:
    if not asked:
        probe.refuse("moves", f"a probe of this kind is of {wanted}")
