"""The limits of an analysis, given as ``Limits`` or as keyword arguments."""

from __future__ import annotations

import math
from dataclasses import replace
from threading import Event

from provebest.vocabulary import BadInputError, Limits, check_limits, shorten

NOT_FOR_CHESS = ("depth", "stored", "megabytes")
"""Limits that only other searches have."""


def limits_from(
    limits: Limits | None,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    expansions: int | None = None,
    cancel: Event | None = None,
) -> Limits:
    """All limits of an analysis as one ``Limits``.

    Raises:
        BadInputError: if a limit is given twice, is not above 0, or does not exist for chess.
    """
    _check_number("seconds", seconds)
    for name, count in (("nodes", nodes), ("expansions", expansions)):
        if count is not None:
            check_whole(name, count)
    given = {
        "seconds": seconds,
        "probe_nodes": nodes,
        "expanded": expansions,
        "cancel": cancel,
    }
    named = {name: value for name, value in given.items() if value is not None}
    if limits is None:
        return Limits(**named)  # type: ignore[arg-type]  # each has the type of its field
    check_limits(limits)
    for name in NOT_FOR_CHESS:
        if getattr(limits, name) is not None:
            raise BadInputError(f"the limit {name!r} does not exist for chess")
    twice = [name for name in named if getattr(limits, name) is not None]
    if twice:
        raise BadInputError(f"the limit {twice[0]!r} was given twice, once in limits=")
    return replace(limits, **named)  # type: ignore[arg-type]  # same


def _check_number(name: str, value: object) -> None:
    number = value if isinstance(value, int | float) else 0
    if value is not None and (isinstance(value, bool) or not 0 < number < math.inf):
        raise BadInputError(f"{name} must be a number above 0, got {shorten(value)}")


def check_whole(name: str, value: object, *, least: int = 1, most: float = math.inf) -> None:
    """Raises BadInputError unless ``value`` is a whole number with least <= value <= most."""
    if not (isinstance(value, int) and not isinstance(value, bool) and least <= value <= most):
        bounds = f", {least} or more" if most == math.inf else f" from {least} to {most}"
        raise BadInputError(f"{name} must be a whole number{bounds}, got {shorten(value)}")
