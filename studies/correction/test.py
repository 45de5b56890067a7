"""Tests a correction network on games that it was not trained on, by two judges.

``python -m studies.correction.test correction.bin --labels LABELS.txt.xz --games games.pgn``

For each set of positions: the root of the mean squared distance, in expected points, of the
handcrafted and of the corrected values from the judge's; their ratio; and its 90 % interval, by
resampling the games. Of the labels, only the held-out games count. Of the PGN files, only held-out
games count as well, unless ``--unlabelled`` says that no labels were made from these files. Their
quiet positions are valued anew, by the teacher and by a judge that had no part in the labels.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import chess.pgn
import numpy as np
from numpy.typing import NDArray

from provebest import _native
from studies.correction.dataset import (
    TESTED,
    Label,
    Positions,
    as_positions,
    load,
    points,
    share_of,
)
from studies.correction.network import Network, read_network
from studies.correction.play import is_held_out, is_quiet, number_of_game
from studies.correction.teacher import Teacher, Word
from studies.study import end_with, games_of, run_with_bar, study_parser

FIRST_PLY = 16
"""Earlier plies are taken for opening theory, which labels may share."""
RESAMPLES = 500

Job = tuple[str, str, list[str]]
"""A judge's command, how it searches, and the positions of a game."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one judge says of one set of positions."""

    positions: str
    judge: str
    count: int
    games: int
    handcrafted: float
    corrected: float
    low: float
    high: float

    @property
    def ratio(self) -> float:
        """The corrected distance as a share of the handcrafted one."""
        return self.corrected / self.handcrafted


def compare(network: Network, seen: Positions, positions: str, judge: str) -> Row:
    """The distances of handcrafted and corrected values from the judge's."""
    truth, plain = points(seen.values), points(seen.handcrafted)
    corrections = network.corrections_of(seen.codes, seen.handcrafted)
    corrected = points(seen.handcrafted + corrections)
    _, game = np.unique(seen.games, return_inverse=True)
    counts = np.bincount(game)
    before = np.bincount(game, (plain - truth) ** 2).astype(np.float64)
    after = np.bincount(game, (corrected - truth) ** 2).astype(np.float64)
    low, high = _interval(before, after)
    return Row(
        positions=positions,
        judge=judge,
        count=len(seen),
        games=len(counts),
        handcrafted=float(np.sqrt(before.sum() / len(seen))),
        corrected=float(np.sqrt(after.sum() / len(seen))),
        low=low,
        high=high,
    )


def _interval(before: NDArray[np.float64], after: NDArray[np.float64]) -> tuple[float, float]:
    """The 5 % and 95 % quantiles of the ratio when games are resampled with replacement."""
    random = np.random.default_rng(1979)
    picked = (random.integers(len(before), size=len(before)) for _ in range(RESAMPLES))
    ratios = [np.sqrt(after[rows].sum() / before[rows].sum()) for rows in picked]
    low, high = np.quantile(ratios, (0.05, 0.95))
    return float(low), float(high)


def positions_of(game: chess.pgn.Game) -> list[str]:
    """The positions of a game after the opening in which nobody is in check."""
    board, found = game.board(), []
    for ply, move in enumerate(game.mainline_moves(), start=1):
        board.push(move)
        if ply >= FIRST_PLY and not board.is_check() and not board.is_game_over():
            found.append(board.fen())
    return found


def judge_game(job: Job) -> list[tuple[int | None, str]]:
    """The judge's value and best move of each position; it begins each game with nothing known."""
    command, go, fens = job
    judge = _judge(command, go)
    judge.forget()
    return [(word.value, word.move) for word in judge.values(fens)]


@cache
def _judge(command: str, go: str) -> Teacher:
    """The judge of this process; it ends with the process."""
    return Teacher(shlex.split(command), go, together=1)


def labels_of(
    games: Sequence[tuple[int, list[str]]],
    first: Sequence[Sequence[tuple[int | None, str]]],
    judged: Sequence[Sequence[tuple[int | None, str]]],
) -> Iterator[Label]:
    """The positions that are quiet by the first judge, with the values of another or the same."""
    for (number, fens), quiet, words in zip(games, first, judged, strict=True):
        for fen, (own, best), (value, _) in zip(fens, quiet, words, strict=True):
            here = _native.ChessPosition(fen)
            if is_quiet(here, Word(own, best)) and is_quiet(here, Word(value, best)):
                yield Label(" ".join(fen.split()[:4]), value or 0, 1, number)


def as_markdown(rows: Sequence[Row]) -> str:
    """The table of ``docs/correction.md``."""
    lines = [
        "| set | judge | positions (games) | handcrafted | corrected | ratio (90 % interval) |",
        "|---|---|---:|---:|---:|---|",
    ]
    lines += [
        f"| {row.positions} | {row.judge} | {row.count:,} ({row.games:,}) | {row.handcrafted:.4f} "
        f"| {row.corrected:.4f} | {row.ratio:.3f} ({row.low:.3f} to {row.high:.3f}) |"
        for row in rows
    ]
    return "\n".join(lines)


def main(words: list[str] | None = None) -> None:
    """Prints the table."""
    parser = study_parser(__doc__)
    parser.add_argument("network", type=Path, help="the network's file")
    parser.add_argument("--labels", nargs="*", type=Path, default=[], help="files of labels")
    parser.add_argument("--cache", type=Path, help="a folder that keeps the labels as arrays")
    parser.add_argument("--games", nargs="*", type=Path, default=[], help="PGN files")
    parser.add_argument(
        "--unlabelled", action="store_true", help="no labels were made from the PGN files"
    )
    parser.add_argument(
        "--judges",
        nargs="+",
        default=["stockfish", "ethereal-chess"],
        help="UCI engines; the first says which positions are quiet",
    )
    parser.add_argument(
        "--go",
        nargs="+",
        default=["nodes 1500", "depth 9"],
        help="how each judge searches; Ethereal 12 ends at depth 1 if it is given nodes",
    )
    given = parser.parse_args(words)
    if len(given.go) != len(given.judges):
        parser.error("--go must say for each judge how it searches")
    network, rows = read_network(given.network), []
    for file in given.labels:
        every = load(file, given.cache)
        tested = every.take(share_of(every.games) == TESTED)
        rows.append(compare(network, tested, "self-play", "labels"))
    named = [(number_of_game(game), game) for game in games_of(given.games)]
    games = [
        (number, positions_of(game))
        for number, game in named
        if given.unlabelled or is_held_out(number)
    ]
    if games:
        each = list(zip(given.judges, given.go, strict=True))
        jobs = [(judge, go, fens) for judge, go in each for _, fens in games]
        found = run_with_bar(judge_game, jobs, "games", store=given.store, workers=given.workers)
        parts = [found[at : at + len(games)] for at in range(0, len(found), len(games))]
        for judge, part in zip(given.judges, parts, strict=True):
            seen = as_positions(labels_of(games, parts[0], part))
            rows.append(compare(network, seen, "master games", Path(judge).name))
    print(as_markdown(rows))


if __name__ == "__main__":
    end_with(main)
