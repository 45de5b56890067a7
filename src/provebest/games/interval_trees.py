"""Artificial game trees of intervals, in plain Python: the reference for ``native/trees``.

Berliner's canonical trees with the exact generator, Palay's trees and the AdjustAfter family. A
node's interval is known when the node is generated; its children depend on the node alone, so the
tree does not depend on the order of the search. Rules ``[B79-n]`` are listed in
``docs/papers/berliner1979.md``.
"""

from __future__ import annotations

from dataclasses import dataclass

WORD = 2**64
INVALID_SEED = 0xABCDEF1234567


class SplitMix:
    """The random generator splitmix64, exact and the same in every language. [B79-14]."""

    def __init__(self, seed: int) -> None:
        self._state = seed % WORD

    def draw(self) -> int:
        """Returns the next 64 random bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) % WORD
        z = self._state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB % WORD
        return z ^ z >> 31

    def uniform(self, a: int, b: int) -> int:
        """Returns a random whole number from a to b, both included."""
        return a + (self.draw() * (b - a + 1) >> 64)


@dataclass(frozen=True, slots=True)
class TreeSpec:
    """How a family of trees is drawn."""

    width: int
    draws: int
    """How many values' hull is a child's interval; 0 means the calibrated mixture of 3 and 4."""
    seed_times: int
    seed_plus: int
    """seed(x) = x * seed_times + seed_plus, in 64 bits."""
    forced: bool = True
    """True: some child gets the parent's hi, some child its lo. False: one lies inside."""
    growth_percent: int = 100
    collapse: bool = False
    """Intervals of width 2 or less are replaced by their mean."""
    invalid: bool = False
    """One node in twenty draws its children from a range that is too wide. [B79-16]."""


def children(
    spec: TreeSpec, name: int, lo: int, hi: int, *, max_moves: bool
) -> list[tuple[int, float, float]]:
    """``(name, lo, hi)`` of each child of the node with this name and these bounds."""
    seed = name * spec.seed_times + spec.seed_plus
    random = SplitMix(seed)
    low, high = lo, hi
    if spec.invalid and SplitMix(seed % WORD ^ INVALID_SEED).uniform(0, 99) < 5:
        q = (hi - lo + 2) // 4
        low, high = lo - q, hi + q
    if spec.growth_percent != 100:
        more = _widening(random, hi - lo, spec.growth_percent)
        if max_moves:
            low = min(low - more, high)
        else:
            high = max(high + more, low)
    drawn = [_hull(random, low, high, spec.draws) for _ in range(spec.width)]
    if spec.forced:
        drawn[random.uniform(0, spec.width - 1)][1] = high
        drawn[random.uniform(0, spec.width - 1)][0] = low
    elif not any(lo <= a and b <= hi for a, b in drawn):
        place = random.uniform(0, spec.width - 1)
        drawn[place] = _hull(random, lo, hi, spec.draws)
    first = name * spec.width + 1
    return [
        ((first + k) % WORD, *(_mean(a, b) if spec.collapse and b - a <= 2 else (a, b)))
        for k, (a, b) in enumerate(drawn)
    ]


def _hull(random: SplitMix, lo: int, hi: int, draws: int) -> list[int]:
    """Returns the least and the greatest of several draws. [B79-15]."""
    m = draws or (4 if random.uniform(0, 2) == 0 else 3)
    values = [random.uniform(lo, hi) for _ in range(m)]
    return [min(values), max(values)]


def _widening(random: SplitMix, span: int, growth_percent: int) -> int:
    """Returns (g-1) times the range, rounded up or down at random."""
    whole, rest = divmod((growth_percent - 100) * span, 100)
    return whole + (random.uniform(0, 99) < rest)


def _mean(a: int, b: int) -> tuple[float, float]:
    mean = (a + b) // 2 if (a + b) % 2 == 0 else (a + b) / 2
    return mean, mean
