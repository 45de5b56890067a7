"""What an argument says of the moves that were not chosen."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from provebest.argument.parts import Kind, Rival
from provebest.argument.phrasing import Sentence, at_most, given, percent

if TYPE_CHECKING:
    from provebest.argument.argument import Argument

VERDICTS = {
    Kind.PROVED: ("is proved to be no better", "are proved to be no better"),
    Kind.HELD: ("is worse", "are worse"),
    Kind.CLOSE: ("is too close to call", "are too close to call"),
    Kind.EQUAL: ("is about equal", "are about equal"),
    Kind.NO_HOPE: ("cannot catch up", "cannot catch up"),
    Kind.UNLIKELY: ("is unlikely to be better", "are unlikely to be better"),
    Kind.BOUNDED: ("was not searched alone", "were not searched alone"),
    Kind.OPEN: ("was not settled", "were not settled"),
}
"""What is said of one rival of a kind, and of several."""


def rival_sentence(argument: Argument[Any], rival: Rival[Any]) -> Sentence:
    """Why this rival was not chosen."""
    return Sentence("rival", _text(argument, rival), rival.line)


def _text(argument: Argument[Any], rival: Rival[Any]) -> str:
    notation, value = argument.notation, argument.claim.value
    name, worth = notation.move(rival.move), worth_of(argument, rival)
    end = "." if notation.sides else ""
    shown = f": {notation.line(rival.line)}{end}" if len(rival.line) > 1 else end
    hope = "" if rival.hope is None else notation.value(rival.hope)
    chance = "" if rival.chance is None else percent(rival.chance)
    if rival.kind is Kind.PROVED:
        worse = "worse" if rival.value < argument.claim.at_least else "no better"
        return f"{name} is proved to be {worse} ({worth}{given(argument, ',')}){shown}"
    if rival.kind is Kind.HELD and rival.allows:
        answer = notation.line(rival.line[1:], after=rival.line[:1])
        return f"{name} ({worth}) allows {answer}, {rival.allows}."
    if rival.kind is Kind.HELD and rival.leaves:
        return f"{name} ({worth}) {rival.leaves}{shown}"
    if rival.kind in {Kind.HELD, Kind.CLOSE, Kind.EQUAL}:
        return f"{name} {VERDICTS[rival.kind][0]} ({worth}){shown}"
    if rival.kind is Kind.NO_HOPE:
        return f"{name} ({worth}) cannot catch up: even judged optimistically, it is only {hope}."
    if rival.kind is Kind.UNLIKELY:
        although = f", although judged optimistically it is {hope}" if hope else ""
        return f"{name} ({worth}) is unlikely to be better (chance {chance}){although}."
    if rival.kind is Kind.BOUNDED:
        return f"{name} was not searched alone. It did not come above {_bound(argument, rival)}."
    if rival.value > value and rival.at_most:
        bound = notation.value(rival.value)
        return f"{name} may be worth up to {bound}; the search did not settle this{shown}"
    if rival.value > value:
        return f"{name} looks better ({worth}), but the search did not settle this{shown}"
    if rival.depth is not None:
        return f"{name} looks worse ({worth}), but the chance that it is better is {chance}{shown}"
    left = f"; the chance that it is better is {chance}" if chance else ""
    return f"{name} ({worth}) was not settled{left}{shown}"


def worth_of(argument: Argument[Any], rival: Rival[Any]) -> str:
    """Its value, or that it is a bound."""
    if rival.at_most and rival.kind is not Kind.BOUNDED:
        return at_most(argument, rival.value)
    return argument.notation.value(rival.value)


def _bound(argument: Argument[Any], rival: Rival[Any]) -> str:
    worth = argument.notation.value(rival.value)
    return f"{worth} in a search of all rivals together, {rival.depth} plies deep"


def other_sentences(argument: Argument[Any]) -> list[Sentence]:
    """The rivals that are not argued with one by one: how many of each kind, and their best."""
    others, notation = argument.others, argument.notation
    if not others:
        return []
    count = Counter(rival.kind for rival in others)
    many = len(others)
    noun = "The other move" if many == 1 else f"The other {many} moves"
    bounded = next((rival for rival in others if rival.kind is Kind.BOUNDED), None)
    if bounded is not None and count[Kind.BOUNDED] == many:
        none = f"{noun} is not better" if many == 1 else f"None of the other {many} moves is better"
        text = f"{none} than {_bound(argument, bounded)}."
        return [Sentence("others", text, bounded.line)]
    best = max(others, key=lambda rival: rival.value)
    worth = at_most(argument, best.value) if best.at_most else notation.value(best.value)
    name = notation.move(best.move)
    if many == 1:
        return [
            Sentence("others", f"{noun}, {name} ({worth}), {VERDICTS[best.kind][0]}.", best.line)
        ]
    if len(count) == 1:
        text = f"{noun} {VERDICTS[best.kind][1]}"
    else:
        kinds = [f"{n} {VERDICTS[kind][n > 1]}" for kind, n in count.most_common()]
        text = f"Of the other {many} moves, {', '.join(kinds[:-1])} and {kinds[-1]}"
    seems = "may be" if best.at_most else "seems to be"
    return [Sentence("others", f"{text}; the best of them {seems} {name} ({worth}).", best.line)]
