"""A search as a file: stop today, go on tomorrow with the same nodes in the same order.

The format is described in ``docs/saved-search.md``: lines of JSON, a head, one line a node, an end.
Everything that the control reads is written, floats exactly, so the loaded search makes the same
expansions as this one would. Not written: the believer, and values on paths through cycles, which
are computed again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.node import Node
from provebest.search.saved_file import VERSION, Encode, number, write_lines
from provebest.vocabulary import BadInputError

FORMAT = "provebest search"
AnyNode = Node[Any, Any]


def save_search(
    search: ProbabilitySearch[Any, Any],
    file: Path | str,
    state: Encode,
    move: Encode,
    *,
    about: dict[str, Any] | None = None,
) -> None:
    """Writes the whole search; an existing file is replaced completely or not at all.

    ``state`` and ``move`` turn the game's states and moves into what JSON can hold; ``move`` also
    gets the replies of beliefs, so those must be moves. ``about`` is anything else that the file
    should say, kept in its first line. Call it between two steps.

    Raises:
        BadInputError: for another kind of search, and if JSON cannot hold what was given.
        CannotWriteError: if the file cannot be written.
    """
    if not isinstance(search, ProbabilitySearch):
        raise BadInputError(
            f"save_search saves a ProbabilitySearch, the classic control (save_intervals saves B* "
            f"and its variants); a {type(search).__name__} has no tree to save"
        )
    write_lines(file, _lines(search, state, move, about))


def _lines(
    search: ProbabilitySearch[Any, Any], state: Encode, move: Encode, about: dict[str, Any] | None
) -> Iterable[Any]:
    """The head, the nodes by their numbers, and the end with the state of the control."""
    yield {
        "format": FORMAT,
        "version": VERSION,
        "nodes": len(search.graph.nodes),
        **({} if about is None else {"about": about}),
        "policies": _plain(asdict(search.settings)),
        "history": [state(position) for position in sorted(search.builder.history, key=repr)],
    }
    for node in search.graph.nodes:
        yield _node_line(node, search, state, move)
    progress = search.progress
    yield {
        "end": True,
        "path": [node.number for node in search.path],
        "phases": search.builder.phases,
        "closing": sorted(search.graph.closing),
        "inexact": [c.members[0].number for c in search.graph.components if not c.exact],
        "tally": asdict(search.tally),
        "stopped": None if search.stopped is None else search.stopped.name,
        "ended": None if search.end is None else asdict(search.end),
        "stage": {
            "phase": progress.phase.name,
            "share": progress.share,
            "used": progress.used,
            "target": number(progress.target),
            "target_from": _plain(progress.target_from),
            "quota_hit": progress.quota_hit,
            "rounds": progress.rounds,
            "selected": None if progress.selected is None else progress.selected.number,
            "select_end": progress.select_end.name,
            "chances": [list(pair) for pair in progress.chances.items()],
        },
    }


def _node_line(
    node: AnyNode, search: ProbabilitySearch[Any, Any], state: Encode, move: Encode
) -> dict[str, Any]:
    """One node; children by number, parents left out: they follow from the children."""
    known = search.graph.known(node.state, player_moved=node.player_moved)
    return {
        "state": state(node.state),
        "player_moved": node.player_moved,
        "player_to_move": node.player_to_move,
        "depth": node.depth,
        "real": number(node.real),
        "hi": None if node.hi is None else number(node.hi),
        "lo": None if node.lo is None else number(node.lo),
        "sure": None if node.sure is None else [number(bound) for bound in node.sure],
        "p": node.p,
        "own_hope": node.own_hope,
        "over": node.over,
        "repeats": node.repeats,
        "settled": node.settled,
        "effort": node.effort,
        "filled": node.filled,
        "rank": node.rank,
        "private": known is not node,
        "reply": None if node.reply is None else move(node.reply),
        "moves": [move(made) for made in node.moves],
        "children": [child.number for child in node.children],
    }


def _plain(value: Any) -> Any:
    """The value with every float in a form that JSON can hold."""
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    return number(value) if isinstance(value, float) else value
