"""The study of threads: both searches reach one depth, and the table says how much sooner."""

import pytest

from provebest.chess.probes.root_search import RootSearch
from provebest.games.chess import read_position
from studies.threads import Measured, depth_within, measure, reach, table

FEN = "r1bq1rk1/pp2bppp/2n2n2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 0 10"


def test_both_go_to_the_depth_that_one_thread_finishes():
    position = read_position(FEN)
    one, two = RootSearch(position), RootSearch(position, threads=2)

    depth = depth_within(one, position, 20_000)
    found = measure(one, two, "middle", FEN, nodes=20_000, rounds=1)

    assert found.depth == depth > 4
    assert found.nodes[0] == reach(one, position, depth)[1] <= 20_000
    assert found.nodes[1] > 0


def test_the_table_has_the_median_and_the_spread():
    found = [Measured(str(n), 10 + n, n * 1.0, 1.0, (100, 150)) for n in (1, 2, 3, 4, 5)]

    text = table(found, 2)

    assert "| times sooner, median | 3.00 |" in text
    assert "| half of the positions | 2.00 to 4.00 |" in text
    assert "| least, greatest | 1.00, 5.00 |" in text
    assert "| all positions together | 3.00 |" in text


def test_one_position_is_its_own_median():
    found = Measured("one", 9, 3.0, 2.0, (10, 10))

    assert found.sooner == pytest.approx(1.5)
    assert "| times sooner, median | 1.50 |" in table([found], 2)
