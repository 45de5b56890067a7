"""Section 3.10 of the paper, rule by rule."""

from __future__ import annotations

import pytest

from provebest.chess.optimism import Optimism
from provebest.chess.probes.expansion import Hope
from provebest.games.chess_values import MATE

RULES = Optimism()
QUIET = Hope(150, checks=False, replies=0, checker_safe=False, king_must_move=False, runs_on=False)


def check(replies, *, safe=True, king=False):
    return Hope(
        None, checks=True, replies=replies, checker_safe=safe, king_must_move=king, runs_on=False
    )


def hope(promise, real=0.0, *, retaken=False, depth=0, rules=RULES):
    return rules.hope(promise, real, retaken=retaken, depth=depth)


def test_a_quiet_move_hopes_for_what_another_turn_would_bring():
    assert hope(QUIET) == 150


def test_hope_is_never_below_the_real_value():
    assert hope(QUIET, real=400) == 400


def test_a_probe_that_was_cut_off_gives_no_hope():
    assert hope(QUIET._replace(value=None), real=-30) == -30


def test_fewer_replies_make_a_stronger_check():
    levels = [hope(check(replies)) for replies in range(1, 15)]

    assert levels == sorted(levels, reverse=True)
    assert levels[0] > levels[1] > levels[2]
    assert levels[-1] > 0


def test_a_mate_threat_stands_between_two_replies_and_three():
    """The paper: better than all checks that have three or more replies."""
    threat = hope(QUIET._replace(value=MATE - 5))

    assert hope(check(3)) < threat < hope(check(2))


def test_the_distance_to_the_threatened_mate_is_not_important():
    assert hope(QUIET._replace(value=MATE - 1)) == hope(QUIET._replace(value=MATE - 9))


def test_checks_and_mate_threats_near_the_root_are_preferred():
    for promise in (check(1), check(5), QUIET._replace(value=MATE - 3)):
        assert hope(promise, depth=0) > hope(promise, depth=1) > hope(promise, depth=6)


def test_a_king_that_must_move_adds_to_a_check():
    assert hope(check(4, king=True)) > hope(check(4))


def test_a_checker_that_can_be_taken_counts_less_when_the_rule_says_so():
    careful = Optimism(capturable_checker=0.75)

    assert hope(check(2, safe=False), rules=careful) < hope(check(2), rules=careful)
    assert hope(check(2, safe=False)) == hope(check(2))


@pytest.mark.parametrize(("runs_on", "retaken", "kept"), [(1, 1, 0.15), (1, 0, 1), (0, 1, 1)])
def test_hit_and_run_needs_both_lines(runs_on, retaken, kept):
    """The piece that took moves again in the hoped-for line, and is taken in the real one."""
    careful = Optimism(hit_and_run=0.15)
    promise = QUIET._replace(value=300, runs_on=bool(runs_on))

    assert hope(promise, retaken=bool(retaken), rules=careful) == pytest.approx(300 * kept)
