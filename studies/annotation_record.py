"""The searches that ``studies.annotation_rules`` records, and the judge's answers to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import chess.pgn

from provebest.chess.explain.analysis import Settings
from provebest.chess.explain.annotating import refined
from provebest.chess.explain.annotation import Annotation
from provebest.chess.explain.confirming import Claim, confirmation_of, needs_confirmation
from provebest.chess.explain.looks import AT_STAKE, DEPTHS, Look, mean_cost, typical_of
from provebest.chess.explain.notes import Note
from studies.annotation_jobs import JUDGE, Judging, Run, found_by, from_json, search_of
from studies.annotation_judge import JudgeTask, about


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A played move: the first note on it, what confirming it found, and the judge's answer."""

    game: str
    note: Note
    claim: Claim | None
    """None if the move was not suspected."""
    looks: Sequence[Look]
    """Of the searches that confirm; empty if there were none."""
    answer: dict[str, Any] | None
    """None if the judge was not asked."""

    @property
    def may_be_claimed(self) -> bool:
        """Whether some rule would claim something of it; then the judge values the named move."""
        if not self.looks:
            return False
        only = all(look.only for look in self.looks[-DEPTHS:])
        return only or mean_cost(self.looks) >= AT_STAKE


def record_game(
    game: chess.pgn.Game,
    name: str,
    settings: Settings,
    judge: Judging,
    run: Run,
    *,
    claims: bool = False,
) -> list[RecordedMove]:
    """The moves of a game, in positions that the judge does not call decided.

    With ``claims`` the judge is asked only of moves of which some rule would claim something.
    """
    (tasks,) = Annotation([game], settings).tasks
    notes = refined([each for each in found_by(tasks, run) if isinstance(each, Note)])
    free = [place for place, note in enumerate(notes) if not note.is_forced]
    suspected = {
        place: confirmation_of(notes[place], tasks[place])
        for place in free
        if needs_confirmation(notes[place])
    }
    jobs = [search_of(task) for task in suspected.values()]
    searches = dict(zip(suspected, run(jobs, "moves searched"), strict=True))
    moves = {
        place: RecordedMove(
            game=name,
            note=notes[place],
            claim=Claim.of_task(suspected[place]) if place in suspected else None,
            looks=[from_json(look) for look in searches.get(place, ())],
            answer=None,
        )
        for place in free
    }
    questions: dict[int, JudgeTask] = {}
    for place, move in moves.items():
        asked = move.may_be_claimed
        if asked or not claims:
            named = _named(move) if asked else None
            questions[place] = (*about(tasks[place]), *judge, named, asked and move.note.only)
    answers = run([(JUDGE, *question) for question in questions.values()], "moves judged")
    for place, answer in zip(questions, answers, strict=True):
        moves[place] = replace(moves[place], answer=answer)
    return [move for move in moves.values() if not (move.answer and move.answer["decided"])]


def _named(move: RecordedMove) -> str:
    """The move that a note would name: the best of the others by the searches that confirm."""
    return typical_of(move.looks).better.line[0]
