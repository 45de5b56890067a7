"""The table of an analysis that is drawn in a terminal while it runs, and gone when it ends."""

import json
import re
import sys

import pytest

POSITION = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP4/1PN1PN2/PB2BPPP/R2Q1RK1 w - - 0 9"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of its own")


def test_the_root_moves_are_drawn_while_it_thinks(in_terminal):
    code, told, drawn = in_terminal(
        "analyse", POSITION, "--seconds", "1.5", "--confidence", "0.99999"
    )

    assert code == 0
    assert "r . b q . r k ." in drawn
    assert re.search(r"SELECT, depth \d+: \S+ [+-]\d", drawn)
    table = r"move +value +at best +chance +looks +line"
    assert re.search(table, drawn)
    assert re.search(r"9\.\w+", drawn), "a line of moves"
    assert "Why the search stopped" in told
    assert not re.search(r"at best +chance", told), "the table that grows is on stderr alone"


def test_the_classic_control_shows_its_phase_and_target(in_terminal):
    code, _, drawn = in_terminal(
        "analyse", POSITION, "--control", "classic", "--probe-depth", "5", "--seconds", "1.5"
    )

    assert code == 0
    assert re.search(r"(SELECT|VERIFY), target -?\d+", drawn)


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
