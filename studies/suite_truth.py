"""Asks a strong engine how good the moves of a test suite are, and how good our own answers.

    provebest suite sbd.epd --nodes 200000 --json > corrected.json
    python -m studies.suite_truth sbd.epd --answers corrected.json --store truth.jsonl

The judge searches all moves of every position, and then alone, with as many nodes, each move of
the suite and each answer that is not its own choice. Its table is empty at the start of a search.
The greatest value that any of these searches found is the value of the position. Values become
expected points: 1 / (1 + exp(-v / 220)) for v hundredths of a pawn. With two files of answers the
study lists the positions that the first solves and the second does not. With --store the same
command continues, and another judge or other answers add to the file.
"""

from __future__ import annotations

import json
from argparse import ArgumentTypeError
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from provebest.argument.notation import in_pawns, san
from provebest.chess.probes.uci import UciProber, find_engine
from provebest.games.boards import board_from
from provebest.games.chess import read_position
from provebest.suites.epd import Exercise, read_suite
from provebest.vocabulary import BadInputError
from provebest.vocabulary.files import quoted_name, read_text
from studies.annotation_judge import HASH_MEGABYTES, PATIENCE, points
from studies.study import end_with, run_with_bar, study_parser

NEAR = 0.04
"""Expected points: a move this near to the best is as good."""
DEEPEST = 100

Job = tuple[str, str, str, int, str]
"""The position, the engine, an option of it (NAME=VALUE or empty), nodes, and the move to search
(empty: all)."""
Found = tuple[str, int]
"""A move and its value in hundredths of a pawn, for the side to move."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A position of the suite, and what the judge found; values are for the side to move."""

    exercise: Exercise
    values: Mapping[str, int]
    """Of the judge's choice, the suite's moves and our answers."""
    answers: tuple[str, ...]
    """One of each file."""

    @property
    def best(self) -> str:
        """The move with the greatest value."""
        return max(self.values, key=self.values.__getitem__)

    def loss(self, moves: Iterable[str]) -> float:
        """Expected points by which the best of these moves is worse than the best of all."""
        most = max(self.values[move] for move in moves)
        return points(self.values[self.best]) - points(most)


def search(job: Job) -> Found:
    """The best of the job's moves, and its value."""
    fen, engine, option, nodes, moves = job
    prober = _prober(engine, option)
    report = prober.best_of(read_position(fen), moves.split(), DEEPEST, object(), nodes=nodes)
    return report.last.moves[0], report.last.value


@cache
def _prober(engine: str, option: str) -> UciProber:
    """The engine of this process."""
    name, _, value = option.partition("=")
    options = {name: value} if name else None
    return UciProber(engine, options=options, hash_megabytes=HASH_MEGABYTES, patience=PATIENCE)


def questions(exercise: Exercise, plays: str, answers: Iterable[str]) -> list[str]:
    """The moves that have to be searched alone."""
    return [move for move in dict.fromkeys((*exercise.best, *answers)) if move != plays]


def read_answers(path: Path, exercises: Sequence[Exercise]) -> list[str]:
    """The moves of a file that ``provebest suite --json`` wrote, one for each exercise.

    Raises:
        BadInputError: for a file that is not one, or lacks an exercise.
    """
    try:
        moves = {each["fen"]: each["move"] for each in json.loads(read_text(path))["positions"]}
        return [moves[exercise.fen] for exercise in exercises]
    except (ValueError, TypeError, KeyError):
        raise BadInputError(
            f"{quoted_name(path)} is not what provebest suite --json wrote for this suite"
        ) from None


def report(positions: Sequence[Judged], names: Sequence[str]) -> list[str]:
    """The counts, and the positions that the first answers solve and the second do not."""
    losses = [one.loss(one.exercise.best) for one in positions if one.exercise.best]
    best, near = sum(loss <= 0 for loss in losses), sum(loss <= NEAR for loss in losses)
    lines = [
        f"of the suite's moves {best} are best and {near} are within {NEAR} points of the best"
    ]
    for place, name in enumerate(names):
        lost = [one.loss([one.answers[place]]) for one in positions]
        solved = sum(one.exercise.solved_by(one.answers[place]) for one in positions)
        lines.append(
            f"{name}: {solved} solved, {sum(loss <= NEAR for loss in lost)} within {NEAR} points "
            f"of the best; mean loss {sum(lost) / len(lost):.4f} points"
        )
    return lines + (differences(positions) if len(names) > 1 else [])


def differences(positions: Sequence[Judged]) -> list[str]:
    """What the judge says of the positions that only the first answers solve."""
    apart = [
        one
        for one in positions
        if [one.exercise.solved_by(move) for move in one.answers[:2]] == [True, False]
    ]
    gaps = [one.loss([one.answers[1]]) - one.loss([one.answers[0]]) for one in apart]
    better, worse = sum(gap > NEAR for gap in gaps), sum(gap < -NEAR for gap in gaps)
    return [
        (
            f"solved by the first answers only: {len(apart)}; the judge holds the first move to be "
            f"better by more than {NEAR} points in {better} of them, the second in {worse}"
        ),
        *(_row(one, gap) for one, gap in zip(apart, gaps, strict=True)),
    ]


def _row(one: Judged, gap: float) -> str:
    board = board_from(one.exercise.fen, chess960=False)
    sign = 1 if board.turn else -1
    first, second, best = (
        f"{san(board, move)} {in_pawns(sign * one.values[move])}"
        for move in (*one.answers[:2], one.best)
    )
    return f"  {one.exercise.name}: {first}, {second}, best {best} (for White); {gap:+.3f} points"


def _option(word: str) -> str:
    if "=" not in word:
        raise ArgumentTypeError("it must be NAME=VALUE")
    return word


def main() -> None:
    """Runs the study from the command line."""
    parser = study_parser(__doc__)
    parser.add_argument("suite", type=Path, help="an EPD file")
    parser.add_argument("--answers", nargs="*", type=Path, default=[], help="JSON of our answers")
    parser.add_argument("--engine", default="stockfish", help="the engine that judges")
    parser.add_argument("--option", type=_option, help="an option of it: NAME=VALUE")
    parser.add_argument("--nodes", type=int, default=5_000_000, help="nodes of each search")
    parser.add_argument(
        "--choices",
        action="store_true",
        help="only count what the engine solves: not every engine can search one move alone",
    )
    given = parser.parse_args()
    if given.nodes < 1:
        parser.error("--nodes must be 1 or more")
    find_engine(given.engine)
    exercises = read_suite(given.suite)
    files = [read_answers(path, exercises) for path in given.answers]
    answers = list(zip(*files, strict=True)) if files else [() for _ in exercises]

    def run(asked: Sequence[tuple[Exercise, str]], things: str) -> list[Found]:
        jobs = [
            (each.fen, given.engine, given.option or "", given.nodes, move) for each, move in asked
        ]
        return run_with_bar(search, jobs, things, store=given.store, workers=given.workers)

    plays = run([(each, "") for each in exercises], "positions")
    agrees = sum(each.solved_by(move) for each, (move, _) in zip(exercises, plays, strict=True))
    print(f"the judge solves {agrees} of {len(exercises)}")
    if given.choices:
        return
    asked = [
        (each, move)
        for each, (choice, _), given_moves in zip(exercises, plays, answers, strict=True)
        for move in questions(each, choice, given_moves)
    ]
    values = {each.fen: {move: value} for each, (move, value) in zip(exercises, plays, strict=True)}
    for (each, move), (_, value) in zip(asked, run(asked, "moves"), strict=True):
        values[each.fen][move] = value
    judged = [
        Judged(each, values[each.fen], moves)
        for each, moves in zip(exercises, answers, strict=True)
    ]
    print("\n".join(report(judged, [path.name for path in given.answers])))


if __name__ == "__main__":
    end_with(main)
