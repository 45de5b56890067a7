"""Networkx graphs as problems: what is read from them, and what is refused."""

import math
from fractions import Fraction

import networkx as nx
import pytest

from provebest import BadInputError, Stopped, find_path
from provebest.problems.graphs import GraphProblem

ROADS = [("a", "b", 4), ("a", "c", 1), ("c", "b", 2), ("b", "d", 5)]


@pytest.fixture
def roads():
    graph = nx.DiGraph()
    graph.add_weighted_edges_from(ROADS)
    return graph


def test_the_cheapest_way_is_found_and_proved(roads):
    result = find_path(GraphProblem(roads, "a", "d"))

    assert result.path == ("a", "c", "b", "d")
    assert result.actions == ("c", "b", "d")
    assert result.cost == 8
    assert result.proved


def test_successors_come_in_the_order_of_the_graph(roads):
    problem = GraphProblem(roads, "a", "d")

    assert problem.start() == "a"
    assert problem.successors("a") == [("b", "b", 4), ("c", "c", 1)]
    assert problem.successors("d") == []


def test_one_way_edges_cannot_be_taken_backwards(roads):
    result = find_path(GraphProblem(roads, "d", "a"))

    assert not result.solved
    assert result.stopped is Stopped.EXHAUSTED


def test_edges_of_an_undirected_graph_go_both_ways(roads):
    result = find_path(GraphProblem(roads.to_undirected(), "d", "a"))

    assert result.path == ("d", "b", "c", "a")


def test_a_missing_attribute_is_a_weight_of_one():
    graph = nx.path_graph(4)

    assert find_path(GraphProblem(graph, 0, 3)).cost == 3


def test_another_attribute_can_hold_the_cost(roads):
    nx.set_edge_attributes(roads, 10, "minutes")

    assert find_path(GraphProblem(roads, "a", "d", weight="minutes")).cost == 20


def test_the_weight_can_be_a_function_of_the_edge(roads):
    def toll(u, v, data):
        return data["weight"] + (100 if (u, v) == ("a", "c") else 0)

    assert find_path(GraphProblem(roads, "a", "d", weight=toll)).path == ("a", "b", "d")


@pytest.mark.parametrize("kind", [nx.MultiGraph, nx.MultiDiGraph])
def test_of_parallel_edges_the_cheapest_counts(kind):
    graph = kind()
    graph.add_edge("a", "b", weight=7)
    graph.add_edge("a", "b", weight=3)
    graph.add_edge("a", "b", weight=5)

    assert GraphProblem(graph, "a", "b").successors("a") == [("b", "b", 3)]


def test_a_function_sees_each_parallel_edge_by_itself():
    graph = nx.MultiDiGraph()
    graph.add_edge("a", "b", toll=7)
    graph.add_edge("a", "b", toll=3)

    problem = GraphProblem(graph, "a", "b", weight=lambda _u, _v, data: 2 * data["toll"])

    assert problem.successors("a") == [("b", "b", 6)]


def test_an_edge_of_infinite_weight_is_no_edge():
    graph = nx.Graph()
    graph.add_edge("a", "b", weight=math.inf)

    result = find_path(GraphProblem(graph, "a", "b"))

    assert result.stopped is Stopped.EXHAUSTED


def test_fractions_stay_exact():
    graph = nx.path_graph(4)
    nx.set_edge_attributes(graph, Fraction(1, 3), "weight")

    assert find_path(GraphProblem(graph, 0, 3)).cost == Fraction(1)


def test_the_goal_can_be_a_test_of_nodes():
    result = find_path(GraphProblem(nx.path_graph(20), 1, lambda node: node % 7 == 0))

    assert result.path == (1, 0)


def test_what_is_a_node_is_not_called():
    """A node that happens to be callable is a goal like any other."""
    graph = nx.DiGraph([(int, str), (str, float)])

    result = find_path(GraphProblem(graph, int, float))

    assert result.path == (int, str, float)


def test_without_an_estimate_nothing_is_estimated_and_that_is_admissible(roads):
    problem = GraphProblem(roads, "a", "d")

    assert problem.admissible
    assert problem.estimate("a") == 0


def test_an_estimate_is_admissible_only_if_the_caller_says_so(roads):
    left = {"a": 8, "b": 5, "c": 7, "d": 0}
    silent = GraphProblem(roads, "a", "d", estimate=left.__getitem__)
    promised = GraphProblem(roads, "a", "d", estimate=left.__getitem__, admissible=True)

    assert not silent.admissible
    assert find_path(silent).stopped is Stopped.FOUND
    assert find_path(promised).stopped is Stopped.PROVED
    assert find_path(promised).counters.expanded == 3


def test_a_change_of_the_graph_is_not_seen_by_a_problem_made_before(roads):
    problem = GraphProblem(roads, "a", "d")
    roads.add_edge("a", "d", weight=-1)

    assert find_path(problem).cost == 8


def test_a_start_outside_the_graph_is_refused(roads):
    with pytest.raises(BadInputError, match=r"^start 'z' is not a node of the graph$"):
        GraphProblem(roads, "z", "d")


@pytest.mark.parametrize("goal", ["z", None, ["d"]])
def test_a_goal_outside_the_graph_is_refused(roads, goal):
    with pytest.raises(
        BadInputError, match=r"^goal .* is neither a node of the graph nor a function"
    ):
        GraphProblem(roads, "a", goal)


@pytest.mark.parametrize("weight", [-1, -0.5, math.nan, "3", None, 1j])
def test_a_weight_that_is_no_cost_is_refused(roads, weight):
    """Also where the search would never come: a proof rests on every edge."""
    roads.add_edge("x", "y", weight=weight)

    with pytest.raises(BadInputError, match=r"^edge 'x' to 'y' has the weight .*0 or more$"):
        GraphProblem(roads, "a", "d")


def test_a_function_that_gives_no_cost_is_refused(roads):
    with pytest.raises(BadInputError, match=r"^edge 'a' to 'b' has the weight None; expected"):
        GraphProblem(roads, "a", "d", weight=lambda _u, _v, _data: None)


def test_a_bad_edge_is_refused_even_beside_a_good_parallel_one():
    graph = nx.MultiGraph()
    graph.add_edge("a", "b", weight=1)
    graph.add_edge("a", "b", weight=math.nan)

    with pytest.raises(BadInputError, match="has the weight nan"):
        GraphProblem(graph, "a", "b")


@pytest.mark.parametrize("estimate", [-1, math.nan, "far"])
def test_an_estimate_that_is_no_cost_is_refused(roads, estimate):
    problem = GraphProblem(roads, "a", "d", estimate=lambda _node: estimate)

    with pytest.raises(BadInputError, match=r"^node 'b' has the estimate .*0 or more$"):
        find_path(problem)
