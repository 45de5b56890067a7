"""Targets, shares of effort, contention, the ends of the phases, and what each policy changes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from listening import watched
from scripted_beliefs import Listed, Scripted

from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.phases import Phase
from provebest.search.probability.settings import ClassicSettings, Contention, Dithering, Effort
from provebest.vocabulary import (
    BadInputError,
    CancelledError,
    Limits,
    NothingSearchedError,
    Stopped,
    run,
)

STILL = ClassicSettings(dithering=Dithering(0.0), contention=Contention(0.15, 0.15))


def finish(search):
    while search.stopped is None:
        search.step()
    return search.result(search.stopped)


def node(search, name):
    waiting = [search.root]
    while waiting:
        at = waiting.pop()
        if at.state == name:
            return at
        waiting.extend(at.children)
    raise AssertionError(name)


# --- targets ------------------------------------------------------------------------------------


def test_the_target_is_half_way_to_the_second_greatest_hope():
    search = ProbabilitySearch(
        Listed({"root": "abc"}, {"a": 20, "b": 18, "c": 10}, {"a": 100, "b": 40})
    )
    search.step()

    assert search.target == (40 + 20) / 2


def test_where_the_second_greatest_hope_is_not_above_the_best_the_greatest_of_the_others_is_used():
    """a is best at 50; of the hopes 90 (b), 50 (a), 0 (c) the second is no target."""
    search = ProbabilitySearch(Listed({"root": "abc"}, {"a": 50, "b": 20, "c": 0}, {"b": 90}))
    search.step()

    assert search.target == (90 + 50) / 2
    assert search.target > search.best().real


def test_the_target_moves_closer_until_a_move_is_in_contention():
    seen = []
    real, hope = {"a": 0, "b": -900, "c": -900}, {"a": 1, "b": 100, "c": 100}
    search = watched(
        ProbabilitySearch(Listed({"root": "abc"}, real, hope), STILL),
        lambda event, at: seen.append((event, at.target)),
    )
    search.step()

    # (100 - T) / 1000 >= .15 is beyond reach: from 50 down to 25, 12.5, ... and flat at last.
    closer = [target for event, target in seen if event == "closer"]
    assert closer == [25, 12.5, 6.25, 3.125, 1.5625]
    assert search.progress.select_end.value == "flat"


def test_a_target_may_be_told_not_to_move_closer():
    seen = []
    world = Listed({"root": "abc"}, {"a": 0, "b": -900, "c": -900}, {"a": 1, "b": 100, "c": 100})
    search = watched(
        ProbabilitySearch(world, ClassicSettings(target_moves_closer=False)),
        lambda event, at: seen.append(event),
    )
    search.step()

    assert "closer" not in seen
    assert search.progress.select_end.value == "flat"


def test_a_closer_target_stays_until_its_parameters_change():
    """b is tried with the nearer target; as its values do not change, the target does not."""
    moves = {"root": "abc", "b": "de", "d": "f", "e": "g"}
    real = {"a": 0, "b": -500, "c": -501, "d": 500, "e": 400, "f": -500, "g": -400}
    hope = {"a": 1, "b": 100, "c": 100, "f": 100, "g": 100}
    search = ProbabilitySearch(Listed(moves, real, hope), STILL)
    search.step()
    first = search.target
    search.step()

    assert search.phase is Phase.SELECT
    assert first == search.target == 6.25


@pytest.mark.parametrize("closest", [0.0, -1.0, float("nan")])
def test_a_target_must_not_be_allowed_to_come_closer_for_ever(closest):
    with pytest.raises(BadInputError, match="closest target"):
        ClassicSettings(closest_target=closest)


def test_verify_aims_just_below_the_second_best_and_follows_it():
    """d is reached by a and by b: when it falls in VERIFY, b falls with it, and the target too."""
    moves = {"root": "ab", "b": "d", "d": "f", "a": "dy", "f": "gh", "h": "i"}
    real = {"a": 50, "b": 20, "d": -20, "f": 20, "y": -30, "g": -11, "h": -10, "i": 10}
    hope = {"a": 55, "b": 90, "d": 300, "f": 21, "g": -11, "h": -10, "y": -30}
    world, targets = Listed(moves, real, hope), []
    search = ProbabilitySearch(world, STILL)
    for _ in range(5):
        search.step()
        targets.append((search.phase, search.target))

    assert world.expanded == ["root", "b", "d", "a", "f"]
    assert targets[2:] == [(Phase.VERIFY, 19), (Phase.VERIFY, 19), (Phase.VERIFY, 9)]
    assert search.rounds == 0


# --- effort -------------------------------------------------------------------------------------


def test_the_shares_of_225_are_90_and_50_and_then_half_of_the_rest():
    effort = Effort()

    assert effort.select_share(0, first=True) == 90
    assert effort.verify_share(90, first=True) == 50
    assert effort.select_share(140, first=False) == 42
    assert effort.verify_share(182, first=False) == 21
    assert effort.verify_share(203, first=False) == 15  # never less, even past the limit
    assert effort.verify_share(224, first=True) == 15


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.integers(1, 60))
def test_no_search_goes_further_past_its_limit_than_a_least_verify(seed, limit):
    search = ProbabilitySearch(
        Scripted(seed, width=4, plies=8, ends=0.0), ClassicSettings(effort=Effort(limit=limit))
    )
    finish(search)

    assert search.tally.expanded < limit + Effort().least_verify


def test_the_first_select_is_cut_off_after_its_share_the_root_included():
    cut_off = []
    for seed in range(30):
        seen = {}
        search = watched(
            ProbabilitySearch(
                Scripted(seed, width=4, plies=99, ends=0.0, replies=0),
                ClassicSettings(effort=Effort(limit=50), contention=Contention(0, 0)),
            ),
            lambda event, at, seen=seen: seen.setdefault(
                event, (at.progress.select_end.value, at.tally.expanded)
            ),
        )
        finish(search)
        end, expanded = seen["selected"]
        assert expanded <= 20
        if end == "effort limit":
            cut_off.append(expanded)

    assert len(cut_off) > 3
    assert set(cut_off) == {20}


def test_minact_rises_in_a_line_to_its_last_value():
    rising = Contention(0.15, 0.40)

    assert rising.least(0, 200) == 0.15
    assert rising.least(100, 200) == pytest.approx(0.275)
    assert rising.least(200, 200) == rising.least(300, 200) == 0.40
    assert Contention(0.05, 0.05).least(150, 200) == 0.05


def test_a_limit_from_outside_stops_the_search_and_says_so():
    result = run(ProbabilitySearch(Scripted(1, width=4, plies=20, ends=0.0)), Limits(expanded=3))

    assert result.counters.expanded == 3
    assert result.stopped is Stopped.NODE_LIMIT
    assert result.reason.startswith("the node limit was reached while ")


# --- policies -----------------------------------------------------------------------------------


def test_dithering_lessens_a_chance_by_its_share_of_the_effort():
    assert Dithering(0.3).weigh(0.8, 5, 10) == pytest.approx(0.8 * 0.85)
    assert Dithering(0.0).weigh(0.8, 5, 10) == 0.8
    assert Dithering(0.3).weigh(0.8, 0, 0) == 0.8


def line(world, policies, steps):
    search = ProbabilitySearch(world, policies)
    for _ in range(steps):
        if search.stopped is None:
            search.step()
    return world.expanded


def test_dithering_turns_to_another_move_and_without_it_the_search_does_not():
    """a's chance is a little better than b's, and stays so."""
    moves = {"root": "abc", **{f"a{'x' * i}": [f"a{'x' * (i + 1)}"] for i in range(8)}}
    real = {"a": 0, "b": -2, "c": 0} | {f"a{'x' * i}": 0 for i in range(1, 10)}
    hope = {"a": 100, "b": 100, "c": 0} | {f"a{'x' * i}": 100 for i in range(2, 10, 2)}
    with_it = line(Listed(moves, real, hope), ClassicSettings(dithering=Dithering(0.3)), 4)
    without = line(Listed(moves, real, hope), STILL, 4)

    assert without == ["root", "a", "ax", "axx"]
    assert with_it[:2] == ["root", "a"]
    assert "b" in with_it


def test_unshared_positions_are_expanded_as_often_as_they_are_reached():
    shared = Scripted(3, width=3, plies=6, labels=3, ends=0.0)
    apart = Scripted(3, width=3, plies=6, labels=3, ends=0.0)
    one = ProbabilitySearch(shared, ClassicSettings(effort=Effort(60)))
    other = ProbabilitySearch(apart, ClassicSettings(effort=Effort(60), share_positions=False))
    finish(one)
    finish(other)

    assert len(shared.expanded) == len(set(shared.expanded))
    assert len(apart.expanded) > len(set(apart.expanded))
    assert all(len(at.parents) == 1 for top in other.root.children for at in top.children)


# --- ends ---------------------------------------------------------------------------------------


def test_one_legal_move_is_played_after_one_expansion():
    result = finish(ProbabilitySearch(Listed({"root": "a"}, {"a": 5})))

    assert (result.move, result.counters.expanded) == ("a", 1)
    assert result.reason == "there is no other move to choose from"
    assert result.stopped is Stopped.FOUND


def test_a_game_that_is_over_has_no_move_to_choose():
    with pytest.raises(BadInputError, match="the game is over"):
        ProbabilitySearch(Listed({}, {})).step()


def test_a_won_game_is_won_without_further_questions():
    world = Listed({"root": "ab"}, {"a": 1000, "b": 0}, {"b": 2000}, over="a")
    result = finish(ProbabilitySearch(world, ClassicSettings(win=900)))

    assert (result.move, result.reason) == ("a", "it wins by force")
    assert world.expanded == ["root"]


def test_a_move_with_a_won_answer_is_lost_and_not_looked_at_again():
    """a lets the Opponent win with c; d is not expanded though it is open."""
    moves = {"root": "ab", "a": "cd", "b": "ef", "d": "g"}
    real = {"a": 50, "b": 0, "c": 1000, "d": -60, "e": 0, "f": 1, "g": 70}
    world = Listed(moves, real, {"a": 90, "b": 10}, over="c")
    search = ProbabilitySearch(world, ClassicSettings(win=900))
    result = finish(search)

    assert node(search, "a").settled
    assert node(search, "a").real == -1000
    assert result.move == "b"
    assert "d" not in world.expanded


def test_where_everything_is_over_the_best_move_is_proved():
    moves = {"root": "ab", "a": "cd", "b": "ef"}
    world = Listed(
        moves, {"a": 3, "b": 2, "c": -3, "d": -4, "e": -1, "f": -2}, {"a": 9, "b": 9}, over="cdef"
    )
    result = finish(ProbabilitySearch(world, STILL))

    assert (result.move, result.value, result.stopped) == ("a", 3, Stopped.PROVED)
    assert result.proved
    assert "given these bounds" in result.reason


def test_a_leaf_that_turns_out_to_have_no_moves_is_a_fact():
    """Nobody said that the game is over at a; its hope was false, and the chance with it."""
    world = Listed({"root": "ab", "b": "c"}, {"a": 10, "b": 9, "c": -9}, {"a": 100, "b": 90})
    search = ProbabilitySearch(world, STILL)
    search.step()
    search.step()
    a = node(search, "a")

    assert world.expanded == ["root", "a"]
    assert (a.real, a.hi, a.lo, a.settled, a.over) == (10, 10, 10, True, True)
    assert a.p == (1.0 if search.target <= 10 else 0.0)


@pytest.mark.parametrize("worst", [-10, 5])
def test_separation_by_hope_ends_select_and_proves_nothing(worst):
    """Nobody hopes for more than a's 50; with -10 even the Opponent's hope leaves a above b."""
    moves, real = {"root": "ab", "a": "cd"}, {"a": 50, "b": 0, "c": -50, "d": -60}
    hope = {"a": 60, "b": 10, "c": worst, "d": -60}
    search = ProbabilitySearch(Listed(moves, real, hope), STILL)
    result = finish(search)

    assert search.end.select == "separated"
    assert (result.moves[0].fear >= result.moves[1].hope) == (worst == -10)
    assert (result.move, result.stopped) == ("a", Stopped.FOUND)


# --- refutation ---------------------------------------------------------------------------------

REFUTED = Listed(
    {"root": "abc", "a": "def", "d": "gh", "b": "ij"},
    {
        "a": 50,
        "b": 20,
        "c": -90,
        "d": -50,
        "e": -60,
        "f": -70,
        "g": -80,
        "h": -81,
        "i": -20,
        "j": -21,
    },
    {"a": 60, "b": 30, "c": -80, "d": 200, "e": -60, "f": -70, "g": 0, "h": 0, "i": -20, "j": -21},
)
"""b seems 30 worse than a, but d, a reply, brings a down to -80."""


def fresh(world):
    return Listed(world.moves, world.values, world.hope, world.ends, world.reply)


def test_after_a_refutation_select_goes_on_with_everything_that_is_known():
    world, kept = fresh(REFUTED), {}

    def listen(event, search):
        if event == "refuted":
            nodes = [search.root]
            for at in nodes:
                nodes.extend(at.children)
            kept.update({at.state: (at.real, at.lo) for at in nodes if not at.children})

    search = watched(ProbabilitySearch(world, STILL), listen)
    result = finish(search)

    assert search.rounds == result.refutations == 1
    assert result.move == "b"
    assert kept
    for name, (real, lo) in kept.items():
        if not node(search, name).children:
            assert node(search, name).real == real
            assert lo is None or node(search, name).lo == lo


def test_back_in_select_the_players_moves_made_in_verify_are_asked_for_their_hopes():
    world = fresh(REFUTED)
    search = ProbabilitySearch(world, STILL)
    finish(search)

    assert {"g", "h"} <= {name for asked in world.asked for name in asked}
    assert all(len(asked) == len(set(asked)) for asked in world.asked)


def test_a_quota_that_cut_an_earlier_select_is_forgotten_when_a_later_one_ends_by_itself():
    """The first SELECT has one expansion, the root's, and b's hope is not yet out of the way."""
    world = fresh(REFUTED)
    world.hope = {**REFUTED.hope, "b": 90}
    ends = []
    settings = ClassicSettings(
        dithering=Dithering(0), contention=Contention(0, 0), effort=Effort(first_select=0)
    )
    search = watched(
        ProbabilitySearch(world, settings),
        lambda event, at: (
            ends.append(at.progress.select_end.value) if event == "selected" else None
        ),
    )
    result = finish(search)

    assert ends == ["effort limit", "separated"]
    assert not search.end.by_quota
    assert result.natural


# --- shared positions across the phases ---------------------------------------------------------


SHARED = {"root": "abc", "b": "xw", "a": "xy", "x": "z", "z": "u"}
SHARED_REAL = {"a": 50, "b": 20, "c": -90, "x": -45, "w": 600, "y": -55, "z": 40, "u": -30}
SHARED_HOPE = {"a": 55, "b": 90, "c": -90, "x": 300, "w": 600, "y": -40, "z": 45, "u": 800}


def test_a_position_known_from_another_move_gets_the_hope_that_verify_asks_for():
    """x was made under b in SELECT, without the Opponent's optimism; VERIFY meets it under a."""
    world = Listed(SHARED, SHARED_REAL, SHARED_HOPE)
    search = ProbabilitySearch(world, STILL)
    while "a" not in world.expanded:
        search.step()
    x = node(search, "x")

    assert search.phase is Phase.VERIFY
    assert world.expanded == ["root", "b", "a"]
    assert x.lo == -300
    assert x.p == pytest.approx((300 + search.target) / (300 + 45))
    assert search.path[-1] is x


def test_a_known_subtree_is_asked_for_its_hopes_when_verify_comes_to_it():
    """x was even expanded under b: its own replies get the Opponent's optimism as well."""
    world = Listed(SHARED, {**SHARED_REAL, "b": 49, "w": -60}, {**SHARED_HOPE, "z": 44})
    search = ProbabilitySearch(world, STILL)
    while "a" not in world.expanded:
        search.step()

    assert world.expanded[:4] == ["root", "b", "x", "a"]
    assert search.phase is Phase.VERIFY
    assert node(search, "x").own_hope
    assert node(search, "z").lo is not None
    assert node(search, "x").lo == node(search, "z").lo


# --- cut off ------------------------------------------------------------------------------------


def test_a_search_that_never_began_has_no_answer():
    search = ProbabilitySearch(Listed({"root": "ab"}, {"a": 1, "b": 0}))

    with pytest.raises(NothingSearchedError, match="nothing was searched"):
        run(search, Limits(seconds=0))


class Impatient(Listed):
    """Is cancelled in the middle of an expansion."""

    def __init__(self, *args, after):
        super().__init__(*args)
        self.after = after

    def expand(self, state, depth, *, hopes):
        if len(self.expanded) == self.after:
            raise CancelledError
        return super().expand(state, depth, hopes=hopes)


def test_an_expansion_that_was_cancelled_leaves_nothing_behind():
    tree = {"root": "ab", "a": "cd", "b": "ef"}
    real = {"a": 10, "b": 0, "c": 5, "d": 6, "e": -5, "f": -6}
    hope = {"a": 100, "b": 90}
    result = run(ProbabilitySearch(Impatient(tree, real, hope, after=1)))
    limited = run(ProbabilitySearch(Listed(tree, real, hope)), Limits(expanded=1))

    assert (result.stopped, result.reason) == (
        Stopped.CANCELLED,
        "interrupted while choosing a move",
    )
    assert (result.moves, result.counters) == (limited.moves, limited.counters)


def test_where_the_first_expansion_was_cancelled_there_is_no_answer():
    with pytest.raises(CancelledError):
        run(ProbabilitySearch(Impatient({"root": "ab"}, {"a": 1, "b": 0}, after=0)))


def test_nodes_of_probes_are_a_limit():
    world = Scripted(seed=3)
    result = run(ProbabilitySearch(world), Limits(probe_nodes=100))

    assert result.stopped is Stopped.NODE_LIMIT
    assert 100 <= result.counters.probe_nodes <= 100 + 10 * 2 * world.width * 2
