"""The verdict on the best move of a position: what it does, and what all other moves do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from provebest.vocabulary import BadInputError


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Values that count as won and lost, in hundredths of a pawn; values between are unclear."""

    win: float = 200.0
    """A move wins if its value >= this."""
    no_win: float = 100.0
    """A move does not win if its value <= this."""
    hold: float = -100.0
    """A move holds if its value >= this."""
    loss: float = -200.0
    """A move loses if its value <= this."""

    def __post_init__(self) -> None:
        if not self.loss < self.hold <= self.no_win < self.win:
            raise BadInputError(
                "thresholds must go up, with loss < hold <= no win < win; got "
                f"{self.loss:g}, {self.hold:g}, {self.no_win:g}, {self.win:g}"
            )


class Kind(Enum):
    """Whether the best move is the only one."""

    WINS = "only winning move"
    HOLDS = "only holding move"
    FORCED = "only legal move"
    SEVERAL = "not the only one"
    UNCLEAR = "unclear"


class MoveVerdict(Enum):
    """What the best move does, and whether others do it, too; more exact than the kind."""

    ONLY_WIN = "only winning move"
    ONLY_HOLD = "only holding move"
    ONLY_LEGAL = "only legal move"
    SEVERAL_WIN = "several moves win"
    SEVERAL_MAY_WIN = "several moves may win"
    MAY_WIN = "may win; another move holds the draw"
    SEVERAL_HOLD = "several moves hold the draw"
    LOST = "every move loses"
    WINS = "wins; another move may win, too"
    HOLDS = "holds the draw; another move may hold it, too"
    ONLY_MAY_HOLD = "may hold the draw; every other move loses"
    UNCLEAR = "unclear whether any move holds the draw"
    DISPUTED = "unclear, as a deeper search disagrees"

    @property
    def kind(self) -> Kind:
        """Whether there is one and only one move by this verdict."""
        return KINDS.get(self, Kind.UNCLEAR)


KINDS = {
    MoveVerdict.ONLY_WIN: Kind.WINS,
    MoveVerdict.ONLY_HOLD: Kind.HOLDS,
    MoveVerdict.ONLY_LEGAL: Kind.FORCED,
    MoveVerdict.SEVERAL_WIN: Kind.SEVERAL,
    MoveVerdict.SEVERAL_MAY_WIN: Kind.SEVERAL,
    MoveVerdict.MAY_WIN: Kind.SEVERAL,
    MoveVerdict.SEVERAL_HOLD: Kind.SEVERAL,
    MoveVerdict.LOST: Kind.SEVERAL,
}
"""The kinds of verdicts; those of all other verdicts are unclear."""


def judge(value: float, others: float, thresholds: Thresholds) -> MoveVerdict:
    """The verdict on a move with this value, if every other move is at most ``others``."""
    if value <= thresholds.loss:
        return MoveVerdict.LOST
    if value >= thresholds.win:
        if others >= thresholds.win:
            return MoveVerdict.SEVERAL_WIN
        return MoveVerdict.ONLY_WIN if others <= thresholds.no_win else MoveVerdict.WINS
    if others >= thresholds.hold:
        return _several_hold(value, others, thresholds)
    only = others <= thresholds.loss
    if value >= thresholds.hold:
        return MoveVerdict.ONLY_HOLD if only else MoveVerdict.HOLDS
    return MoveVerdict.ONLY_MAY_HOLD if only else MoveVerdict.UNCLEAR


def _several_hold(value: float, others: float, thresholds: Thresholds) -> MoveVerdict:
    if value <= thresholds.no_win:
        return MoveVerdict.SEVERAL_HOLD
    return MoveVerdict.MAY_WIN if others <= thresholds.no_win else MoveVerdict.SEVERAL_MAY_WIN


def judge_with_deeper(
    value: float, others: float, deeper: float | None, thresholds: Thresholds
) -> MoveVerdict:
    """The verdict that a deeper search of the move alone leaves.

    That search may make the verdict more exact, but not surer: if the kind would be another one,
    the verdict is disputed, unless it was unclear and the move turned out better.
    """
    first = judge(value, others, thresholds)
    if deeper is None:
        return first
    second = judge(deeper, min(others, deeper), thresholds)
    loses_alone = second is MoveVerdict.LOST and others > thresholds.loss
    lowered = first in {MoveVerdict.SEVERAL_WIN, MoveVerdict.SEVERAL_MAY_WIN}
    if loses_alone or (lowered and second is MoveVerdict.SEVERAL_HOLD):
        return MoveVerdict.DISPUTED
    if second.kind is first.kind:
        return second
    better = first.kind is Kind.UNCLEAR and deeper > value
    return first if better else MoveVerdict.DISPUTED
