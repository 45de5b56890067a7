"""The modern control over scripted probes: what it asks, what it makes of it, when it stops."""

import math
from dataclasses import replace
from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted_beliefs import Listed
from scripted_sets import EARLY, Sets, doings, finish, search_of, world

from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.search import ModernSearch
from provebest.search.setprobe.set_prober import SetValue
from provebest.search.setprobe.settings import ModernSettings
from provebest.search.setprobe.settling import FIRST_DEPTH, Settling
from provebest.vocabulary import BadInputError, Limits, NothingSearchedError, Stopped, run

# --- from separation to the stop ----------------------------------------------------------------


def test_a_clear_choice_is_separated_hoped_against_verified_and_played():
    sets = Sets({"a": 200, "b": 0, "c": -50})
    search = search_of(sets, hope={"b": 2000}, numbers=replace(EARLY, hope_every=0))
    result = finish(search)

    assert doings(search) == ["SELECT"] * 7 + ["separation", "hope", "VERIFY"]
    assert sets.asked[7:] == [(8, "bc"), (12, "b"), (12, "a")]
    assert (result.move, result.value, result.stopped) == ("a", 200, Stopped.FOUND)
    assert result.reason.startswith("clearly best at depth 10: the others are 200 behind")
    assert result.refutations == 0


def test_who_allows_more_wants_more_certainty_before_a_stop_is_tried():
    search = search_of(
        Sets({"a": 200, "b": 0}), budget=1000, numbers=ModernSettings(separate_after=0.15)
    )
    finish(search)

    # 15 probes of 10 nodes are .15 of the budget; without the rule it would be the eighth.
    assert doings(search).index("separation") == 15


# --- settled ------------------------------------------------------------------------------------

LEVEL = {"a": 20, "b": 15, "c": 14}


def test_a_choice_among_equals_settles_and_is_played():
    search = search_of(Sets(LEVEL, share=0.9))
    result = finish(search)

    assert (result.move, result.stopped, result.natural) == ("a", Stopped.FOUND, True)
    assert result.reason.startswith("settled at depth")
    assert 0.35 <= search.spent() < 0.40


def test_it_does_not_settle_where_nobody_counted_the_nodes():
    result = finish(search_of(Sets(LEVEL)))

    assert not result.natural


@pytest.mark.parametrize(("better", "settles"), [(100, True), (200, False), (-200, False)])
def test_it_settles_only_in_positions_like_those_of_the_curve(better, settles):
    level = {move: value + better for move, value in LEVEL.items()}

    assert finish(search_of(Sets(level, share=0.9))).natural is settles


def test_a_rival_with_hope_is_looked_at_before_a_choice_settles():
    numbers = replace(EARLY, hope_every=0)
    search = search_of(Sets(LEVEL, share=0.9), hope={"b": 30_000}, numbers=numbers)
    result = finish(search)

    assert doings(search)[-1] == "hope"
    assert result.reason.startswith("settled at depth")


def test_it_does_not_settle_if_that_look_finds_a_better_move():
    class Hidden(Sets):
        """Only who asks for b alone sees what it is worth."""

        def value(self, move, depth):
            alone = bool(self.asked) and self.asked[-1][1] == "b"
            return 500.0 if move == "b" and alone else super().value(move, depth)

    numbers = replace(EARLY, hope_every=0)
    real = {"a": 20, "b": 15}
    search = search_of(Hidden(real, share=0.9), real, hope={"b": 30_000}, numbers=numbers)

    assert not finish(search).reason.startswith("settled")


def test_it_does_not_settle_while_the_choice_changes():
    turning = {"a": lambda depth: 20 + 4 * (depth % 2), "b": 22}
    result = finish(search_of(Sets(turning, share=0.5)))

    assert not result.natural


def deepened(best, depth):
    return SetValue(best, 10.0, (best,), depth, finished=True, at_most={}, share=0.8)


def test_the_chance_grows_with_depth_and_with_depths_unchanged():
    settling, chances = Settling(), []
    for depth in range(1, 25):
        settling.see("a", deepened("a", depth))
        chances.append(settling.chance())

    assert chances[: FIRST_DEPTH - 1] == [0.0] * (FIRST_DEPTH - 1)
    assert chances[FIRST_DEPTH:] == sorted(chances[FIRST_DEPTH:])
    before = settling.chance()
    settling.see("b", deepened("b", 25))
    assert settling.unchanged == 0
    assert settling.chance() < before


# --- hope and VERIFY ----------------------------------------------------------------------------


def test_without_a_rival_that_hopes_verify_follows_at_once():
    search = search_of(Sets({"a": 200, "b": 0}))
    finish(search)

    assert doings(search)[-2:] == ["separation", "VERIFY"]
    assert "hope" not in doings(search)


def test_hopes_are_looked_at_again_every_three_plies_and_halved_each_time():
    search = search_of(Sets({"a": 200, "b": 0}), hope={"b": 2000})
    finish(search)

    hopes = [line for line in search.journal if line.startswith("hope")]
    assert [line.split()[2] for line in hopes] == ["6,", "9,", "12,", "12,"], "also before VERIFY"
    assert search.candidates.moves["b"].hope == 2000 / 2**4


def test_hopes_are_not_looked_at_for_their_own_sake_where_no_stop_is_in_sight():
    search = search_of(Sets({"a": 99, "b": 0}), hope={"b": 2000}, budget=100)
    finish(search)

    assert "hope" not in doings(search)


def test_where_the_others_seem_to_be_near_separation_is_not_asked_for():
    real = {"a": 200, "b": 150}
    search = search_of(Sets({"a": 200, "b": 0}), real, budget=100)
    finish(search)

    assert "separation" not in doings(search)


def test_with_grace_a_depth_is_begun_only_if_it_can_be_finished():
    budget = Budget(nodes=100, grace=1.0)

    assert [budget.begins(50, stable) for stable in (0, 3, 6)] == [True, True, False]
    assert [budget.begins(70, stable) for stable in (0, 3, 6)] == [True, False, False]
    assert Budget(nodes=100).begins(99, 9)


def test_a_tempo_is_no_chance():
    search = search_of(Sets({"a": 200, "b": 0}), hope={"b": 249})
    finish(search)

    assert "hope" not in doings(search)


def test_a_rival_within_the_gap_puts_the_stop_off():
    gap = ModernSettings().gap(10)
    search = search_of(Sets({"a": gap - 1, "b": 0}), budget=200)
    result = finish(search)

    assert "VERIFY" not in [line.split()[0] for line in search.journal if " 12, " in line]
    assert search.journal[7].startswith("separation")
    later = [line for line in search.journal if line.startswith("separation")]
    assert [line.split()[2] for line in later][:2] == ["8,", "10,"], "two plies later"
    assert result.stopped is Stopped.FOUND, "at greater depth the same lead is enough"


def test_a_rival_that_was_found_within_half_the_gap_is_not_asked_about_again():
    search = search_of(Sets({"a": 100, "b": 90}), {"a": 100, "b": 0}, budget=300)
    result = finish(search)

    asked = [line.split()[2] for line in search.journal if line.startswith("separation")]
    assert asked == ["8,"]
    assert result.stopped is Stopped.NODE_LIMIT


def test_separation_is_not_asked_for_when_most_of_the_budget_is_gone():
    search = search_of(Sets({"a": 200, "b": 0}), budget=115)  # 60 % of it is gone at depth 10
    result = finish(search)

    assert set(doings(search)) == {"SELECT"}
    assert result.stopped is Stopped.NODE_LIMIT


def test_a_choice_that_falls_in_verify_is_not_played_at_once():
    alone = {(12, "a")}
    sets = Sets({"a": lambda depth: 20 if depth == 12 else 200, "b": 0})
    search = search_of(sets, budget=200)
    finish(search)

    assert alone <= set(sets.asked)
    assert search.refutations == 1
    assert doings(search)[8:11] == ["VERIFY", "SELECT", "SELECT"]


# --- the choice falls ---------------------------------------------------------------------------


def test_a_rival_that_comes_true_overturns_the_choice_and_stays():
    """b is worth 300 from depth 6 on; hope looks there when SELECT is at depth 4."""
    sets = Sets({"a": 100, "b": lambda depth: 300 if depth >= 6 else 0})
    search = search_of(sets, hope={"b": 1000})
    search.step()
    search.step()
    assert (search.best, search.doing, search.looking_at) == ("a", "hope", 6)
    search.step()
    assert (search.best, search.value, search.refutations) == ("b", 300, 1)
    search.step()

    assert sets.asked[-1] == (5, "ab"), "where a seems to be better"
    assert (search.best, search.value) == ("b", 300)


def test_a_rival_that_is_a_little_better_after_a_deeper_look_overturns_nothing():
    """b is worth 300 at depth 12, where the stop is tried: 10 more than a."""
    sets = Sets({"a": 290, "b": lambda depth: 300 if depth == 12 else 0})
    search = search_of(sets, hope={"b": 2000}, numbers=ModernSettings(hope_every=0), budget=200)
    for _ in range(10):
        search.step()

    assert doings(search)[7:] == ["separation", "hope"]
    assert (search.best, search.refutations, search.stopped) == ("a", 0, None)
    assert search.doing == "SELECT", "with such a rival it is not clear"


def test_a_rival_that_claims_to_be_better_is_looked_at_without_waiting():
    sets = Sets({"a": 100, "b": 0})
    search = search_of(
        sets, {"a": 100, "b": 300}, numbers=ModernSettings(hope_every=0), hope={"b": 310}
    )
    finish(search)

    assert sets.asked[:2] == [(4, "ab"), (6, "b")]
    assert search.candidates.moves["b"].real == 0


def test_a_smaller_claim_waits():
    sets = Sets({"a": 100, "b": 0})
    search = search_of(
        sets, {"a": 100, "b": 299}, numbers=ModernSettings(hope_every=0), hope={"b": 310}
    )
    finish(search)

    assert sets.asked[1] == (5, "ab")


def test_evidence_that_has_become_shallow_does_not_overturn_the_choice():
    """b seemed to be worth 300 at depth 6; deeper searches agree on 200, and nobody hopes."""
    worth = {6: 300, 7: 200, 8: 200, 9: 200}
    search = search_of(
        Sets({"a": 100, "b": lambda depth: worth.get(depth, 0)}), hope={"b": 1000}, budget=65
    )
    result = finish(search)

    assert search.journal[4].startswith("SELECT     depth  7")
    assert (result.move, result.value) == ("b", 200)
    assert search.refutations == 1


# --- what is cut off ----------------------------------------------------------------------------


def test_a_look_that_was_cut_off_too_early_overturns_nothing():
    """Nothing is known of b, and 0 is not more than -300."""
    sets = Sets({"a": -300, "b": -400}, cut={1: 0})
    search = search_of(sets, hope={"b": 1000})
    for _ in range(3):
        search.step()

    assert search.journal[1].startswith("hope")
    assert (search.best, search.value, search.refutations) == ("a", -300, 0)
    assert search.candidates.moves["b"].real == -400


def test_a_look_that_was_cut_off_but_deep_enough_counts():
    sets = Sets({"a": 100, "b": lambda depth: 300 if depth >= 5 else 0}, cut={1: 5})
    search = search_of(sets, hope={"b": 1000})
    for _ in range(3):
        search.step()

    assert (search.best, search.value) == ("b", 300)


def test_where_the_first_search_finds_nothing_the_first_look_decides():
    search = search_of(Sets({"b": -300, "a": -200}, cut={0: 0}), {"b": -300, "a": -200})
    result = finish(search)

    assert (result.move, result.value, result.stopped) == ("a", -200, Stopped.NODE_LIMIT)


def test_a_separation_that_was_cut_off_says_nothing_of_the_rest():
    search = search_of(Sets({"a": -200, "b": -400}, cut={7: 0}))
    for _ in range(9):
        search.step()

    assert search.journal[7].startswith("separation")
    assert search.candidates.moves["b"].real == -400


# --- ends ---------------------------------------------------------------------------------------


def test_the_end_of_the_budget_is_said():
    result = finish(search_of(Sets({"a": 1, "b": 0}), budget=55))

    assert result.stopped is Stopped.NODE_LIMIT
    assert result.reason == "the node limit was reached at depth 9"
    assert not result.natural


def test_the_depth_that_is_said_was_completed():
    result = finish(search_of(Sets({"a": 1, "b": 0}, cut={5: 8})))

    assert result.reason == "the node limit was reached at depth 8"


def test_the_last_probe_before_a_limit_counts():
    sets = Sets({"a": 0, "b": lambda depth: 50 if depth == 5 else -50})
    result = run(search_of(sets), Limits(expanded=3))

    assert (len(sets.asked), result.move, result.value) == (2, "b", 50)


def test_where_both_were_given_the_limit_that_was_reached_is_said():
    sets = Sets({"a": 1, "b": 0})
    budget = Budget(nodes=10_000, seconds=1e-6)
    result = finish(ModernSearch(world({"a": 1, "b": 0}), sets, budget))

    assert result.stopped is Stopped.TIME_LIMIT


def test_a_search_that_can_go_no_deeper_says_so():
    result = finish(search_of(Sets({"a": 0, "b": 0}, cost=0), numbers=ModernSettings(deepest=12)))

    assert (result.stopped, result.reason) == (
        Stopped.DEPTH_LIMIT,
        "the depth limit was reached at depth 12",
    )


def test_a_search_that_is_cancelled_in_a_probe_says_so():
    cancel = Event()
    search = search_of(Sets({"a": 1, "b": 0}, cut={2: 5}), cancel=cancel)
    for _ in range(3):
        search.step()
    cancel.set()
    search.step()

    assert search.stopped is Stopped.CANCELLED
    assert (search.best, search.depth) == ("a", 5)


def test_a_win_that_was_seen_before_the_cut_is_a_win():
    sets = Sets({"a": 10, "b": lambda depth: 1000 if depth >= 5 else 0}, cut={2: 5})
    result = finish(search_of(sets, numbers=ModernSettings(win=1000)))

    assert (result.move, result.stopped) == ("b", Stopped.FOUND)


def test_the_only_move_needs_no_search():
    sets = Sets({"a": 3})
    result = finish(search_of(sets))

    assert (result.move, result.stopped, sets.asked) == ("a", Stopped.FOUND, [])


def test_a_win_at_once_needs_no_search():
    sets = Sets({"a": 0, "b": 1000})
    result = finish(search_of(sets, over="b", numbers=ModernSettings(win=1000)))

    assert (result.move, result.reason, sets.asked) == ("b", "it wins at once", [])


def test_a_forced_win_ends_the_search():
    sets = Sets({"a": 10, "b": lambda depth: 1000 if depth >= 6 else 0})
    result = finish(search_of(sets, numbers=ModernSettings(win=1000)))

    assert (result.move, result.reason, len(sets.asked)) == ("b", "it wins by force", 3)


def test_a_game_that_is_over_has_no_move():
    with pytest.raises(BadInputError, match="over"):
        finish(ModernSearch(Listed({}, {}), Sets({}), Budget(nodes=10)))


def test_a_budget_that_ends_before_the_root_is_expanded():
    with pytest.raises(NothingSearchedError, match="nothing was searched"):
        search_of(Sets({"a": 0, "b": 1})).result(Stopped.CANCELLED)


# --- what is asked ------------------------------------------------------------------------------


def test_only_some_moves_are_looked_at():
    sets = Sets({"a": 200, "b": 100, "c": 0})
    result = finish(search_of(sets, only=("b", "c"), budget=100))

    assert result.move == "b"
    assert {candidate.move for candidate in result.moves} == {"b", "c"}
    assert "a" not in "".join(moves for _, moves in sets.asked)


def test_one_step_is_one_probe_and_is_announced():
    search = search_of(Sets({"a": 200, "b": 0}), hope={"b": 2000})
    assert (search.snapshot().purpose, search.snapshot().moves) == ("root", ())
    search.step()
    while search.stopped is None:
        before, said = len(search.journal), search.snapshot()
        search.step()
        assert len(search.journal) == before + 1
        assert search.journal[-1].split()[0] == said.purpose
        assert said.aim == f"depth {search.journal[-1].split()[2][:-1]}"


def test_the_same_world_twice_is_the_same_search():
    first, second = (search_of(Sets({"a": 50, "b": 49, "c": 0}), hope={"c": 900}) for _ in range(2))

    assert finish(first) == finish(second)
    assert first.journal == second.journal


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_it_never_says_proved_and_always_says_why(data):
    worth = {move: data.draw(st.lists(st.integers(-400, 400), min_size=9)) for move in "abc"}
    hope = data.draw(st.dictionaries(st.sampled_from("abc"), st.integers(0, 2000)))
    sets = Sets({m: lambda depth, v=v: v[depth % len(v)] for m, v in worth.items()})
    search = search_of(sets, hope=hope, budget=data.draw(st.integers(1, 400)))
    result = finish(search)

    assert not result.proved
    assert result.stopped in {Stopped.FOUND, Stopped.NODE_LIMIT}
    assert ("clearly best" in result.reason) == result.natural
    assert result.move == result.moves[0].move
    assert result.value == result.moves[0].real
    assert all(0 <= candidate.chance <= 1 for candidate in result.moves)


# --- the numbers --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("depth", "scale"), [(1, 40), (4, 40), (6, 35), (8, 30), (10, 25), (18, 11), (20, 9), (99, 9)]
)
def test_the_spread_between_and_beyond_the_depths_that_are_given(depth, scale):
    assert ModernSettings().scale(depth) == scale


def test_an_upset_is_logistic_in_the_lead():
    numbers = ModernSettings()

    assert numbers.upset(0, 10) == 0.5
    assert numbers.upset(25 * math.log(19), 10) == pytest.approx(0.05)
    assert numbers.upset(-30, 10) == pytest.approx(1 - numbers.upset(30, 10))


def test_the_gap_leaves_less_than_min_act():
    numbers = ModernSettings()

    assert numbers.gap(10) == pytest.approx(1.4 * 25 * math.log(0.95 / 0.05))
    assert all(numbers.upset(numbers.gap(d), d) < numbers.min_act for d in range(4, 30))
    assert ModernSettings(min_act=0.01).gap(10) > numbers.gap(10)
