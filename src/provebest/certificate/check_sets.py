"""Checks a certificate of the modern control: its set-probes, and what follows from them."""

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

CLOSE = 1e-9


def check_sets(parts: CertificateParts, game: Any) -> Shown:  # noqa: ARG001 - only chess has these
    """Checks that the choice, the bound on the others and the chances follow from the probes."""
    claim, nodes = parts.claim, parts.nodes
    claim.exactly(
        "move", "value", "choice", "others", "others_at_most", "lead", "proved", "stopped",
        "reason", "a_tempo",
    )  # fmt: skip
    if parts.world.text("game") != "chess":
        parts.world.refuse("game", "this kind of certificate is about chess")
    world = ChessWorld(parts.world)
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
    _check_choice(claim, nodes[:count], legal)
    _check_chances(claim, first, last)
    lead = claim.number_or_none("lead")
    against = (
        "no probe of the other moves alone was finished"
        if lead is None
        else f"the other moves at most {in_pawns(float(claim.number('others_at_most')))}, "
        f"{abs(float(lead)) / 100:.2f} pawns {'less' if lead >= 0 else 'more'}"
    )
    worth = in_pawns(float(claim.number("value")))
    sentence = f"{world.shown_move(claim.text('move'))} is worth {worth}; {against}"
    searcher = parts.sources[1].text("prober")
    given = (
        f"each value comes from a selective search to a limited depth: {searcher}",
        "the search stopped by a rule; the choice is not proved",
    )
    return Shown(sentence, proved=False, given=given, records=len(nodes))


def _check_probe(node: Fields, world: ChessWorld, legal: set[str]) -> None:
    node.exactly(
        "id", "look", "moves", "depth", "finished", "reached", "best", "value", "line", "at_most",
        "source",
    )  # fmt: skip
    moves = node.items("moves")
    for place, move in enumerate(moves):
        if not isinstance(move, str) or move not in legal or move in moves[:place]:
            raise RefusedError(
                f"{node.place}.moves[{place}]", f"{move!r:.20} is not a legal move, or is repeated"
            )
    asked = set(moves) or legal
    best, value = node.text("best"), node.number("value")
    if best not in asked:
        node.refuse("best", "is not one of the moves that were probed")
    if node.whole("source") != 1:
        node.refuse("source", "should be 1 for a probe of a set")
    reached, depth = node.whole("reached"), node.whole("depth")
    if reached > depth or (node.flag("finished") and reached != depth):
        node.refuse("reached", "does not match the depth of the probe")
    _check_line(node, world, best)
    _check_bounds(node, asked - {best}, value if node.flag("finished") else math.inf)


def _check_line(node: Fields, world: ChessWorld, best: str) -> None:
    line, board = node.items("line"), world.start()
    if line and line[0] != best:
        node.refuse("line", "does not begin with the best move")
    for place, move in enumerate(line):
        board = played(board, move, f"{node.place}.line[{place}]")


def _check_bounds(node: Fields, others: set[str], value: Number) -> None:
    seen: set[str] = set()
    for place, pair in enumerate(node.items("at_most")):
        where = f"{node.place}.at_most[{place}]"
        known = isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str)
        if not known or pair[0] not in others - seen:
            raise RefusedError(where, "should be another move of the set, once, and its bound")
        seen.add(pair[0])
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


def _check_choice(claim: Fields, probes: list[Fields], legal: set[str]) -> None:
    """Checks that the choice's value and the bound on all others are from the latest probes."""
    move, choice = claim.text("move"), claim.whole("choice")
    about = [p for p, one in enumerate(probes) if one.data["best"] == move and one.data["reached"]]
    if not about or choice != about[-1]:
        claim.refuse("choice", "is not the last probe in which this move was the best")
    value = probes[choice].number("value")
    if claim.number("value") != value:
        claim.refuse("value", f"the probe has {number_text(value)}")
    rest = legal - {move}
    alone = [
        p
        for p, one in enumerate(probes)
        if set(one.items("moves")) == rest and one.flag("finished") and one.text("look") != "SELECT"
    ]
    others: Number | None = None
    if alone:
        if claim.data["others"] != alone[-1]:
            claim.refuse("others", "is not the last probe of all other moves")
        others = probes[alone[-1]].number("value")
    elif claim.data["others"] is not None:
        claim.refuse("others", "no probe of all other moves was finished")
    if claim.number_or_none("others_at_most") != others:
        claim.refuse("others_at_most", f"the probe has {others}")
    lead = None if others is None else value - others
    if claim.number_or_none("lead") != lead:
        claim.refuse("lead", f"should be {lead}")
    if claim.flag("proved"):
        claim.refuse("proved", "values of selective searches prove nothing")


def _check_chances(claim: Fields, first: dict[str, Fields], last: dict[str, Fields]) -> None:
    """Checks each rival's chance: linear between its real value and its hope, or 0."""
    choice = claim.text("move")
    if choice not in last:
        claim.refuse("move", "is not in the table")
    value = last[choice].decimal("real")
    for move, node in last.items():
        a_tempo = claim.decimal("a_tempo")
        found = 1.0 if move == choice else _chance(node, first[move], value, a_tempo)
        if not math.isclose(node.decimal("chance"), found, rel_tol=CLOSE, abs_tol=CLOSE):
            node.refuse("chance", f"should be {found:.6g}")


def _chance(node: Fields, first: Fields, value: float, a_tempo: float) -> float:
    real, hope = node.decimal("real"), node.decimal_or_none("hope")
    at_first, hoped = first.decimal("real"), first.decimal_or_none("hope")
    forcing = hoped is not None and hoped - at_first >= a_tempo
    if hope is None or hope <= value or (not forcing and real <= value):
        return 0.0
    return (hope - value) / (hope - min(real, value))
