"""Legal boards with far more captures than a game has, and how late the engine is there.

What is measured is processor time, so that other programs on the machine do not matter.
"""

import random
import sys
import time
from collections import Counter

import chess
from uci_session import Session

QUEENS = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1"
PROMOTED = "rnbqkbnr/8/qqqqqqqq/8/8/QQQQQQQQ/8/RNBQKBNR w KQkq - 0 1"
"""With as many pieces as a game can reach."""
FEW_PIECES = "n4q1b/p2k2Pn/Q7/2Q5/1Q5n/5R1n/2RppR2/5BbK w - - 0 1"
"""With no more pieces than a game begins with."""
WORST = (
    QUEENS,
    PROMOTED,
    FEW_PIECES,
    "7R/1K2BB2/2R2b2/3rR3/p1q1n1k1/nP1b3r/ppB2p1r/8 w - - 0 1",
)
POOLS = ("Q", "QQQQR", "QRBN", "QRBNP", "RBN", "R", "QQRRBBNNP")
LATE = 0.2
"""Seconds of processor time past its deadline within which every search has to end."""
MOVETIME = 100


def crowded_board(rng):
    """A legal position with up to fifteen pieces of each side beside the kings, of few kinds."""
    while True:
        board, squares, pool = chess.Board(None), list(chess.SQUARES), rng.choice(POOLS)
        rng.shuffle(squares)
        for color in chess.COLORS:
            kinds = ["K", *rng.choices(pool, k=rng.randrange(4, 16))]
            for kind in kinds:
                square = squares.pop()
                cannot_be_a_pawn = chess.square_rank(square) in {0, 7}
                symbol = "N" if kind == "P" and cannot_be_a_pawn else kind
                piece = chess.Piece(chess.Piece.from_symbol(symbol).piece_type, color)
                board.set_piece_at(square, piece)
        board.turn = rng.random() < 0.5
        if board.is_valid() and any(board.legal_moves):
            return board.fen()


def latenesses(session, fen):
    """How late the engine's move came after each kind of limit, in seconds of processor time."""
    legal = {move.uci() for move in chess.Board(fen).legal_moves}
    late = {}
    for go, allowed in (
        (f"go movetime {MOVETIME}", MOVETIME / 1000),
        ("go nodes 1000", 0.0),
        ("go depth 1", 0.0),
        ("go infinite", 0.0),
    ):
        session.tell("ucinewgame", "isready", f"position fen {fen}")
        since, begun = len(session.said), time.process_time()
        session.tell(go)
        if go == "go infinite":
            time.sleep(0.02)
            begun = time.process_time()
            session.tell("stop")
        move = session.hear("bestmove", since).split()[1]
        late[go] = time.process_time() - begun - allowed
        assert move in legal, f"{move} after {go}"
        session.engine._thinker.join()
    return late


def count_boards(wanted, first):
    """The worst lateness for each kind of limit over many boards; beyond ``LATE`` it is a fault."""
    counts, worst = Counter(), {}
    session = Session()
    for seed in range(first, first + wanted):
        fen = crowded_board(random.Random(seed))
        counts["boards"] += 1
        try:
            late = latenesses(session, fen)
        except AssertionError as error:  # no move, or an illegal one
            counts["faults"] += 1
            print(f"FAULT {error}: {fen!r}, seed {seed}", flush=True)
            session = Session()
            continue
        for go, seconds in late.items():
            worst[go] = max(worst.get(go, (seconds, fen)), (seconds, fen))
            if seconds > LATE:
                counts["faults"] += 1
                print(f"FAULT {go} was {seconds:.3f} s late: {fen!r}, seed {seed}", flush=True)
        if counts["boards"] % 100 == 0:
            print(f"  {counts['boards']:,} of {wanted:,} boards", file=sys.stderr, flush=True)
    for go, (seconds, fen) in worst.items():
        print(f"{go}: at worst {1000 * seconds:.0f} ms of processor time late, {fen}")
    session.engine.close()
    return counts
