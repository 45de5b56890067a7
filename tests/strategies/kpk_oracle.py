"""King and pawn against king by plain repetition: slow, and too simple to be wrong."""

from __future__ import annotations

import chess

Position = tuple[bool, int, int]
"""Whether White is to move, White's king, Black's king."""

NEAR = [frozenset(chess.SquareSet(chess.BB_KING_ATTACKS[square])) for square in chess.SQUARES]
GUARDED = [frozenset(chess.SquareSet(chess.BB_PAWN_ATTACKS[True][s])) for s in chess.SQUARES]


def legal_positions(pawn: int) -> list[Position]:
    """All legal positions with a white pawn on a square."""
    return [
        (white_moves, white, black)
        for white in chess.SQUARES
        for black in chess.SQUARES
        for white_moves in (True, False)
        if white != black and black not in NEAR[white] and pawn not in {white, black}
        if not (white_moves and black in GUARDED[pawn])
    ]


def white_wins(white: int, black: int, pawn: int, won: dict[int, set[Position]]) -> bool:
    """Whether some move of White leads to a position that is known to be won."""
    for to in NEAR[white]:
        if (False, to, black) in won[pawn]:
            return True
    for to in (pawn + 8, pawn + 16) if chess.square_rank(pawn) == 1 else (pawn + 8,):
        if to in {white, black}:
            return False
        if chess.square_rank(to) == 7:  # the new piece wins if it is not taken
            return white in NEAR[to] or black not in NEAR[to]
        if (False, white, black) in won[to]:
            return True
    return False


def black_loses(white: int, black: int, pawn: int, won: dict[int, set[Position]]) -> bool:
    """Whether every move of Black leads to a position that is known to be won for White.

    Without a move it is stalemate: a king and a pawn never mate.
    """
    moves = NEAR[black] - NEAR[white] - GUARDED[pawn]
    return bool(moves) and all(to != pawn and (True, white, to) in won[pawn] for to in moves)


def all_won(file: int) -> dict[int, set[Position]]:
    """The positions that White wins, by the square of the pawn, which is on this file."""
    won: dict[int, set[Position]] = {}
    for rank in range(6, 0, -1):
        pawn = chess.square(file, rank)
        won[pawn] = set()
        unknown = legal_positions(pawn)
        found = True
        while found:
            found, left = False, []
            for position in unknown:
                white_moves, white, black = position
                wins = white_wins if white_moves else black_loses
                if wins(white, black, pawn, won):
                    won[pawn].add(position)
                    found = True
                else:
                    left.append(position)
            unknown = left
    return won
