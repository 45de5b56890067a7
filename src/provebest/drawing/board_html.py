"""The board of a page, drawn in the page itself: pieces are symbols, so a board costs little."""

from __future__ import annotations

import re
from collections.abc import Sequence

import chess
import chess.svg

from provebest.drawing.lines import Arrow, Lines
from provebest.vocabulary.outside import escape

SQUARE = 45
SIDE = 8 * SQUARE
LIGHT, DARK = "#f0d9b5", "#b58863"
ARROWS = ("move", "threat", "stopped", "refuted", "answer")
"""What arrows can mean; the style sheet gives each its colour."""
LICHESS = "https://lichess.org/analysis/"
ICONS = (
    ("first", "First position", "M4 4v12M16 4 7 10l9 6z"),
    ("back", "One move back (left arrow key)", "M14 4 6 10l8 6z"),
    ("next", "One move on (right arrow key)", "M6 4l8 6-8 6z"),
    ("last", "Last position", "M16 4v12M4 4l9 6-9 6z"),
    ("flip", "Turn the board (f)", "M6 16V4L3 7m3-3 3 3M14 4v12l3-3m-3 3-3-3"),
)


def symbols() -> str:
    """Returns what all boards of a page use: squares, pieces and the heads of arrows."""
    dark = "".join(
        f"M{column * SQUARE} {row * SQUARE}h{SQUARE}v{SQUARE}h-{SQUARE}z"
        for row in range(8)
        for column in range(8)
        if (row + column) % 2
    )
    squares = (
        f'<symbol id="squares" viewBox="0 0 {SIDE} {SIDE}"><path fill="{LIGHT}" '
        f'd="M0 0h{SIDE}v{SIDE}H0z"/><path fill="{DARK}" d="{dark}"/></symbol>'
    )
    pieces = "".join(
        f'<symbol id="piece-{name}" viewBox="0 0 {SQUARE} {SQUARE}">{_piece(drawn)}</symbol>'
        for name, drawn in chess.svg.PIECES.items()
    )
    heads = "".join(
        f'<marker id="head-{name}" orient="auto" overflow="visible" markerWidth="4" '
        f'markerHeight="4" refX="2.05" refY="2">'
        f'<path d="M0 0v4l3-2z" class="arrow-{name}"/></marker>'
        for name in ARROWS
    )
    return (
        '<svg width="0" height="0" class="symbols" aria-hidden="true">'
        f"<defs>{squares}{pieces}{heads}</defs></svg>"
    )


def board_html(
    board: chess.Board,
    arrows: Sequence[Arrow],
    label: str,
    *,
    seen_by: chess.Color | None = None,
    small: bool = False,
) -> str:
    """Returns the board from ``seen_by``'s side (default: the side to move), with arrows."""
    white = (board.turn if seen_by is None else seen_by) == chess.WHITE
    pieces = "".join(
        '<use href="#piece-{}" x="{}" y="{}" width="{}" height="{}"/>'.format(
            piece.symbol(), *_corner(square, white=white), SQUARE, SQUARE
        )
        for square, piece in sorted(board.piece_map().items())
    )
    drawn = "".join(_arrow(chess.Move.from_uci(uci), tone, white=white) for uci, tone in arrows)
    names = "" if small else f'<g class="names">{_names(white=white)}</g>'
    return (
        f'<svg class="board{" small" * small}" viewBox="0 0 {SIDE} {SIDE}" role="img" '
        f'aria-label="{escape(label)}"><use href="#squares" width="{SIDE}" height="{SIDE}"/>'
        f'{names}<g class="last"></g><g class="pieces">{pieces}</g>'
        f'<g class="arrows">{drawn}</g></svg>'
    )


def controls_html() -> str:
    """Returns the buttons of a board; they work once the script has shown them."""
    buttons = "".join(
        f'<button type="button" data-do="{name}" aria-label="{label}" title="{label}">'
        f'<svg viewBox="0 0 20 20" aria-hidden="true"><path d="{path}"/></svg></button>'
        for name, label, path in ICONS
    )
    return (
        f'<div class="controls" role="group" aria-label="Moves of the line" hidden>{buttons}</div>'
        '<output class="where" aria-live="polite" hidden></output>'
    )


def position_html(board: chess.Board) -> str:
    """Returns the position as FEN, with a button that copies it and a link to lichess."""
    return (
        '<div class="position"><label>FEN '
        f'<input class="fen" readonly value="{escape(board.fen())}"></label>'
        '<button type="button" data-do="copy" hidden>Copy FEN</button>'
        f'<a class="lichess" href="{lichess_url(board)}" target="_blank" '
        'rel="noopener noreferrer">Open in lichess</a></div>'
    )


def data_html(lines: Lines, board: chess.Board, *, seen_by: chess.Color | None = None) -> str:
    """Returns what the script needs to know: data, which a browser does not run."""
    seen = chess.COLOR_NAMES[board.turn if seen_by is None else seen_by]
    return (
        f'<script type="application/json" class="lines" data-seen-by="{seen}" '
        f'data-lichess="{_lichess_folder(board)}">{lines.as_json()}</script>'
    )


def lichess_url(board: chess.Board) -> str:
    """Returns the address of the position on lichess' analysis board."""
    return f"{_lichess_folder(board)}{board.fen().replace(' ', '_')}"


def _lichess_folder(board: chess.Board) -> str:
    return f"{LICHESS}{'chess960' if board.chess960 else 'standard'}/"


def _piece(drawn: str) -> str:
    """Returns a piece without names, and without styles: the policy of the page forbids them."""

    def attributes(style: re.Match[str]) -> str:
        return re.sub(r"([\w-]+):\s*([^;]+);?", r'\1="\2"', style[1])

    plain = re.sub(r'style="([^"]*)"', attributes, drawn)
    return re.sub(r' (?:id|class)="[^"]*"', "", plain)


def _corner(square: chess.Square, *, white: bool) -> tuple[int, int]:
    column, row = chess.square_file(square), 7 - chess.square_rank(square)
    return (column if white else 7 - column) * SQUARE, (row if white else 7 - row) * SQUARE


def _arrow(move: chess.Move, tone: str, *, white: bool) -> str:
    tail, head = (
        [edge + SQUARE / 2 for edge in _corner(square, white=white)]
        for square in (move.from_square, move.to_square)
    )
    return (
        f'<line x1="{tail[0]}" y1="{tail[1]}" x2="{head[0]}" y2="{head[1]}" '
        f'class="arrow-{tone}" marker-end="url(#head-{tone})"/>'
    )


def _names(*, white: bool) -> str:
    """Returns the names of files and ranks, small and inside the squares at the edge."""
    files, ranks = "abcdefgh", "87654321"
    if not white:
        files, ranks = files[::-1], ranks[::-1]
    across = "".join(
        f'<text x="{n * SQUARE + 3}" y="{SIDE - 3}" fill="{(LIGHT, DARK)[n % 2]}">{name}</text>'
        for n, name in enumerate(files)
    )
    down = "".join(
        f'<text x="{SIDE - 3}" y="{n * SQUARE + 11}" text-anchor="end" '
        f'fill="{(LIGHT, DARK)[n % 2]}">{name}</text>'
        for n, name in enumerate(ranks)
    )
    return across + down
