"""Measures how often a move is worth what a small probe hopes of it.

``python -m studies.hopes wac.epd games.pgn --limit 400 --store hopes.jsonl``

Every root move gets a value and a hope by probes of the classic control's size. Moves that might be
best by them, except the one with the highest value, are searched alone to ``--depth``. Printed is
how often such a move turns out to be worth a quarter, a half, three quarters and all of the way
from its value to its hope, and the logistic scale of the chance of a move that has no hope. These
are the numbers of ``chess/calibration.py``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from provebest.chess.beliefs import ChessBeliefs
from provebest.chess.calibration import REACHED, SHARES_OF_HOPE, SPREAD_OF_A_PROBE
from provebest.chess.defaults import DEFAULT_PROBE_DEPTH
from provebest.chess.probes.expansion import ProbeSize
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.probers import Probers
from provebest.games.chess import read_position
from provebest.games.chess_values import MATES_FROM
from studies.logistic_fit import best_scale
from studies.shares import Share
from studies.study import end_with, run_with_bar, study_parser
from studies.traces import jobs_of

MARGINS = (*(least for least, _ in REACHED), 0.0)
"""The least hope of a row, in hundredths of a pawn above the value; moves of the last row have no
hope to speak of."""
IN_REACH = 150.0
"""Hundredths of a pawn: a move without hope is measured if it is at most so far behind."""

Job = tuple[str, str, int]
"""Kind and FEN of a position, and the depth of the searches that judge."""


@dataclass(frozen=True, slots=True)
class Promise:
    """What a probe says of a move, and what a search finds; hundredths of a pawn for the mover."""

    real: float
    margin: float
    """By which the hope exceeds the value; 0 without a hope."""
    found: float
    goal: float
    """The value of the best move, by its probe."""

    @property
    def share(self) -> float:
        """The share of the way to the hope that was found; infinite if there is no hope."""
        return (self.found - self.real) / self.margin if self.margin else math.inf


def promises_in(job: Job) -> list[list[float]]:
    """The numbers of the promise of each move of a position that might be best, as JSON."""
    _, fen, depth = job
    position, size = read_position(fen), ProbeSize(DEFAULT_PROBE_DEPTH)
    probers = Probers(ProberChoice("native"))
    try:
        beliefs = ChessBeliefs(position.key, probers.expander(position, size, size))
        moves = beliefs.expand(beliefs.start(), 0, hopes=True)
        first = max(moves, key=lambda belief: belief.real)
        found = []
        for belief in moves:
            hope = belief.real if belief.hope is None else max(belief.hope, belief.real)
            margin = hope - belief.real
            ahead = hope - first.real
            might_be_best = ahead > 0 if margin >= MARGINS[-2] else ahead >= -IN_REACH
            if belief is first or not might_be_best or abs(belief.real) >= MATES_FROM:
                continue
            searched = probers.sets(position).probe([belief.move], depth, nodes=None, seconds=None)
            promise = Promise(belief.real, min(margin, MATES_FROM), searched.value, first.real)
            found.append(list(astuple(promise)))
    finally:
        probers.close()
    return found


def rows_of(promises: Sequence[Promise]) -> Iterator[tuple[float, float, list[Share]]]:
    """The range of the hope, and how often each share of it was reached."""
    for most, least in pairwise((math.inf, *MARGINS[:-1])):
        here = [promise for promise in promises if least <= promise.margin < most]
        yield (
            least,
            most,
            [
                Share(sum(promise.share >= share for promise in here), len(here))
                for share in SHARES_OF_HOPE
            ],
        )


def scale_of_errors(promises: Sequence[Promise]) -> float | None:
    """The logistic scale by which moves without hope that are behind turn out to be as good.

    None if there is no such move, or if all or none of them are.
    """
    behind = [p for p in promises if p.margin < MARGINS[-2] and p.real < p.goal]
    as_good = np.array([float(p.found >= p.goal) for p in behind])
    if not 0 < as_good.sum() < len(behind):
        return None
    return best_scale(as_good, np.array([p.real - p.goal for p in behind]), low=2.0)


def main() -> None:
    """Runs the study from the command line."""
    parser = study_parser(__doc__)
    parser.add_argument("files", nargs="+", type=Path, help="suites (EPD), puzzles (CSV), games")
    parser.add_argument("--depth", type=int, default=11, help="depth of the searches that judge")
    parser.add_argument("--limit", type=int, help="use at most so many positions")
    given = parser.parse_args()
    if not 1 <= given.depth <= 60:
        parser.error("--depth must be from 1 to 60")
    positions = jobs_of(given.files, 1, 0, 0, "native")[: given.limit]
    jobs: list[Job] = [(kind, fen, given.depth) for kind, fen, *_ in positions]
    found = run_with_bar(promises_in, jobs, "positions", store=given.store, workers=given.workers)
    promises = [Promise(*numbers) for each in found for numbers in each]
    print(f"{len(promises)} moves of {len(jobs)} positions, judged by depth {given.depth}")
    for (least, most, shares), (_, in_use) in zip(rows_of(promises), REACHED, strict=True):
        upto = "" if most == math.inf else f" to {most:.0f}"
        print(f"hope {least:.0f}{upto} above the value, {shares[0].total} moves:")
        for share, reached, used in zip(SHARES_OF_HOPE, shares, in_use, strict=True):
            print(f"  {share:.0%} of the way: {reached}; in use {used:.1%}")
    scale = scale_of_errors(promises)
    if scale is not None:
        print(f"without hope: scale {scale:.0f}; in use {SPREAD_OF_A_PROBE:.0f}")


if __name__ == "__main__":
    end_with(main)
