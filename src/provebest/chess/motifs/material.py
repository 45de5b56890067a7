"""What a line wins: captures counted until no exchange is left in the middle.

A line is *settled* as follows. If it begins with a capture, and captures came directly before it
(in the board's move stack) that cost us something, that counts as lost: a recapture wins nothing.
At its end, if they are to move, they may recapture on the square of our last capture, and whatever
else they could take by one exchange takes away from what we have won. If we are to move, one
exchange may win back what we have lost, but it never makes a win: a line that ends before a capture
does not show it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import chess

from provebest.chess.motifs.deed import ChessDeed, Material, MotifKind
from provebest.chess.motifs.exchange import VALUES, best_exchange, exchange_on
from provebest.chess.motifs.line import Line
from provebest.chess.motifs.motif import Motif

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
    """The last capture of the settled line, of us and of them."""
    promoted: tuple[int, int]
    """How many pieces of ours and of theirs were promoted in the line and are still there."""


def settled_balance(line: Line) -> Balance:
    """The balance of a line; the module's docstring says what is added at its ends."""
    if not line.plies:
        return Balance(0, (), (), (None, None), (0, 0))
    moves = [ply.move for ply in line.plies]
    shown = _balance(line, moves)
    if line.end.is_game_over():
        return shown
    recaptured = _balance(line, [*moves, *_recaptures(line)])
    exchanged = _balance(line, [*moves, *best_exchange(line.end).moves])
    if line.end.turn == line.start.turn:
        best = max(shown, recaptured, exchanged, key=lambda balance: balance.gain)
        return shown if shown.gain >= 0 else replace(best, gain=min(best.gain, 0))
    worst = min(recaptured, exchanged, key=lambda balance: balance.gain)
    return recaptured if recaptured.gain <= 0 else replace(worst, gain=max(worst.gain, 0))


def settled_end(line: Line) -> chess.Board:
    """The board after the line and the exchange in which it may have stopped."""
    board = line.end.copy(stack=False)
    for move in _recaptures(line):
        board.push(move)
    return board


def _recaptures(line: Line) -> tuple[chess.Move, ...]:
    """How the exchange goes on that the last move of the line has begun or continued."""
    if not line.plies or line.plies[-1].captured is None:
        return ()
    return exchange_on(line.end, line.plies[-1].square).moves


def find_material(line: Line) -> Iterator[Motif]:
    """Wins material: over the settled line one side wins at least a pawn, net.

    Knights and bishops count the same. A rook for one of them is the exchange.
    """
    balance = settled_balance(line)
    by_us = balance.gain > 0
    sides = (balance.won, balance.lost) if by_us else (balance.lost, balance.won)
    material = net_material(*sides)
    index = balance.last_capture[0 if by_us else 1]
    if abs(balance.gain) < VALUES[chess.PAWN] or material is None or index is None:
        return
    while index >= len(line.plies) and index >= 2:  # captured after the end: its side's last move
        index -= 2
    index = min(index, len(line.plies) - 1)
    square = line.plies[index].square
    yield Motif(ChessDeed(MotifKind.MATERIAL, material=material), index, by_us, (square,))


def net_material(
    won: Sequence[chess.PieceType], lost: Sequence[chess.PieceType]
) -> Material | None:
    """What is won net; None if that is nothing."""
    plus, minus = _net(won, lost)
    if sum(VALUES[piece] * n for piece, n in plus.items()) <= sum(
        VALUES[piece] * n for piece, n in minus.items()
    ):
        return None
    return Material(tuple(sorted(plus.elements())), tuple(sorted(minus.elements())))


def largest_gain(balance: Balance) -> int:
    """The value of the most valuable piece that we win net, in hundredths of a pawn."""
    plus, _ = _net(balance.won, balance.lost)
    return max((VALUES[piece] for piece in plus), default=0)


def _net(
    won: Sequence[chess.PieceType], lost: Sequence[chess.PieceType]
) -> tuple[Counter[chess.PieceType], Counter[chess.PieceType]]:
    """Both lists without what they have in common; every minor piece is a bishop."""
    plus, minus = (
        Counter(chess.BISHOP if piece in MINORS else piece for piece in pieces)
        for pieces in (won, lost)
    )
    return plus - minus, minus - plus


def lead(board: chess.Board, side: chess.Color) -> int:
    """The material of a side above the other's, in hundredths of a pawn."""
    return sum(
        value * (len(board.pieces(piece, side)) - len(board.pieces(piece, not side)))
        for piece, value in VALUES.items()
        if piece != chess.KING
    )


def _balance(line: Line, moves: Sequence[chess.Move]) -> Balance:
    """The balance after these moves, which are the line and what settles it."""
    played = Line.of(line.start, moves)
    captured: tuple[list[chess.PieceType], list[chess.PieceType]] = ([], [])
    last: list[int | None] = [None, None]
    promoted: set[chess.Square] = set()
    for ply in played.plies:
        square = ply.capture_square
        if ply.captured is not None and square is not None:
            captured[ply.index % 2].append(chess.PAWN if square in promoted else ply.captured)
            last[ply.index % 2] = ply.index
        promoted.discard(ply.square)
        if ply.move.promotion or ply.move.from_square in promoted:
            promoted.discard(ply.move.from_square)
            promoted.add(ply.square)
    gain = lead(played.end, line.start.turn) - lead(line.start, line.start.turn)
    ours = sum(played.end.color_at(square) == line.start.turn for square in promoted)
    before = _owed(line)
    return Balance(
        gain + before.gain,
        (*before.won, *captured[0]),
        (*before.lost, *captured[1]),
        (last[0], last[1]),
        (ours, len(promoted) - ours),
    )


def _owed(line: Line) -> Balance:
    """What the captures directly before the line cost us, if its first move captures, too."""
    nothing = Balance(0, (), (), (None, None), (0, 0))
    if not line.prelude or line.plies[0].captured is None:
        return nothing
    us = line.start.turn
    gain = lead(line.start, us) - lead(line.prelude[0].before, us)
    won, lost = (
        tuple(ply.captured for ply in line.prelude if ply.captured and ply.side == side)
        for side in (us, not us)
    )
    return replace(nothing, gain=gain, won=won, lost=lost) if gain < 0 else nothing
