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
    forced = all(rival.value <= -least_win < claim.value for rival in rivals)
    kinds = {rival.kind for rival in rivals}
    better = any(rival.kind is Kind.OPEN and rival.value > claim.value for rival in rivals)
    holds = (
        (not rivals, Verdict.ONLY),
        (drawn, Verdict.DRAWN),
        (claim.value >= least_win, Verdict.WINS),
        (better, Verdict.OPEN),
        (claim.value <= lost, Verdict.LOST),
        (Kind.EQUAL in kinds, Verdict.EQUAL),
        (Kind.CLOSE in kinds, Verdict.CLOSE),
        (sure or claim.proved or forced, Verdict.BEST),
    )
    return next((verdict for is_so, verdict in holds if is_so), Verdict.LEADS)
