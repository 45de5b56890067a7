"""Why a move is a mistake, in chess words: what it allows, and what the better move does."""

from __future__ import annotations

from collections.abc import Sequence

import chess

from provebest.argument.notation import ChessNotation, winning_chances
from provebest.argument.phrasing import LOSING
from provebest.argument.prose import Prose, say
from provebest.chess.explain.notes import Note
from provebest.chess.explain.quiet_lines import ends_quietly, legal_line
from provebest.chess.explain.stories import accords, explains, mate_of, plies_of, story_of
from provebest.chess.motifs import LineStory, MotifKind, describe_line
from provebest.games.chess_values import MATES_FROM

SHOWN_PLIES = 10
"""Plies of a line that are told and shown: farther on a line is a guess."""
LATE = 7
"""Plies: what takes so long is told with the number of the move that does it."""
A_PAWN = 100
DRAWN = 50.0
"""Hundredths of a pawn: the greatest value of a line that is said to draw."""
DRAWS = (MotifKind.PERPETUAL, MotifKind.STALEMATE)
MATES = (MotifKind.MATE, MotifKind.BACK_RANK)


def allowed(board: chess.Board, judged: Note) -> Prose:
    """What the answer to a worse move does, such as "11...bxc4, winning a pawn".

    ``board`` is before the move. Empty if the answer does nothing that has a name, if the better
    move allows as much, or if the values do not bear it out.
    """
    better, played, worth = judged.line, judged.answer, judged.worth
    if worth is None or len(played) < 2:
        return Prose()
    after = board.copy()
    after.push(chess.Move.from_uci(played[0]))
    story = _story(after, played[1:])
    if not _tells(story, worth):
        return Prose()
    if not _ends_it(story):
        no_more = story.gain <= -_story(board, better).gain
        if no_more or not _is_borne_out(judged, story.gain):
            return Prose()
        if not accords(after, _told(after, played[1:]), -worth, story.gain):
            return Prose()
        replies = [line[1:] for line in judged.answers if line[:1] == played[:1]]
        if not _is_seen_often(after, replies, story.gain):
            return Prose()
    answer = ChessNotation(judged.fen, judged.chess960).line(played[1:2], after=played[:1])
    return say("{answer}, {does}", answer=answer, does=_dated(after, played[1:], story))


def achieved(board: chess.Board, judged: Note) -> str:
    """What the better move does, such as "winning a pawn".

    Empty if that has no name, if the values do not bear it out, or if the game stays lost.
    """
    value = judged.value
    if value >= MATES_FROM:
        return mate_of(value).participle
    story = _story(board, judged.line)
    if not _tells(story, value):
        return ""
    if not _ends_it(story):
        if winning_chances(value) < LOSING or not _is_borne_out(judged, story.gain):
            return ""
        if not accords(board, _told(board, judged.line), value, story.gain):
            return ""
        if not _is_seen_often(board, judged.lines, story.gain):
            return ""
    return _dated(board, judged.line, story)


def _dated(board: chess.Board, line: Sequence[str], story: LineStory) -> str:
    """What the line does, and by which move if that takes long."""
    if story.deed is None:
        return ""
    plies = 0 if _ends_it(story) else plies_of(board, _told(board, line), story.deed)
    if plies < LATE:
        return story.deed.participle
    halves = 2 * board.fullmove_number + (board.turn == chess.BLACK) + plies - 1
    return f"{story.deed.participle} (by move {halves // 2})"


def _is_seen_often(board: chess.Board, lines: Sequence[Sequence[str]], gain: float) -> bool:
    """Whether most of these lines, of successive depths, win half as much: one alone may err."""
    won = [story_of(board, line).gain >= gain / 2 for line in lines]
    return not won or 2 * sum(won) > len(won)


def _is_borne_out(judged: Note, gain: float) -> bool:
    """Whether the values of the moves differ by a good part of this material."""
    return explains(judged.value - (judged.worth or 0.0), gain)


def _tells(story: LineStory, value: float) -> bool:
    """Whether what it does tells why the line is good: it mates, draws, or wins material.

    A line that draws is told as that only if its value says so, too.
    """
    if abs(value) > DRAWN and any(motif.kind in DRAWS for motif in story.motifs):
        return False
    return story.deed is not None and (_ends_it(story) or story.gain >= A_PAWN)


def _ends_it(story: LineStory) -> bool:
    return any(motif.by_us and motif.kind in (*DRAWS, *MATES) for motif in story.motifs)


def _story(board: chess.Board, line: Sequence[str]) -> LineStory:
    """The story of a line, as far as it is shown if it ends the game, else to a quiet position."""
    whole = describe_line(board, legal_line(board, line[:SHOWN_PLIES]))
    return whole if _ends_it(whole) else story_of(board, _told(board, line))


def _told(board: chess.Board, line: Sequence[str]) -> Sequence[str]:
    """The line, or what is shown of a longer one up to its last quiet position."""
    if len(line) <= SHOWN_PLIES:
        return line
    parts = (line[:plies] for plies in range(SHOWN_PLIES, 0, -1))
    return next((part for part in parts if ends_quietly(board, part)), ())
