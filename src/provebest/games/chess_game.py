"""Chess as a game for every search of this package: ``Chess`` and its states.

Values are hundredths of a pawn for White, who is MAX. A mate is worth ``MATE`` less the plies from
the game's start to it, so a nearer mate is worth more; a draw is worth 0.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import chess

from provebest.games.boards import board_from
from provebest.games.chess import ChessPosition, read_position
from provebest.games.chess_evaluation import DEFAULT_EVALUATION, check_evaluation, static_value
from provebest.games.chess_values import MATE, MATES_FROM
from provebest.games.game_so_far import game_so_far
from provebest.games.protocol import Game
from provebest.vocabulary import BadInputError, Interval, shorten

End = Literal["checkmate", "stalemate", "insufficient material", "fifty moves", "repetition"]

DRAW = 0
FIFTY_MOVES = 100  # plies without a capture or a pawn move
BEFORE_THE_THIRD = 2  # equal earlier positions that make this one the third
_WHITE_HELPERS, _BLACK_HELPERS = re.compile("[QRBNP]"), re.compile("[qrbnp]")


@dataclass(frozen=True, slots=True)
class ChessState:
    """A position with all of the game that its value depends on.

    Equal states have the same moves, the same outcomes and the same value. So the positions that
    may be repeated are part of a state, and so are both clocks and the plies from the start: the
    same placement reached by different quiet moves is a different state.
    """

    fen: str
    earlier: tuple[str, ...] = field(default=(), repr=False)
    """The first four fields of the FEN of each position since the last capture or pawn move, the
    oldest first; without this position itself."""
    plies: int = 0
    """From the start of the game that is searched."""
    chess960: bool = False
    end: End | None = field(init=False, compare=False)
    """How the game has ended here; None while it goes on. It follows from the other fields."""

    def __post_init__(self) -> None:
        position = read_position(self.fen, chess960=self.chess960, any_check=True)
        object.__setattr__(self, "fen", position.fen())
        object.__setattr__(self, "end", _end(position, self.earlier.count(self.repeatable)))

    @property
    def white_to_move(self) -> bool:
        """Whether White is to move."""
        return self.fen[self.fen.index(" ") + 1] == "w"

    @property
    def repeatable(self) -> str:
        """What must be the same for a position to count as repeated: all but the clocks."""
        return self.fen.rsplit(" ", 2)[0]


class Chess(Game[ChessState, str]):
    """Chess from a position; White is MAX, moves are written in UCI, and shown in SAN.

    ``position`` is "startpos", a FEN, or a ``chess.Board`` with its move stack: positions that
    occurred before count for repetition. ``chess960`` applies to text; a board has its own
    setting.

    The game is over by mate, stalemate and insufficient material. It is also drawn as soon as a
    player could claim a draw for the position on the board: on its third occurrence, or by the
    fifty-move rule. ``value`` is a static estimate while the game goes on, by the ``evaluation``
    "corrected" or "handcrafted".
    ``bounds`` are facts: no mate can come before the next moves, and a bare king cannot win.

    Raises:
        BadPositionError: if the text is not a position, with the reasons.
        BadInputError: if it is not a position at all, or a board of a variant.
    """

    least_win = MATES_FROM
    value_range = (-MATE, MATE)

    def __init__(
        self,
        position: str | chess.Board = "startpos",
        *,
        chess960: bool = False,
        evaluation: str = DEFAULT_EVALUATION,
    ) -> None:
        check_evaluation(evaluation)
        self._evaluation = evaluation
        game = game_so_far(position, chess960=chess960)
        state = ChessState(game.start, chess960=game.chess960)
        for move in game.played:  # players may have gone on where a draw could be claimed
            state = _after(state, move)
        self._start = replace(state, plies=0)

    def start(self) -> ChessState:
        """The position, with the game that led to it."""
        return self._start

    def moves(self, state: ChessState) -> Sequence[str]:
        """The legal moves in UCI, in a fixed order; none if the game is over."""
        _check_state(state)
        return [] if state.end is not None else _position(state).legal_moves()

    def play(self, state: ChessState, move: str) -> ChessState:
        """The state after a move.

        Raises:
            BadInputError: if the game is over or the move is not legal.
        """
        _check_state(state)
        if state.end is not None:
            raise BadInputError(f"the game is over in {state.fen!r}: {state.end}")
        return _after(state, move)

    def max_to_move(self, state: ChessState) -> bool:
        """Whether White is to move."""
        _check_state(state)
        return state.white_to_move

    def value(self, state: ChessState) -> float:
        """Exact if the game is over; otherwise the static estimate, within the bounds."""
        lo, hi = self._limits(state)
        if lo == hi:
            return lo
        estimate = static_value(state.fen, chess960=state.chess960, evaluation=self._evaluation)
        for_white = estimate if state.white_to_move else -estimate
        return min(max(for_white, lo, 1 - MATES_FROM), hi, MATES_FROM - 1)

    def bounds(self, state: ChessState) -> Interval:
        """The earliest possible mates, or 0 for a side that has only its king."""
        return Interval(*self._limits(state))

    def passed(self, state: ChessState) -> ChessState | None:
        """The same position with the other side to move; None in check or if the game is over.

        No position before a pass counts as repeated after it.
        """
        _check_state(state)
        if state.end is not None or _position(state).is_check:
            return None
        placement, turn, rights, _, clock, number = state.fen.split(" ")
        other, next_number = ("b", int(number)) if turn == "w" else ("w", int(number) + 1)
        fen = f"{placement} {other} {rights} - {int(clock) + 1} {next_number}"
        return ChessState(fen, (), state.plies + 1, state.chess960)

    def show(self, state: ChessState) -> str:
        """The FEN."""
        _check_state(state)
        return state.fen

    def show_move(self, state: ChessState, move: str) -> str:
        """The move in SAN."""
        _check_state(state)
        if move not in _position(state).legal_moves():
            raise _not_legal(state, move)
        board = board_from(state.fen, chess960=state.chess960)
        return board.san(board.parse_uci(move))

    def _limits(self, state: ChessState) -> tuple[int, int]:
        """The bounds as a pair."""
        _check_state(state)
        white = state.white_to_move
        if state.end == "checkmate":
            won = _mate_after(state.plies)
            return (-won, -won) if white else (won, won)
        if state.end is not None:
            return DRAW, DRAW
        # The side to move can mate with this move at the earliest, the other side with the next.
        sooner, later = _mate_after(state.plies + 1), _mate_after(state.plies + 2)
        lo, hi = (-later, sooner) if white else (-sooner, later)
        placement = state.fen[: state.fen.index(" ")]
        return (
            lo if _BLACK_HELPERS.search(placement) else DRAW,
            hi if _WHITE_HELPERS.search(placement) else DRAW,
        )


def _mate_after(plies: int) -> int:
    """Returns the value of a mate for the winner; all very long mates are worth the same."""
    return max(MATE - plies, MATES_FROM)


def _position(state: ChessState) -> ChessPosition:
    return ChessPosition(state.fen, chess960=state.chess960, any_check=True)


def _after(state: ChessState, move: str) -> ChessState:
    position = _position(state)
    try:
        position.play(move)
    except (ValueError, TypeError):
        raise _not_legal(state, move) from None
    goes_back = position.halfmove_clock > 0
    earlier = (*state.earlier, state.repeatable) if goes_back else ()
    return ChessState(position.fen(), earlier, state.plies + 1, state.chess960)


def _end(position: ChessPosition, times_before: int) -> End | None:
    if position.is_checkmate():
        return "checkmate"
    if position.is_stalemate():
        return "stalemate"
    if position.is_insufficient_material():
        return "insufficient material"
    if position.halfmove_clock >= FIFTY_MOVES:
        return "fifty moves"
    if times_before >= BEFORE_THE_THIRD:
        return "repetition"
    return None


def _check_state(state: object) -> None:
    if not isinstance(state, ChessState):
        raise BadInputError(
            f"expected a chess state from Chess(...).start() or play(state, move), "
            f"got {shorten(state)}"
        )


def _not_legal(state: ChessState, move: object) -> BadInputError:
    return BadInputError(
        f"{shorten(move)} is not legal in {state.fen!r}; moves are written like e2e4 or e7e8q"
    )
