"""Draws a tree of intervals as text, SVG and DOT. The size is limited, and the caption says so."""

from __future__ import annotations

from typing import Any

from provebest.drawing.boxes import BLUE, LIGHT, Box, boxes_dot, boxes_svg
from provebest.search.intervals.node import IntervalNode
from provebest.vocabulary import number_text
from provebest.vocabulary.argued import Names
from provebest.vocabulary.outside import visible

MOST_LINES = 400
MOST_BOXES = 300

Node = IntervalNode[Any, Any]


def as_text(root: Node, names: Names | None = None) -> str:
    """Returns the tree with its intervals, one node per line, at most ``MOST_LINES`` nodes."""
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
        lines.append(f"... and {left_out:,} more nodes")
    return "\n".join(lines)


def as_svg(root: Node, names: Names | None = None) -> str:
    """Returns the tree as SVG, whole levels, at most ``MOST_BOXES`` nodes; the caption says so."""
    box, caption = _boxes(root, names)
    return boxes_svg(box, title="the tree that was searched", caption=caption)


def as_dot(root: Node, names: Names | None = None) -> str:
    """Returns the same nodes as Graphviz DOT."""
    box, caption = _boxes(root, names)
    return boxes_dot(box, title=caption)


def _boxes(root: Node, names: Names | None) -> tuple[Box, str]:
    shown, total = _nearest(root)
    boxes = {
        node: Box((_interval(node),), LIGHT if node.max_moves else BLUE, title=_label(node, names))
        for node in shown
    }
    for node, box in boxes.items():
        if node.parent in boxes:
            boxes[node.parent].children.append(box)
    return boxes[root], f"{len(shown):,} of {total:,} nodes; light: MAX moves, blue: MIN moves"


def _nearest(root: Node) -> tuple[list[Node], int]:
    """Returns the nodes of the levels that fit, and the number of all nodes."""
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
    return f"{visible(arc)} {_interval(node)}" + (f" {mover}" if node.children else "")


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
