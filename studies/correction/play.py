"""Games whose quiet positions are labelled: of the search, or of the teacher from openings.

A position is quiet if its side to move is not in check and the teacher's best move neither takes
nor promotes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import chess
import chess.pgn
import numpy as np

from provebest import _native
from provebest.chess.probes.fitting import self_play
from studies.correction.dataset import TESTED, Label, share_of
from studies.correction.teacher import Teacher, Word
from studies.study import games_of

LARGEST_VALUE = 2500
"""Positions that are worth more are left out."""
DECIDED = 800
"""A game ends when the teacher values it so highly."""
LONGEST = 200
"""Plies of a game of the teacher."""
RANDOM_MOVES = (0.0, 0.01, 0.03, 0.06)
"""The chances that a random move is played instead of the teacher's; a game has one of them."""
SELF_PLAY_NODES = 300
_NO_MEN = str.maketrans("", "", "12345678/")
FIRST_PLY = 8
"""Positions of a PGN game before this ply are not started from."""


def number_of(text: str) -> int:
    """The number of a game or an opening: a hash of its text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big")


def is_held_out(number: int) -> bool:
    """Whether the positions of this game may be used only for tests."""
    return bool(share_of(np.array([number]))[0] == TESTED)


@dataclass(frozen=True, slots=True)
class Start:
    """Where a game of the teacher begins; games with the same number are kept together."""

    fen: str
    number: int


def starts_in(file: Path) -> list[Start]:
    """The openings of an EPD or FEN file, or the positions of a PGN file; none are held out."""
    if file.suffix != ".pgn":
        lines = file.read_text(encoding="utf-8").splitlines()
        fens = [" ".join(line.split()[:4]) for line in lines if line.strip()]
        found = [Start(f"{fen} 0 1", number_of(fen)) for fen in fens]
    else:
        found = [start for game in games_of([file]) for start in _positions(game)]
    return [start for start in found if not is_held_out(start.number)]


def number_of_game(game: chess.pgn.Game) -> int:
    """The number of a PGN game, which depends on its moves alone."""
    return number_of(" ".join(move.uci() for move in game.mainline_moves()))


def _positions(game: chess.pgn.Game) -> Iterator[Start]:
    number, board = number_of_game(game), game.board()
    for ply, move in enumerate(game.mainline_moves(), start=1):
        board.push(move)
        if ply >= FIRST_PLY:
            yield Start(board.fen(), number)


def label_self_play(teacher: Teacher, games: Iterable[int]) -> Iterator[Label]:
    """The quiet positions of games of the search, whose seeds are given, as the teacher sees them.

    They begin with 7 to 9 random plies.
    """
    for seed in games:
        points, fens, _ = self_play(seed=seed, random_plies=7 + seed % 3, nodes=SELF_PLAY_NODES)
        for fen, word in zip(fens, teacher.values(fens), strict=True):
            if is_quiet(_native.ChessPosition(fen), word):
                result = points if fen.split()[1] == "w" else 2 - points
                yield _label(fen, word, result, seed)


def is_quiet(position: _native.ChessPosition, word: Word) -> bool:
    """Whether the position is quiet, and neither a mate nor decided long ago."""
    if word.value is None or abs(word.value) > LARGEST_VALUE or position.is_check:
        return False
    if len(word.move) != 4 or word.move not in position.legal_moves():
        return False
    after = position.copy()
    after.play(word.move)
    return count_men(after.fen()) == count_men(position.fen())


def count_men(fen: str) -> int:
    """The number of men on the board."""
    return len(fen.split(" ", 1)[0].translate(_NO_MEN))


def _label(fen: str, word: Word, result: int, game: int) -> Label:
    return Label(" ".join(fen.split()[:4]), word.value or 0, result, game)


def random_move(position: _native.ChessPosition, random: Random) -> str:
    """A random move that does not lose material where it goes, if there is one."""
    moves = position.legal_moves()
    random.shuffle(moves)
    safe = (move for move in moves if _native.exchange_at_least(position, move, 0))
    return next(safe, moves[0])


@dataclass(slots=True)
class _Game:
    position: _native.ChessPosition
    number: int
    random_move: float
    seen: list[tuple[str, Word]] = field(default_factory=list)
    white: int | None = None
    """White's half-points, once the game is over."""
    plies: int = 0

    def go_on(self, word: Word, random: Random) -> None:
        """Notes a quiet position, and plays a move or ends the game."""
        if is_quiet(self.position, word):
            self.seen.append((self.position.fen(), word))
        moves = self.position.legal_moves()
        self.plies += 1
        if word.value is None or abs(word.value) > DECIDED or not moves:
            ahead = 1 if not moves else 2 if (word.value or 0) > 0 else 0
            self.white = ahead if self.position.turn else 2 - ahead
        elif self.plies > LONGEST or self._is_draw():
            self.white = 1
        else:
            best = word.move if word.move in moves else moves[0]
            by_chance = random.random() < self.random_move
            self.position.play(random_move(self.position, random) if by_chance else best)

    def _is_draw(self) -> bool:
        here = self.position
        return here.repetitions() > 1 or here.is_fifty_moves() or here.is_insufficient_material()

    def labels(self) -> Iterator[Label]:
        white = 1 if self.white is None else self.white
        for fen, word in self.seen:
            result = white if fen.split()[1] == "w" else 2 - white
            yield _label(fen, word, result, self.number)


def label_teachers_games(
    teacher: Teacher, starts: Sequence[Start], count: int, seed: int
) -> Iterator[Label]:
    """The quiet positions of ``count`` games that the teacher plays, with some random moves.

    Each begins with 1 to 3 random plies from one of the starts.
    """
    random = Random(seed)
    live = []
    for _ in range(count):
        start = random.choice(starts)
        game = _Game(_native.ChessPosition(start.fen), start.number, random.choice(RANDOM_MOVES))
        for _ in range(random.randint(0, 2)):
            if game.position.legal_moves():
                game.position.play(random_move(game.position, random))
        live.append(game)
    games = list(live)
    while live:
        words = teacher.values([game.position.fen() for game in live])
        for game, word in zip(live, words, strict=True):
            game.go_on(word, random)
        live = [game for game in live if game.white is None]
    for game in games:
        yield from game.labels()
