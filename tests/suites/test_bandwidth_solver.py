"""Harris's game search on chess: a race whose estimate is a probe."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provebest import run
from provebest.certificate.certify import certify
from provebest.certificate.check import check
from provebest.games.chess import read_position
from provebest.search import BandwidthGameSearch
from provebest.suites.bandwidth_solver import BAND, LOSS, Bandwidth, ChessRace, plies_to_win
from provebest.vocabulary import Limits

BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"


def test_a_mate_is_the_shortest_race():
    solution = Bandwidth().solve(BACK_RANK, Limits(probe_nodes=10_000))

    assert solution.move == "d1d8"
    assert solution.stopped_early
    assert solution.value is None


def test_with_nodes_the_same_search_everywhere():
    fen = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
    one, two = (Bandwidth().solve(fen, Limits(probe_nodes=3000)) for _ in range(2))

    assert (one.move, one.nodes, one.expansions) == (two.move, two.nodes, two.expansions)


@given(st.floats(-3000, 3000), st.floats(0.1, 500))
def test_the_better_the_position_the_nearer_the_win(value, better):
    assert 0 <= plies_to_win(value + better) < plies_to_win(value) < LOSS


def test_a_draw_is_a_loss_and_a_mate_is_won_by_who_gives_it():
    race = ChessRace(read_position("7k/5K2/6Q1/8/8/8/8/8 w - - 0 1"))
    start = race.start()

    assert race.outcome(start) is None
    assert race.outcome(race.play(start, "g6g7")) == "win"
    assert race.outcome(race.play(start, "g6a6")) is None
    stalemate = ChessRace(read_position("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"))
    assert stalemate.outcome(stalemate.play(stalemate.start(), "g5g6")) == "loss"


@pytest.mark.parametrize("drop", [True, False])
def test_what_the_race_shows_can_be_certified(drop):
    race = ChessRace(read_position(BACK_RANK))
    search = BandwidthGameSearch(race, BAND, BAND, loss_value=LOSS, drop=drop)
    run(search, Limits(expanded=2))

    verdict = check(certify(search).as_json(), game=race)

    assert verdict.holds, (verdict.place, verdict.problem)
