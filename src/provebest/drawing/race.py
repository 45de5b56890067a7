"""Records the values of the root moves after every step, and draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from provebest.argument.notation import Notation
from provebest.search.events import StepEnded
from provebest.search.move_search import Snapshot
from provebest.vocabulary import EventStream
from provebest.vocabulary.outside import escape

SHOWN = 5
FARTHEST = 10.0
"""Pawns from the choice's value; values beyond are drawn at the edge."""
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 520, 300, 44, 46, 54, 40
STYLES = ((1, 'stroke-dasharray="2 4" stroke-width="1"'), (0, 'stroke-width="2"'))  # hope, real
COLOURS = ("#15781b", "#c2410c", "#1d4ed8", "#7e22ce", "#555555")
SHADES = {"VERIFY": "#fde8e0", "rivals": "#e0ecfd"}
UNIT = 100.0
NAME = 13  # pixels of height for a name


@dataclass(frozen=True, slots=True)
class Race:
    """The purpose of each step, and the root moves after it."""

    title: str
    purposes: tuple[str, ...]
    snapshots: tuple[Snapshot[Any], ...]

    def values(self, move: Any) -> list[tuple[float, float]]:
        """Returns the value and the hope of a move after each step, in pawns."""
        seen = []
        for snapshot in self.snapshots:
            (found,) = (c for c in snapshot.moves if c.move == move)
            hope = found.real if found.hope is None else found.hope
            seen.append((found.real / UNIT, hope / UNIT))
        return seen

    def shown(self) -> list[Any]:
        """Returns the choice, then the moves with the most effort, by value on ties."""
        first, *others = self.snapshots[-1].moves
        others.sort(key=lambda c: (c.effort, c.real), reverse=True)
        return [first.move, *(c.move for c in others[: SHOWN - 1])]


class RaceRecorder:
    """Records a snapshot of a search after each of its steps."""

    def __init__(self, events: EventStream) -> None:
        self._steps: list[StepEnded[Any]] = []
        events.on(StepEnded, self._steps.append)

    def race(self, title: str) -> Race | None:
        """Returns the race so far; None before the first step."""
        if not self._steps:
            return None
        purposes = tuple(step.purpose for step in self._steps)
        return Race(title, purposes, tuple(step.snapshot for step in self._steps))


@dataclass(frozen=True, slots=True)
class _Scale:
    least: float
    most: float

    def y(self, pawns: float) -> float:
        within = min(self.most, max(self.least, pawns))
        return HEIGHT * (self.most - within) / (self.most - self.least)


def race_svg(notation: Notation, races: Sequence[Race]) -> str:
    """Draws races side by side: values as lines, hopes as dotted lines, over the steps."""
    panel = LEFT + WIDTH + RIGHT
    width, height = panel * len(races), TOP + HEIGHT + BOTTOM
    scale = _scale_of(races)
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" font-family="sans-serif" '
            'font-size="12">'
        ),
        "<title>values and hopes of the root moves after each step, in pawns</title>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for number, race in enumerate(races):
        parts.append(f'<g transform="translate({panel * number + LEFT} {TOP})">')
        parts += [*_bands(race), *_axis(race, scale), *_runners(notation, race, scale), "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _scale_of(races: Sequence[Race]) -> _Scale:
    """Returns the range of all values and hopes, at most ``FARTHEST`` from the choice's value."""
    middle = races[0].values(races[0].shown()[0])[-1][0]
    seen = [
        min(middle + FARTHEST, max(middle - FARTHEST, value))
        for race in races
        for move in race.shown()
        for pair in race.values(move)
        for value in pair
    ]
    least, most = min(seen), max(seen)
    return _Scale(least - 0.5, max(most + 0.5, least + 1))


def _bands(race: Race) -> list[str]:
    """Draws the purpose of each step as a background colour."""
    step = WIDTH / len(race.purposes)
    return [
        f'<rect x="{i * step:.1f}" y="0" width="{step:.2f}" height="{HEIGHT}" '
        f'fill="{SHADES[purpose]}"/>'
        for i, purpose in enumerate(race.purposes)
        if purpose in SHADES
    ]


def _axis(race: Race, scale: _Scale) -> list[str]:
    parts = [
        f'<text x="0" y="-26" font-weight="bold">{escape(race.title)}</text>',
        (
            f'<text x="{WIDTH}" y="{HEIGHT + 30}" text-anchor="end" fill="#555">'
            f"steps 1 to {len(race.purposes)}</text>"
        ),
    ]
    used = [name for name in SHADES if name in race.purposes]
    for i, name in enumerate(used):
        parts.append(
            f'<rect x="{i * 100}" y="-18" width="11" height="11" fill="{SHADES[name]}" '
            f'stroke="#aaa"/><text x="{i * 100 + 16}" y="-8" fill="#555">{name}</text>'
        )
    apart = next(step for step in (0.5, 1, 2, 3, 5, 10, 50) if scale.most - scale.least < 7 * step)
    mark = apart * (scale.least // apart + 1)
    while mark <= scale.most:
        y = scale.y(mark)
        parts.append(
            f'<line x1="0" y1="{y:.1f}" x2="{WIDTH}" y2="{y:.1f}" stroke="#ddd"/>'
            f'<text x="-6" y="{y + 4:.1f}" text-anchor="end" fill="#555">{mark:+g}</text>'
        )
        mark += apart
    return parts


def _runners(notation: Notation, race: Race, scale: _Scale) -> list[str]:
    step = WIDTH / len(race.purposes)
    parts: list[str] = []
    names: list[tuple[float, str]] = []
    for move, colour in zip(race.shown(), COLOURS, strict=False):
        values = race.values(move)
        for which, style in STYLES:
            points = " ".join(
                f"{(i + 0.5) * step:.1f},{scale.y(value[which]):.1f}"
                for i, value in enumerate(values)
            )
            parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" {style}/>')
        label = f'fill="{colour}">{escape(notation.move(move))}</text>'
        names.append((scale.y(values[-1][0]), label))
    return [*parts, *_names(names)]


def _names(names: list[tuple[float, str]]) -> list[str]:
    """Places the names in the order of their values, without overlap."""
    names = sorted(names, key=lambda name: name[0])
    lowest: float = HEIGHT + NAME
    places: list[float] = []
    for number, (y, _) in enumerate(reversed(names)):
        left = len(names) - 1 - number  # names that still need room above
        lowest = max(min(y, lowest - NAME), NAME * left)
        places.append(lowest)
    return [
        f'<text x="{WIDTH + 4}" y="{y + 4:.1f}" {label}'
        for y, (_, label) in zip(reversed(places), names, strict=True)
    ]
