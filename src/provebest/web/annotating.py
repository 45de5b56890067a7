"""Annotates the game of a page, one move at a time, so that others get their turns between.

What confirms a mark takes longer than other searches: it shares its turn after each depth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import chess
import chess.pgn

from provebest.chess.explain.agreeing import agreed
from provebest.chess.explain.annotating import (
    BOOK_MOVES,
    AnnotationTask,
    annotate_move,
    plies_to_annotate,
    refined,
    task_of,
)
from provebest.chess.explain.confirming import (
    confirm_move,
    confirmation_task,
    rounds,
    with_confirmation,
)
from provebest.chess.explain.notes import Note
from provebest.chess.explain.pgn_notes import comment_on
from provebest.chess.explain.summary import summarise
from provebest.chess.searches import Settings
from provebest.vocabulary import CancelledError
from provebest.web.inputs import Wish
from provebest.web.tasks import Task
from provebest.web.turns import Turn
from provebest.web.wire import Json, line_json, share_of_white

ONLY_MOVE = "\u25a1"
Made = TypeVar("Made")


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


def work_on_annotation(task: Task) -> None:
    """Judges every move, confirms the marks, and tells each note as it is made."""
    wish, game = task.wish, game_of(task.wish)
    settings = Settings(control=wish.control, seconds=wish.seconds, prober=task.prober)
    plies = list(plies_to_annotate(game, book_moves=BOOK_MOVES))
    if len(plies) < 2 * BOOK_MOVES:
        plies = list(plies_to_annotate(game, book_moves=0))
    tasks = [task_of(board, move, settings) for board, move in plies]
    notes: list[Note] = []
    for number, one in enumerate(tasks):
        made = _in_turn(task, lambda _, one=one: _judge(task, one))  # type: ignore[misc]  # bound at once
        if made is None:
            break
        notes.append(made)
        _tell(task, notes[-1:])
        _progress(task, number + 1, len(tasks), "judging the moves")
    notes = _confirmed(task, refined(notes), tasks)
    text = f"{wish.seconds:g} s for each move, {task.prober.name}"
    task.made = AnnotatedGame(game, notes, text)
    task.tell(
        "summary",
        {"type": "summary", "sentences": summarise(game, notes).sentences(), "judged": len(notes)},
    )


def _judge(task: Task, one: AnnotationTask) -> Note | None:
    """The note on a move; None if the task was stopped meanwhile."""
    try:
        note = Note.from_json(annotate_move(one, cancel=task.cancel))
    except CancelledError:
        return None
    return None if task.cancel.is_set() or task.cancel.stopped else note


def _confirmed(task: Task, notes: list[Note], tasks: list[AnnotationTask]) -> list[Note]:
    """The notes with every claim confirmed or given up, and told."""
    made = list(notes)
    for asked in rounds(made):
        for number, place in enumerate(asked):
            question = confirmation_task(made[place], tasks[place])
            found = _in_turn(
                task,
                lambda turn, question=question: confirm_move(question, task.cancel, turn.share),  # type: ignore[misc]  # same
            )
            made[place] = with_confirmation(made[place], found)
            _progress(task, number + 1, len(asked), "confirming the marks")
    made = agreed(made)
    _tell(task, made, confirmed=True)
    return made


def _in_turn(task: Task, work: Callable[[Turn], Made]) -> Made | None:
    """What the work makes in a turn of its own; None if the task was stopped."""
    if task.cancel.is_set() or task.cancel.stopped:
        return None
    with task.in_turn() as turn:
        return None if turn is None else work(turn)


def _progress(task: Task, done: int, total: int, doing: str) -> None:
    message = {"type": "progress", "done": done, "total": total, "doing": doing}
    task.tell("progress", message)


def _tell(task: Task, notes: list[Note], *, confirmed: bool = False) -> None:
    for note in notes:
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
