"""A line as its moves, each with the board before and after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import chess

from provebest.chess.motifs.squares import king_of, piece_on

LONGEST_PRELUDE = 8
"""Captures in a row before the line that are looked at."""


@dataclass(frozen=True, slots=True)
class Ply:
    """A move of a line. The boards belong to the line and must not be changed."""

    index: int
    before: chess.Board
    move: chess.Move
    after: chess.Board

    @property
    def side(self) -> chess.Color:
        """The side that moves."""
        return self.before.turn

    @property
    def by_us(self) -> bool:
        """Whether the side that moves is the one that moves first in the line."""
        return self.index % 2 == 0

    @property
    def piece(self) -> chess.PieceType:
        """The type of the piece that moves; a pawn, if it promotes."""
        return piece_on(self.before, self.move.from_square)

    @property
    def square(self) -> chess.Square:
        """Where the piece that moves stands afterwards; of castling, the king."""
        if self.before.is_castling(self.move):
            return king_of(self.after, self.side)
        return self.move.to_square

    @property
    def capture_square(self) -> chess.Square | None:
        """The square of the piece that is captured; None if none is."""
        if self.before.is_en_passant(self.move):
            return chess.square(
                chess.square_file(self.move.to_square), chess.square_rank(self.move.from_square)
            )
        return self.move.to_square if self.before.is_capture(self.move) else None

    @property
    def captured(self) -> chess.PieceType | None:
        """The type of the piece that is captured; None if none is."""
        square = self.capture_square
        return None if square is None else self.before.piece_type_at(square)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of legal moves."""

    start: chess.Board
    plies: tuple[Ply, ...]
    prelude: tuple[Ply, ...] = ()
    """The captures directly before the line, one after the other, as far as they are known."""

    @staticmethod
    def of(board: chess.Board, moves: Sequence[chess.Move]) -> Line:
        """The line that begins at ``board``, which is not changed.

        Raises:
            ValueError: for a move that is not legal.
        """
        start = board.copy(stack=False)
        plies: list[Ply] = []
        before = start
        for index, move in enumerate(moves):
            if not before.is_legal(move):
                raise ValueError(f"{move.uci()} is not legal in {before.fen()}")
            after = before.copy(stack=False)
            after.push(move)
            plies.append(Ply(index, before, move, after))
            before = after
        return Line(start, tuple(plies), tuple(captures_before(board)))

    @property
    def recaptures(self) -> bool:
        """Whether the first move captures the piece that captured directly before the line."""
        return bool(self.prelude and self.plies) and (
            self.plies[0].capture_square == self.prelude[-1].square
        )

    @property
    def end(self) -> chess.Board:
        """The board after the last move."""
        return self.plies[-1].after if self.plies else self.start

    def reply(self, ply: Ply, distance: int = 1) -> Ply | None:
        """The move that many moves later in the line; None if the line ends before it."""
        index = ply.index + distance
        return self.plies[index] if index < len(self.plies) else None

    def captures(self, ply: Ply, square: chess.Square) -> bool:
        """Whether the next move of the side captures the piece on this square, wherever it goes."""
        reply, following = self.reply(ply), self.reply(ply, 2)
        if reply is None or following is None:
            return False
        stands = reply.square if reply.move.from_square == square else square
        return following.capture_square == stands

    def later(self, ply: Ply) -> Iterator[Ply]:
        """The later moves of the same side."""
        return iter(self.plies[ply.index + 2 :: 2])


def captures_before(board: chess.Board) -> list[Ply]:
    """The last moves of the board's move stack, as long as they are captures."""
    found: list[Ply] = []
    before = board.copy(stack=LONGEST_PRELUDE)
    while before.move_stack:
        after = before.copy(stack=False)
        move = before.pop()
        if not before.is_capture(move):
            break
        found.append(Ply(-1 - len(found), before.copy(stack=False), move, after))
    return found[::-1]
