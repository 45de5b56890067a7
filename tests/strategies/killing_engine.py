"""A UCI engine that kills whoever asks it about one position, and answers about all others."""

import sys

ENGINE = """#!{python}
import os, signal, sys
import chess
board = chess.Board()
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("id name killer\\nuciok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:2] == ["position", "fen"]:
        board = chess.Board(" ".join(words[2:8]))
        for move in words[9:]:
            board.push_uci(move)
    elif words[:1] == ["go"]:
        if {fatal!r} in line or {fatal!r} in board.fen():
            os.kill(os.getppid(), signal.SIGKILL)
        allowed = words[words.index("searchmoves") + 1:] if "searchmoves" in words else ()
        move = next(m for m in board.legal_moves if not allowed or m.uci() in allowed)
        depth = int(words[words.index("depth") + 1]) if "depth" in words else 20
        for each in range(1, depth + 1):
            print(f"info depth {{each}} score cp 12 nodes {{10 * each}} pv {{move.uci()}}")
        print(f"bestmove {{move.uci()}}", flush=True)
    elif words[:1] == ["quit"]:
        break
"""


def killing_engine(folder, fatal):
    """The path of an engine that kills its parent if this is in the FEN."""
    path = folder / "killer"
    path.write_text(ENGINE.format(python=sys.executable, fatal=fatal))
    path.chmod(0o755)
    return path
