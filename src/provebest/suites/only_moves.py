"""Finds the only moves of puzzle files and test suites; an interrupted run can be continued."""

from __future__ import annotations

import contextlib
import csv
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import chess

from provebest.chess.explain.move_verdict import Kind, MoveVerdict, Thresholds
from provebest.chess.explain.only_move import only_move
from provebest.chess.probes.prober_choice import ProberChoice, prober_of
from provebest.chess.probes.probers import check_prober
from provebest.games.boards import board_from
from provebest.suites.epd import read_suite
from provebest.vocabulary import BadInputError, EngineFailedError, ProvebestError
from provebest.vocabulary.files import read_lines
from provebest.work.place import ONE_PROCESS, Place
from provebest.work.pool import print_note, run_jobs
from provebest.work.running import SetAside
from provebest.work.shapes import ANY_NUMBER, COUNT, OneOf, fits

COLUMNS = ("PuzzleId", "FEN", "Moves")
MOST_PUZZLES = 1_000_000
FAILURE = {"failure": str}
ANSWER = {
    "kind": OneOf(tuple(kind.value for kind in Kind)),
    "move": str,
    "value": ANY_NUMBER,
    "only": bool,
    "only_mate": bool,
    "nodes": COUNT,
}
"""What a stored answer must have."""
REST = {
    "fen": str,
    "verdict": OneOf(tuple(verdict.value for verdict in MoveVerdict)),
    "depth": COUNT,
    "line": [str],
    "other": OneOf((None, str)),
    "others_at_most": OneOf((None, ANY_NUMBER)),
    "other_line": [str],
    "confirmed": OneOf((None, ANY_NUMBER)),
    "reason": str,
    "thresholds": dict.fromkeys(("win", "no_win", "hold", "loss"), ANY_NUMBER),
}
"""What it may have besides."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and its solutions, as its file gives them."""

    name: str
    fen: str
    solutions: tuple[str, ...]


def read_puzzles(path: Path, *, limit: int | None = None, every: int = 1) -> list[Puzzle]:
    """The positions of a puzzle file (``.csv``, in Lichess's format) or of a suite in EPD.

    Only every ``every``-th is taken, and at most ``limit`` of them.

    Raises:
        BadInputError: for a file that cannot be read, and for the first line that is wrong.
    """
    if path.suffix.lower() == ".csv":
        return _read_csv(path, limit, every)
    puzzles = [Puzzle(one.name, one.fen, one.best) for one in read_suite(path)]
    return puzzles[::every][:limit]


def _read_csv(path: Path, limit: int | None, every: int) -> list[Puzzle]:
    """The puzzles that are wanted; other rows are not read as puzzles, so a file may be large."""
    puzzles: list[Puzzle] = []
    try:
        with contextlib.closing(read_lines(path)) as lines:
            rows = csv.DictReader(lines)
            missing = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
            if missing:
                raise BadInputError(
                    f"{path.name} has no column {', '.join(missing)}; its first line must name "
                    f"the columns {','.join(COLUMNS)}"
                )
            stop = None if limit is None else (limit - 1) * every + 1
            for number, row in islice(enumerate(rows, start=2), 0, stop, every):
                if len(puzzles) >= MOST_PUZZLES:
                    most = f"{MOST_PUZZLES:,}"
                    raise BadInputError(f"{path.name} has more than {most} puzzles; use --limit")
                puzzles.append(_puzzle(path, number, row))
    except csv.Error as error:
        raise BadInputError(f"{path.name} is not a CSV file: {error}") from None
    return puzzles


def _puzzle(path: Path, number: int, row: dict[str, str | None]) -> Puzzle:
    """The puzzle of a row. The first move is the opponent's; the puzzle begins after it.

    If the solution mates at once, every mate in one is a solution.
    """
    try:
        first, second, *_ = (row["Moves"] or "").split()
        board = board_from(row["FEN"] or "", chess960=False)
        board.push(board.parse_uci(first))
        solution = board.parse_uci(second)
    except ValueError as error:
        problem = " ".join(str(error).split())
        raise BadInputError(f"{path.name}, line {number} is not a puzzle: {problem}") from None
    mates = [move for move in board.legal_moves if _mates(board, move)]
    solutions = mates if solution in mates else [solution]
    return Puzzle(row["PuzzleId"] or str(number), board.fen(), tuple(m.uci() for m in solutions))


def _mates(board: chess.Board, move: chess.Move) -> bool:
    board.push(move)
    mate = board.is_checkmate()
    board.pop()
    return mate


def find_only_moves(
    puzzles: Sequence[Puzzle],
    *,
    nodes: int | None,
    seconds: float | None,
    thresholds: Thresholds,
    prober: ProberChoice = ProberChoice(),  # noqa: B008 - frozen, so one default is safe
    on: Place = ONE_PROCESS,
    store: Path | None = None,
    on_answer: Callable[[Puzzle, dict[str, Any]], None],
    if_set_aside: Callable[[str], None] = print_note,
) -> None:
    """Calls ``on_answer`` with every puzzle and its answer, in any order.

    Answers that are in the store are not computed again. ``if_set_aside`` is called with a sentence
    about each puzzle that ended its worker too often.
    """
    who = prober.identity
    jobs = [(one.fen, nodes, seconds, *astuple(thresholds), who) for one in puzzles]
    by_job: dict[tuple[Any, ...], list[Puzzle]] = {}
    for job, puzzle in zip(jobs, puzzles, strict=True):
        by_job.setdefault(job, []).append(puzzle)

    def pass_on(job: tuple[Any, ...], answer: dict[str, Any]) -> None:
        for puzzle in by_job[job]:
            on_answer(puzzle, answer)

    def name_it(job: tuple[Any, ...], aside: SetAside) -> None:
        for puzzle in by_job[job]:
            if_set_aside(aside.sentence(puzzle.name))

    run_jobs(
        _run_job,
        list(by_job),
        store=store,
        name="only moves",
        is_result=_is_answer,
        on=on,
        on_result=pass_on,
        if_failed=lambda error: {"failure": str(error)},
        if_set_aside=name_it,
        check=(check_prober, (who,)),
    )


def _run_job(job: tuple[Any, ...]) -> dict[str, Any]:
    fen, nodes, seconds, *thresholds, identity = job
    try:
        found = only_move(
            fen,
            nodes=nodes,
            seconds=seconds,
            thresholds=Thresholds(*thresholds),
            prober=prober_of(identity),
        )
    except EngineFailedError:
        raise  # it may be another one's fault
    except ProvebestError as error:
        return {"failure": str(error)}
    return found.as_json()


def _is_answer(job: Sequence[Any], answer: Any) -> bool:
    if not fits(answer, ANSWER):
        return fits(answer, FAILURE)
    rest = {name: value for name, value in answer.items() if name not in ANSWER}
    board = board_from(job[0], chess960=False)
    return (
        rest.keys() <= REST.keys()
        and all(fits(value, REST[name]) for name, value in rest.items())
        and board.parse_uci(answer["move"]) in board.legal_moves
    )


def verdict_of(answer: Mapping[str, Any]) -> MoveVerdict | Kind:
    """The verdict of an answer; its kind if the answer was stored before there were verdicts."""
    return MoveVerdict(answer["verdict"]) if "verdict" in answer else Kind(answer["kind"])


def summary(answers: Sequence[tuple[Puzzle, dict[str, Any]]]) -> dict[str, Any]:
    """How often the move is the solution, how often it is the only move, and the verdicts."""
    done = [(puzzle, answer) for puzzle, answer in answers if "failure" not in answer]
    solved = [answer for puzzle, answer in done if answer["move"] in puzzle.solutions]
    only = [(puzzle, answer) for puzzle, answer in done if answer["only"]]
    kinds = Counter(answer["kind"] for _, answer in done)
    verdicts = Counter(verdict_of(answer).value for _, answer in done)
    return {
        "positions": len(answers),
        "failed": len(answers) - len(done),
        "agree": len(solved),
        "only": len(only),
        "only_and_agree": sum(answer["move"] in puzzle.solutions for puzzle, answer in only),
        "only_mate": sum(answer["only_mate"] for _, answer in done),
        "kinds": {kind.value: kinds[kind.value] for kind in Kind if kinds[kind.value]},
        "verdicts": dict(verdicts.most_common()),
        "nodes": sum(answer["nodes"] for _, answer in done),
    }
