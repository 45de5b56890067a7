"""Loading a saved search; an error says in one sentence what is wrong with the file.

A file may have been written by an earlier version: keys that it did not write have a default here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from provebest.search.probability.beliefs import Believer, Move, State
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.node import Node
from provebest.search.probability.phases import ControlProgress, Phase, SelectEnd, VerifyEnd
from provebest.search.probability.result import End
from provebest.search.probability.saving import FORMAT
from provebest.search.probability.settings import ClassicSettings, Contention, Dithering, Effort
from provebest.search.saved_file import (
    DAMAGED,
    MOST,
    Decode,
    Line,
    damaged,
    read_flag,
    read_items,
    read_lines,
    read_number,
    read_record,
    read_whole,
)
from provebest.vocabulary import BadInputError, Stopped, Tally

AnyNode = Node[Any, Any]

MOST_CYCLE_BUDGET = 1_000_000
"""Of a file: a greater one could keep a search busy for ever."""


def load_search(
    file: Path | str,
    believer: Believer[State, Move],
    state: Decode,
    move: Decode,
    *,
    prober: str = "",
) -> ProbabilitySearch[State, Move]:
    """The search as it was saved, ready to go on with a believer of the same game.

    The believer's start must equal the saved root; it is not asked for any belief.

    Raises:
        BadInputError: if the file cannot be read, is not a saved search, is of another version, cut
            off or damaged, or belongs to another position.
    """
    head, nodes, end = read_lines(file, FORMAT)
    try:
        policies = _read_settings(head["policies"])
        history = [state(position) for position in read_items(head["history"])]
        root = state(nodes[0]["state"])
    except DAMAGED as error:
        raise damaged(file, 1, error) from None
    if root != believer.start():
        raise BadInputError(f"{str(file)!r} was saved for another position")
    search = ProbabilitySearch(believer, policies, history=history, prober=prober)
    made = [search.root]
    # First the nodes, then their children: an edge may lead to a node that comes later in the file.
    for place, line in enumerate(nodes):
        try:
            made += [] if place == 0 else [_read_node(line, state, move)]
            _fill(made[place], line, move)
        except DAMAGED as error:
            raise damaged(file, place + 2, error) from None
    try:
        for node, line in zip(made, nodes, strict=True):
            numbers = read_items(line["children"])
            if len(numbers) != len(node.moves) or (numbers and node.over):
                raise ValueError("its children do not fit its moves")
            node.children = [made[read_whole(child, 1)] for child in numbers]
        private = [read_flag(line["private"]) for line in nodes]
        closing = {(read_whole(parent), read_whole(child)) for parent, child in end["closing"]}
        inexact = set(map(read_whole, read_items(end["inexact"])))
        search.graph.restore(made, private, closing, inexact)
        _restore_progress(search, made, end)
    except DAMAGED as error:
        raise damaged(file, len(nodes) + 2, error) from None
    return search


def _read_settings(line: Line) -> ClassicSettings:
    """The settings; TypeError for a key that this version does not know."""
    parts = read_record(line, asdict(ClassicSettings()))
    for number in _floats(value for name, value in parts.items() if name != "win"):
        if not abs(number) <= MOST:
            raise ValueError("a setting is out of range")
    parts["effort"] = Effort(**parts["effort"])
    parts["contention"] = Contention(**parts["contention"])
    parts["dithering"] = Dithering(**parts["dithering"])
    settings = ClassicSettings(**parts)
    if settings.cycle_budget > MOST_CYCLE_BUDGET:
        raise ValueError("the cycle budget is out of range")
    return settings


def _floats(values: Iterable[Any]) -> Iterable[float]:
    for value in values:
        if isinstance(value, dict):
            yield from _floats(value.values())
        elif isinstance(value, float):
            yield value


def _read_node(line: Line, state: Decode, move: Decode) -> AnyNode:
    """A node with what is fixed when it is made; ``_fill`` sets the rest."""
    return Node(
        state(line["state"]),
        player_moved=read_flag(line["player_moved"]),
        depth=read_whole(line["depth"]),
        real=0.0,
        hi=None,
        lo=None,
        over=read_flag(line["over"]),
        reply=None if line["reply"] is None else move(line["reply"]),
        player_to_move=read_flag(line.get("player_to_move", not line["player_moved"])),
        sure=_read_sure(line),
    )


def _read_sure(line: Line) -> tuple[float, float] | None:
    """The sure bounds; None in files of earlier versions, from which nothing is proved."""
    if line.get("sure") is None:
        return None
    lo, hi = read_items(line["sure"])
    return read_number(lo), read_number(hi)


def _fill(node: AnyNode, line: Line, move: Decode) -> None:
    """Sets what changes in a node's life, but not its children.

    Raises:
        ValueError: unless ``lo <= real <= hi`` and 0 <= p <= 1.
    """
    node.real, node.p = float(read_number(line["real"])), float(read_number(line["p"]))
    node.hi = None if line["hi"] is None else float(read_number(line["hi"]))
    node.lo = None if line["lo"] is None else float(read_number(line["lo"]))
    low, high = (
        (-math.inf if node.lo is None else node.lo),
        (math.inf if node.hi is None else node.hi),
    )
    if not low <= node.real <= high or not 0 <= node.p <= 1:
        raise ValueError("its values contradict each other")
    node.own_hope, node.settled = read_flag(line["own_hope"]), read_flag(line["settled"])
    node.effort, node.filled = read_whole(line["effort"]), read_whole(line["filled"])
    node.rank, node.repeats = read_whole(line["rank"]), read_flag(line.get("repeats", False))
    node.moves = [move(made) for made in read_items(line["moves"])]


def _restore_progress(search: ProbabilitySearch[Any, Any], made: list[AnyNode], end: Line) -> None:
    """Sets where the control was. The graph must be restored: values of cycles are computed here.

    Raises:
        ValueError: if the path does not lead down from the root.
    """
    progress = end["stage"]
    since = progress["target_from"]
    search.progress = ControlProgress(
        share=read_whole(progress["share"], -MOST),
        phase=Phase[progress["phase"]],
        target=float(read_number(progress["target"])),
        target_from=None if since is None else _pair(since),
        used=read_whole(progress["used"]),
        quota_hit=read_flag(progress["quota_hit"]),
        rounds=read_whole(progress["rounds"]),
        selected=_read_selected(made, progress["selected"]),
        select_end=SelectEnd[progress["select_end"]],
        chances={read_whole(place): float(read_number(p)) for place, p in progress["chances"]},
    )
    search.path = [made[read_whole(place)] for place in read_items(end["path"])]
    on = zip(search.path, search.path[1:], strict=False)
    if search.path[0] is not made[0] or any(after not in at.children for at, after in on):
        raise ValueError("the path does not lead down from the root")
    search.builder.phases = read_whole(end["phases"])
    search.stopped = None if end["stopped"] is None else Stopped[end["stopped"]]
    search.end = None if end["ended"] is None else _read_end(end["ended"])
    search.go_on_counting(Tally(**read_record(end["tally"], asdict(Tally()))))
    search.values.restore(search.aim())
    if search.stopped is Stopped.PROVED and search.verdict() is not Stopped.PROVED:
        search.stopped = Stopped.FOUND  # earlier versions called a choice proved by hopes alone


def _pair(values: Any) -> tuple[float, float]:
    first, second = read_items(values)
    return float(read_number(first)), float(read_number(second))


def _read_selected(made: list[AnyNode], place: Any) -> AnyNode | None:
    """The choice of SELECT, which has a rival: a move that leads to another position."""
    if place is None:
        return None
    root, selected = made[0], made[read_whole(place)]
    if selected not in root.children:
        raise ValueError("the choice is not a move at the root")
    return selected


def _read_end(line: Line) -> End:
    end = End(**read_record(line, {"select": "", "verify": "", "by_quota": False}))
    SelectEnd(end.select), VerifyEnd(end.verify)  # their sentences are known
    return end
