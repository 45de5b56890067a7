"""The judge of ``studies.annotation_truth``: a UCI engine that values moves to a fixed depth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

from provebest.chess.explain.annotating import AnalyseMove
from provebest.chess.probes.uci import UciProber
from provebest.games.chess_values import MATES_FROM
from provebest.games.game_so_far import GameSoFar, read_game
from provebest.vocabulary import EngineFailedError

SCALE = 220
"""Of expected points: the judge's hundredths of a pawn at which the odds are e to 1."""
DECIDED = 900
"""Hundredths of a pawn: a position is decided if its best move is worth more, for either side."""
HASH_MEGABYTES = 64
LONGEST = 3600.0
"""Seconds for one search. It has to reach its depth, so a slow machine is no reason to end it."""
PATIENCE = 300.0
"""Seconds for the engine to start, and to get ready: the machine may be busy."""

JudgeTask = tuple[str, bool, str, str, str, int, str | None, bool]
"""Start, Chess960, moves up to the one to judge, engine, its own name for itself, depth, the move
that the annotation names if it claims something, and whether it calls that the only move."""


def about(task: AnalyseMove) -> tuple[str, bool, str]:
    """The first part of a task of the judge: the move that is judged by this task."""
    return task.start, task.chess960, " ".join(task.moves)


def points(value: float) -> float:
    """The expected points of a value of the judge, from 0 to 1."""
    return 0.5 * (1 + math.tanh(value / (2 * SCALE)))


def judge_move(task: JudgeTask) -> dict[str, Any]:
    """The judge's values of the best, the played and the named move, and of all but the named one.

    They are hundredths of a pawn for the side that moved; None if nobody needs them. All are of the
    same depth and position. The judge's table is empty at the first search of a position.

    Raises:
        EngineFailedError: if the judge fails, or does not reach the depth.
    """
    start, chess960, moves, engine, _, depth, named, only = task
    *before, played = moves.split()
    judge = Judge(_prober(engine), read_game(start, before, chess960=chess960), depth)
    best, most = judge.best_of()
    answer: dict[str, Any] = {"move": best, "best": most}
    if abs(most) > DECIDED:
        return answer | {"decided": True, "played": None, "named": None, "others": None}
    values = {best: most}
    for move in (played, named):
        if move is not None and move not in values:
            values[move] = judge.best_of([move])[1]
    others = None
    if only:
        rest = [move for move in judge.legal if move != named]
        others = most if best != named else judge.best_of(rest)[1]
    worth = None if named is None else values[named]
    return answer | {"decided": False, "played": values[played], "named": worth, "others": others}


class Judge:
    """Values the moves of one position."""

    def __init__(self, prober: UciProber, game: GameSoFar, depth: int) -> None:
        self._prober, self._position, self._board = prober, game.position, game.board()
        self._depth, self._table = depth, object()
        self.name = prober.name
        self.legal = list(game.position.legal_moves())

    def best_of(self, moves: Sequence[str] = ()) -> tuple[str, int]:
        """The best of these moves (empty: of all) and its value for the side to move."""
        report = self._prober.best_of(
            self._position, moves, self._depth, self._table, seconds=LONGEST, board=self._board
        )
        line = report.last
        if not line.moves:
            raise EngineFailedError(f"{self.name} named no move in {self._board.fen()!r}")
        if line.depth < self._depth and abs(line.value) < MATES_FROM:
            raise EngineFailedError(
                f"{self.name} reached depth {line.depth}, not {self._depth}, "
                f"in {self._board.fen()!r}"
            )
        return line.moves[0], line.value


def start_judge(engine: str) -> UciProber:
    """The engine, running.

    Raises:
        BadInputError: if there is no such program.
        EngineFailedError: if it is not a UCI engine.
    """
    return UciProber(engine, hash_megabytes=HASH_MEGABYTES, patience=PATIENCE)


@cache
def _prober(engine: str) -> UciProber:
    """The engine of this process."""
    return start_judge(engine)
