"""Reads PGN, one game at a time: a game that can be used, or one sentence why it cannot.

For any text, every game is one or the other, and a bad game does not touch those after it. The
limits below bound time and memory; real games stay far below them.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.pgn

from provebest.games.game_so_far import game_so_far
from provebest.vocabulary import BadInputError, shorten
from provebest.vocabulary.files import quoted_name, read_old_text
from provebest.vocabulary.outside import visible

LONGEST_GAME = 1_200
"""Plies. The longest tournament game had 538."""
MOST_NODES = 20_000
"""Moves, comments and glyphs of one game with all its variations."""
DEEPEST_VARIATION = 100
MOST_HEADERS = 1_000
MOST_COMMENT = 1_000_000
"""Characters in all comments of one game."""
LONGEST_LINE = 100_000
"""Characters. python-chess takes the square of it in time for a line of many comments."""
LEAST_TEXT = 1_000
"""A file with more than one NUL in this many characters is not text; most such files have more."""
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
NULL_MOVES = ("--", "Z0", "0000", "@@@@")
"""As python-chess reads them in the text of the moves."""

_EVENT = '[Event "'
_FIRST_MOVE = re.compile(r" ?1\. ?[KQRBN]?[a-h]?x?[a-h][1-8]")
_NEXT_GAME = re.compile(rf"(?<=\n\n){re.escape(_EVENT)}")


@dataclass(frozen=True, slots=True)
class PgnGame:
    """One game of a PGN text. It has a ``game`` if it can be used, else a ``problem``."""

    number: int
    """Its place in the text; the first is 1."""
    white: str
    black: str
    result: str
    game: chess.pgn.Game | None
    problem: str
    """One sentence that can be printed as it is; empty if there is none."""
    nodes: int
    """Moves, comments and glyphs that were read."""

    def __str__(self) -> str:
        players = f"{visible(self.white, most=60)} - {visible(self.black, most=60)}"
        return f"game {self.number} ({players})"


def read_pgn(file: Path, tell: Callable[[str], object] = lambda _: None) -> str:
    """The text of a PGN file; lines that are not UTF-8 are read as Latin-1, and ``tell`` hears it.

    Raises:
        BadInputError: if it cannot be read, is too large, or is not text.
    """
    text, remark = read_old_text(file)
    if text.count("\0") > 10 + len(text) // LEAST_TEXT:
        raise BadInputError(f"{shorten(str(file))} is not a text file")
    if remark:
        tell(remark)
    return text


def games_in(text: str, *, first: int = 1) -> Generator[PgnGame, None, int]:
    """Every game of a PGN text that has a move, a position of its own, or a problem.

    Those before the ``first`` are counted, and most of them not read. Returns the number of games.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines, number = _Lines(text), 0
    while True:
        start, reader = lines.tell(), _Reader()
        if number + 1 < first and lines.pass_game(start):
            number += 1
            continue
        lines.begin_game()
        game, problem = _read(lines, reader)
        if problem:
            lines.skip_game(start)
        elif game is None:
            return number
        headers = reader.game.headers
        if problem or reader.game.variations or "FEN" in headers:
            number += 1
            if number < first:
                continue
            white, black = headers.get("White", "?"), headers.get("Black", "?")
            result = headers.get("Result", "*")
            yield PgnGame(number, white, black, result, game, problem, reader.nodes)


def read_numbered_game(
    file: Path, number: int, tell: Callable[[str], object] = lambda _: None
) -> PgnGame:
    """The game with this number in a PGN file; the first is 1. It may have a problem.

    ``tell`` is that of ``read_pgn``.

    Raises:
        BadInputError: if the file cannot be read or has no such game.
    """
    games = games_in(read_pgn(file, tell), first=number)
    try:
        return next(games)
    except StopIteration as end:
        count = end.value
    name = quoted_name(file)
    if not count:
        raise BadInputError(f"there are no PGN games in {name}")
    raise BadInputError(f"{name} has {count} games; there is no game {number}")


def read_games(text: str) -> list[chess.pgn.Game]:
    """The games of a PGN text that can be used."""
    return [each.game for each in games_in(text) if each.game is not None]


def copy_game(game: chess.pgn.Game) -> chess.pgn.Game:
    """A copy of a game that can be used, with its comments, variations and glyphs.

    Raises:
        BadInputError: for a game that ``games_in`` would not give.
    """
    if game.errors:
        raise BadInputError(f"the game cannot be read to its end: {visible(game.errors[0])}")
    try:
        copy = game.accept(_Reader())
    except _UnusableError as error:
        raise BadInputError(str(error)) from None
    copy.headers = game.headers.copy()
    return copy


class _UnusableError(Exception):
    """Ends the reading of a game. Not a ValueError: python-chess reads on after those."""


class _Lines(io.StringIO):
    """A text that ends with each game, and refuses a line that is too long or is not text.

    A header ``Event`` after an empty line always begins another game. Without this rule a comment
    that does not end would hide the games after it, a game without moves would lend its headers to
    the next, and either could be read again for every game of a long text. After the first move
    python-chess reads beyond an empty line only in a comment.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._skipping = False
        self.begin_game()

    def begin_game(self) -> None:
        """The next line is the first of a game, or is before it."""
        self._begun = self._in_moves = False
        self._last = self._first_moves = ""

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        """The next line; empty at the end of the text and before another game.

        Raises:
            _UnusableError: if it is too long, is not text, or begins another game in a comment.
        """
        place, line = self.tell(), super().readline(size)
        if self._begun and self._last == "\n" and line.startswith(_EVENT):
            if self._in_moves and not self._skipping:
                raise _UnusableError("a comment in it does not end")
            self.seek(place)
            return ""
        self._last = line
        words = line.lstrip("\ufeff")
        if words.strip() and not words.startswith(("%", ";")):
            self._begun = True
            if not self._in_moves and not words.startswith("["):
                self._in_moves, self._first_moves = True, line
        if len(line) > LONGEST_LINE and not self._skipping:
            raise _UnusableError(f"a line of it has more than {LONGEST_LINE:,} characters")
        if "\0" in line and not self._skipping:
            raise _UnusableError("it is not text: it has NUL characters")
        return line

    def pass_game(self, start: int) -> bool:
        """Goes to the end of the game that starts there if it certainly counts as one.

        That is so if it begins with a move, be it legal or not. Otherwise it has to be read.
        """
        self.skip_game(start)
        if _FIRST_MOVE.match(self._first_moves):
            return True
        self.seek(start)
        return False

    def skip_game(self, start: int) -> None:
        """Goes to the end of the game that starts there."""
        self.seek(start)
        self.begin_game()
        self._skipping = True
        chess.pgn.skip_game(self)
        self._skipping = False


def _read(lines: _Lines, reader: _Reader) -> tuple[chess.pgn.Game | None, str]:
    """The next game, or what is wrong with it; neither at the end of the text."""
    try:
        return chess.pgn.read_game(lines, Visitor=lambda: reader), ""
    except _UnusableError as error:
        return None, visible(error)
    except ValueError:  # python-chess lets int() raise it for a glyph of thousands of digits
        return None, "a number in it is too long"
    except Exception:  # noqa: BLE001 - whatever python-chess makes of text that is not PGN
        return None, "it is not PGN"


class _Reader(chess.pgn.GameBuilder[chess.pgn.Game]):
    """Builds a game, and stops at the first thing that makes it unusable."""

    def __init__(self) -> None:
        super().__init__(Game=chess.pgn.Game)
        self.begin_game()
        self.nodes = 0
        self._headers = 0
        self._comment = 0

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Adds a header."""
        self._headers += 1
        if self._headers > MOST_HEADERS:
            raise _UnusableError(f"it has more than {MOST_HEADERS:,} headers")
        super().visit_header(tagname, tagvalue)

    def end_headers(self) -> None:
        """Checks where the game starts, and that its result cannot be taken for a move."""
        headers = self.game.headers
        try:
            _check_start(headers)
        except BadInputError as error:
            raise _UnusableError(str(error)) from None
        result = headers.get("Result", "*")
        if any(name in result for name in NULL_MOVES):
            raise _UnusableError(f"{shorten(result)} is not a result; it reads as a null move")

    def parse_san(self, board: chess.Board, san: str) -> chess.Move:
        """The move."""
        try:
            return super().parse_san(board, san)
        except chess.AmbiguousMoveError:
            raise _UnusableError(f"{_numbered(board, san)} is ambiguous") from None
        except ValueError:
            raise _UnusableError(f"{_numbered(board, san)} is not legal") from None

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        """Adds a move. A null move may only be in a variation, where it shows a threat."""
        variation = len(self.variation_stack) > 1
        if not move and not variation:
            raise _UnusableError(f"{_numbered(board, '--')} is a null move")
        if move and not board.is_legal(move):
            raise _UnusableError(f"{_numbered(board, move.uci())} is not legal")
        if len(board.move_stack) >= LONGEST_GAME:
            raise _UnusableError(f"it is longer than {LONGEST_GAME // 2:,} moves")
        self._count()
        super().visit_move(board, move)

    def visit_nag(self, nag: int) -> None:
        """Adds a glyph."""
        self._count()
        super().visit_nag(nag)

    def visit_comment(self, comment: str) -> None:
        """Adds a comment."""
        self._count()
        if _NEXT_GAME.search(comment):
            raise _UnusableError("a comment in it does not end")
        self._comment += len(comment)
        if self._comment > MOST_COMMENT:
            raise _UnusableError(f"its comments have more than {MOST_COMMENT:,} characters")
        super().visit_comment(comment)

    def begin_variation(self) -> None:
        """Begins a variation."""
        if len(self.variation_stack) > DEEPEST_VARIATION:
            raise _UnusableError(f"its variations are nested more than {DEEPEST_VARIATION} deep")
        self._count()
        super().begin_variation()

    def handle_error(self, error: Exception) -> None:
        """Stops, instead of logging the error and reading on."""
        raise _UnusableError(visible(error))

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise _UnusableError(f"it has more than {MOST_NODES:,} moves, comments and glyphs")


def _check_start(headers: chess.pgn.Headers) -> None:
    """Raises BadInputError if the headers do not set up a position of chess or Chess960."""
    try:
        variant, board = headers.variant().uci_variant, headers.board()
    except ValueError as error:
        told = visible(error, most=120)
        raise BadInputError(f"the game's headers do not set up a position: {told}") from None
    if variant != "chess":
        name = shorten(headers["Variant"])
        raise BadInputError(f"only standard chess and Chess960 are supported, not {name}")
    game_so_far(board)


def _numbered(board: chess.Board, move: str) -> str:
    return f"{board.fullmove_number}{'.' if board.turn else '...'}{move}"
