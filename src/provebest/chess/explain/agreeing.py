"""What the notes on successive moves of a game say must agree.

A mark rests on a refutation. If that was not played, the reply has missed it: either the reply is
an error, too, or the mark is wrong. The value after a move is the value before the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from provebest.chess.explain.losses import lost_points
from provebest.chess.explain.notes import LEAST_COST, Note
from provebest.games.chess_values import seen_from_root

SEEMS_TO_MISS = 0.03
"""Expected points: a reply that seems to lose as much by missing a refutation is searched again."""


def unanswered(notes: Sequence[Note]) -> list[int]:
    """The places of replies that seem to have missed the refutation of a marked move.

    They are not confirmed yet: only the searches that confirmed the mark have seen it.
    """
    return [
        place
        for place, (note, reply) in enumerate(pairwise(notes), start=1)
        if _misses(note, reply) and not reply.confirmed
    ]


def _misses(note: Note, reply: Note) -> bool:
    """Whether the reply is not the refutation of a marked move, and seems to lose by that."""
    if not note.mark or note.worth is None or reply.ply != note.ply + 1 or reply.is_forced:
        return False
    other = note.refutation[1:2] != (reply.played,)
    return other and lost_points(-note.worth, reply.shown) >= SEEMS_TO_MISS


def agreed(notes: Sequence[Note]) -> list[Note]:
    """The notes, so that those on successive moves do not contradict each other.

    - A mark is withdrawn if the confirmed value of the next position is no worse for the player
      than the least error would make it.
    - A reply that misses a refutation is an error if its own searches find that it costs as much as
      one, even if they are not sure at each depth: the searches of the mark say so, too.
    - The only move is not called so if it is the refutation that the note before it shows.
    - A value after a move that was not confirmed is that of the next position, if that was.
    """
    made = list(notes)
    for place in range(len(made) - 1):
        note, after = made[place : place + 2]
        if after.ply != note.ply + 1 or not after.confirmed:
            continue
        best = after.value if after.worth is None else max(after.value, after.worth)
        value = -seen_from_root(best, 1)
        if note.mark and lost_points(note.value, value) < LEAST_COST[-1][0]:
            made[place] = replace(note, unsure=True, after=value)
        elif not note.confirmed:
            made[place] = replace(note, after=value)
        if made[place].mark and _misses(note, after) and after.cost >= LEAST_COST[-1][0]:
            made[place + 1] = replace(after, unsure=False)
    for place, (note, after) in enumerate(pairwise(made), start=1):
        told = after.ply == note.ply + 1 and note.refutation[1:2] == (after.played,)
        if told and after.only and not after.mark:
            made[place] = replace(after, only=False)
    return made
