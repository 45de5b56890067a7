"""An argument in plain words. Every sentence is based on a line of the argument, or on a number."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from provebest.argument.claim_words import (
    DECIDED,
    claim_sentence,
    confidence_sentences,
    is_settled,
    short_stop,
    stop_sentence,
    told_as_good,
)
from provebest.argument.parts import Attempt, Hinge, Kind, Parry, Rival, Threat, Verdict
from provebest.argument.phrasing import (
    WINNING,
    Sentence,
    all_win,
    doing,
    loses,
    named,
    shown_line,
    worth_behind,
)
from provebest.argument.prose import Prose, say
from provebest.argument.rival_words import (
    SLIGHTLY,
    gives_away,
    is_near,
    line_sentence,
    other_sentences,
    rival_sentence,
    sentence_on_all,
    told_alike,
)

if TYPE_CHECKING:
    from provebest.argument.argument import Argument

__all__ = ["Sentence", "brief", "sentences"]

WORSE = frozenset({Kind.PROVED, Kind.HELD, Kind.OPEN})
"""Rivals of which a brief argument speaks: they were searched, and are not as good."""
BRIEF_RIVALS = 2
"""Rivals of which a brief argument speaks, besides those that somebody asked about."""
SHOWN_OF_ANSWER = 4
"""Plies that are shown of a reply that was a threat, if nothing is said of what the answer does."""


def sentences(argument: Argument[Any]) -> list[Sentence]:
    """Claim, how sure it is, threats, rivals, attempts, hinges, and why the search stopped."""
    written = [claim_sentence(argument)]
    if argument.rivals:
        written += confidence_sentences(argument)
    written += _threats(argument)
    written += [rival_sentence(argument, rival) for rival in argument.argued]
    written += other_sentences(argument)
    written += [
        _attempt(argument, attempt)
        for attempt in _untold(argument, written)
        if attempt.open or not _repeats_main_line(argument, attempt)
    ]
    likeliest = argument.likeliest
    hinges = [
        hinge
        for hinge in argument.hinges
        if argument.verdict not in DECIDED
        and (likeliest is None or hinge.instead == likeliest.move)
    ]
    written += [
        _hinge(argument, hinge, "also " if place else "") for place, hinge in enumerate(hinges)
    ]
    return [*written, *_cautions(argument), stop_sentence(argument)]


def brief(argument: Argument[Any]) -> list[Sentence]:
    """The move and its reason, a threat, two rivals, the main try, and how settled it is."""
    decided = argument.verdict in DECIDED
    threats = [] if decided else _threats(argument)[:1]
    tried = [each for each in _untold(argument, threats) if _is_a_real_try(argument, each)]
    tried.sort(key=lambda attempt: (attempt.does is None, attempt.value))
    return [
        claim_sentence(argument),
        *threats,
        *_rivals(argument),
        *(_attempt(argument, attempt) for attempt in ([] if decided else tried[:1])),
        *_cautions(argument),
        *short_stop(argument),
    ]


def _cautions(argument: Argument[Any]) -> list[Sentence]:
    """What is known of such positions and no value shows; nothing beside a certain result."""
    if not argument.caution or argument.verdict in DECIDED - {Verdict.LOST}:
        return []
    return [Sentence("caution", say("{it}", it=argument.caution), argument.claim.line)]


def _rivals(argument: Argument[Any]) -> list[Sentence]:
    """Of a rival of which the first sentence tells how good it is, only the line, if it has one."""
    silent, written = told_as_good(argument), []
    rivals = _brief_rivals(argument)
    alike = told_alike(argument, [each for each in rivals if each.move not in argument.asked])
    for rival in rivals:
        if rival in alike:
            written += [sentence_on_all(argument, alike)] if rival is alike[0] else []
        elif rival not in silent:
            written.append(rival_sentence(argument, rival))
        elif len(rival.line) > 1 and not argument.claim.aimless:
            written.append(line_sentence(argument, rival))
    return written


def _brief_rivals(argument: Argument[Any]) -> list[Rival[Any]]:
    """Those asked about, and the first that are worse; beside a certain result only the former.

    The strongest comes first, however sure that is; then those that are surely worse, and if the
    argument is settled, no others. A rival that has only the bound of another comes after those
    with values of their own, and one without a line after those that have something to show.
    """
    told = [rival for rival in argument.argued if rival.move in argument.asked]
    if argument.verdict in {Verdict.WINS, Verdict.LOST}:
        return told
    others = [rival for rival in argument.argued if rival not in told and rival.kind in WORSE]
    if argument.verdict is Verdict.DRAWN:
        others = [rival for rival in others if loses(argument, rival)]
    if all_win(argument):
        others = [rival for rival in others if gives_away(argument, rival)]
    strongest = max((rival.value for rival in others if not rival.at_most), default=math.inf)
    if is_settled(argument):
        others = [
            rival
            for rival in others
            if rival.kind is not Kind.OPEN or (rival.depth is not None and rival.value >= strongest)
        ]
    others.sort(
        key=lambda rival: (
            rival.kind is Kind.OPEN and rival.value < strongest and not is_near(argument, rival),
            rival.at_most and rival.kind is not Kind.PROVED,
            len(rival.line) < 2,
        )
    )
    return [*told, *others[:BRIEF_RIVALS]]


def _threats(argument: Argument[Any]) -> list[Sentence]:
    threat, parry = argument.threat, argument.parry
    return [
        *([] if threat is None else [_threat(argument, threat)]),
        *([] if parry is None else [_parry(argument, parry)]),
    ]


def _threat(argument: Argument[Any], threat: Threat[Any]) -> Sentence:
    chosen = argument.claim.move
    shown = threat.line[: threat.shown]
    line = argument.notation.line(shown, after=(chosen,), passed=True, whole=True)
    said = say(
        "{move} threatens {line}{does}{worth}.",
        move=named(argument, chosen),
        line=line,
        does=doing(threat.does, line),
        worth=worth_behind(argument, threat.value, threat.does),
    )
    return Sentence("threat", said, threat.line, (chosen,), moves=(chosen,))


def _parry(argument: Argument[Any], parry: Parry[Any]) -> Sentence:
    line = argument.notation.line(parry.threat[: parry.shown], passed=True, whole=True)
    said = say(
        "{move} stops {line}{does}{worth}{now}.",
        move=named(argument, argument.claim.move),
        line=line,
        does=doing(parry.does, line),
        worth=worth_behind(argument, parry.ignored, parry.does),
        now=_answer_to(argument, parry) if parry.answer else "",
    )
    return Sentence("parry", said, parry.threat, (), moves=(argument.claim.move,))


def _answer_to(argument: Argument[Any], parry: Parry[Any]) -> Prose:
    """How the reply is met that was a threat, as a clause."""
    met = _met(argument, parry)
    plies = SHOWN_OF_ANSWER if met.does is None else met.shown
    line = argument.notation.line(met.line[:plies], after=(argument.claim.move,), whole=True)
    worth = argument.notation.value(met.value)
    does = doing(met.does, line)
    return say("; now {line}{does} ({worth})", line=line, does=does, worth=worth)


def _met(argument: Argument[Any], parry: Parry[Any]) -> Attempt[Any]:
    """How the reply is met that was a threat: by the deepest search of it."""
    reply, claim = parry.answer[:1], argument.claim
    if reply == claim.line[1:2]:
        return Attempt(claim.line[1:], claim.value)
    found = next((each for each in argument.attempts if each.line[:1] == reply), None)
    if found is None or (found.depth or math.inf) < (parry.depth or 0):
        return Attempt(parry.answer, parry.value)
    return found


def _untold(argument: Argument[Any], told: list[Sentence]) -> list[Attempt[Any]]:
    """The attempts whose answer no sentence on a threat has told, or has told as certain."""
    parry = argument.parry
    reply = parry.answer[:1] if parry and any(each.about == "parry" for each in told) else ()
    return [each for each in argument.attempts if each.open or each.line[:1] != reply]


def _repeats_main_line(argument: Argument[Any], attempt: Attempt[Any]) -> bool:
    """Whether the reply is that of the line of the claim, which shows how it is met."""
    return attempt.line[:1] == argument.claim.line[1:2]


def _is_a_real_try(argument: Argument[Any], attempt: Attempt[Any]) -> bool:
    """Whether a coach would speak of the reply: it seems to win something, or it costs little.

    In a won game every reply costs little, so there only the first counts.
    """
    if attempt.open or _repeats_main_line(argument, attempt):
        return False
    ours, theirs = (argument.notation.share(v) for v in (argument.claim.value, attempt.value))
    if attempt.tempting or ours is None or theirs is None:
        return True
    return ours < WINNING and theirs - ours < SLIGHTLY


def _attempt(argument: Argument[Any], attempt: Attempt[Any]) -> Sentence:
    notation, chosen = argument.notation, argument.claim.move
    after = (chosen, *attempt.line[:1])
    whole = notation.line(attempt.line[1:], after=after)
    reply = notation.line(attempt.line[:1], after=(chosen,))
    if whole.mates:
        tried = say("{reply}, but {answer} is mate", reply=reply, answer=whole)
    elif attempt.does is not None:
        tried = say(
            "{reply}, but {answer} {does}{certain}",
            reply=reply,
            answer=shown_line(argument, attempt.line[1:], max(0, attempt.shown - 1), after),
            does=attempt.does.finite,
            certain=_certainty(argument, attempt),
        )
    else:
        line = notation.line(attempt.line, after=(chosen,))
        tried = say("{line}{certain}", line=line, certain=_certainty(argument, attempt))
    said = say(
        "Against {move} {other} can try {tried}.",
        move=named(argument, chosen),
        other=notation.sides[1] if notation.sides else "the opponent",
        tried=tried,
    )
    return Sentence("attempt", said, (chosen, *attempt.line), moves=(chosen,))


def _certainty(argument: Argument[Any], attempt: Attempt[Any]) -> Prose:
    """The value of an answer, and a remark if nothing confirms it."""
    told = " ({worth})"
    if attempt.open and attempt.instead is None:
        told = " ({worth}); that no other answer is better is not certain"
    elif attempt.open:
        told = " ({worth}); the answer is not certain, as another search prefers {other}"
    after = (argument.claim.move, *attempt.line[:1])
    other = () if attempt.instead is None else (attempt.instead,)
    return say(
        told,
        worth=argument.notation.value(attempt.value),
        other=argument.notation.line(other, after=after),
    )


def _hinge(argument: Argument[Any], hinge: Hinge[Any], also: str) -> Sentence:
    notation = argument.notation
    said = say(
        "This {also}depends on the position after {line} (judged {worth}). "
        "{beyond} {turns}, {instead} would be better.",
        also=also,
        line=notation.line(hinge.line, whole=True),
        worth=notation.value(hinge.value),
        beyond="Below" if notation.sign * (hinge.value - hinge.turns_at) > 0 else "Above",
        turns=notation.value(hinge.turns_at),
        instead=named(argument, hinge.instead),
    )
    return Sentence("hinge", said, hinge.line, moves=(argument.claim.move, hinge.instead))
