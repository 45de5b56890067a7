"""The exact search again, over python-chess, as plainly as it can be said."""

import chess

from provebest.games.chess_evaluation import static_value as static_evaluation

MATE = 32_000
PRICES = {
    chess.PAWN: 100,
    chess.KNIGHT: 300,
    chess.BISHOP: 300,
    chess.ROOK: 500,
    chess.QUEEN: 900,
    chess.KING: 0,
}
QUIET_PLIES = 32


def key(board):
    return board.epd()


def static_value(board):
    return static_evaluation(board.fen(), chess960=board.chess960)


def won_by_taking(board, square, color):
    """What ``color`` wins if both go on taking on the square; it may also leave it."""
    takers = board.attackers(color, square)
    if not takers:
        return 0
    source = min(takers, key=lambda s: (board.piece_type_at(s), s))
    taker = board.piece_type_at(source)
    if taker == chess.KING and board.attackers(not color, square):
        return 0
    taken = PRICES[board.piece_type_at(square)]
    board.remove_piece_at(source)
    board.set_piece_at(square, chess.Piece(taker, color))
    return max(0, taken - won_by_taking(board, square, not color))


def exchange(board, move):
    """What the mover comes out with when both sides go on taking where he went."""
    if board.is_castling(move):
        return 0
    color, piece = board.turn, board.piece_type_at(move.from_square)
    left = board.copy(stack=False)
    gained = 0
    if board.is_en_passant(move):
        gained = PRICES[chess.PAWN]
        rank = chess.square_rank(move.from_square)
        left.remove_piece_at(chess.square(chess.square_file(move.to_square), rank))
    elif board.is_capture(move):
        gained = PRICES[board.piece_type_at(move.to_square)]
    if move.promotion:
        gained += PRICES[move.promotion] - PRICES[chess.PAWN]
    left.remove_piece_at(move.from_square)
    left.set_piece_at(move.to_square, chess.Piece(move.promotion or piece, color))
    if piece == chess.KING:
        return gained  # the move is legal: nothing takes back
    return gained - won_by_taking(left, move.to_square, not color)


def is_draw(board, seen):
    if board.halfmove_clock >= 100 and any(board.legal_moves):
        return True
    return board.is_insufficient_material() or key(board) in seen


def quiet_moves(board, quiet_ply):
    """What quiescence looks at when the side to move is not in check."""
    for move in board.legal_moves:
        if board.is_capture(move) or move.promotion:
            wanted = move.promotion in {None, chess.QUEEN}
        else:
            wanted = quiet_ply == 0 and board.gives_check(move)
        if wanted and exchange(board, move) >= 0:
            yield move


def price_taken(board, move):
    taken = board.piece_type_at(move.to_square)
    return 0 if taken is None else PRICES[taken]


def best_of(board, moves, best, alpha, beta, value_after):
    """The best value of these moves; alpha-beta leaves out what cannot matter."""
    for move in sorted(moves, key=lambda move: price_taken(board, move), reverse=True):
        board.push(move)
        best = max(best, -value_after(-beta, -max(alpha, best)))
        board.pop()
        if best >= beta:
            break
    return best


def quiescence(board, ply, quiet_ply, seen, alpha, beta):
    if ply > 0 and is_draw(board, seen):
        return 0
    if quiet_ply == QUIET_PLIES:
        return static_value(board)
    if board.is_check():
        best, moves = ply - MATE, list(board.legal_moves)
    else:
        best, moves = static_value(board), quiet_moves(board, quiet_ply)
        if best >= beta:
            return best
    return best_of(
        board,
        moves,
        best,
        alpha,
        beta,
        lambda a, b: quiescence(board, ply + 1, quiet_ply + 1, seen, a, b),
    )


def search(board, depth, ply, seen, alpha, beta):
    if depth == 0:
        return quiescence(board, ply, 0, seen, alpha, beta)
    if ply > 0 and is_draw(board, seen):
        return 0
    moves = list(board.legal_moves)
    if not moves:
        return ply - MATE if board.is_check() else 0
    return best_of(
        board, moves, -MATE, alpha, beta, lambda a, b: search(board, depth - 1, ply + 1, seen, a, b)
    )


def probe(board, depth, move=None, *, hope=False):
    """The value of an exact probe; None where the one who would pass is in check."""
    seen, earlier = set(), board.copy()
    while earlier.move_stack:
        earlier.pop()
        seen.add(key(earlier))
    board = board.copy()
    if move is not None:
        seen.add(key(board))
        board.push(move)
    if hope:
        if board.is_check():
            return None
        board.push(chess.Move.null())
        seen = set()
    if not any(board.legal_moves):
        return -MATE if board.is_check() else 0
    if board.halfmove_clock >= 100 or board.is_insufficient_material():
        return 0
    if move is not None and key(board) in seen:
        return 0
    return search(board, depth, 0, seen | {key(board)}, -MATE - 1, MATE + 1)
