"""What an argument says of its choice, how sure that is, and why the search stopped."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from provebest.argument.parts import Verdict
from provebest.argument.phrasing import (
    Sentence,
    all_do,
    all_win,
    at_least,
    doing,
    ending,
    given,
    loses,
    named,
    others_are_clearly_worse,
    others_lose,
    percent,
    saves_alone,
    shown_line,
)
from provebest.argument.prose import Prose, Word, listed, say
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


def _claim(argument: Argument[Any]) -> Prose:
    claim, notation = argument.claim, argument.notation
    move = named(argument, claim.move)
    if argument.verdict is Verdict.ONLY and notation.only(1):
        return say("{move} is the only legal move.", move=move)
    if notation.sides is None or argument.verdict is Verdict.ONLY:
        return _plain(argument)
    explains = len(claim.line) > 1 and not claim.aimless and not _is_drawn_anyway(argument)
    end = ending(shown_line(argument, claim.line, claim.shown) if explains else None)
    if argument.verdict in DECIDED:
        return say("{decided}{end}", decided=_decided(argument), end=end)
    if argument.verdict in {Verdict.EQUAL, Verdict.CLOSE}:
        return say("{equal}{end}", equal=_equals(argument), end=end)
    if argument.verdict is Verdict.OPEN:
        (better,) = _told_beside(argument)
        return say(
            "{move} ({worth}) is the choice, but {better} ({value}) may be better{end}",
            move=move,
            worth=claim_worth(argument),
            better=named(argument, better.move),
            value=notation.value(better.value),
            end=end,
        )
    draws = claim.does is not None and claim.does.draws
    return say(
        "{move} {best} ({worth}){does}{end}",
        move=move,
        best=_best(argument),
        worth=_proved_worth(argument),
        does=doing(claim.does) if draws or not saves_alone(argument) else "",
        end=end,
    )


def _best(argument: Argument[Any]) -> str:
    """That the choice is best, or that it alone saves the game."""
    every = argument.notation.are_all(len(argument.rivals) + 1)
    sure = argument.verdict is Verdict.BEST
    if saves_alone(argument):
        alone = "the only move that does not lose" if every else "the only one that does not lose"
        return f"is {alone}" if sure else f"seems to be {alone}"
    best = "is best" if sure else "looks best"
    return best if every else f"{best} of these"


def _plain(argument: Argument[Any]) -> Prose:
    """The move, its value and its line, for any game."""
    claim = argument.claim
    shows = argument.rivals or len(claim.line) > 1
    return say(
        "{move} ({worth}){line}",
        move=named(argument, claim.move),
        worth=_proved_worth(argument) if argument.rivals else claim_worth(argument),
        line=ending(argument.notation.line(claim.line) if shows else None, stop=""),
    )


def _proved_worth(argument: Argument[Any]) -> str:
    """The value of the choice, and whether it is proved."""
    worth = claim_worth(argument)
    return f"{worth}, proved{given(argument)}" if argument.claim.proved else worth


def claim_worth(argument: Argument[Any]) -> str:
    """The value of the choice, or that it is a bound."""
    value = argument.claim.value
    if argument.verdict is Verdict.DRAWN:
        return "draw"
    return at_least(argument, value) if argument.claim.is_bound else argument.notation.value(value)


def _decided(argument: Argument[Any]) -> Prose:
    """A game that is won, lost or drawn, whatever the exact value."""
    notation, claim = argument.notation, argument.claim
    move, sides = named(argument, claim.move), notation.sides
    if argument.verdict is Verdict.WINS:
        return say("{move} {wins}", move=move, wins=_winning(argument))
    every = notation.are_all(len(argument.rivals) + 1)
    if argument.verdict is Verdict.LOST:
        lost = "is lost whatever is played" if every else "loses with each of these moves"
        if argument.stopped in LIMITS and not is_hopeless(argument):
            lost = "looks lost" if every else "looks lost with each of these moves"
        return say(
            "{chooser} {lost} ({worth}){resisting}",
            chooser=sides[0] if sides else "",
            lost=lost,
            worth=claim_worth(argument),
            resisting=_resisting(argument),
        )
    if _is_drawn_anyway(argument):
        anyway = "The position is a draw whatever is played ({drawn})"
        return say(anyway, drawn=argument.drawn)
    return say(
        "The position is a draw ({drawn}); {move} keeps it{does}",
        drawn=argument.drawn,
        move=move,
        does=doing(claim.does),
    )


def _winning(argument: Argument[Any]) -> str:
    """How the choice wins by force."""
    notation, claim = argument.notation, argument.claim
    if len(claim.line) == 1 and notation.line(claim.line).mates:
        return "is mate"
    if claim.is_bound:
        return "forces mate"
    return f"mates in {notation.mate_in(claim.value)}{_on_whose_word(argument)}"


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


def _resisting(argument: Argument[Any]) -> Prose:
    """The move of a lost game that resists longest, or several that resist as long, as a clause.

    Values of lost positions rise and fall by pawns with the depth, so a search that a limit ended
    does not know; of several moves it says nothing.
    """
    sure = argument.stopped not in LIMITS
    moves = [argument.claim.move, *(rival.move for rival in argument.as_good)]
    names = [named(argument, move) for move in moves]
    if len(names) == 1:
        resists = "; {move} resists longest" if sure else "; {move} seems to resist longest"
        return say(resists, move=names[0])
    together = "; {moves} resist about equally long" if sure else ""
    return say(together, moves=_first_few(names))


def _first_few(names: Sequence[Word]) -> Prose:
    """The first names, and how many others there are if there are more than one."""
    shown = _most_named(len(names))
    rest = len(names) - shown
    return listed([*names[:shown], f"{rest} others"] if rest else names)


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


def _equals(argument: Argument[Any]) -> Prose:
    """The choice and the moves that are as good, and what they have in common.

    The first of them have names and values. Of a move that is only known not to be better than the
    choice, its value says nothing new.
    """
    notation, claim = argument.notation, argument.claim
    names = [_valued(argument, claim.move, claim_worth(argument))]
    names += [
        _valued(argument, rival.move, "" if rival.at_most else notation.value(rival.value))
        for rival in argument.as_good
    ]
    told = "{moves} {close}" if claim.does is None else "{moves} {close}; {move} {does}"
    return say(
        told,
        moves=_first_few(names),
        close=_closeness(argument),
        move=named(argument, claim.move),
        does="" if claim.does is None else claim.does.finite,
    )


def _valued(argument: Argument[Any], move: Any, worth: str) -> Prose:
    """A move with its value, if that is told."""
    name = named(argument, move)
    return say("{move} ({worth})" if worth else "{move}", move=name, worth=worth)


def _closeness(argument: Argument[Any]) -> str:
    """What several moves that are about as good have in common."""
    many = "both" if len(argument.as_good) == 1 else "all"
    shared = all_do(argument)
    if shared is not None:
        return f"{many} {shared.several}"
    return "are about equal" if argument.verdict is Verdict.EQUAL else "are too close to call"


def confidence_sentences(argument: Argument[Any]) -> list[Sentence]:
    """How likely it is that another move is better; nothing if that is certain."""
    claim = argument.claim
    if claim.proved or argument.stopped is Stopped.WITHIN_REGRET:  # the reason says how sure
        return []
    if argument.verdict in DECIDED or others_lose(argument):
        return []
    if claim.confidence is None:
        said = say("The chance that another move is better has not been measured for this game.")
        return [Sentence("confidence", said, claim.line, moves=(claim.move,))]
    worst = argument.likeliest
    if worst is None:
        return []
    chance = 1 - claim.confidence
    shared = sum(each.chance or 0.0 for each in argument.rivals)  # of the modern control's doubt
    all_of_them = math.isclose(shared, chance, abs_tol=1e-9)
    said = say(
        "The chance that {rival} {move}, is really better is {about}{chance}, judging by {given}.",
        rival="another move, most likely" if all_of_them else "its strongest rival,",
        move=named(argument, worst.move),
        about="" if chance < 0.01 else "about ",
        chance=percent(chance),
        given=claim.given,
    )
    return [Sentence("confidence", said, worst.line, moves=(claim.move, worst.move))]


def _at_a_limit(argument: Argument[Any]) -> Prose:
    """Of a search that a limit ended: nothing better was found, or how likely something better is.

    A search that is sure of its choice was cut off while it attacked it.
    """
    confidence = argument.claim.confidence
    if argument.verdict is Verdict.BEST:
        return say(
            "Settled, although the search reached its limit: every other move was searched and is "
            "clearly worse."
        )
    if argument.verdict is Verdict.OPEN or confidence is None:
        return say("Not settled: the search reached its limit before it was sure.")
    if others_are_clearly_worse(argument):
        every = argument.notation.are_all(len(argument.rivals) + 1)
        return say(
            "Nearly settled: {other} was searched and is clearly worse, but the search reached "
            "its limit before it was sure.",
            other="every other move" if every else "each of the others",
        )
    if 1 - confidence <= SURE:
        return say(
            "Not settled: nothing better was found, but the search reached its limit before "
            "{move} had been examined to the end.",
            move=named(argument, argument.claim.move),
        )
    if 1 - confidence > LIKELY:
        return say(
            "Not settled: the search reached its limit; a longer one may well prefer another move."
        )
    return say(
        "Not settled: the search reached its limit; in such positions another move turns out to "
        "be noticeably better in about {chance} of cases.",
        chance=percent(1 - confidence),
    )


def is_settled(argument: Argument[Any]) -> bool:
    """Whether the search ended by itself and is sure of its choice; no other move looks better."""
    confidence = argument.claim.confidence
    if argument.verdict is Verdict.OPEN:
        return False
    return argument.stopped is Stopped.FOUND and confidence is not None and 1 - confidence <= SURE


def stop_sentence(argument: Argument[Any]) -> Sentence:
    """Why the search stopped, in its own words."""
    said = say("Why the search stopped: {reason}.", reason=argument.reason)
    return Sentence("stop", said, argument.claim.line)


def short_stop(argument: Argument[Any]) -> list[Sentence]:
    """How settled the choice is, in a player's words; nothing if the verdict says it."""
    claim = argument.claim
    if argument.verdict in DECIDED or claim.proved or all_win(argument):
        return []
    sure, said = False, Prose()
    if others_lose(argument):
        sure, said = True, say("Settled: every other move loses by force.")
    elif argument.stopped in LIMITS:
        sure, said = argument.verdict is Verdict.BEST, _at_a_limit(argument)
    elif argument.stopped is not Stopped.FOUND:
        said = say("Not settled: {reason}.", reason=argument.reason)
    elif claim.confidence is None:
        return []
    elif claim.confidence == 1:
        sure, said = True, say("Settled: {reason}.", reason=argument.reason)
    elif is_settled(argument):
        sure, said = (
            True,
            say(
                "Settled: a ten times longer search changes this in at most {chance} of such "
                "positions.",
                chance=percent(SURE),
            ),
        )
    else:
        said = _not_certain(argument, 1 - claim.confidence)
    return [Sentence("stop", said, claim.line, unsettled=not sure)]


def _not_certain(argument: Argument[Any], doubt: float) -> Prose:
    """How likely something better is, of a search that ended by itself."""
    if argument.verdict is Verdict.OPEN or doubt > LIKELY:
        return say("Not certain: a longer search may well prefer another move.")
    return say(
        "Not certain: in such positions another move turns out to be noticeably better in about "
        "{chance} of cases.",
        chance=percent(doubt),
    )
