"""The searches that ``studies.annotation_rules`` records, and the judge's answers to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import chess.pgn

from provebest.chess.explain.analysis import Settings
from provebest.chess.explain.annotating import Note, plies_to_annotate, refined, task_of
from provebest.chess.explain.confirming import Claim, confirmation_task
from provebest.chess.explain.looks import Look
from studies.annotation_jobs import ANNOTATE, JUDGE, SEARCH, Judging, Run, from_json, program
from studies.annotation_judge import JudgeTask, points

SUSPECTED = 0.03
"""Expected points: a move that seems to lose as much is searched again."""


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A played move: the first note on it, what confirming it found, and the judge's answer."""

    game: str
    note: Note
    claim: Claim | None
    """None if the move was not suspected."""
    looks: Sequence[Look]
    """Of the searches that confirm; empty if there were none."""
    answer: dict[str, Any]


def record_game(
    game: chess.pgn.Game, name: str, settings: Settings, judge: Judging, run: Run
) -> list[RecordedMove]:
    """The judged moves of a game in positions that are not decided."""
    plies = list(plies_to_annotate(game))
    tasks = [task_of(board, move, settings) for board, move in plies]
    stored = run([(ANNOTATE, program(), *task) for task in tasks], "moves annotated")
    notes = refined([Note.from_json(each) for each in stored])
    free = [place for place, (board, _) in enumerate(plies) if board.legal_moves.count() > 1]
    asked = {
        place: confirmation_task(notes[place], tasks[place])
        for place in free
        if notes[place].only or _loss(notes[place]) >= SUSPECTED
    }
    searches = run([(SEARCH, program(), *task[1:]) for task in asked.values()], "moves searched")
    looks = dict(zip(asked, searches, strict=True))
    questions: list[JudgeTask] = [
        (
            *tasks[place][:3],
            *judge,
            notes[place].best if place in asked else None,
            place in asked and notes[place].only,
        )
        for place in free
    ]
    answers = run([(JUDGE, *question) for question in questions], "moves judged")
    return [
        RecordedMove(
            game=name,
            note=notes[place],
            claim=Claim.of_task(asked[place]) if place in asked else None,
            looks=[from_json(look) for look in looks.get(place, ())],
            answer=answer,
        )
        for place, answer in zip(free, answers, strict=True)
        if not answer["decided"]
    ]


def _loss(note: Note) -> float:
    """Expected points, by the judge's curve, that the move seems to lose."""
    return 0.0 if note.worth is None else points(note.value) - points(note.worth)
