"""Moves and values as people write them: plainly, and as chess players do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import chess

from provebest.games.boards import board_from
from provebest.games.chess_values import MATE, MATES_FROM
from provebest.vocabulary import Argued, number_text
from provebest.vocabulary.argued import Names

SHOWN_PLIES = 8
SCORE_SCALE = 114.0  # hundredths of a pawn; see winning_chances


class Notation(Protocol):
    """How an argument writes the moves and values of its game."""

    def move(self, move: Any) -> str:
        """A move at the root."""

    def line(
        self,
        moves: Sequence[Any],
        *,
        after: Sequence[Any] = (),
        passed: bool = False,
        whole: bool = False,
    ) -> str:
        """Moves from the position after others; ``passed``: after a pass besides.

        Cut after ``SHOWN_PLIES`` unless the ``whole`` line is wanted.
        """

    def value(self, value: float) -> str:
        """What a position is worth, for the side that chooses."""

    def chances(self, value: float) -> str:
        """The same as winning chances; nothing where the game has no measure of them."""

    def only(self, moves: int) -> bool:
        """Whether a choice among so many moves is no choice at all, by the rules."""

    def named(self, move: Any) -> str:
        """A move as programs name it."""


@dataclass(frozen=True, slots=True)
class PlainNotation:
    """For any game: moves as they print themselves, values as numbers."""

    side: str = field(default="", kw_only=True)
    """For whom values speak, if that is to be said: an argument speaks for whoever chooses."""

    def move(self, move: Any) -> str:
        """A move at the root."""
        return str(move)

    def line(
        self,
        moves: Sequence[Any],
        *,
        after: Sequence[Any] = (),  # noqa: ARG002 - a move is written alike everywhere
        passed: bool = False,  # noqa: ARG002 - same
        whole: bool = False,
    ) -> str:
        """Moves with commas between them."""
        shown = len(moves) if whole else SHOWN_PLIES
        text = ", ".join(str(move) for move in moves[:shown])
        return f"{text}, ..." if len(moves) > shown else text

    def value(self, value: float) -> str:
        """The number, and for whom it speaks if that is not MAX."""
        return f"{number_text(value)} for {self.side}" if self.side else number_text(value)

    def chances(self, value: float) -> str:  # noqa: ARG002 - nobody has measured them
        """Nothing."""
        return ""

    def only(self, moves: int) -> bool:
        """One move is no choice."""
        return moves == 1

    def named(self, move: Any) -> str:
        """The move as it prints itself."""
        return str(move)


@dataclass(frozen=True, slots=True)
class GameNotation(PlainNotation):
    """For a game that has names for its moves: those, and values as numbers."""

    names: Names

    def move(self, move: Any) -> str:
        """A move at the root."""
        return self.names.name(move)

    def line(
        self,
        moves: Sequence[Any],
        *,
        after: Sequence[Any] = (),
        passed: bool = False,
        whole: bool = False,
    ) -> str:
        """Names with commas between them; after a pass, which a game does not name, plain moves."""
        if passed:
            return PlainNotation.line(self, moves, whole=whole)
        shown = len(moves) if whole else SHOWN_PLIES
        named = [
            self.names.name(move, (*after, *moves[:place]))
            for place, move in enumerate(moves[:shown])
        ]
        return ", ".join([*named, "..."] if len(moves) > shown else named)


def notation_of(result: Argued) -> Notation:
    """How the game of this result writes its moves."""
    side = "" if getattr(result, "max_chooses", True) else "MIN"
    names = result.names
    return PlainNotation(side=side) if names is None else GameNotation(names, side=side)


@dataclass(frozen=True, slots=True)
class ChessNotation:
    """SAN with move numbers, pawns, winning chances."""

    fen: str
    chess960: bool = False

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
    ) -> str:
        """SAN with move numbers."""
        shown = len(moves) if whole else SHOWN_PLIES
        return san_line(self.board(after, passed=passed), moves, at_most=shown)

    def value(self, value: float) -> str:
        """Pawns, or moves to mate."""
        return in_pawns(value)

    def chances(self, value: float) -> str:
        """Winning chances in per cent; nothing for a mate, which needs none."""
        return "" if abs(value) >= MATES_FROM else f"{winning_chances(value):.0%}"

    def only(self, moves: int) -> bool:
        """Whether there is no other legal move."""
        return moves == 1 and self.board().legal_moves.count() == 1

    def named(self, move: str) -> str:
        """In UCI."""
        return move


def san_line(board: chess.Board, moves: Sequence[str], *, at_most: int = SHOWN_PLIES) -> str:
    """Moves in SAN with their numbers, from this position; a move that cannot be made ends it."""
    board = board.copy(stack=False)
    words: list[str] = []
    for uci in moves[:at_most]:
        move = chess.Move.from_uci(uci)
        if move not in board.legal_moves:
            break
        if board.turn == chess.WHITE:
            words.append(f"{board.fullmove_number}.")
        elif not words:
            words.append(f"{board.fullmove_number}...")
        words.append(board.san(move))
        board.push(move)
    text = " ".join(words).replace(". ", ".")
    return f"{text} ..." if len(moves) > at_most else text


def san(board: chess.Board, uci: str) -> str:
    """One move in SAN; only this function and ``san_line`` write it.

    Raises:
        ValueError: for a move that is not legal.
    """
    return board.san(board.parse_uci(uci))


def in_pawns(value: float) -> str:
    """Hundredths as pawns with a sign; a mate as the number of moves to it."""
    if value >= MATES_FROM:
        return f"mate in {max(1, round((MATE - value + 1) // 2))}"
    if value <= -MATES_FROM:
        return f"mated in {round((MATE + value) // 2)}"
    return f"{value / 100:+.2f}"


def winning_chances(value: float) -> float:
    """The share of the point that a player with this value gets: 1 / (1 + exp(-value / scale)).

    The scale is the one at which searches of depth 10 predict results best: 4,741 positions of 129
    games between players of 2400 and more, so between equals who make few mistakes. It was fitted
    and tested by ``python -m studies.winning_chances``.
    """
    return 0.5 * (1 + math.tanh(value / (2 * SCORE_SCALE)))
