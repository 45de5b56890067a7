"""What fitting the weights of the evaluation needs: games, coefficients, the weights in use."""

from __future__ import annotations

from dataclasses import dataclass

from provebest import _native


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the evaluation and its weights: (middlegame, endgame), in hundredths of a pawn."""

    family: str
    name: str
    weights: tuple[tuple[int, int], ...]


def terms_in_use() -> tuple[Term, ...]:
    """Every term with the weights this build plays with, in the order of the coefficients."""
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
    """Where the entries of each position begin, and where the last ends."""
    indices: bytes
    times: bytes
    """White's uses of that weight less Black's."""
    blends: bytes
    """(phase, scale) of each position."""


def features(fens: list[str]) -> Features:
    """The coefficients of many positions at once."""
    return Features(*_native.evaluation_features(fens))


def self_play(*, seed: int, random_plies: int, nodes: int) -> tuple[int, list[str], list[int]]:
    """One game of the search against itself.

    White's half points; its quiet positions; what the search found in each of them, for White.
    """
    return _native.self_play(seed=seed, random_plies=random_plies, nodes=nodes)
