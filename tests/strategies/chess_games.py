"""Chess for hypothesis: games played at random, and what a careless hand makes of a position."""

import random

import chess
from hypothesis import strategies as st

FIRST_ARRAYS = [(chess.Board.from_chess960_pos(number).fen(), True) for number in range(0, 960, 7)]
# Rare things are near: castling, promotion, en passant under pins, the last pieces, old clocks.
LATER = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/4k3/8/2p1b3/8/3P4/3BK3 w - - 97 80",
    "8/8/3k4/8/8/3NK3/8/7b b - - 94 120",
    "4k3/8/8/8/8/8/8/R3K2R w KQ - 90 60",
]
STARTS = st.one_of(st.sampled_from([(fen, False) for fen in LATER]), st.sampled_from(FIRST_ARRAYS))


def pick_move(board, pick):
    """A legal move; every fourth pick takes the last move back, so that positions repeat."""
    legal = list(board.legal_moves)
    if pick % 4 == 0 and len(board.move_stack) > 1:
        own = board.move_stack[-2]
        back = chess.Move(own.to_square, own.from_square)
        if back in legal:
            return back
    return legal[pick // 4 % len(legal)]


def board_of_a_game(rng):
    """A board after some random moves, which may have ended the game."""
    fen, chess960 = rng.choice([*((fen, False) for fen in LATER * 17), *FIRST_ARRAYS])
    board = chess.Board(fen, chess960=chess960)
    for _ in range(rng.randrange(60)):
        if not any(board.legal_moves):
            break
        board.push(pick_move(board, rng.randrange(4 * 218)))
    return board


@st.composite
def games(draw, longest=80):
    """A start, whether it is Chess960, and legal moves from there."""
    fen, chess960 = draw(STARTS)
    plies = draw(st.integers(0, longest))
    picks = random.Random(draw(st.integers(0, 2**32)))
    board = chess.Board(fen, chess960=chess960)
    while len(board.move_stack) < plies and any(board.legal_moves):
        board.push(pick_move(board, picks.randrange(4 * 218)))
    return fen, chess960, board.move_stack


def with_piece(board, square, symbol):
    board.set_piece_at(square, None if symbol is None else chess.Piece.from_symbol(symbol))


@st.composite
def mutated_fens(draw):
    """A FEN that can be read, of a position that is legal or spoiled: (text, Chess960)."""
    fen, chess960, moves = draw(games(longest=40))
    board = chess.Board(fen, chess960=chess960)
    for move in moves:
        board.push(move)
    placement, turn, rights, ep, clock, number = board.fen(en_passant="fen").split()
    spoiled = chess.Board(None)
    spoiled.set_board_fen(placement)
    squares = st.integers(0, 63)
    changes = st.tuples(squares, st.sampled_from([None, *"PNBRQKpnbrqk"]))
    for square, symbol in draw(st.lists(changes, max_size=4)):
        with_piece(spoiled, square, symbol)
    for source, target in draw(st.lists(st.tuples(squares, squares), max_size=2)):
        piece = spoiled.remove_piece_at(source)
        spoiled.set_piece_at(target, piece)
    if draw(st.integers(0, 3)) == 0:
        turn = draw(st.sampled_from("wb"))
    if draw(st.integers(0, 2)) == 0:
        white = draw(st.text("KQABCDEFGH", max_size=2))
        rights = white + draw(st.text("kqabcdefgh", max_size=2)) or "-"
    if draw(st.integers(0, 2)) == 0:
        ep = draw(st.sampled_from(["-", *chess.SQUARE_NAMES]))
    clock = draw(st.sampled_from([clock, "0", "99", "150", "20000", "007"]))
    number = draw(st.sampled_from([number, "0", "1", "5000"]))
    fields = [spoiled.board_fen(), turn, rights, ep, clock, number]
    kept = draw(st.sampled_from([6, 6, 6, 5, 4, 3, 2, 1]))
    if draw(st.integers(0, 4)) == 0:
        chess960 = not chess960
    return " ".join(fields[:kept]), chess960


@st.composite
def garbage_fens(draw):
    """Text that looks like a FEN, with characters struck out, doubled and put in."""
    text, chess960 = draw(mutated_fens())
    alphabet = "KQRBNPkqrbnp12345678/ -wbacdefgh90~x\t"
    edits = st.tuples(st.integers(0, 90), st.integers(0, 2), st.text(alphabet, max_size=2))
    for place, cut, put in draw(st.lists(edits, max_size=4)):
        text = text[:place] + put + text[place + cut :]
    return text, chess960
