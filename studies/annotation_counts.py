"""Counts of ``studies.annotation_truth``: marks that are true, mistakes that are marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import chess

from provebest.argument.notation import in_pawns, san_line
from provebest.chess.explain.notes import MARKS, Note, Verdict
from studies.annotation_judge import points
from studies.endings import kind_of
from studies.shares import Share

LEAST = 0.05
"""Expected points by which a better move must be better."""
MISTAKES = (LEAST, 0.10)
"""Expected points that a real mistake costs at least."""
OPENING_MOVES = 15
PHASES = ("opening", "middlegame", "ending")
FOUND, MISSED = "played", "missed"
"""Kinds of claims about the only move."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A played move with its mark and the judge's values, for the side that moved."""

    game: str
    move: str
    """The played move in SAN, with its number."""
    phase: str
    mark: str
    """``?!``, ``?`` or ``??``; empty if there is none."""
    only: str
    """``FOUND`` or ``MISSED`` if the named move is called the only move; else empty."""
    named_move: str
    """The move that the annotation names as best."""
    best_move: str
    """The judge's best move."""
    white: bool
    best: float
    played: float
    named: float | None
    """None if nothing is claimed of the named move."""
    others: float | None
    """The best move besides the named one; None unless that is called the only move."""
    again: float | None = None
    """What it costs by a deeper search of the judge; None if that was not asked for."""

    @property
    def cost(self) -> float:
        """Expected points that the played move loses against the judge's best move."""
        return points(self.best) - points(self.played)

    @property
    def gain(self) -> float:
        """Expected points by which the named move is better than the played one."""
        return 0.0 if self.named is None else points(self.named) - points(self.played)

    @property
    def lead(self) -> float:
        """Expected points by which the named move is better than every other move."""
        if self.named is None or self.others is None:
            return 0.0
        return points(self.named) - points(self.others)

    @property
    def true(self) -> bool:
        """Whether its mark is true."""
        return self.gain >= LEAST

    @property
    def stands(self) -> bool:
        """Whether it is a mistake by the deeper search, too."""
        return self.again is not None and self.again >= LEAST

    @property
    def confirmed(self) -> bool:
        """Whether the named move is the only move."""
        return self.lead >= LEAST

    def as_json(self) -> dict[str, Any]:
        """The move as JSON; values are for the side that moved."""
        told = {"cost": self.cost, "gain": self.gain, "lead": self.lead}
        return asdict(self) | {name: round(value, 4) for name, value in told.items()}

    def __str__(self) -> str:
        sign = 1 if self.white else -1
        named = f"named {self.named_move}"
        if self.named is not None:
            named += f" {in_pawns(sign * self.named)} ({_better(self.gain)})"
        parts = [
            f"played {in_pawns(sign * self.played)}",
            named,
            f"judge's best {self.best_move} {in_pawns(sign * self.best)} ({_better(self.cost)})",
        ]
        if self.others is not None:
            parts.append(f"without the named move {in_pawns(sign * self.others)}")
        if self.again is not None:
            parts.append(f"deeper: {_better(self.again)}")
        return f"{self.game}, {self.phase}, {self.move}{self.mark}: {'; '.join(parts)}"


def _better(difference: float) -> str:
    return f"{abs(difference):.3f} points {'worse' if difference < 0 else 'better'}"


def claims_of(note: Note) -> tuple[str, str]:
    """What the annotation claims of a move: its mark, and ``FOUND`` or ``MISSED`` or nothing."""
    mark = note.mark
    if not note.only or not (mark or note.verdict is Verdict.BEST):
        return mark, ""
    return mark, MISSED if mark else FOUND


def phase_of(board: chess.Board) -> str:
    """The phase of the game: an ending is one by its pieces, the opening by the move's number."""
    if kind_of(board) is not None:
        return PHASES[2]
    return PHASES[0] if board.fullmove_number <= OPENING_MOVES else PHASES[1]


def judged_move(game: str, note: Note, answer: dict[str, Any]) -> JudgedMove:
    """The note on a move with the judge's answer, in a position that is not decided."""
    board, (mark, only) = note.board(), claims_of(note)
    return JudgedMove(
        game=game,
        move=san_line(board, (note.played,)),
        phase=phase_of(board),
        mark=mark,
        only=only,
        named_move=san_line(board, (note.best,)),
        best_move=san_line(board, (answer["move"],)),
        white=board.turn,
        best=answer["best"],
        played=answer["played"],
        named=answer["named"],
        others=answer["others"],
    )


Table = dict[str, dict[str, Share]]
"""A share for each row and each column; the columns are ``all`` and ``PHASES``."""


def table_of(moves: Sequence[JudgedMove]) -> Table:
    """All shares of the report."""
    marks = [move for move in moves if move.mark]
    rows = {"marks that are true": _row(marks, lambda move: move.true)}
    for mark in reversed(MARKS.values()):
        own = [move for move in marks if move.mark == mark]
        rows[f"marks {mark} that are true"] = _row(own, lambda move: move.true)
    for least in MISTAKES:
        own = [move for move in moves if move.cost >= least]
        rows[f"mistakes of {least:.2f} or more that are marked"] = _row(
            own, lambda move: bool(move.mark)
        )
    asked_again = [move for move in moves if move.again is not None]
    if asked_again:
        stand = [move for move in asked_again if move.stands]
        rows["mistakes that the judge finds again, deeper"] = _row(
            asked_again, lambda move: move.stands
        )
        rows["mistakes found again that are marked"] = _row(stand, lambda move: bool(move.mark))
    claims = [move for move in moves if move.only]
    rows["only moves that are confirmed"] = _row(claims, lambda move: move.confirmed)
    for kind in (FOUND, MISSED):
        own = [move for move in claims if move.only == kind]
        rows[f"only moves {kind} that are confirmed"] = _row(own, lambda move: move.confirmed)
    return rows


def _row(moves: Sequence[JudgedMove], is_hit: Callable[[JudgedMove], bool]) -> dict[str, Share]:
    by_phase = {phase: [move for move in moves if move.phase == phase] for phase in PHASES}
    return {
        column: Share(sum(map(is_hit, own)), len(own))
        for column, own in {"all": moves, **by_phase}.items()
    }


def as_markdown(table: Table) -> str:
    """The table of ``docs/argument.md``."""
    heads = ("share, with its 95 % interval", "all", *PHASES)
    cells = [(name, *map(str, row.values())) for name, row in table.items()]
    return "\n".join(f"| {' | '.join(line)} |" for line in (heads, ("---",) * len(heads), *cells))


def failures_of(moves: Sequence[JudgedMove]) -> dict[str, list[JudgedMove]]:
    """The moves that a person should look at, by what is wrong with them."""
    return {
        "false marks": [move for move in moves if move.mark and not move.true],
        "missed mistakes": [move for move in moves if move.cost >= LEAST and not move.mark],
        "only moves not confirmed": [move for move in moves if move.only and not move.confirmed],
    }
