"""From a line to its story: all motifs, and one phrase for the most important."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import chess

from provebest.chess.motifs.double_attacks import find_forks
from provebest.chess.motifs.kings import find_mates
from provebest.chess.motifs.line import Line
from provebest.chess.motifs.long_lines import find_discoveries, find_skewers
from provebest.chess.motifs.material import find_material, settled_balance
from provebest.chess.motifs.motif import LineStory, Motif, MotifKind
from provebest.chess.motifs.pawns import find_promotions
from provebest.chess.motifs.pins import find_pins

FINDERS: tuple[Callable[[Line], Iterator[Motif]], ...] = (
    find_mates,
    find_material,
    find_promotions,
    find_forks,
    find_pins,
    find_skewers,
    find_discoveries,
)

IMPORTANCE = (
    MotifKind.BACK_RANK,
    MotifKind.MATE,
    MotifKind.PROMOTION,
    MotifKind.MATERIAL,
    MotifKind.FORK,
    MotifKind.SKEWER,
    MotifKind.DISCOVERED_ATTACK,
    MotifKind.PIN,
)
"""The phrase of a line is that of the first of these that we do."""


def describe_line(board: chess.Board, line: Sequence[chess.Move]) -> LineStory:
    """What a line of legal moves does; the side to move at ``board`` is "we".

    Raises:
        ValueError: for a move that is not legal.
    """
    played = Line.of(board, line)
    found = [motif for find in FINDERS for motif in find(played)]
    motifs = tuple(sorted(found, key=lambda motif: motif.index))
    gain = settled_balance(played).gain
    return LineStory(motifs, _phrase(motifs, gain), gain)


def _phrase(motifs: Sequence[Motif], gain: int) -> str | None:
    """A promotion that wins nothing in the end is not told, nor anything if they mate us."""
    ours = {motif.kind: motif for motif in reversed(motifs) if motif.by_us}
    if any(m.kind is MotifKind.MATE and not m.by_us for m in motifs):
        return None
    if gain <= 0:
        ours.pop(MotifKind.PROMOTION, None)
    return next((ours[kind].phrase for kind in IMPORTANCE if kind in ours), None)
