"""The argument of alpha-beta: the move, its line, and upper bounds for the other moves."""

from __future__ import annotations

from typing import Any

from provebest.argument.argument import LONGEST_LINE, MOST_SHOWN, Argument
from provebest.argument.branch import Bounds, grow
from provebest.argument.notation import notation_of
from provebest.argument.parts import Claim, Kind, Rival
from provebest.argument.verdicts import verdict_of
from provebest.search.alphabeta.result import AlphaBetaResult
from provebest.vocabulary import BadInputError, Stopped


def of_alphabeta(result: AlphaBetaResult[Any]) -> Argument[Any]:
    """The argument for a result of alpha-beta: a line for its move, bounds for the others.

    Raises:
        BadInputError: if there is no move, or if the value lies outside the window, because then
            not all moves were searched.
    """
    if result.move is None or result.stopped is Stopped.FOUND:
        raise BadInputError(f"there is no move to argue for: {result.reason}")
    side = 1 if result.max_chooses else -1  # values of an argument are for the side that chooses
    value, line = side * result.value, result.line[:LONGEST_LINE]
    # A proof by the ends of the game has no conditions.
    given = "" if result.proved else f"the estimates at depth {result.depth}"
    confidence = 1.0 if result.proved else None
    claim = Claim(
        move=result.move,
        value=value,
        at_least=value,
        proved=result.proved,
        confidence=confidence,
        given=given,
        line=line,
    )
    rivals = sorted(
        (_rival(result, move, side * bound, value) for move, bound in result.others),
        key=lambda rival: rival.value,
        reverse=True,
    )
    shown = min(MOST_SHOWN, len(rivals))
    lines = [("choice", line), *(("rival", rival.line) for rival in rivals[:shown])]
    known = {rival.line: Bounds(None, None, rival.value) for rival in rivals[:shown]}
    known |= {(): Bounds(value), (result.move,): Bounds(value)}
    return Argument(
        claim=claim,
        verdict=verdict_of(claim, rivals, sure=result.proved),
        rivals=tuple(rivals),
        shown=shown,
        stopped=result.stopped,
        reason=result.reason,
        tree=grow(lines, known),
        notation=notation_of(result),
    )


def _rival(result: AlphaBetaResult[Any], move: Any, bound: float, value: float) -> Rival[Any]:
    kind = Kind.HELD if bound < value else Kind.CLOSE
    if result.proved:
        kind = Kind.PROVED
    chance = 0.0 if result.proved else None
    return Rival(
        move=move,
        kind=kind,
        value=bound,
        hope=None,
        chance=chance,
        line=(move,),
        depth=result.depth,
        at_most=True,
    )
