"""Checks a certificate of the modern control: its set-probes, and what follows from them."""

from __future__ import annotations

import math
from typing import Any

from provebest.argument.notation import in_pawns
from provebest.certificate.check_set_course import SELECT, VERIFY, check_chances, check_course
from provebest.certificate.chess_world import ChessWorld, played
from provebest.certificate.reading import (
    CertificateParts,
    Fields,
    Number,
    RefusedError,
    Shown,
    read_number,
)


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
