"""Builds the argument from the result of a search, for any game, finished or stopped."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from provebest.argument.argument import (
    LONGEST_LINE,
    MOST_ATTEMPTS,
    MOST_HINGES,
    MOST_SHOWN,
    Argument,
)
from provebest.argument.branch import Bounds, grow
from provebest.argument.evidence import Chance, Evidence, unmeasured
from provebest.argument.notation import Notation, notation_of
from provebest.argument.of_alphabeta import of_alphabeta
from provebest.argument.parts import Attempt, Claim, Hinge, Kind, Rival
from provebest.argument.reasons import Judge
from provebest.argument.verdicts import verdict_of
from provebest.search.alphabeta.result import AlphaBetaResult
from provebest.search.intervals.result import BStarResult
from provebest.search.probability.result import ProbabilityResult
from provebest.vocabulary import BadInputError, NothingSearchedError

LEAST_CHANCE = 0.05


def argument_of(result: Any) -> Argument[Any]:
    """The argument for a result, from the result alone.

    Raises:
        BadInputError: if the result is of a kind that has no argument.
        NothingSearchedError: if the search never began.
    """
    if isinstance(result, BStarResult):
        return of_intervals(result)
    if isinstance(result, ProbabilityResult):
        return of_probabilities(result)
    if isinstance(result, AlphaBetaResult):
        return of_alphabeta(result)
    raise BadInputError(f"a {type(result).__name__} has no argument")


def of_probabilities(
    result: ProbabilityResult[Any],
    evidence: Evidence[Any] = Evidence(),  # noqa: B008 - frozen, so one shared default is safe
    *,
    chance: Chance = unmeasured,
    least: float | None = None,
    given: str = "the estimates of the positions",
    notation: Notation | None = None,
    asked: Iterable[Any] = (),
    near: float = 0.0,
    as_good: float = 0.0,
    slightly: float = 0.0,
    points: Callable[[float], float] = float,
    least_win: float = math.inf,
    lost: float = -math.inf,
    clear: float = math.inf,
    drawn: str = "",
) -> Argument[Any]:
    """The argument for the choice of a probability-based search, by either control.

    ``evidence`` was gathered after the search; ``chance`` is the measured chance that a rival is
    really better; ``least`` is the smallest chance that counts. The rivals in ``asked`` are
    the first to get a sentence of their own. Without evidence on rivals, those less than ``near``
    behind the choice get one too. A rival within ``as_good`` of the choice, counted in ``points``
    of the values, is about equal if the search is settled, and else too close to call; one that is
    less than ``slightly`` behind is not called worse, unless the game is decided. If |value| >=
    ``least_win`` the game is decided, and the argument has no hinges. With a value <= ``lost`` the
    position is called lost; one with a value >= -``lost`` is won, and in both another move is as
    good only if it is less than ``clear`` behind. ``drawn`` says how it is known that the position
    is drawn, if it is.
    """
    notation = notation or notation_of(result)
    result = result.for_the_chooser()
    if evidence.line:
        result = replace(result, line=evidence.line)
    if evidence.lines:
        moves = (replace(m, line=evidence.lines.get(m.move, m.line)) for m in result.moves)
        result = replace(result, moves=tuple(moves))
    support = result.support
    if least is None:
        least = LEAST_CHANCE if support is None else support.least_chance
    judge = Judge(
        result=result,
        evidence=evidence,
        chance=chance,
        least=least,
        near=near,
        as_good=as_good,
        slightly=slightly,
        points=points,
        least_win=least_win,
        won=-lost,
        clear=clear,
    )
    asked = tuple(asked)
    wanted = frozenset(asked)
    rivals = [(rival, judge.judge(rival)) for rival in result.moves[1:]]
    rivals.sort(
        key=lambda pair: (
            judge.matters(pair[0]) or pair[0].move in wanted,
            pair[0].move in wanted,
            pair[1].kind in {Kind.HELD, Kind.CLOSE, Kind.EQUAL} or pair[1].depth is not None,
            pair[1].value,
            not pair[1].at_most,
        ),
        reverse=True,
    )
    matter = sum(judge.matters(rival) or rival.move in wanted for rival, _ in rivals)
    judged = tuple(_cut(rival) for _, rival in rivals)
    attempts = evidence.attempts or _attempts(result)
    claim = _claim(result, judged, attempts, given)
    shown = min(MOST_SHOWN, matter)
    sure = judge.is_sure or judge.has_no_rival(judged)
    verdict = verdict_of(
        claim,
        judged,
        sure=sure if result.doubt is not None else _measured_sure(result, claim, least),
        least_win=least_win,
        lost=lost,
        drawn=bool(drawn),
    )
    decided = claim.proved or abs(claim.value) >= least_win
    hinges = () if decided else _hinges(result, claim, judged)
    hinges = tuple(hinge for hinge in hinges if abs(hinge.turns_at) < least_win)
    known = _bounds_of_lines(result, claim, judged[:shown], attempts)
    return Argument(
        claim=claim,
        verdict=verdict,
        drawn=drawn,
        asked=asked,
        rivals=judged,
        shown=shown,
        attempts=attempts[:MOST_ATTEMPTS],
        threat=evidence.threat,
        parry=evidence.parry,
        hinges=hinges[:MOST_HINGES],
        stopped=result.stopped,
        reason=result.reason,
        tree=grow(_lines(claim, judged[:shown], attempts), known),
        notation=notation,
    )


def of_intervals(result: BStarResult[Any]) -> Argument[Any]:
    """The argument of an interval search: each rival is proved to be no better, or is open.

    Values are for the side that chooses, as in every argument.
    """
    if result.move is None:
        raise NothingSearchedError("nothing was searched, so there is no argument")
    notation = notation_of(result)
    if not result.max_chooses:
        result = result.turned()
    best = next(arc for arc in result.arcs if arc.move == result.move)
    # A stopped search has proved some rivals to be no better; with false bounds it has proved none.
    sound = result.proved or not result.violations
    claim = Claim(
        move=result.move,
        value=best.lo,
        at_least=best.lo,
        proved=result.proved,
        confidence=1.0 if result.proved else None,
        given="the bounds of the leaves",
        line=best.line[:LONGEST_LINE],
    )
    rivals = sorted(
        (
            Rival(
                move=arc.move,
                kind=Kind.PROVED if sound and arc.hi <= best.lo else Kind.OPEN,
                value=arc.hi,
                hope=arc.hi,
                chance=0.0 if result.proved else None,
                line=arc.line[:LONGEST_LINE],
                at_most=True,
            )
            for arc in result.arcs
            if arc is not best
        ),
        key=lambda rival: rival.value,
        reverse=True,
    )
    shown = min(MOST_SHOWN, len(rivals))
    known: dict[tuple[Any, ...], Bounds] = {
        (arc.move,): Bounds(None, arc.lo, arc.hi) for arc in result.arcs
    }
    known[()] = Bounds(None, result.value.lo, result.value.hi)
    return Argument(
        claim=claim,
        verdict=verdict_of(claim, rivals, sure=result.proved),
        rivals=tuple(rivals),
        shown=shown,
        stopped=result.stopped,
        reason=result.reason,
        tree=grow(_lines(claim, rivals[:shown], ()), known),
        notation=notation,
    )


def _cut(rival: Rival[Any]) -> Rival[Any]:
    if len(rival.line) <= LONGEST_LINE:
        return rival
    return replace(rival, line=rival.line[:LONGEST_LINE])


def _attempts(result: ProbabilityResult[Any]) -> tuple[Attempt[Any], ...]:
    """The replies that VERIFY examined."""
    tried = () if result.support is None else result.support.tried
    return tuple(Attempt(t.line[:LONGEST_LINE], t.value, t.effort) for t in tried)


def _claim(
    result: ProbabilityResult[Any],
    rivals: Iterable[Rival[Any]],
    attempts: Iterable[Attempt[Any]],
    given: str,
) -> Claim[Any]:
    best = result.moves[0]
    worst = min([result.value, *(attempt.value for attempt in attempts)])
    if result.proved and best.bounds is not None:
        worst = best.bounds[0]
    chances = [rival.chance for rival in rivals]
    known = [chance for chance in chances if chance is not None]
    confidence = 1 - max(known, default=0.0) if len(known) == len(chances) else None
    if result.doubt is not None:
        confidence = 1 - result.doubt
    return Claim(
        move=result.move,
        value=result.value,
        at_least=worst,
        proved=result.proved,
        confidence=1.0 if result.proved else confidence,
        given=given,
        line=result.line[:LONGEST_LINE],
        is_bound=best.is_bound,
    )


def _measured_sure(result: ProbabilityResult[Any], claim: Claim[Any], least: float) -> bool:
    """Whether a search without a law ended by itself, and its measured chance counts as sure."""
    return result.natural and claim.confidence is not None and claim.confidence >= 1 - least


def _hinges(
    result: ProbabilityResult[Any], claim: Claim[Any], rivals: tuple[Rival[Any], ...]
) -> tuple[Hinge[Any], ...]:
    """Those of the tree; if the search kept no tree, the end of its main line."""
    if result.support is not None:
        return tuple(
            Hinge(leaf.line[:LONGEST_LINE], leaf.value, leaf.turns_at, leaf.instead)
            for leaf in result.support.leaves
            if len(leaf.line) <= LONGEST_LINE
        )
    second = max(
        (rival for rival in rivals if rival.kind is not Kind.BOUNDED),
        key=lambda rival: rival.value,
        default=None,
    )
    if second is None or len(claim.line) < 2 or second.value >= claim.value:
        return ()
    return (Hinge(claim.line, claim.value, second.value, second.move),)


def _lines(
    claim: Claim[Any], rivals: Iterable[Rival[Any]], attempts: Iterable[Attempt[Any]]
) -> list[tuple[str, tuple[Any, ...]]]:
    return [
        ("choice", claim.line),
        *(("attempt", (claim.move, *attempt.line)[:LONGEST_LINE]) for attempt in attempts),
        *(("rival", rival.line) for rival in rivals),
    ]


def _bounds_of_lines(
    result: ProbabilityResult[Any],
    claim: Claim[Any],
    rivals: Iterable[Rival[Any]],
    attempts: Iterable[Attempt[Any]],
) -> Mapping[tuple[Any, ...], Bounds]:
    """Known bounds by path: those of first and last moves of lines, and those of the tree."""
    known: dict[tuple[Any, ...], Bounds] = {}
    best = result.moves[0]
    known[claim.move,] = Bounds(claim.value, best.fear, best.hope)
    known[claim.line] = known.get(claim.line, Bounds(claim.value))
    for rival in rivals:
        hope = None if rival.hope is None else max(rival.hope, rival.value)
        known[rival.move,] = Bounds(rival.value, None, hope)
        known.setdefault(rival.line, Bounds(rival.value))
    for attempt in attempts:
        known[(claim.move, *attempt.line[:1])] = Bounds(attempt.value)
        known.setdefault((claim.move, *attempt.line)[:LONGEST_LINE], Bounds(attempt.value))
    if result.support is not None:
        known |= {
            path: Bounds(real, lo, hi) for path, (real, lo, hi) in result.support.known.items()
        }
    known[()] = Bounds(claim.value)
    return known
