"""When a game is over: by the laws of chess, and by rules of the match that are told before it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import chess

from provebest.vocabulary import BadInputError


@dataclass(frozen=True, slots=True)
class Adjudication:
    """Ends games that both players think decided, and games that never end.

    Values count in hundredths of a pawn; a move is one of each player.

    Raises:
        BadInputError: for a number below nothing.
    """

    draw_value: int = 10
    """A draw where both think themselves within so much of equality ..."""
    draw_moves: int = 8
    """... for so many moves in a row; 0 is never ..."""
    draw_from: int = 40
    """... but not before this move of the game."""
    win_value: int = 800
    """A win where both think one side ahead by so much ..."""
    win_moves: int = 4
    """... for so many moves in a row; 0 is never."""
    longest: int = 200
    """Moves after which a game is a draw; 0 is never."""

    def __post_init__(self) -> None:
        numbers = (self.draw_value, self.draw_moves, self.draw_from, self.win_value)
        if min(*numbers, self.win_moves, self.longest) < 0:
            raise BadInputError("the rules of adjudication are numbers from 0 on")

    def sentence(self) -> str:
        """The rules, as they are told before a match."""
        parts = []
        if self.draw_moves:
            parts.append(
                f"drawn from move {self.draw_from} on when both value it within {self.draw_value} "
                f"for {self.draw_moves} moves"
            )
        if self.win_moves:
            parts.append(
                f"won when both value it at {self.win_value} or more for one side "
                f"for {self.win_moves} moves"
            )
        if self.longest:
            parts.append(f"drawn after {self.longest} moves")
        return "; ".join(parts) or "none"

    def verdict(self, values: list[int | None], number: int) -> tuple[str, str] | None:
        """Result and reason, or None: ``values`` are White's view, one a ply.

        ``number`` is that of the move just completed.
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
    """Result and reason where the laws end the game; draws that can be claimed are claimed."""
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
