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
from provebest.argument.parts import (
    Attempt,
    Claim,
    Hinge,
    Kind,
    Move,
    Parry,
    Rival,
    Threat,
    Verdict,
)
from provebest.argument.verdicts import AS_GOOD
from provebest.argument.words import Sentence, brief, sentences
from provebest.vocabulary import Stopped
from provebest.vocabulary.argued import presenter

MOST_SHOWN, MOST_ATTEMPTS, MOST_HINGES = 9, 5, 2
LONGEST_LINE = 12
LARGEST_TREE = 1 + (1 + MOST_SHOWN + MOST_ATTEMPTS) * LONGEST_LINE


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument(Generic[Move]):
    """Claim, rivals, attempts, threats, hinges, and why the search stopped."""

    claim: Claim[Move]
    verdict: Verdict = Verdict.LEADS
    drawn: str = ""
    """How it is known that the position is drawn; empty if it is not."""
    caution: str = ""
    """What is known of such positions that the values do not show, as a sentence; or nothing."""
    asked: tuple[Move, ...] = ()
    """Rivals that somebody asked about."""
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
        """In few sentences if the game has words for what a line does, as chess has."""
        return self.brief() if self.notation.sides else self.text()

    def brief(self) -> str:
        """The few sentences that matter most, a line each."""
        return "\n".join(sentence.text for sentence in brief(self))

    def text(self) -> str:
        """All sentences, a line each."""
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

    @property
    def as_good(self) -> tuple[Rival[Move], ...]:
        """The rivals that are about as good as the choice; if some surely are, only those."""
        kinds = {Kind.EQUAL} if self.verdict is Verdict.EQUAL else AS_GOOD
        return tuple(rival for rival in self.rivals if rival.kind in kinds)

    @property
    def likeliest(self) -> Rival[Move] | None:
        """The rival that is most likely to be better; None if no chance was measured."""
        measured = [rival for rival in self.rivals if rival.chance is not None]
        if not measured:
            return None
        return max(measured, key=lambda rival: rival.chance or 0.0)

    def why_not(self, move: Move) -> Rival[Move] | None:
        """The rival with this move, and why it was not chosen; None if no rival has it."""
        return next((rival for rival in self.rivals if rival.move == move), None)
