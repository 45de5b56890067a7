"""How often hopes come true: counted on made-up moves, and on a position that is known."""

import math

import numpy as np
import pytest

from provebest.chess.calibration import REACHED
from studies.hopes import Promise, promises_in, rows_of, scale_of_errors


def test_moves_are_counted_by_the_share_of_the_way_that_they_came():
    moves = [Promise(0, 400, found, 10) for found in (-50, 0, 150, 250, 300, 400)]

    rows = {least: (most, shares) for least, most, shares in rows_of(moves)}

    assert [share.hits for share in rows[200.0][1]] == [5, 4, 3, 2, 1]
    assert rows[200.0][0] == 500.0
    assert [rows[least][1][0].total for least in (500.0, 60.0)] == [0, 0]
    assert list(rows) == [least for least, _ in REACHED]


@pytest.mark.parametrize("scale", [40.0, 120.0])
def test_the_scale_by_which_moves_catch_up_is_found_again(scale):
    rng = np.random.default_rng(7)
    behind = rng.uniform(1, 150, 4000)
    caught_up = rng.random(4000) < 1 / (1 + np.exp(behind / scale))
    moves = [
        Promise(-gap, 0, 0.0 if up else -gap, 0) for gap, up in zip(behind, caught_up, strict=True)
    ]

    assert scale_of_errors(moves) == pytest.approx(scale, rel=0.15)


def test_no_scale_is_told_if_nothing_shows_it():
    assert scale_of_errors([Promise(-20, 0, -20, 0)] * 3) is None
    assert scale_of_errors([Promise(-20, 300, 50, 0)]) is None, "it has a hope"


def test_the_best_move_by_its_value_is_not_measured():
    """After 1.e4 e5 2.Qh5 Nf6 the queen takes on e5 with check, or goes on hoping for f7."""
    fen = "rnbqkb1r/pppp1ppp/5n2/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3"
    found = [Promise(*numbers) for numbers in promises_in(("test", fen, 5))]

    assert found
    assert all(promise.real <= promise.goal for promise in found)
    assert all(promise.margin >= 0 and math.isfinite(promise.found) for promise in found)
    ahead = [p for p in found if p.margin >= REACHED[-1][0]]
    assert all(promise.real + promise.margin > promise.goal for promise in ahead)
