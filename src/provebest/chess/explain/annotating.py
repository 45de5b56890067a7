"""Judges every move of a game: the best move, why the played move is worse, what it missed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from threading import Event
from typing import Any

import chess
import chess.pgn

from provebest.argument.notation import winning_chances
from provebest.argument.parts import Kind, Rival
from provebest.argument.words import brief
from provebest.chess.defaults import DEFAULT_SECONDS_EACH
from provebest.chess.explain.analysis import Analysis, Settings, analyse
from provebest.chess.explain.losses import lost_points
from provebest.chess.explain.notes import Note
from provebest.chess.explain.stories import VALUES
from provebest.chess.motifs.exchange import exchange
from provebest.chess.motifs.line import captures_before
from provebest.chess.probes.cache_place import CachePlace
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.games.chess import START
from provebest.games.chess_evaluation import evaluation_of, identity_of
from provebest.games.chess_values import seen_from_root
from provebest.games.game_so_far import read_game
from provebest.vocabulary import EngineFailedError

ONLY = 0.20
"""A move is the only move if every other costs as much of the winning chances or more."""
MOST_LEFT = 0.5
"""A move is not the only one if another leaves more than these winning chances."""
DEFAULT_SECONDS = DEFAULT_SECONDS_EACH
"""Seconds for each move, if no limit is given."""
BOOK_MOVES = 8
"""Moves of each side that count as book moves, in a game from the usual start."""


def refined(notes: Sequence[Note]) -> list[Note]:
    """The notes, with each played move judged by the analysis of the position after it, if any.

    That analysis had the whole budget for the played move; the one before had a share. A position
    with one legal move is not searched, so there the analysis after that move counts.
    """
    better: dict[int, Note] = {}
    for note in reversed(notes):
        after = better.get(note.ply + 1)
        if after is None:
            better[note.ply] = note
            continue
        worth = -seen_from_root(after.value, 1)
        value = worth if note.is_forced else note.value
        line = after.answer if after.is_forced else after.line
        better[note.ply] = replace(note, value=value, worth=worth, answer=(note.played, *line))
    return [_told_alike(better[note.ply]) for note in notes]


def _told_alike(note: Note) -> Note:
    """The note with one value if the best move was played: that of the move."""
    if note.played != note.best or note.worth is None:
        return note
    drop = max(0.0, lost_points(note.value, note.worth))
    return replace(note, value=note.worth, drop=drop)


def plies_to_annotate(
    game: chess.pgn.Game, *, book_moves: int = BOOK_MOVES
) -> Iterator[tuple[chess.Board, chess.Move]]:
    """Positions and moves of the game, without its book moves.

    In a game from the usual start, the first ``book_moves`` moves of each side are book moves; a
    game from another position has none.
    """
    board = game.board()
    usual = board.fen() == START
    for ply, move in enumerate(game.mainline_moves()):
        if not usual or ply >= 2 * book_moves:
            yield board.copy(), move
        board.push(move)


AnnotationTask = tuple[str, bool, str, str, str, float | None, int | None, str, int]
"""Start, Chess960, moves up to the one to judge, control, prober, seconds, nodes, evaluation,
threads of a deep search."""


def task_of(board: chess.Board, move: chess.Move, settings: Settings) -> AnnotationTask:
    """The task of judging one move, as plain data for another process or a file."""
    moves = " ".join(made.uci() for made in (*board.move_stack, move))
    means = (settings.control, settings.prober.name, settings.seconds, settings.nodes)
    evaluation = identity_of(settings.prober.evaluation)
    threads = settings.prober.deep_threads
    return board.root().fen(), board.chess960, moves, *means, evaluation, threads


def annotate_move(
    task: AnnotationTask, cache: CachePlace | None = None, cancel: Event | None = None
) -> dict[str, Any]:
    """Analyses the position before a move, and returns the note on the move as JSON.

    ``cache`` keeps the answers to probes; it is no part of the task, and changes no note. If it was
    cancelled, the note says what was known by then.

    Raises:
        EngineFailedError: if another engine failed for good.
        CancelledError: if it was cancelled before anything was known.
    """
    fen, chess960, moves, control, prober, seconds, nodes, evaluation, threads = task
    *before, played = moves.split()
    settings = Settings(
        control=control,
        seconds=seconds,
        nodes=nodes,
        prober=ProberChoice(
            prober, evaluation=evaluation_of(evaluation), deep_threads=threads, cache=cache
        ),
        why_not=(played,),
    )
    game = read_game(fen, before, chess960=chess960)
    analysis = analyse(game, settings=settings, cancel=cancel)
    if analysis.failure is not None:
        raise EngineFailedError(analysis.failure)
    return note_of(game.board(), played, len(before), analysis).as_json()


def note_of(board: chess.Board, played: str, ply: int, analysis: Analysis) -> Note:
    """The note on a played move, from the analysis of the position before it."""
    argument = analysis.argument
    claim, rival = argument.claim, argument.why_not(played)
    second = _second(argument.rivals)
    alone = second is not None and stands_alone(claim.value, second.value)
    return Note(
        ply=ply,
        fen=board.fen(),
        played=played,
        best=claim.move,
        value=claim.value,
        worth=claim.value if rival is None else _worth(rival, analysis.control),
        line=claim.line,
        answer=claim.line if rival is None else rival.line,
        only=alone and not is_obvious(board, claim.move),
        second=None if second is None else second.move,
        second_value=None if second is None else second.value,
        threat=() if argument.parry is None else argument.parry.threat,
        sentences=tuple(brief(argument)),
        chess960=board.chess960,
        **_history(board),
    )


def _history(board: chess.Board) -> dict[str, Any]:
    """The captures directly before a position, and where they began; nothing without any."""
    plies = captures_before(board)
    if not plies:
        return {}
    return {
        "since": plies[0].before.fen(),
        "captures": tuple(ply.move.uci() for ply in plies),
    }


def _worth(rival: Rival[str], control: str) -> float | None:
    """The value of the played move; None if only the first look gives one."""
    searched = rival.depth is not None or rival.kind is Kind.PROVED or control == "classic"
    return rival.value if searched else None


def _second(rivals: Sequence[Rival[str]]) -> Rival[str] | None:
    """The best rival; None unless all other rivals are known to be no better."""
    known = [rival for rival in rivals if rival.depth is not None or rival.kind is Kind.PROVED]
    if not known or len(known) < len(rivals):
        return None
    alone = [rival for rival in known if rival.kind is not Kind.BOUNDED]
    return max(alone, key=lambda rival: rival.value, default=None)


def stands_alone(value: float, others: float) -> bool:
    """Whether a move is the only one, if every other is worth at most ``others``."""
    left = winning_chances(others)
    return left <= MOST_LEFT and winning_chances(value) - left >= ONLY


def is_obvious(board: chess.Board, uci: str) -> bool:
    """Whether nobody has to be told that this is the only move.

    It is forced, a recapture, or mate, it takes something and wins it by the exchange on that
    square, or it takes a piece that gives check and costs no more.
    """
    if board.legal_moves.count() == 1 or _retakes(board, uci) or _checkmates(board, uci):
        return True
    move = chess.Move.from_uci(uci)
    if board.is_capture(move) and exchange(board, move).value > 0:
        return True
    return _takes_the_checker(board, move)


def _takes_the_checker(board: chess.Board, move: chess.Move) -> bool:
    """Whether it takes the piece that gives check, which is worth as much or is not guarded."""
    square = move.to_square
    taken, taker = board.piece_type_at(square), board.piece_type_at(move.from_square)
    if taken is None or taker is None or not board.checkers() & chess.BB_SQUARES[square]:
        return False
    guarded = board.is_attacked_by(not board.turn, square)
    return taker == chess.KING or not guarded or VALUES[taken] >= VALUES[taker]


def _checkmates(board: chess.Board, uci: str) -> bool:
    after = board.copy(stack=False)
    after.push(chess.Move.from_uci(uci))
    return after.is_checkmate()


def _retakes(board: chess.Board, uci: str) -> bool:
    move = chess.Move.from_uci(uci)
    if not board.move_stack or not board.is_capture(move):
        return False
    last = board.peek()
    before = board.copy()
    before.pop()
    return before.is_capture(last) and last.to_square == move.to_square
