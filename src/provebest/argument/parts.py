"""The parts of an argument: a claim, rivals with reasons, attempts, threats, hinges. Frozen data.

All values speak for the side that chooses.
"""

from __future__ import annotations

import enum
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

Move = TypeVar("Move", bound=Hashable)


class Kind(enum.Enum):
    """Why a rival was not chosen. There are no others, and every rival has one."""

    PROVED = "proved no better"
    """Its best is not above the worst of the choice, given these bounds: worse, or a tie."""
    HELD = "held by a line"
    """It was looked at alone; the line shows how it is held below the choice."""
    CLOSE = "too close to call"
    """It was looked at, and the difference is too small to say which is better."""
    NO_HOPE = "cannot reach"
    """Even what it hopes for is not above the choice."""
    UNLIKELY = "unlikely"
    """The measured chance that it reaches the choice is below what counts."""
    BOUNDED = "not looked at alone"
    """In a search of all the rivals together it did not come above the best of them."""
    OPEN = "still open"
    """Nothing settles it: the search was stopped, or it never became worth the effort."""


@dataclass(frozen=True, slots=True)
class Claim(Generic[Move]):
    """This move, at least so much, with what confidence, given what."""

    move: Move
    value: float
    at_least: float
    """What is left in the worst of the attempts that were looked at; proved where it is."""
    proved: bool
    confidence: float | None
    """The measured chance that the most dangerous rival is not better; None where nobody measured.
    Never the guide of the search, which is too optimistic."""
    given: str
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Rival(Generic[Move]):
    """A move that was not chosen, and why."""

    move: Move
    kind: Kind
    value: float
    """What it is worth, or at most is."""
    hope: float | None
    chance: float | None
    """Measured, as in ``Claim.confidence``."""
    line: tuple[Move, ...]
    """Starts with the move."""
    depth: int | None = None
    """Of the search that says so, where it was one search."""
    effort: int = 0
    at_most: bool = False
    """The value is an upper bound."""


@dataclass(frozen=True, slots=True)
class Attempt(Generic[Move]):
    """A reply to the chosen move, and how it is met."""

    line: tuple[Move, ...]
    """Starts with the reply."""
    value: float
    effort: int = 0
    depth: int | None = None
    open: bool = False
    """Nothing confirms the answer: it is not claimed to be the right one."""
    instead: Move | None = None
    """Another answer, which a second search gave."""


@dataclass(frozen=True, slots=True)
class Threat(Generic[Move]):
    """What the mover would do if he could move again."""

    line: tuple[Move, ...]
    """The extra move first, from the position in which the other side passed."""
    value: float
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class Parry(Generic[Move]):
    """What the other side would do if nothing were done, and what the choice does about it."""

    threat: tuple[Move, ...]
    """From the position in which the choosing side passed."""
    ignored: float
    """What would be left then."""
    answer: tuple[Move, ...]
    """From the position after the choice: the threat carried out and how it is met; nothing where
    it cannot be carried out any more."""
    value: float
    """What the choice is worth if it is carried out all the same; the claim's, where it cannot."""
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class Hinge(Generic[Move]):
    """A leaf on which the verdict hangs: were it worth ``turns_at``, another move would be best."""

    line: tuple[Move, ...]
    """From the root to the leaf."""
    value: float
    turns_at: float
    instead: Move
    """What would be chosen then."""
