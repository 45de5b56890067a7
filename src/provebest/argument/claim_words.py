"""What an argument says of its choice, how sure that is, and why the search stopped."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from provebest.argument.parts import Verdict
from provebest.argument.phrasing import (
    Sentence,
    all_do,
    all_win,
    at_least,
    doing,
    ended,
    given,
    listed,
    loses,
    others_are_clearly_worse,
    others_lose,
    percent,
    saves_alone,
    shown_line,
)
from provebest.vocabulary import Stopped

if TYPE_CHECKING:
    from provebest.argument.argument import Argument
    from provebest.argument.parts import Rival

MOST_NAMED = 4
"""Moves that a sentence on equal moves names."""
DECIDED = frozenset({Verdict.ONLY, Verdict.WINS, Verdict.LOST, Verdict.DRAWN})
"""Verdicts beside which it says nothing that another move may be better."""
HOPELESS = 0.01
"""Winning chances below which a game is lost, even if the search was stopped by a limit."""
LIMITS = frozenset(
    {Stopped.NODE_LIMIT, Stopped.TIME_LIMIT, Stopped.DEPTH_LIMIT, Stopped.MEMORY_LIMIT}
)
"""Stops that are not the search's own."""
LIKELY = 0.25
"""The chance of a better move above which its number tells a player nothing."""
SURE = 0.05
"""The chance of a better move up to which a search that ended by itself is called settled."""


def claim_sentence(argument: Argument[Any]) -> Sentence:
    """The move and why, in the words of the verdict if the sides of the game have names."""
    claim, beside = argument.claim, _told_beside(argument)
    moves = (claim.move, *(rival.move for rival in beside))
    values = [(claim.move, claim.value)]
    values += [
        (rival.move, rival.value)
        for rival in beside[: _most_named(len(beside) + 1) - 1]
        if not rival.at_most
    ]
    untold = argument.verdict in {Verdict.ONLY, Verdict.DRAWN}
    told = () if untold else tuple(values)
    return Sentence("claim", _claim(argument), claim.line, moves=moves, values=told)


def _told_beside(argument: Argument[Any]) -> tuple[Rival[Any], ...]:
    """The rivals that the claim tells as good as the choice, or better; not all by name."""
    verdict = argument.verdict
    if verdict is Verdict.OPEN:
        return (max(argument.rivals, key=lambda rival: rival.value),)
    resisting = verdict is Verdict.LOST and argument.stopped not in LIMITS
    close = verdict in {Verdict.EQUAL, Verdict.CLOSE}
    return argument.as_good if close or resisting else ()


def _claim(argument: Argument[Any]) -> str:
    claim, notation = argument.claim, argument.notation
    move = notation.move(claim.move)
    if argument.verdict is Verdict.ONLY and notation.only(1):
        return f"{move} is the only legal move."
    if notation.sides is None or argument.verdict is Verdict.ONLY:
        return _plain(argument)
    explains = len(claim.line) > 1 and not claim.aimless and not _is_drawn_anyway(argument)
    line = f": {shown_line(argument, claim.line, claim.shown)}" if explains else ""
    if argument.verdict in DECIDED:
        return ended(f"{_decided(argument)}{line}")
    worth = claim_worth(argument)
    if argument.verdict in {Verdict.EQUAL, Verdict.CLOSE}:
        told = "" if claim.does is None else f"; {move} {claim.does.finite}"
        text = f"{_equals(argument)} {_closeness(argument)}{told}{line}"
    elif argument.verdict is Verdict.OPEN:
        better = max(argument.rivals, key=lambda rival: rival.value)
        seems = f"{notation.move(better.move)} ({notation.value(better.value)}) may be better"
        text = f"{move} ({worth}) is the choice, but {seems}{line}"
    else:
        proved = f", proved{given(argument)}" if claim.proved else ""
        draws = claim.does is not None and claim.does.draws
        tells = draws or not saves_alone(argument)
        does = doing(claim.does) if tells else ""
        text = f"{move} {_best(argument)} ({worth}{proved}){does}{line}"
    return ended(text)


def _best(argument: Argument[Any]) -> str:
    """That the choice is best, or that it alone saves the game."""
    every = argument.notation.are_all(len(argument.rivals) + 1)
    sure = argument.verdict is Verdict.BEST
    if saves_alone(argument):
        alone = "the only move that does not lose" if every else "the only one that does not lose"
        return f"is {alone}" if sure else f"seems to be {alone}"
    best = "is best" if sure else "looks best"
    return best if every else f"{best} of these"


def _plain(argument: Argument[Any]) -> str:
    """The move, its value and its line, for any game."""
    claim, notation = argument.claim, argument.notation
    move, worth = notation.move(claim.move), claim_worth(argument)
    if not argument.rivals:
        line = f": {notation.line(claim.line)}" if len(claim.line) > 1 else ""
        return f"{move} ({worth}){line}"
    proved = f", proved{given(argument)}" if claim.proved else ""
    return f"{move} ({worth}{proved}): {notation.line(claim.line)}"


def claim_worth(argument: Argument[Any]) -> str:
    """The value of the choice, or that it is a bound."""
    value = argument.claim.value
    if argument.verdict is Verdict.DRAWN:
        return "draw"
    return at_least(argument, value) if argument.claim.is_bound else argument.notation.value(value)


def _decided(argument: Argument[Any]) -> str:
    """A game that is won, lost or drawn, whatever the exact value."""
    notation, value = argument.notation, argument.claim.value
    move, sides = notation.move(argument.claim.move), notation.sides
    chooser = sides[0] if sides else ""
    if argument.verdict is Verdict.WINS and len(argument.claim.line) == 1 and move.endswith("#"):
        return f"{move} is mate"
    if argument.verdict is Verdict.WINS and argument.claim.is_bound:
        return f"{move} forces mate"
    if argument.verdict is Verdict.WINS:
        wins = notation.value(value).removeprefix(f"{chooser} ")
        return f"{move} {wins}{_on_whose_word(argument)}"
    every = notation.are_all(len(argument.rivals) + 1)
    if argument.verdict is Verdict.LOST:
        lost = "is lost whatever is played" if every else "loses with each of these moves"
        if argument.stopped in LIMITS and not is_hopeless(argument):
            lost = "looks lost" if every else "looks lost with each of these moves"
        return f"{chooser} {lost} ({claim_worth(argument)}){_resisting(argument)}"
    if _is_drawn_anyway(argument):
        return f"The position is a draw whatever is played ({argument.drawn})"
    return f"The position is a draw ({argument.drawn}); {move} keeps it{doing(argument.claim.does)}"


def _on_whose_word(argument: Argument[Any]) -> str:
    """Who says that the choice wins, as a clause, if its line does not end with that."""
    claim = argument.claim
    return "" if claim.does or not claim.given else f", judging by {claim.given}"


def _is_drawn_anyway(argument: Argument[Any]) -> bool:
    """Whether every move of a drawn game keeps the draw."""
    every = argument.notation.are_all(len(argument.rivals) + 1)
    drawn = argument.verdict is Verdict.DRAWN
    return drawn and every and not any(loses(argument, rival) for rival in argument.rivals)


def is_hopeless(argument: Argument[Any]) -> bool:
    """Whether the game is lost whatever a longer search may find."""
    share = argument.notation.share(argument.claim.value)
    return share is not None and share < HOPELESS


def _resisting(argument: Argument[Any]) -> str:
    """The move of a lost game that resists longest, or several that resist as long, as a clause.

    Values of lost positions rise and fall by pawns with the depth, so a search that a limit ended
    does not know; of several moves it says nothing.
    """
    sure = argument.stopped not in LIMITS
    names = [argument.notation.move(argument.claim.move)]
    names += [argument.notation.move(rival.move) for rival in argument.as_good]
    if len(names) == 1:
        return f"; {names[0]} {'resists' if sure else 'seems to resist'} longest"
    return f"; {listed(_first_few(names))} resist about equally long" if sure else ""


def _first_few(names: list[str]) -> list[str]:
    """The first names, and how many others there are if there are more than one."""
    named = _most_named(len(names))
    rest = len(names) - named
    return [*names[:named], f"{rest} others"] if rest else names


def _most_named(moves: int) -> int:
    """How many of so many equal moves are named: all, or the first few if there are two more."""
    return MOST_NAMED if moves > MOST_NAMED + 1 else moves


def told_as_good(argument: Argument[Any]) -> tuple[Rival[Any], ...]:
    """The rivals of which the first sentence says that they are as good: it names them.

    Of a lost game it may say only that they all lose.
    """
    if argument.verdict is Verdict.LOST and argument.stopped in LIMITS:
        return argument.as_good
    if argument.verdict not in {Verdict.EQUAL, Verdict.CLOSE, Verdict.LOST}:
        return ()
    return argument.as_good[: _most_named(len(argument.as_good) + 1) - 1]


def _equals(argument: Argument[Any]) -> str:
    """The choice and the moves that are as good, with their values; the first of them by name.

    Of a move that is only known not to be better than the choice, its value says nothing new.
    """
    notation = argument.notation
    names = [f"{notation.move(argument.claim.move)} ({claim_worth(argument)})"]
    names += [
        notation.move(rival.move) + ("" if rival.at_most else f" ({notation.value(rival.value)})")
        for rival in argument.as_good
    ]
    return listed(_first_few(names))


def _closeness(argument: Argument[Any]) -> str:
    """What several moves that are about as good have in common."""
    many = "both" if len(argument.as_good) == 1 else "all"
    shared = all_do(argument)
    if shared:
        return f"{many} {shared}"
    return "are about equal" if argument.verdict is Verdict.EQUAL else "are too close to call"


def confidence_sentences(argument: Argument[Any]) -> list[Sentence]:
    """How likely it is that another move is better; nothing if that is certain."""
    claim = argument.claim
    if claim.proved or argument.stopped is Stopped.WITHIN_REGRET:  # the reason says how sure
        return []
    if argument.verdict in DECIDED or others_lose(argument):
        return []
    if claim.confidence is None:
        text = "The chance that another move is better has not been measured for this game."
        return [Sentence("confidence", text, claim.line, moves=(claim.move,))]
    worst = argument.likeliest
    if worst is None:
        return []
    name, chance = argument.notation.move(worst.move), 1 - claim.confidence
    shared = sum(each.chance or 0.0 for each in argument.rivals)  # of the modern control's doubt
    all_of_them = math.isclose(shared, chance, abs_tol=1e-9)
    rival = f"{'another move, most likely' if all_of_them else 'its strongest rival,'} {name}"
    about = "" if chance < 0.01 else "about "
    text = (
        f"The chance that {rival}, is really better is "
        f"{about}{percent(chance)}, judging by {claim.given}."
    )
    return [Sentence("confidence", text, worst.line, moves=(claim.move, worst.move))]


def _at_a_limit(argument: Argument[Any]) -> str:
    """Of a search that a limit ended: nothing better was found, or how likely something better is.

    A search that is sure of its choice was cut off while it attacked it.
    """
    confidence = argument.claim.confidence
    move = argument.notation.move(argument.claim.move)
    if argument.verdict is Verdict.BEST:
        return (
            "Settled, although the search reached its limit: every other move was searched and is "
            "clearly worse."
        )
    if argument.verdict is Verdict.OPEN or confidence is None:
        return "Not settled: the search reached its limit before it was sure."
    if others_are_clearly_worse(argument):
        every = argument.notation.are_all(len(argument.rivals) + 1)
        other = "every other move" if every else "each of the others"
        return (
            f"Nearly settled: {other} was searched and is clearly worse, but the search reached "
            "its limit before it was sure."
        )
    if 1 - confidence <= SURE:
        return (
            "Not settled: nothing better was found, but the search reached its limit before "
            f"{move} had been examined to the end."
        )
    if 1 - confidence > LIKELY:
        return (
            "Not settled: the search reached its limit; a longer one may well prefer another move."
        )
    return (
        "Not settled: the search reached its limit; in such positions another move turns out to "
        f"be noticeably better in about {percent(1 - confidence)} of cases."
    )


def is_settled(argument: Argument[Any]) -> bool:
    """Whether the search ended by itself and is sure of its choice; no other move looks better."""
    confidence = argument.claim.confidence
    if argument.verdict is Verdict.OPEN:
        return False
    return argument.stopped is Stopped.FOUND and confidence is not None and 1 - confidence <= SURE


def stop_sentence(argument: Argument[Any]) -> Sentence:
    """Why the search stopped, in its own words."""
    text = f"Why the search stopped: {argument.reason}."
    return Sentence("stop", text, argument.claim.line)


def short_stop(argument: Argument[Any]) -> list[Sentence]:
    """How settled the choice is, in a player's words; nothing if the verdict says it."""
    claim = argument.claim
    if argument.verdict in DECIDED or claim.proved or all_win(argument):
        return []
    unsettled = True
    if others_lose(argument):
        text, unsettled = "Settled: every other move loses by force.", False
    elif argument.stopped in LIMITS:
        text, unsettled = _at_a_limit(argument), argument.verdict is not Verdict.BEST
    elif argument.stopped is not Stopped.FOUND:
        text = f"Not settled: {argument.reason}."
    elif claim.confidence is None:
        return []
    elif claim.confidence == 1:
        text, unsettled = f"Settled: {argument.reason}.", False
    elif is_settled(argument):
        text, unsettled = (
            (
                "Settled: a ten times longer search changes this in at most "
                f"{percent(SURE)} of such positions."
            ),
            False,
        )
    elif argument.verdict is Verdict.OPEN or 1 - claim.confidence > LIKELY:
        text = "Not certain: a longer search may well prefer another move."
    else:
        text = (
            "Not certain: in such positions another move turns out to be noticeably better in "
            f"about {percent(1 - claim.confidence)} of cases."
        )
    return [Sentence("stop", text, claim.line, unsettled=unsettled)]
