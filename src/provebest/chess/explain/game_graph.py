"""White's winning chances over a game, as a graph that leads to its moves."""

from __future__ import annotations

from collections.abc import Mapping

from provebest.argument.notation import san_line, winning_chances
from provebest.chess.explain.notes import Note, Verdict
from provebest.drawing.lines import ShownLine
from provebest.vocabulary.outside import escape

WIDTH, HEIGHT, LEFT, EDGE = 480, 110, 30, 6
GRAPHED = "White's winning chances"
TONES = {Verdict.BLUNDER: "bad", Verdict.MISTAKE: "bad", Verdict.INACCURACY: "warm"}


def graph_html(notes: Mapping[int, Note], line: ShownLine, anchor: str) -> str:
    """Draws the chances after every move; a click shows the move on the board of the page.

    An error has a mark, which is a link to the comment: ``anchor`` and its ply.
    """
    plies = sorted(notes)
    step = (WIDTH - LEFT - EDGE) / max(1, len(plies))
    points, places = [], []
    for number, ply in enumerate(plies):
        x = LEFT + step * (number + 0.5)
        chances = _whites_chances(notes[ply])
        y = EDGE + HEIGHT * (1 - chances)
        points.append(f"{x:.1f},{y:.1f}")
        places.append(_place(notes[ply], line, anchor, x, y, step))
    scale = "".join(
        f'<line class="half" x1="{LEFT}" y1="{y}" x2="{WIDTH - EDGE}" y2="{y}"/>'
        f'<text x="{LEFT - 4}" y="{y + 3}" text-anchor="end">{share:.0%}</text>'
        for share in (0, 0.5, 1)
        for y in (EDGE + HEIGHT * (1 - share),)
    )
    first, last, bottom = LEFT + step / 2, LEFT + step * (len(plies) - 0.5), EDGE + HEIGHT
    area = f"{first:.1f},{bottom} {' '.join(points)} {last:.1f},{bottom}"
    return (
        f'<svg class="graph" viewBox="0 0 {WIDTH} {HEIGHT + 2 * EDGE}" role="group" '
        f'aria-label="{GRAPHED}, move by move">'
        f'<rect class="paper" x="{LEFT}" y="{EDGE}" width="{WIDTH - LEFT - EDGE}" '
        f'height="{HEIGHT}"/>{scale}<polygon class="area" points="{area}"/>'
        f'<polyline class="curve" points="{" ".join(points)}"/>{"".join(places)}</svg>'
    )


def _place(note: Note, line: ShownLine, anchor: str, x: float, y: float, step: float) -> str:
    """Draws the part of the graph that belongs to a move, from top to bottom."""
    name = (
        f"{san_line(note.board(), (note.played,))}{note.mark}: "
        f"{GRAPHED} {_whites_chances(note):.0%}"
    )
    where = f'class="at" data-line="{line.place}" data-ply="{note.ply + 1}"'
    area = (
        f'<rect x="{x - step / 2:.1f}" y="{EDGE}" width="{step:.2f}" height="{HEIGHT}">'
        f"<title>{escape(name)}</title></rect>"
    )
    if not note.mark:
        return f"<g {where}>{area}</g>"
    circle = f'<circle class="{TONES[note.verdict]}" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
    return f'{circle}<a {where} href="#{anchor}{note.ply}" aria-label="{escape(name)}">{area}</a>'


def _whites_chances(note: Note) -> float:
    chances = winning_chances(note.shown)
    return chances if note.for_white == 1 else 1 - chances
