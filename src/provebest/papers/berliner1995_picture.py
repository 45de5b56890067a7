"""Draws the worked example at its end: the tree, its values and the order of expansions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from provebest.papers.berliner1995 import replay
from provebest.search.probability.node import Node
from provebest.vocabulary.files import write_text

WIDTH, HEIGHT, GAP, LEVEL = 104, 46, 10, 92
MARGIN = 16

AnyNode = Node[Any, Any]


def draw(folder: Path) -> Path:
    """Writes ``berliner1995-example.svg`` to the folder and returns its path."""
    script, search, _ = replay()
    order = {name: number for number, name in enumerate(script.expanded, start=1)}
    places: dict[str, tuple[float, float]] = {}
    _place(search.root, places, 0.0)
    right = max(x for x, _ in places.values()) + WIDTH + MARGIN
    bottom = max(y for _, y in places.values()) + HEIGHT + MARGIN + 22
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right:.0f} {bottom:.0f}" '
            f'width="{right:.0f}" height="{bottom:.0f}" font-family="sans-serif" font-size="12">'
        ),
        f'<rect width="{right:.0f}" height="{bottom:.0f}" fill="white"/>',
    ]
    parts += _lines(search.root, places)
    parts += _boxes(search.root, places, order)
    legend = (
        "light: the Player moved here; blue: the Opponent moved here; circles: order of expansions"
    )
    parts.append(f'<text x="{MARGIN}" y="{bottom - 8:.0f}" fill="#555">{legend}</text></svg>')
    written = folder / "berliner1995-example.svg"
    write_text(written, "\n".join(parts) + "\n")
    return written


def _place(node: AnyNode, places: dict[str, tuple[float, float]], left: float) -> float:
    """Places a subtree from ``left`` on; returns where the next one begins."""
    right = left
    for child in node.children:
        right = _place(child, places, right)
    right = max(right, left + WIDTH + GAP)
    x = MARGIN + (left + right - GAP - WIDTH) / 2
    places[node.state] = x, MARGIN + LEVEL * (node.depth + 1)
    return right


def _lines(node: AnyNode, places: dict[str, tuple[float, float]]) -> list[str]:
    x, y = places[node.state]
    parts = []
    for child in node.children:
        to_x, to_y = places[child.state]
        parts.append(
            f'<line x1="{x + WIDTH / 2:.1f}" y1="{y + HEIGHT:.1f}" '
            f'x2="{to_x + WIDTH / 2:.1f}" y2="{to_y:.1f}" stroke="#999"/>'
        )
        parts += _lines(child, places)
    return parts


def _boxes(
    node: AnyNode, places: dict[str, tuple[float, float]], order: dict[str, int]
) -> list[str]:
    x, y = places[node.state]
    middle = x + WIDTH / 2
    fill = "#fff3d6" if node.player_moved else "#dfe9f7" if node.depth >= 0 else "#eee"
    chance = "" if node.depth < 1 else f"  {node.p:.3f}"
    bounds = " ≤ ".join(f"{v:g}" for v in (node.lo, node.real, node.hi) if v is not None)
    parts = [
        (
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{WIDTH}" height="{HEIGHT}" rx="5" fill="{fill}" '
            'stroke="#555"/>'
        ),
        (
            f'<text x="{middle:.1f}" y="{y + 18:.1f}" text-anchor="middle" font-weight="bold">'
            f"{node.state}{chance}</text>"
        ),
        (
            f'<text x="{middle:.1f}" y="{y + 36:.1f}" text-anchor="middle" font-size="11">'
            f"{bounds}</text>"
        ),
    ]
    if node.state in order:
        parts.append(
            f'<circle cx="{x + WIDTH:.1f}" cy="{y:.1f}" r="9" fill="#c2410c"/>'
            f'<text x="{x + WIDTH:.1f}" y="{y + 4:.1f}" text-anchor="middle" fill="white" '
            f'font-size="11">{order[node.state]}</text>'
        )
    for child in node.children:
        parts += _boxes(child, places, order)
    return parts
