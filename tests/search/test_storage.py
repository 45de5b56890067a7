"""The Graph Traverser under a storage limit, as in 1966 (all the way) and 1967 (some steps)."""

from itertools import pairwise

import pytest

from provebest import BadInputError, Stopped, Storage, find_path
from provebest.problems import SlidingTiles
from provebest.problems.graphs import GraphProblem
from provebest.search import PathSearch, PathSettings

BOARDS = ["216408753", "825106734", "824107563", "824107356", "765108324"]
MOST_STEPS = 4
ADVANCES = [None, 1, 3]


def is_legal(problem, result):
    """Whether each state of the path is a step from the one before, from the start on."""
    return result.path[0] == problem.start() and all(
        there in [state for _, state, _ in problem.successors(here)]
        for here, there in pairwise(result.path)
    )


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("advance", ADVANCES)
@pytest.mark.parametrize("nodes", [10, 50])
def test_no_more_is_stored_than_the_limit_and_one_development(board, advance, nodes):
    storage = Storage(nodes, advance, restarts=40)
    search = PathSearch(SlidingTiles(board, w=1.5), PathSettings(storage=storage))
    most = 0
    for _ in range(400):
        if search.stopped is not None:
            break
        search.step()
        most = max(most, search.stored())

    assert nodes // 2 < most <= nodes + MOST_STEPS


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("advance", ADVANCES)
@pytest.mark.parametrize("weight", [0.5, 1])
def test_the_path_is_whole_and_legal_over_all_restarts(board, advance, weight):
    puzzle = SlidingTiles(board, w=1.5)
    storage = Storage(50, advance, restarts=60)
    result = find_path(puzzle, weight=weight, storage=storage, max_developed=2000)

    assert is_legal(puzzle, result)
    assert result.length == len(result.path) - 1
    assert result.cost == (result.length if result.solved else None)
    assert not result.solved or result.path[-1] == puzzle.goal


@pytest.mark.parametrize("board", BOARDS[2:])
@pytest.mark.parametrize("advance", ADVANCES)
def test_a_path_found_after_restarts_counts_them_and_claims_nothing(board, advance):
    result = find_path(SlidingTiles(board, w=1.5), storage=Storage(50, advance), max_developed=5000)

    assert result.solved
    assert result.restarts > 0
    assert result.stopped is Stopped.FOUND


@pytest.mark.parametrize("advance", ADVANCES)
def test_an_admissible_estimate_proves_nothing_once_nodes_were_discarded(advance):
    result = find_path(SlidingTiles(BOARDS[0]), storage=Storage(80, advance), max_developed=5000)

    assert result.solved
    assert result.restarts > 0
    assert not result.proved
    assert result.at_most_times_optimum is None


@pytest.mark.parametrize("advance", ADVANCES)
@pytest.mark.parametrize("restarts", [0, 1, 4])
def test_after_its_restarts_the_search_ends_with_the_memory_limit(advance, restarts):
    storage = Storage(8, advance, restarts=restarts)
    result = find_path(SlidingTiles(BOARDS[2], w=1.5), storage=storage, max_developed=5000)

    assert result.stopped is Stopped.MEMORY_LIMIT
    assert result.restarts == restarts
    assert not result.solved


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("advance", ADVANCES)
@pytest.mark.parametrize("w", [0, 1.5])
def test_a_limit_larger_than_the_tree_changes_nothing(board, advance, w):
    puzzle = SlidingTiles(board, w=w)

    assert find_path(puzzle, storage=Storage(200_000, advance)) == find_path(puzzle)


@pytest.mark.parametrize("advance", ADVANCES)
def test_two_runs_under_a_storage_limit_are_one(advance):
    first, second = (
        find_path(SlidingTiles(BOARDS[3], w=1.5), storage=Storage(30, advance), max_developed=500)
        for _ in range(2)
    )

    assert first == second


def test_exhausted_after_a_restart_admits_that_a_path_may_exist():
    """The estimate leads into a dead end, and the way round it was thrown away."""
    nx = pytest.importorskip("networkx")
    graph = nx.DiGraph([("s", "a"), ("s", "b"), ("a", "c"), ("c", "d"), ("b", "t")])
    guesses = {"s": 0, "a": 1, "b": 9, "c": 1, "d": 1, "t": 0}
    problem = GraphProblem(graph, "s", "t", estimate=guesses.__getitem__)
    result = find_path(problem, weight=1, storage=Storage(3))

    assert result.stopped is Stopped.EXHAUSTED
    assert result.restarts > 0
    assert "discarded" in result.reason
    assert find_path(problem, weight=1).solved


@pytest.mark.parametrize("numbers", [(1,), (10, 0), (10, 1, -1)])
def test_a_storage_that_cannot_work_is_refused(numbers):
    with pytest.raises(BadInputError, match=r"^storage needs room for 2 nodes or more"):
        Storage(*numbers)
