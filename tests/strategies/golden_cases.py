"""What users see, frozen: the JSON of commands over fixed positions and games.

``tests/golden`` has the answers. After a change that is wanted, write them again, and say in the
changelog what changed and why:

    python tests/golden/test_golden.py
"""

import json
import math
from hashlib import sha256
from pathlib import Path

from counting_engine import counting_engine
from writing_commands import run_command

HOME = Path(__file__).resolve().parents[1] / "golden"
POSITIONS = (HOME / "positions.txt").read_text().splitlines()
UNSTABLE = {"seconds", "mean_seconds", "nodes_per_second", "engine_path", "prober_seconds"}
DIGITS = 9
"""Digits of a float that count: the last ones are those of the machine's library."""

LONGEST = 100  # characters of JSON that are kept as they are

MODERN = ("--nodes", "6000", "--prober", "native")
CLASSIC = ("--control", "classic", "--expansions", "8", "--probe-depth", "1", "--prober", "native")
GROUPS = {
    "analyse modern": [("analyse", fen, *MODERN) for fen in POSITIONS],
    "analyse classic": [("analyse", fen, *CLASSIC) for fen in POSITIONS],
    "only-move": [("only-move", fen, *MODERN) for fen in POSITIONS[::2]],
    "compare": [("compare", fen, "2", *MODERN) for fen in POSITIONS[::2]],
    "another engine": [
        ("analyse", fen, *how, "--prober", "uci:ENGINE")
        for fen in POSITIONS[::6]
        for how in (("--expansions", "12"), (*CLASSIC[:6],))
    ],
    "annotate": [("annotate", "games.pgn", "--nodes", "1500", "--prober", "native", "-o", "o.pgn")],
}


def answers(group, folder):
    """The exit code and what is printed as JSON, for each case of the group."""
    engine = counting_engine(folder)
    (folder / "games.pgn").write_text((HOME / "games.pgn").read_text())
    return [_answer(words, folder, engine) for words in GROUPS[group]]


def _answer(words, folder, engine):
    words = [word.replace("ENGINE", str(engine)) for word in words]
    if words[0] == "compare":
        words[2:3] = _first_moves(words[1], int(words[2]))
    code, told, said = run_command(folder, *words, "--json")
    try:
        answer = plain(json.loads(told), str(engine))
    except ValueError:
        answer = told + said
    asked = [word.replace(str(engine), "ENGINE") for word in words]
    return {"asked": asked, "code": code, "told": _brief(answer)}


def _brief(answer):
    """Each key of an answer; what is long has a digest in its place, but for the words."""
    if not isinstance(answer, dict):
        return answer
    return {name: one if name == "argument" else _digest(one) for name, one in answer.items()}


def _digest(value):
    text = json.dumps(value, sort_keys=True)
    short = len(text) <= LONGEST
    return value if short else f"{len(text)} characters, {sha256(text.encode()).hexdigest()[:16]}"


def _first_moves(fen, count):
    import chess  # noqa: PLC0415 - only for these cases

    return [move.uci() for move in list(chess.Board(fen).legal_moves)[:count]]


def plain(value, engine=""):
    """The same without what differs from run to run and from machine to machine."""
    if isinstance(value, dict):
        return {k: plain(v, engine) for k, v in value.items() if k not in UNSTABLE}
    if isinstance(value, list):
        return [plain(one, engine) for one in value]
    if isinstance(value, float) and math.isfinite(value):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, str) and engine:
        return value.replace(engine, "ENGINE")
    return value


def file_of(group):
    return HOME / f"{group.replace(' ', '-')}.jsonl"


def kept(group):
    return [json.loads(line) for line in file_of(group).read_text(encoding="utf-8").splitlines()]


def write(group, folder):
    lines = [json.dumps(one, sort_keys=True) for one in answers(group, folder)]
    file_of(group).write_text("\n".join(lines) + "\n", encoding="utf-8")
