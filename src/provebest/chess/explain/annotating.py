"""Judges every move of a game: the best move, why the played move is worse, what it missed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
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
from provebest.games.boards import board_from
from provebest.games.chess import START
from provebest.games.chess_evaluation import evaluation_of, identity_of
from provebest.games.chess_values import seen_from_root
from provebest.games.game_so_far import GameSoFar, read_game
from provebest.vocabulary import CancelledError, EngineFailedError, NothingSearchedError

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
    game from another position has none, nor one that has no other moves.
    """
    board, moves = game.board(), list(game.mainline_moves())
    of_book = 2 * book_moves if board.fen() == START and len(moves) > 2 * book_moves else 0
    for ply, move in enumerate(moves):
        if ply >= of_book:
            yield board.copy(), move
        board.push(move)


@dataclass(frozen=True, slots=True)
class Means:
    """With what the moves of games are searched."""

    control: str
    prober: str
    evaluation: str
    """The identity of the evaluation of the native prober."""
    threads: int
    """Of a deep search."""
    seconds: float | None
    nodes: int | None

    @classmethod
    def of(cls, settings: Settings) -> Means:
        """Those of these settings."""
        prober = settings.prober
        own = (settings.control, prober.name, identity_of(prober.evaluation), prober.deep_threads)
        return cls(*own, settings.seconds, settings.nodes)

    def choice(self) -> ProberChoice:
        """The prober."""
        evaluation = evaluation_of(self.evaluation)
        return ProberChoice(self.prober, evaluation=evaluation, deep_threads=self.threads)


@dataclass(frozen=True, slots=True)
class AnalyseMove:
    """The task of judging a move by an analysis of the position before it."""

    start: str
    chess960: bool
    moves: tuple[str, ...]
    """Those of the game, up to the one to judge."""
    means: Means

    @property
    def ply(self) -> int:
        """The number of half-moves before the one to judge."""
        return len(self.moves) - 1

    @property
    def played(self) -> str:
        """The move to judge."""
        return self.moves[-1]

    def game(self) -> GameSoFar:
        """The game up to the position before the move."""
        return read_game(self.start, self.moves[:-1], chess960=self.chess960)

    def board(self) -> chess.Board:
        """The position before the move, with its history."""
        return board_from(self.start, self.moves[:-1], chess960=self.chess960)


def task_of(board: chess.Board, move: chess.Move, settings: Settings) -> AnalyseMove:
    """The task of judging one move."""
    moves = tuple(made.uci() for made in (*board.move_stack, move))
    return AnalyseMove(board.root().fen(), board.chess960, moves, Means.of(settings))


def analyse_move(
    task: AnalyseMove, cache: CachePlace | None = None, cancel: Event | None = None
) -> Note | None:
    """Analyses the position before a move; returns the note on the move, or None if cancelled.

    ``cache`` keeps the answers to probes; it is no part of the task, and changes no note.

    Raises:
        EngineFailedError: if another engine failed for good.
    """
    settings = Settings(
        control=task.means.control,
        seconds=task.means.seconds,
        nodes=task.means.nodes,
        prober=replace(task.means.choice(), cache=cache),
        why_not=(task.played,),
    )
    game = task.game()
    try:
        analysis = analyse(game, settings=settings, cancel=cancel)
    except (CancelledError, NothingSearchedError):
        if cancel is None or not cancel.is_set():
            raise
        return None
    if cancel is not None and cancel.is_set():
        return None
    if analysis.failure is not None:
        raise EngineFailedError(analysis.failure)
    return note_of(game.board(), task.played, task.ply, analysis)


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
