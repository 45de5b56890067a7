"""Reads chess positions from FEN and moves, and counts move sequences (perft)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event

from provebest import _native
from provebest.vocabulary import BadInputError, shorten

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
DEEPEST_COUNT = 255  # a compiled position can undo this many moves
_SLICE = 10_000_000  # leaves: some hundredths of a second
_LONGEST_SHOWN = 110  # every FEN of a legal position is shorter

ChessPosition = _native.ChessPosition


class BadPositionError(BadInputError):
    """The text is not a chess position.

    ``reasons`` are python-chess's names in lower case (``no_white_king``,
    ``bad_castling_rights``) or, if the text cannot be read at all, ``rows``, ``row``,
    ``character``, ``turn``, ``castling_text``, ``en_passant_text``, ``clock``, ``move_number`` and
    ``too_many_fields``; ``place`` is the index in the text of the first of them.
    """

    def __init__(self, fen: str, sentence: str, reasons: Sequence[str], place: int) -> None:
        self.fen = fen
        self.reasons = tuple(reasons)
        self.place = place
        where = re.match(r"[^\s/]+", fen[place:])
        quoted = f", {shorten(where[0])}" if where else ""
        at = f" (at character {place + 1}{quoted})" if place else ""
        more = [reason.replace("_", " ") for reason in self.reasons[1:]]
        also = f"; also: {', '.join(more)}" if more else ""
        super().__init__(f"FEN {shorten(fen, _LONGEST_SHOWN)}: {sentence}{at}{also}")


def fen_of(text: str) -> str:
    """Returns the FEN: the starting position for ``startpos``, else the text itself."""
    return START if text == "startpos" else text


def read_position(
    fen: str = START,
    moves: Sequence[str] = (),
    *,
    chess960: bool = False,
    any_check: bool = False,
) -> ChessPosition:
    """Returns the position after these UCI moves; earlier positions count for repetition.

    A position is accepted if python-chess calls it valid. ``any_check`` also accepts checks that no
    last move could have given, as in composed problems and move-counting tests.

    Raises:
        BadPositionError: if the text is not a position, with the reasons.
        BadInputError: if a move is not legal.
    """
    if strange := re.search(r"[^\t -~]", fen):
        sentence = f"{strange[0]!r} is not allowed in a FEN, which is one line of ASCII text"
        raise BadPositionError(fen, sentence, ["character"], strange.start())
    try:
        position = ChessPosition(fen, chess960=chess960, any_check=any_check)
    except _native.FenError as error:
        sentence, reasons, place = error.args
        raise BadPositionError(fen, sentence, reasons, place) from None
    play_moves(position, moves)
    return position


def play_moves(position: ChessPosition, moves: Sequence[str]) -> None:
    """Plays these moves, in UCI.

    Raises:
        BadInputError: for a move that is not legal where it is played.
    """
    for number, move in enumerate(moves, start=1):
        try:
            position.play(move)
        except (ValueError, TypeError):  # TypeError for text that is not Unicode
            raise BadInputError(
                f"move {number}, {shorten(move)}, is not legal in {position.fen()!r}; "
                "moves are written like e2e4 or e7e8q"
            ) from None


@dataclass(frozen=True, slots=True)
class Perft:
    """The number of ways to play ``depth`` plies; if stopped early, only those of ``shares``."""

    depth: int
    nodes: int
    shares: tuple[tuple[str, int], ...]
    """Root moves whose count is complete, with their numbers of ways."""
    complete: bool


def perft(
    position: ChessPosition,
    depth: int,
    *,
    cancel: Event | None = None,
    on_count: Callable[[int, int, int], None] | None = None,
) -> Perft:
    """Counts move sequences.

    ``on_count`` gets how many root moves are counted, how many there are, and the count so far.

    Raises:
        BadInputError: unless 0 <= depth <= 255.
    """
    if not 0 <= depth <= DEEPEST_COUNT:
        raise BadInputError(f"depth must be from 0 to {DEEPEST_COUNT}, got {depth}")
    run = _native.ChessPerft(position, depth)
    while not run.done and not (cancel is not None and cancel.is_set()):
        run.advance(_SLICE)
        if on_count is not None:
            on_count(len(run.shares()), run.root_moves, run.nodes)
    return Perft(depth, run.nodes, tuple(run.shares()), run.done)
