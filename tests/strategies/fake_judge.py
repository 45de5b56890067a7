"""A game, and a program that judges its moves, for tests of studies that annotate."""

import sys

# Values moves by the number of moves played before; notes every search in a file beside it.
ENGINE = """#!{python} -IS
import sys
values = {values!r}
played, log = 0, open({log!r}, "a")
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("id name Judge 1\\nuciok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"]:
        played = len(words) - words.index("moves") - 1 if "moves" in words else 0
    elif words[:1] == ["go"]:
        log.write(line)
        log.flush()
        own, rest = values[played]
        among = words[words.index("searchmoves") + 1 :] if "searchmoves" in words else list(own)
        best = max(among, key=lambda move: own.get(move, rest))
        print("info depth", words[words.index("depth") + 1], "score cp", own.get(best, rest),
              "pv", best)
        print("bestmove", best, flush=True)
    elif words[:1] == ["quit"]:
        break
"""
GAMES = """\
[Event "other"]
[FEN "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]
[SetUp "1"]

1. Kd2 *

[Event "a queen is not taken"]
[FEN "4k3/8/8/3q4/8/8/3R4/4K3 w - - 0 1"]
[SetUp "1"]

1. Ke2 Qxd2+ 2. Kxd2 *
"""
VALUES = {
    0: ({"d2d5": 800, "e1e2": -300}, -500),
    1: ({"d5e5": 400, "d5d2": 0}, 400),
    2: ({"e2d2": 0}, -500),
}
"""For each number of moves played: the values of some moves, and of all others."""


def judged_game(folder):
    """The words that let a study annotate one game in this folder; the searches go to "asked"."""
    judge = folder / "judge"
    judge.write_text(ENGINE.format(python=sys.executable, values=VALUES, log=str(folder / "asked")))
    judge.chmod(0o755)
    (folder / "games.pgn").write_text(GAMES)
    limits = ["--nodes", "3000", "--depth", "5", "--every", "2", "--offset", "1", "--workers", "1"]
    return [str(folder / "games.pgn"), "--judge", str(judge), *limits]
