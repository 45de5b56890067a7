"""Matches at equal evaluations, a handful; and the mirror that lets B* play for MIN."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provebest.games import ConnectK, FourScore, TicTacToe
from provebest.games.mirrored import Mirrored
from provebest.papers import matches, spiel_matches
from provebest.search import ProbedBounds, alphabeta, minimax

BUDGET = 100
JOBS = [
    ("connect-4, 6 x 5", contender, BUDGET, opening)
    for contender in matches.CONTENDERS
    for opening in matches.openings(ConnectK(6, 5, 4), 3)
]


@pytest.fixture(scope="module")
def results():
    return [matches.match_job(job) for job in JOBS]


def test_a_match_is_the_same_each_time_it_is_played(results):
    assert [matches.match_job(job) for job in JOBS] == results


def test_every_game_is_legal_and_played_to_its_end(results):
    for job, pair in zip(JOBS, results, strict=True):
        for number, game in enumerate(pair):
            board = ConnectK(6, 5, 4, opening=game["played"])  # raises at an illegal move
            state = board.start()
            players = (job[1], matches.RIVAL) if number == 0 else (matches.RIVAL, job[1])
            winner = {True: players[0], False: players[1]}

            assert tuple(game["played"][:2]) == job[3]
            assert not board.moves(state)
            assert game["winner"] == (winner[board.value(state) > 0] if state.won else None)


def test_no_player_uses_more_evaluations_than_its_clock_and_a_little(results):
    """Tree searches pass it by one expansion at most, alpha-beta by a last iteration."""
    for pair in results:
        for game in pair:
            for player, spent in game["spent"].items():
                slack = BUDGET if player == matches.RIVAL else matches.expansion_cost(6, 1)
                assert 0 < spent <= BUDGET * game["moves"][player] + slack


def test_both_sides_use_about_the_same_over_a_match(results):
    table = matches.table(JOBS, results)
    for cell in table.cells:
        if "spent" in cell.data:
            own, other = cell.data["spent"]
            assert own == pytest.approx(other, rel=0.2)
        if "wins" in cell.data:
            assert cell.data["wins"] + cell.data["draws"] + cell.data["losses"] == 6
            points = cell.data["wins"] + cell.data["draws"] / 2
            assert cell.data["score"] == pytest.approx(100 * points / 6)


def test_openings_are_one_of_each_symmetric_set():
    assert (
        len(matches.openings(ConnectK(5, 5, 4), 99)) == 13
    )  # (25 + 1) / 2: the middle is its own image
    assert len(matches.openings(FourScore(), 99)) == 36  # (256 + 16 + 16) / 8
    assert len(matches.openings(FourScore(), 10)) == 10


@pytest.mark.parametrize("player", list(matches.PLAYERS.values()), ids=list(matches.PLAYERS))
@pytest.mark.parametrize("opening", [(0, 5, 1, 5, 2, 4), (3, 0, 5, 0, 4, 0, 5)])
def test_every_player_of_either_side_takes_a_win_at_hand(player, opening):
    game = ConnectK(6, 5, 4, opening=opening)
    choice = player(game, game.start(), 300)

    assert game.play(game.start(), choice.move).won


@settings(deadline=None, max_examples=50)
@given(st.permutations(range(9)), st.integers(0, 8))
def test_mirrored_negates_and_mirrored_twice_is_the_game(cells, plies):
    plain = TicTacToe()
    played, state = [], plain.start()
    for cell in cells[:plies]:
        if plain.moves(state):
            state = plain.play(state, cell)
            played.append(cell)
    game = ProbedBounds(TicTacToe(opening=played), 1, 3)
    mirrored, twice = Mirrored(game), Mirrored(Mirrored(game))

    assert mirrored.value(state) == -game.value(state) == -twice.value(state)
    assert mirrored.bounds(state) == -game.bounds(state)
    assert twice.bounds(state) == game.bounds(state)
    assert twice.expand(state) == game.expand(state)
    assert [(m, s, -hi, -lo) for m, s, lo, hi in mirrored.expand(state)] == game.expand(state)
    assert mirrored.max_to_move(state) is not game.max_to_move(state)
    assert twice.value_range == game.value_range
    assert alphabeta(mirrored, 3).move == alphabeta(game, 3).move == minimax(twice, 3).move


needs_openspiel = pytest.mark.skipif(
    "not __import__('importlib.util').util.find_spec('pyspiel')",
    reason="OpenSpiel is not installed: pip install 'provebest[openspiel]'",
)


@needs_openspiel
def test_a_game_of_openspiel_is_played_to_its_end_within_the_clocks():
    job = spiel_matches.jobs(1)[0]
    pair = spiel_matches.match_job(job)
    row = matches.table([job], [pair], "OpenSpiel").cells

    assert spiel_matches.match_job(job) == pair
    for number, game in enumerate(pair):
        board = spiel_matches.CountedSpiel(game["played"])  # raises at an illegal move
        players = (job[1], matches.RIVAL) if number == 0 else (matches.RIVAL, job[1])
        assert not board.moves(board.start())
        assert game["winner"] == players[board.value(board.start()) < 0]
        for player, spent in game["spent"].items():
            assert 0 < spent <= job[2] * game["moves"][player] + 1500
    assert row[0].data["wins"] + row[0].data["losses"] == 2


@needs_openspiel
def test_men_far_ahead_are_worth_more_to_whoever_owns_them():
    game = spiel_matches.CountedSpiel(())
    start = game.start()
    after = game.play(start, game.moves(start)[0])

    assert spiel_matches.estimate(start.spiel) == 0
    assert 0 < spiel_matches.estimate(after.spiel) < 1
    assert game.evaluations == 0
    assert game.value(after) == spiel_matches.estimate(after.spiel)
    assert game.evaluations == 1
