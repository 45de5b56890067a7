"""The argument for a move: what a search claims, and what the claim is based on.

The size is bounded: one reason for each rival, at most ``MOST_SHOWN`` rivals with a line,
``MOST_ATTEMPTS`` replies and ``MOST_HINGES`` leaves. No line is longer than ``LONGEST_LINE`` plies,
so the tree has at most ``LARGEST_TREE`` positions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic

from provebest.argument.as_json import as_json
from provebest.argument.branch import Branch
from provebest.argument.notation import Notation
from provebest.argument.parts import Attempt, Claim, Hinge, Move, Parry, Rival, Threat
from provebest.argument.words import Sentence, sentences
from provebest.vocabulary import Stopped
from provebest.vocabulary.argued import presenter

MOST_SHOWN, MOST_ATTEMPTS, MOST_HINGES = 5, 3, 2
LONGEST_LINE = 12
LARGEST_TREE = 1 + (1 + MOST_SHOWN + MOST_ATTEMPTS) * LONGEST_LINE


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument(Generic[Move]):
    """Claim, rivals, attempts, threats, hinges, and why the search stopped."""

    claim: Claim[Move]
    rivals: tuple[Rival[Move], ...]
    """All rivals, those that matter most first."""
    shown: int
    """How many of the rivals get a sentence of their own."""
    attempts: tuple[Attempt[Move], ...] = ()
    threat: Threat[Move] | None = None
    parry: Parry[Move] | None = None
    hinges: tuple[Hinge[Move], ...] = ()
    stopped: Stopped
    reason: str
    tree: Branch[Move]
    """The positions of the argument's lines."""
    notation: Notation

    def __str__(self) -> str:
        return "\n".join(sentence.text for sentence in self.sentences())

    def sentences(self) -> list[Sentence]:
        """The argument in words, each sentence with the line on which it is based."""
        return sentences(self)

    def as_json(self) -> dict[str, Any]:
        """The argument as JSON, as ``docs/argument.md`` describes it."""
        return as_json(self)

    def _repr_html_(self) -> str:
        """The card that a notebook shows."""
        return presenter().card(self)

    @property
    def argued(self) -> tuple[Rival[Move], ...]:
        """The rivals that get a sentence of their own."""
        return self.rivals[: self.shown]

    @property
    def others(self) -> tuple[Rival[Move], ...]:
        """The rivals that share one sentence."""
        return self.rivals[self.shown :]

    def why_not(self, move: Move) -> Rival[Move] | None:
        """The rival with this move, and why it was not chosen; None if no rival has it."""
        return next((rival for rival in self.rivals if rival.move == move), None)
