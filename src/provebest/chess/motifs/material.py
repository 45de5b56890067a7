"""What a line wins: captures counted until no exchange is left in the middle.

A line is *settled* as follows. If its last move was a capture, the side to move may recapture on
that square if the exchange pays. Whatever else the side to move could win by an exchange can only
take away from what the other side has won, and can never make a win of its own: a line that ends
before a capture does not show that capture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import chess

from provebest.chess.motifs.exchange import VALUES, best_exchange, exchange_on
from provebest.chess.motifs.line import Line
from provebest.chess.motifs.motif import Motif, MotifKind
from provebest.chess.motifs.words import count_of, listed

MINORS = (chess.KNIGHT, chess.BISHOP)


@dataclass(frozen=True, slots=True)
class Balance:
    """What the sides have captured in a settled line."""

    gain: int
    """For the side that moves first, in hundredths of a pawn, with promotions."""
    won: tuple[chess.PieceType, ...]
    """What the side that moves first has captured; a piece promoted in the line is a pawn."""
    lost: tuple[chess.PieceType, ...]
    last_capture: tuple[int | None, int | None]
    """The last move of the line that captures, of us and of them."""


def settled_balance(line: Line) -> Balance:
    """The balance of a line; the module's docstring says what is added at its end."""
    if not line.plies:
        return Balance(0, (), (), (None, None))
    moves = [ply.move for ply in line.plies]
    plain = _gain(line.start, moves)
    if line.end.is_game_over():
        return _balance(line, moves, plain)
    recapture: tuple[chess.Move, ...] = ()
    if line.plies[-1].captured is not None:
        recapture = exchange_on(line.end, moves[-1].to_square).moves
    settled = [*moves, *recapture]
    gain = _gain(line.start, settled)
    mover = 1 if len(moves) % 2 == 0 else -1
    if gain * mover < 0:  # the side to move has lost something: what else could it take?
        other = [*moves, *best_exchange(line.end).moves]
        undone = _gain(line.start, other)
        if undone * mover > gain * mover:
            settled, gain = other, undone if undone * mover < 0 else 0
    return _balance(line, settled, gain)


def find_material(line: Line) -> Iterator[Motif]:
    """Wins material: over the settled line one side wins at least a pawn, net.

    Knights and bishops count the same. A rook for one of them is the exchange.
    """
    balance = settled_balance(line)
    by_us = balance.gain > 0
    sides = (balance.won, balance.lost) if by_us else (balance.lost, balance.won)
    words = material_words(*sides)
    index = balance.last_capture[0 if by_us else 1]
    if abs(balance.gain) >= VALUES[chess.PAWN] and words is not None and index is not None:
        square = line.plies[index].move.to_square
        yield Motif(MotifKind.MATERIAL, index, by_us, (square,), f"winning {words}")


def material_words(won: Sequence[chess.PieceType], lost: Sequence[chess.PieceType]) -> str | None:
    """What is won net, such as "the exchange and a pawn"; None if that is nothing."""
    plus, minus = _net(won, lost)
    if sum(VALUES[piece] * n for piece, n in plus.items()) <= sum(
        VALUES[piece] * n for piece, n in minus.items()
    ):
        return None
    parts: list[str] = []
    exchanges = min(plus[chess.ROOK], minus[chess.BISHOP])
    if exchanges:
        parts.append("the exchange" if exchanges == 1 else count_of(exchanges, "exchange"))
        plus[chess.ROOK] -= exchanges
        minus[chess.BISHOP] -= exchanges
    parts += _named(+plus)
    text = listed(parts)
    return f"{text} for {listed(_named(+minus))}" if +minus else text


def _named(pieces: Counter[chess.PieceType]) -> list[str]:
    """Minor pieces are called pieces; a queen is called the queen if there is only one."""
    nouns = {chess.ROOK: "rook", chess.BISHOP: "piece", chess.PAWN: "pawn"}
    queens = pieces[chess.QUEEN]
    names = ["the queen" if queens == 1 else count_of(queens, "queen")] if queens else []
    return names + [count_of(pieces[piece], noun) for piece, noun in nouns.items() if pieces[piece]]


def _net(
    won: Sequence[chess.PieceType], lost: Sequence[chess.PieceType]
) -> tuple[Counter[chess.PieceType], Counter[chess.PieceType]]:
    """Both lists without what they have in common; every minor piece is a bishop."""
    plus, minus = (
        Counter(chess.BISHOP if piece in MINORS else piece for piece in pieces)
        for pieces in (won, lost)
    )
    return plus - minus, minus - plus


def _gain(start: chess.Board, moves: Sequence[chess.Move]) -> int:
    """The change of material over these moves for the side to move at the start."""
    board = start.copy(stack=False)
    for move in moves:
        board.push(move)
    return _lead(board, start.turn) - _lead(start, start.turn)


def _lead(board: chess.Board, side: chess.Color) -> int:
    return sum(
        value * (len(board.pieces(piece, side)) - len(board.pieces(piece, not side)))
        for piece, value in VALUES.items()
        if piece != chess.KING
    )


def _balance(line: Line, moves: Sequence[chess.Move], gain: int) -> Balance:
    captured: tuple[list[chess.PieceType], list[chess.PieceType]] = ([], [])
    last: list[int | None] = [None, None]
    played = Line.of(line.start, moves)
    promoted: set[chess.Square] = set()
    for ply in played.plies:
        square = ply.capture_square
        if ply.captured is not None and square is not None:
            by = ply.index % 2
            captured[by].append(chess.PAWN if square in promoted else ply.captured)
            last[by] = min(ply.index, len(line.plies) - 1)
        promoted.discard(ply.move.to_square)
        if ply.move.promotion or ply.move.from_square in promoted:
            promoted.discard(ply.move.from_square)
            promoted.add(ply.move.to_square)
    won, lost = map(tuple, captured)
    return Balance(gain, won, lost, (last[0], last[1]))
