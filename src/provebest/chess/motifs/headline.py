"""The most important thing that a line does for the side that moves first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import chess

from provebest.chess.motifs.deed import ChessDeed, MotifKind
from provebest.chess.motifs.exchange import VALUES
from provebest.chess.motifs.line import Line
from provebest.chess.motifs.material import Balance, largest_gain
from provebest.chess.motifs.motif import Motif

ENDS = (
    MotifKind.BACK_RANK,
    MotifKind.MATE,
    MotifKind.PERPETUAL,
    MotifKind.STALEMATE,
)
"""They end the game, so nothing else is worth telling."""
MEANS = (
    MotifKind.FORK,
    MotifKind.SKEWER,
    MotifKind.DISCOVERED_ATTACK,
    MotifKind.TRAPPED_PIECE,
    MotifKind.CAPTURED_DEFENDER,
    MotifKind.OVERLOAD,
    MotifKind.DEFLECTION,
    MotifKind.DISCOVERED_CHECK,
    MotifKind.PIN,
    MotifKind.USED_PIN,
)
"""They explain how material is won. The first of these that we do is told."""
SOON = 2
"""Plies: a means that comes after our second move is not told, as nobody sees it on the board."""
THREATS = (
    MotifKind.FORK,
    MotifKind.SKEWER,
    MotifKind.TRAPPED_PIECE,
    MotifKind.DISCOVERED_ATTACK,
    MotifKind.PIN,
)
"""They are told of the first move if the line ends before they are used."""
QUIET = (
    MotifKind.RECAPTURE,
    MotifKind.BISHOP_PAIR,
    MotifKind.DOUBLED_PAWNS,
    MotifKind.OPPOSITION,
    MotifKind.OPEN_FILE,
    MotifKind.WEAKENED_KING,
)
"""They are told of the first move if nobody wins material."""


def headline(line: Line, motifs: Sequence[Motif], balance: Balance) -> ChessDeed | None:
    """What is told of a line, or None.

    In this order: how the game ends; a promotion, if the new piece stays and the opponent has none,
    and what a lesser piece than a queen wins by it; the material that is won; a breakthrough; an
    attack or a quiet gain of the first move, because the words follow that move. Nothing is told
    of a line in which the opponent mates or saves the draw.
    """
    if any(motif.kind in ENDS and not motif.by_us for motif in motifs):
        return None
    ours = {motif.kind: motif.deed for motif in reversed(motifs) if motif.by_us}
    ends = [ours[kind] for kind in ENDS if kind in ours]
    if ends:
        return ends[0]
    promotion, material = ours.get(MotifKind.PROMOTION), ours.get(MotifKind.MATERIAL)
    if material is not None:
        material = replace(material, by=_means(line, motifs, largest_gain(balance)))
    if promotion is not None and balance.promoted[0] > balance.promoted[1]:
        lesser = promotion.pieces != (chess.QUEEN,)
        if lesser and material is not None and material.by is not None:
            return replace(promotion, so=material)
        return replace(promotion, by=ours.get(MotifKind.BREAKTHROUGH))
    if material is None and not balance.promoted[1]:
        material = ours.get(MotifKind.BREAKTHROUGH)
    return material or _of_first_move(line, motifs, balance)


def _means(line: Line, motifs: Sequence[Motif], gain: int) -> ChessDeed | None:
    for kind in MEANS:
        for motif in motifs:
            soon = motif.by_us and motif.index <= SOON
            if motif.kind is kind and soon and _wins(line, motif, gain):
                return motif.deed
    return None


def _wins(line: Line, motif: Motif, gain: int) -> bool:
    """Whether our next move captures the most valuable thing that the line wins, or a better one.

    A pin explains only the capture of the pinned piece, a discovered check only a capture by one of
    its two pieces.
    """
    following = line.reply(line.plies[motif.index], 2)
    if following is None or following.captured is None or VALUES[following.captured] < gain:
        return False
    if motif.kind in {MotifKind.PIN, MotifKind.USED_PIN}:
        return following.capture_square in motif.squares[1:]
    if motif.kind is MotifKind.DISCOVERED_CHECK:
        return following.move.from_square in motif.squares
    return True


def _of_first_move(line: Line, motifs: Sequence[Motif], balance: Balance) -> ChessDeed | None:
    """What the first move attacks or gains; nothing if the line has shown that it loses."""
    if balance.gain < 0 and len(line.plies) > 2:
        return None
    first = {motif.kind: motif.deed for motif in reversed(motifs) if motif.index == 0}
    told = [*THREATS, *(() if balance.gain else QUIET)]
    return next((first[kind] for kind in told if kind in first), None)
