"""Corrects the notes on a game by tablebases: what they know is not estimated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import chess

from provebest.chess.explain.notes import Note
from provebest.chess.knowledge import VERDICTS, Knowledge

WON = 1000.0
"""The least value of a position that the tablebases call won, in hundredths of a pawn."""
RESULT_OF_WIN = 2


def correct_notes(notes: Sequence[Note], knowledge: Knowledge) -> list[Note]:
    """The notes, with the values of positions that the tablebases have set to their results."""
    return [_corrected(note, knowledge) for note in notes]


def tablebase_verdict(note: Note, knowledge: Knowledge) -> str | None:
    """The result of the position before the move, such as "draw by tablebase"; None if unknown."""
    result = knowledge.result(note.board())
    return None if result is None else VERDICTS[result]


def _corrected(note: Note, knowledge: Knowledge) -> Note:
    before = note.board()
    result = knowledge.result(before)
    after = before.copy(stack=False)
    after.push(chess.Move.from_uci(note.played))
    played = None if after.is_game_over() else knowledge.result(after)
    value = note.value if result is None else _value(result, note.value)
    worth = note.worth if played is None else _value(-played, note.worth or 0.0)
    known = result is not None and played is not None  # then a mark needs no other confirmation
    longer = note.after if played is None else None
    unsure = note.unsure and not known
    return replace(note, value=value, worth=worth, after=longer, unsure=unsure)


def _value(result: int, estimate: float) -> float:
    """The estimate, if it agrees with the result, or else a value that does."""
    if abs(result) < RESULT_OF_WIN:
        return 0.0
    if result > 0:
        return max(estimate, WON)
    return min(estimate, -WON)
