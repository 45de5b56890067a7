"""The trials of the soak test. Each gets a random generator and an empty folder.

A trial returns a word for what happened, and raises ``FaultError`` or any other error for a fault.
"""

import contextlib
import os
import signal
import sys
import threading

from chess_games import board_of_a_game
from continued_runs import GAME, SUITE, continued
from soak_process import check_end, children, demand, finish, start
from soak_uci import uci_session

from provebest.chess import analyse
from provebest.vocabulary import CancelledError, ProvebestError

ENGINE = """#!{python}
import random, sys
import chess
rng, board = random.Random({seed}), chess.Board()
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("id name soak\\noption name Hash type spin default 1 min 1 max 9\\nuciok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"]:
        board = chess.Board(" ".join(words[2:8]), chess960="UCI_Chess960" in line)
        for move in line.split(" moves ")[1].split() if " moves " in line else []:
            board.push_uci(move)
    elif words[:1] == ["go"]:
        wanted = words[words.index("searchmoves") + 1 :] if "searchmoves" in words else []
        move = (wanted or [board.uci(move) for move in board.legal_moves])[0]
        kind = rng.random() if {hostile} else 1
        if kind < 0.005:
            sys.exit(3)
        if kind < 0.02:
            print("info depth 3 score cp " + "9" * rng.choice((5, 400)) + " nodes 7 pv", move)
        elif kind < 0.04:
            print("info depth x score \\x1b[2K [/b] pv a1a1 " + "z" * 5000)
        print("info depth 9 score cp", sum(map(ord, board.fen())) % 97, "nodes 700 pv", move)
        print("bestmove", "a1a1" if kind < 0.045 else move, flush=True)
    elif words[:1] == ["quit"]:
        break
"""


def board_to_analyse(rng):
    """A board after some random moves, with a legal move."""
    board = board_of_a_game(rng)
    if not any(board.legal_moves):
        board.pop()
    return board


def engine_in(folder, rng, *, hostile):
    file = folder / "engine"
    text = ENGINE.format(python=sys.executable, seed=rng.randrange(10**6), hostile=hostile)
    file.write_text(text, encoding="utf-8")
    file.chmod(0o755)
    return file


def analysis(rng, folder, *, prober="native", meanwhile=None, cached=0.4):
    """An analysis in this process, which may be cancelled at any moment."""
    board, cancel = board_to_analyse(rng), threading.Event()
    settings = {"control": rng.choice(("modern", "classic")), "prober": prober}
    if settings["control"] == "classic":
        settings |= {"expansions": rng.randrange(1, 9), "probe_depth": rng.choice((1, 2))}
    else:
        settings |= {"nodes": rng.choice((300, 3_000, 30_000))}
    if rng.random() < cached:
        settings["cache"] = folder.parent / f"cache{rng.randrange(3)}"
    if rng.random() < 0.2:
        settings["why_not"] = [rng.choice(list(board.legal_moves))]
    timers = [threading.Timer(rng.uniform(0, 0.4), cancel.set)] if rng.random() < 0.3 else []
    timers += [threading.Timer(rng.uniform(0.1, 1.0), meanwhile)] if meanwhile else []
    for timer in timers:
        timer.start()
    try:
        found = analyse(board, cancel=cancel, **settings)
    except ProvebestError:
        return "refused"
    except CancelledError:
        demand(cancel.is_set(), "it was not cancelled")
        return "cancelled at once"
    finally:
        for timer in timers:
            timer.cancel()
            timer.join()
    after = board.copy(stack=False)
    for move in (found.move, *found.line[1:]):
        try:
            after.push_uci(move)
        except ValueError:
            demand(holds=False, sentence=f"{move} is not legal in {after.fen()}")
    demand(not children(), "an engine is left")
    return "cancelled" if cancel.is_set() else "failed engine" if found.failure else "answered"


def analysis_with_engine(rng, folder):
    """The same with another engine, which may misbehave."""
    return analysis(rng, folder, prober=f"uci:{engine_in(folder, rng, hostile=True)}")


def analysis_with_killed_engine(rng, folder):
    """The same; the engine is killed at some moment, perhaps several times."""

    def kill():
        for pid in children():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    prober = f"uci:{engine_in(folder, rng, hostile=False)}"
    return analysis(rng, folder, prober=prober, meanwhile=kill, cached=0.2)


def command(rng, folder):
    """``analyse`` in a process: full disks, pictures, Ctrl-C, kills."""
    board = board_to_analyse(rng)
    words = ["analyse", board.fen(), "--nodes", rng.choice((2_000, 30_000)), "-q"]
    words += ["--chess960"] * board.chess960
    for option in ("--html", "--svg", "--board", "--dot"):
        if rng.random() < 0.3:
            words += [option, rng.choice(("/dev/full", f"out{option}", "no/where"))]
    if rng.random() < 0.5:
        words += ["--cache", rng.choice(("own-cache", "/dev/full", "."))]
    if rng.random() < 0.3:
        words += ["--control", "classic", "--expansions", "3", "--certificate", "proof.json"]
    words += ["--json"] * (rng.random() < 0.5)
    most = rng.choice((None, None, 0, 4_096, 20_000, 100_000))
    with open("/dev/full", "w", encoding="utf-8") as full:  # noqa: PTH123 - a device
        streams = {"stdout": full} if rng.random() < 0.15 else {}
        process = start(folder, words, most_bytes=most, **streams)
        how = rng.choice((signal.SIGINT, signal.SIGKILL))
        after = rng.uniform(0, 2.5) if rng.random() < 0.4 else None
        finish(process, rng, kill_after=after, how=how)
    if process.returncode != -signal.SIGKILL:
        nothing_left(folder, logs=most is not None)
    return f"exit code {process.returncode}"


def nothing_left(folder, *, logs=False):
    """A cache on a full disk may keep its log, which holds answers."""
    left = [file.name for file in folder.iterdir() if file.name.startswith(".")]
    left += [file.name for file in (folder / "tmp").iterdir()]
    if not logs:
        left += [file.name for file in folder.iterdir() if file.name.endswith(("-wal", "-shm"))]
    demand(not left, f"files left behind: {left}")


def damaged_file(rng, folder):
    """A command that reads a file in which bytes are changed."""
    name, text = rng.choice((("games.pgn", GAME), ("suite.epd", SUITE), ("p.csv", SUITE)))
    raw = bytearray(text.encode())
    for _ in range(rng.choice((0, 1, 5, 40))):
        place = rng.randrange(len(raw))
        raw[place : place + rng.randrange(3)] = rng.randbytes(rng.randrange(4))
    (folder / name).write_bytes(raw)
    reader = {
        "games.pgn": ["annotate", name, "-o", "out.pgn", "--nodes", "1000"],
        "suite.epd": [rng.choice(("suite", "only-move")), name, "--nodes", "2000"],
        "p.csv": ["only-move", name, "--nodes", "2000"],
    }[name]
    process = start(folder, [*reader, "-q"], most_bytes=rng.choice((None, None, 0, 2_000)))
    said, errors = finish(process, rng)
    demand("\x1b" not in said + errors, f"a terminal would obey this: {said + errors!r}")
    nothing_left(folder)
    return f"exit code {process.returncode}"


def uci_game(rng, folder):
    """A UCI engine in a process: games, hostile lines, and any end."""
    process = start(folder, ["uci"], stdin=-1)
    try:
        word = uci_session(process, rng)
    finally:
        if process.poll() is None:
            process.kill()
        said = process.communicate()
    check_end(process, said, killed_by=signal.SIGKILL if word == "killed" else None)
    return word


TRIALS = {
    analysis: 10,
    analysis_with_engine: 3,
    analysis_with_killed_engine: 3,
    command: 4,
    continued: 1,
    damaged_file: 3,
    uci_game: 3,
}
"""Each with how often it is tried, in proportion."""
