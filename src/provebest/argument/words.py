"""An argument in plain words. Every sentence is based on a line of the argument, or on a number."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from provebest.argument.parts import Attempt, Hinge, Kind, Parry, Rival, Threat
from provebest.vocabulary import Stopped

if TYPE_CHECKING:
    from provebest.argument.argument import Argument

Line = tuple[Any, ...]

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


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, and the line on which it is based."""

    about: str
    """``claim``, ``confidence``, ``threat``, ``parry``, ``rival``, ``others``, ``attempt``,
    ``hinge`` or ``stop``."""
    text: str
    line: Line = ()
    """From the root; for a threat, from the position after ``passed_after`` and a pass."""
    passed_after: Line | None = None


def sentences(argument: Argument[Any]) -> list[Sentence]:
    """Claim, how sure it is, threats, rivals, attempts, hinges, and why the search stopped."""
    claim, written = argument.claim, [_claim(argument)]
    if argument.rivals:
        written += _confidence(argument)
    if argument.threat is not None:
        written.append(_threat(argument, argument.threat))
    if argument.parry is not None:
        written.append(_parry(argument, argument.parry))
    written += [_rival(argument, rival) for rival in argument.argued]
    written += _others(argument)
    written += [_attempt(argument, attempt) for attempt in argument.attempts]
    written += [
        _hinge(argument, hinge, "also " if place else "")
        for place, hinge in enumerate(argument.hinges)
    ]
    why = Sentence("stop", f"Why the search stopped: {argument.reason}.", claim.line)
    return [*written, why]


def _claim(argument: Argument[Any]) -> Sentence:
    claim, notation = argument.claim, argument.notation
    move = notation.move(claim.move)
    worth = f"{'at least ' * claim.is_bound}{_worth(argument, claim.value)}"
    if not argument.rivals:
        only = notation.only(1)
        text = f"{move} is the only legal move." if only else f"{move} ({worth})"
        return Sentence("claim", text, claim.line)
    proved = f", proved{_given(argument)}" if claim.proved else ""
    return Sentence("claim", f"{move} ({worth}{proved}): {notation.line(claim.line)}", claim.line)


def _given(argument: Argument[Any], comma: str = "") -> str:
    """What a proof is based on; nothing if that is the ends of the game alone."""
    return f"{comma} given these bounds" if argument.claim.given else ""


def _worth(argument: Argument[Any], value: float) -> str:
    """The value, and the winning chances that it gives."""
    notation = argument.notation
    chances = notation.chances(value)
    return (
        f"{notation.value(value)}, winning chances {chances}" if chances else notation.value(value)
    )


def _percent(chance: float) -> str:
    """A small chance is not called 0%."""
    return "less than 1%" if chance < 0.01 else f"{chance:.0%}"


def _confidence(argument: Argument[Any]) -> list[Sentence]:
    claim = argument.claim
    if claim.proved or argument.stopped is Stopped.WITHIN_REGRET:  # the reason says how sure
        return []
    if claim.confidence is None:
        text = "The chance that another move is better has not been measured for this game."
        return [Sentence("confidence", text, claim.line)]
    worst = max(argument.rivals, key=lambda rival: rival.chance or 0.0)
    name, chance = argument.notation.move(worst.move), 1 - claim.confidence
    shared = sum(each.chance or 0.0 for each in argument.rivals)  # of the modern control's doubt
    all_of_them = math.isclose(shared, chance, abs_tol=1e-9)
    rival = f"{'another move, most likely' if all_of_them else 'its strongest rival,'} {name}"
    about = "" if chance < 0.01 else "about "
    text = (
        f"The chance that {rival}, is really better is "
        f"{about}{_percent(chance)}, judging by {claim.given}."
    )
    return [Sentence("confidence", text, worst.line)]


def _threat(argument: Argument[Any], threat: Threat[Any]) -> Sentence:
    notation, chosen = argument.notation, argument.claim.move
    line = notation.line(threat.line[:4], after=(chosen,), passed=True)
    text = f"{notation.move(chosen)} threatens {line} ({notation.value(threat.value)})."
    return Sentence("threat", text, threat.line, (chosen,))


def _parry(argument: Argument[Any], parry: Parry[Any]) -> Sentence:
    notation, chosen = argument.notation, argument.claim.move
    threat = notation.line(parry.threat[:3], passed=True)
    text = f"{notation.move(chosen)} stops {threat} ({notation.value(parry.ignored)})"
    if not parry.answer:
        text += ", which is no longer possible."
    else:
        met = notation.line(parry.answer[:6], after=(chosen,))
        text += f", which now leads to {met} ({notation.value(parry.value)})."
    return Sentence("parry", text, parry.threat, ())


def _rival(argument: Argument[Any], rival: Rival[Any]) -> Sentence:
    notation, value = argument.notation, argument.claim.value
    name, bound = notation.move(rival.move), notation.value(rival.value)
    worth = f"at most {bound}" if rival.at_most and rival.kind is not Kind.BOUNDED else bound
    shown = f": {notation.line(rival.line)}" if len(rival.line) > 1 else ""
    hope = "" if rival.hope is None else notation.value(rival.hope)
    chance = "" if rival.chance is None else _percent(rival.chance)
    if rival.kind is Kind.PROVED:
        worse = "worse" if rival.value < argument.claim.at_least else "no better"
        text = f"{name} is proved to be {worse} ({worth}{_given(argument, ',')}){shown}"
    elif rival.kind in {Kind.HELD, Kind.CLOSE, Kind.EQUAL}:
        text = f"{name} {VERDICTS[rival.kind][0]} ({worth}){shown}"
    elif rival.kind is Kind.NO_HOPE:
        text = f"{name} ({worth}) cannot catch up: even judged optimistically, it is only {hope}."
    elif rival.kind is Kind.UNLIKELY:
        although = f", although judged optimistically it is {hope}" if hope else ""
        text = f"{name} ({worth}) is unlikely to be better (chance {chance}){although}."
    elif rival.kind is Kind.BOUNDED:
        text = f"{name} was not searched alone. It did not come above {_bound(argument, rival)}."
    elif rival.value > value and rival.at_most:
        text = f"{name} may be worth up to {bound}; the search did not settle this{shown}"
    elif rival.value > value:
        text = f"{name} looks better ({worth}), but the search did not settle this{shown}"
    elif rival.depth is not None:
        text = f"{name} looks worse ({worth}), but the chance that it is better is {chance}{shown}"
    else:
        left = f"; the chance that it is better is {chance}" if chance else ""
        text = f"{name} ({worth}) was not settled{left}{shown}"
    return Sentence("rival", text, rival.line)


def _bound(argument: Argument[Any], rival: Rival[Any]) -> str:
    worth = argument.notation.value(rival.value)
    return f"{worth} in a search of all rivals together, {rival.depth} plies deep"


def _others(argument: Argument[Any]) -> list[Sentence]:
    """The rivals that are not argued with one by one: how many of each kind, and their best."""
    others, notation = argument.others, argument.notation
    if not others:
        return []
    count = Counter(rival.kind for rival in others)
    many = len(others)
    noun = "The other move" if many == 1 else f"The other {many} moves"
    bounded = next((rival for rival in others if rival.kind is Kind.BOUNDED), None)
    if bounded is not None and count[Kind.BOUNDED] == many:
        none = f"{noun} did not come" if many == 1 else f"None of the other {many} moves came"
        text = f"{none} above {_bound(argument, bounded)}."
        return [Sentence("others", text, bounded.line)]
    best = max(others, key=lambda rival: rival.value)
    most = "at most " if best.at_most else ""
    name, worth = notation.move(best.move), f"{most}{notation.value(best.value)}"
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


def _attempt(argument: Argument[Any], attempt: Attempt[Any]) -> Sentence:
    notation, chosen = argument.notation, argument.claim.move
    line = notation.line(attempt.line, after=(chosen,))
    worth = notation.value(attempt.value)
    name = notation.move(chosen)
    text = f"Against {name} the opponent can try {line} ({worth}){_doubt(argument, attempt)}."
    return Sentence("attempt", text, (chosen, *attempt.line))


def _doubt(argument: Argument[Any], attempt: Attempt[Any]) -> str:
    """A remark if nothing confirms the answer."""
    if not attempt.open:
        return ""
    if attempt.instead is None:
        return "; only one search found this answer, so it is not certain"
    after = (argument.claim.move, attempt.line[0])
    other = argument.notation.line((attempt.instead,), after=after)
    return f"; the answer is not certain, as another search prefers {other}"


def _hinge(argument: Argument[Any], hinge: Hinge[Any], also: str) -> Sentence:
    notation = argument.notation
    line, worth = notation.line(hinge.line, whole=True), notation.value(hinge.value)
    turns, instead = notation.value(hinge.turns_at), notation.move(hinge.instead)
    beyond = "Below" if hinge.value > hinge.turns_at else "Above"
    text = (
        f"This {also}depends on the position after {line} (judged {worth}). "
        f"{beyond} {turns}, {instead} would be better."
    )
    return Sentence("hinge", text, hinge.line)
