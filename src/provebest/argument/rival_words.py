"""What an argument says of the moves that were not chosen."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from provebest.argument.claim_words import LIMITS, is_hopeless, is_settled
from provebest.argument.parts import Deed, Kind, Rival, Verdict
from provebest.argument.phrasing import (
    DRAWISH,
    HOLDING,
    WINNING,
    Sentence,
    Verb,
    all_do,
    at_most,
    ending,
    given,
    loses,
    named,
    percent,
    wins,
)
from provebest.argument.prose import Prose, Word, listed, say
from provebest.argument.verdicts import AS_GOOD

if TYPE_CHECKING:
    from provebest.argument.argument import Argument


class Stake(enum.Enum):
    """What a rival may give away."""

    THE_WIN = enum.auto()
    THE_GAME = enum.auto()
    TIME = enum.auto()
    """The game is lost; with the rival, sooner."""


VERDICTS = {
    Kind.PROVED: Verb("is proved to be no better", "are proved to be no better"),
    Kind.HELD: Verb("is worse", "are worse"),
    Kind.CLOSE: Verb("is too close to call", "are too close to call"),
    Kind.EQUAL: Verb("is about equal", "are about equal"),
    Kind.NO_HOPE: Verb("cannot catch up", "cannot catch up"),
    Kind.UNLIKELY: Verb("is unlikely to be better", "are unlikely to be better"),
    Kind.BOUNDED: Verb("was not searched alone", "were not searched alone"),
    Kind.OPEN: Verb("was not settled", "were not settled"),
}
"""What is said of one rival of a kind, and of several."""
LOSING_IT = {
    Stake.THE_WIN: "gives away the win",
    Stake.THE_GAME: "loses",
    Stake.TIME: "loses sooner",
}
SLIGHTLY = 0.1
"""Share of the point: a rival that costs less is only slightly worse, unless the odds of winning
are ``MUCH_LESS``: about what a pawn changes them by, which counts if the game is nearly decided."""
MUCH_LESS = 2.5


def rival_sentence(argument: Argument[Any], rival: Rival[Any]) -> Sentence:
    """Why this rival was not chosen."""
    values = () if _keeps_the_draw(argument, rival) else _values(rival)
    said = _said(argument, rival)
    return Sentence("rival", said, rival.line, moves=(rival.move,), values=values)


def line_sentence(argument: Argument[Any], rival: Rival[Any]) -> Sentence:
    """The line of a rival alone: another sentence has told how good it is."""
    line = argument.notation.line(rival.line)
    said = _of(argument, rival, "{move}{end}", end=ending(line))
    return Sentence("rival", said, rival.line, moves=(rival.move,))


def _values(*rivals: Rival[Any]) -> tuple[tuple[Any, float], ...]:
    """The rivals with their values; a bound is none."""
    return tuple((rival.move, rival.value) for rival in rivals if not rival.at_most)


def _keeps_the_draw(argument: Argument[Any], rival: Rival[Any]) -> bool:
    return argument.verdict is Verdict.DRAWN and not loses(argument, rival)


def _of(argument: Argument[Any], rival: Rival[Any], template: str, **words: Word) -> Prose:
    """The template with the words, and with the name and the worth of the rival."""
    move, worth = named(argument, rival.move), rival_worth(argument, rival)
    return say(template, move=move, worth=worth, **words)


def _said(argument: Argument[Any], rival: Rival[Any]) -> Prose:
    if rival.kind in {Kind.NO_HOPE, Kind.UNLIKELY, Kind.BOUNDED}:
        return _unsearched(argument, rival)
    line = argument.notation.line(rival.line) if len(rival.line) > 1 else None
    end = ending(line, stop="." if argument.notation.sides else "")
    if _keeps_the_draw(argument, rival):
        return _of(argument, rival, "{move} also keeps the draw{end}", end=end)
    if rival.kind is Kind.OPEN:
        return _unsettled(argument, rival, end)
    if rival.kind is Kind.PROVED:
        worse = "worse" if rival.value < argument.claim.at_least else "no better"
        proved = "{move} is proved to be {worse} ({worth}{given}){end}"
        return _of(argument, rival, proved, worse=worse, given=given(argument, ","), end=end)
    if rival.kind is Kind.HELD:
        return _worse(argument, rival, end)
    return _of(argument, rival, "{move} {as_good}{end}", as_good=_as_good(argument, rival), end=end)


def _as_good(argument: Argument[Any], rival: Rival[Any]) -> str:
    """What a rival does that is as good as the choice: the same, in the words of the verdict."""
    notation = argument.notation
    if argument.verdict is Verdict.WINS:
        if notation.line((rival.move,)).mates:
            return "is also mate"
        return f"also mates, in {notation.mate_in(rival.value)}"
    told, shared = VERDICTS[rival.kind].one, all_do(argument)
    if argument.verdict is Verdict.LOST:
        told = "is also lost" if is_hopeless(argument) else "also looks lost"
        if argument.stopped not in LIMITS:
            told = "resists about equally long"
    elif shared is not None:
        told = f"also {shared.one}"
    return f"{told} ({rival_worth(argument, rival)})"


def _worse(argument: Argument[Any], rival: Rival[Any], end: Prose) -> Prose:
    """Of a rival that was searched: the result that it gives away first, then what is wrong."""
    lost = gives_away(argument, rival)
    if rival.allows is not None and lost in {None, Stake.THE_GAME}:
        return _allowing(argument, rival, rival.allows, loses_by_it=lost is not None)
    if lost is None and rival.leaves:
        return _of(argument, rival, "{move} ({worth}) {why}{end}", why=rival.leaves, end=end)
    if lost is not None:
        worse = LOSING_IT[lost]
    elif wins(argument, rival.value):
        worse = "also wins, but less clearly"
    else:
        worse = "is slightly worse" if is_near(argument, rival) else VERDICTS[rival.kind].one
    return _of(argument, rival, "{move} {worse} ({worth}){end}", worse=worse, end=end)


def _allowing(
    argument: Argument[Any], rival: Rival[Any], deed: Deed, *, loses_by_it: bool
) -> Prose:
    """The answer to a rival, and what it does."""
    line = rival.line[1 : rival.shown]
    answer = argument.notation.line(line, after=rival.line[:1], whole=True)
    if answer.mates:
        return _of(argument, rival, "{move} loses to {answer}.", answer=answer)
    told = "{move} ({worth}) allows {answer}, {does}."
    if loses_by_it:
        told = "{move} loses ({worth}) to {answer}, {does}."
    return _of(argument, rival, told, answer=answer, does=deed.participle)


def gives_away(argument: Argument[Any], rival: Rival[Any]) -> Stake | None:
    """What a rival gives away of the result; None for nothing."""
    if _is_lost_by_force(argument, argument.claim.value):
        return Stake.TIME
    ours, theirs = (argument.notation.share(v) for v in (argument.claim.value, rival.value))
    if ours is None or theirs is None:
        return None
    if wins(argument, argument.claim.value) and DRAWISH <= theirs <= 1 - DRAWISH:
        return Stake.THE_WIN
    if _is_lost_by_force(argument, rival.value):
        return Stake.THE_GAME
    return Stake.THE_GAME if ours >= HOLDING and theirs <= 1 - WINNING else None


def _is_lost_by_force(argument: Argument[Any], value: float) -> bool:
    return value < 0 and argument.notation.is_forced(value)


def _unsearched(argument: Argument[Any], rival: Rival[Any]) -> Prose:
    """Of a rival that was not searched alone: its hope, its chance, or its bound."""
    if rival.kind is Kind.BOUNDED:
        told = "{move} was not searched alone. It is not better than {bound}."
        return _of(argument, rival, told, bound=_bound(argument, rival))
    hope = "" if rival.hope is None else argument.notation.value(rival.hope)
    if rival.kind is Kind.NO_HOPE:
        told = "{move} ({worth}) cannot catch up: even judged optimistically, it is only {hope}."
        return _of(argument, rival, told, hope=hope)
    chance = "" if rival.chance is None else percent(rival.chance)
    although = f", although judged optimistically it is {hope}" if hope else ""
    told = "{move} ({worth}) is unlikely to be better (chance {chance}){although}."
    return _of(argument, rival, told, chance=chance, although=although)


def _unsettled(argument: Argument[Any], rival: Rival[Any], end: Prose) -> Prose:
    """Of a rival that nothing settles."""
    if rival.value > argument.claim.value and rival.at_most:
        told = "{move} may be worth up to {bound}; the search did not settle this{end}"
        return _of(argument, rival, told, bound=argument.notation.value(rival.value), end=end)
    if rival.value > argument.claim.value:
        told = "{move} looks better ({worth}), but the search did not settle this{end}"
        return _of(argument, rival, told, end=end)
    if rival.depth is not None and not rival.at_most and wins(argument, rival.value):
        return _of(argument, rival, "{move} also looks winning ({worth}){end}", end=end)
    if rival.depth is not None:
        return _of(
            argument,
            rival,
            "{move} looks {worse} ({worth}){why}{doubt}{end}",
            worse=_how_much_worse(argument, rival),
            why=f", as it {rival.leaves}" if rival.leaves else "",
            doubt=_doubt(argument),
            end=end,
        )
    chance = "" if rival.chance is None else percent(rival.chance)
    left = f"; the chance that it is better is {chance}" if chance else ""
    return _of(argument, rival, "{move} ({worth}) was not settled{left}{end}", left=left, end=end)


def _how_much_worse(argument: Argument[Any], rival: Rival[Any]) -> str:
    return "slightly worse" if is_near(argument, rival) else "worse"


def _doubt(argument: Argument[Any]) -> str:
    return "" if is_settled(argument) else ", but that is not certain"


def told_alike(argument: Argument[Any], rivals: Sequence[Rival[Any]]) -> list[Rival[Any]]:
    """The first rivals of which the same is said: that they look worse, without a reason.

    Empty unless there are at least two.
    """

    def said(rival: Rival[Any]) -> bool | None:
        """Whether it is said to be slightly worse, or else worse; None for anything else."""
        searched = rival.kind is Kind.OPEN and rival.depth is not None and not rival.at_most
        if not searched or rival.leaves or rival.value > argument.claim.value:
            return None
        return None if wins(argument, rival.value) else is_near(argument, rival)

    if not rivals or said(rivals[0]) is None:
        return []
    alike = list(takewhile(lambda rival: said(rival) == said(rivals[0]), rivals))
    return alike if len(alike) > 1 else []


def sentence_on_all(argument: Argument[Any], rivals: Sequence[Rival[Any]]) -> Sentence:
    """One sentence on rivals that are told alike, without lines; that of the first is shown."""
    said = say(
        "{moves} look {worse}{doubt}{stop}",
        moves=listed([_of(argument, each, "{move} ({worth})") for each in rivals]),
        worse=_how_much_worse(argument, rivals[0]),
        doubt=_doubt(argument),
        stop="." if argument.notation.sides else "",
    )
    moves = tuple(each.move for each in rivals)
    return Sentence("rival", said, rivals[0].line, moves=moves, values=_values(*rivals))


def rival_worth(argument: Argument[Any], rival: Rival[Any]) -> str:
    """Its value, or that it is a bound; a rival that is as good is not told as one."""
    if _keeps_the_draw(argument, rival):
        return "draw"
    if rival.at_most and rival.kind not in AS_GOOD:
        return at_most(argument, rival.value)
    return argument.notation.value(rival.value)


def is_near(argument: Argument[Any], rival: Rival[Any]) -> bool:
    """Whether chances are known in the game and differ little."""
    theirs, ours = (argument.notation.share(v) for v in (rival.value, argument.claim.value))
    if theirs is None or ours is None or ours - theirs >= SLIGHTLY:
        return False
    return ours * (1 - theirs) < MUCH_LESS * theirs * (1 - ours)


def _bound(argument: Argument[Any], rival: Rival[Any]) -> str:
    worth = argument.notation.value(rival.value)
    return f"{worth} in a search of all rivals together, {rival.depth} plies deep"


def other_sentences(argument: Argument[Any]) -> list[Sentence]:
    """The rivals that are not argued with one by one: how many of each kind, and their best."""
    others = argument.others
    if not others:
        return []
    count, moves = Counter(rival.kind for rival in others), tuple(each.move for each in others)
    many = len(others)
    noun = "The other move" if many == 1 else f"The other {many} moves"
    bounded = next((rival for rival in others if rival.kind is Kind.BOUNDED), None)
    if bounded is not None and count[Kind.BOUNDED] == many:
        none = f"{noun} is not better" if many == 1 else f"None of the other {many} moves is better"
        said = say("{none} than {bound}.", none=none, bound=_bound(argument, bounded))
        return [Sentence("others", said, bounded.line, moves=moves)]
    best = max(others, key=lambda rival: rival.value)
    value = argument.notation.value(best.value)
    worth = at_most(argument, best.value) if best.at_most else value
    name = named(argument, best.move)
    if many == 1:
        is_so = VERDICTS[best.kind].one
        said = say(
            "{noun}, {move} ({worth}), {is_so}.", noun=noun, move=name, worth=worth, is_so=is_so
        )
        return [Sentence("others", said, best.line, moves=moves, values=_values(best))]
    kinds = [f"{n} {VERDICTS[kind][n > 1]}" for kind, n in count.most_common()]
    said = say(
        "{others}; the best of them {seems} {move} ({worth}).",
        others=f"{noun} {VERDICTS[best.kind].several}"
        if len(count) == 1
        else say("Of the other {many} moves, {kinds}", many=str(many), kinds=listed(kinds)),
        seems="may be" if best.at_most else "seems to be",
        move=name,
        worth=worth,
    )
    return [Sentence("others", said, best.line, moves=moves, values=_values(best))]
