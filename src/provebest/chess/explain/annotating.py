"""Every move of a game: what was best, why the played move is worse, what it missed."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import chess
import chess.pgn

from provebest.argument.notation import winning_chances
from provebest.argument.parts import Kind, Rival
from provebest.chess.beliefs import seen_from_root
from provebest.chess.defaults import DEFAULT_SECONDS_EACH
from provebest.chess.explain.analysis import Analysis, Settings, analyse
from provebest.chess.probes.probers import ProberChoice
from provebest.games.boards import board_from
from provebest.games.chess import START
from provebest.games.game_so_far import read_game
from provebest.vocabulary import EngineFailedError

ONLY = 0.20
"""A move is the only one where every other costs this much of the winning chances."""
DEFAULT_SECONDS = DEFAULT_SECONDS_EACH
"""For each move, if no limit is given."""
BOOK_MOVES = 8
"""Moves of each side that are taken for book where a game begins at the usual place."""


class Verdict(enum.Enum):
    """What a played move costs, by the winning chances that it gives away."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    UNKNOWN = "unknown"
    """There was no time to look at it."""


LEAST_COST = ((0.30, Verdict.BLUNDER), (0.20, Verdict.MISTAKE), (0.10, Verdict.INACCURACY))


@dataclass(frozen=True, slots=True)
class Note:
    """What is known of one move of a game. Values speak for the side that moved."""

    ply: int
    """From 0, counted from the start of the game."""
    fen: str
    """Before the move."""
    played: str
    best: str
    value: float
    """Of the best move."""
    worth: float | None
    """Of the played one."""
    line: tuple[str, ...]
    """Starts with the best move."""
    answer: tuple[str, ...]
    """Starts with the played move: how play goes on after it, as far as is known."""
    only: bool
    """Every other move than the best costs much."""
    second: str | None
    """The best of the others, where it is known."""
    second_value: float | None
    threat: tuple[str, ...]
    """What the other side would do if nothing were done about it and the best move does."""
    argument: str
    """For the best move, in words."""
    chess960: bool = False

    def board(self) -> chess.Board:
        """Before the move."""
        return board_from(self.fen, chess960=self.chess960)

    def as_json(self) -> dict[str, Any]:
        """What JSON can hold."""
        return asdict(self)

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> Note:
        """What ``as_json`` gave."""
        return cls(**{**told, **{name: tuple(told[name]) for name in ("line", "answer", "threat")}})

    @property
    def cost(self) -> float:
        """Winning chances given away."""
        if self.worth is None or self.played == self.best:
            return 0.0
        return max(0.0, winning_chances(self.value) - winning_chances(self.worth))

    @property
    def verdict(self) -> Verdict:
        """What the cost is called."""
        if self.played == self.best:
            return Verdict.BEST
        if self.worth is None:
            return Verdict.UNKNOWN
        return next((name for least, name in LEAST_COST if self.cost >= least), Verdict.GOOD)

    @property
    def bad(self) -> bool:
        """Whether there is something to complain of."""
        return self.cost >= LEAST_COST[-1][0]

    @property
    def refutation(self) -> tuple[str, ...]:
        """Starts with the played move and shows why it is bad; nothing where it is not."""
        return self.answer if self.bad else ()

    @property
    def missed(self) -> tuple[str, ...]:
        """The threat that the played move lets through."""
        return self.threat if self.threat and self.refutation[1:2] == self.threat[:1] else ()


def refined(notes: Sequence[Note]) -> list[Note]:
    """Each move judged by the analysis of the position after it, where that is there.

    It had the whole budget, and so knows more of the played move than the analysis before it.
    """
    by_ply = {note.ply: note for note in notes}
    better = []
    for note in notes:
        after = by_ply.get(note.ply + 1)
        if after is None:
            better.append(note)
            continue
        worth = -seen_from_root(after.value, 1)
        value = worth if note.played == note.best else note.value
        answer = (note.played, *after.line)
        better.append(replace(note, value=value, worth=worth, answer=answer))
    return better


def plies_to_annotate(
    game: chess.pgn.Game, *, book_moves: int = BOOK_MOVES
) -> Iterator[tuple[chess.Board, chess.Move]]:
    """Positions and moves of the game, without its book moves.

    The first ``book_moves`` moves of each side are book in a game from the usual start; a game from
    another position has no book.
    """
    board = game.board()
    usual = board.fen() == START
    for ply, move in enumerate(game.mainline_moves()):
        if not usual or ply >= 2 * book_moves:
            yield board.copy(), move
        board.push(move)


AnnotationTask = tuple[str, bool, str, str, str, float | None, int | None]
"""Start, Chess960, moves of the game with the one in question, control, prober, seconds, nodes."""


def task_of(board: chess.Board, move: chess.Move, settings: Settings) -> AnnotationTask:
    """One move as plain data, for any process and any file."""
    moves = " ".join(made.uci() for made in (*board.move_stack, move))
    means = (settings.control, settings.prober.name, settings.seconds, settings.nodes)
    return board.root().fen(), board.chess960, moves, *means


def annotate_move(task: AnnotationTask) -> dict[str, Any]:
    """The note on a move as JSON, from an analysis of the position before it.

    Raises:
        EngineFailedError: if another engine failed for good.
    """
    fen, chess960, moves, control, prober, seconds, nodes = task
    *before, played = moves.split()
    settings = Settings(
        control=control,
        seconds=seconds,
        nodes=nodes,
        prober=ProberChoice(prober),
        why_not=(played,),
    )
    game = read_game(fen, before, chess960=chess960)
    analysis = analyse(game, settings=settings)
    if analysis.failure is not None:
        raise EngineFailedError(analysis.failure)
    return note_of(game.board(), played, len(before), analysis).as_json()


def note_of(board: chess.Board, played: str, ply: int, analysis: Analysis) -> Note:
    """The note that an analysis justifies."""
    argument = analysis.argument
    claim, told = argument.claim, argument.why_not(played)
    second = _second(argument.rivals)
    gap = winning_chances(claim.value) - winning_chances(second.value) if second else 0.0
    return Note(
        ply,
        board.fen(),
        played,
        claim.move,
        claim.value,
        claim.value if told is None else _worth(told, analysis.control),
        claim.line,
        claim.line if told is None else told.line,
        gap >= ONLY and not _retakes(board, claim.move),
        None if second is None else second.move,
        None if second is None else second.value,
        () if argument.parry is None else argument.parry.threat,
        str(argument),
        board.chess960,
    )


def _worth(told: Rival[str], control: str) -> float | None:
    """What the played move is worth, where more than a first look says so."""
    looked = told.depth is not None or told.kind is Kind.PROVED or control == "classic"
    return told.value if looked else None


def _second(rivals: Sequence[Rival[str]]) -> Rival[str] | None:
    """The best of the others, where all of them are known to be no better than it."""
    known = [rival for rival in rivals if rival.depth is not None or rival.kind is Kind.PROVED]
    if not known or len(known) < len(rivals):
        return None
    alone = [rival for rival in known if rival.kind is not Kind.BOUNDED]
    return max(alone, key=lambda rival: rival.value, default=None)


def _retakes(board: chess.Board, uci: str) -> bool:
    """Takes what has just taken: nobody needs to be told that it is the only move."""
    move = chess.Move.from_uci(uci)
    if not board.move_stack or not board.is_capture(move):
        return False
    last = board.peek()
    before = board.copy()
    before.pop()
    return before.is_capture(last) and last.to_square == move.to_square
