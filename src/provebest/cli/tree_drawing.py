"""Drawing a searched tree: as lines of text, and as SVG. The size is bounded, and said."""

from __future__ import annotations

from typing import Any

from provebest.search.bstar_node import IntervalNode

MOST_LINES = 400
MOST_BOXES = 300
BOX_WIDTH, BOX_HEIGHT, GAP = 92, 22, 14

Node = IntervalNode[Any, Any]


def as_text(root: Node) -> str:
    """The tree with its intervals, one node a line, best arcs marked; cut after MOST_LINES."""
    lines: list[str] = []
    left_out = 0
    stack: list[tuple[Node, str]] = [(root, "")]
    while stack:
        node, indent = stack.pop()
        if len(lines) >= MOST_LINES:
            left_out += 1
        else:
            lines.append(f"{indent}{_label(node)}")
        children = node.children or []
        stack.extend((child, f"{indent}  ") for child in reversed(children))
    if left_out:
        lines.append(f"... and {left_out:,} nodes more")
    return "\n".join(lines)


def as_svg(root: Node) -> str:
    """The tree as a picture, level by level; only the first MOST_BOXES nodes, and it says so."""
    shown, total = _shown(root)
    places: dict[Node, tuple[float, int]] = {}
    next_x = 0.0
    for node in reversed(shown):  # children come before their parents here
        below = [places[child][0] for child in node.children or () if child in places]
        if below:
            x = sum(below) / len(below)
        else:
            x = next_x
            next_x += BOX_WIDTH + GAP
        places[node] = (x, node.depth)
    width = max(x for x, _ in places.values()) + BOX_WIDTH + GAP
    height = (max(y for _, y in places.values()) + 1) * (BOX_HEIGHT + 3 * GAP) + 2 * GAP
    size = f'width="{width:.0f}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="monospace" font-size="11">'
    ]
    for node, (x, depth) in places.items():
        top = GAP + depth * (BOX_HEIGHT + 3 * GAP)
        if node.parent in places:
            px, pdepth = places[node.parent]
            bottom = GAP + pdepth * (BOX_HEIGHT + 3 * GAP) + BOX_HEIGHT
            parts.append(
                f'<line x1="{px + BOX_WIDTH / 2:.1f}" y1="{bottom}" x2="{x + BOX_WIDTH / 2:.1f}" '
                f'y2="{top}" stroke="#999"/>'
            )
        fill = "#fff3d6" if node.max_moves else "#dfe9f7"
        parts.append(
            f'<rect x="{x:.1f}" y="{top}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="4" '
            f'fill="{fill}" stroke="#555"/>'
            f'<text x="{x + BOX_WIDTH / 2:.1f}" y="{top + 15}" text-anchor="middle">'
            f"{_interval(node)}</text>"
        )
    said = f"{len(shown):,} of {total:,} nodes; light: MAX moves, blue: MIN moves"
    parts.append(f'<text x="{GAP}" y="{height - 4}" fill="#555">{said}</text></svg>')
    return "\n".join(parts)


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


def _label(node: Node) -> str:
    arc = "root" if node.move is None else str(node.move)
    mover = "MAX" if node.max_moves else "MIN"
    return f"{arc} {_interval(node)}" + (f" {mover}" if node.children else "")


def _interval(node: Node) -> str:
    return f"{node.lo:g}" if node.lo == node.hi else f"[{node.lo:g}, {node.hi:g}]"
