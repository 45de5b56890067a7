"""Moves and values as text: plain for any game, and in the notation of chess."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import chess

from provebest.argument.prose import Part, WrittenLine, written
from provebest.games.boards import board_from
from provebest.games.chess_values import MATE, MATES_FROM
from provebest.vocabulary import Argued, number_text
from provebest.vocabulary.argued import Names

SHOWN_PLIES = 8
SCORE_SCALE = 114.0  # hundredths of a pawn; see winning_chances


class Notation(Protocol):
    """How an argument writes the moves and values of its game."""

    @property
    def sides(self) -> tuple[str, str] | None:
        """The side that chooses and the other side, if the game has names for them."""

    @property
    def sign(self) -> int:
        """-1 if values are written for the side that does not choose, else 1."""

    def move(self, move: Any) -> str:
        """A move at the root."""

    def line(
        self,
        moves: Sequence[Any],
        *,
        after: Sequence[Any] = (),
        passed: bool = False,
        whole: bool = False,
    ) -> WrittenLine:
        """A line from the position after the moves ``after``, and after a pass if ``passed``.

        It is cut after ``SHOWN_PLIES`` plies unless ``whole`` is true.
        """

    def value(self, value: float) -> str:
        """A value, given for the side that chooses, as it is written."""

    def mate_in(self, value: float) -> int | None:
        """The moves after which the side that chooses mates, by a value; None for any other."""

    def chances(self, value: float) -> str:
        """The winning chances of a value; empty if they were not measured for the game."""

    def share(self, value: float) -> float | None:
        """The winning chances of a value as a number, 0 to 1; None if they were not measured."""

    def is_forced(self, value: float) -> bool:
        """Whether a value is a forced end of the game and not a judgement."""

    def only(self, moves: int) -> bool:
        """Whether ``moves`` is 1 and there is no other legal move."""

    def are_all(self, moves: int) -> bool:
        """Whether so many moves are all that can be played."""

    def named(self, move: Any) -> str:
        """A move as programs write it."""


@dataclass(frozen=True, slots=True)
class PlainNotation:
    """For any game: moves as ``str`` writes them, values as numbers."""

    side: str = field(default="", kw_only=True)
    """Named with each value, if not empty: the side that chooses, whose values these are."""

    @property
    def sides(self) -> tuple[str, str] | None:
        """None."""
        return None

    @property
    def sign(self) -> int:
        """Values are written for the side that chooses."""
        return 1

    def move(self, move: Any, after: tuple[Any, ...] = ()) -> str:  # noqa: ARG002 - no matter where
        """A move at the root, or after these moves."""
        return str(move)

    def line(
        self,
        moves: Sequence[Any],
        *,
        after: Sequence[Any] = (),
        passed: bool = False,
        whole: bool = False,
    ) -> WrittenLine:
        """Moves with commas between them; after a pass the game has no names for them."""
        shown = len(moves) if whole else SHOWN_PLIES
        before = [*after, *([None] if passed else [])]
        names = [
            Part(
                str(move) if passed else self.move(move, (*after, *moves[:place])),
                (*before, *moves[: place + 1]),
            )
            for place, move in enumerate(moves[:shown])
        ]
        return written(names, ", ", cut=len(moves) > shown)

    def value(self, value: float) -> str:
        """The number, and the side if it is not MAX."""
        return f"{number_text(value)} for {self.side}" if self.side else number_text(value)

    def mate_in(self, value: float) -> int | None:  # noqa: ARG002 - such values are not known
        """None."""
        return None

    def chances(self, value: float) -> str:  # noqa: ARG002 - they were not measured
        """Empty."""
        return ""

    def share(self, value: float) -> float | None:  # noqa: ARG002 - they were not measured
        """None."""
        return None

    def is_forced(self, value: float) -> bool:  # noqa: ARG002 - such values are not known
        """False."""
        return False

    def only(self, moves: int) -> bool:
        """Whether there is one move."""
        return moves == 1

    def are_all(self, moves: int) -> bool:  # noqa: ARG002 - searches of other games take all
        """True."""
        return True

    def named(self, move: Any) -> str:
        """The move as ``str`` writes it."""
        return str(move)


@dataclass(frozen=True, slots=True)
class GameNotation(PlainNotation):
    """For a game that names its moves: their names, and values as numbers."""

    names: Names

    def move(self, move: Any, after: tuple[Any, ...] = ()) -> str:
        """A move at the root, or after these moves."""
        return self.names.name(move, after)


def notation_of(result: Argued) -> Notation:
    """The notation of the game of this result."""
    side = "" if getattr(result, "max_chooses", True) else "MIN"
    names = result.names
    return PlainNotation(side=side) if names is None else GameNotation(names, side=side)


@dataclass(frozen=True, slots=True)
class ChessNotation:
    """SAN with move numbers, pawns from White's view, winning chances of the side to move."""

    fen: str
    chess960: bool = False

    @property
    def sides(self) -> tuple[str, str] | None:
        """White and Black, the side to move first."""
        return ("White", "Black") if self.sign > 0 else ("Black", "White")

    @property
    def sign(self) -> int:
        """-1 if Black is to move: values are written for White."""
        return 1 if self.fen.split()[1] == "w" else -1

    def board(self, after: Sequence[str] = (), *, passed: bool = False) -> chess.Board:
        """The board after these moves, and a pass."""
        board = board_from(self.fen, after, chess960=self.chess960)
        if passed:
            board.push(chess.Move.null())
        return board

    def move(self, move: str) -> str:
        """A move at the root in SAN."""
        return san(self.board(), move)

    def line(
        self,
        moves: Sequence[str],
        *,
        after: Sequence[str] = (),
        passed: bool = False,
        whole: bool = False,
    ) -> WrittenLine:
        """SAN with move numbers."""
        shown = len(moves) if whole else SHOWN_PLIES
        before = (*after, *([None] if passed else []))
        board = self.board(after, passed=passed)
        names = [
            Part(name, (*before, *moves[:plies]))
            for plies, name in enumerate(_san_moves(board, moves[:shown]), 1)
        ]
        cut = len(moves) > shown
        return written(names, " ", cut=cut, mates=bool(names) and not cut and board.is_checkmate())

    def value(self, value: float) -> str:
        """Pawns from White's view, or who mates in how many moves."""
        return for_white(value, white_to_move=self.sign > 0)

    def mate_in(self, value: float) -> int | None:
        """Moves to mate."""
        return moves_to_mate(value) if value >= MATES_FROM else None

    def chances(self, value: float) -> str:
        """Winning chances in per cent; empty for a mate."""
        return "" if abs(value) >= MATES_FROM else f"{winning_chances(value):.0%}"

    def share(self, value: float) -> float | None:
        """The winning chances of the side to move, 0 to 1."""
        return winning_chances(value)

    def is_forced(self, value: float) -> bool:
        """Whether it is a mate."""
        return abs(value) >= MATES_FROM

    def only(self, moves: int) -> bool:
        """Whether there is no other legal move."""
        return moves == 1 and self.are_all(1)

    def are_all(self, moves: int) -> bool:
        """Whether there are no more legal moves than these."""
        return self.board().legal_moves.count() == moves

    def named(self, move: str) -> str:
        """In UCI."""
        return move


def san_line(board: chess.Board, moves: Sequence[str], *, at_most: int = SHOWN_PLIES) -> str:
    """Moves in SAN with their numbers, from this position up to the first illegal move."""
    words = list(_san_moves(board.copy(stack=False), moves[:at_most]))
    return " ".join([*words, "..."] if len(moves) > at_most else words)


def _san_moves(board: chess.Board, moves: Sequence[str]) -> Iterator[str]:
    """The names of the moves, which are played on the board, up to the first illegal one."""
    for place, uci in enumerate(moves):
        move = chess.Move.from_uci(uci)
        if move not in board.legal_moves:
            break
        dots = "." if board.turn == chess.WHITE else "" if place else "..."
        yield f"{board.fullmove_number if dots else ''}{dots}{board.san(move)}"
        board.push(move)


def san(board: chess.Board, uci: str) -> str:
    """One move in SAN. Only this function and ``san_line`` write SAN.

    Raises:
        ValueError: if the move is not legal.
    """
    return board.san(board.parse_uci(uci))


def in_pawns(value: float) -> str:
    """Hundredths of a pawn as pawns with a sign, or the number of moves to mate."""
    if value >= MATES_FROM:
        return f"mate in {moves_to_mate(value)}"
    if value <= -MATES_FROM:
        return f"mated in {round((MATE + value) // 2)}"
    pawns = f"{value / 100:+.2f}"
    return "0.00" if float(pawns) == 0 else pawns


def for_white(value: float, *, white_to_move: bool) -> str:
    """A value for the side to move as chess players write it: for White, or who mates."""
    mover, other = ("White", "Black") if white_to_move else ("Black", "White")
    if value >= MATES_FROM:
        return f"{mover} mates in {moves_to_mate(value)}"
    if value <= -MATES_FROM:
        return f"{other} mates in {moves_to_mate(-value)}"
    return in_pawns(value if white_to_move else -value)


def moves_to_mate(value: float) -> int:
    """The moves to mate of a value that is a mate for the side to move."""
    return max(1, round((MATE - value + 1) // 2))


def value_of_chances(share: float) -> float:
    """The value, in hundredths of a pawn, that has these winning chances."""
    return SCORE_SCALE * math.log(share / (1 - share))


def winning_chances(value: float) -> float:
    """The share of the point that a player with this value gets: 1 / (1 + exp(-value / scale)).

    With this scale searches of depth 10 predict results best, in 4,741 positions of 129 games
    between players rated 2400 or more: equal players who make few mistakes.
    ``python -m studies.winning_chances`` fits and tests it.
    """
    return 0.5 * (1 + math.tanh(value / (2 * SCORE_SCALE)))
