"""Loading a saved search; an error says in one sentence what is wrong with the file.

A file may have been written by an earlier version: keys that it did not write have a default here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from provebest.search.probability.beliefs import Believer, Move, State
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.node import Node
from provebest.search.probability.phases import ControlProgress, Phase, SelectEnd
from provebest.search.probability.result import End
from provebest.search.probability.saving import FORMAT
from provebest.search.probability.settings import ClassicSettings, Contention, Dithering, Effort
from provebest.search.saved_file import DAMAGED, Decode, Line, damaged, read_lines, read_number
from provebest.vocabulary import BadInputError, Stopped, Tally

AnyNode = Node[Any, Any]


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
        history = [state(position) for position in head["history"]]
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
            numbers = line["children"]
            if min(numbers, default=0) < 0 or len(numbers) != len(node.moves):
                raise ValueError("its children do not fit its moves")
            node.children = [made[child] for child in numbers]
        private = [bool(line["private"]) for line in nodes]
        closing = {(int(parent), int(child)) for parent, child in end["closing"]}
        search.graph.restore(made, private, closing, {int(one) for one in end["inexact"]})
        _restore_progress(search, made, end)
    except DAMAGED as error:
        raise damaged(file, len(nodes) + 2, error) from None
    return search


def _read_settings(line: Line) -> ClassicSettings:
    """The settings; TypeError for a key that this version does not know."""
    parts = {**line, "win": float(line["win"])}
    parts["effort"] = Effort(**parts["effort"])
    parts["contention"] = Contention(**parts["contention"])
    parts["dithering"] = Dithering(**parts["dithering"])
    return ClassicSettings(**parts)


def _read_node(line: Line, state: Decode, move: Decode) -> AnyNode:
    """A node with what is fixed when it is made; ``_fill`` sets the rest."""
    return Node(
        state(line["state"]),
        player_moved=bool(line["player_moved"]),
        depth=int(line["depth"]),
        real=0.0,
        hi=None,
        lo=None,
        over=bool(line["over"]),
        reply=None if line["reply"] is None else move(line["reply"]),
        player_to_move=bool(line.get("player_to_move", not line["player_moved"])),
        sure=_read_sure(line),
    )


def _read_sure(line: Line) -> tuple[float, float] | None:
    """The sure bounds; None in files of earlier versions, from which nothing is proved."""
    sure = line.get("sure")
    return None if sure is None else (read_number(sure[0]), read_number(sure[1]))


def _fill(node: AnyNode, line: Line, move: Decode) -> None:
    """Sets what changes in a node's life, but not its children."""
    node.real = float(line["real"])
    node.hi = None if line["hi"] is None else float(line["hi"])
    node.lo = None if line["lo"] is None else float(line["lo"])
    node.p = float(line["p"])
    node.own_hope, node.settled = bool(line["own_hope"]), bool(line["settled"])
    node.effort, node.filled = int(line["effort"]), int(line["filled"])
    node.rank, node.repeats = int(line["rank"]), bool(line.get("repeats", False))
    node.moves = [move(made) for made in line["moves"]]


def _restore_progress(search: ProbabilitySearch[Any, Any], made: list[AnyNode], end: Line) -> None:
    """Sets where the control was. The graph must be restored: values of cycles are computed here.

    Raises:
        ValueError: if the path does not lead down from the root.
    """
    progress = end["stage"]
    since = progress["target_from"]
    search.progress = ControlProgress(
        share=int(progress["share"]),
        phase=Phase[progress["phase"]],
        target=float(progress["target"]),
        target_from=None if since is None else (float(since[0]), float(since[1])),
        used=int(progress["used"]),
        quota_hit=bool(progress["quota_hit"]),
        rounds=int(progress["rounds"]),
        selected=None if progress["selected"] is None else made[progress["selected"]],
        select_end=SelectEnd[progress["select_end"]],
        chances={int(place): float(p) for place, p in progress["chances"]},
    )
    search.path = [made[place] for place in end["path"]]
    on = zip(search.path, search.path[1:], strict=False)
    if search.path[0] is not made[0] or any(after not in at.children for at, after in on):
        raise ValueError("the path does not lead down from the root")
    search.builder.phases = int(end["phases"])
    search.stopped = None if end["stopped"] is None else Stopped[end["stopped"]]
    search.end = None if end["ended"] is None else End(**end["ended"])
    search.go_on_counting(Tally(**end["tally"]))
    search.values.restore(search.aim())
    if search.stopped is Stopped.PROVED and search.verdict() is not Stopped.PROVED:
        search.stopped = Stopped.FOUND  # earlier versions called a choice proved by hopes alone
