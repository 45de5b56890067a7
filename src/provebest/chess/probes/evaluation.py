"""The static evaluation of a chess position, and the terms that it is the sum of."""

from __future__ import annotations

from dataclasses import dataclass

from provebest import _native
from provebest.games.chess import read_position
from provebest.games.chess_evaluation import DEFAULT_EVALUATION, correction_of


@dataclass(frozen=True, slots=True)
class TermValue:
    """One term of an evaluation, in hundredths of a pawn; pairs are (middlegame, endgame)."""

    family: str
    name: str
    white: tuple[int, int]
    black: tuple[int, int]
    value: int
    """White's less Black's, blended by the phase of the game, and scaled; of the correction, which
    has no such parts, its value for White."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A position's static value, for White and for the side to move, and its terms."""

    fen: str
    value: int
    """Hundredths of a pawn, for the side to move."""
    terms: tuple[TermValue, ...]
    """The sum of their values is exactly ``for_white``."""
    scale: float = 1.0
    """The part of the advantage that counts; above 1 in endings that are won easily."""
    ending: str | None = None
    """Why, if ``scale`` is not 1: the ending in a few words."""

    @property
    def for_white(self) -> int:
        """The same value, for White."""
        return sum(term.value for term in self.terms)


def evaluate(
    fen: str, *, chess960: bool = False, evaluation: str = DEFAULT_EVALUATION
) -> Evaluation:
    """The static value of a position, term by term; a correction is the last term.

    Raises:
        BadPositionError: if the text is not a position; the sentence says where and why.
        BadInputError: if there is no such evaluation.
    """
    read = read_position(fen, chess960=chess960).fen()
    correction = correction_of(evaluation)
    value = _native.evaluate_fen(read, chess960=chess960, correction=correction)
    lines = _native.evaluation_terms(read, chess960=chess960, correction=correction)
    part, whole, ending = _native.evaluation_scale(read, chess960=chess960)
    terms = tuple(
        TermValue(family, name, (white_mg, white_eg), (black_mg, black_eg), worth)
        for family, name, white_mg, white_eg, black_mg, black_eg, worth in lines
    )
    return Evaluation(read, value, terms, part / whole, ending or None)
