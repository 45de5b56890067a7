"""From a line to its story: all motifs, and the most important thing that it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import chess

from provebest.chess.motifs.double_attacks import find_forks
from provebest.chess.motifs.draws import find_perpetuals, find_stalemates
from provebest.chess.motifs.guards import find_captured_defenders, find_lured_guards
from provebest.chess.motifs.headline import headline
from provebest.chess.motifs.kings import find_mates
from provebest.chess.motifs.line import Line
from provebest.chess.motifs.long_lines import find_discoveries, find_skewers
from provebest.chess.motifs.material import find_material, settled_balance
from provebest.chess.motifs.motif import LineStory, Motif
from provebest.chess.motifs.pawns import (
    find_breakthroughs,
    find_doubled_pawns,
    find_promotions,
)
from provebest.chess.motifs.pins import find_pins
from provebest.chess.motifs.positional import find_bishop_pairs, find_open_files, find_oppositions
from provebest.chess.motifs.shelter import find_weakened_kings
from provebest.chess.motifs.traps import find_hanging_pieces, find_recaptures, find_traps

FINDERS: tuple[Callable[[Line], Iterator[Motif]], ...] = (
    find_mates,
    find_material,
    find_promotions,
    find_forks,
    find_pins,
    find_skewers,
    find_discoveries,
    find_traps,
    find_captured_defenders,
    find_lured_guards,
    find_hanging_pieces,
    find_recaptures,
    find_perpetuals,
    find_stalemates,
    find_breakthroughs,
    find_oppositions,
    find_doubled_pawns,
    find_weakened_kings,
    find_open_files,
    find_bishop_pairs,
)


def describe_line(board: chess.Board, line: Sequence[chess.Move]) -> LineStory:
    """What a line of legal moves does; the side to move at ``board`` is "we".

    Raises:
        ValueError: for a move that is not legal.
    """
    played = Line.of(board, line)
    found = [motif for find in FINDERS for motif in find(played)]
    motifs = tuple(sorted(found, key=lambda motif: motif.index))
    balance = settled_balance(played)
    return LineStory(motifs, headline(played, motifs, balance), balance.gain)
