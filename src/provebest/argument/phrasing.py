"""Words that several sentences of an argument share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from provebest.argument.parts import Kind, Verdict
from provebest.argument.prose import Part, Prose, WrittenLine, say

if TYPE_CHECKING:
    from provebest.argument.argument import Argument
    from provebest.argument.parts import Deed, Rival

Line = tuple[Any, ...]

WINNING = 0.97
"""Winning chances from which a move wins; then no other can be better by more than 0.03 points."""
AHEAD = 0.85
"""Winning chances from which a side has a large advantage."""
DRAWISH = 0.4
"""Winning chances of either side from which the game is far from lost."""
HOLDING = 0.25
"""Winning chances from which a game is not yet lost."""
CLEARLY = 0.2
"""Winning chances that a clearly worse move costs."""
LOSING = 0.05
"""Winning chances below which a move loses."""


class Verb(NamedTuple):
    """A verb of one subject, and of several."""

    one: str
    several: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, and the line on which it is based."""

    about: str
    """``claim``, ``confidence``, ``threat``, ``parry``, ``rival``, ``others``, ``attempt``,
    ``hinge``, ``caution`` or ``stop``."""
    said: Prose
    line: Line = ()
    """From the root; for a threat, from the position after ``passed_after`` and a pass."""
    passed_after: Line | None = None
    moves: Line = ()
    """Moves of the root of which it speaks: the choice and those told as good, or the rivals."""
    values: tuple[tuple[Any, float], ...] = ()
    """Such moves with the values that it tells of them."""
    unsettled: bool = False
    """It says that a longer search may well change the choice."""

    @property
    def text(self) -> str:
        """As it is read."""
        return self.said.text


def percent(chance: float) -> str:
    """A chance as a percentage; a small one is not called 0%."""
    return "less than 1%" if chance < 0.01 else f"{chance:.0%}"


def at_least(argument: Argument[Any], value: float) -> str:
    """A lower bound for the side that chooses, as it is written."""
    return f"{'at least' if argument.notation.sign > 0 else 'at most'} {_value(argument, value)}"


def at_most(argument: Argument[Any], value: float) -> str:
    """An upper bound for the side that chooses, as it is written."""
    return f"{'at most' if argument.notation.sign > 0 else 'at least'} {_value(argument, value)}"


def _value(argument: Argument[Any], value: float) -> str:
    return argument.notation.value(value)


def named(argument: Argument[Any], move: Any) -> Part:
    """A move at the root."""
    return Part(argument.notation.move(move), (move,))


def doing(deed: Deed | None, line: WrittenLine | None = None) -> str:
    """What a line does, to be written behind it; nothing if the line shows the mate itself."""
    shown = line is not None and line.mates
    return "" if deed is None or shown else f", {deed.participle}"


def worth_behind(argument: Argument[Any], value: float, deed: Deed | None) -> str:
    """A value in parentheses; nothing if it has been told that this is a mate."""
    return "" if deed is not None and deed.mates else f" ({_value(argument, value)})"


def given(argument: Argument[Any], comma: str = "") -> str:
    """What a proof is based on; nothing if that is the ends of the game alone."""
    return f"{comma} given these bounds" if argument.claim.given else ""


def shown_line(argument: Argument[Any], line: Line, done: int, after: Line = ()) -> WrittenLine:
    """A line up to the ply ``done``, where it has done its work; if that is 0, as any other."""
    return argument.notation.line(line[: done or None], after=after, whole=done > 0)


def loses(argument: Argument[Any], rival: Rival[Any]) -> bool:
    """Whether a rival leaves hardly any winning chances."""
    share = argument.notation.share(rival.value)
    return share is not None and share < LOSING


def wins(argument: Argument[Any], value: float) -> bool:
    """Whether a move of this value leaves hardly any doubt of a win.

    In a game whose line makes no progress the values do not say that it is won.
    """
    share = argument.notation.share(value)
    return share is not None and share >= WINNING and not argument.claim.aimless


def others_lose(argument: Argument[Any]) -> bool:
    """Whether every other move loses by force, and the choice does not."""
    values = [rival.value for rival in argument.rivals]
    forced = all(value < 0 and argument.notation.is_forced(value) for value in values)
    return bool(values) and forced and not argument.notation.is_forced(argument.claim.value)


def others_are_clearly_worse(argument: Argument[Any]) -> bool:
    """Whether every other move was searched and costs as many winning chances as an only move."""
    best = argument.notation.share(argument.claim.value)
    if best is None or any(r.kind not in {Kind.HELD, Kind.BOUNDED} for r in argument.rivals):
        return False
    shares = [argument.notation.share(rival.value) for rival in argument.rivals]
    return all(share is not None and best - share >= CLEARLY for share in shares)


def saves_alone(argument: Argument[Any]) -> bool:
    """Whether the choice keeps the balance, and every other move is known to lose."""
    share = argument.notation.share(argument.claim.value)
    if share is None or not HOLDING <= share <= 1 - DRAWISH or not argument.rivals:
        return False
    return all(loses(argument, rival) for rival in argument.rivals)


def all_win(argument: Argument[Any]) -> bool:
    """Whether the choice is as good as others, and it and all of them win."""
    return all_reach(argument, WINNING) and wins(argument, argument.claim.value)


def all_do(argument: Argument[Any]) -> Verb | None:
    """What the choice and the moves that are as good do; None if that has no word."""
    if all_win(argument):
        return Verb("wins", "win")
    if all_reach(argument, WINNING):
        return Verb("looks winning", "look winning")
    reached = all_reach(argument, AHEAD)
    return Verb("keeps a large advantage", "keep a large advantage") if reached else None


def all_reach(argument: Argument[Any], least: float) -> bool:
    """Whether the choice is as good as others, and it and they have these winning chances."""
    close = argument.verdict in {Verdict.EQUAL, Verdict.CLOSE}
    values = (argument.claim.value, *(rival.value for rival in argument.as_good))
    shares = [argument.notation.share(value) for value in values]
    return close and all(share is not None and share >= least for share in shares)


def ending(line: WrittenLine | None, stop: str = ".") -> Prose:
    """The end of a sentence: its line, if it shows one, and the full stop.

    A line that goes on has three already.
    """
    if line is None:
        return say(stop)
    return say(": {line}{stop}", line=line, stop="" if line.cut else stop)
