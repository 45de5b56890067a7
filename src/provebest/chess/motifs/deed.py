"""What a move or a line does, as data, and the only place that has the words for it.

``docs/motifs.md`` has the definition of every kind; it is the docstring of the function that finds
it. In another language, ``WORDS`` and ``LONGER`` and the names of pieces would be others.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import chess

from provebest.argument.prose import listed
from provebest.chess.motifs.words import count_of, named_pieces, side_name

ADJACENT = 2
"""Steps between kings that stand in opposition with one square between them."""


class MotifKind(enum.Enum):
    """A chess word."""

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
class Material:
    """What a side wins, without what it gives for the same; every minor piece is a bishop."""

    won: tuple[chess.PieceType, ...]
    lost: tuple[chess.PieceType, ...] = ()

    def __str__(self) -> str:
        """Such as "the exchange and a pawn"."""
        exchanges = min(self.won.count(chess.ROOK), self.lost.count(chess.BISHOP))
        won, lost = list(self.won), list(self.lost)
        for _ in range(exchanges):
            won.remove(chess.ROOK)
            lost.remove(chess.BISHOP)
        exchange = "the exchange" if exchanges == 1 else count_of(exchanges, "exchange")
        text = listed([*([exchange] if exchanges else []), *_named(won)]).text
        return f"{text} for {listed(_named(lost))}" if lost else text


@dataclass(frozen=True, slots=True)
class ChessDeed:
    """What a move or a line does, wherever it does it."""

    kind: MotifKind
    pieces: tuple[chess.PieceType, ...] = ()
    """Those to which it is done: forked, pinned, taken, offered; of a promotion the new piece."""
    side: chess.Color | None = None
    """Whose pawns are doubled, or whose king is weakened."""
    material: Material | None = None
    """What is won."""
    moves: int = 0
    """Moves to mate, that which mates included."""
    file: int | None = None
    """The file that is taken."""
    steps: int = ADJACENT
    """Between the kings, of the opposition."""
    by: ChessDeed | None = None
    """The means."""
    so: ChessDeed | None = None
    """What is gained by it."""

    @property
    def mates(self) -> bool:
        """Whether the game ends with mate."""
        return self.kind in {MotifKind.MATE, MotifKind.BACK_RANK}

    @property
    def draws(self) -> bool:
        """Whether the game is saved as a draw."""
        return self.kind in {MotifKind.PERPETUAL, MotifKind.STALEMATE}

    @property
    def participle(self) -> str:
        """In words that can follow the move: "winning a piece by forking king and rook"."""
        return self._told(self._words.participle)

    @property
    def finite(self) -> str:
        """In words that have a subject: "wins a piece by forking king and rook"."""
        return self._told(self._words.finite)

    def _told(self, verb: str) -> str:
        by = "" if self.by is None else f" by {self.by.participle}"
        so = "" if self.so is None else f", {self.so.participle}"
        told = self._words.rest.format(
            pieces=named_pieces(self.pieces),
            side="" if self.side is None else side_name(self.side),
            material=self.material,
            moves=self.moves,
            file="" if self.file is None else chess.FILE_NAMES[self.file],
        )
        return f"{verb} {told}{by}{so}"

    @property
    def _words(self) -> Words:
        return LONGER[self.kind] if self._needs_more else WORDS[self.kind]

    @property
    def _needs_more(self) -> bool:
        """Whether its words must say more than usual."""
        return (
            (self.kind is MotifKind.BACK_RANK and self.moves > 1)
            or (self.kind is MotifKind.STALEMATE and bool(self.pieces))
            or (self.kind is MotifKind.PROMOTION and self.pieces != (chess.QUEEN,))
            or (self.kind is MotifKind.OPPOSITION and self.steps > ADJACENT)
        )


class Words(NamedTuple):
    """A verb in its two forms, and what follows it."""

    finite: str
    participle: str
    rest: str


WORDS = {
    MotifKind.MATE: Words("mates", "mating", "in {moves}"),
    MotifKind.BACK_RANK: Words("mates", "mating", "on the back rank"),
    MotifKind.PERPETUAL: Words("draws", "drawing", "by perpetual check"),
    MotifKind.STALEMATE: Words("draws", "drawing", "by stalemate"),
    MotifKind.MATERIAL: Words("wins", "winning", "{material}"),
    MotifKind.PROMOTION: Words("promotes", "promoting", "a pawn"),
    MotifKind.FORK: Words("forks", "forking", "{pieces}"),
    MotifKind.PIN: Words("pins", "pinning", "the {pieces}"),
    MotifKind.USED_PIN: Words("uses", "using", "the pin on the {pieces}"),
    MotifKind.SKEWER: Words("skewers", "skewering", "{pieces}"),
    MotifKind.DISCOVERED_ATTACK: Words("discovers", "discovering", "an attack on the {pieces}"),
    MotifKind.DISCOVERED_CHECK: Words("gives", "giving", "discovered check"),
    MotifKind.DOUBLE_CHECK: Words("gives", "giving", "double check"),
    MotifKind.TRAPPED_PIECE: Words("traps", "trapping", "the {pieces}"),
    MotifKind.OVERLOAD: Words("overloads", "overloading", "the {pieces}"),
    MotifKind.DEFLECTION: Words("deflects", "deflecting", "the {pieces}"),
    MotifKind.CAPTURED_DEFENDER: Words("removes", "removing", "the guard of the {pieces}"),
    MotifKind.HANGING_PIECE: Words("takes", "taking", "the unguarded {pieces}"),
    MotifKind.RECAPTURE: Words("recaptures", "recapturing", "the {pieces}"),
    MotifKind.BREAKTHROUGH: Words("breaks", "breaking", "through"),
    MotifKind.OPPOSITION: Words("takes", "taking", "the opposition"),
    MotifKind.OPEN_FILE: Words("takes", "taking", "the open {file}-file"),
    MotifKind.DOUBLED_PAWNS: Words("doubles", "doubling", "{side}'s pawns"),
    MotifKind.WEAKENED_KING: Words("weakens", "weakening", "{side}'s king"),
    MotifKind.BISHOP_PAIR: Words("gains", "gaining", "the bishop pair"),
}
LONGER = {
    MotifKind.BACK_RANK: Words("mates", "mating", "on the back rank in {moves}"),
    MotifKind.STALEMATE: Words("offers", "offering", "a piece for stalemate"),
    MotifKind.PROMOTION: Words("promotes", "promoting", "a pawn to a {pieces}"),
    MotifKind.OPPOSITION: Words("takes", "taking", "the distant opposition"),
}
"""Of mates that take several moves, pieces that are offered, lesser pieces, and kings far apart."""


def _named(pieces: Iterable[chess.PieceType]) -> list[str]:
    """Minor pieces are called pieces; a queen is called the queen if there is only one."""
    pieces = [*pieces]
    nouns = {chess.ROOK: "rook", chess.BISHOP: "piece", chess.PAWN: "pawn"}
    queens = pieces.count(chess.QUEEN)
    names = ["the queen" if queens == 1 else count_of(queens, "queen")] if queens else []
    counted = [(pieces.count(piece), noun) for piece, noun in nouns.items()]
    return names + [count_of(number, noun) for number, noun in counted if number]
