"""Fits and tests the curve of rule MC-11: the chance that a settled choice is good enough.

``python -m studies.settling SUITE.epd --store answers.jsonl``

Every position is searched as in SELECT, and then with three times the nodes. The choice of each
depth is compared with that of the deepest search: both moves are searched alone to the same depth,
and the difference of their values is the cost of the choice. A curve is fitted on every second
position and tested on the others, then the other way round; the solutions of the suite are not
used. The curve in use is fitted on all positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from provebest.chess.probes.root_search import RootSearch
from provebest.chess.probes.set_probes import ChessSets
from provebest.games.chess import read_position
from provebest.games.chess_values import MATES_FROM
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.deepening import deepen
from provebest.search.setprobe.settings import ModernSettings
from provebest.search.setprobe.settling import CURVE, TOLERANCE, Settling
from provebest.suites.epd import read_suite
from provebest.vocabulary import BadInputError
from studies.study import end_with, run_with_bar, study_parser

Floats = NDArray[np.float64]

TABLE_BYTES = 64 << 20
PULL = 0.3
FITTED_FROM = 0.1
"""Choices before this share of the nodes are not fitted, because none is played so early."""
PROMISES = (0.80, 0.90, 0.95, 0.98)

Seen = list[tuple[list[float], str, float]]
"""For each depth: the inputs of the curve, the choice, and the share of the nodes used by then."""
Observation = tuple[Seen, dict[str, float]]
"""The choices of all depths in one position, and the cost of each choice."""


@dataclass(frozen=True, slots=True)
class Kept:
    """How often stops with a promised chance were good."""

    promised: float
    positions: int
    stops: int
    good: int
    """Stops within the tolerance of the best."""
    median_share: float
    """Median share of the allowed nodes that were used at a stop."""


def watch(job: tuple[str, int, int]) -> Observation:
    """Searches one position as in SELECT, and farther."""
    fen, nodes, farther = job
    root = RootSearch(read_position(fen), table_bytes=TABLE_BYTES)
    sets, settling, seen = ChessSets(root), Settling[str](), []
    best, depth, budget = "", 0, Budget(nodes * farther)
    for reached, found in deepen(sets, budget, lambda probe: probe(()), first=1, deepest=120):
        best, depth = found.best, reached
        settling.see(best, found)
        traits = settling.traits()
        if root.nodes <= nodes and traits is not None:
            seen.append((list(traits), best, root.nodes / nodes))
        if abs(found.value) >= MATES_FROM:
            break
    costs = {best: 0.0}
    for move in sorted({choice for _, choice, _ in seen} - {best}):
        values = [sets.probe([m], depth, nodes=nodes, seconds=None).value for m in (best, move)]
        costs[move] = values[0] - values[1]
    return seen, costs


def fit(watched: Sequence[Observation]) -> Floats:
    """The curve that makes the observations most likely, with a small pull toward 0.

    Raises:
        BadInputError: if there is no choice to fit.
    """
    used = [
        (traits, costs[choice] <= TOLERANCE)
        for seen, costs in watched
        for traits, choice, share in seen
        if share >= FITTED_FROM
    ]
    if not used:
        raise BadInputError("there is nothing to fit; use more positions or more nodes")
    rows = np.array([traits for traits, _ in used])
    good = np.array([float(was_good) for _, was_good in used])
    curve = np.zeros(rows.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-rows @ curve))
        slope = rows.T @ (good - chance) - PULL * curve
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows + PULL * np.eye(len(curve))
        curve += np.linalg.solve(bend, slope)
    return curve


def count_kept(watched: Sequence[Observation], curve: Floats, promised: float) -> Kept:
    """Stops at the first depth at which the curve's chance is at least ``promised``."""
    numbers, stops = ModernSettings(), []
    for seen, costs in watched:
        for traits, choice, share in seen:
            unchanged = traits[2] * 5
            early = share < numbers.settle_after or unchanged < numbers.stable_for
            if not early and 1 / (1 + np.exp(-np.dot(curve, traits))) >= promised:
                stops.append((costs[choice] <= TOLERANCE, share))
                break
    good = sum(right for right, _ in stops)
    median = float(np.median([share for _, share in stops])) if stops else 0.0
    return Kept(promised, len(watched), len(stops), good, median)


def main() -> None:
    """Runs the study from the command line."""
    parser = study_parser(__doc__)
    parser.add_argument("suites", nargs="+", type=Path, help="EPD files of positions")
    parser.add_argument("--every", type=int, default=1, help="use only every Nth position")
    parser.add_argument(
        "--nodes", type=int, default=2_000_000, help="nodes of the search that may stop early"
    )
    parser.add_argument(
        "--farther", type=int, default=3, help="search this many times the nodes for comparison"
    )
    given = parser.parse_args()
    if min(given.nodes, given.farther) < 1:
        parser.error("--nodes and --farther must be 1 or more")
    exercises = [e for suite in given.suites for e in read_suite(suite, every=given.every)]
    jobs = [(exercise.fen, given.nodes, given.farther) for exercise in exercises]
    watched = run_with_bar(watch, jobs, "positions", store=given.store, workers=given.workers)
    halves = watched[::2], watched[1::2]
    for number, (learned, tested) in enumerate((halves, halves[::-1]), start=1):
        curve = fit(learned)
        print(f"half {number}:", ", ".join(f"{w:.2f}" for w in curve), "tested on the other half:")
        _print_kept(tested, curve)
    print("all:", ", ".join(f"{w:.2f}" for w in fit(watched)))
    print("in use:", ", ".join(f"{w:.2f}" for w in CURVE))
    _print_kept(watched, np.array(CURVE))


def _print_kept(watched: Sequence[Observation], curve: Floats) -> None:
    for promised in PROMISES:
        kept = count_kept(watched, curve, promised)
        share = kept.good / kept.stops if kept.stops else float("nan")
        print(
            f"  promised {promised:.0%}, kept {share:.1%}: {kept.good} of {kept.stops} stops were "
            f"good, in {kept.positions} positions; median stop after {kept.median_share:.0%} of "
            "the nodes"
        )


if __name__ == "__main__":
    end_with(main)
