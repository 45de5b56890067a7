"""A bar for each root move when the search stopped, from its value to its hope."""

from __future__ import annotations

from typing import Any

from provebest.argument.argument import Argument
from provebest.vocabulary.outside import escape

LEFT, RIGHT, WIDTH, ROW, TOP = 64, 150, 420, 26, 22
FARTHEST = 1000.0
"""From the choice's value, in its units (chess: 0.01 pawns); values beyond are at the edge."""
CHOICE, RIVAL = "#15781b", "#b45309"


def bars_svg(argument: Argument[Any]) -> str:
    """Draws the choice and the rivals it is compared with; the line is the choice's value."""
    claim, notation = argument.claim, argument.notation
    rows: list[tuple[Any, float, float | None, str, str]] = [
        (claim.move, claim.value, None, "chosen", CHOICE)
    ]
    rows += [(r.move, r.value, r.hope, r.kind.in_words, RIVAL) for r in argument.argued]
    low, high = _ends(claim.value, [value for row in rows for value in row[1:3]])

    def x(value: float) -> float:
        return LEFT + WIDTH * (min(high, max(low, value)) - low) / (high - low)

    height = TOP + ROW * len(rows) + 8
    goal = x(claim.value)
    parts = [
        (
            f'<line x1="{goal:.1f}" y1="{TOP - 6}" x2="{goal:.1f}" y2="{height - 8}" '
            f'stroke="{CHOICE}" stroke-dasharray="4 3"/>'
        ),
        (
            f'<text x="{goal:.1f}" y="{TOP - 10}" text-anchor="middle" fill="{CHOICE}">'
            f"{escape(notation.value(claim.value))}</text>"
        ),
    ]
    for number, (move, real, hope, label, colour) in enumerate(rows):
        y = TOP + ROW * number + ROW / 2
        start, end = x(real), x(real if hope is None else max(real, hope))
        parts.append(
            f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end" fill="#222">'
            f"{escape(notation.move(move))}</text>"
            f'<rect x="{start:.1f}" y="{y - 5}" width="{end - start:.1f}" height="10" '
            f'fill="{colour}" opacity="0.35"/>'
            f'<circle cx="{start:.1f}" cy="{y}" r="5" fill="{colour}"/>'
            f'<text x="{LEFT + WIDTH + 10}" y="{y + 4}" fill="#444">'
            f"{escape(notation.value(real))} {escape(label)}</text>"
        )
    width = LEFT + WIDTH + RIGHT
    return "\n".join(
        [
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
                f'width="{width}" height="{height}" role="img" font-family="sans-serif" '
                'font-size="12">'
            ),
            "<title>the value (dot) and the hope (end of the bar) of each move</title>",
            f'<rect width="{width}" height="{height}" fill="white"/>',
            *parts,
            "</svg>",
        ]
    )


def _ends(middle: float, values: list[float | None]) -> tuple[float, float]:
    """Returns the ends of the scale: the values, at most ``FARTHEST`` from the middle."""
    seen = [
        min(middle + FARTHEST, max(middle - FARTHEST, value))
        for value in values
        if value is not None
    ]
    low, high = min(seen), max(seen)
    margin = max(1.0, 0.06 * (high - low))
    return low - margin, high + margin
