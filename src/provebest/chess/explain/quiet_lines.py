"""Lines of a search up to a quiet position: what a line does is not judged in mid-exchange."""

from __future__ import annotations

from collections.abc import Sequence

import chess

from provebest.argument.argument import LONGEST_LINE
from provebest.chess.motifs.exchange import best_exchange


def quiet_line(
    board: chess.Board, line: Sequence[str], shortest: int = 1
) -> tuple[list[chess.Move], chess.Board]:
    """The line up to its last quiet position or the end of the game, and the board there.

    In a quiet position the side to move is not in check and wins nothing by captures. If the line
    goes on or was cut there, the last move did not take anything, unless it took back. Moves after
    the first that cannot be played are left out. Without a quiet position after ``shortest`` plies
    or more there are no moves.
    """
    moves = legal_line(board, line)
    boards = [board.copy(stack=False)]
    for move in moves:
        boards.append(boards[-1].copy(stack=False))
        boards[-1].push(move)
    for plies in range(len(moves), shortest - 1, -1):
        ends = plies == len(line) < LONGEST_LINE
        if _is_quiet(boards[plies]) and (ends or not _takes_first(boards, moves, plies)):
            return moves[:plies], boards[plies]
    return [], boards[0]


def ends_quietly(board: chess.Board, line: Sequence[str]) -> bool:
    """Whether nothing is hanging at the end of a line, and its last move did not begin a capture.

    A search may keep less of a line than that, for example up to the first of several captures.
    """
    boards = [board.copy(stack=False)]
    moves = legal_line(board, line)
    for move in moves:
        boards.append(boards[-1].copy(stack=False))
        boards[-1].push(move)
    return _is_quiet(boards[-1]) and not _takes_first(boards, moves, len(moves))


def legal_line(board: chess.Board, line: Sequence[str]) -> list[chess.Move]:
    """The moves of a line up to the first that cannot be played."""
    after, moves = board.copy(stack=False), list[chess.Move]()
    for name in line:
        move = chess.Move.from_uci(name)
        if not after.is_legal(move):
            break
        moves.append(move)
        after.push(move)
    return moves


def _is_quiet(board: chess.Board) -> bool:
    if board.is_game_over():
        return True
    return not board.is_check() and best_exchange(board).value == 0


def _takes_first(boards: Sequence[chess.Board], moves: Sequence[chess.Move], plies: int) -> bool:
    """Whether the last of these moves takes something, does not take back, and does not end it."""
    if boards[plies].is_game_over() or plies == 0:
        return False
    if not boards[plies - 1].is_capture(moves[plies - 1]):
        return False
    if plies == 1 or not boards[plies - 2].is_capture(moves[plies - 2]):
        return True
    return moves[plies - 1].to_square != moves[plies - 2].to_square
