"""The annotation of games: the searches that it needs, one round after another, and the notes.

Whoever runs the searches, and wherever, gets the same notes. What goes to other processes and into
stores is a job: the kind of a task, and the task as plain data.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from threading import Event
from typing import Any

import chess.pgn

from provebest.chess.explain.agreeing import agreed, unanswered
from provebest.chess.explain.analysis import Settings
from provebest.chess.explain.annotating import (
    BOOK_MOVES,
    AnalyseMove,
    analyse_move,
    plies_to_annotate,
    refined,
    task_of,
)
from provebest.chess.explain.confirming import (
    Confirmation,
    ConfirmMove,
    confirm_move,
    confirmation_of,
    suspected,
    with_confirmation,
)
from provebest.chess.explain.notes import Note
from provebest.chess.probes.cache_place import CachePlace
from provebest.vocabulary import BadInputError, shorten
from provebest.vocabulary.plain import as_plain, from_plain

Task = AnalyseMove | ConfirmMove
Found = Note | Confirmation
Search = Callable[[Sequence[Task]], Iterable[Found | None]]
"""Finds something for each of these tasks; None for those that were not searched to an end."""
Job = tuple[str, dict[str, Any]]
KINDS: dict[str, type[Task]] = {"analyse": AnalyseMove, "confirm": ConfirmMove}


def do_task(
    task: Task,
    *,
    cache: CachePlace | None = None,
    cancel: Event | None = None,
    between: Callable[[], float] = lambda: 0.0,
) -> Found | None:
    """Searches for a task; None if nothing was found, or if it was cancelled.

    ``cache`` keeps answers to probes, and changes nothing; only analyses use it. ``between`` is
    called where a long search can wait.

    Raises:
        EngineFailedError: if another engine failed for good.
    """
    if isinstance(task, AnalyseMove):
        return analyse_move(task, cache, cancel)
    return confirm_move(task, cancel, between)


def one_after_another(tasks: Sequence[Task]) -> Iterable[Found | None]:
    """Searches for each of the tasks, here."""
    return map(do_task, tasks)


class Annotation:
    """The annotation of games that are judged by these settings."""

    def __init__(
        self,
        games: Iterable[chess.pgn.Game],
        settings: Settings,
        *,
        book_moves: int = BOOK_MOVES,
    ) -> None:
        self.tasks = [
            [task_of(*ply, settings) for ply in plies_to_annotate(game, book_moves=book_moves)]
            for game in games
        ]
        """The moves to judge, of each game."""

    def run(self, search: Search = one_after_another) -> list[list[Note]]:
        """The notes on each game; moves of which no analysis was found have none."""
        rounds = self.rounds()
        tasks = next(rounds)
        while True:
            found = list(search(tasks))
            try:
                tasks = rounds.send(found)
            except StopIteration as end:
                notes: list[list[Note]] = end.value
                return notes

    def rounds(self) -> Generator[Sequence[Task], Sequence[Found | None], list[list[Note]]]:
        """Yields the tasks of each round and takes what was found; returns the notes.

        Every move is judged first. Then whatever claims something is confirmed, or may have to
        claim it; and then what seems to be wrong beside a confirmed note.
        """
        found = iter((yield [task for own in self.tasks for task in own]))
        judged = [
            [(task, note) for task in own if isinstance(note := next(found), Note)]
            for own in self.tasks
        ]
        notes = [refined([note for _, note in own]) for own in judged]
        for choose in (suspected, unanswered):
            places = [(own, place) for own, made in enumerate(notes) for place in choose(made)]
            if not places:
                continue
            asked = [confirmation_of(notes[own][at], judged[own][at][0]) for own, at in places]
            for (own, at), answer in zip(places, (yield asked), strict=True):
                confirmation = answer if isinstance(answer, Confirmation) else None
                notes[own][at] = with_confirmation(notes[own][at], confirmation)
        return [agreed(own) for own in notes]


def job_of(task: Task) -> Job:
    """The task as plain data."""
    kind = next(name for name, kind in KINDS.items() if isinstance(task, kind))
    return kind, as_plain(task)


def task_from(job: Sequence[Any]) -> Task:
    """The task of a job."""
    kind, data = job
    return from_plain(KINDS[kind], data)


def do_job(job: Job, cache: CachePlace | None = None) -> dict[str, Any] | None:
    """What the searches for a job found, as plain data."""
    found = do_task(task_from(job), cache=cache)
    return None if found is None else found.as_json()


def read_found(task: Task, stored: Any) -> Found | None:
    """What was found for a task, from plain data.

    Raises:
        BadInputError: if that cannot be what was found for it, as in a damaged file.
    """
    if isinstance(task, AnalyseMove):
        note = Note.from_json(stored)
        asked = (task.ply, task.board().fen(), task.played, task.chess960)
        if (note.ply, note.fen, note.played, note.chess960) != asked:
            raise BadInputError("this is a note on another move")
        return note
    if stored is None:
        return None
    try:
        found = from_plain(Confirmation, stored)
        found.check(task)
    except (AssertionError, ValueError):
        raise BadInputError(f"this is not a confirmation: {shorten(stored)}") from None
    return found


def is_found(job: Sequence[Any], stored: Any) -> bool:
    """Whether this may be what was found for a job.

    Raises:
        BadInputError: if it is not.
    """
    read_found(task_from(job), stored)
    return True
