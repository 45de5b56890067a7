"""A UCI engine that searches to every depth at once: the first move of the alphabet is best."""

import sys

PROGRAM = r"""
import chess, sys
board = chess.Board()
for line in sys.stdin:
    words = line.split()
    if words == ["uci"]:
        print("id name Counter\nuciok")
    elif words == ["isready"]:
        print("readyok")
    elif words[:1] == ["position"]:
        place = words.index("moves") if "moves" in words else len(words)
        board = chess.Board(" ".join(words[2:place]))
        for move in words[place + 1:]:
            board.push_uci(move)
    elif words[:1] == ["go"]:
        named = words[words.index("searchmoves") + 1:] if "searchmoves" in words else []
        moves = sorted(named or [move.uci() for move in board.legal_moves])
        for depth in range(1, int(words[words.index("depth") + 1]) + 1):
            worth = -ord(moves[0][0]) - depth
            print(f"info depth {depth} score cp {worth} nodes {10 * depth} pv {moves[0]}")
        print(f"bestmove {moves[0]}")
    sys.stdout.flush()
"""


def counting_engine(folder, name="counter"):
    """Its path; a move is worth less the later its letter, and the deeper it is searched."""
    script = folder / name
    script.write_text(f"#!{sys.executable}\n{PROGRAM}", encoding="utf-8")
    script.chmod(0o755)
    return script
