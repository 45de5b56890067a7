"""The searches of ``provebest annotate``: notes and their confirmations, kept in a store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from provebest.argument.notation import san
from provebest.chess.explain.agreeing import agreed
from provebest.chess.explain.annotating import AnnotationTask, annotate_move
from provebest.chess.explain.confirming import (
    CONFIRM,
    confirm_move,
    confirmation_task,
    rounds,
    with_confirmation,
)
from provebest.chess.explain.notes import Note
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.probers import check_prober
from provebest.cli.shared import counting_bar, talk
from provebest.games.boards import board_from
from provebest.suites.stored_notes import is_stored_confirmation
from provebest.vocabulary import BadInputError
from provebest.work.caching import RunCache
from provebest.work.place import Place
from provebest.work.pool import IsResult, results_so_far, run_jobs
from provebest.work.running import SetAside


@dataclass(slots=True)
class AnnotationJobs:
    """Runs the work on single moves; an interrupted run continues from the store."""

    store: Path | None
    """Where results are kept; None if this run alone has them."""
    place: Place
    prober: ProberChoice
    quiet: bool = field(kw_only=True)
    interrupted: bool = False
    aside: int = 0
    """Moves that ended their worker too often, and have no note."""

    def run(
        self,
        work: Callable[..., dict[str, Any]],
        tasks: Sequence[Any],
        is_result: IsResult,
        name: str,
        cache: RunCache | None = None,
    ) -> list[dict[str, Any] | None]:
        """A result for every task; None for those set aside, or not finished before Ctrl-C."""
        made_so_far: dict[int, dict[str, Any]] = {}
        if not self.interrupted:
            try:
                with counting_bar(name, len(tasks), quiet=self.quiet) as done:
                    made = run_jobs(
                        work,
                        tasks,
                        on_job=done,
                        on_result=lambda task, result: made_so_far.update({id(task): result}),
                        store=self.store,
                        name="annotated moves",
                        is_result=is_result,
                        on=self.place,
                        if_set_aside=self._set_aside,
                        check=(check_prober, (self.prober.identity,)),
                        cache=cache,
                    )
                    return made if self.aside else [each or {} for each in made]
            except KeyboardInterrupt:
                self.interrupted = True
        if self.store is None:
            return [made_so_far.get(id(task)) for task in tasks]
        return results_so_far(tasks, self.store)

    def _set_aside(self, task: Sequence[Any], aside: SetAside) -> None:
        self.aside += 1
        start, chess960, moves = task[1:4] if task[0] == CONFIRM else task[:3]
        *before, last = moves.split()
        board = board_from(start, before, chess960=chess960)
        played = san(board, last)
        dots = "." if board.turn else "..."
        talk(aside.sentence(f"the move {board.fullmove_number}{dots}{played} of a game"))


def confirm_all(
    notes: Sequence[Sequence[Note]], tasks: Sequence[Sequence[AnnotationTask]], jobs: AnnotationJobs
) -> list[list[Note]]:
    """The notes of all games with every claim confirmed or given up."""
    made = [list(own) for own in notes]
    for asked in zip(*map(rounds, made), strict=True):
        confirmations = {
            (number, place): confirmation_task(made[number][place], tasks[number][place])
            for number, places in enumerate(asked)
            for place in places
        }
        questions = list(confirmations.values())
        found = jobs.run(confirm_move, questions, is_stored_confirmation, "confirming")
        for ((number, place), task), stored in zip(confirmations.items(), found, strict=True):
            try:
                made[number][place] = with_confirmation(made[number][place], stored)
            except BadInputError:  # damaged
                made[number][place] = with_confirmation(made[number][place], confirm_move(task))
    return [agreed(own) for own in made]


def checked_note(stored: dict[str, Any], fen: str, task: AnnotationTask) -> Note:
    """The note on this move; it is made again if the one in the store is damaged."""
    *before, played = task[2].split()
    try:
        note = Note.from_json(stored)
        if (note.ply, note.fen, note.played) == (len(before), fen, played):
            return note
    except BadInputError:
        pass
    return Note.from_json(annotate_move(task))
