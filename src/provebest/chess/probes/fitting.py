"""Data for fitting the weights of the handcrafted evaluation: games, coefficients, weights."""

from __future__ import annotations

from dataclasses import dataclass

from chess import STARTING_FEN

from provebest import _native
from provebest.games.chess_evaluation import DEFAULT_EVALUATION, correction_of


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the evaluation and its weights: (middlegame, endgame), in hundredths of a pawn."""

    family: str
    name: str
    weights: tuple[tuple[int, int], ...]


def terms_in_use() -> tuple[Term, ...]:
    """Every term with the weights of this build, in the order of the coefficients."""
    return tuple(
        Term(family, name, tuple(weights)) for family, name, weights in _native.evaluation_weights()
    )


@dataclass(frozen=True, slots=True)
class Features:
    """How often each weight counts in each position, as rows of 32-bit integers.

    The value of position i, seen by White, is the sum over its entries of times * weight, blended
    by its phase out of 24 and multiplied by its scale out of 64.
    """

    begins: bytes
    """The index of each position's first entry, then the index after the last entry."""
    indices: bytes
    times: bytes
    """How often White uses each weight, less how often Black does."""
    blends: bytes
    """(phase, scale) of each position."""


def features(fens: list[str]) -> Features:
    """The coefficients of many positions at once."""
    return Features(*_native.evaluation_features(fens))


def self_play(
    *,
    seed: int,
    random_plies: int,
    nodes: int,
    evaluation: str = DEFAULT_EVALUATION,
    start: str = STARTING_FEN,
) -> tuple[int, list[str], list[int]]:
    """Plays one game of the search against itself, after random moves from the start.

    Returns White's half points, the quiet positions of the game, and the value that the search
    found for White in each of them.
    """
    return _native.self_play(
        seed=seed,
        start=start,
        random_plies=random_plies,
        nodes=nodes,
        correction=correction_of(evaluation),
    )
