"""What is known of a played move: the best move, what the played one costs, and its mark."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import chess

from provebest.argument.phrasing import Sentence
from provebest.chess.explain.losses import expected_points, lost_points
from provebest.games.boards import board_from
from provebest.vocabulary import BadInputError, shorten
from provebest.vocabulary.plain import as_plain, from_plain

PASS = str(chess.Move.null())
HIGHEST_VALUE = 1e6
"""Hundredths of a pawn; no search gives more, not even for a mate."""


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
        made: dict[str, Any] = as_plain(self)
        return made

    def check_judged(self, fen: str, lines: Iterable[tuple[str, ...]], *, chess960: bool) -> None:
        """Raises ValueError unless a search may give these values, and all lines can be played."""
        numbers = (self.value, self.worth, self.second_value)
        if not all(number is None or abs(number) <= HIGHEST_VALUE for number in numbers):
            raise ValueError("a value that no search gives")
        second = () if self.second is None else (self.second,)
        for line in (self.line, self.answer, second, *lines):
            board_from(fen, line, chess960=chess960)


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
    sentences: tuple[Sentence, ...]
    """The argument for the best move, as it was when the move was chosen; see ``argument``."""
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
            made = from_plain(cls, note)
            made.check()
        except (AssertionError, ValueError):
            raise BadInputError(f"this is not a note on a move: {shorten(note)}") from None
        return made

    def check(self) -> None:
        """Raises ValueError unless it can be shown: its moves are legal."""
        if max(abs(self.drop), abs(self.after or 0.0)) > HIGHEST_VALUE:
            raise ValueError("a value that no search gives")
        if self.board().fen() != self.fen:
            raise ValueError("another position")
        lines = [(self.played,), (self.best,), *self.lines, *self.answers]
        lines += [_from_root(one) for one in self.sentences]
        lines += [(PASS, *self.threat)] if self.threat else []
        self.check_judged(self.fen, lines, chess960=self.chess960)

    @property
    def argument(self) -> tuple[Sentence, ...]:
        """The argument for the best move, as far as it agrees with this note.

        A sentence that tells of a move noticeably more or less than this note is left out; without
        its first, which tells what is best, nothing is left.
        """
        known = {self.second: self.second_value, self.played: self.worth, self.best: self.value}
        agree = tuple(one for one in self.sentences if _agrees(one, known))
        for claim in self.sentences[:1]:
            if claim in agree and claim.moves[:1] == (self.best,):
                return agree
        return ()

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


def _from_root(said: Sentence) -> tuple[str, ...]:
    """The line of a sentence with the moves before it."""
    return said.line if said.passed_after is None else (*said.passed_after, PASS, *said.line)


def _agrees(said: Sentence, known: Mapping[str | None, float | None]) -> bool:
    """Whether it tells of no move noticeably more or less than is known of it."""
    values = ((value, known.get(move)) for move, value in said.values)
    return all(
        now is None or abs(lost_points(value, now)) < LEAST_COST[-1][0] for value, now in values
    )


def in_words(sentences: Sequence[Sentence]) -> str:
    """Sentences as text, a line each."""
    return "\n".join(said.text for said in sentences)
