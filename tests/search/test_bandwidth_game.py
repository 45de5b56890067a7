"""Bandwidth search for games: Harris's lemmas node by node, on trees whose true values are known.

f is what the search sees, F the truth: the depth of the win under best play, or N and the depth of
the loss. The theorem alone would be weak evidence, for the least f after one expansion obeys it
too; so the lemmas are checked at every node after every expansion.
"""

import random

import pytest
from random_race import RaceTree, random_race

from provebest import Stopped
from provebest.search.bandwidth.game_node import MODES
from provebest.search.bandwidth.game_search import BandwidthGameSearch
from provebest.vocabulary import run

N = 100
BANDS = [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (2, 2), (0, 3), (3, 0), (0, 0), (4, 4)]
TREES = 2000
LAWFUL = [("plain", True), ("plain", False), ("dual", True), ("dual", False)]


def races(count=TREES):
    """Random won trees with the true e and d of each; half of them wide, half long."""
    for seed in range(count):
        e, d = BANDS[seed % len(BANDS)]
        long = {"length": 15, "side_lines": (0, 0, 1)} if seed % 20 >= 10 else {}
        yield random_race(seed, e=e, d=d, loss_value=N, **long), e, d


def search_of(race, e, d, mode="plain", **options):
    return BandwidthGameSearch(race, e, d, loss_value=race.loss_value, mode=mode, **options)


def breaks_lemma_1(race, node):
    """Whether a truly best son of an expanded node is missing."""
    kept = {son.state for son in node.sons}
    return bool(kept) and any(
        race.true_value[son] == race.true_value[node.state]
        for son in race.sons[node.state]
        if son not in kept
    )


def breaks_lemma_2(race, node, e, d):
    truth = race.true_value[node.state]
    return not truth - d <= node.h + node.g <= truth + e


def lemmas_broken(race, e, d, mode, *, drop):
    """Whether lemma 1 and lemma 2 were broken anywhere, and the search when it has stopped."""
    search = search_of(race, e, d, mode, drop=drop)
    first = second = False
    while search.stopped is None:
        search.step()
        for node in search.root.subtree():
            first = first or breaks_lemma_1(race, node)
            second = second or breaks_lemma_2(race, node, e, d)
    return first, second, search


@pytest.mark.parametrize(("mode", "drop"), LAWFUL)
def test_lemmas_and_theorem_hold_at_every_node_after_every_expansion(mode, drop):
    """Section 4.1, given true e and d.

    Lemma 1: no son of least F of a node with the program to move, and none of greatest F of a node
    with the opponent to move, is ever dropped.
    Lemma 2: F(n) - d <= f(n) <= F(n) + e at every node n of the search tree.
    Theorem: the first move has F at most e + d above that of the root, and the search does not
    resign a won game.
    """
    for race, e, d in races():
        first, second, search = lemmas_broken(race, e, d, mode, drop=drop)
        result = search.result(search.stopped)

        assert not first
        assert not second
        assert result.tip == "win"
        assert race.true_value[result.move] - race.true_value[0] <= e + d


def test_plain_goal_depth_is_within_the_band_of_the_truth():
    """In plain mode the goal where the search stops has a depth in [F - d, F + e]."""
    for race, e, d in races():
        search = search_of(race, e, d)
        result = run(search)

        assert race.true_value[0] - d <= search.selected.depth <= race.true_value[0] + e
        assert result.value == search.selected.depth == len(result.line)


@pytest.mark.parametrize("drop", [True, False])
def test_the_alternating_f_breaks_the_lemmas_but_not_the_theorem(drop):
    """Section 4.2 says that lemma 2 still holds on MAX levels. It does not."""
    lemma_1 = lemma_2 = 0
    for race, e, d in races():
        first, second, search = lemmas_broken(race, e, d, "alternating", drop=drop)
        lemma_1 += first
        lemma_2 += second
        move = search.result(search.stopped).move

        assert race.true_value[move] - race.true_value[0] <= e + d

    assert lemma_2 > TREES // 10
    assert (lemma_1 > TREES // 10) if drop else lemma_1 == 0


ROOT, A, B, C, D = range(5)


def counter_example():
    """A has two replies: B is a win at depth 2, and C, estimated 1, leads to a win at depth 3."""
    return RaceTree(
        [[A], [B, C], [], [D], []], {B: "win", D: "win"}, {ROOT: 3, C: 1}, loss_value=24
    )


@pytest.mark.parametrize(
    ("mode", "stops_on", "f_of_a"), [("plain", D, 3), ("alternating", B, 2), ("dual", B, 3)]
)
def test_five_nodes_show_what_is_wrong_with_the_alternating_f(mode, stops_on, f_of_a):
    """With e = 1 and d = 0 the alternating f(A) falls below F(A) - d = 3.

    It stops on a goal that the opponent will not allow. So does the dual walk, but its f is right.
    """
    race = counter_example()
    search = search_of(race, 1, 0, mode)
    result = run(search)
    (a,) = search.root.sons

    assert race.true_value[A] == 3
    assert search.selected.state == stops_on
    assert (a.h + a.g, result.value) == (f_of_a, f_of_a)
    assert result.counters.expanded == 2


def replies_expanded(mode):
    """Mean number of the opponent's replies expanded below a node with one expanded at all."""
    total = nodes = 0
    for race, e, d in races(600):
        search = search_of(race, e, d, mode)
        replies = {}
        while search.stopped is None:
            if (parent := search.selected.parent) is not None:
                replies[parent.state] = replies.get(parent.state, 0) + 1
            search.step()
        total, nodes = total + sum(replies.values()), nodes + len(replies)
    return total / nodes


def test_section_4_2_plain_f_looks_at_one_reply_where_the_others_look_at_more():
    plain, alternating, dual = (replies_expanded(mode) for mode in MODES)

    assert plain < 1.2 < dual <= alternating


@pytest.mark.parametrize(("mode", "drop"), LAWFUL)
def test_lemmas_hold_through_whole_games_with_replies_of_every_kind(mode, drop):
    """The opponent plays at random, also what was dropped; the search thinks on his time too.

    Wherever the program is to move, its first move is within e + d of the best from there.
    """
    rebuilt = 0
    for race, e, d in races(500):
        rng = random.Random(race.true_value[0])
        search = search_of(race, e, d, mode, drop=drop)
        while search.root.outcome is None:
            for _ in range(3):
                search.step()
            for node in search.root.subtree():
                assert not breaks_lemma_1(race, node)
                assert not breaks_lemma_2(race, node, e, d)
            here = search.root.state
            assert search.stored() == sum(1 for _ in search.root.subtree())
            if search.root.program_to_move:
                move = run(search).move
                # A loser who prolongs plays for length, which the theorem does not speak of.
                regret = race.true_value[move] - race.true_value[here]
                assert regret <= e + d or race.true_value[here] >= N - e - d
            else:
                move = rng.choice(race.moves(here))
                rebuilt += all(son.move != move for son in search.root.sons)
            search.advance(move)
        assert search.result(Stopped.FOUND).reason.startswith("the game is over")

    assert (rebuilt > 50) == drop


def two_by_two(estimates):
    """Two moves with two replies each, nodes 3 to 6, estimated as told; all go on to a win."""
    sons = [[1, 2], [3, 4], [5, 6], *([node] for node in range(7, 11)), *([] for _ in range(4))]
    tips = dict(zip(range(3, 7), estimates, strict=True))
    outcomes = dict.fromkeys(range(7, 11), "win")
    return RaceTree(sons, outcomes, {0: 3, **tips}, loss_value=24)


@pytest.mark.parametrize(("worse", "kept"), [(7, [1, 2]), (8, [1])])
def test_a_move_of_the_program_is_dropped_when_more_than_e_plus_d_above_the_best(worse, kept):
    search = search_of(two_by_two([2, 4, 1, worse]), 1, 2)
    search.step()

    assert [son.state for son in search.root.sons] == kept


@pytest.mark.parametrize(("worse", "kept"), [(3, [2, 3]), (2, [3])])
def test_a_reply_is_dropped_when_more_than_e_plus_d_below_the_best(worse, kept):
    """Reply 3 still has f = 8 when it was expanded; reply 2 has f = 2 + worse."""
    sons = [[1], [2, 3], [4], [5], [], [6], [7], []]
    estimates = {0: 9, 2: worse, 3: 6, 6: 4}
    race = RaceTree(sons, {4: "win", 7: "win"}, estimates, loss_value=24)
    search = search_of(race, 1, 2)
    search.step()
    search.step()
    (move,) = search.root.sons

    assert [son.state for son in move.sons] == kept


def test_a_fractional_estimate_is_not_dropped_by_rounding():
    """2.7 is 0.3 above 2.4, but not when floats are added: then it seems to be more."""
    search = search_of(two_by_two([0, 0.4, 0, 0.7]), "0.1", 0.2)
    search.step()

    assert 2 + 0.4 + (search.e + search.d) < 2 + 0.7
    assert [son.state for son in search.root.sons] == [1, 2]
