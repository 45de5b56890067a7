"""Drawing a tree of intervals: as text, SVG and DOT. The size is bounded, and said."""

from __future__ import annotations

from typing import Any

from provebest.drawing.boxes import BLUE, LIGHT, Box, boxes_dot, boxes_svg
from provebest.search.intervals.node import IntervalNode
from provebest.vocabulary import number_text
from provebest.vocabulary.argued import Names

MOST_LINES = 400
MOST_BOXES = 300

Node = IntervalNode[Any, Any]


def as_text(root: Node, names: Names | None = None) -> str:
    """The tree with its intervals, one node a line; cut after MOST_LINES."""
    lines: list[str] = []
    left_out = 0
    stack: list[tuple[Node, str]] = [(root, "")]
    while stack:
        node, indent = stack.pop()
        if len(lines) >= MOST_LINES:
            left_out += 1
        else:
            lines.append(f"{indent}{_label(node, names)}")
        children = node.children or []
        stack.extend((child, f"{indent}  ") for child in reversed(children))
    if left_out:
        lines.append(f"... and {left_out:,} nodes more")
    return "\n".join(lines)


def as_svg(root: Node, names: Names | None = None) -> str:
    """The tree as a picture, level by level; only the first MOST_BOXES nodes, and it says so."""
    box, said = _boxes(root, names)
    return boxes_svg(box, title="the tree that was searched", caption=said)


def as_dot(root: Node, names: Names | None = None) -> str:
    """The same nodes in the language of Graphviz."""
    box, said = _boxes(root, names)
    return boxes_dot(box, title=said)


def _boxes(root: Node, names: Names | None) -> tuple[Box, str]:
    shown, total = _shown(root)
    boxes = {
        node: Box((_interval(node),), LIGHT if node.max_moves else BLUE, title=_label(node, names))
        for node in shown
    }
    for node, box in boxes.items():
        if node.parent in boxes:
            boxes[node.parent].children.append(box)
    return boxes[root], f"{len(shown):,} of {total:,} nodes; light: MAX moves, blue: MIN moves"


def _shown(root: Node) -> tuple[list[Node], int]:
    """The nodes nearest to the root, level by level, and how many there are in all."""
    shown: list[Node] = []
    total, level = 0, [root]
    while level:
        total += len(level)
        if len(shown) + len(level) <= MOST_BOXES:
            shown += level
        level = [child for node in level for child in node.children or ()]
    return shown, total


def _label(node: Node, names: Names | None) -> str:
    arc = "root" if node.move is None else str(node.move)
    if node.parent is not None and names is not None:
        arc = names.name(node.move, _path(node.parent))
    mover = "MAX" if node.max_moves else "MIN"
    return f"{arc} {_interval(node)}" + (f" {mover}" if node.children else "")


def _path(node: Node) -> tuple[Any, ...]:
    """The moves from the root to a node."""
    moves = []
    while node.parent is not None:
        moves.append(node.move)
        node = node.parent
    return tuple(reversed(moves))


def _interval(node: Node) -> str:
    lo, hi = number_text(node.lo), number_text(node.hi)
    return lo if node.lo == node.hi else f"[{lo}, {hi}]"
