"""The modern control in an analysis, over scripted probes: what it asks, and when it stops."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted_sets import (
    EARLY,
    FIRST,
    NO_STOP,
    STOP,
    Sets,
    doings,
    finish,
    law_by_depth,
    law_that_stops_at,
    search_of,
)

from provebest.search.events import StepEnded
from provebest.search.setprobe.law import MOST_DOUBT, TOLERANCE, Attack
from provebest.search.setprobe.set_prober import SetProber
from provebest.vocabulary import Stopped

ATTACKS = STOP + EARLY.deeper
"""The depth of the attacks on the choice of depth 7."""
SELECTS = ["SELECT"] * (STOP - FIRST + 1)
"""What is done before the law may stop."""
RIVALS, VERIFY = len(SELECTS), len(SELECTS) + 1
"""The number of each attack among the probes."""


def bounds(value):
    """What a rival must reach, and what the choice must keep, if it is worth this."""
    law = EARLY.law
    here = law.points(value)
    return law.value(here + TOLERANCE / 2), law.value(here - TOLERANCE)


def from_depth(least, below, above):
    return lambda depth: above if depth >= least else below


# --- the law and both attacks -------------------------------------------------------------------


def test_a_choice_is_played_if_the_law_is_sure_and_both_attacks_fail():
    sets = Sets({"a": 50, "b": 40, "c": -50})
    search = search_of(sets)
    result = finish(search)

    better, least = bounds(50)
    assert doings(search) == [*SELECTS, "rivals", "VERIFY"]
    assert sets.asked[RIVALS:] == [(ATTACKS, "bc", better), (ATTACKS, "a", least)]
    assert (result.move, result.value, result.stopped) == ("a", 50, Stopped.FOUND)
    assert result.natural
    assert result.refutations == 0
    assert search.sight.attack is Attack.HELD
    assert result.reason.startswith(f"settled at depth {STOP}: ")
    assert "deeper searches of the others and of this move did not refute it; " in result.reason
    assert "in at least 99% of such cases" in result.reason
    assert f"better by more than {TOLERANCE:g} points" in result.reason


def test_the_journal_says_what_was_wanted_and_whether_it_was_reached():
    search = search_of(Sets({"a": 50, "b": 40, "c": -50}))
    finish(search)

    better, least = bounds(50)
    assert search.journal[RIVALS:] == [
        f"rivals     depth {ATTACKS}, 2 moves, {better:.0f} wanted: not reached (10 nodes)",
        f"VERIFY     depth {ATTACKS}, 1 move, {least:.0f} wanted: reached by a (10 nodes)",
    ]


def test_moves_that_are_as_good_do_not_put_the_stop_off():
    result = finish(search_of(Sets({"a": 20, "b": 20, "c": 19})))

    assert (result.move, result.natural) == ("a", True)


def test_nothing_is_attacked_before_the_law_is_sure():
    search = search_of(Sets({"a": 500, "b": 0}), numbers=NO_STOP, budget=200)
    result = finish(search)

    assert set(doings(search)) == {"SELECT"}
    assert result.stopped is Stopped.NODE_LIMIT


def test_a_stricter_dial_stops_later():
    falling = replace(EARLY, law=law_by_depth(0.0, -0.4))

    depths = [
        finish(search_of(Sets({"a": 50, "b": 0}), numbers=replace(falling, min_act=dial))).reason
        for dial in (0.1, 0.05, 0.01)
    ]

    assert [why.split(":")[0] for why in depths] == [f"settled at depth {d}" for d in (6, 8, 12)]


def test_the_reason_says_how_many_of_such_choices_are_right():
    numbers = replace(EARLY, law=law_by_depth(0.0, -0.4))
    search = search_of(Sets({"a": 50, "b": 0}), numbers=numbers)
    result = finish(search)

    assert search.doubt() == pytest.approx(numbers.law.doubt(search.sight))
    promised = f"in at least {1 - search.doubt():.0%} of such cases"
    assert f"{promised} a search ten times as long" in result.reason
    assert result.moves[0].chance == pytest.approx(1 - search.doubt())


def test_no_promise_is_made_where_none_was_tested():
    result = finish(search_of(Sets({"a": 50, "b": 0}), numbers=replace(EARLY, measured=False)))

    assert result.reason.endswith("did not refute it")


def test_the_chances_of_the_rivals_add_up_to_the_doubt():
    result = finish(search_of(Sets({"a": 50, "b": 45, "c": -80}), numbers=NO_STOP, budget=100))
    best, near, far = result.moves

    assert best.chance == 1 - MOST_DOUBT
    assert near.chance > far.chance > 0
    assert near.chance + far.chance == pytest.approx(MOST_DOUBT)


@pytest.mark.parametrize(("shows_at", "known"), [(STOP + 1, True), (ATTACKS, False)])
def test_the_value_of_a_rival_that_an_attack_made_the_choice_is_told_as_a_bound(shows_at, known):
    """Until a search of all moves sees as much, b's value is not known."""
    search = search_of(Sets({"a": 20, "b": from_depth(shows_at, 0, 60)}))
    told = []
    search.events.on(StepEnded, lambda step: told.append(step.snapshot.moves))
    result = finish(search)

    bound = bounds(20)[0]
    chosen = [(moves[0].move, moves[0].real, moves[0].is_bound) for moves in told]
    assert ("b", bound, True) in chosen
    assert all(is_bound == (value == bound) for _, value, is_bound in chosen)
    assert not any(move.is_bound for moves in told for move in moves[1:])
    end = ("b", 60, False) if known else ("b", bound, True)
    assert (result.move, result.value, result.moves[0].is_bound) == end


# --- depths with the same choice ----------------------------------------------------------------


def test_depths_without_a_change_of_mind_are_counted():
    search = search_of(Sets({"a": from_depth(5, 0, 50), "b": 20}), {"a": 0, "b": 20})
    result = finish(search)

    assert search.sight.unchanged == STOP - 5
    assert "the same move has been best for 3 depths" in result.reason


def test_the_first_look_is_not_a_depth():
    numbers = replace(EARLY, law=law_that_stops_at(FIRST))
    search = search_of(Sets({"a": 50, "b": 20}), numbers=numbers)
    result = finish(search)

    assert search.sight.unchanged == 0
    assert "the same move" not in result.reason


def test_the_law_is_told_what_the_search_saw():
    search = search_of(Sets({"a": 50, "b": 20}, share=0.7), numbers=NO_STOP, budget=40)
    finish(search)

    seen = search.sight
    assert (seen.depth, seen.unchanged, seen.share) == (7, 3, 0.7)
    assert (seen.points, seen.attack) == (NO_STOP.law.points(50), Attack.UNTRIED)


# --- an attack succeeds -------------------------------------------------------------------------

HIDDEN = {"a": 50, "b": from_depth(STOP + 2, 0, 300)}
"""What b is worth shows two plies after the law would stop."""


def test_a_rival_that_beats_the_choice_becomes_it_and_stands_until_select_is_deeper():
    sets = Sets({"a": 50, "b": from_depth(ATTACKS, 0, 300)})
    search = search_of(sets)
    for _ in range(1 + len(SELECTS) + 1):
        search.step()

    better, _ = bounds(50)
    assert doings(search)[-1] == "rivals"
    assert (search.best, search.value, search.refutations) == ("b", better, 1)
    assert search.sight.attack is Attack.REFUTED
    assert (search.stopped, search.depth) == (None, STOP)
    search.step()
    assert sets.asked[-1] == (STOP + 1, "ab"), "where a seems to be better"
    assert (search.best, search.value) == ("b", better)
    assert search.sight.share is None, "nobody counted nodes for this choice"


def test_a_rival_that_came_true_is_the_choice_in_the_end():
    search = search_of(Sets(HIDDEN))
    result = finish(search)

    better, _ = bounds(50)
    assert (result.move, result.natural) == ("b", True)
    assert better <= result.value <= 300, "a deeper look only said that it is better"
    assert result.refutations == 1
    assert doings(search)[-2:] == ["rivals", "VERIFY"]


def test_a_deeper_look_that_select_has_overtaken_does_not_stand():
    """b seems to be worth more only at the depth of the attack."""
    sets = Sets({"a": 50, "b": lambda depth: 300 if depth == ATTACKS else 0})
    numbers = replace(EARLY, deepest=ATTACKS + 1)
    search = search_of(sets, numbers=numbers)
    result = finish(search)

    assert search.refutations
    assert result.move == "a"


def test_a_rival_that_is_better_by_less_does_not_put_the_stop_off():
    better, _ = bounds(50)
    for worth, natural in ((better - 1, 0), (better + 1, 1)):
        search = search_of(Sets({"a": 50, "b": from_depth(ATTACKS, 0, worth)}), budget=70)
        finish(search)

        assert search.refutations == natural


def test_a_choice_that_falls_in_verify_is_not_played_at_once():
    _, least = bounds(200)
    sets = Sets({"a": lambda depth: least - 1 if depth == ATTACKS else 200, "b": 0})
    search = search_of(sets)
    for _ in range(1 + len(SELECTS) + 2):
        search.step()

    assert sets.asked[VERIFY] == (ATTACKS, "a", least)
    assert (search.refutations, search.stopped) == (1, None)
    assert search.sight.attack is Attack.REFUTED
    assert (search.best, search.value) == ("a", 200)
    assert finish(search).reason.startswith(f"settled at depth {STOP + 1}")


def test_a_choice_that_falls_by_less_is_played():
    _, least = bounds(200)
    result = finish(search_of(Sets({"a": from_depth(ATTACKS, 200, least + 1), "b": 0})))

    assert (result.natural, result.refutations) == (True, 0)


@pytest.mark.parametrize("attack", [RIVALS, VERIFY])
def test_an_attack_that_was_cut_off_prevents_the_stop(attack):
    search = search_of(Sets({"a": 50, "b": 0}, cut={attack: 0}))
    result = finish(search)

    assert doings(search)[attack : attack + 2] == [["rivals", "VERIFY"][attack - RIVALS], "SELECT"]
    assert (result.refutations, search.candidates.moves["b"].real) == (0, 0)
    assert result.reason.startswith(f"settled at depth {STOP + 1}")


@pytest.mark.parametrize(("reached", "choice"), [(STOP - 1, "a"), (STOP, "b"), (STOP + 1, "b")])
def test_a_rival_that_won_before_its_attack_was_cut_off_is_the_choice(reached, choice):
    """If it was searched as deep as the choice was; and the end of the budget comes after it."""
    better, _ = bounds(50)
    sets = Sets(
        {"a": 50, "b": lambda _: 300 if len(sets.asked) > RIVALS else 0}, cut={RIVALS: reached}
    )
    search = search_of(sets, budget=10 * RIVALS + 1)
    result = finish(search)

    assert doings(search)[-1] == "rivals"
    assert (result.move, result.natural) == (choice, False)
    assert result.value == (better if choice == "b" else 50)
    assert result.refutations == (choice == "b")


def test_without_a_better_value_than_the_choice_s_no_rival_is_attacked():
    """A choice that is worth nearly a point cannot be beaten by half the tolerance."""
    sets = Sets({"a": 900, "b": 0})
    search = search_of(sets, numbers=replace(EARLY, win=1000.0))
    result = finish(search)

    assert doings(search) == [*SELECTS, "VERIFY"]
    assert result.natural
    assert "deeper searches of this move did not" in result.reason


def test_a_choice_that_has_nothing_to_lose_is_not_verified():
    search = search_of(Sets({"a": -900, "b": -950}), numbers=replace(EARLY, win=1000.0))
    result = finish(search)

    assert doings(search) == [*SELECTS, "rivals"]
    assert result.natural
    assert "deeper searches of the others did not" in result.reason


def test_where_a_value_is_all_one_has_it_answers():
    class Plain(Sets):
        reaches = SetProber.reaches

    result = finish(search_of(Plain({"a": 60, "b": 0})))

    assert result.natural


# --- what is asked ------------------------------------------------------------------------------


def test_only_some_moves_are_looked_at():
    sets = Sets({"a": 200, "b": 100, "c": 0})
    result = finish(search_of(sets, only=("b", "c"), budget=100))

    assert result.move == "b"
    assert {candidate.move for candidate in result.moves} == {"b", "c"}
    assert "a" not in "".join(asked[1] for asked in sets.asked)


def test_one_step_is_one_probe_and_is_announced():
    search = search_of(Sets(HIDDEN))
    assert (search.snapshot().purpose, search.snapshot().moves) == ("root", ())
    search.step()
    while search.stopped is None:
        before, said = len(search.journal), search.snapshot()
        search.step()
        assert len(search.journal) == before + 1
        assert search.journal[-1].split()[0] == said.purpose
        assert said.aim == f"depth {search.journal[-1].split()[2][:-1]}"
    assert search.refutations, "an attack that succeeds is among the steps"


def test_the_same_world_twice_is_the_same_search():
    first, second = (search_of(Sets(HIDDEN | {"c": 49})) for _ in range(2))

    assert finish(first) == finish(second)
    assert first.journal == second.journal


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_it_never_says_proved_and_always_says_why(data):
    worth = {move: data.draw(st.lists(st.integers(-300, 300), min_size=9)) for move in "abc"}
    hope = data.draw(st.dictionaries(st.sampled_from("abc"), st.integers(0, 2000)))
    cut = data.draw(st.dictionaries(st.integers(0, 30), st.integers(0, 3)))
    sets = Sets({m: lambda depth, v=v: v[depth % len(v)] for m, v in worth.items()}, cut=cut)
    dial = law_by_depth(data.draw(st.floats(-4, 4)), data.draw(st.floats(-1, 0)))
    search = search_of(
        sets,
        hope=hope,
        budget=data.draw(st.integers(1, 400)),
        numbers=replace(EARLY, law=dial),
    )
    result = finish(search)

    assert not result.proved
    assert result.stopped in {Stopped.FOUND, Stopped.NODE_LIMIT}
    assert ("settled" in result.reason) == result.natural
    if result.natural:
        assert doings(search)[-2:] == ["rivals", "VERIFY"], "no stop without both attacks"
        assert search.doubt() <= EARLY.min_act
    assert result.move == result.moves[0].move
    assert result.value == result.moves[0].real
    assert all(0 <= candidate.chance <= 1 for candidate in result.moves)
    assert sum(candidate.chance for candidate in result.moves) == pytest.approx(1)
