"""Values and chances of the control against a recursion too simple to be wrong."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from listening import watched
from scripted_beliefs import Listed, Scripted

from provebest.search.probability.backup import Aim, leaf_probability
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.node import Node
from provebest.search.probability.phases import Phase
from provebest.search.probability.settings import ClassicSettings, Effort


def naive(node, search):
    """Real, hi, lo, p and settled of a node, by definition."""
    select = search.phase is Phase.SELECT
    if not node.children:
        return node.real, node.hi, node.lo, naive_leaf(node, search.target, select), node.settled
    below = [(child, naive(child, search)) for child in node.children]
    pick = min if node.player_moved else max
    fields = []
    for field in range(3):
        column = [values[field] for _, values in below]
        fields.append(None if None in column else pick(column))
    if select == (not node.player_moved):
        p = max(values[3] for _, values in below)
    else:
        groups = {}
        for number, (child, values) in enumerate(below):
            alone = child.reply is None or child.over or not search.settings.reply_groups
            groups.setdefault(("alone", number) if alone else child.reply, []).append(values[3])
        p = 1.0
        for members in groups.values():
            p *= min(members)
    win = search.settings.win
    won = any(
        values[4] and (values[0] <= -win if node.player_moved else values[0] >= win)
        for _, values in below
    )
    return *fields, p, won or all(values[4] for _, values in below)


def naive_leaf(node, target, select):
    if (node.real >= target) if select else (node.real <= target):
        return 1.0
    bound = node.hi if select else node.lo
    if bound is None or ((bound <= target) if select else (bound >= target)):
        return 0.0
    return (bound - target) / (bound - node.real)


def all_nodes(search):
    seen, waiting = {}, [search.root]
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen[id(node)] = node
            waiting.extend(node.children)
    return list(seen.values())


def check(search):
    for node in all_nodes(search):
        *fields, p, settled = naive(node, search)
        assert [node.real, node.hi, node.lo] == fields, node.state
        assert node.p == pytest.approx(p, abs=1e-12), node.state
        assert node.settled == settled, node.state


worlds = st.builds(
    Scripted,
    seed=st.integers(0, 10**6),
    width=st.integers(2, 4),
    plies=st.integers(2, 6),
    labels=st.sampled_from([None, 2, 4, 8]),
    replies=st.integers(0, 3),
    ends=st.sampled_from([0.0, 0.05, 0.3]),
    scale=st.sampled_from([3, 100]),
)


@settings(deadline=None, max_examples=400)
@given(worlds, st.integers(2, 40), st.booleans(), st.sampled_from([90.0, 3.0, float("inf")]))
def test_after_every_expansion_all_values_are_those_of_the_naive_recursion(
    world, limit, groups, win
):
    policies = ClassicSettings(effort=Effort(limit=limit), reply_groups=groups, win=win)
    search = ProbabilitySearch(world, policies)
    while search.stopped is None:
        search.step()
        check(search)


@settings(deadline=None, max_examples=60)
@given(worlds)
def test_a_search_is_the_same_node_for_node_each_time(world):
    runs = []
    for _ in range(2):
        again = Scripted(**{name: getattr(world, name) for name in NAMED})
        events = []
        search = watched(
            ProbabilitySearch(again, ClassicSettings()),
            lambda name, at, to=events: to.append((name, at.target)),
        )
        while search.stopped is None:
            search.step()
        runs.append((again.expanded, events, search.result(search.stopped)))

    assert runs[0] == runs[1]


NAMED = ("seed", "width", "plies", "labels", "replies", "ends", "scale")


@settings(deadline=None, max_examples=60)
@given(worlds)
def test_no_position_is_expanded_twice_where_positions_are_shared(world):
    search = ProbabilitySearch(world)
    while search.stopped is None:
        search.step()

    assert len(world.expanded) == len(set(world.expanded)) == search.tally.expanded


def leaf(real, hi=None, lo=None):
    return Node("leaf", player_moved=True, depth=0, real=real, hi=hi, lo=lo)


@pytest.mark.parametrize(
    ("real", "hi", "target", "chance"),
    [
        (20, 100, 30, 0.875),
        (20, 100, 20, 1.0),  # reached
        (20, 100, 100, 0.0),  # the whole of the hope
        (20, 20, 21, 0.0),  # no hope
        (20, 10, 30, 0.0),  # hope below real
        (40, 10, 30, 1.0),  # real beyond the target, whatever is hoped
        (20, None, 30, 0.0),
        (30, None, 30, 1.0),
    ],
)
def test_the_chance_of_a_leaf_for_either_side(real, hi, target, chance):
    mirrored = None if hi is None else -hi

    assert leaf_probability(leaf(real, hi=hi), Aim(target, player_forces=True)) == chance
    assert leaf_probability(leaf(-real, lo=mirrored), Aim(-target, player_forces=False)) == chance


@given(st.integers(-50, 50), st.integers(-50, 50), st.lists(st.integers(-60, 60), min_size=2))
def test_a_higher_target_is_never_more_likely(real, hi, targets):
    at = [leaf_probability(leaf(real, hi=hi), Aim(t, player_forces=True)) for t in sorted(targets)]

    assert all(0.0 <= later <= earlier <= 1.0 for earlier, later in pairwise(at))


def test_a_group_counts_once_with_its_least_chance():
    moves = {"root": "ab", "a": "cdef"}
    real = {"a": 0, "b": -1, "c": -20, "d": -20, "e": -25, "f": -20}
    hope = {"a": 60, "b": 40}
    reply = {"c": "x", "d": "x", "e": "y"}

    def chance(*, groups):
        world = Listed(moves, real, hope, reply=reply)
        search = ProbabilitySearch(world, ClassicSettings(reply_groups=groups))
        search.step()
        search.step()
        node = search.root.children[0]
        assert world.expanded == ["root", "a"]
        return node.p, [child.p for child in node.children]

    grouped, (c, d, e, f) = chance(groups=True)
    alone, factors = chance(groups=False)
    assert factors == [c, d, e, f]
    assert c == d == f < e
    assert grouped == pytest.approx(c * e * f)
    assert alone == pytest.approx(c * d * e * f)
