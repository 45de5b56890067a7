"""Judges every move of a game: the best move, why the played move is worse, what it missed."""

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
from provebest.chess.explain.losses import expected_points, lost_points
from provebest.chess.explain.stories import VALUES
from provebest.chess.motifs.exchange import exchange
from provebest.chess.motifs.line import captures_before
from provebest.chess.probes.cache_place import CachePlace
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.games.boards import board_from
from provebest.games.chess import START
from provebest.games.chess_evaluation import evaluation_of, identity_of
from provebest.games.game_so_far import read_game
from provebest.vocabulary import BadInputError, EngineFailedError, shorten

ONLY = 0.20
"""A move is the only move if every other costs as much of the winning chances or more."""
MOST_LEFT = 0.5
"""A move is not the only one if another leaves more than these winning chances."""
DEFAULT_SECONDS = DEFAULT_SECONDS_EACH
"""Seconds for each move, if no limit is given."""
HIGHEST_VALUE = 1e6
"""Hundredths of a pawn; no search gives more, not even for a mate."""
BOOK_MOVES = 8
"""Moves of each side that count as book moves, in a game from the usual start."""


class Verdict(enum.Enum):
    """How good a played move is, by the expected points that it loses."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    UNKNOWN = "unknown"
    """There was no time to search it."""


DECIDED = 0.1
"""Expected points below which a game is lost: what is left is less than what a mistake costs."""
LEAST_COST = ((0.15, Verdict.BLUNDER), (0.10, Verdict.MISTAKE), (0.05, Verdict.INACCURACY))
"""Expected points that a move of this kind costs at least."""
MARKS = {Verdict.BLUNDER: "??", Verdict.MISTAKE: "?", Verdict.INACCURACY: "?!"}
NAMES = {
    Verdict.BLUNDER: ("blunder", "blunders"),
    Verdict.MISTAKE: ("mistake", "mistakes"),
    Verdict.INACCURACY: ("inaccuracy", "inaccuracies"),
}


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is known of the best and the played move. Values are for the side that moved."""

    value: float
    """The value of the best move, in hundredths of a pawn."""
    worth: float | None
    """The value of the played move; None if unknown."""
    line: tuple[str, ...]
    """Starts with the best move."""
    answer: tuple[str, ...]
    """Starts with the played move: the expected play after it, as far as it is known."""
    only: bool
    """Whether the best move is the only move: every other costs ``ONLY`` or more."""
    second: str | None
    """The second-best move, if it is known."""
    second_value: float | None

    def as_json(self) -> dict[str, Any]:
        """All of it as JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Note(Judgement):
    """The judgement of one move of a game."""

    ply: int
    """The number of half-moves played before it in the game."""
    fen: str
    """The position before the move."""
    played: str
    best: str
    threat: tuple[str, ...]
    """A threat of the other side that the best move stops; empty if there is none."""
    argument: str
    """The argument for the best move, in words."""
    chess960: bool = False
    unsure: bool = False
    """The searches that should confirm a mark did not: the move gets none."""
    drop: float = 0.0
    """Expected points that the best move seems to lose, by the analysis after it: it was played,
    and the analysis before it had taken it for better."""
    since: str = ""
    """The position before ``captures``; empty if there are none."""
    captures: tuple[str, ...] = ()
    """The moves directly before this one, if they take something: to take back wins nothing."""
    confirmed: bool = False
    """Whether both moves were searched again to the same depths."""
    lines: tuple[tuple[str, ...], ...] = ()
    """The lines of the best move at the last depths of those searches."""
    answers: tuple[tuple[str, ...], ...] = ()
    """The same for the played move."""
    after: float | None = None
    """The value after the move by a longer search of the next position, if there was one."""

    def board(self) -> chess.Board:
        """The board before the move; its history has the captures directly before it."""
        return board_from(self.since or self.fen, self.captures, chess960=self.chess960)

    @classmethod
    def from_json(cls, note: dict[str, Any]) -> Note:
        """The note that ``as_json`` wrote.

        Raises:
            BadInputError: for anything else, as in a damaged file.
        """
        try:
            lists = ("line", "answer", "threat", "captures")
            whole = {name: tuple(note.get(name, ())) for name in lists}
            whole |= {name: tuple(map(tuple, note.get(name, ()))) for name in ("lines", "answers")}
            made = cls(**note | whole)
            made._check()
        except (AssertionError, AttributeError, KeyError, TypeError, ValueError):
            raise BadInputError(f"this is not a note on a move: {shorten(note)}") from None
        return made

    def _check(self) -> None:
        """Raises ValueError or TypeError unless it can be shown: its moves are legal."""
        flags = (self.only, self.chess960, self.unsure, self.confirmed)
        numbers = (self.value, self.worth, self.second_value, self.drop, self.after)
        if type(self.ply) is not int or not all(type(flag) is bool for flag in flags):
            raise TypeError
        if not all(number is None or abs(number) <= HIGHEST_VALUE for number in numbers):
            raise ValueError
        if type(self.argument) is not str or type(self.value) not in {int, float}:
            raise TypeError
        if self.board().fen() != self.fen:
            raise ValueError
        lines = [(self.played,), (self.best,), self.line, self.answer, *self.lines, *self.answers]
        for line in (*lines, () if self.second is None else (self.second,)):
            board_from(self.fen, line, chess960=self.chess960)
        if self.threat:
            board_from(self.fen, ("0000", *self.threat), chess960=self.chess960)

    @property
    def is_forced(self) -> bool:
        """Whether there was no other legal move."""
        return self.board().legal_moves.count() == 1

    @property
    def cost(self) -> float:
        """Expected points that the move loses, from 0 to 1."""
        if self.worth is None or self.played == self.best:
            return 0.0
        return max(0.0, lost_points(self.value, self.worth))

    @property
    def loss(self) -> float:
        """The cost, but never more than that of the least error if it is not told as one."""
        return min(self.cost, LEAST_COST[-1][0]) if self.verdict is Verdict.GOOD else self.cost

    @property
    def shown(self) -> float:
        """The value after the move that is written: the one that is known best."""
        if self.after is not None:
            return self.after
        return self.value if self.worth is None else self.worth

    @property
    def _is_decided(self) -> bool:
        """Whether the game was lost before the move, or is won after it: no error changes that."""
        lost = expected_points(self.value) < DECIDED
        return lost or (self.worth is not None and expected_points(self.worth) > 1 - DECIDED)

    @property
    def verdict(self) -> Verdict:
        """The verdict for this cost."""
        if self.played == self.best:
            return Verdict.BEST
        if self.worth is None:
            return Verdict.UNKNOWN
        if self.unsure or self._is_decided:
            return Verdict.GOOD
        return next((name for least, name in LEAST_COST if self.cost >= least), Verdict.GOOD)

    @property
    def mark(self) -> str:
        """``?!``, ``?`` or ``??``; empty if the move gets none."""
        return MARKS.get(self.verdict, "")

    @property
    def for_white(self) -> int:
        """1 if White moved, else -1: a value times this is White's."""
        return 1 if self.board().turn == chess.WHITE else -1

    @property
    def bad(self) -> bool:
        """Whether the move is at least an inaccuracy."""
        return self.mark != ""

    @property
    def refutation(self) -> tuple[str, ...]:
        """Starts with the played move and shows why it is bad; empty if it is not bad."""
        return self.answer if self.bad else ()

    @property
    def missed(self) -> tuple[str, ...]:
        """The threat that the played move overlooks; empty if there is none."""
        return self.threat if self.threat and self.refutation[1:2] == self.threat[:1] else ()


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


def annotate_move(task: AnnotationTask, cache: CachePlace | None = None) -> dict[str, Any]:
    """Analyses the position before a move, and returns the note on the move as JSON.

    ``cache`` keeps the answers to probes; it is no part of the task, and changes no note.

    Raises:
        EngineFailedError: if another engine failed for good.
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
    analysis = analyse(game, settings=settings)
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
        argument=str(argument),
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
