"""An annotated game as a page: the moves, the winning chances, and boards of important moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import chess
import chess.pgn

from provebest.argument.notation import san, san_line, winning_chances
from provebest.chess.explain.annotating import MARKS, Note, Verdict
from provebest.chess.explain.pgn_notes import comment_on
from provebest.chess.explain.summary import summarise
from provebest.drawing.board_picture import ANSWER, MOVE, REFUTED, as_image, board_svg
from provebest.drawing.page import page, picture
from provebest.vocabulary.outside import escape

BOARD = 240
WIDTH, HEIGHT, LEFT = 900, 160, 40
TONES = {Verdict.BLUNDER: "bad", Verdict.MISTAKE: "bad", Verdict.INACCURACY: "warm"}
COLOURS = {
    Verdict.BLUNDER: "#b91c1c",
    Verdict.MISTAKE: "#b91c1c",
    Verdict.INACCURACY: "#d97706",
}


def games_page(games: Sequence[tuple[chess.pgn.Game, Sequence[Note]]], made: str) -> str:
    """A page with all games of a file."""
    body = ["<main>"]
    for number, (game, notes) in enumerate(games, start=1):
        body += _game(game, {note.ply: note for note in notes}, number, alone=len(games) == 1)
    body += ["</main>", f'<footer><p class="soft">{escape(made)}</p></footer>']
    title = _title(games[0][0]) if len(games) == 1 else f"{len(games)} annotated games"
    return page(title, body)


def _title(game: chess.pgn.Game) -> str:
    white, black = (game.headers.get(name, "?") for name in ("White", "Black"))
    return f"{white} - {black}, {game.headers.get('Result', '*')}"


def _game(
    game: chess.pgn.Game, notes: Mapping[int, Note], number: int, *, alone: bool
) -> list[str]:
    head = "h1" if alone or number == 1 else "h2"
    where = ", ".join(
        value
        for name in ("Event", "Site", "Date")
        if (value := game.headers.get(name, "")) and not value.startswith("?")
    )
    parts = [f"<{head}>{escape(_title(game))}</{head}>", f'<p class="soft">{escape(where)}</p>']
    told = " ".join(summarise(game, list(notes.values())).sentences())
    parts.append(f"<p>{escape(told)}</p>")
    if len(notes) > 1:
        parts.append(picture(_graph(notes), "White's winning chances, move by move"))
    parts.append(_moves(game, notes, number))
    parts += [_article(note, number) for note in notes.values() if _matters(note)]
    return parts


def _matters(note: Note) -> bool:
    return bool(comment_on(note))


def _graph(notes: Mapping[int, Note]) -> str:
    """A graph of White's winning chances after every move, with a mark at each error."""
    plies = sorted(notes)
    first, last = plies[0], max(plies[-1], plies[0] + 1)

    def x(ply: int) -> float:
        return LEFT + (WIDTH - LEFT - 10) * (ply - first) / (last - first)

    points, marks = [], []
    for ply in plies:
        note = notes[ply]
        white = note.board().turn == chess.WHITE
        chances = winning_chances(note.value if note.worth is None else note.worth)
        y = 10 + HEIGHT * (1 - (chances if white else 1 - chances))
        points.append(f"{x(ply):.1f},{y:.1f}")
        if note.verdict in MARKS:
            marks.append(
                f'<circle cx="{x(ply):.1f}" cy="{y:.1f}" r="4.5" fill="{COLOURS[note.verdict]}"/>'
            )
    scale = "".join(
        f'<line x1="{LEFT}" y1="{10 + HEIGHT * share}" x2="{WIDTH - 10}" '
        f'y2="{10 + HEIGHT * share}" stroke="#ddd"/>'
        f'<text x="{LEFT - 6}" y="{14 + HEIGHT * share}" text-anchor="end" fill="#555">'
        f"{1 - share:.0%}</text>"
        for share in (0, 0.5, 1)
    )
    height = HEIGHT + 20
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" role="img" font-family="sans-serif" font-size="11">'
        "<title>White's winning chances, move by move</title>"
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>{scale}'
        f'<polyline points="{" ".join(points)}" fill="none" stroke="#1d4ed8" stroke-width="2"/>'
        f"{''.join(marks)}</svg>"
    )


def _moves(game: chess.pgn.Game, notes: Mapping[int, Note], number: int) -> str:
    """The moves of the game; those with a comment are links to it."""
    words: list[str] = []
    board = game.board()
    for ply, move in enumerate(game.mainline_moves()):
        count = f"{board.fullmove_number}." if board.turn == chess.WHITE else ""
        if not words and not count:
            count = f"{board.fullmove_number}..."
        note = notes.get(ply)
        text = escape(f"{count}{san(board, move.uci())}")
        board.push(move)
        if note is not None and _matters(note):
            tone, mark = TONES.get(note.verdict, "good"), MARKS.get(note.verdict, "\u25a1")
            text = f'<a class="{tone}" href="#game{number}ply{ply}">{text}{mark}</a>'
        words.append(text)
    result = escape(game.headers.get("Result", "*"))
    return f'<p class="moves">{" ".join(words)} {result}</p>'


def _article(note: Note, number: int) -> str:
    """The comment on a move: board, better move, and why the played move is worse."""
    board = note.board()
    arrows = [(note.best, MOVE)]
    key = f"{san_line(board, (note.best,))} in green"
    if note.played != note.best:
        arrows.append((note.played, REFUTED))
        key += f", the played {san_line(board, (note.played,))} in red"
    if len(note.refutation) > 1:
        arrows.append((note.refutation[1], ANSWER))
        key += ", the answer to it in blue"
    tone, mark = TONES.get(note.verdict, "good"), MARKS.get(note.verdict, "\u25a1")
    lines = [f"<p>Best: {escape(san_line(board, note.line, at_most=10))}</p>"]
    if len(note.refutation) > 1:
        lines.append(f"<p>Why not: {escape(san_line(board, note.refutation, at_most=10))}</p>")
    argument = "".join(f"<p>{escape(line)}</p>" for line in note.argument.splitlines())
    drawn = board_svg(board, arrows, BOARD, seen_by=chess.WHITE)
    image = as_image(drawn, f"The board: {key}", width=BOARD)
    return (
        f'<article id="game{number}ply{note.ply}">{image}<div>'
        f'<h3 class="{tone}">{escape(san_line(board, (note.played,)))}{mark}</h3>'
        f"<p>{escape(comment_on(note))}</p>{''.join(lines)}"
        f"<details><summary>The argument for {escape(san_line(board, (note.best,)))}</summary>"
        f"{argument}</details></div></article>"
    )
