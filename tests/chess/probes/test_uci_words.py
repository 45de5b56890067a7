"""What an engine says of a search, read without trust."""

from __future__ import annotations

import sys
from threading import Event

import pytest

from provebest.chess.probes.prober import mate_in
from provebest.chess.probes.uci_search import Question, SearchingProcess
from provebest.chess.probes.uci_words import read_info
from provebest.games.chess import read_position
from provebest.games.chess_values import MATE
from provebest.vocabulary import BadInputError, EngineFailedError

# Says of every depth its value, and around it a remark, another variation and a bound.
SCRIPTED = """#!{python}
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name Scripted\\noption name Hash type spin default 1 min 1 max 64\\nuciok")
    elif words[0] == "isready":
        print("readyok")
    elif words[0] == "go":
        depth = int(words[words.index("depth") + 1])
        most = int(words[words.index("nodes") + 1]) if "nodes" in words else 10**9
        for d in range(1, depth + 1):
            nodes = min(10 * d, most)
            print("info string depth 99 score cp 9999")
            print(f"info depth {{d}} multipv 2 score cp 500 nodes {{nodes}} pv e2e4")
            print(f"info depth {{d}} score cp {{d}} nodes {{nodes}} seldepth {{d + 2}} pv e2e4")
            print(f"info depth {{d}} score cp 700 lowerbound nodes {{nodes}} pv d2d4")
            if nodes == most:
                break
        print("bestmove e2e4")
    elif words[0] == "quit":
        break
    sys.stdout.flush()
"""


@pytest.fixture
def engine(tmp_path):
    path = tmp_path / "scripted"
    path.write_text(SCRIPTED.format(python=sys.executable))
    path.chmod(0o755)
    process = SearchingProcess([str(path)], {"Hash": 1, "Unknown": 3}, patience=10.0)
    yield process
    process.close()


def question(depth, nodes=None, *, chess960=False):
    position = read_position(chess960=chess960)
    return Question(position, f"fen {position.fen()}", depth, nodes, 10.0, game=None)


@pytest.mark.parametrize(
    ("said", "value", "exact"),
    [
        ("depth 3 score cp -12 nodes 5 pv e2e4", -12, True),
        ("depth 3 score mate 2 nodes 5 pv e2e4", MATE - 3, True),
        ("depth 3 score mate -2 nodes 5 pv e2e4", 4 - MATE, True),
        ("depth 3 score cp 40 upperbound nodes 5 pv e2e4", 40, False),
        ("depth 3 nodes 5", None, True),
        ("depth 3 score cp", None, True),
        ("depth 3 score cp many", None, True),
    ],
)
def test_a_value_is_read(said, value, exact):
    info = read_info(said.split())

    assert (info.value, info.exact, info.depth) == (value, exact, 3)


@pytest.mark.parametrize("said", ["string depth 9 score cp 3", "multipv 2 depth 9 score cp 3"])
def test_remarks_and_other_variations_are_passed_over(said):
    assert read_info(said.split()) is None


def test_every_depth_is_kept_as_it_was_last_said_without_bounds(engine):
    heard = engine.search(question(4))

    assert [(line.depth, line.value) for line in heard.lines] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert (heard.cut, heard.nodes, heard.seldepth) == (False, 40, 6)
    assert list(heard.finished) == list(heard.lines)


def test_a_depth_in_which_the_nodes_ran_out_is_not_finished(engine):
    heard = engine.search(question(9, nodes=30))

    assert heard.cut
    assert (heard.last.depth, heard.finished[-1].depth) == (3, 2)


def test_a_search_that_is_not_wanted_any_more_is_cut_off(engine):
    over = Event()
    over.set()

    assert engine.search(question(5), over).cut


def test_an_engine_without_chess960_is_not_asked_for_it(engine):
    with pytest.raises(EngineFailedError, match="Chess960"):
        engine.search(question(2, chess960=True))


def test_no_second_line_reaches_an_engine(engine):
    with pytest.raises(BadInputError, match="contains a line break"):
        engine.send("position fen 8/8/8/8/8/8/8/8 w - - 0 1\nquit")


@pytest.mark.parametrize(
    "said", ["cp 40000", "cp -40000", "mate 129", "mate -20000", f"mate {10**14}"]
)
def test_no_score_from_outside_is_more_than_a_mate(said):
    """A mate longer than any is a score."""
    info = read_info(["depth", "5", "score", *said.split()])

    assert info is not None
    assert 30_000 < abs(info.value) < MATE
    assert mate_in(info.value) is None
    assert (info.value < 0) == ("-" in said)
