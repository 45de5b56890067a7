"""Limits hold inside one step of a compiled search, however long its look-ahead is."""

import random
import time
from threading import Event

import pytest

from provebest.problems import SlidingTiles
from provebest.search import find_path
from provebest.vocabulary import Limits, Stopped

WIDTH, HEIGHT, DEEP = 15, 16, 20
"""One look-ahead at so many tiles takes hours."""


def shuffled_board():
    rng, board = random.Random(1), [*range(1, WIDTH * HEIGHT), 0]
    blank = len(board) - 1
    for _ in range(2_000):
        column, row = blank % WIDTH, blank // WIDTH
        steps = [(1, column + 1 < WIDTH), (-1, column), (WIDTH, row + 1 < HEIGHT), (-WIDTH, row)]
        to = blank + rng.choice([step for step, allowed in steps if allowed])
        board[blank], board[to] = board[to], board[blank]
        blank = to
    rows = [board[start : start + WIDTH] for start in range(0, len(board), WIDTH)]
    return "/".join(" ".join(map(str, row)) for row in rows)


@pytest.mark.parametrize(
    "depth_limit", [None, 100]
)  # with one, the Python search asks look by look
def test_a_search_with_endless_look_aheads_keeps_its_time(depth_limit):
    problem = SlidingTiles(shuffled_board())
    begun = time.process_time()

    found = find_path(problem, look_ahead=DEEP, limits=Limits(seconds=0.1, depth=depth_limit))

    assert found.stopped is Stopped.TIME_LIMIT
    assert time.process_time() - begun < 5


def test_a_search_with_endless_look_aheads_can_be_cancelled():
    cancel = Event()
    cancel.set()

    found = find_path(SlidingTiles(shuffled_board()), look_ahead=DEEP, limits=Limits(cancel=cancel))

    assert found.stopped is Stopped.CANCELLED
