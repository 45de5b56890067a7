"""Which lesson a page asks for, with its settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from provebest.vocabulary import BadInputError, shorten
from provebest.web.inputs import Known, Message, read_message
from provebest.web.lessons.example import example_lesson
from provebest.web.lessons.intervals import interval_lesson
from provebest.web.lessons.lesson import Json
from provebest.web.lessons.tiles import tiles_lesson

ASKED: Known = {
    "lesson": str,
    "width": int,
    "range": int,
    "number": int,
    "strategy": str,
    "board": str,
    "search": str,
}
WIDTHS, RANGES, NUMBERS = (2, 5), (10, 1000), (1, 9999)
LONGEST_BOARD = 40


def lesson_json(data: Any) -> Json:
    """The lesson that a page asks for.

    Raises:
        BadInputError: if there is no such lesson, or a setting is out of its range.
    """
    message = read_message(data, ASKED)
    name = message.get("lesson", "")
    if name not in LESSONS:
        raise BadInputError(f"no lesson named {shorten(name)}; there are {', '.join(LESSONS)}")
    return LESSONS[name](message)


def _intervals(message: Message) -> Json:
    return interval_lesson(
        _whole(message, "width", 3, WIDTHS),
        _whole(message, "range", 100, RANGES),
        _whole(message, "number", 1, NUMBERS),
        message.get("strategy", "2DRM"),
    )


def _tiles(message: Message) -> Json:
    board = message.get("board", "")
    if len(board) > LONGEST_BOARD:
        raise BadInputError(f"a board has at most {LONGEST_BOARD} characters, got {len(board)}")
    return tiles_lesson(board, message.get("search", "astar"))


def _whole(message: Message, key: str, default: int, limits: tuple[int, int]) -> int:
    value: int = message.get(key, default)
    least, most = limits
    if not least <= value <= most:
        raise BadInputError(f"{key} must be from {least} to {most}, got {shorten(value)}")
    return value


LESSONS: dict[str, Callable[[Message], Json]] = {
    "bstar": _intervals,
    "example": lambda _: example_lesson(),
    "tiles": _tiles,
}
