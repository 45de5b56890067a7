"""Bandwidth search for games at play: out of time, resigning, verdicts, and real moves."""

import pytest
from random_race import RaceTree, random_race

from provebest import Limits, Stopped
from provebest.search.bandwidth.game_search import BandwidthGameSearch
from provebest.vocabulary import run

N = 100
BANDS = [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (2, 2), (0, 3), (3, 0), (0, 0), (4, 4)]


def races(count, **shape):
    """Random won trees with the true e and d of each."""
    for seed in range(count):
        e, d = BANDS[seed % len(BANDS)]
        yield random_race(seed, e=e, d=d, loss_value=N, **shape), e, d


def search_of(race, e, d, mode="plain", **options):
    return BandwidthGameSearch(race, e, d, loss_value=race.loss_value, mode=mode, **options)


ROOT, A, B, C, D = range(5)


def counter_example():
    """A has two replies: B is a win at depth 2, and C, estimated 1, leads to a win at depth 3."""
    return RaceTree(
        [[A], [B, C], [], [D], []], {B: "win", D: "win"}, {ROOT: 3, C: 1}, loss_value=24
    )


def losing(shortest=1, longest=5):
    """Two moves, both lost: after one the loss comes soon, after the other late."""
    sons, outcomes = [[1, 2]], {}
    sons += [[], []]
    for move, plies in ((1, shortest), (2, longest)):
        node = move
        for _ in range(plies - 1):
            sons[node].append(len(sons))
            node = len(sons)
            sons.append([])
        outcomes[node] = "loss"
    tree = RaceTree(sons, outcomes, {}, loss_value=24)
    tree.estimates = dict.fromkeys(range(len(sons)), 24)
    return tree


def test_a_result_prints_what_was_found():
    result = run(search_of(counter_example(), 1, 0))

    assert str(result).splitlines() == [
        "1 (3 plies, at most 1 worse than the best): 1, 3, 4",
        "found: the best line ends in a win in 3 plies; sure win, given e + d = 1",
        "2 double expansions, 5 nodes kept",
    ]
    over = search_of(counter_example(), 1, 0)
    over.advance(A)
    over.advance(B)
    assert str(over.result(Stopped.FOUND)) == "no move: the game is over: a win"


def test_a_loss_at_the_best_tip_is_resigned():
    result = run(search_of(losing(), 0, 9))

    assert result.resigns
    assert result.stopped is Stopped.FOUND
    assert "ends in a loss" in result.reason
    assert result.verdict == "expected loss"


@pytest.mark.parametrize(("prolong", "move"), [(True, 2), (False, 1)])
def test_a_loser_plays_the_longest_loss_in_sight_unless_told_otherwise(prolong, move):
    assert run(search_of(losing(), 0, 9, prolong_losses=prolong)).move == move


def one_line(length, estimate, ends=()):
    """One move everywhere, and at the end of the line the sons told, which are wins."""
    first = length + 1
    sons = [[node + 1] for node in range(length)] + [list(ends) or [first]]
    while len(sons) < max(sons[length]) + 1:
        sons.append([])
    wins = dict.fromkeys(range(first, len(sons)), "win")
    return RaceTree(sons, wins, dict.fromkeys(range(first), estimate), loss_value=24)


@pytest.mark.parametrize("played", [0, 2, 30])
@pytest.mark.parametrize(
    ("value", "verdict"),
    [(20, "sure win"), (21, "undecided"), (24, "undecided"), (25, "expected loss")],
)
def test_verdicts_are_those_of_the_value_of_the_first_move(value, verdict, played):
    """Below N - (e + d) a sure win, above N an expected loss; plies are counted from the root."""
    search = search_of(one_line(40, value - 2), 1, 2)
    for move in range(1, played + 1):
        search.advance(move)
    result = run(search, Limits(expanded=1))

    assert (result.value, result.verdict, result.error) == (value, verdict, 3)
    assert result.reason.endswith(f"{verdict}, given e + d = 3")


def test_after_many_plies_a_winner_is_not_taken_for_a_loser():
    """At depth 30 every f is above N = 24, but the win is one ply away."""
    race = one_line(30, 1, ends=[31, 32])
    search = search_of(race, 9, 9)
    for move in range(1, 31):
        search.advance(move)
    search.step()
    search.root.sons[1].rate(0, 40, "plain")

    assert search.result(Stopped.FOUND).move == 31


def test_sure_wins_are_won_on_every_random_tree():
    sure = 0
    for race, e, d in races(400, wins=0.3):
        result = run(search_of(race, e, d))
        sure += result.verdict == "sure win"
        assert result.verdict != "sure win" or race.true_value[result.move] < N

    assert sure == 400


def test_a_win_too_deep_for_a_goal_is_said_to_be():
    race = counter_example()
    result = run(BandwidthGameSearch(race, 1, 0, loss_value=4, mode="plain"))

    assert result.verdict == "undecided"
    assert "too deep to be a goal" in result.reason


def timed_out():
    """Move 1 ends in tips with h of 3 and 5, move 2 with 4 and 4; move 3 is like 2."""
    tips = {4: 3, 5: 5, 6: 4, 7: 4, 8: 4, 9: 4}
    sons = [[1, 2, 3], [4, 5], [6, 7], [8, 9], *([10 + i] for i in range(6)), *([] for _ in tips)]
    outcomes = dict.fromkeys(range(10, 16), "win")
    return RaceTree(sons, outcomes, {0: 5, **tips}, loss_value=24)


def test_out_of_time_the_move_has_the_least_minimax_of_h_first_made_on_ties():
    result = run(search_of(timed_out(), 9, 9), Limits(expanded=1))

    assert result.stopped is Stopped.NODE_LIMIT
    assert result.move == 2
    assert result.tip is None
    assert not result.resigns


def test_out_of_time_depth_does_not_count_but_breaks_ties():
    """A line seen to be deep keeps its rank by h; among equal h the lesser f is played."""
    search = search_of(timed_out(), 9, 9)
    search.step()
    first, second, third = search.root.sons
    second.rate(second.h, 9, "plain")
    assert search.result(Stopped.TIME_LIMIT).move == third.move

    for tip in first.sons:
        tip.h, tip.g = 1, 20
    first.rate(1, 20, "plain")
    assert search.result(Stopped.TIME_LIMIT).move == first.move


def test_at_any_limit_the_move_is_legal_and_within_e_plus_d_after_one_expansion():
    for race, e, d in races(500):
        result = run(search_of(race, e, d), Limits(expanded=1))
        assert result.move in race.moves(0)
        assert result.counters.expanded == 1
        # All grandsons lie at one depth, so the least h is the least f unless games have ended.
        if not any(
            son in race.outcomes or set(race.sons[son]) & set(race.outcomes) for son in race.sons[0]
        ):
            assert race.true_value[result.move] - race.true_value[0] <= e + d


def test_nothing_expanded_is_no_move():
    result = run(search_of(counter_example(), 1, 0), Limits(expanded=0))

    assert (result.move, result.value, result.line) == (None, None, ())
    assert result.verdict == "undecided"


def dropped_reply():
    """After move 1 the opponent has reply 2 (a win in 4 plies) and reply 3 (in 1), dropped."""
    sons = [[1], [2, 3], [4], [5], [6], [], [7], [8], []]
    return RaceTree(sons, {5: "win", 8: "win"}, {0: 6, 2: 4, 3: 1, 6: 2}, loss_value=24)


def test_a_dropped_reply_is_rebuilt_and_searched():
    race = dropped_reply()
    search = search_of(race, 1, 0)
    assert run(search).move == 1
    search.advance(1)
    assert [son.state for son in search.root.sons] == [2]

    search.advance(3)
    assert search.stopped is None
    assert search.selected is search.root
    assert search.stored() == 1
    result = run(search)

    assert result.move == 5
    assert result.value == 1
    assert result.tip == "win"


def test_a_kept_reply_keeps_its_tree():
    search = search_of(dropped_reply(), 1, 0)
    run(search)
    before = search.tally.expanded
    search.advance(1)
    search.advance(2)
    result = run(search)

    assert search.tally.expanded == before
    assert result.line == (4, 6, 7, 8)
    assert result.value == 4


def test_a_game_that_starts_with_the_opponent_is_searched_and_the_reply_expected_is_told():
    search = search_of(counter_example(), 1, 0)
    search.advance(A)
    result = run(search)

    assert not search.root.program_to_move
    assert result.move == C
    assert result.value == 2


def test_limits_of_memory_and_the_headline():
    search = search_of(next(races(1))[0], 1, 0)

    assert run(search, Limits(stored=1)).stopped is Stopped.MEMORY_LIMIT
    assert "plies" in search.headline()
    search.step()
    assert search.stored() == sum(1 for _ in search.root.subtree())


def test_a_son_is_discarded_at_the_first_grandson_that_condemns_it():
    """[H74-26] Move 1 wins at once, so move 2 is given up after the first of its replies."""
    sons = [[1, 2], [], [3, 4, 5], [6], [7], [8], [], [], []]
    outcomes = {1: "win", 6: "loss", 7: "loss", 8: "loss"}
    race = RaceTree(sons, outcomes, {0: 1, 3: 25, 4: 25, 5: 25}, loss_value=24)
    result = run(search_of(race, 1, 1))

    assert result.move == 1
    assert result.counters.evaluated == 2  # the root, and one reply
    assert result.dropped == 1
    assert result.stored == 2
    assert run(search_of(race, 1, 1, drop=False)).counters.evaluated == 4
