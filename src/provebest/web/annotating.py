"""Annotates the game of a page, one move at a time, so that others get their turns between.

What confirms a mark takes longer than other searches: it shares its turn after each depth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Event

import chess
import chess.pgn

from provebest.chess.explain.annotating import AnalyseMove
from provebest.chess.explain.annotation import Annotation, Found, do_task
from provebest.chess.explain.annotation import Task as Search
from provebest.chess.explain.notes import Note
from provebest.chess.explain.pgn_notes import comment_on
from provebest.chess.explain.summary import summarise
from provebest.chess.searches import Settings
from provebest.web.inputs import Wish
from provebest.web.tasks import Task
from provebest.web.wire import Json, line_json, share_of_white

ONLY_MOVE = "\u25a1"


@dataclass(frozen=True, slots=True)
class AnnotatedGame:
    """A game and the notes on its moves."""

    game: chess.pgn.Game
    notes: list[Note]
    made: str


def game_of(wish: Wish) -> chess.pgn.Game:
    """The game of a wish, with its headers."""
    game = chess.pgn.Game.from_board(wish.game.board())
    for name, value in wish.headers:
        game.headers[name] = value
    return game


class Ended(Event):
    """Whether the searches for a page have to end: it has stopped them, or has gone."""

    def __init__(self, task: Task) -> None:
        super().__init__()
        self._asked = task.cancel

    def is_set(self) -> bool:
        """Whether that is so."""
        return self._asked.is_set() or self._asked.stopped


def work_on_annotation(task: Task) -> None:
    """Judges every move, confirms the marks, and tells each note as it is made."""
    wish = task.wish
    annotate_in_turns(
        task, Settings(control=wish.control, seconds=wish.seconds, prober=task.prober)
    )


def annotate_in_turns(task: Task, settings: Settings) -> None:
    """The same by these settings."""
    wish, game = task.wish, game_of(task.wish)
    (notes,) = Annotation([game], settings).run(lambda tasks: _searched(task, tasks))
    for note in notes:
        _tell(task, note, confirmed=True)
    text = f"{wish.seconds:g} s for each move, {task.prober.name}"
    task.made = AnnotatedGame(game, notes, text)
    task.tell(
        "summary",
        {"type": "summary", "sentences": summarise(game, notes).sentences(), "judged": len(notes)},
    )


def _searched(task: Task, asked: Sequence[Search]) -> Iterator[Found | None]:
    """What is found for each of these, in a turn of its own; None from where the page stopped."""
    for number, search in enumerate(asked, start=1):
        found = _in_turn(task, search)
        if isinstance(found, Note):
            _tell(task, found)
        if not Ended(task).is_set():
            judging = isinstance(search, AnalyseMove)
            doing = "judging the moves" if judging else "confirming the marks"
            message = {"type": "progress", "done": number, "total": len(asked), "doing": doing}
            task.tell("progress", message)
        yield found


def _in_turn(task: Task, search: Search) -> Found | None:
    ended = Ended(task)
    if ended.is_set():
        return None
    with task.in_turn() as turn:
        return None if turn is None else do_task(search, cancel=ended, between=turn.share)


def _tell(task: Task, note: Note, *, confirmed: bool = False) -> None:
    task.tell(f"note {note.ply}", note_json(note, confirmed=confirmed))


def note_json(note: Note, *, confirmed: bool) -> Json:
    """A note for the list of moves and for the graph; a mark only if it is confirmed."""
    board = note.board()
    white = board.turn == chess.WHITE
    only = note.only and note.played == note.best
    return {
        "type": "note",
        "ply": note.ply,
        "fen": board.fen(),
        "move": note.played,
        "share": share_of_white(note.shown, white=white),
        "best_share": share_of_white(note.value, white=white),
        "mark": (note.mark or (ONLY_MOVE if only else "")) if confirmed else "",
        "comment": comment_on(note) if confirmed else "",
        "better": line_json(board, note.line) if note.played != note.best else None,
        "answer": line_json(board, note.answer, 2) if note.bad and confirmed else None,
    }
