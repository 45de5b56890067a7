"""The words for what a line does, and what is said of one line."""

from __future__ import annotations

import enum
from dataclasses import dataclass

import chess


class MotifKind(enum.Enum):
    """A chess word. Its definition is the docstring of the function that finds it."""

    MATE = "mate"
    BACK_RANK = "back-rank mate"
    PERPETUAL = "perpetual check"
    STALEMATE = "stalemate trick"
    MATERIAL = "wins material"
    PROMOTION = "promotion"
    FORK = "fork"
    PIN = "pin"
    USED_PIN = "used pin"
    SKEWER = "skewer"
    DISCOVERED_ATTACK = "discovered attack"
    DISCOVERED_CHECK = "discovered check"
    DOUBLE_CHECK = "double check"
    TRAPPED_PIECE = "trapped piece"
    OVERLOAD = "overload"
    DEFLECTION = "deflection"
    CAPTURED_DEFENDER = "captured defender"
    HANGING_PIECE = "hanging piece"
    RECAPTURE = "recapture"
    BREAKTHROUGH = "breakthrough"
    OPPOSITION = "opposition"
    OPEN_FILE = "open file"
    DOUBLED_PAWNS = "doubled pawns"
    WEAKENED_KING = "weakened king"
    BISHOP_PAIR = "bishop pair"


@dataclass(frozen=True, slots=True)
class Motif:
    """One thing that a move of a line does."""

    kind: MotifKind
    index: int
    """The move that does it; the first move of the line is 0."""
    by_us: bool
    """Whether the side that moves first in the line does it."""
    squares: tuple[chess.Square, ...]
    """The square of the piece that does it, then those that it concerns."""
    phrase: str
    """A participle phrase that can follow the move, such as "forking king and rook"."""


@dataclass(frozen=True, slots=True)
class LineStory:
    """What a line does, for the side that moves first in it ("we")."""

    motifs: tuple[Motif, ...]
    """Of both sides, in the order of the line."""
    phrase: str | None
    """The most important thing that we do, as a participle phrase; None if nothing has a name."""
    gain: int
    """Material that we win over the settled line, in hundredths of a pawn; negative if we lose it.
    ``material.py`` says when a line is settled."""
