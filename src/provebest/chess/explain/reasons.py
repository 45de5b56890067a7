"""Why a move is a mistake, in chess words: what it allows, and what the better move does."""

from __future__ import annotations

from collections.abc import Sequence

import chess

from provebest.argument.notation import san_line
from provebest.chess.motifs import LineStory, MotifKind, describe_line

SHOWN_PLIES = 10
"""Plies of a line that are told and shown: farther on a line is a guess."""
A_PAWN = 100
DRAWN = 50.0
"""Hundredths of a pawn: the greatest value of a line that is said to draw."""
DRAWS = (MotifKind.PERPETUAL, MotifKind.STALEMATE)
MATES = (MotifKind.MATE, MotifKind.BACK_RANK)


def allowed(board: chess.Board, better: Sequence[str], played: Sequence[str], worth: float) -> str:
    """What the answer to the played move does, such as "11...bxc4, winning a pawn".

    ``board`` is before the move, and both lines start there; ``worth`` is the value of the played
    one. Empty if the answer does nothing that has a name, or if the better move allows as much.
    """
    if len(played) < 2:
        return ""
    after = board.copy(stack=False)
    after.push(chess.Move.from_uci(played[0]))
    story = _story(after, played[1:])
    if not _tells(story, worth) or (
        not _ends_it(story) and story.gain <= -_story(board, better).gain
    ):
        return ""
    return f"{san_line(after, played[1:2])}, {story.phrase}"


def achieved(board: chess.Board, better: Sequence[str], value: float) -> str:
    """What the better move does, such as "winning a pawn"; empty if that has no name."""
    story = _story(board, better)
    return story.phrase or "" if _tells(story, value) else ""


def _tells(story: LineStory, value: float) -> bool:
    """Whether the phrase tells why the line is good: it mates, draws, or wins material.

    A line that draws is told as that only if its value says so, too.
    """
    if abs(value) > DRAWN and any(motif.kind in DRAWS for motif in story.motifs):
        return False
    return story.phrase is not None and (_ends_it(story) or story.gain >= A_PAWN)


def _ends_it(story: LineStory) -> bool:
    return any(motif.by_us and motif.kind in (*DRAWS, *MATES) for motif in story.motifs)


def _story(board: chess.Board, line: Sequence[str]) -> LineStory:
    return describe_line(board, [chess.Move.from_uci(move) for move in line[:SHOWN_PLIES]])
