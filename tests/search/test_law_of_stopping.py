"""The law of stopping: what its curve and its scales must keep, whatever its numbers are."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_sets import law_by_depth, law_that_stops_at, sight

from provebest.search.setprobe.law import MOST_DOUBT, TOLERANCE, Attack
from provebest.search.setprobe.settings import (
    ANY_GAME,
    CAUTION,
    CHESS,
    PRICED_AT,
    TIME_PRICE,
    ModernSettings,
    time_price,
)

sights = st.builds(
    sight,
    depth=st.integers(1, 100),
    unchanged=st.integers(0, 90),
    share=st.none() | st.floats(0, 1),
    points=st.floats(0, 1),
    attack=st.sampled_from(Attack),
)
laws = st.sampled_from([CHESS, ANY_GAME.law, law_that_stops_at(9), law_by_depth(2.0, -0.3)])


# --- the doubt ----------------------------------------------------------------------------------


@given(laws, sights)
def test_a_doubt_is_a_chance_and_never_above_the_most(law, seen):
    assert 0 <= law.doubt(seen) <= MOST_DOUBT
    assert law.regret(seen) == pytest.approx(law.loss * law.doubt(seen))


@given(sights, sights)
def test_more_search_never_raises_the_doubt(seen, other):
    """In each of what a search can add: depth, depths unchanged, and nodes below the choice."""
    for name in ("depth", "unchanged", "share"):
        low, high = sorted((getattr(seen, name) or 0, getattr(other, name) or 0))
        less, more = replace(seen, **{name: low}), replace(seen, **{name: high})
        assert CHESS.doubt(more) <= CHESS.doubt(less)


@given(sights, sights)
def test_where_less_can_be_won_there_is_no_more_doubt(seen, other):
    less, more = sorted((seen.points, other.points))

    assert CHESS.doubt(replace(seen, points=more)) <= CHESS.doubt(replace(seen, points=less))


@given(sights)
def test_a_choice_that_held_is_doubted_least_and_one_that_was_refuted_most(seen):
    held, untried, refuted = (
        CHESS.doubt(replace(seen, attack=attack))
        for attack in (Attack.HELD, Attack.UNTRIED, Attack.REFUTED)
    )

    assert held <= untried <= refuted


@given(laws, sights)
def test_another_depth_with_the_same_choice_never_raises_the_regret(law, seen):
    deeper = seen.deeper()

    assert (deeper.depth, deeper.unchanged) == (seen.depth + 1, seen.unchanged + 1)
    assert law.regret(deeper) <= law.regret(seen)


def test_the_law_of_chess_sees_something():
    """A curve that were flat would keep all the promises above."""
    shallow = sight(depth=6, unchanged=0, share=0.1, attack=Attack.REFUTED)
    deep = sight(depth=25, unchanged=15, share=0.95, attack=Attack.HELD)

    assert CHESS.doubt(deep) < 0.1
    assert CHESS.doubt(shallow) > 0.2


# --- points -------------------------------------------------------------------------------------


@given(laws, st.floats(-30, 30))
def test_value_is_the_inverse_of_points(law, times):
    value = times * law.scale

    assert law.value(law.points(value)) == pytest.approx(value, rel=1e-3, abs=1e-9 * law.scale)


@given(laws, st.floats(1e-9, 1 - 1e-9))
def test_points_are_the_inverse_of_value(law, points):
    assert law.points(law.value(points)) == pytest.approx(points)


@given(laws, st.floats(allow_nan=False), st.floats(allow_nan=False))
def test_a_better_value_is_worth_no_less_and_both_sides_share_a_point(law, one, other):
    low, high = sorted((one, other))

    assert 0 <= law.points(low) <= law.points(high) <= 1
    assert law.points(one) + law.points(-one) == pytest.approx(1)


def test_what_is_worth_everything_or_nothing_has_no_finite_value():
    assert [CHESS.value(points) for points in (-0.1, 0.0, 1.0, 1.1)] == [
        -math.inf,
        -math.inf,
        math.inf,
        math.inf,
    ]
    assert (CHESS.points(0), CHESS.value(0.5)) == (0.5, 0)
    assert (CHESS.points(-math.inf), CHESS.points(math.inf)) == (0, 1)


# --- shares of the doubt ------------------------------------------------------------------------

values = st.floats(-2000, 2000) | st.just(-math.inf)


@given(laws, sights, values, st.dictionaries(st.integers(), values, min_size=1, max_size=40))
def test_the_shares_of_rivals_add_up_to_the_doubt(law, seen, best, rivals):
    doubt = law.doubt(seen)
    shares = law.share_out(doubt, best, rivals)

    assert set(shares) == set(rivals)
    assert sum(shares.values()) == pytest.approx(doubt)
    assert all(0 <= share <= doubt * (1 + 1e-9) for share in shares.values())


@given(laws, values, st.lists(values, min_size=2, max_size=20))
def test_a_nearer_rival_never_has_less_of_the_doubt(law, best, rivals):
    shares = law.share_out(0.2, best, dict(enumerate(sorted(rivals))))

    assert list(shares.values()) == sorted(shares.values())


def test_a_rival_that_seems_better_counts_as_equal_and_without_rivals_nobody_has_a_share():
    better, equal, behind = CHESS.share_out(0.2, 50.0, {"b": 90.0, "c": 50.0, "d": 0.0}).values()

    assert better == equal > behind
    assert CHESS.share_out(0.2, 50.0, {}) == {}


# --- the price ----------------------------------------------------------------------------------


@given(sights, st.floats(0.01, 0.45), st.floats(0.01, 0.45), st.floats(0, 1))
def test_in_an_analysis_a_stricter_dial_never_stops_sooner(seen, one, other, spent):
    strict, lax = sorted((one, other))
    if ModernSettings(min_act=strict).is_enough(seen, spent):
        assert ModernSettings(min_act=lax).is_enough(seen, spent)


@given(sights, st.floats(0.01, 0.45), st.floats(0, 1))
def test_in_an_analysis_the_doubt_alone_decides(seen, dial, spent):
    enough = ModernSettings(min_act=dial).is_enough(seen, spent)

    assert enough == (CHESS.doubt(seen) <= dial)


@given(sights, st.floats(0, 1), st.floats(0, 1))
def test_on_a_clock_time_gets_dearer_as_it_is_spent(seen, one, other):
    game = ModernSettings().in_a_game()
    early, late = sorted((one, other))
    if game.is_enough(seen, early):
        assert game.is_enough(seen, late)


def test_on_a_clock_it_stops_when_another_depth_wins_less_than_its_time_is_worth():
    game = ModernSettings(law=law_by_depth(0.0, -0.5)).in_a_game()
    law, seen = game.law, sight(depth=6)
    wins = law.regret(seen) - law.regret(seen.deeper())
    worth = wins / TIME_PRICE  # the share of the time that is as dear

    assert not game.is_enough(seen, 0.99 * worth)
    assert game.is_enough(seen, 1.01 * worth)


@given(laws, st.floats(0, 1))
def test_on_a_clock_the_greatest_doubt_is_never_enough(law, spent):
    """The curve is cut there: that a depth lowers nothing does not say that it wins nothing."""
    game = ModernSettings(law=replace(law, base=law.base + 1000)).in_a_game()

    assert not game.is_enough(sight(depth=1, unchanged=0), spent)


def test_the_price_of_time_falls_as_what_another_ply_wins_does():
    """Four times the nodes are 2.5 plies, at which the choice is mostly still the same."""
    assert time_price(PRICED_AT) == TIME_PRICE
    law = ModernSettings().in_a_game().law

    def wins(depth, unchanged):
        seen = sight(depth=depth, unchanged=unchanged)
        return law.regret(seen) - law.regret(seen.deeper())

    falls = (wins(14, 6) + wins(13, 5)) / 2 / wins(11, 3)
    assert time_price(4 * PRICED_AT) / TIME_PRICE == pytest.approx(falls, abs=0.1)


@given(st.floats(0, 1e12), st.floats(0, 1e12))
def test_more_nodes_are_never_dearer(one, other):
    few, many = sorted((one, other))
    assert 0 < time_price(many) <= time_price(few)


def test_a_game_changes_the_price_and_leaves_out_the_caution_of_a_promise():
    numbers = ModernSettings(min_act=0.1, win=500.0)
    game = numbers.in_a_game()

    assert game.time_price == TIME_PRICE > 0
    assert game.law.base == numbers.law.base - CAUTION < numbers.law.base
    assert replace(game, time_price=0.0, law=numbers.law) == numbers


# --- scales -------------------------------------------------------------------------------------


@given(st.floats(0.001, 1000), st.floats(-50, 50), sights)
def test_a_tempo_is_a_scale_and_changes_no_doubt(tempo, tempos, seen):
    once, scaled = ANY_GAME.at(1.0), ANY_GAME.at(tempo)

    assert scaled.law.points(tempo * tempos) == pytest.approx(once.law.points(tempos))
    assert scaled.law.doubt(seen) == once.law.doubt(seen)
    assert not scaled.in_tempos


def test_the_tolerance_is_a_small_part_of_a_game_and_less_than_what_a_wrong_choice_loses():
    assert 0 < CHESS.value(0.5 + TOLERANCE) < 50, "less than half a pawn in an even position"
    assert CHESS.loss > TOLERANCE


@given(sights, st.floats(0, 1))
def test_nothing_is_enough_where_the_scale_is_not_known(seen, spent):
    sure = replace(law_that_stops_at(0), scale=math.inf)
    analysis = ModernSettings(law=sure)

    assert not analysis.is_enough(seen, spent)
    assert not analysis.in_a_game().is_enough(seen, spent)
