"""Limits on what a search may use before it must answer."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from threading import Event

from provebest.vocabulary.errors import BadInputError

COUNTED = ("expanded", "probe_nodes", "depth", "stored")


@dataclass(frozen=True, slots=True)
class Limits:
    """What a search may use; ``None`` means no limit. The result says which limit was reached.

    ``expanded``, ``depth``, ``stored`` and ``probe_nodes`` are counts: a search stopped by them
    gives the same answer on every machine. With ``seconds`` and ``megabytes`` it may not.
    """

    expanded: int | None = None
    """Nodes expanded. Checked after the goal test and before the next expansion."""
    seconds: float | None = None
    depth: int | None = None
    """Nodes at this depth are not expanded."""
    stored: int | None = None
    """Nodes kept in memory; each search decides what to keep (Harris counts OPEN)."""
    megabytes: float | None = None
    """Resident memory of the whole process."""
    cancel: Event | None = None
    """Set this event from any thread to stop the search within one call of the user's code."""
    probe_nodes: int | None = None
    """Nodes that probes visited. Probes of a Python game are interrupted; others are finished,
    with those of the same expansion."""

    @property
    def cancelled(self) -> bool:
        """Whether ``cancel`` is set."""
        return self.cancel is not None and self.cancel.is_set()

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is None:
                continue
            if field.name == "cancel":
                _check_cancel(value)
                continue
            kind = "a whole number" if field.name in COUNTED else "a finite number"
            right = isinstance(value, int if field.name in COUNTED else int | float)
            if not right or not 0 <= value < math.inf:
                raise BadInputError(f"limit {field.name} must be {kind}, 0 or more, got {value!r}")


def check_limits(limits: object) -> None:
    """Raises BadInputError unless this is a ``Limits``."""
    if not isinstance(limits, Limits):
        raise BadInputError(
            f"limits must be a provebest.Limits, such as Limits(seconds=3), got {limits!r}"
        )


def _check_cancel(cancel: object) -> None:
    if not callable(getattr(cancel, "is_set", None)):  # multiprocessing has its own events
        raise BadInputError(
            f"limit cancel must be a threading.Event, which stops the search once it is set; "
            f"got {cancel!r}"
        )
