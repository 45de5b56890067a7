"""An argument in plain words. Every sentence rests on a line of the argument, or on a number."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from provebest.argument.parts import Attempt, Hinge, Kind, Parry, Rival, Threat

if TYPE_CHECKING:
    from provebest.argument.argument import Argument

Line = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is said, and the line on which it rests."""

    about: str
    """``claim``, ``confidence``, ``threat``, ``parry``, ``rival``, ``others``, ``attempt``,
    ``hinge`` or ``stop``."""
    text: str
    line: Line = ()
    """From the root; for a threat from the position after ``passed_after`` and a pass."""
    passed_after: Line | None = None


def sentences(argument: Argument[Any]) -> list[Sentence]:
    """Claim, how sure it is, threats, rivals, attempts, hinges, and why the search stopped."""
    claim, said = argument.claim, [_claim(argument)]
    if argument.rivals:
        said += _confidence(argument)
    if argument.threat is not None:
        said.append(_threat(argument, argument.threat))
    if argument.parry is not None:
        said.append(_parry(argument, argument.parry))
    said += [_rival(argument, rival) for rival in argument.argued]
    said += _others(argument)
    said += [_attempt(argument, attempt) for attempt in argument.attempts]
    said += [_hinge(argument, hinge) for hinge in argument.hinges]
    why = Sentence("stop", f"Why the search stopped: {argument.reason}.", claim.line)
    return [*said, why]


def _claim(argument: Argument[Any]) -> Sentence:
    claim, notation = argument.claim, argument.notation
    move = notation.move(claim.move)
    worth = _worth(argument, claim.value)
    if not argument.rivals:
        only = notation.only(1)
        text = f"{move} is the only legal move." if only else f"{move} ({worth})"
        return Sentence("claim", text, claim.line)
    proved = f", proved{_given(argument)}" if claim.proved else ""
    return Sentence("claim", f"{move} ({worth}{proved}): {notation.line(claim.line)}", claim.line)


def _given(argument: Argument[Any], comma: str = "") -> str:
    """What a proof rests on; nothing is said if it is the ends of the game alone."""
    return f"{comma} given these bounds" if argument.claim.given else ""


def _worth(argument: Argument[Any], value: float) -> str:
    """The value, and what chances it gives."""
    notation = argument.notation
    chances = notation.chances(value)
    return (
        f"{notation.value(value)}, winning chances {chances}" if chances else notation.value(value)
    )


def _confidence(argument: Argument[Any]) -> list[Sentence]:
    claim = argument.claim
    if claim.proved:
        return []
    if claim.confidence is None:
        text = "How sure it is that no other move is better has not been measured for this game."
        return [Sentence("confidence", text, claim.line)]
    worst = max(argument.rivals, key=lambda rival: rival.chance or 0.0)
    name, chance = argument.notation.move(worst.move), 1 - claim.confidence
    much = "less than 1%" if chance < 0.01 else f"about {chance:.0%}"
    text = (
        f"The chance that its most dangerous rival, {name}, is really better: {much}, "
        f"given {claim.given}."
    )
    return [Sentence("confidence", text, worst.line)]


def _threat(argument: Argument[Any], threat: Threat[Any]) -> Sentence:
    notation, chosen = argument.notation, (argument.claim.move,)
    line = notation.line(threat.line[:4], after=chosen, passed=True)
    text = f"It threatens {line} ({notation.value(threat.value)})."
    return Sentence("threat", text, threat.line, chosen)


def _parry(argument: Argument[Any], parry: Parry[Any]) -> Sentence:
    notation, chosen = argument.notation, (argument.claim.move,)
    threat = notation.line(parry.threat[:3], passed=True)
    left = notation.value(parry.ignored)
    if not parry.answer:
        text = f"It stops {threat} ({left}), which is no longer possible."
    else:
        met = notation.line(parry.answer[:6], after=chosen)
        text = f"It stops {threat} ({left}): now {met} ({notation.value(parry.value)})."
    return Sentence("parry", text, parry.threat, ())


def _rival(argument: Argument[Any], rival: Rival[Any]) -> Sentence:
    notation, value = argument.notation, argument.claim.value
    name, bound = notation.move(rival.move), notation.value(rival.value)
    worth = f"at most {bound}" if rival.at_most and rival.kind is not Kind.BOUNDED else bound
    goal = notation.value(value)
    shown = f": {notation.line(rival.line)}" if len(rival.line) > 1 else ""
    hope = "" if rival.hope is None else notation.value(rival.hope)
    chance = "" if rival.chance is None else f"{rival.chance:.0%}"
    if rival.kind is Kind.PROVED:
        worse = "worse" if rival.value < argument.claim.at_least else "worth no more"
        text = f"{name} is proved to be {worse}: {worth}{_given(argument, ',')}{shown}"
    elif rival.kind is Kind.HELD:
        text = f"{name} is worse ({worth}){shown}"
    elif rival.kind is Kind.CLOSE:
        text = f"{name} is too close to call ({worth}){shown}"
    elif rival.kind is Kind.NO_HOPE:
        text = f"{name} ({worth}) cannot reach {goal}: even its hope is only {hope}."
    elif rival.kind is Kind.UNLIKELY:
        text = f"{name} ({worth}) hopes for {hope}, but reaches {goal} in only {chance} of cases."
    elif rival.kind is Kind.BOUNDED:
        text = f"{name} was not looked at alone; {_bounded(argument, rival)}."
    elif rival.value > value and rival.at_most:
        text = f"{name} may be worth up to {bound} and was not settled{shown}"
    elif rival.value > value:
        text = f"{name} seems to be worth more ({worth}) and was not settled{shown}"
    elif rival.depth is not None:
        text = f"{name} seems to be worse ({worth}), but a chance of {chance} is left{shown}"
    else:
        said = f", a chance of {chance}" if chance else ""
        text = f"{name} ({worth}) is still open{said}{shown}"
    return Sentence("rival", text, rival.line)


def _bounded(argument: Argument[Any], rival: Rival[Any]) -> str:
    worth = argument.notation.value(rival.value)
    return f"searched together to depth {rival.depth}, no rival came above {worth}"


def _others(argument: Argument[Any]) -> list[Sentence]:
    """The rivals that are not argued with one by one: how many of each kind, and their best."""
    others = argument.others
    if not others:
        return []
    count = Counter(rival.kind for rival in others)
    many = len(others)
    noun = "The other move" if many == 1 else f"The other {many} moves"
    bounded = next((rival for rival in others if rival.kind is Kind.BOUNDED), None)
    if bounded is not None and count[Kind.BOUNDED] == many:
        text = f"{noun}: {_bounded(argument, bounded)}."
        return [Sentence("others", text, bounded.line)]
    kinds = ", ".join(f"{number} {kind.value}" for kind, number in count.most_common())
    best = max(others, key=lambda rival: rival.value)
    name, worth = argument.notation.move(best.move), argument.notation.value(best.value)
    text = f"{noun}: {kinds}; the best of them seems to be {name} ({worth})."
    return [Sentence("others", text, best.line)]


def _attempt(argument: Argument[Any], attempt: Attempt[Any]) -> Sentence:
    notation, chosen = argument.notation, argument.claim.move
    line = notation.line(attempt.line, after=(chosen,))
    worth = notation.value(attempt.value)
    text = f"Against it the opponent can try {line} ({worth}){_doubt(argument, attempt)}."
    return Sentence("attempt", text, (chosen, *attempt.line))


def _doubt(argument: Argument[Any], attempt: Attempt[Any]) -> str:
    """What is said where nothing confirms the answer."""
    if not attempt.open:
        return ""
    if attempt.instead is None:
        return "; the answer is open, as it was found only once"
    after = (argument.claim.move, attempt.line[0])
    other = argument.notation.line((attempt.instead,), after=after)
    return f"; the answer is open: another search prefers {other}"


def _hinge(argument: Argument[Any], hinge: Hinge[Any]) -> Sentence:
    notation = argument.notation
    line, worth = notation.line(hinge.line, whole=True), notation.value(hinge.value)
    turns, instead = notation.value(hinge.turns_at), notation.move(hinge.instead)
    side = "less" if hinge.value > hinge.turns_at else "more"
    text = (
        f"It hangs on the position after {line}, taken for {worth}: "
        f"were it worth {side} than {turns}, {instead} would be chosen."
    )
    return Sentence("hinge", text, hinge.line)
