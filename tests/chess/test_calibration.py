"""The reported chance is the measured one: lower than the guide, and falling with the distance."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provebest.chess.calibration import REACHED, chance_to_reach


@pytest.mark.parametrize(("margin", "at_half"), [(600, 0.06), (300, 0.16), (100, 0.21)])
def test_half_of_the_hope_is_reached_as_often_as_was_measured(margin, at_half):
    assert chance_to_reach(margin / 2, 0, margin) == pytest.approx(at_half)


@given(
    real=st.integers(-1000, 1000),
    margin=st.integers(0, 3000),
    goals=st.lists(st.integers(-3000, 6000), min_size=2, max_size=2, unique=True),
)
def test_a_farther_goal_is_never_more_likely(real, margin, goals):
    near, far = sorted(goals)
    chances = [chance_to_reach(goal, real, real + margin) for goal in (near, far)]

    assert 0 <= chances[1] <= chances[0] <= 1


def test_the_measured_shares_fall():
    for _, shares in REACHED:
        assert list(shares) == sorted(shares, reverse=True)
