"""Harris (1974), section 4, on a real game that is solved: connect-3 with gravity on a 4x4 board.

The paper's own games (chess, Four Score) cannot be repeated from its text. ``EXPECTED`` are the
figures of an independent prototype on 400 positions of its own that are not listed; ours are
drawn anew, so what is asserted is what must hold on any 400, and the figures are recorded beside.
"""

import random
from functools import cache
from statistics import mean

import pytest
from random_race import ConnectThree

from provebest.search.bandwidth.game_node import MODES
from provebest.search.bandwidth.game_search import BandwidthGameSearch
from provebest.vocabulary import run

pytestmark = pytest.mark.paper("harris1974")

N = 24
E, D = 0, 29
STATES = 41_750
GAME = ConnectThree()

# mode -> mean expansions, first moves that throw the win away (of 400)
EXPECTED = {"plain": (2.6, 28), "alternating": (5.8, 12), "dual": (5.7, 13)}


@cache
def plies(state):
    """The plies to a win under best play; N and more means the plies to a loss beyond N."""
    outcome = GAME.outcome(state)
    if outcome is not None:
        return 0 if outcome == "win" else N
    choose = min if GAME.program_to_move(state) else max
    return 1 + choose(plies(GAME.play(state, move)) for move in GAME.moves(state))


@pytest.fixture(scope="module")
def states():
    """Every state that can be reached, each after those it comes from."""
    found = {GAME.start(): None}
    waiting = list(found)
    for state in waiting:
        for move in GAME.moves(state):
            after = GAME.play(state, move)
            if after not in found:
                found[after] = None
                waiting.append(after)
    return waiting


@pytest.fixture(scope="module")
def won(states):
    """400 positions with the program to move that it wins in 3 plies or more."""
    worth = [s for s in states if GAME.program_to_move(s) and 3 <= plies(s) < N]
    return random.Random("harris1974").sample(worth, 400)


def band(states):
    """The exact e and d of the estimate on these states."""
    errors = [GAME.estimate(state) - plies(state) for state in states]
    return max(errors), -min(errors)


def test_the_game_is_solved_and_the_first_player_wins_in_nine_plies(states):
    assert len(states) == STATES
    assert plies(GAME.start()) == 9


def test_the_exact_band_of_the_estimate(states):
    """An estimate that cannot see losses has a d of the order of N: the guarantee is empty."""
    live = [state for state in states if GAME.outcome(state) is None]

    assert band(live) == (E, D)
    assert band([state for state in live if plies(state) < N]) == (0, 10)


def played(won, mode, e=E, d=D):
    """For each position: expansions, and how much worse the first move is than the best."""
    rows = []
    for state in won:
        result = run(BandwidthGameSearch(ConnectThree(state), e, d, loss_value=N, mode=mode))
        after = 1 + plies(GAME.play(state, result.move))
        rows.append((result.counters.expanded, after - plies(state), after >= N, result))
    return rows


def test_400_won_positions_with_the_true_band(won, record_property):
    """Every first move is within e + d; plain looks at fewer replies and throws more wins away."""
    means, thrown = {}, {}
    for mode in MODES:
        rows = played(won, mode)
        means[mode] = mean(expanded for expanded, _, _, _ in rows)
        thrown[mode] = sum(lost for _, _, lost, _ in rows)
        text = f"{means[mode]:.2f} expansions, {thrown[mode]} of 400 wins thrown"
        record_property(mode, text)
        print(f"{mode:12} {text}; expected about {EXPECTED[mode]}")

        assert all(regret <= E + D for _, regret, _, _ in rows)
        assert all(result.verdict == "undecided" for *_, result in rows)
        assert not any(result.resigns for *_, result in rows)
        assert means[mode] == pytest.approx(EXPECTED[mode][0], rel=0.15)

    assert means["plain"] < means["dual"]
    assert means["plain"] < means["alternating"]
    assert thrown["plain"] > max(thrown["alternating"], thrown["dual"])


@pytest.mark.parametrize("mode", MODES)
def test_a_band_that_is_stated_too_narrow_resigns_won_games(won, mode):
    """With e = d = 0 declared the drop rule throws good moves away."""
    assert any(result.resigns for *_, result in played(won, mode, 0, 0))
