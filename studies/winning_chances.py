"""Fits and tests the curve of the winning chances, which turns values into expected points.

``python -m studies.winning_chances GAMES.pgn --store values.jsonl``
``python -m studies.winning_chances GAMES.pgn --engine stockfish --depth 14``

Positions of finished games are searched to one depth, and a logistic curve is fitted that turns
their values into the share of the point that was scored. A scale is fitted on one half of the games
and tested on the other, then the other way round. The curve in use is fitted on all games; its
error is estimated by resampling the games (bootstrap).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from provebest.argument.notation import SCORE_SCALE
from provebest.chess.probes.native import NativeProber
from provebest.chess.probes.prober import Probe, Prober
from provebest.chess.probes.uci import UciProber, find_engine
from provebest.games.chess import read_position
from provebest.games.chess_values import MATES_FROM
from provebest.vocabulary import BadInputError
from studies.logistic_fit import best_scale, expected, mean_loss
from studies.study import end_with, games_of, run_with_bar, study_parser

Floats = NDArray[np.float64]

FIRST_PLY = 16
"""Earlier plies are taken for opening theory."""
TABLE_BYTES = 16 << 20
RESAMPLES = 200
EDGES = (0, 25, 50, 100, 150, 200, 300, 500, MATES_FROM)
"""Bounds of the rows of the table: hundredths of a pawn for the side that is better."""
POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}

Job = tuple[str, list[str], int, int, str]
"""The first position of a game, its moves, the depth, N to search every Nth position, and the
engine that searches; nothing if that is our own."""


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """One game: the values of its positions from White's side, and White's points."""

    values: Floats
    points: float


@dataclass(frozen=True, slots=True)
class Row:
    """Positions in which one side was better by ``least`` to ``most`` hundredths of a pawn."""

    least: float
    most: float
    positions: int
    games: int
    expected: float
    scored: float


def values_of(job: Job) -> list[float]:
    """The values of a game's positions from White's side, without mates, which need no curve."""
    fen, moves, depth, every, engine = job
    with ExitStack() as opened:
        ask: Prober = NativeProber(selective=True, table_bytes=TABLE_BYTES)
        if engine:
            ask = opened.enter_context(closing(UciProber(engine, hash_megabytes=64)))
        position, values = read_position(fen), []
        for ply, move in enumerate(moves):
            if ply >= FIRST_PLY and (ply - FIRST_PLY) % every == 0:
                value = ask.batch(position, [Probe(depth=depth)])[0].value
                if value is not None and abs(value) < MATES_FROM:
                    values.append(float(value if position.turn else -value))
            position.play(move)
    return values


def read_jobs(
    files: Sequence[Path], depth: int, every: int, engine: str = ""
) -> list[tuple[Job, float]]:
    """The finished games of these files, with White's points.

    Raises:
        BadInputError: for a file that cannot be read, or if there are fewer than two such games.
    """
    jobs: list[tuple[Job, float]] = []
    for game in games_of(files):
        points, moves = POINTS.get(game.headers["Result"]), list(game.mainline_moves())
        if points is not None and len(moves) > FIRST_PLY:
            names = [move.uci() for move in moves]
            jobs.append(((game.board().fen(), names, depth, every, engine), points))
    if len(jobs) < 2:
        raise BadInputError(f"two finished games of more than {FIRST_PLY} plies are needed")
    return jobs


def fit(games: Sequence[ScoredGame]) -> float:
    """The scale, in hundredths of a pawn, at which the values predict the points best."""
    values, points = _join(games)
    return best_scale(points, values)


def loss(games: Sequence[ScoredGame], scale: float) -> float:
    """Mean cross-entropy of the points; log 2 = 0.693 if every game is expected to be even."""
    values, points = _join(games)
    return mean_loss(points, values, scale)


def spread(games: Sequence[ScoredGame], seed: int) -> tuple[float, float]:
    """The 5 % and 95 % quantiles of the scale when the games are resampled with replacement."""
    random = Random(seed)
    scales = [fit(random.choices(games, k=len(games))) for _ in range(RESAMPLES)]
    low, high = np.quantile(scales, (0.05, 0.95))
    return float(low), float(high)


def calibration(games: Sequence[ScoredGame], scale: float) -> list[Row]:
    """The expected and the actual score of the better side, by the size of its advantage."""
    values, points = _join(games)
    ahead = np.abs(values)
    got = np.where(values >= 0, points, 1 - points)
    number = np.repeat(np.arange(len(games)), [len(game.values) for game in games])
    rows = []
    for least, most in pairwise(EDGES):
        here = (ahead >= least) & (ahead < most)
        if here.any():
            share = float(expected(ahead[here], scale).mean())
            count, of_games = int(here.sum()), len(np.unique(number[here]))
            rows.append(Row(least, most, count, of_games, share, float(got[here].mean())))
    return rows


def _join(games: Sequence[ScoredGame]) -> tuple[Floats, Floats]:
    values = np.concatenate([game.values for game in games])
    points = np.repeat([game.points for game in games], [len(game.values) for game in games])
    return values, points


def main() -> None:
    """Runs the study from the command line."""
    parser = study_parser(__doc__)
    parser.add_argument("games", nargs="+", type=Path, help="PGN files of finished games")
    parser.add_argument("--depth", type=int, default=10, help="depth of each search in plies")
    parser.add_argument("--engine", default="", help="a UCI engine (default: our own)")
    parser.add_argument("--every", type=int, default=2, help="use only every Nth position")
    parser.add_argument("--seed", type=int, default=1995, help="seed of the division into halves")
    given = parser.parse_args()
    if given.every < 1 or not 1 <= given.depth <= 60:
        parser.error("--every must be 1 or more, --depth from 1 to 60")
    if given.engine:
        find_engine(given.engine)
    jobs = read_jobs(given.games, given.depth, given.every, given.engine)
    found = run_with_bar(
        values_of, [job for job, _ in jobs], "games", store=given.store, workers=given.workers
    )
    scored = [ScoredGame(np.array(v, float), p) for v, (_, p) in zip(found, jobs, strict=True)]
    _print_fits(scored, given.depth, given.seed)


def _print_fits(games: list[ScoredGame], depth: int, seed: int) -> None:
    Random(seed).shuffle(games)
    halves = games[::2], games[1::2]
    print(f"{sum(len(game.values) for game in games):,} positions of {len(games)} games, ", end="")
    print(f"searched to depth {depth}; scales in hundredths of a pawn (a coin toss: loss 0.693)")
    for number, (learned, tested) in enumerate((halves, halves[::-1]), start=1):
        scale, best = fit(learned), fit(tested)
        print(
            f"half {number}: scale {scale:.0f}; loss on the other half {loss(tested, scale):.4f} "
            f"(with its own best scale, {best:.0f}: {loss(tested, best):.4f})"
        )
        _print_table(tested, scale)
    low, high = spread(games, seed)
    print(f"all: scale {fit(games):.0f} (90 % interval {low:.0f} to {high:.0f})")
    print(f"in use: scale {SCORE_SCALE:.0f}, loss {loss(games, SCORE_SCALE):.4f}")
    _print_table(games, SCORE_SCALE)


def _print_table(games: Sequence[ScoredGame], scale: float) -> None:
    for row in calibration(games, scale):
        most = "    " if row.most >= MATES_FROM else f"{row.most / 100:4.2f}"
        print(
            f"  {row.least / 100:4.2f} to {most}: expected {row.expected:5.1%}, "
            f"scored {row.scored:5.1%} in {row.positions} positions of {row.games} games"
        )


if __name__ == "__main__":
    end_with(main)
