"""6x6 Othello, held against rules written square by square; and the race that is run on it."""

import random

import pytest

from provebest.search import alphabeta
from studies.othello import PASS, SIZE, Othello

WAYS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def turned(own, other, square):
    """The discs that a new one turns over, found by walking in each direction."""
    found = set()
    for dx, dy in WAYS:
        x, y, run = square % SIZE + dx, square // SIZE + dy, set()
        while 0 <= x < SIZE and 0 <= y < SIZE and y * SIZE + x in other:
            run.add(y * SIZE + x)
            x, y = x + dx, y + dy
        if 0 <= x < SIZE and 0 <= y < SIZE and y * SIZE + x in own:
            found |= run
    return found


def squares(bits):
    return {square for square in range(SIZE * SIZE) if bits >> square & 1}


@pytest.mark.parametrize("seed", range(20))
def test_moves_and_turned_discs_are_those_of_the_rules(seed):
    game, rng = Othello(), random.Random(seed)
    state = game.start()
    while moves := game.moves(state):
        own, other = squares(state[0]), squares(state[1])
        free = set(range(SIZE * SIZE)) - own - other
        legal = sorted(square for square in free if turned(own, other, square))
        assert moves == (legal or [PASS])
        move = rng.choice(moves)
        after = game.play(state, move)
        flips = turned(own, other, move) if move != PASS else set()
        assert squares(after[0]) == other - flips
        assert squares(after[1]) == own | flips | ({move} - {PASS})
        assert after[2] is not state[2]
        state = after

    own, other = squares(state[0]), squares(state[1])
    for first, second in ((own, other), (other, own)):
        free = set(range(SIZE * SIZE)) - own - other
        assert not any(turned(first, second, square) for square in free)


def test_the_value_speaks_for_black():
    start = Othello().start()

    assert Othello().value(start) == 0
    assert Othello().value(Othello().play(start, Othello().moves(start)[0])) == 3


def test_the_race_gives_everyone_the_same_game():
    pytest.importorskip("easyAI", reason="pip install 'provebest[bench]'")
    from studies import othello_rivals  # noqa: PLC0415 - needs easyAI

    for state in othello_rivals.positions()[:3]:
        true = alphabeta(Othello(), othello_rivals.DEPTH, state=state).value
        assert {search(state) for search in othello_rivals.CONTESTANTS.values()} == {true}
