"""What an argument says of the moves that were not chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from provebest.argument.claim_words import LIMITS, is_hopeless, is_settled
from provebest.argument.parts import Kind, Rival, Verdict
from provebest.argument.phrasing import (
    DRAWISH,
    HOLDING,
    WINNING,
    Sentence,
    all_do,
    at_most,
    ended,
    given,
    listed,
    loses,
    percent,
    wins,
)
from provebest.argument.verdicts import AS_GOOD

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
THE_WIN, THE_GAME, SOONER = "the win", "the game", "a longer defence"
"""What a rival may give away."""
SLIGHTLY = 0.1
"""Share of the point: a rival that costs less is only slightly worse, unless the odds of winning
are ``MUCH_LESS``: about what a pawn changes them by, which counts if the game is nearly decided."""
MUCH_LESS = 2.5


def rival_sentence(argument: Argument[Any], rival: Rival[Any]) -> Sentence:
    """Why this rival was not chosen."""
    text = _text(argument, rival)
    if argument.notation.sides and not text.endswith("."):
        text = ended(text)
    values = () if _keeps_the_draw(argument, rival) else _values(rival)
    return Sentence("rival", text, rival.line, moves=(rival.move,), values=values)


def line_sentence(argument: Argument[Any], rival: Rival[Any]) -> Sentence:
    """The line of a rival alone: another sentence has told how good it is."""
    notation = argument.notation
    text = f"{notation.move(rival.move)}: {notation.line(rival.line)}"
    return Sentence("rival", ended(text), rival.line, moves=(rival.move,))


def _values(*rivals: Rival[Any]) -> tuple[tuple[Any, float], ...]:
    """The rivals with their values; a bound is none."""
    return tuple((rival.move, rival.value) for rival in rivals if not rival.at_most)


def _keeps_the_draw(argument: Argument[Any], rival: Rival[Any]) -> bool:
    return argument.verdict is Verdict.DRAWN and not loses(argument, rival)


def _text(argument: Argument[Any], rival: Rival[Any]) -> str:
    if rival.kind in {Kind.NO_HOPE, Kind.UNLIKELY, Kind.BOUNDED}:
        return _unsearched(argument, rival)
    notation, worth = argument.notation, rival_worth(argument, rival)
    line = f": {notation.line(rival.line)}" if len(rival.line) > 1 else ""
    name = notation.move(rival.move)
    if _keeps_the_draw(argument, rival):
        return f"{name} also keeps the draw{line}"
    if rival.kind is Kind.OPEN:
        return f"{_unsettled(argument, rival)}{line}"
    if rival.kind is Kind.PROVED:
        worse = "worse" if rival.value < argument.claim.at_least else "no better"
        return f"{name} is proved to be {worse} ({worth}{given(argument, ',')}){line}"
    if rival.kind is Kind.HELD:
        return _worse(argument, rival, line)
    return f"{name} {_as_good(argument, rival)}{line}"


def _as_good(argument: Argument[Any], rival: Rival[Any]) -> str:
    """What a rival does that is as good as the choice: the same, in the words of the verdict."""
    notation, worth = argument.notation, rival_worth(argument, rival)
    if argument.verdict is Verdict.WINS:
        if notation.move(rival.move).endswith("#"):
            return "is also mate"
        chooser = notation.sides[0] if notation.sides else ""
        return f"also mates, {worth.removeprefix(f'{chooser} mates ')}"
    told, shared = VERDICTS[rival.kind][0], all_do(argument)
    if argument.verdict is Verdict.LOST:
        told = "is also lost" if is_hopeless(argument) else "also looks lost"
        if argument.stopped not in LIMITS:
            told = "resists about equally long"
    elif shared:
        verb, space, rest = shared.partition(" ")
        told = f"also {verb}s{space}{rest}"
    return f"{told} ({worth})"


def _worse(argument: Argument[Any], rival: Rival[Any], line: str) -> str:
    """Of a rival that was searched: the result that it gives away first, then what is wrong."""
    notation, worth = argument.notation, rival_worth(argument, rival)
    name, lost = notation.move(rival.move), gives_away(argument, rival)
    first = {THE_WIN: "gives away the win", SOONER: "loses sooner"}.get(lost)
    if first:
        return f"{name} {first} ({worth}){line}"
    if rival.allows:
        answer = notation.line(rival.line[1 : rival.shown], after=rival.line[:1], whole=True)
        if answer.endswith("#"):
            return f"{name} loses to {answer}."
        allows = f"loses ({worth}) to" if lost else f"({worth}) allows"
        return f"{name} {allows} {answer}, {rival.allows.participle}."
    if lost:
        return f"{name} loses ({worth}){line}"
    if rival.leaves:
        return f"{name} ({worth}) {rival.leaves}{line}"
    if wins(argument, rival.value):
        verdict = "also wins, but less clearly"
    else:
        verdict = "is slightly worse" if is_near(argument, rival) else VERDICTS[rival.kind][0]
    return f"{name} {verdict} ({worth}){line}"


def gives_away(argument: Argument[Any], rival: Rival[Any]) -> str:
    """The result that a rival gives away: the win, the game, a longer defence, or nothing."""
    if _is_lost_by_force(argument, argument.claim.value):
        return SOONER
    ours, theirs = (argument.notation.share(v) for v in (argument.claim.value, rival.value))
    if ours is None or theirs is None:
        return ""
    if wins(argument, argument.claim.value) and DRAWISH <= theirs <= 1 - DRAWISH:
        return THE_WIN
    if _is_lost_by_force(argument, rival.value):
        return THE_GAME
    return THE_GAME if ours >= HOLDING and theirs <= 1 - WINNING else ""


def _is_lost_by_force(argument: Argument[Any], value: float) -> bool:
    return value < 0 and argument.notation.is_forced(value)


def _unsearched(argument: Argument[Any], rival: Rival[Any]) -> str:
    """Of a rival that was not searched alone: its hope, its chance, or its bound."""
    notation, worth = argument.notation, rival_worth(argument, rival)
    name = notation.move(rival.move)
    if rival.kind is Kind.BOUNDED:
        return f"{name} was not searched alone. It is not better than {_bound(argument, rival)}."
    hope = "" if rival.hope is None else notation.value(rival.hope)
    if rival.kind is Kind.NO_HOPE:
        return f"{name} ({worth}) cannot catch up: even judged optimistically, it is only {hope}."
    chance = "" if rival.chance is None else percent(rival.chance)
    although = f", although judged optimistically it is {hope}" if hope else ""
    return f"{name} ({worth}) is unlikely to be better (chance {chance}){although}."


def _unsettled(argument: Argument[Any], rival: Rival[Any]) -> str:
    """Of a rival that nothing settles."""
    notation, worth = argument.notation, rival_worth(argument, rival)
    name, chance = notation.move(rival.move), "" if rival.chance is None else percent(rival.chance)
    if rival.value > argument.claim.value and rival.at_most:
        bound = notation.value(rival.value)
        return f"{name} may be worth up to {bound}; the search did not settle this"
    if rival.value > argument.claim.value:
        return f"{name} looks better ({worth}), but the search did not settle this"
    if rival.depth is not None and not rival.at_most and wins(argument, rival.value):
        return f"{name} also looks winning ({worth})"
    if rival.depth is not None:
        why = f", as it {rival.leaves}" if rival.leaves else ""
        return f"{name} looks {_how_much_worse(argument, rival)} ({worth}){why}{_doubt(argument)}"
    left = f"; the chance that it is better is {chance}" if chance else ""
    return f"{name} ({worth}) was not settled{left}"


def _how_much_worse(argument: Argument[Any], rival: Rival[Any]) -> str:
    return "slightly worse" if is_near(argument, rival) else "worse"


def _doubt(argument: Argument[Any]) -> str:
    return "" if is_settled(argument) else ", but that is not certain"


def told_alike(argument: Argument[Any], rivals: Sequence[Rival[Any]]) -> list[Rival[Any]]:
    """The first rivals of which the same is said: that they look worse, without a reason.

    Empty unless there are at least two.
    """

    def said(rival: Rival[Any]) -> str:
        searched = rival.kind is Kind.OPEN and rival.depth is not None and not rival.at_most
        if not searched or rival.leaves or rival.value > argument.claim.value:
            return ""
        return "" if wins(argument, rival.value) else _how_much_worse(argument, rival)

    if not rivals or not said(rivals[0]):
        return []
    alike = list(takewhile(lambda rival: said(rival) == said(rivals[0]), rivals))
    return alike if len(alike) > 1 else []


def sentence_on_all(argument: Argument[Any], rivals: Sequence[Rival[Any]]) -> Sentence:
    """One sentence on rivals that are told alike, without lines; that of the first is shown."""
    notation = argument.notation
    names = [f"{notation.move(each.move)} ({rival_worth(argument, each)})" for each in rivals]
    worse = _how_much_worse(argument, rivals[0])
    text = f"{listed(names)} look {worse}{_doubt(argument)}"
    moves = tuple(each.move for each in rivals)
    text = ended(text) if notation.sides else text
    return Sentence("rival", text, rivals[0].line, moves=moves, values=_values(*rivals))


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
    others, notation = argument.others, argument.notation
    if not others:
        return []
    count, moves = Counter(rival.kind for rival in others), tuple(each.move for each in others)
    many = len(others)
    noun = "The other move" if many == 1 else f"The other {many} moves"
    bounded = next((rival for rival in others if rival.kind is Kind.BOUNDED), None)
    if bounded is not None and count[Kind.BOUNDED] == many:
        none = f"{noun} is not better" if many == 1 else f"None of the other {many} moves is better"
        text = f"{none} than {_bound(argument, bounded)}."
        return [Sentence("others", text, bounded.line, moves=moves)]
    best = max(others, key=lambda rival: rival.value)
    worth = at_most(argument, best.value) if best.at_most else notation.value(best.value)
    name = notation.move(best.move)
    if many == 1:
        text = f"{noun}, {name} ({worth}), {VERDICTS[best.kind][0]}."
        return [Sentence("others", text, best.line, moves=moves, values=_values(best))]
    if len(count) == 1:
        text = f"{noun} {VERDICTS[best.kind][1]}"
    else:
        kinds = [f"{n} {VERDICTS[kind][n > 1]}" for kind, n in count.most_common()]
        text = f"Of the other {many} moves, {', '.join(kinds[:-1])} and {kinds[-1]}"
    seems = "may be" if best.at_most else "seems to be"
    text += f"; the best of them {seems} {name} ({worth})."
    return [Sentence("others", text, best.line, moves=moves, values=_values(best))]
