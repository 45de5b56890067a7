"""How many FENs, UCI lines and damaged probe caches were tried, and what that found.

    python tests/laws/count_inputs.py --fens 1000000
    python tests/laws/count_inputs.py --uci 1000000 --first 7
    python tests/laws/count_inputs.py --caches 10000 --kills 1000 --full-disks 500
    python tests/laws/count_inputs.py --killed-commands 200
    python tests/laws/count_inputs.py --disk-faults
    python tests/laws/count_inputs.py --forgeries 100000
    python tests/laws/count_inputs.py --boards 10000

FENs of random games are changed at random; every verdict, and the moves of every legal position,
are compared with python-chess. UCI lines go to an engine in this process: whole ones, known words
in any order, lines with wrong characters, and any bytes. A probe cache with changed bytes is
refused, given up or used, and no probe is made twice. A process that writes a cache is killed, or
its disk is full after so many bytes: what it had acknowledged is in the file. Whole commands are
killed at random moments and continued: nothing kept is lost, the result is that of one run, and no
process is left. Each call to the disk fails once while a file is saved or read. Certificates of
every kind get one change and new seals; where probes are claimed all of them are asked for again,
and what is still believed must be true. On legal boards with far more captures than a game has, the
engine gets limits of time, nodes and depth, and is stopped: its move comes in time. The exit code
is 1 if there are faults. Seeds are counted from ``--first``, so the same call tries the same; the
moment of a kill depends on the machine.
"""

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "strategies"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "games"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "chess"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "chess" / "probes"))

import chess
from chess_games import board_of_a_game
from count_disks import (
    count_caches,
    count_disk_faults,
    count_full_disks,
    count_killed_commands,
    count_kills,
    progress,
)
from crowded_boards import count_boards
from forging import KINDS, outcome
from test_chess_fen import is_known_difference, our_verdict, verdict_of_python_chess
from test_uci_bad_lines import fuzz

from provebest.games import read_position

PIECES = [None, *"PNBRQKpnbrqk"]
ALPHABET = "KQRBNPkqrbnp12345678/ -wbacdefgh90~x\t"
FENS = 200  # that are made from one game
LINES = 2_000  # UCI lines that one engine gets


def changed(rng, board):
    """A FEN of the board with pieces, fields or characters changed; sometimes none."""
    fields = board.fen(en_passant="fen").split()
    other = chess.Board(None)
    other.set_board_fen(fields[0])
    for _ in range(rng.choice((0, 0, 1, 2, 4))):
        symbol = rng.choice(PIECES)
        piece = None if symbol is None else chess.Piece.from_symbol(symbol)
        other.set_piece_at(rng.randrange(64), piece)
    fields[0] = other.board_fen()
    if rng.random() < 0.25:
        fields[1] = rng.choice("wb")
    if rng.random() < 0.3:
        white, black = rng.choices("KQABCDEFGH", k=2), rng.choices("kqabcdefgh", k=2)
        fields[2] = "".join(white[: rng.randrange(3)] + black[: rng.randrange(3)]) or "-"
    if rng.random() < 0.3:
        fields[3] = rng.choice(["-", *chess.SQUARE_NAMES])
    fields[4] = rng.choice((fields[4], "0", "99", "150", "20000", "007"))
    text = " ".join(fields[: rng.choice((6, 6, 6, 5, 4, 3, 2, 1))])
    for _ in range(rng.choice((0, 0, 0, 1, 2, 4))):
        place = rng.randrange(len(text) + 1)
        put = "".join(rng.choices(ALPHABET, k=rng.randrange(3)))
        text = text[:place] + put + text[place + rng.randrange(3) :]
    return text


def fault_of(fen, chess960):
    """What is wrong with our verdict, or "" if it is right; and the verdict of python-chess."""
    expected = verdict_of_python_chess(fen, chess960)
    if our_verdict(fen, chess960) != expected:
        return "another verdict", expected
    if expected:
        return "", expected
    board, position = chess.Board(fen, chess960=chess960), read_position(fen, chess960=chess960)
    if position.fen() != board.fen():
        return "another FEN", expected
    same = sorted(position.legal_moves()) == sorted(map(board.uci, board.legal_moves))
    return ("" if same else "other moves"), expected


def count_fens(wanted, first):
    counts, seed = Counter(), first
    while counts["FENs"] < wanted:
        rng = random.Random(seed)
        seed += 1
        board = board_of_a_game(rng)
        for _ in range(FENS):
            fen, as960 = changed(rng, board), board.chess960 ^ (rng.random() < 0.2)
            if is_known_difference(fen):
                counts["known differences, left out"] += 1
                continue
            counts["FENs"] += 1
            try:
                fault, verdict = fault_of(fen, as960)
            except Exception as error:  # noqa: BLE001 - any other error is a fault
                fault, verdict = f"{type(error).__name__}: {error}", "unknown"
            kind = "unreadable" if verdict == "unreadable" else "refused" if verdict else "legal"
            counts[kind] += 1
            if fault:
                counts["faults"] += 1
                print(f"FAULT {fault}: {fen!r} chess960={as960}", flush=True)
        if (seed - first) % 100 == 0:
            progress(counts, "FENs", wanted)
    return counts


def count_lines(wanted, first):
    counts, seed = Counter(), first
    while counts["UCI lines"] < wanted:
        counts["UCI lines"] += LINES
        try:
            session = fuzz(LINES, seed)
        except Exception as error:  # noqa: BLE001 - any error is a fault
            counts["faults"] += 1
            print(f"FAULT {type(error).__name__}: {error}, seed {seed}", flush=True)
        else:
            counts["lines in return"] += len(session.said)
            counts["moves"] += sum(line.startswith("bestmove") for line in session.said)
            wrong = [line for line in session.said if _is_wrong(line)]
            wrong += ["still thinking"] * session.engine.thinking
            counts["faults"] += len(wrong)
            for line in wrong[:3]:
                print(f"FAULT {line!r}, seed {seed}", flush=True)
        seed += 1
        if (seed - first) % 10 == 0:
            progress(counts, "UCI lines", wanted)
    return counts


def count_forgeries(wanted, first):
    """Forged certificates, of one kind after the other."""
    counts, number = Counter(), 0
    while counts["forgeries"] < wanted:
        name, seed = KINDS[number % len(KINDS)], first + number // len(KINDS)
        number += 1
        try:
            came = outcome(name, seed)
        except Exception as error:  # noqa: BLE001 - any error is a fault
            came = f"{type(error).__name__}: {error}"
        if came == "unchanged":
            continue
        counts["forgeries"] += 1
        if came in ("refused", "still true"):
            counts[came] += 1
        else:
            counts["faults"] += 1
            print(f"FAULT {came}: {name}, seed {seed}", flush=True)
        if counts["forgeries"] % 1000 == 0:
            progress(counts, "forgeries", wanted)
    return counts


def _is_wrong(line):
    internal = line.startswith("info string internal error")
    return internal or not (line.isascii() and line.isprintable())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fens", type=int, default=0, help="FENs to try")
    parser.add_argument("--uci", type=int, default=0, help="UCI lines to send")
    parser.add_argument("--caches", type=int, default=0, help="damaged probe caches to open")
    parser.add_argument("--kills", type=int, default=0, help="writers of a probe cache to kill")
    parser.add_argument(
        "--full-disks", type=int, default=0, help="caches on disks of 0, 1, 2... KB"
    )
    parser.add_argument("--killed-commands", type=int, default=0, help="commands to kill")
    parser.add_argument("--disk-faults", action="store_true", help="fail each call to the disk")
    parser.add_argument("--forgeries", type=int, default=0, help="forged certificates to check")
    parser.add_argument("--boards", type=int, default=0, help="crowded boards to search")
    parser.add_argument("--first", type=int, default=0, help="the first seed (default 0)")
    options = parser.parse_args()
    faults = 0
    for wanted, count in (
        (options.fens, count_fens),
        (options.uci, count_lines),
        (options.caches, count_caches),
        (options.kills, count_kills),
        (options.full_disks, count_full_disks),
        (options.killed_commands, count_killed_commands),
        (options.disk_faults, count_disk_faults),
        (options.forgeries, count_forgeries),
        (options.boards, count_boards),
    ):
        if wanted:
            begun = time.perf_counter()
            counts = count(wanted, options.first)
            faults += counts["faults"]
            counts["faults"] += 0
            print(", ".join(f"{counts[name]:,} {name}" for name in counts), end="")
            print(f"; {time.perf_counter() - begun:.0f} seconds")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
