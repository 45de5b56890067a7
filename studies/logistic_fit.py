"""Logistic regression on sparse counts: finds the weights that make results most likely."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

FULL_PHASE, FULL_SCALE = 24, 64
ROWS_AT_ONCE = 8192
NEWTON_STEPS = 12
SMALL_STEP = 0.05
"""Newton's method ends below this, in hundredths of a pawn: weights are rounded to whole ones."""
SPREAD = 30.0
"""The standard deviation, in hundredths of a pawn, of one prior observation of a weight."""


@dataclass(frozen=True, slots=True)
class Observations:
    """Positions as sparse rows of counts, their blends of mg and eg weights, and game results."""

    begins: NDArray[np.int32]
    indices: NDArray[np.int32]
    times: NDArray[np.int32]
    blends: NDArray[np.int32]
    """Phase out of 24 and scale out of 64 of each position."""
    results: Floats
    """White's points, 0, 1/2 or 1."""

    def shares(self) -> tuple[Floats, Floats]:
        """The shares of the middlegame and of the endgame weights in each position."""
        phase = self.blends[:, 0] / FULL_PHASE
        scale = self.blends[:, 1] / FULL_SCALE
        return phase * scale, (1 - phase) * scale

    def values(self, weights: Floats) -> Floats:
        """The value of each position with these weights, one (mg, eg) per row."""
        sums = np.zeros((2, len(self.results)))
        rows = np.repeat(np.arange(len(self.results)), np.diff(self.begins))
        for half in (0, 1):
            parts = self.times * weights[self.indices, half]
            sums[half] = np.bincount(rows, parts, minlength=len(self.results))
        mg, eg = self.shares()
        blended: Floats = mg * sums[0] + eg * sums[1]
        return blended

    def blocks(self, columns: int) -> Iterator[tuple[slice, NDArray[np.float32]]]:
        """Blocks of dense rows: the derivatives by all mg weights, then by all eg weights."""
        mg, eg = self.shares()
        for begin in range(0, len(self.results), ROWS_AT_ONCE):
            part = slice(begin, min(begin + ROWS_AT_ONCE, len(self.results)))
            entries = slice(self.begins[part.start], self.begins[part.stop])
            rows = np.repeat(
                np.arange(part.stop - part.start), np.diff(self.begins[begin : part.stop + 1])
            )
            counts = np.zeros((part.stop - part.start, columns), np.float32)
            counts[rows, self.indices[entries]] = self.times[entries]
            shares = (mg[part, None].astype(np.float32), eg[part, None].astype(np.float32))
            yield part, np.hstack([counts * share for share in shares])


@dataclass(frozen=True, slots=True)
class Fit:
    """The starting point and the constraints of a fit."""

    old: Floats
    """The old weights, one (mg, eg) per row."""
    free: NDArray[np.bool_]
    """Rows that may change."""
    scale: float
    pull: float
    """Strength of the pull toward the old weights."""
    neighbours: NDArray[np.int64]
    """Pairs of rows that should change by similar amounts."""
    together: float
    """Strength of the pull of neighbours toward the same change."""

    def stiffness(self) -> Floats:
        """The matrix of the cost of a change, ``change @ stiffness @ change / 2``.

        Rows and columns are all mg weights, then all eg weights.
        """
        count = len(self.old)
        cost = self.pull * np.eye(count)
        for one, other in self.neighbours:
            cost[one, one] += self.together
            cost[other, other] += self.together
            cost[one, other] -= self.together
            cost[other, one] -= self.together
        return np.kron(np.eye(2), cost * (100 / SPREAD**2)).astype(np.float64)


def expected(values: Floats, scale: float) -> Floats:
    """White's expected share of the point."""
    result: Floats = 1 / (1 + np.exp(-values / scale))
    return result


def mean_loss(results: Floats, values: Floats, scale: float) -> float:
    """Mean cross-entropy between the results and the shares expected from these values."""
    # log(1 + e^x) without overflow
    return float(np.mean(np.logaddexp(0, values / scale) - results * values / scale))


def loss(seen: Observations, weights: Floats, scale: float) -> float:
    """Mean cross-entropy between the results and the shares expected with these weights."""
    return mean_loss(seen.results, seen.values(weights), scale)


def best_scale(results: Floats, values: Floats, *, low: float = 20.0) -> float:
    """The scale at which these values predict the results best, by golden-section search.

    It is sought from ``low`` to 2000.
    """
    ratio = (5**0.5 - 1) / 2
    high = 2000.0
    while high - low > 0.1:
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if mean_loss(results, values, left) < mean_loss(results, values, right):
            high = right
        else:
            low = left
    return (low + high) / 2


def fit_weights(seen: Observations, fit: Fit) -> Floats:
    """The weights that make the results likely and stay near the old ones, by Newton's method.

    Every position counts. The pull equals ``100 * fit.pull`` observations of each old weight with
    standard deviation ``SPREAD``; that on the difference of neighbours, ``100 * fit.together``.
    """
    columns = len(fit.old)
    free = np.concatenate([fit.free, fit.free])
    start = fit.old.T.reshape(-1)
    now = start.copy()
    stiffness = fit.stiffness()
    for _ in range(NEWTON_STEPS):
        share = expected(seen.values(now.reshape(2, -1).T), fit.scale)
        slope = (share - seen.results) / fit.scale
        bend = share * (1 - share) / fit.scale**2
        gradient = stiffness @ (now - start)
        hessian = stiffness.copy()
        for part, rows in seen.blocks(columns):
            gradient += slope[part] @ rows
            bent = rows * bend[part, None].astype(np.float32)
            hessian += bent.T @ rows
        step = np.zeros_like(now)
        step[free] = np.linalg.solve(hessian[np.ix_(free, free)], gradient[free])
        now -= step
        if np.abs(step).max() < SMALL_STEP:
            break
    return now.reshape(2, -1).T
