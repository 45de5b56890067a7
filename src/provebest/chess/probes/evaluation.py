"""What a chess position is worth without search, and the terms it is made of."""

from __future__ import annotations

from dataclasses import dataclass

from provebest import _native
from provebest.games.chess import read_position


@dataclass(frozen=True, slots=True)
class TermValue:
    """One term, in hundredths of a pawn; the middlegame's weight first, then the endgame's."""

    family: str
    name: str
    white: tuple[int, int]
    black: tuple[int, int]
    value: int
    """White's less Black's, blended by how near the ending is, and scaled."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A position's value, seen by White and by the side to move, and its terms."""

    fen: str
    value: int
    """Hundredths of a pawn, seen by the side to move."""
    terms: tuple[TermValue, ...]
    """Their values add up, to the hundredth, to the value seen by White."""

    @property
    def for_white(self) -> int:
        """The same value, seen by White."""
        return sum(term.value for term in self.terms)


def evaluate(fen: str, *, chess960: bool = False) -> Evaluation:
    """The static value of a position, term by term.

    Raises:
        BadPositionError: The text is no position; the sentence says where and why.
    """
    read = read_position(fen, chess960=chess960).fen()
    value = _native.evaluate_fen(read, chess960=chess960)
    lines = _native.evaluation_terms(read, chess960=chess960)
    terms = tuple(
        TermValue(family, name, (white_mg, white_eg), (black_mg, black_eg), worth)
        for family, name, white_mg, white_eg, black_mg, black_eg, worth in lines
    )
    return Evaluation(read, value, terms)
