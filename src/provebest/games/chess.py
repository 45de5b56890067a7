"""Chess positions: read from FEN and moves, and the count that tests a move generator."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event

from provebest import _native
from provebest.vocabulary import BadInputError, shorten

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
DEEPEST_COUNT = 255  # the room that a compiled position keeps for moves to be taken back
_SLICE = 10_000_000  # leaves: some hundredths of a second
_LONGEST_SHOWN = 110  # every FEN of a legal position is shorter

ChessPosition = _native.ChessPosition


class BadPositionError(BadInputError):
    """Text that is no chess position.

    ``reasons`` are python-chess's names in small letters (``no_white_king``,
    ``bad_castling_rights``) or, where the text cannot be read at all, ``rows``, ``row``,
    ``character``, ``turn``, ``castling_text``, ``en_passant_text``, ``clock``, ``move_number`` and
    ``too_many_fields``; ``place`` is the index of the character where the first of them shows.
    """

    def __init__(self, fen: str, sentence: str, reasons: Sequence[str], place: int) -> None:
        self.fen = fen
        self.reasons = tuple(reasons)
        self.place = place
        where = re.match(r"[^\s/]+", fen[place:])
        quoted = f", {shorten(where[0])}" if where else ""
        at = f" (at character {place + 1}{quoted})" if place else ""
        more = [reason.replace("_", " ") for reason in self.reasons[1:]]
        also = f"; besides: {', '.join(more)}" if more else ""
        super().__init__(f"FEN {shorten(fen, _LONGEST_SHOWN)}: {sentence}{at}{also}")


def fen_of(text: str) -> str:
    """The FEN that a user means: the usual start for ``startpos``, else the text itself."""
    return START if text == "startpos" else text


def read_position(
    fen: str = START,
    moves: Sequence[str] = (),
    *,
    chess960: bool = False,
    any_check: bool = False,
) -> ChessPosition:
    """The position after these moves, in UCI; earlier positions count as repeated.

    A position is accepted where python-chess calls it valid. ``any_check`` also takes those whose
    check no last move can have given, as composed problems and move counters have them.

    Raises:
        BadPositionError: for text that is no position, with the reasons.
        BadInputError: for a move that is not legal where it is played.
    """
    if strange := re.search(r"[^\t -~]", fen):
        sentence = f"{strange[0]!r} has no place in a FEN, which is one line of plain letters"
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
        except ValueError:
            raise BadInputError(
                f"move {number}, {shorten(move)}, is not legal in {position.fen()!r}; "
                "moves are written like e2e4 or e7e8q"
            ) from None


def static_value(fen: str, *, chess960: bool) -> int:
    """What a valid position is worth without search: hundredths of a pawn for the side to move."""
    return _native.evaluate_fen(fen, chess960=chess960)


@dataclass(frozen=True, slots=True)
class Perft:
    """How many ways there are to play ``depth`` plies; of ``shares`` if it was stopped early."""

    depth: int
    nodes: int
    shares: tuple[tuple[str, int], ...]
    """Root moves that were counted to the end, with their ways."""
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
        BadInputError: for a depth that is negative or deeper than anyone can count.
    """
    if not 0 <= depth <= DEEPEST_COUNT:
        raise BadInputError(f"a depth is from 0 to {DEEPEST_COUNT}; got {depth}")
    run = _native.ChessPerft(position, depth)
    while not run.done and not (cancel is not None and cancel.is_set()):
        run.advance(_SLICE)
        if on_count is not None:
            on_count(len(run.shares()), run.root_moves, run.nodes)
    return Perft(depth, run.nodes, tuple(run.shares()), run.done)
