"""The parts of an argument, as frozen data: claim, rivals, attempts, threats, hinges.

All values are for the side that chooses. What a line does is a ``Deed``, which the room of the game
finds and can tell; None says nothing.
"""

from __future__ import annotations

import enum
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

Move = TypeVar("Move", bound=Hashable)

SHOWN_OF_THREAT = 3
"""Plies that are shown of a threat if nobody knows what it does."""


class Deed(Protocol):
    """What a line does for a side, as the room of the game knows it."""

    @property
    def mates(self) -> bool:
        """Whether it ends the game, and the side wins."""

    @property
    def draws(self) -> bool:
        """Whether it saves a draw."""

    @property
    def participle(self) -> str:
        """In words that can follow a line: "winning a pawn"."""

    @property
    def finite(self) -> str:
        """In words that can follow a subject: "wins a pawn"."""


class Kind(enum.Enum):
    """Why a rival was not chosen. Every rival has exactly one kind."""

    PROVED = "proved no better"
    """Its upper bound <= the lower bound of the choice, given these bounds: worse, or a tie."""
    HELD = "held by a line"
    """It was searched alone; the line shows why it is below the choice."""
    CLOSE = "too close to call"
    """It was searched; the difference is too small to say which is better."""
    EQUAL = "about equal"
    """As ``CLOSE``, but the search is settled: it does not matter which of them is played."""
    NO_HOPE = "cannot reach"
    """Its hope <= the value of the choice."""
    UNLIKELY = "unlikely"
    """The measured chance that it reaches the choice is too small to count."""
    BOUNDED = "not looked at alone"
    """It is not above the best in a search of all rivals together."""
    OPEN = "still open"
    """Nothing settles it: the search was stopped, or the rival was not worth the effort."""

    @property
    def in_words(self) -> str:
        """The kind as people read it; ``value`` is what programs read."""
        return IN_WORDS[self]


IN_WORDS = {
    Kind.PROVED: "proved no better",
    Kind.HELD: "worse",
    Kind.CLOSE: "too close to call",
    Kind.EQUAL: "about equal",
    Kind.NO_HOPE: "cannot catch up",
    Kind.UNLIKELY: "unlikely",
    Kind.BOUNDED: "not searched alone",
    Kind.OPEN: "not settled",
}


class Verdict(enum.Enum):
    """What the argument says of the position as a whole."""

    ONLY = "only move"
    """There is no other move."""
    DRAWN = "draw"
    """It is known that the position is drawn."""
    WINS = "wins by force"
    """The choice ends the game by force."""
    LOST = "lost"
    """Every move loses; the choice resists longest."""
    BEST = "best"
    """No other move is as good, and the search is sure of that."""
    EQUAL = "about equal"
    """The search is sure that some others are as good."""
    LEADS = "looks best"
    """No other move is as good, but the search is not sure of that."""
    CLOSE = "too close to call"
    """Some others may be as good, and the search is not sure."""
    OPEN = "not settled"
    """Another move looks better, and the search has not settled it."""


@dataclass(frozen=True, slots=True)
class Claim(Generic[Move]):
    """The chosen move, its value, and how sure that is."""

    move: Move
    value: float
    """What it is worth; at least that, if ``is_bound``."""
    at_least: float
    """The value after the best attempt that was examined; a proved bound if ``proved``."""
    proved: bool
    confidence: float | None
    """The measured chance that no other move is better (classic control: that the strongest rival
    is not); None if it was not measured.
    It is never the probability that guides the search, which is too optimistic."""
    given: str
    """What the claim is based on; empty if that is the ends of the game alone."""
    line: tuple[Move, ...]
    is_bound: bool = False
    does: Deed | None = None
    """What the line does for the side that chooses."""
    shown: int = 0
    """Plies of the line until it has done that."""
    aimless: bool = False
    """The line of a won game that shows no progress, so it explains nothing."""


@dataclass(frozen=True, slots=True)
class Rival(Generic[Move]):
    """A move that was not chosen, and why."""

    move: Move
    kind: Kind
    value: float
    """Its value, or an upper bound if ``at_most``."""
    hope: float | None
    chance: float | None
    """Measured, as in ``Claim.confidence``."""
    line: tuple[Move, ...]
    """Starts with the move."""
    depth: int | None = None
    """The depth of the search that gave the value; None if several searches did."""
    effort: int = 0
    at_most: bool = False
    """The value is an upper bound."""
    allows: Deed | None = None
    """What the line after the move does for the other side."""
    shown: int | None = None
    """Plies of the line until the other side has done that; None if there is no such place."""
    leaves: str = ""
    """How the end of its line differs from that of the choice, as a clause: ``leaves White with an
    isolated d-pawn``."""


@dataclass(frozen=True, slots=True)
class Attempt(Generic[Move]):
    """A reply to the chosen move, and how it is met."""

    line: tuple[Move, ...]
    """Starts with the reply."""
    value: float
    effort: int = 0
    depth: int | None = None
    open: bool = False
    """No second search confirms the answer, so it is not claimed to be right."""
    instead: Move | None = None
    """The answer that a second search prefers."""
    tempting: bool = False
    """The reply takes something that seems to be free, so somebody will ask about it."""
    does: Deed | None = None
    """What the answer and the line after it do for the side that chooses."""
    shown: int = 0
    """Plies of the line until they have done that."""


@dataclass(frozen=True, slots=True)
class Threat(Generic[Move]):
    """What the chosen move threatens: the play if the other side passes."""

    line: tuple[Move, ...]
    """The extra move first, from the position in which the other side passed."""
    value: float
    depth: int | None = None
    does: Deed | None = None
    """What the line does for the side that chooses."""
    shown: int = SHOWN_OF_THREAT
    """Plies of the line until it has done that."""


@dataclass(frozen=True, slots=True)
class Parry(Generic[Move]):
    """The other side's threat if we pass, and how the choice stops it."""

    threat: tuple[Move, ...]
    """From the position in which the choosing side passed."""
    ignored: float
    """The value after the threat."""
    answer: tuple[Move, ...]
    """From the position after the choice: the threat and the reply to it; empty if the threat is
    not possible any more."""
    value: float
    """The value after ``answer``; that of the claim if ``answer`` is empty."""
    depth: int | None = None
    does: Deed | None = None
    """What the threat does for the other side."""
    shown: int = SHOWN_OF_THREAT
    """Plies of the threat until it has done that."""


@dataclass(frozen=True, slots=True)
class Hinge(Generic[Move]):
    """A leaf on which the choice depends: at the value ``turns_at``, another move is best."""

    line: tuple[Move, ...]
    """From the root to the leaf."""
    value: float
    turns_at: float
    instead: Move
    """The move that is best then."""
