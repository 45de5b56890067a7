"""Confirms what the notes on a game claim, before it is written: marks and only moves.

The played move and the better one are searched alone, both from the position before the move and
to the same depth, one depth after another. A claim must hold at the last depths, and the law of
stopping must have little doubt left. For an only move, all other moves are searched together
as deeply. ``docs/annotate.md`` has the measurements behind the numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import chess

from provebest.argument.notation import winning_chances
from provebest.chess.explain.annotating import (
    LEAST_COST,
    AnnotationTask,
    Note,
    stands_alone,
)
from provebest.chess.explain.reasons import material_differs
from provebest.chess.probes.probers import ProberChoice, Probers
from provebest.chess.searches import Settings, modern_settings
from provebest.games.chess_evaluation import evaluation_of
from provebest.games.chess_values import MATES_FROM
from provebest.games.game_so_far import read_game
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.deepening import SetProbe, deepen
from provebest.search.setprobe.law import Attack, Law, Sight
from provebest.search.setprobe.set_prober import SetProber, SetValue
from provebest.vocabulary import BadInputError, shorten

CONFIRM = "confirm"
EFFORT = 3
"""A confirmation may take so many times the limit of a move."""
DEPTHS = 3
"""The last depths that count: the middle one of their costs, and an only move must be one at each
of them."""
ENOUGH, TOO_MUCH = 0.05, 0.3
"""Of the law's doubt that the better move is better: a confirmation ends when it has fallen to the
first, and confirms nothing if it is above the second at the end."""


@dataclass(frozen=True, slots=True)
class Demand:
    """What is asked of a mark; the costs are in winning chances."""

    first_depth: int
    """Plies: the first depth at which the moves are compared."""
    least: float
    """The least cost that is marked."""
    quiet: float
    """The same if neither a mate nor material makes the difference."""


NATIVE = Demand(first_depth=6, least=0.17, quiet=0.30)
"""Of the compiled search: its evaluation of quiet positions is far less certain than material."""
OTHERS = Demand(first_depth=12, least=LEAST_COST[-1][0], quiet=LEAST_COST[-1][0])
"""Of another engine."""

ConfirmationTask = tuple[str, str, bool, str, str, bool, str, float | None, int | None, str]
"""``CONFIRM``, start, Chess960, moves up to the one that is judged, the better move, whether it is
called the only move, prober, seconds, nodes, evaluation."""


@dataclass(frozen=True, slots=True)
class Look:
    """The moves that a claim compares, at one depth; values are for the side to move."""

    depth: int
    better: SetValue[str]
    played: SetValue[str] | None
    """None if the better move was played."""
    rest: SetValue[str] | None
    """All moves but the better one; None if nobody calls it the only move."""

    @property
    def cost(self) -> float:
        """Winning chances that the played move loses."""
        if self.played is None:
            return 0.0
        return winning_chances(self.better.value) - winning_chances(self.played.value)

    @property
    def only(self) -> bool:
        """Whether every other move is as much worse as an only move needs."""
        return self.rest is not None and stands_alone(self.better.value, self.rest.value)

    @property
    def finding(self) -> tuple[bool, bool]:
        """What this depth says: whether the played move deserves a mark, and ``only``."""
        return self.cost >= LEAST_COST[-1][0], self.only

    @property
    def mates(self) -> bool:
        """Whether a mate makes the difference: no law is needed then."""
        others = [found.value for found in (self.played, self.rest) if found is not None]
        return self.better.value >= MATES_FROM or max(others, default=0.0) <= -MATES_FROM


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What the searches of a claim found; values are for the side that moved."""

    value: float
    """Of the better move, at the depth whose difference counts."""
    worth: float | None
    """Of the played move at that depth; None if it is the better move."""
    line: tuple[str, ...]
    answer: tuple[str, ...]
    """Starts with the played move."""
    only: bool
    second: str | None
    second_value: float | None
    sure: bool
    """Whether a mark may be written."""
    depth: int
    """Plies to which both moves were searched."""

    def as_json(self) -> dict[str, Any]:
        """The confirmation as JSON."""
        return asdict(self)


def needs_confirmation(note: Note) -> bool:
    """Whether the note claims something."""
    return note.only or note.bad


def confirmation_task(note: Note, task: AnnotationTask) -> ConfirmationTask:
    """The task of confirming a note that was made by this task."""
    start, chess960, moves, _, prober, seconds, nodes, evaluation = task
    claim = (note.best, note.only)
    return CONFIRM, start, chess960, moves, *claim, prober, seconds, nodes, evaluation


def confirm_move(task: ConfirmationTask) -> dict[str, Any]:
    """Searches the moves of a claim, and returns a ``Confirmation`` as JSON.

    It is empty if not even the first depth could be searched.

    Raises:
        EngineFailedError: if another engine failed for good.
    """
    _, start, chess960, moves, better, only, prober, seconds, nodes, evaluation = task
    *before, played = moves.split()
    game = read_game(start, before, chess960=chess960)
    choice = ProberChoice(prober, evaluation=evaluation_of(evaluation))
    law = modern_settings(Settings(prober=choice)).law
    demand = NATIVE if choice.native else OTHERS
    budget = Budget(
        None if nodes is None else EFFORT * nodes, None if seconds is None else EFFORT * seconds
    )
    others = [move for move in game.position.legal_moves() if move != better] if only else []
    probers = Probers(choice, seconds=budget.seconds)
    try:
        sets = probers.sets(game.position)
        looks = compare(sets, better, played, others, budget, law, first=demand.first_depth)
    finally:
        probers.close()
    if not looks:
        return {}
    return conclude(game.board(), looks, law, demand).as_json()


def compare(
    sets: SetProber[str],
    better: str,
    played: str,
    others: Sequence[str],
    budget: Budget,
    law: Law,
    *,
    first: int = NATIVE.first_depth,
) -> list[Look]:
    """The looks of every depth, until the law has little doubt or the budget is used up."""

    def look(
        probe: SetProbe[str],
    ) -> tuple[SetValue[str], SetValue[str] | None, SetValue[str] | None]:
        alone = probe([better])
        against = None if played == better else probe([played])
        return alone, against, probe(others) if others else None

    looks: list[Look] = []
    for depth, found in deepen(sets, budget, look, first=first):
        looks.append(Look(depth, *found))
        settled = looks[-1].mates or doubt_of(looks, law) <= ENOUGH
        if len(looks) >= DEPTHS and settled:
            break
    return looks


def doubt_of(looks: Sequence[Look], law: Law) -> float:
    """The law's doubt of the last finding: that a much longer search would find another.

    The better move is the choice; the depths before at which the finding was the same count as
    depths at which it was unchanged.
    """
    last = looks[-1]
    unchanged = 0
    for look in reversed(looks[:-1]):
        if look.finding != last.finding:
            break
        unchanged += 1
    points = law.points(last.better.value)
    return law.doubt(Sight(last.depth, unchanged, None, points, Attack.HELD))


def conclude(
    board: chess.Board, looks: Sequence[Look], law: Law, demand: Demand = OTHERS
) -> Confirmation:
    """What the last looks say together about a claim in the position of ``board``."""
    last = looks[-DEPTHS:]
    chosen = sorted(last, key=lambda look: look.cost)[(len(last) - 1) // 2]
    rest, played = chosen.rest, chosen.played
    certain = looks[-1].mates or doubt_of(looks, law) <= TOO_MUCH
    line = chosen.better.line
    answer = line if played is None else played.line
    least = demand.least if material_differs(board, line, answer) else demand.quiet
    return Confirmation(
        value=chosen.better.value,
        worth=None if played is None else played.value,
        line=line,
        answer=answer,
        only=certain and all(look.only for look in last),
        second=None if rest is None else rest.best,
        second_value=None if rest is None else rest.value,
        sure=certain and chosen.cost >= least,
        depth=looks[-1].depth,
    )


def with_confirmation(note: Note, stored: dict[str, Any] | None) -> Note:
    """The note with what was confirmed; without a confirmation it claims nothing.

    Raises:
        BadInputError: for a confirmation that does not fit, as in a damaged file.
    """
    if not stored:
        return replace(note, only=False, unsure=True)
    try:
        found = Confirmation(**stored)
        made = replace(
            note,
            value=found.value,
            worth=found.value if found.worth is None else found.worth,
            line=found.line,
            answer=found.answer,
            only=found.only,
            second=note.second if found.second is None else found.second,
            second_value=note.second_value if found.second is None else found.second_value,
            unsure=found.worth is not None and not found.sure,
        )
    except TypeError:
        raise BadInputError(f"this is not a confirmation: {shorten(stored)}") from None
    return Note.from_json(made.as_json())


def confirmed(notes: Sequence[Note], tasks: Sequence[AnnotationTask]) -> list[Note]:
    """The notes with every claim confirmed or given up; ``tasks`` made them, one each."""
    return [
        with_confirmation(note, confirm_move(confirmation_task(note, task)))
        if needs_confirmation(note)
        else note
        for note, task in zip(notes, tasks, strict=True)
    ]
