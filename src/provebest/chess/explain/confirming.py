"""Confirms what the notes on a game claim, before it is written: marks and only moves.

The played move is searched alone and all others together, both from the position before the move
and to the same depth, one depth after another; the best of the others is the move that is named.
While a mark is at stake these searches go on, and are much longer than those that gave the
suspicion. A mark must be deserved by the mean of the last depths and at each of the last three, and
the law of stopping must have little doubt left. For an only move, all other moves are searched
together as deeply. ``docs/annotate.md`` has the measurements behind the numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Event

from provebest.argument.phrasing import Sentence
from provebest.chess.explain.annotating import AnalyseMove
from provebest.chess.explain.looks import (
    COUNTED,
    DEPTHS,
    TOO_MUCH,
    Comparing,
    Look,
    doubt_of,
    least_cost,
    mean_cost,
    typical_of,
)
from provebest.chess.explain.notes import LEAST_COST, Judgement, Note
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.probers import Probers
from provebest.chess.searches import Settings, modern_settings
from provebest.games.game_so_far import GameSoFar
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.law import Law

SUSPECTED = 0.01
"""Expected points: a move that seems to lose as much is searched again. The first analysis may be
wrong by more than what a mark needs beyond this."""
TABLE_MEGABYTES = 64
"""Of the searches that confirm, which are the longest."""
FEW_MEN = 12
"""Men on the board, kings and pawns included: with as few, values are farther from the result."""


@dataclass(frozen=True, slots=True)
class Demand:
    """What is asked of a mark."""

    first_depth: int
    """Plies: the first depth at which the moves are compared."""
    effort: int
    """A confirmation may take so many times the limit of a move, until the law is content."""
    at_stake: int
    """It may take so many times more if a mark is at stake then."""
    deepest: int
    """Plies: the greatest depth of the searches that this lengthens."""
    cost: float
    """Expected points that the move must cost on average at the last depths."""
    least: float
    """What it must cost at each of the last three."""
    with_few: float = 1.0
    """With ``FEW_MEN`` or fewer a move must cost so many times as much."""


NATIVE = Demand(
    first_depth=6,
    effort=4,
    at_stake=28,
    deepest=26,
    cost=0.065,
    least=LEAST_COST[-1][0],
    with_few=2,
)
OTHERS = Demand(
    first_depth=12, effort=4, at_stake=28, deepest=24, cost=0.06, least=LEAST_COST[-1][0]
)
"""Of another engine."""


def demand_of(prober: ProberChoice) -> Demand:
    """What is asked of a mark of this prober."""
    return NATIVE if prober.native else OTHERS


@dataclass(frozen=True, slots=True)
class ConfirmMove:
    """The task of confirming what a note claims of a move."""

    move: AnalyseMove
    """The task that made the note."""
    better: str
    only: bool
    """Whether the better move is called the only move."""


@dataclass(frozen=True, slots=True)
class Confirmation(Judgement):
    """What the searches of a claim found, at the depth whose difference counts.

    ``worth`` is None if the move that is called the only one was played, and the second-best move
    is unknown unless a move is called that.
    """

    sure: bool
    """Whether a mark may be written."""
    depth: int
    """Plies to which both moves were searched."""
    lines: tuple[tuple[str, ...], ...] = ()
    """The lines of the better move at the last depths."""
    answers: tuple[tuple[str, ...], ...] = ()
    """The same for the played move."""

    def check(self, task: ConfirmMove) -> None:
        """Raises ValueError unless it can be what the searches of this task found."""
        if not self.line or not self.answer:
            raise ValueError("no moves")
        own = (*self.lines, *self.answers)
        self.check_judged(task.move.board().fen(), own, chess960=task.move.chess960)


def needs_confirmation(note: Note) -> bool:
    """Whether the note claims something, or may have to."""
    return note.only or max(note.cost, note.drop) >= SUSPECTED


def suspected(notes: Sequence[Note]) -> list[int]:
    """The places of notes that need confirmation by themselves."""
    return [place for place, note in enumerate(notes) if needs_confirmation(note)]


def confirmation_of(note: Note, task: AnalyseMove) -> ConfirmMove:
    """The task of confirming a note that was made by this task."""
    return ConfirmMove(task, note.best, note.only)


def confirm_move(
    task: ConfirmMove,
    cancel: Event | None = None,
    between: Callable[[], float] = lambda: 0.0,
) -> Confirmation | None:
    """Searches the moves of a claim.

    ``between`` is called after each depth; it may wait, and returns for how many seconds it has.
    None if not even the first depth could be searched, or if it was cancelled.

    Raises:
        EngineFailedError: if another engine failed for good.
    """
    claim = Claim.of_task(task)
    looks = claim.search(cancel, between)
    cancelled = cancel is not None and cancel.is_set()
    return claim.conclude(looks) if looks and not cancelled else None


@dataclass(frozen=True, slots=True)
class Claim:
    """What a note claims of two moves, and how it is confirmed."""

    game: GameSoFar
    """Up to the position before the move."""
    played: str
    better: str
    only: bool
    """Whether the better move is called the only move."""
    prober: ProberChoice
    seconds: float | None
    nodes: int | None

    @classmethod
    def of_task(cls, task: ConfirmMove) -> Claim:
        """The claim that a task asks to confirm."""
        means = task.move.means
        choice = replace(means.choice(), table_megabytes=TABLE_MEGABYTES)
        played, limits = task.move.played, (means.seconds, means.nodes)
        return cls(task.move.game(), played, task.better, task.only, choice, *limits)

    @property
    def few(self) -> bool:
        """Whether there are few men on the board."""
        return self.game.board().occupied.bit_count() <= FEW_MEN

    @property
    def law(self) -> Law:
        """The law of stopping of this prober."""
        return modern_settings(Settings(prober=self.prober)).law

    def search(
        self, cancel: Event | None = None, between: Callable[[], float] = lambda: 0.0
    ) -> list[Look]:
        """The looks of every depth that was searched.

        Raises:
            EngineFailedError: if another engine failed for good.
        """
        demand = demand_of(self.prober)
        position = self.game.position
        rest = [move for move in position.legal_moves() if move != self.better]
        others = rest if self.only else []
        played = None if self.only and self.played == self.better else self.played
        choices = [move for move in position.legal_moves() if move != played]
        if played is None:
            choices = [self.better]
        longest = self._budget(demand.effort + demand.at_stake).seconds
        probers = Probers(self.prober, cancel, seconds=longest)

        def pause() -> float:
            waited = between()
            if waited:
                probers.allow(waited)
            return waited

        try:
            sets = probers.sets(position)
            comparing = Comparing(sets, choices, played, others, self.law, cancel, pause)
            looks = comparing.until_settled(self._budget(demand.effort), demand.first_depth)
            longer = self._budget(demand.at_stake)
            return comparing.while_at_stake(looks, longer, demand.deepest)
        finally:
            probers.close()

    def _budget(self, times: int) -> Budget:
        """So many times the limit of a move, from now on."""
        nodes = None if self.nodes is None else times * self.nodes
        return Budget(nodes, None if self.seconds is None else times * self.seconds)

    def conclude(self, looks: Sequence[Look]) -> Confirmation:
        """What these looks, at least one, say together."""
        return conclude(looks, self.law, demand_of(self.prober), few=self.few)


def conclude(
    looks: Sequence[Look], law: Law, demand: Demand = OTHERS, *, few: bool = False
) -> Confirmation:
    """What the last looks say together about a claim, with few men on the board or more."""
    chosen = typical_of(looks)
    rest, played = chosen.rest, chosen.played
    certain = looks[-1].mates or doubt_of(looks, law) <= TOO_MUCH
    times = demand.with_few if few else 1.0
    enough = mean_cost(looks) >= times * demand.cost
    deserved = enough and least_cost(looks) >= times * demand.least
    last, line = looks[-COUNTED:], chosen.better.line
    return Confirmation(
        value=chosen.better.value,
        worth=None if played is None else played.value,
        line=line,
        answer=line if played is None else played.line,
        only=certain and all(look.only for look in looks[-DEPTHS:]),
        second=None if rest is None else rest.best,
        second_value=None if rest is None else rest.value,
        sure=certain and deserved,
        depth=looks[-1].depth,
        lines=tuple(look.better.line for look in last if look.better.line[:1] == line[:1]),
        answers=tuple(look.played.line for look in last if look.played is not None),
    )


def with_confirmation(note: Note, found: Confirmation | None) -> Note:
    """The note with what was confirmed; without a confirmation it claims nothing.

    A better move that was found by confirming has no argument yet.
    """
    if found is None:
        return replace(note, only=False, unsure=True)
    compared = found.worth is not None
    if found.worth is not None and not found.sure and note.played == note.best:
        value = max(found.value, found.worth)
        return replace(note, value=value, worth=value, confirmed=True)
    return replace(
        note,
        best=found.line[0] if compared else note.best,
        sentences=_beside(note, found),
        value=found.value,
        worth=found.value if found.worth is None else found.worth,
        line=found.line,
        answer=found.answer,
        only=found.only,
        second=note.second if found.second is None else found.second,
        second_value=note.second_value if found.second is None else found.second_value,
        unsure=compared and not found.sure,
        confirmed=True,
        lines=found.lines,
        answers=found.answers,
    )


def _beside(note: Note, found: Confirmation) -> tuple[Sentence, ...]:
    """The argument of the first analysis, without what the claim contradicts or tells again.

    Nothing of it if it calls the played or the second move as good as the best. How settled it was
    is not told: the longer searches are.
    """
    if not (found.sure or found.only):
        return note.sentences
    claimed = {note.played, found.second if found.only else None} - {note.best}
    if any(claimed & set(said.moves) for said in note.sentences[:1]):
        return ()
    return tuple(
        said for said in note.sentences if not said.unsettled and not claimed & set(said.moves)
    )
