"""An annotated game as a page: a board, the moves with comments, and the winning chances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import chess
import chess.pgn

from provebest.argument.notation import san_line
from provebest.argument.prose import Prose
from provebest.chess.explain.game_graph import GRAPHED, TONES, graph_html
from provebest.chess.explain.notes import Note
from provebest.chess.explain.pgn_notes import said_of
from provebest.chess.explain.reasons import SHOWN_PLIES
from provebest.chess.explain.summary import summarise
from provebest.drawing.board_html import board_html, controls_html, data_html, position_html
from provebest.drawing.frame import folded, page
from provebest.drawing.lines import (
    PASS,
    Arrow,
    Lines,
    ShownLine,
    line_html,
    linked,
    move_html,
    sentence_html,
)
from provebest.vocabulary.outside import escape

ONLY_MOVE = "\u25a1"


def games_page(games: Sequence[tuple[chess.pgn.Game, Sequence[Note]]], made: str) -> str:
    """A page with all games of a file."""
    body = ["<main>"]
    for number, (game, notes) in enumerate(games, start=1):
        head = "h1" if number == 1 else "h2"
        body += _GamePart(game, {note.ply: note for note in notes}, number).html(head)
    body += ["</main>", f'<footer><p class="soft">{escape(made)}</p></footer>']
    title = _title(games[0][0]) if len(games) == 1 else f"{len(games)} annotated games"
    return page(title, body, live=True)


def _title(game: chess.pgn.Game) -> str:
    white, black = (game.headers.get(name, "?") for name in ("White", "Black"))
    return f"{white} - {black}, {game.headers.get('Result', '*')}"


class _GamePart:
    """One game of a page, with a board of its own."""

    def __init__(self, game: chess.pgn.Game, notes: Mapping[int, Note], number: int) -> None:
        self.game, self.notes = game, notes
        self.anchor = f"game{number}ply"
        self.lines = Lines()
        answers = {
            note.ply + 1: [(note.refutation[1], "answer")]
            for note in notes.values()
            if len(note.refutation) > 1
        }
        moves = [move.uci() for move in game.mainline_moves()]
        self.main = self.lines.add(game.board(), moves, answers)

    def html(self, head: str) -> list[str]:
        """The whole part, under a heading of this level."""
        board = self.game.board()
        where = ", ".join(
            value.removesuffix(".??").removesuffix(".??")
            for name in ("Event", "Site", "Date")
            if (value := self.game.headers.get(name, "")) and not value.startswith("?")
        )
        drawn = board_html(board, (), "The first position of the game", seen_by=chess.WHITE)
        graph = ""
        if len(self.notes) > 1:
            graph = (
                f'<p class="soft">{GRAPHED}:</p>{graph_html(self.notes, self.main, self.anchor)}'
            )
        return [
            f"<{head}>{escape(_title(self.game))}</{head}>",
            f'<p class="soft">{escape(where)}</p>',
            '<section class="viewer">',
            f'<div class="side"><div class="stage">{drawn}{controls_html()}</div>',
            f'{graph}{position_html(board)}</div><div class="text">',
            *self._summary(),
            *self._moves(),
            f"</div>{data_html(self.lines, board, seen_by=chess.WHITE)}</section>",
        ]

    def _summary(self) -> list[str]:
        """Opening, accuracy and errors of each player, and the move that decided the game."""
        sentences = summarise(self.game, list(self.notes.values())).said()
        return [f"<p>{linked(said, [self.main])}</p>" for said in sentences]

    def _moves(self) -> list[str]:
        """The moves of the game, each comment after its move."""
        parts: list[str] = ['<div class="moves">']
        words: list[str] = []
        for place, step in enumerate(self.main.steps):
            note = self.notes.get(place)
            comment = Prose() if note is None else said_of(note)
            name = step.name if step.white or not words else step.san
            if note is None or not comment.parts:
                words.append(move_html(name, self.main, place + 1))
                continue
            tone, mark = TONES.get(note.verdict, "good"), note.mark or ONLY_MOVE
            words.append(move_html(f"{name}{mark}", self.main, place + 1, tone, tab=True))
            parts += [f"<p>{' '.join(words)}</p>", self._comment(note, comment)]
            words = []
        result = escape(self.game.headers.get("Result", "*"))
        ended = f'<span class="result">{result}</span>'
        return [*parts, f"<p>{' '.join([*words, ended])}</p></div>"]

    def _comment(self, note: Note, comment: Prose) -> str:
        """The comment on a move: board, better move, and why the played move is worse."""
        board = note.board()
        arrows: list[Arrow] = [(note.best, "move")]
        key = f"{san_line(board, (note.best,))} in green"
        if note.played != note.best:
            arrows.append((note.played, "refuted"))
            key += f", the played {san_line(board, (note.played,))} in red"
        best = self.lines.add(board, note.line, {0: arrows})
        lines = [best]
        shown = [_line("Better" if note.mark else "Best", best)]
        if len(note.refutation) > 1:
            worse = self.lines.add(board, note.refutation)
            lines.append(worse)
            shown.append(_line(f"What {san_line(board, (note.played,))} allows", worse))
        if note.missed:
            lines.append(self.lines.add(board, (PASS, *note.missed)))
        argument = [f"<p>{linked(said.said, lines)}</p>" for said in note.argument]
        heading = f"The argument for {san_line(board, (note.best,))}"
        return (
            f'<div class="comment" id="{self.anchor}{note.ply}">'
            f"{board_html(board, arrows, f'The board: {key}', seen_by=chess.WHITE, small=True)}"
            f"{sentence_html('p', comment, lines, position=0)}{''.join(shown)}"
            f"{folded(heading, *argument) if argument else ''}</div>"
        )


def _line(label: str, line: ShownLine) -> str:
    return f'<p class="line">{label}: {line_html(line, at_most=SHOWN_PLIES)}</p>'
