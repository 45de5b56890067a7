"""Positions for studies that need no file: openings, played on by our own engine."""

from __future__ import annotations

from provebest.chess.probes.native import NativeProber
from provebest.chess.probes.prober import Probe
from provebest.games.chess import read_position
from provebest.games.chess_evaluation import HANDCRAFTED
from provebest.match.openings import BUILT_IN, read_openings

STAGES = 8
"""The first position is an opening, the next is some plies later in another game, and so on."""
PLIES = 6
"""From one stage to the next."""


def played_positions(count: int) -> list[str]:
    """So many positions (FEN), always the same: from openings to endings, none of them decided."""
    prober, found = NativeProber(selective=True, evaluation=HANDCRAFTED), []
    for place, opening in enumerate(read_openings(BUILT_IN, seed=18)):
        position = read_position(opening.fen, opening.moves)
        value: int | None = 0
        for _ in range(PLIES * (place % STAGES)):
            answer = prober.probe(position, Probe(depth=5))
            value = answer.value
            if not answer.line:
                break
            position.play(answer.line[0])
        if len(position.legal_moves()) > 1 and abs(value or 0) < 300:
            found.append(position.fen())
        if len(found) == count:
            break
    return found
