"""What a page may ask for. Everything is checked here; anything else is one sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from provebest.chess.defaults import DEFAULT_CONFIDENCE, DEFAULT_SECONDS, DEFAULT_SECONDS_EACH
from provebest.games.boards import moves_in_uci
from provebest.games.chess import fen_of
from provebest.games.game_so_far import GameSoFar, read_game
from provebest.games.pgn import LONGEST_GAME
from provebest.search.pbstar import CONTROLS, DEFAULT_CONTROL
from provebest.vocabulary import BadInputError, shorten

MOST_BODY, MOST_PGN = 64_000, 2_000_000
"""Bytes of a message, and of a question that brings games."""
LONGEST_FEN = 120
LONGEST_MOVE = 8
MOST_COMPARED = 6
LONGEST_SEARCH = 3600.0
"""Seconds; also of a search that goes on until it is stopped."""
LONGEST_EACH = 30.0
"""Seconds for a move of a game, and for a question about moves."""
NAME = re.compile(r"[0-9a-zA-Z_-]{8,64}")

Message = Mapping[str, Any]
Known = Mapping[str, type | tuple[type, ...]]
"""Keys of a message, and the types that their values may have."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a page wants searched, and how."""

    game: GameSoFar
    prober: str
    """A name of the server's list."""
    control: str
    confidence: float
    seconds: float
    moves: tuple[str, ...] = ()
    """In UCI: those to compare, or the choice and the one that is asked about."""
    headers: tuple[tuple[str, str], ...] = ()
    """Of a game that is annotated: who played, and how it ended."""


def read_message(data: Any, known: Known) -> dict[str, Any]:
    """The object, if it has no other keys than these and each value has its type.

    Raises:
        BadInputError: otherwise.
    """
    if not isinstance(data, dict):
        raise BadInputError("a message must be a JSON object")
    for key, value in data.items():
        if key not in known:
            raise BadInputError(f"the page sent {shorten(key)}, which the server does not know")
        if not isinstance(value, known[key]) or (
            isinstance(value, bool) and known[key] is not bool
        ):
            raise BadInputError(f"{key} cannot be {shorten(value)}")
    return data


def read_name(message: Message, key: str) -> str:
    """A name that the page or the server has made: letters, digits, - and _.

    Raises:
        BadInputError: for anything else.
    """
    name = message.get(key)
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise BadInputError(f"{key} must be a name of 8 to 64 letters and digits")
    return name


POSITION: dict[str, type | tuple[type, ...]] = {"start": str, "moves": list, "chess960": bool}
WISH = POSITION | {
    "type": str,
    "kind": str,
    "prober": str,
    "control": str,
    "confidence": (int, float),
    "seconds": (int, float, type(None)),
    "about": list,
    "headers": dict,
}
HEADERS = ("Event", "Site", "Date", "White", "Black", "Result")
LONGEST_HEADER = 80


def read_line(message: Message) -> GameSoFar:
    """The position of a message: a start, and the moves that were played from there.

    Raises:
        BadInputError: if the position is invalid, or a move is illegal.
    """
    start, moves = message.get("start", "startpos"), message.get("moves", [])
    if len(start) > LONGEST_FEN:
        raise BadInputError(f"a FEN has at most {LONGEST_FEN} characters, got {len(start)}")
    if len(moves) > LONGEST_GAME:
        raise BadInputError(f"a game has at most {LONGEST_GAME} half-moves, got {len(moves)}")
    fen = fen_of(start.strip() or "startpos")
    return read_game(fen, _moves(moves), chess960=message.get("chess960", False))


def read_wish(message: Message, probers: Mapping[str, Any]) -> Wish:
    """What the page wants searched.

    Raises:
        BadInputError: if something in it cannot be used.
    """
    read_message(message, WISH)
    prober, control = message.get("prober", next(iter(probers))), message.get("control")
    if prober not in probers:
        known = ", ".join(probers)
        raise BadInputError(f"the server was not started with {shorten(prober)}; it has {known}")
    if control is not None and control not in CONTROLS:
        raise BadInputError(f"control must be one of {', '.join(CONTROLS)}, got {shorten(control)}")
    game, kind = read_line(message), message.get("kind")
    asked = _moves(message.get("about", []))
    if len(asked) > MOST_COMPARED:
        raise BadInputError(f"at most {MOST_COMPARED} moves can be compared, got {len(asked)}")
    return Wish(
        game=game,
        prober=prober,
        control=control or DEFAULT_CONTROL,
        confidence=_number(
            "confidence", message.get("confidence", DEFAULT_CONFIDENCE), 0.501, 0.9999
        ),
        seconds=read_seconds(message, kind),
        moves=_read_asked(game, asked, kind),
        headers=_headers(message.get("headers", {})),
    )


def _read_asked(game: GameSoFar, asked: list[str], kind: Any) -> tuple[str, ...]:
    moves = moves_in_uci(game.board(), asked)
    if kind == "why not" and len(moves) != 2:
        raise BadInputError("name the choice and one other move to ask why it is not better")
    if kind == "compare" and len(moves) < 2:
        raise BadInputError(f"comparing needs two moves or more, got {len(moves)}")
    return moves


def _headers(headers: dict[Any, Any]) -> tuple[tuple[str, str], ...]:
    for name, value in headers.items():
        if name not in HEADERS or not isinstance(value, str) or len(value) > LONGEST_HEADER:
            raise BadInputError(f"{shorten(name)} of a game cannot be {shorten(value)}")
    return tuple(headers.items())


def read_seconds(message: Message, kind: Any) -> float:
    """The seconds of a search of this kind; null is as long as the server allows.

    Raises:
        BadInputError: if they are too few or too many.
    """
    longest = LONGEST_SEARCH if kind == "analyse" else LONGEST_EACH
    default = DEFAULT_SECONDS_EACH if kind == "annotate" else DEFAULT_SECONDS
    seconds = message.get("seconds", default)
    return longest if seconds is None else _number("seconds", seconds, 0.05, longest)


def _number(name: str, value: Any, least: float, most: float) -> float:
    if not least <= value <= most:
        raise BadInputError(f"{name} must be from {least:g} to {most:g}, got {shorten(value)}")
    return float(value)


def _moves(moves: Any) -> list[str]:
    for move in moves:
        if not isinstance(move, str) or len(move) > LONGEST_MOVE:
            raise BadInputError(f"{shorten(move)} is not a move; moves look like g1f3")
    return list(moves)


def with_seconds(wish: Wish, seconds: float) -> Wish:
    """The same wish with another time."""
    return replace(wish, seconds=seconds)
