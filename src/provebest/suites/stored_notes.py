"""Checks the notes on moves that ``annotate`` reads back from the store of an interrupted run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import chess

from provebest.chess.explain.notes import Note
from provebest.games.boards import board_from
from provebest.vocabulary import BadInputError
from provebest.work.shapes import ANY_NUMBER, COUNT, OneOf, fits

MAYBE = OneOf((None, ANY_NUMBER))
LINES = [[str]]
JUDGED = {
    "value": ANY_NUMBER,
    "worth": MAYBE,
    "line": [str],
    "answer": [str],
    "only": bool,
    "second": OneOf((None, str)),
    "second_value": MAYBE,
}
"""What a note says of the moves, and a confirmation again."""
NOTE = {
    "ply": COUNT,
    "fen": str,
    "played": str,
    "best": str,
    **JUDGED,
    "threat": [str],
    "sentences": [{}],
    "chess960": bool,
    "unsure": bool,
    "drop": ANY_NUMBER,
}
CONFIRMATION = {**JUDGED, "sure": bool, "depth": COUNT}
LATER = {"lines": LINES, "answers": LINES}
"""Of both; stores of the version before do not have it."""
LATER_IN_NOTES = {
    **LATER, "since": str, "captures": [str], "confirmed": bool, "after": MAYBE,
}  # fmt: skip


def is_stored_confirmation(task: Sequence[Any], found: Any) -> bool:
    """Whether this is a confirmation, or the empty one, and its lines can be played.

    Raises:
        ValueError: for some values that are not.
    """
    if found == {}:
        return True
    if not _fits(found, CONFIRMATION, LATER):
        return False
    _, start, chess960, moves, *_ = task
    board = board_from(start, moves.split()[:-1], chess960=chess960)
    for line in (found["line"], found["answer"], [found["second"]] if found["second"] else []):
        _play(board, line)
    return True


def is_stored_note(task: Sequence[Any], note: Any) -> bool:
    """Whether this is a note on the move of this task.

    The position is the task's, and all lines can be played.

    Raises:
        ValueError: if the moves of the task cannot be played.
    """
    if not _fits(note, NOTE, LATER_IN_NOTES):
        return False
    start, chess960, moves, *_ = task
    *before, played = moves.split()
    board = board_from(start, chess960=chess960)
    for move in before:
        board.push_uci(move)
    same = {"ply": len(before), "fen": board.fen(), "played": played, "chess960": chess960}
    if any(note[name] != value for name, value in same.items()):
        return False
    try:
        Note.from_json(note)
    except BadInputError:
        return False
    return True


def _fits(found: Any, needed: dict[str, Any], later: dict[str, Any]) -> bool:
    """Whether it has all that is needed, and nothing else but what came later."""
    if not fits(found, needed) or set(found) - set(needed) - set(later):
        return False
    return all(fits(found[name], shape) for name, shape in later.items() if name in found)


def _play(board: chess.Board, line: Sequence[str]) -> None:
    """Raises ValueError if the line cannot be played."""
    after = board.copy(stack=False)
    for move in line:
        after.push_uci(move)
