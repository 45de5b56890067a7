"""The searches that ``studies.annotation_rules`` records, and the judge's answers to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import chess.pgn

from provebest.chess.explain.analysis import Settings
from provebest.chess.explain.annotating import plies_to_annotate, refined, task_of
from provebest.chess.explain.confirming import (
    Claim,
    confirmation_task,
    needs_confirmation,
)
from provebest.chess.explain.looks import AT_STAKE, DEPTHS, Look, mean_cost, typical_of
from provebest.chess.explain.notes import Note
from studies.annotation_jobs import ANNOTATE, JUDGE, SEARCH, Judging, Run, from_json, program
from studies.annotation_judge import JudgeTask


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
    plies = list(plies_to_annotate(game))
    tasks = [task_of(board, move, settings) for board, move in plies]
    stored = run([(ANNOTATE, program(), *task) for task in tasks], "moves annotated")
    notes = refined([Note.from_json(each) for each in stored])
    free = [place for place, (board, _) in enumerate(plies) if board.legal_moves.count() > 1]
    suspected = {
        place: confirmation_task(notes[place], tasks[place])
        for place in free
        if needs_confirmation(notes[place])
    }
    jobs = [(SEARCH, program(), *task[1:]) for task in suspected.values()]
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
            questions[place] = (*tasks[place][:3], *judge, named, asked and move.note.only)
    answers = run([(JUDGE, *question) for question in questions.values()], "moves judged")
    for place, answer in zip(questions, answers, strict=True):
        moves[place] = replace(moves[place], answer=answer)
    return [move for move in moves.values() if not (move.answer and move.answer["decided"])]


def _named(move: RecordedMove) -> str:
    """The move that a note would name: the best of the others by the searches that confirm."""
    return typical_of(move.looks).better.line[0]
