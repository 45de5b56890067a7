"""A search as a file: stop today, go on tomorrow with the same nodes in the same order.

The format is described in ``docs/saved-search.md``: lines of JSON, a head, one line a node, an end.
"""

from __future__ import annotations

import json
import math
import os
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.node import Node
from provebest.vocabulary import BadInputError

FORMAT = "provebest search"
VERSION = 1

AnyNode = Node[Any, Any]
Encode = Callable[[Any], Any]
"""A state or a move as something JSON can hold."""


def save_search(
    search: ProbabilitySearch[Any, Any], file: Path | str, state: Encode, move: Encode
) -> None:
    """Writes the whole search; a file of that name is replaced at once or not at all.

    ``state`` and ``move`` turn the game's states and moves into what JSON can hold. Replies are
    written as moves.

    Raises:
        BadInputError: for another kind of search, and if the file cannot be written or JSON cannot
            hold what was given.
    """
    if not isinstance(search, ProbabilitySearch):
        raise BadInputError(
            f"only a ProbabilitySearch, the classic control, can be saved to a file and continued; "
            f"a {type(search).__name__} keeps no tree that a file could hold"
        )
    target = Path(file)
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=target.parent, prefix=f".{target.name}.", delete=False
        ) as out:
            try:
                for line in _lines(search, state, move):
                    out.write(json.dumps(line, allow_nan=False, separators=(",", ":")) + "\n")
                out.flush()
                os.fsync(out.fileno())
                Path(out.name).replace(target)
            except BaseException:
                Path(out.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise BadInputError(f"cannot write {str(file)!r}: {error.strerror}") from None
    except (TypeError, ValueError) as error:
        raise BadInputError(f"cannot save a state or a move as JSON: {error}") from None


def _lines(search: ProbabilitySearch[Any, Any], state: Encode, move: Encode) -> Iterable[Any]:
    yield {
        "format": FORMAT,
        "version": VERSION,
        "nodes": len(search.graph.nodes),
        "policies": _plain(asdict(search.policies)),
        "history": [state(position) for position in sorted(search.growth.history, key=repr)],
    }
    for node in search.graph.nodes:
        yield _node_line(node, search, state, move)
    stage = search.stage
    yield {
        "end": True,
        "path": [node.number for node in search.path],
        "phases": search.growth.phases,
        "closing": sorted(search.graph.closing),
        "inexact": [c.members[0].number for c in search.graph.components if not c.exact],
        "tally": asdict(search.tally),
        "stopped": None if search.stopped is None else search.stopped.name,
        "ended": None if search.end is None else asdict(search.end),
        "stage": {
            "phase": stage.phase.name,
            "share": stage.share,
            "used": stage.used,
            "target": number(stage.target),
            "target_from": _plain(stage.target_from),
            "quota_hit": stage.quota_hit,
            "rounds": stage.rounds,
            "selected": None if stage.selected is None else stage.selected.number,
            "select_end": stage.select_end.name,
            "chances": [list(pair) for pair in stage.chances.items()],
        },
    }


def _node_line(
    node: AnyNode, search: ProbabilitySearch[Any, Any], state: Encode, move: Encode
) -> dict[str, Any]:
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


def number(value: float) -> float | str:
    """A number that JSON can hold; what is infinite is written out."""
    return value if math.isfinite(value) else str(value)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    return number(value) if isinstance(value, float) else value
