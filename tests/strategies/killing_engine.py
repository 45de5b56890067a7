"""UCI engines that end badly: one kills its parent at one position, one dies on one node."""

import sys

ENGINE = """#!{python}
import os, pathlib, signal, sys, time
{first}
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
        {before_go}
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
    return _written(path, fatal=fatal, first="", before_go="")


def dying_engine(folder, died):
    """The path of an engine that dies and stays dead where THE_ENGINE_DIES_HERE.

    It makes the file ``died`` then. Elsewhere it waits for this before it answers.
    """
    here = 'if "THE_ENGINE_DIES_HERE" in os.environ'
    return _written(
        folder / "dying",
        fatal="no position has this",
        first=f"died = pathlib.Path({str(died)!r})\n{here} and died.exists(): os._exit(1)",
        before_go=f"{here}: died.touch(); os._exit(1)\n"
        "        while not died.exists(): time.sleep(.02)",
    )


def _written(path, **parts):
    path.write_text(ENGINE.format(python=sys.executable, **parts))
    path.chmod(0o755)
    return path
