"""One reader hears what engines say: nobody else looks for ``info`` or ``bestmove``."""

import ast
from pathlib import Path

import provebest
from provebest.chess.probes.uci_words import Findings

PACKAGE = Path(provebest.__file__).parent
WORDS = {"info", "bestmove"}
COUNTS = "bench/move_counters.py"
"""Counts moves; a ``bestmove`` tells it that the engine cannot."""


def looks_for_answers(node):
    compared = isinstance(node, ast.Compare) and ast.walk(node)
    called = isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "startswith"
    inside = compared or (called and ast.walk(node)) or ()
    return any(isinstance(one, ast.Constant) and one.value in WORDS for one in inside)


def test_engines_are_heard_in_one_place():
    found = {
        str(file.relative_to(PACKAGE))
        for file in PACKAGE.rglob("*.py")
        if any(map(looks_for_answers, ast.walk(ast.parse(file.read_text("utf-8")))))
    }

    assert found == {"chess/probes/uci_words.py", COUNTS}


def test_what_is_heard():
    remarks = []
    found = Findings(remarks.append)
    said = (
        "info string a  remark",
        "info depth 3 seldepth 5 score cp 20 nodes 30 pv e2e4 e7e5",
        "info depth 3 multipv 2 score cp 900 nodes 31 pv d2d4",
        "info depth 4 score cp 90 lowerbound nodes 40 pv d2d4",
        "info depth 4 currmove e2e4",
        "infor depth 9 score cp 1",
    )

    assert not any(found.hear(number, line) for number, line in enumerate(said))
    assert found.hear(9.5, "bestmove e2e4 ponder e7e5")
    assert remarks == ["a remark"]
    assert [(line.depth, line.value, line.moves) for line in found.lines()] == [
        (3, 20, ("e2e4", "e7e5"))
    ]
    assert (found.move, found.arrival, found.answered) == ("e2e4", 9.5, True)
    assert (found.value, found.depth, found.seldepth, found.nodes) == (20, 4, 5, 40)
    nothing = Findings()
    assert nothing.hear(1.0, "bestmove")
    assert nothing.move == ""
