"""Draws trees as boxes and lines, in SVG and DOT. All text is escaped."""

from __future__ import annotations

from dataclasses import dataclass, field

from provebest.vocabulary.outside import escape, visible_lines

GAP = 14
LINE_HEIGHT = 15
CHARACTER = 6.8  # width in pixels at the font size used

LIGHT, BLUE, GREEN, RED, PLAIN = "#fff3d6", "#dfe9f7", "#d8f0dc", "#fbe0dc", "#f4f4f4"


@dataclass(slots=True, eq=False)
class Box:
    """A node of a picture: lines of text, a colour, and its children."""

    lines: tuple[str, ...]
    fill: str = PLAIN
    children: list[Box] = field(default_factory=list)
    title: str = ""
    """The text for tooltips and screen readers."""
    strong: bool = False
    """Whether the line from its parent is thick."""


@dataclass(slots=True)
class _Place:
    along: float
    """Position among its neighbours, in boxes."""
    depth: int


def boxes_svg(root: Box, *, title: str, caption: str = "", across: bool = False) -> str:
    """Returns the tree as SVG, from top to bottom, or from left to right if ``across``."""
    places = _place_boxes(root)
    wide = 12 + CHARACTER * max(len(line) for box in places for line in box.lines)
    high = LINE_HEIGHT * max(len(box.lines) for box in places) + 8
    step, level = (high + GAP / 2, wide + 2 * GAP) if across else (wide + GAP, high + 3 * GAP)

    def corner(box: Box) -> tuple[float, float]:
        place = places[box]
        along, away = GAP + place.along * step, GAP + place.depth * level
        return (away, along) if across else (along, away)

    parts: list[str] = []
    for box in places:
        x, y = corner(box)
        for child in box.children:
            cx, cy = corner(child)
            ends = (
                (x + wide, y + high / 2, cx, cy + high / 2)
                if across
                else (x + wide / 2, y + high, cx + wide / 2, cy)
            )
            parts.append(_edge(ends, strong=child.strong))
    parts += [_draw_box(box, corner(box), wide, high) for box in places]
    right = max(corner(box)[0] for box in places) + wide + GAP
    bottom = max(corner(box)[1] for box in places) + high + GAP + (LINE_HEIGHT if caption else 0)
    right = max(right, CHARACTER * len(caption) + 2 * GAP)
    if caption:
        parts.append(f'<text x="{GAP}" y="{bottom - 6:.0f}" fill="#555">{escape(caption)}</text>')
    return "\n".join(
        [
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right:.0f} {bottom:.0f}" '
                f'width="{right:.0f}" height="{bottom:.0f}" role="img" '
                'font-family="ui-monospace, monospace" font-size="11">'
            ),
            f"<title>{escape(title)}</title>",
            *parts,
            "</svg>",
        ]
    )


def boxes_dot(root: Box, *, title: str) -> str:
    """Returns the tree as Graphviz DOT."""
    places = _place_boxes(root)
    names = {box: f"n{number}" for number, box in enumerate(places)}
    lines = [
        f"digraph {_quote(title)} {{",
        '  node [shape=box, style="rounded,filled", fontname="monospace", fontsize=10];',
    ]
    for box, name in names.items():
        label = "\\n".join(_escape(line) for line in box.lines)
        lines.append(f'  {name} [label="{label}", fillcolor="{box.fill}"];')
    for box, name in names.items():
        for child in box.children:
            weight = " [penwidth=2.5]" if child.strong else ""
            lines.append(f"  {name} -> {names[child]}{weight};")
    return "\n".join([*lines, "}"]) + "\n"


def _place_boxes(root: Box) -> dict[Box, _Place]:
    """Returns each box's place: leaves side by side, parents centred above; parents first."""
    places: dict[Box, _Place] = {}
    order: list[tuple[Box, int]] = []
    waiting = [(root, 0)]
    while waiting:
        box, depth = waiting.pop()
        order.append((box, depth))
        waiting.extend((child, depth + 1) for child in reversed(box.children))
    leaves = [(box, depth) for box, depth in order if not box.children]
    for number, (box, depth) in enumerate(leaves):
        places[box] = _Place(number, depth)
    for box, depth in reversed(order):  # children before their parents
        if box.children:
            below = [places[child].along for child in box.children]
            places[box] = _Place(sum(below) / len(below), depth)
    return {box: places[box] for box, _ in order}


def _edge(ends: tuple[float, float, float, float], *, strong: bool) -> str:
    x1, y1, x2, y2 = ends
    pen = 'stroke="#15781b" stroke-width="2.5"' if strong else 'stroke="#999"'
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {pen}/>'


def _draw_box(box: Box, corner: tuple[float, float], wide: float, high: float) -> str:
    x, y = corner
    first = y + (high - LINE_HEIGHT * len(box.lines)) / 2 + 11
    text = "".join(
        f'<text x="{x + wide / 2:.1f}" y="{first + LINE_HEIGHT * number:.1f}" '
        f'text-anchor="middle" fill="#222">{escape(line)}</text>'
        for number, line in enumerate(box.lines)
    )
    title = f"<title>{escape(box.title)}</title>" if box.title else ""
    return (
        f'<g>{title}<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" rx="4" '
        f'fill="{box.fill}" stroke="#555"/>{text}</g>'
    )


def _escape(text: str) -> str:
    return visible_lines(text).replace("\\", "\\\\").replace('"', '\\"')


def _quote(text: str) -> str:
    return f'"{_escape(text)}"'
