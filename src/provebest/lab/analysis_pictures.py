"""Pictures of one analysis: the board with its moves, and the race of the root moves.

``python -m provebest.lab.analysis_pictures FOLDER`` draws those of ``docs/an-analysis.md``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.svg

from provebest.argument.notation import san
from provebest.chess.analysis import Settings, make_search
from provebest.chess.probers import Probers
from provebest.games.chess import read_position
from provebest.search.probability.standing import Standing

POSITION = "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1"
CLASSIC = Settings(control="classic")
MODERN = Settings(nodes=300_000)

SHOWN = 5
LEAST, MOST = -4.0, 11.0  # pawns
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 520, 300, 44, 46, 54, 40
STYLES = ((1, 'stroke-dasharray="2 4" stroke-width="1"'), (0, 'stroke-width="2"'))  # hope, real
COLOURS = ("#15781b", "#c2410c", "#1d4ed8", "#7e22ce", "#555555")
SHADES = {"VERIFY": "#fde8e0", "hope": "#e0ecfd", "separation": "#f3e8fd"}


@dataclass(frozen=True, slots=True)
class Race:
    """What each step was for, and how things stood after it."""

    title: str
    doings: tuple[str, ...]
    standings: tuple[Standing[str], ...]

    def values(self, move: str) -> list[tuple[float, float]]:
        """What a move seemed to be worth and hoped for after each step, in pawns."""
        seen = []
        for standing in self.standings:
            (found,) = (c for c in standing.moves if c.move == move)
            hope = found.real if found.hope is None else found.hope
            seen.append((_within(found.real / 100), _within(hope / 100)))
        return seen

    def shown(self) -> list[str]:
        """The choice, then the moves that cost most or seem to be worth most."""
        first, *others = self.standings[-1].moves
        others.sort(key=lambda c: (c.effort, c.real), reverse=True)
        return [first.move, *(c.move for c in others[: SHOWN - 1])]


def run_race(title: str, fen: str, settings: Settings) -> Race:
    """An analysis, looked at after every step."""
    doings, standings = [], []
    probers = Probers(settings.prober)
    try:
        search = make_search(read_position(fen), settings, probers)
        while search.stopped is None:
            doings.append(search.standing().doing)
            search.step()
            standings.append(search.standing())
    finally:
        probers.close()
    return Race(title, tuple(doings), tuple(standings))


def board_svg(fen: str, race: Race) -> str:
    """The board with the choice in green and its rivals in red."""
    board = chess.Board(fen)
    first, *others = (chess.Move.from_uci(move) for move in race.shown())
    arrows = [chess.svg.Arrow(m.from_square, m.to_square, color="#b91c1c99") for m in others]
    arrows.append(chess.svg.Arrow(first.from_square, first.to_square, color="#15781bcc"))
    return chess.svg.board(board, arrows=arrows, size=360)


def race_svg(fen: str, races: Sequence[Race]) -> str:
    """Side by side: real values as lines, hopes dotted, a step to the right for each probe."""
    board, panel = chess.Board(fen), LEFT + WIDTH + RIGHT
    width, height = panel * len(races), TOP + HEIGHT + BOTTOM
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" font-family="sans-serif" font-size="12">'
        ),
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for number, race in enumerate(races):
        parts.append(f'<g transform="translate({panel * number + LEFT} {TOP})">')
        parts += [*_bands(race), *_scale(race), *_runners(board, race), "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _bands(race: Race) -> list[str]:
    """What each step was for, as a shade."""
    step = WIDTH / len(race.doings)
    return [
        f'<rect x="{i * step:.1f}" y="0" width="{step:.2f}" height="{HEIGHT}" '
        f'fill="{SHADES[doing]}"/>'
        for i, doing in enumerate(race.doings)
        if doing in SHADES
    ]


def _scale(race: Race) -> list[str]:
    parts = [
        f'<text x="0" y="-26" font-weight="bold">{race.title}</text>',
        (
            f'<text x="{WIDTH}" y="{HEIGHT + 30}" text-anchor="end" fill="#555">'
            f"steps 1 to {len(race.doings)}</text>"
        ),
    ]
    used = [name for name in SHADES if name in race.doings]
    for i, name in enumerate(used):
        parts.append(
            f'<rect x="{i * 100}" y="-18" width="11" height="11" fill="{SHADES[name]}" '
            f'stroke="#aaa"/><text x="{i * 100 + 16}" y="-8" fill="#555">{name}</text>'
        )
    for pawns in range(int(LEAST), int(MOST) + 1, 3):
        y = _y(pawns)
        parts.append(
            f'<line x1="0" y1="{y:.1f}" x2="{WIDTH}" y2="{y:.1f}" stroke="#ddd"/>'
            f'<text x="-6" y="{y + 4:.1f}" text-anchor="end" fill="#555">{pawns:+d}</text>'
        )
    return parts


def _runners(board: chess.Board, race: Race) -> list[str]:
    step = WIDTH / len(race.doings)
    parts: list[str] = []
    taken: list[float] = []
    for move, colour in zip(race.shown(), COLOURS, strict=False):
        values = race.values(move)
        for which, style in (
            (1, 'stroke-dasharray="2 4" stroke-width="1"'),
            (0, 'stroke-width="2"'),
        ):
            points = " ".join(
                f"{(i + 0.5) * step:.1f},{_y(value[which]):.1f}" for i, value in enumerate(values)
            )
            parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" {style}/>')
        y = _y(values[-1][0])
        while any(abs(y - other) < 13 for other in taken):  # names do not cover each other
            y -= 13
        taken.append(y)
        parts.append(
            f'<text x="{WIDTH + 4}" y="{y + 4:.1f}" fill="{colour}">{san(board, move)}</text>'
        )
    return parts


def _y(pawns: float) -> float:
    return HEIGHT * (MOST - pawns) / (MOST - LEAST)


def _within(pawns: float) -> float:
    return min(MOST, max(LEAST, pawns))


def draw(folder: Path) -> list[Path]:
    """Writes the pictures of the page and returns where."""
    classic = run_race("classic control", POSITION, CLASSIC)
    modern = run_race("modern control", POSITION, MODERN)
    pictures = {
        "analysis-board.svg": board_svg(POSITION, classic),
        "analysis-race.svg": race_svg(POSITION, [classic, modern]),
    }
    for name, svg in pictures.items():
        (folder / name).write_text(svg, encoding="utf-8")
    return [folder / name for name in pictures]


if __name__ == "__main__":
    for written in draw(Path(sys.argv[1] if len(sys.argv) > 1 else ".")):
        print(written)
