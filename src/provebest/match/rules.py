"""When a game is over: by the laws of chess, or by the adjudication rules of the match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import chess

from provebest.vocabulary import BadInputError


@dataclass(frozen=True, slots=True)
class Adjudication:
    """Rules that end games which both players consider decided, and very long games.

    Values are in hundredths of a pawn; a move is one ply of each player.

    Raises:
        BadInputError: for a negative number.
    """

    draw_value: int = 10
    """A game is a draw if both players value it at most this far from equality ..."""
    draw_moves: int = 8
    """... for this many moves in a row (0: never) ..."""
    draw_from: int = 40
    """... but not before this move of the game."""
    win_value: int = 800
    """A game is won if both players value it at least this much for the same side ..."""
    win_moves: int = 4
    """... for this many moves in a row (0: never)."""
    longest: int = 200
    """A game is a draw after this many moves (0: never)."""

    def __post_init__(self) -> None:
        numbers = (self.draw_value, self.draw_moves, self.draw_from, self.win_value)
        if min(*numbers, self.win_moves, self.longest) < 0:
            raise BadInputError("the numbers of the adjudication rules must not be negative")

    def sentence(self) -> str:
        """The rules in words; ``none`` if there are none."""
        parts = []
        if self.draw_moves:
            parts.append(
                f"drawn from move {self.draw_from} on if both players value it within "
                f"{self.draw_value / 100:.2f} pawns for {self.draw_moves} moves"
            )
        if self.win_moves:
            parts.append(
                f"won if both players value it at {self.win_value / 100:.2f} pawns or more for one "
                f"side for {self.win_moves} moves"
            )
        if self.longest:
            parts.append(f"drawn after {self.longest} moves")
        return "; ".join(parts) or "none"

    def verdict(self, values: list[int | None], number: int) -> tuple[str, str] | None:
        """Result and reason, or None if the game goes on.

        ``values`` are from White's side, one per ply; ``number`` is that of the last full move.
        """
        if number >= self.draw_from and _all_last(
            values, self.draw_moves, lambda value: abs(value) <= self.draw_value
        ):
            return "1/2-1/2", "adjudicated: both players think it equal"
        if _all_last(values, self.win_moves, lambda value: value >= self.win_value):
            return "1-0", "adjudicated: both players think White wins"
        if _all_last(values, self.win_moves, lambda value: value <= -self.win_value):
            return "0-1", "adjudicated: both players think Black wins"
        if self.longest and number >= self.longest:
            return "1/2-1/2", f"adjudicated: no result in {self.longest} moves"
        return None


NO_ADJUDICATION = Adjudication(draw_moves=0, win_moves=0, longest=0)


def lawful_end(board: chess.Board) -> tuple[str, str] | None:
    """Result and reason if the laws of chess end the game; every claimable draw is claimed."""
    if not any(board.legal_moves):
        if not board.is_check():
            return "1/2-1/2", "stalemate"
        return ("0-1" if board.turn else "1-0"), "checkmate"
    if board.is_insufficient_material():
        return "1/2-1/2", "insufficient material"
    if board.is_repetition(3):
        return "1/2-1/2", "threefold repetition"
    if board.halfmove_clock >= 100:
        return "1/2-1/2", "fifty-move rule"
    return None


def _all_last(values: list[int | None], moves: int, holds: Callable[[int], bool]) -> bool:
    last = values[-2 * moves :] if moves else []
    if len(last) < 2 * moves or not moves:
        return False
    return all(value is not None and holds(value) for value in last)
