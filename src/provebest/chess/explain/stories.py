"""What the lines of an argument do, in chess words: added to its parts as deeds.

That material is won is added only if the values of the searches bear it out, so that a piece
given for an attack is not told as a piece lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import chess

from provebest.argument.argument import Argument
from provebest.argument.notation import SHOWN_PLIES, winning_chances
from provebest.argument.parts import SHOWN_OF_THREAT, Attempt, Claim, Kind, Parry, Rival, Threat
from provebest.argument.phrasing import WINNING
from provebest.chess.explain.positional import SHORTEST, drawback
from provebest.chess.explain.quiet_lines import ends_quietly, legal_line, quiet_line
from provebest.chess.motifs import ChessDeed, LineStory, MotifKind, describe_line
from provebest.chess.motifs.material import lead
from provebest.chess.probes.evaluation import evaluate
from provebest.chess.probes.prober import mate_in
from provebest.games.chess_values import MATES_FROM

PAWN, PIECE = 100, 300
"""Hundredths: the least material that is called won, and as much as decides a line."""
BORNE_OUT = 60.0
"""Hundredths of a pawn by which the values must agree with material that is won or lost."""
LEAST_SHOWN = 4
"""Plies of the choice's line that are shown, if no exchange is going on there."""
PART, TOO_MUCH = 0.5, 3
"""Of the material that a rival loses, up to a piece: its value must be as far behind. What is given
for a lasting attack, as in a gambit, is not lost. Behind by more than ``TOO_MUCH`` times as much as
less than a piece, it loses for another reason."""
DECIDING = (
    MotifKind.MATE,
    MotifKind.PERPETUAL,
    MotifKind.STALEMATE,
    MotifKind.MATERIAL,
    MotifKind.PROMOTION,
)
"""What decides a line, the most important first; other motifs are only means."""
ENDING = frozenset(DECIDING[:3])
"""What ends the game."""
SOON = 5
"""Plies in which a threat must have done its work, unless it mates: a plan is no threat."""
VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}


def with_stories(argument: Argument[str], board: chess.Board) -> Argument[str]:
    """The argument, with what its lines do.

    The history of the board tells whether a line begins by taking back.
    """
    claim = _claim(board, argument.claim)
    claim = replace(claim, aimless=_is_aimless(board, claim))
    if not argument.as_good and not claim.does:
        claim = replace(claim, does=_opposition(board, claim))
    return replace(
        argument,
        claim=claim,
        rivals=tuple(_rival(board, claim, rival) for rival in argument.argued) + argument.others,
        attempts=tuple(_attempt(board, claim, attempt) for attempt in argument.attempts),
        threat=None if argument.threat is None else _threat(board, claim, argument.threat),
        parry=None if argument.parry is None else _parry(board, claim, argument.parry),
    )


def is_borne_out(board: chess.Board, value: float, gain: float) -> bool:
    """Whether the value for the side to move has changed with the material that it wins or loses.

    The static value before the line tells what would be so without it.
    """
    rise = value - evaluate(board.fen(), chess960=board.chess960).value
    too_much = gain > 0 and _is_too_much(rise, gain)
    return abs(rise) >= BORNE_OUT and rise * gain > 0 and not too_much


def explains(difference: float, gain: float, missed: float = 0.0) -> bool:
    """Whether values differ by a good part of the material: else it rests on bad replies.

    Nor may they differ by much more: a pawn is not the reason why a game is lost, unless the better
    move would have won something, which is ``missed``.
    """
    too_much = _is_too_much(difference, gain + max(0.0, missed))
    return difference >= PART * min(PIECE, gain) and not too_much


def _is_too_much(difference: float, gain: float) -> bool:
    return gain < PIECE and difference > TOO_MUCH * gain


def wins_something(board: chess.Board, line: Sequence[str]) -> bool:
    """Whether the side to move wins material, promotes or mates in this line."""
    return bool(_deciding(story_of(board, line), by_us=True))


def is_tempting(board: chess.Board, name: str) -> bool:
    """Whether a move takes a piece that is worth as much as the piece that takes it."""
    move = board.parse_uci(name)
    taken, taker = board.piece_type_at(move.to_square), board.piece_type_at(move.from_square)
    if not board.is_capture(move) or taken is None or taker is None:
        return False
    return taker != chess.KING and VALUES[taken] >= VALUES[taker] and taken != chess.PAWN


def accords(board: chess.Board, line: Sequence[str], value: float, gain: float) -> bool:
    """Whether a side to move of this value has at least half of what its line wins at the end."""
    end = board.copy(stack=False)
    for move in _moves(board, line):
        end.push(move)
    return value >= lead(end, board.turn) - gain / 2


def story_of(board: chess.Board, line: Sequence[str]) -> LineStory:
    """The story of a line, up to its last quiet position; of all of it if there is none."""
    return describe_line(board, _moves(board, line))


def _moves(board: chess.Board, line: Sequence[str]) -> list[chess.Move]:
    """The line up to its last quiet position; all of it if there is none."""
    return quiet_line(board, line)[0] or legal_line(board, line)


def _deciding(story: LineStory, *, by_us: bool) -> ChessDeed | None:
    """What decides the line for this side, or nothing."""
    found = {motif.kind: motif.deed for motif in story.motifs if motif.by_us == by_us}
    return next((found[kind] for kind in DECIDING if kind in found), None)


def _done(board: chess.Board, line: Sequence[str], *, by_us: bool) -> tuple[ChessDeed | None, int]:
    """What decides a line for this side, and the plies after which it has been done.

    A side that has won a piece has won enough: what it wins later may be a blunder. What it gives
    back at once it has not won.
    """
    moves = _moves(board, line)
    story = describe_line(board, moves)
    deed, sign = _deciding(story, by_us=by_us), 1 if by_us else -1
    enough = min(PIECE, sign * story.gain)
    for plies in range(1 if by_us else 2, len(moves) + 1, 2):  # it ends with a move of this side
        part = describe_line(board, moves[:plies])
        found = _deciding(part, by_us=by_us)
        kept = sign * part.gain < sign * story.gain + PAWN
        if found and (found == deed or (enough >= PAWN and sign * part.gain >= enough and kept)):
            return found, plies
    ours = len(moves) % 2 == (1 if by_us else 0)
    return deed, len(moves) if ours else len(moves) - 1


def plies_of(board: chess.Board, line: Sequence[str], deed: ChessDeed) -> int:
    """The plies after which a line has first done all of this for the side to move."""
    moves = _moves(board, line)
    places = range(1, len(moves) + 1, 2)
    return next((n for n in places if describe_line(board, moves[:n]).deed == deed), len(moves))


def _claim(board: chess.Board, claim: Claim[str]) -> Claim[str]:
    """With what decides its line, and by which means; a motif that decides nothing is not told."""
    story = story_of(board, claim.line)
    after = board.copy(stack=False)
    after.push_uci(claim.move)
    if after.is_stalemate():
        return replace(claim, does=ChessDeed(MotifKind.STALEMATE), shown=1)
    if claim.value >= MATES_FROM:
        mate = _mate(board, claim.line, by_us=True)
        return replace(claim, does=mate, shown=len(claim.line) if mate else 0)
    if not _deciding(story, by_us=True):
        return claim
    if story.gain >= PAWN and not _gain(board, claim, story):
        return claim
    does, shown = _won(board, claim.line) if story.gain >= PAWN else (None, 0)
    if not does:
        does, shown = story.deed, _done(board, claim.line, by_us=True)[1]
    return replace(claim, does=does, shown=_quiet_from(board, claim.line, shown))


def _quiet_from(board: chess.Board, line: Sequence[str], plies: int) -> int:
    """Where the line can be cut: soon after ``LEAST_SHOWN`` plies, and in no exchange."""
    least = min(max(plies, LEAST_SHOWN), len(line))
    places = [*range(least, min(least + 2, len(line)) + 1), *range(least - 1, plies - 1, -1)]
    return next((place for place in places if ends_quietly(board, line[:place])), least)


def _is_aimless(board: chess.Board, claim: Claim[str]) -> bool:
    """Whether the line of a won game, as far as it is shown, takes nothing and moves no pawn.

    A line of a decided ending can go to and fro: the value does not say how it is won.
    """
    if claim.does or winning_chances(claim.value) < WINNING or claim.value >= MATES_FROM:
        return False
    after, moves = board.copy(stack=False), legal_line(board, claim.line[:SHOWN_PLIES])
    for move in moves:
        if after.is_zeroing(move):
            return False
        after.push(move)
    return len(moves) == SHOWN_PLIES


def _opposition(board: chess.Board, claim: Claim[str]) -> ChessDeed | None:
    """That the choice takes the opposition, if it does."""
    motifs = describe_line(board, legal_line(board, claim.line[:1])).motifs
    return next((motif.deed for motif in motifs if motif.kind is MotifKind.OPPOSITION), None)


def _won(board: chess.Board, line: Sequence[str]) -> tuple[ChessDeed | None, int]:
    """What has been won at the first quiet place at which it is enough, and the plies up to there.

    What the line wins later is not told, nor what it gives back. Nothing if there is no such place,
    or if the line ends the game.
    """
    moves = _moves(board, line)
    whole = describe_line(board, moves)
    if any(motif.kind in ENDING and motif.by_us for motif in whole.motifs):
        return None, 0
    for plies in range(1, len(moves) + 1):
        part = describe_line(board, moves[:plies])
        enough = min(PIECE, whole.gain) <= part.gain < whole.gain + PAWN
        enough = enough and bool(_deciding(part, by_us=True))
        if enough and ends_quietly(board, line[:plies]):
            return part.deed, plies
    return None, 0


def _gain(board: chess.Board, claim: Claim[str], story: LineStory) -> int:
    """What the choice wins or loses, if its value has changed with it; else nothing."""
    gain = story.gain
    if gain > 0 and not accords(board, claim.line, claim.value, gain):
        return 0
    return gain if is_borne_out(board, claim.value, gain) else 0


def _rival(board: chess.Board, claim: Claim[str], rival: Rival[str]) -> Rival[str]:
    """With what is wrong with it: what it allows or misses, or how its line ends.

    Of one that is not called worse only the last can be told.
    """
    if rival.kind is Kind.OPEN and rival.depth is not None:
        return replace(rival, leaves=drawback(board, claim, rival))
    if rival.kind is not Kind.HELD:
        return rival
    story = story_of(board, rival.line)
    if rival.value <= -MATES_FROM:
        allows = _mate(board, rival.line, by_us=False)
        return replace(rival, allows=allows, shown=len(rival.line) if allows else None)
    gain = _gain(board, claim, story_of(board, claim.line))
    behind = claim.value - rival.value
    if len(rival.line) > 1 and behind >= BORNE_OUT:
        lost = story.gain <= min(-PAWN, gain - PAWN)
        lost = lost and rival.value < lead(board, board.turn) + PAWN / 2
        if (lost and explains(behind, -story.gain, gain)) or _is_ended(story):
            allows, shown = _done(board, rival.line, by_us=False)
            return replace(rival, allows=allows, shown=shown)
        known = rival.value < PAWN and len(quiet_line(board, rival.line)[0]) >= SHORTEST
        if known and gain >= PAWN and 0 <= story.gain <= gain - PAWN:
            less = "wins nothing" if story.gain < PAWN else "wins less"
            return replace(rival, leaves=less)
    return replace(rival, leaves=drawback(board, claim, rival))


def _is_ended(story: LineStory) -> bool:
    """Whether the other side mates or draws in the line."""
    return any(motif.kind in ENDING and not motif.by_us for motif in story.motifs)


def _mate(board: chess.Board, line: Sequence[str], *, by_us: bool) -> ChessDeed | None:
    """The mate at the end of a line; nothing if it is cut before that."""
    story = describe_line(board, legal_line(board, line))
    mates = (m.deed for m in story.motifs if m.kind is MotifKind.MATE and m.by_us == by_us)
    return next(mates, None)


def _attempt(board: chess.Board, claim: Claim[str], attempt: Attempt[str]) -> Attempt[str]:
    after = board.copy()
    after.push_uci(claim.move)
    if not BORNE_OUT <= attempt.value < MATES_FROM:  # of a mate, its value tells
        return attempt
    does, shown = _done(after, attempt.line, by_us=False)
    return replace(attempt, does=does, shown=_taken_back(attempt.line, shown))


def _taken_back(line: Sequence[str], plies: int) -> int:
    """The plies of a line with the moves on that take back on the same square."""
    while 0 < plies < len(line) and line[plies][2:4] == line[plies - 1][2:4]:
        plies += 1
    return plies


def mate_of(value: float) -> ChessDeed:
    """The mate that a value announces for the side to move."""
    return ChessDeed(MotifKind.MATE, moves=mate_in(round(value)) or 0)


def _threat(board: chess.Board, claim: Claim[str], threat: Threat[str]) -> Threat[str] | None:
    """With what it does; None if its value does not bear that out."""
    after = board.copy(stack=False)
    after.push_uci(claim.move)
    after.push(chess.Move.null())
    does, shown = _threatened(after, threat.line, threat.value)
    gain = story_of(after, threat.line[:shown]).gain
    soon = shown <= SOON and explains(threat.value - claim.value, gain)
    borne_out = threat.value >= MATES_FROM or soon
    return replace(threat, does=does, shown=shown) if borne_out else None


def _parry(board: chess.Board, claim: Claim[str], parry: Parry[str]) -> Parry[str] | None:
    """As of a threat; if it is met, the choice keeps its value."""
    after = board.copy(stack=False)
    after.push(chess.Move.null())
    does, shown = _threatened(after, parry.threat, -parry.ignored)
    gain = story_of(after, parry.threat[:shown]).gain
    soon = shown <= SOON and explains(claim.value - parry.ignored, gain)
    borne_out = -parry.ignored >= MATES_FROM or soon
    return replace(parry, does=does, shown=shown) if borne_out else None


def _threatened(
    board: chess.Board, line: Sequence[str], value: float
) -> tuple[ChessDeed | None, int]:
    """What a threat does, and the plies of its line that are shown.

    If it mates, what it takes on the way is not told, not even of a line that is cut before.
    """
    if value < MATES_FROM:
        return _done(board, line, by_us=True)
    mate = _mate(board, line, by_us=True)
    if mate:
        return mate, len(line)
    return mate_of(value), min(len(line), SHOWN_OF_THREAT)
