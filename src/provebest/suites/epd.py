"""Reads test suites: EPD files with one position and the move to find per line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import chess

from provebest.games.boards import board_of_epd, moves_in_uci
from provebest.vocabulary import BadInputError, shorten
from provebest.vocabulary.files import read_old_text

MOVE_POINTS = re.compile(r"(\S+?)=(\d+)(?:,\s*|$)")


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position and the moves that solve it, in UCI."""

    name: str
    fen: str
    best: tuple[str, ...] = ()
    """Any of these moves solves it; empty if all moves but ``avoid`` do."""
    avoid: tuple[str, ...] = ()
    points: dict[str, int] = field(default_factory=dict)
    """Points for each move, in suites that give them; other moves get 0."""

    def solved_by(self, move: str) -> bool:
        """Whether this move is a best move and not one to avoid."""
        return (not self.best or move in self.best) and move not in self.avoid

    @property
    def most_points(self) -> int:
        """The points of the best move."""
        return max(self.points.values(), default=0)


def read_suite(
    path: Path, *, skip: Sequence[str] = (), every: int = 1, limit: int | None = None
) -> list[Exercise]:
    """The exercises of a file without those to skip; of these every ``every``-th, up to ``limit``.

    Empty lines and lines that begin with ``#`` are ignored.

    Raises:
        BadInputError: for a file that cannot be read, and for the first line that is not an
            exercise, with its number.
    """
    if limit is not None and limit < 1:
        raise BadInputError(f"--limit must be 1 or more; got {limit}")
    if every < 1:
        raise BadInputError(f"--every must be 1 or more; got {every}")
    text, _ = read_old_text(path)
    exercises = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        try:
            exercises.append(read_exercise(words, f"line {number}"))
        except ValueError as error:
            problem = " ".join(str(error).split())
            raise BadInputError(f"{path.name}, line {number}: {problem}") from None
    names = {exercise.name for exercise in exercises}
    for name in skip:
        if name not in names:
            raise BadInputError(f"--skip {shorten(name)}: {path.name} has no position with this id")
    chosen = [exercise for exercise in exercises if exercise.name not in skip]
    if not chosen:
        raise BadInputError(f"{path.name} has no positions")
    return chosen[::every][:limit]


def read_exercise(line: str, name: str) -> Exercise:
    """Reads one line of EPD; ``name`` is used if the line has no id.

    Raises:
        ValueError: for a line that is not a position, or has no move to find.
    """
    fields = line.split(None, 4)
    if len(fields) < 4:
        raise BadInputError(
            f"{shorten(line)} is not EPD: it needs four fields, then operations such as bm Qg6;"
        )
    board, operations = board_of_epd(line)
    best, avoid = (_moves(operations.get(kind), kind) for kind in ("bm", "am"))
    if not best and not avoid:
        raise BadInputError(f"{shorten(line)} has no move to find (bm) or to avoid (am)")
    return Exercise(
        str(operations.get("id", name)), board.fen(), best, avoid, _points(board, operations)
    )


def _moves(operand: Any, kind: str) -> tuple[str, ...]:
    if operand is None:
        return ()
    if not isinstance(operand, list) or not all(operand):
        raise BadInputError(f"{kind} needs moves, such as {kind} Qg6 Nxe5;")
    return tuple(move.uci() for move in operand)


def _points(board: chess.Board, operations: dict[str, Any]) -> dict[str, int]:
    """The points of moves: ``c9`` has the moves and ``c8`` their points, or ``c0`` has both."""
    points, moves, both = (str(operations.get(code, "")) for code in ("c8", "c9", "c0"))
    if points and moves and all(word.isdecimal() for word in points.split()):
        pairs = list(zip(moves.split(), map(int, points.split()), strict=True))
    else:
        pairs = _move_points(both)
    return {moves_in_uci(board, [move])[0]: worth for move, worth in pairs}


def _move_points(both: str) -> list[tuple[str, int]]:
    """The pairs of a comment such as ``Qd1+=10, Qc7=3``; none if it is any other text."""
    found, place = [], 0
    while place < len(both):
        match = MOVE_POINTS.match(both, place)  # a search would read the rest once per character
        if match is None:
            return []
        found.append(match)
        place = match.end()
    return [(match[1], int(match[2])) for match in found]
