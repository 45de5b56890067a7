"""UCI engines that do something wrong at one stage, as programs of their own.

Their answer to every search is right otherwise, and depends on the position alone.
"""

import sys

STAGES = ("uci", "isready", "ucinewgame", "position", "go", "stop")

PROGRAM = """#!{python} -IS
import os, sys, time
folder, stage, asked = {folder!r}, {stage!r}, 0
def say(*lines):
    for line in lines:
        sys.stdout.write(line + "\\n")
    sys.stdout.flush()
def fault():
    {fault}
fen, legal = "", {legal!r}
for line in sys.stdin:
    words = line.split()
    key = words[0] if words else ""
    if key == stage:
        asked += 1
        if asked > {after}:
            fault()
            continue
    if key == "uci":
        say("id name Faulty 1", "option name Hash type spin default 1 min 1 max 64", "uciok")
    elif key == "isready":
        say("readyok")
    elif key == "position":
        fen = " ".join(words[2:8])
    elif key == "go":
        among = words[words.index("searchmoves") + 1 :] if "searchmoves" in words else []
        move = (among or legal.get(fen) or ["0000"])[0]
        score = sum(map(ord, fen)) % 200
        pv = "" if move == "0000" else "pv " + move
        say(f"info depth 1 score cp {{score}} nodes 7 {{pv}}", "bestmove " + move)
    elif key == "quit":
        break
"""
HANGS = "time.sleep(1000)"
DIES = "os._exit(3)"
LEAVES_A_CHILD = """
    if os.fork():
        os._exit(4)
    open(os.path.join(folder, 'child'), 'w').write(str(os.getpid()))
    time.sleep(1000)"""
ENDLESS_LINE = """
    while True:
        sys.stdout.write('info string ' + 'x' * 100000)"""
ENDLESS_LINES = """
    while True:
        say('info string nothing', 'info depth 1 currmove e2e4 currmovenumber 1')"""


def faulty_engine(folder, stage="never", fault="pass", after=0, legal=None):
    """Its path; the first ``after`` commands of that stage are still answered."""
    path = folder / "faulty"
    text = PROGRAM.format(
        python=sys.executable,
        folder=str(folder),
        stage=stage,
        fault=fault,
        after=after,
        legal=legal or {},
    )
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path
