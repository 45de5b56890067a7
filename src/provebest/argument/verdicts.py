"""The verdict of an argument: what it says of the position as a whole."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from provebest.argument.parts import Claim, Kind, Rival, Verdict

AS_GOOD = frozenset({Kind.EQUAL, Kind.CLOSE})
"""Kinds of rivals that are as good as the choice, as far as anybody knows."""


def verdict_of(
    claim: Claim[Any],
    rivals: Sequence[Rival[Any]],
    *,
    sure: bool,
    least_win: float = math.inf,
    lost: float = -math.inf,
    drawn: bool = False,
) -> Verdict:
    """The verdict: what is known for certain first, then what the search found.

    ``sure`` is whether the search would hardly change its choice. Values >= ``least_win`` are
    forced wins; with a value <= ``lost`` every move loses.
    """
    if not rivals:
        return Verdict.ONLY
    if drawn:
        return Verdict.DRAWN
    if claim.value >= least_win:
        return Verdict.WINS
    if any(rival.kind is Kind.OPEN and rival.value > claim.value for rival in rivals):
        return Verdict.OPEN
    if claim.value <= lost:
        return Verdict.LOST
    if any(rival.kind in AS_GOOD for rival in rivals):
        return Verdict.EQUAL if sure else Verdict.CLOSE
    return Verdict.BEST if sure or claim.proved else Verdict.LEADS
