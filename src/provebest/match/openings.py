"""Reads the openings of a match from files of FEN, EPD or PGN."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import chess

from provebest.games.boards import board_from, board_of_epd
from provebest.games.chess import read_position
from provebest.games.pgn import games_in
from provebest.match.kinds import KINDS, kind_of
from provebest.vocabulary import BadInputError, shorten
from provebest.vocabulary.files import read_old_text
from provebest.vocabulary.outside import visible

BUILT_IN = Path(__file__).parent / "data" / "openings.pgn"
DEFAULT_PLIES = 16


@dataclass(frozen=True, slots=True)
class Opening:
    """The beginning of a game: a position, and moves that are already played from it."""

    name: str
    fen: str
    moves: tuple[str, ...] = ()

    def board(self) -> chess.Board:
        """The position after the moves, with its history."""
        return board_from(self.fen, self.moves, chess960=False)

    @property
    def kind(self) -> str:
        """``closed``, ``semi-open`` or ``open``."""
        return kind_of(self.board())


def read_openings(
    path: Path, *, plies: int = DEFAULT_PLIES, seed: int | None = None, kinds: Sequence[str] = ()
) -> list[Opening]:
    """The openings of a file in its order, or shuffled with a seed; of these kinds, or of all.

    Only the first ``plies`` plies of a PGN game are its opening.

    Raises:
        BadInputError: for a file that cannot be read, and for the first line that is not a
            position.
    """
    for kind in kinds:
        if kind not in KINDS:
            raise BadInputError(f"--kind must be one of {', '.join(KINDS)}; got {shorten(kind)}")
    text, _ = read_old_text(path)
    if path.suffix.lower() == ".pgn":
        openings = list(_from_pgn(text, path.name, plies))
    else:
        openings = list(_from_lines(text, path.name))
    chosen = [opening for opening in openings if not kinds or opening.kind in kinds]
    if not chosen:
        of_kind = f" that is {' or '.join(kinds)}" if kinds else ""
        raise BadInputError(f"{path.name} has no opening{of_kind}")
    if seed is not None:
        random.Random(seed).shuffle(chosen)
    return chosen


def fingerprint(openings: Sequence[Opening]) -> str:
    """A short hash of the openings and their order."""
    text = "\n".join(f"{opening.fen} {' '.join(opening.moves)}" for opening in openings)
    return sha256(text.encode()).hexdigest()[:16]


def _from_lines(text: str, file: str) -> Iterator[Opening]:
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            yield _from_line(line.strip(), f"line {number}")
        except ValueError as error:
            raise BadInputError(f"{file}, line {number}: {visible(error)}") from None


def _from_line(line: str, name: str) -> Opening:
    fields = line.split(None, 6)
    if len(fields) >= 6 and fields[4].isdecimal() and fields[5].isdecimal():
        return _checked_opening(name, " ".join(fields[:6]))
    board, operations = board_of_epd(line)
    return _checked_opening(str(operations.get("id", name)), board.fen())


def _from_pgn(text: str, file: str, plies: int) -> Iterator[Opening]:
    for each in games_in(text):
        game = each.game
        if game is None:
            raise BadInputError(f"{file}, game {each.number}: {each.problem}")
        moves = tuple(move.uci() for move in game.mainline_moves())[:plies]
        names = (game.headers.get("Opening"), game.headers.get("Event"))
        name = next((name for name in names if name not in {None, "", "?"}), None)
        yield _checked_opening(name or f"game {each.number}", game.board().fen(), moves)


def _checked_opening(name: str, fen: str, moves: tuple[str, ...] = ()) -> Opening:
    read_position(fen, moves)
    opening = Opening(name, fen, moves)
    if not any(opening.board().legal_moves):
        raise BadInputError(f"the game is already over in {fen!r}")
    return opening
