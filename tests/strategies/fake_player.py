"""A UCI engine for matches: plays from a script, at once; it may be told to misbehave."""

import sys

PLAYER = """#!{python}
import os, sys, time
script = {script!r}
moves, played = [], 0
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("id name {name}\\noption name Skill Level type spin default 1 min 0 max 20")
        print("uciok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"]:
        moves = script[" ".join(words[2:8])]
        played = len(words) - words.index("moves") - 1 if "moves" in words else 0
    elif words[:1] == ["go"]:
        move = moves[played % len(moves)]
        print("info depth 3 score cp {value} nodes 7 pv", move)
        print("info string thinking of {name}")
        {quirk}
        print("bestmove", move, flush=True)
    elif words[:1] == ["quit"]:
        break
"""
DIES = "os._exit(3)"
CHEATS = "move = 'a1a1'"
IS_LATE = "time.sleep(1.2)"
TAKES_A_WHILE = "time.sleep(0.05)"

MATE_IN_1 = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
SOON_DRAWN = "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1"
LONG = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"
SCRIPT = {
    MATE_IN_1: ["a1a8"],
    SOON_DRAWN: ["a1a2", "h8h7", "a2a1", "h7h8"],
    LONG: [move for file in "abcdefgh" for move in (f"{file}2{file}3", f"{file}7{file}6")],
}


def fake_player(folder, name, quirk="pass", value=20):
    """Its path, as a program that can be run."""
    path = folder / name
    text = PLAYER.format(
        python=f"{sys.executable} -IS", script=SCRIPT, name=name, quirk=quirk, value=value
    )
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path
