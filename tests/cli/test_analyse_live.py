"""The table of an analysis that is drawn in a terminal while it runs, and gone when it ends."""

import io
import json
import re
import sys
from contextlib import closing

import pytest
from rich.console import Console

from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.probers import Probers
from provebest.chess.searches import Settings, make_search
from provebest.cli.live_analysis import SHOWN_MOVES, LivePicture
from provebest.games.chess import read_position
from provebest.search.events import StepEnded

POSITION = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP4/1PN1PN2/PB2BPPP/R2Q1RK1 w - - 0 9"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of its own")


def test_the_root_moves_are_drawn_while_it_thinks(in_terminal):
    code, told, drawn = in_terminal(
        "analyse", POSITION, "--nodes", "1000000", "--confidence", "0.99999"
    )

    assert code == 0
    assert "r . b q . r k ." in drawn
    assert re.search(r"SELECT, depth \d+: \S+ [+-]\d", drawn)
    table = r"move +value +at best +chance +looks +line"
    assert re.search(table, drawn)
    assert re.search(r"9\.\w+", drawn), "a line of moves"
    assert re.search(r"Not settled: .*the search\s+reached its limit", told, re.DOTALL)
    assert not re.search(r"at best +chance", told), "the table that grows is on stderr alone"


def test_the_classic_control_shows_its_phase_and_target(in_terminal):
    code, _, drawn = in_terminal(
        "analyse", POSITION, "--control", "classic", "--probe-depth", "4", "--expansions", "60"
    )

    assert code == 0
    assert re.search(r"(SELECT|VERIFY), target -?\d+", drawn)


def test_the_chances_of_the_modern_control_are_parts_of_its_doubt():
    position = read_position(POSITION)
    with closing(Probers(ProberChoice())) as probers:
        search = make_search(position, Settings(nodes=30_000), probers).search
        for _ in range(3):
            search.step()
        snapshot = search.snapshot()
    picture = LivePicture(position)
    picture.show(StepEnded("SELECT", snapshot))
    console = Console(width=200, record=True, file=io.StringIO())
    console.print(picture.drawn())
    drawn = console.export_text()

    assert snapshot.doubt == pytest.approx(sum(move.chance for move in snapshot.moves[1:]))
    assert f", doubt {snapshot.doubt:.0%}; " in drawn
    chances = [int(found) for found in re.findall(r" (\d+)% ", drawn.split("looks")[1])]
    assert chances == [round(100 * move.chance) for move in snapshot.moves[1:SHOWN_MOVES]]


@pytest.mark.parametrize("word", ["--quiet", "--json"])
def test_nothing_is_drawn_where_nobody_wants_it(in_terminal, word):
    code, told, drawn = in_terminal("analyse", POSITION, "--nodes", "20000", word)

    assert (code, drawn) == (0, "")
    if word == "--json":
        assert json.loads(told)["move"]


def test_bad_input_is_one_sentence_in_a_terminal_too(in_terminal):
    code, told, drawn = in_terminal("analyse", "nonsense")

    assert (code, told) == (2, "")
    (sentence,) = [line for line in drawn.splitlines() if line.strip()]
    assert sentence.startswith("provebest: ")
