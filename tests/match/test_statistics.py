"""Elo, its error, and the sequential test: laws and numbers one can work out by hand."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provebest.match.statistics import (
    SCORES,
    Pairs,
    SequentialTest,
    _likeliest,
    count_pairs,
    elo_of,
    read_test,
    score_of,
)
from provebest.vocabulary import BadInputError

matches = st.tuples(*[st.integers(0, 300)] * 5).map(Pairs)
TEST = SequentialTest(0, 10)


@given(st.floats(-800, 800))
def test_elo_and_score_are_inverse(elo):
    assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-6)


def test_a_clean_score_has_no_finite_elo():
    assert (elo_of(1), elo_of(0)) == (math.inf, -math.inf)
    assert score_of(400) == pytest.approx(10 / 11)


def test_the_error_is_that_of_the_pairs():
    """Of pairs that are all level it is none, though the games differ."""
    assert Pairs((0, 0, 50, 0, 0)).error == 0
    assert Pairs((0, 0, 50, 0, 0)).superiority == 0.5
    even = Pairs((50, 0, 0, 0, 50))
    assert even.error == pytest.approx(math.sqrt(0.25 * 100 / 99 / 100))
    low, high = even.interval
    assert low == pytest.approx(-high)
    assert high == pytest.approx(elo_of(0.5 + 1.959964 * even.error))


@given(matches)
def test_the_other_player_sees_the_same_from_the_other_side(pairs):
    other = Pairs(pairs.counts[::-1])
    assert other.score == pytest.approx(1 - pairs.score)
    assert other.superiority == pytest.approx(1 - pairs.superiority)
    mirrored = SequentialTest(-10, 0)
    assert mirrored.ratio(other) == pytest.approx(-TEST.ratio(pairs), abs=1e-6)


@given(matches.filter(lambda pairs: pairs.total > 0), st.floats(0.05, 0.95))
def test_the_likeliest_distribution_is_one_and_has_the_mean(pairs, mean):
    counts = [max(n, 1e-3) for n in pairs.counts]
    shares = [n / sum(counts) for n in counts]
    found = _likeliest(shares, mean)

    assert sum(found) == pytest.approx(1, abs=1e-6)
    assert sum(p * s for p, s in zip(found, SCORES, strict=True)) == pytest.approx(mean, abs=1e-6)
    assert min(found) >= 0


def test_no_other_distribution_with_the_mean_is_likelier():
    shares, mean = [0.1, 0.2, 0.4, 0.2, 0.1], 0.55
    best = _likeliest(shares, mean)

    def likelihood(distribution):
        return sum(s * math.log(p) for s, p in zip(shares, distribution, strict=True))

    # Moving a little from the outer outcomes to the middle one, or back, keeps sum and mean.
    for step in (0.01, -0.01):
        other = [best[0] + step, best[1], best[2] - 2 * step, best[3], best[4] + step]
        assert likelihood(other) < likelihood(best)


def test_the_ratio_is_about_what_the_normal_approximation_says():
    pairs = Pairs((20, 90, 200, 110, 30))
    variance = pairs.error**2 * (pairs.total - 1)
    s0, s1 = score_of(0), score_of(10)
    about = pairs.total * (s1 - s0) * (2 * pairs.score - s0 - s1) / (2 * variance)

    assert TEST.ratio(pairs) == pytest.approx(about, rel=0.05)


@pytest.mark.parametrize(("elo", "accepted"), [(-20, "elo0"), (30, "elo1")])
def test_a_clear_difference_is_found(elo, accepted):
    """One verdict in twenty may be wrong, but not far from both hypotheses."""
    rng = random.Random(95)
    score = score_of(elo)
    for _ in range(10):
        counts = [0] * 5
        while (verdict := TEST.verdict(Pairs(tuple(counts)))) is None:
            for _ in range(50):
                points = sum(_game(rng, score) for _ in range(2))
                counts[round(2 * points)] += 1
        assert verdict == accepted


def _game(rng, score):
    drawn = 0.3
    won = score - drawn / 2
    thrown = rng.random()
    return 1.0 if thrown < won else 0.5 if thrown < won + drawn else 0.0


def test_pairs_are_counted_by_their_points():
    assert count_pairs([0, 0.5, 1, 1, 1.5, 2]).counts == (1, 1, 2, 1, 1)


def test_the_bounds_are_walds():
    low, high = SequentialTest(0, 5, 0.05, 0.1).bounds
    assert (low, high) == (math.log(0.1 / 0.95), math.log(0.9 / 0.05))


@pytest.mark.parametrize("text", ["", "1", "5,5", "10,0", "0,5,0.6,0.05", "a,b", "nan,5", "1,2,3"])
def test_what_cannot_be_tested_is_a_sentence(text):
    with pytest.raises(BadInputError):
        read_test(text)
    assert read_test("0,5,0.01,0.02") == SequentialTest(0, 5, 0.01, 0.02)
