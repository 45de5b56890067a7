"""Conditional values against the enumeration of all paths; a path that repeats itself is a draw."""

import itertools

import networkx as nx
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scripted_beliefs import Listed, Scripted

from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.cycles import LONGEST
from provebest.search.probability.phases import Phase
from provebest.search.probability.settings import ClassicSettings, Contention, Dithering, Effort
from provebest.vocabulary import Stopped

DRAW = 0.0


def on_path(node, path, search):
    """Real, hi, lo, p and settled at the end of a path, by definition; nothing is remembered."""
    select, win = search.phase is Phase.SELECT, search.settings.win
    if not node.children:
        return (*leaf(node.real, node.hi, node.lo, search, select), node.settled)
    below = []
    for child in node.children:
        if child in path:
            below.append((None, (*leaf(DRAW, DRAW, DRAW, search, select), True)))
        else:
            key = None if child.over else child.reply
            below.append((key, on_path(child, {*path, child}, search)))
    pick = min if node.player_moved else max
    columns = [[values[field] for _, values in below] for field in range(3)]
    fields = [None if None in column else pick(column) for column in columns]
    if select != node.player_moved:
        p = max(values[3] for _, values in below)
    else:
        groups = {}
        for number, (key, values) in enumerate(below):
            alone = key is None or not search.settings.reply_groups
            groups.setdefault(("alone", number) if alone else key, []).append(values[3])
        p = 1.0
        for members in groups.values():
            p *= min(members)
    won = any(
        values[4] and (values[0] <= -win if node.player_moved else values[0] >= win)
        for _, values in below
    )
    return *fields, p, won or all(values[4] for _, values in below)


def leaf(real, hi, lo, search, select):
    target = search.target
    if (real >= target) if select else (real <= target):
        return real, hi, lo, 1.0
    bound = hi if select else lo
    if bound is None or ((bound <= target) if select else (bound >= target)):
        return real, hi, lo, 0.0
    return real, hi, lo, (bound - target) / (bound - real)


def same(seen, expected):
    assert [seen.real, seen.hi, seen.lo] == list(expected[:3])
    assert seen.p == pytest.approx(expected[3], abs=1e-12)
    assert seen.settled == expected[4]


cyclic = st.builds(
    Scripted,
    seed=st.integers(0, 10**6),
    width=st.integers(2, 3),
    labels=st.integers(2, 4),
    cyclic=st.just(value=True),
    replies=st.integers(0, 2),
    ends=st.sampled_from([0.0, 0.1]),
    scale=st.sampled_from([3, 100]),
)
policies = st.builds(
    ClassicSettings,
    effort=st.builds(Effort, limit=st.integers(5, 40)),
    contention=st.sampled_from([Contention(0.0, 0.0), Contention()]),
    reply_groups=st.booleans(),
    win=st.sampled_from([float("inf"), 50.0, 3.0]),
)


@settings(deadline=None, max_examples=300)
@given(cyclic, policies)
@example(  # an edge to a node with a greater number, which stood before its new parent in the order
    Scripted(seed=1367, width=2, labels=4, cyclic=True, replies=0, ends=0.1, scale=3),
    ClassicSettings(Effort(limit=12), Contention(0.0, 0.0), reply_groups=False, win=float("inf")),
)
def test_every_value_is_that_of_all_paths_enumerated(world, chosen):
    search = ProbabilitySearch(world, chosen)
    while search.stopped is None:
        search.step()
        for node in search.graph.nodes:
            same(node, on_path(node, {node}, search))
        for length in range(1, len(search.path)):
            way = search.path[:length]
            for child, seen in zip(way[-1].children, search.values.seen(way), strict=True):
                if child in way:
                    assert (seen.real, seen.hi, seen.lo, seen.over) == (DRAW, DRAW, DRAW, True)
                else:
                    same(seen, on_path(child, {*way, child}, search))
    assert search.exact


@settings(deadline=None, max_examples=150)
@given(cyclic, policies)
def test_components_are_the_strongly_connected_ones_and_ranks_follow_the_edges(world, chosen):
    search = ProbabilitySearch(world, chosen)
    while search.stopped is None:
        search.step()
    graph = nx.DiGraph()
    for node in search.graph.nodes:
        graph.add_node(node.number)
        graph.add_edges_from((node.number, child.number) for child in node.children)
    expected = {frozenset(s) for s in nx.strongly_connected_components(graph) if len(s) > 1}
    found = [frozenset(n.number for n in c.members) for c in search.graph.components]

    assert len(found) == len(set(found))
    assert set(found) == expected
    for node in search.graph.nodes:
        for child in node.children:
            inside = node.component is not None and node.component is child.component
            assert node.rank == child.rank if inside else node.rank < child.rank
    open_edges = graph.copy()
    for number, place in search.graph.closing:
        open_edges.remove_edge(number, search.graph.nodes[number].children[place].number)
    assert nx.is_directed_acyclic_graph(open_edges)


@settings(deadline=None, max_examples=100)
@given(cyclic, policies)
def test_paths_to_expand_and_lines_to_show_never_repeat_a_position(world, chosen):
    search = ProbabilitySearch(world, chosen)
    while search.stopped is None:
        search.step()
        assert len({id(node) for node in search.path}) == len(search.path)
    for move in search.result(search.stopped).moves:
        at, seen = search.root, []
        for step in move.line:
            assert at not in seen
            seen.append(at)
            at = at.children[at.moves.index(step)]


# --- Figure 17 ----------------------------------------------------------------------------------

STILL = ClassicSettings(dithering=Dithering(0.0), contention=Contention(0.0, 0.0))


def grown(world, names):
    """A search whose next expansions are forced, to look at one graph."""
    search = ProbabilitySearch(world, STILL)
    search.step()
    for name in names:
        path = way_to(search, name)
        assert path is not None
        search.path = path
        search._expand()
    return search


def way_to(search, name):
    waiting = [[search.root]]
    while waiting:
        path = waiting.pop(0)
        if path[-1].state == name and not path[-1].children:
            return path
        waiting.extend([*path, child] for child in path[-1].children if child not in path)
    return None


def test_figure_17_the_same_position_is_a_draw_on_one_path_and_not_on_the_other():
    world = Listed(
        {
            "root": ["A", "Z"],
            "A": ["b", "c"],
            "b": ["B"],
            "B": ["d"],
            "c": ["D", "y"],
            "d": ["D", "x"],
            "D": ["b", "e"],
        },
        dict(
            zip(
                ["A", "Z", "b", "c", "B", "d", "D", "x", "y", "e"],
                [30, -500, -30, -30, 30, -30, 30, -70, -80, 90],
                strict=True,
            )
        ),
        {"A": 500, "Z": 400},
    )
    search = grown(world, ["A", "b", "B", "c", "d", "D"])
    nodes = {node.state: node for node in search.graph.nodes}
    b, d_node = nodes["b"], nodes["D"]

    assert [node.state for node in b.component.members] == ["b", "B", "d", "D"]
    # By way of b, D's move back to b repeats: the Opponent, to move at D, has a draw or e's -90.
    by_b = [search.root, nodes["A"], b, nodes["B"], nodes["d"], d_node]
    back, onward = search.values.seen(by_b)
    assert (back.real, back.settled, back.over) == (DRAW, True, True)
    assert onward.real == -90
    # By way of c it does not: b is worth what can be made of it, and there D repeats.
    by_c = [search.root, nodes["A"], nodes["c"], d_node]
    back, _ = search.values.seen(by_c)
    assert not back.over
    assert not back.settled
    assert back.real == on_path(b, {*by_c, b}, search)[0]
    for node in search.graph.nodes:
        same(node, on_path(node, {node}, search))


def test_a_move_back_to_the_root_or_into_the_game_s_past_is_a_draw_for_every_path():
    moves = {"root": "ab", "a": "c", "c": ["root", "past"], "b": "d"}
    real = {"a": 10, "b": 0, "c": -5, "root": 77, "past": 88, "d": 0}
    world = Listed(moves, real, {"a": 90, "b": 80})
    search = ProbabilitySearch(world, STILL, history=["past"])
    while not any(node.state == "past" for node in search.graph.nodes):
        search.step()
    c = next(node for node in search.graph.nodes if node.state == "c")

    assert [(child.real, child.hi, child.lo, child.over) for child in c.children] == [
        (DRAW, DRAW, DRAW, True)
    ] * 2
    assert search.graph.components == []


# --- what it costs ------------------------------------------------------------------------------


@settings(deadline=None, max_examples=80)
@given(
    st.integers(0, 10**6),
    st.sampled_from([None, 3, 8]),
    st.integers(5, 60),
)
def test_where_there_is_no_cycle_nothing_changes_and_nothing_is_backed_up_more(seed, labels, most):
    runs = []
    for conditional in (True, False):
        world = Scripted(seed, width=3, plies=7, labels=labels)
        search = ProbabilitySearch(
            world, ClassicSettings(effort=Effort(most), conditional_values=conditional)
        )
        while search.stopped is None:
            search.step()
        runs.append((world.expanded, search.result(search.stopped), search.values.backups))

    assert runs[0] == runs[1]


@settings(deadline=None, max_examples=150)
@given(cyclic, st.integers(1, 6))
def test_beyond_the_budget_the_closing_edges_are_draws_and_the_result_says_so(world, budget):
    search = ProbabilitySearch(
        world, ClassicSettings(cycle_budget=budget, contention=Contention(0, 0), effort=Effort(40))
    )
    while search.stopped is None:
        search.step()
        inexact = [c for c in search.graph.components if not c.exact]
        for component in inexact:
            for node in component.members:
                closed = [
                    DRAW if (node.number, place) in search.graph.closing else child.real
                    for place, child in enumerate(node.children)
                ]
                assert node.real == (min(closed) if node.player_moved else max(closed))
    result = search.result(search.stopped)

    assert result.exact == search.exact == (not inexact)
    assert ("too large" in result.reason) == (not search.exact)
    assert search.exact or result.stopped is not Stopped.PROVED


def test_a_large_cycle_goes_beyond_the_budget():
    """A ladder of 400 positions whose last leads back to the first."""
    rungs = [f"n{i}" for i in range(LONGEST + 50)]
    moves = {"root": ["n0", "z"], rungs[-1]: ["n0", "end"]}
    moves |= {at: [after] for at, after in itertools.pairwise(rungs)}
    real = {name: 10 * (-1) ** i for i, name in enumerate(rungs)} | {"z": -900, "end": 10}
    world = Listed(moves, real, {"n0": 500, "z": 400} | {f"n{i}": 500 for i in range(0, 300, 2)})
    search = grown(world, rungs)

    assert len(search.graph.components) == 1
    assert not search.exact
    assert search.best().state == "n0"


def test_without_conditional_values_a_closing_edge_is_a_leaf_of_its_own():
    world = Scripted(3, width=3, labels=3, cyclic=True, ends=0.0)
    search = ProbabilitySearch(world, ClassicSettings(conditional_values=False))
    while search.stopped is None:
        search.step()

    assert search.graph.components == []
    draws = [node for node in search.graph.nodes if node.over]
    assert draws
    assert all(node.real == node.hi == node.lo == DRAW for node in draws)
