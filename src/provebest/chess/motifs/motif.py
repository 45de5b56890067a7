"""What is said of one line: its motifs, and the most important thing that it does."""

from __future__ import annotations

from dataclasses import dataclass

import chess

from provebest.chess.motifs.deed import ChessDeed, MotifKind


@dataclass(frozen=True, slots=True)
class Motif:
    """One thing that a move of a line does."""

    deed: ChessDeed
    index: int
    """The move that does it; the first move of the line is 0."""
    by_us: bool
    """Whether the side that moves first in the line does it."""
    squares: tuple[chess.Square, ...]
    """The square of the piece that does it, then those that it concerns."""

    @property
    def kind(self) -> MotifKind:
        """Its chess word."""
        return self.deed.kind

    @property
    def phrase(self) -> str:
        """A participle phrase that can follow the move, such as "forking king and rook"."""
        return self.deed.participle


@dataclass(frozen=True, slots=True)
class LineStory:
    """What a line does, for the side that moves first in it ("we")."""

    motifs: tuple[Motif, ...]
    """Of both sides, in the order of the line."""
    deed: ChessDeed | None
    """The most important thing that we do; None if nothing has a name."""
    gain: int
    """Material that we win over the settled line, in hundredths of a pawn; negative if we lose it.
    ``material.py`` says when a line is settled."""

    @property
    def phrase(self) -> str | None:
        """The same as a participle phrase."""
        return None if self.deed is None else self.deed.participle
