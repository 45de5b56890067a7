"""Statistics of a match: Elo difference with its error from pairs of games, and a GSPRT.

The two games of a pair share their opening, so they are not independent; pairs are. A pair has
0, 1/2, 1, 3/2 or 2 points, so a match is a sample of five outcomes (a pentanomial).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from provebest.vocabulary import BadInputError, shorten

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The possible scores of a pair, as a share of its 2 points."""
SIGMAS_OF_95 = 1.959964
UNSEEN = 1e-3
"""Pairs counted for an outcome that has not occurred, so that no likelihood is infinite."""


def score_of(elo: float) -> float:
    """The expected share of points of a player who is ``elo`` stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The Elo difference at which this share of points is expected; infinite at 0 and 1."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


@dataclass(frozen=True, slots=True)
class Pairs:
    """The numbers of pairs in which the first player had 0, 1/2, 1, 3/2 and 2 points."""

    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """The number of all pairs."""
        return sum(self.counts)

    @property
    def score(self) -> float:
        """The first player's share of the points; 0.5 if nothing has been played."""
        if not self.total:
            return 0.5
        points = sum(n * score for n, score in zip(self.counts, SCORES, strict=True))
        return points / self.total

    @property
    def error(self) -> float:
        """The standard error of the score; infinite for fewer than two pairs."""
        if self.total < 2:
            return math.inf
        squares = sum(
            n * (score - self.score) ** 2 for n, score in zip(self.counts, SCORES, strict=True)
        )
        return math.sqrt(squares / (self.total - 1) / self.total)

    @property
    def elo(self) -> float:
        """The Elo difference that corresponds to the score."""
        return elo_of(self.score)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the Elo difference."""
        reach = SIGMAS_OF_95 * self.error
        if not math.isfinite(reach):
            return -math.inf, math.inf
        return elo_of(self.score - reach), elo_of(self.score + reach)

    @property
    def superiority(self) -> float:
        """The likelihood, from 0 to 1, that the first player is the stronger one."""
        if not math.isfinite(self.error):
            return 0.5
        if not self.error:
            return 0.5 + math.copysign(0.5, self.score - 0.5) * (self.score != 0.5)
        return 0.5 * (1 + math.erf((self.score - 0.5) / self.error / math.sqrt(2)))


def count_pairs(points: Sequence[float]) -> Pairs:
    """Counts pairs, each given as the first player's points (0 to 2) in both games."""
    counts = [0] * len(SCORES)
    for each in points:
        counts[round(2 * each)] += 1
    return Pairs(tuple(counts))


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """A GSPRT that decides whether the first player is ``elo0`` or ``elo1`` stronger.

    ``alpha`` is the chance to accept elo1 if elo0 is true, ``beta`` to accept elo0 if elo1 is true.

    Raises:
        BadInputError: unless -1000 < elo0 < elo1 < 1000 and 0 < alpha, beta < 0.5.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -1000 < self.elo0 < self.elo1 < 1000:
            raise BadInputError(f"a test needs elo0 below elo1; got {self.elo0:g},{self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadInputError("alpha and beta of a test must be between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test accepts elo0 and elo1."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def ratio(self, pairs: Pairs) -> float:
        """The log-likelihood ratio of elo1 to elo0.

        A hypothesis fixes only the expected score; its likelihood is the greatest of all
        distributions with that score.
        """
        if not pairs.total:
            return 0.0
        counts = [max(n, UNSEEN) for n in pairs.counts]
        total = sum(counts)
        shares = [n / total for n in counts]
        null, other = (_likeliest(shares, score_of(elo)) for elo in (self.elo0, self.elo1))
        return total * sum(
            share * math.log(q / p) for share, p, q in zip(shares, null, other, strict=True)
        )

    def verdict(self, pairs: Pairs) -> str | None:
        """``elo1`` or ``elo0``, whichever is accepted; None if more games are needed."""
        low, high = self.bounds
        ratio = self.ratio(pairs)
        return "elo1" if ratio >= high else "elo0" if ratio <= low else None


def read_test(text: str) -> SequentialTest:
    """Reads a test from ``elo0,elo1`` or ``elo0,elo1,alpha,beta``.

    Raises:
        BadInputError: for anything else.
    """
    try:
        numbers = [float(word) for word in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in {2, 4} or not all(map(math.isfinite, numbers)):
        raise BadInputError(
            f"a test must be elo0,elo1 or elo0,elo1,alpha,beta, such as 0,10; got {shorten(text)}"
        )
    return SequentialTest(*numbers)


def _likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution with this mean under which the shares are likeliest.

    It is ``share / (1 + t (score - mean))`` for the t that gives this mean. The sum below falls as
    t grows, so bisection finds t.
    """
    low, high = -1 / (SCORES[-1] - mean), 1 / (mean - SCORES[0])
    for _ in range(100):
        t = (low + high) / 2
        rest = sum(
            share * (score - mean) / (1 + t * (score - mean))
            for share, score in zip(shares, SCORES, strict=True)
        )
        low, high = (t, high) if rest > 0 else (low, t)
    t = (low + high) / 2
    return [share / (1 + t * (score - mean)) for share, score in zip(shares, SCORES, strict=True)]
