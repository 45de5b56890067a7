"""B* and its kin, against exhaustive search on small trees and against each other on large ones."""

import math
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provebest.games.protocol import Game
from provebest.games.trees import CanonicalTree
from provebest.search.intervals import STRATEGIES, bstar, interval_search, reference_search
from provebest.search.intervals.depth_first import DEPTH_FIRST, DepthFirstSearch
from provebest.search.intervals.disprove_best import FLOWS
from provebest.search.intervals.squared import SQUARES, Square, SquaredSearch
from provebest.vocabulary import BadInputError, Interval, Limits, Stopped, run

VALID = [name for name in STRATEGIES if not name.endswith("X")]
SCALED = Square(FLOWS["AR"], FLOWS["ALT"], middle=30, slope=5)  # logistic, at the size of a test


class Nested(Game):
    """A tree of ``(slack, slack, children)`` and numbers; a state is a subtree and its depth.

    A node's bounds are its children's, backed up, and its slacks on either side: they are valid.
    """

    def __init__(self, tree, *, max_first=True):
        self.tree, self.max_first = tree, max_first

    def start(self):
        return self.tree, 0 if self.max_first else 1

    def moves(self, state):
        return range(len(state[0][2]) if isinstance(state[0], tuple) else 0)

    def play(self, state, move):
        return state[0][2][move], state[1] + 1

    def max_to_move(self, state):
        return state[1] % 2 == 0

    def bounds(self, state):
        if not isinstance(state[0], tuple):
            return Interval(state[0], state[0])
        below = [self.bounds(self.play(state, move)) for move in self.moves(state)]
        pick = max if self.max_to_move(state) else min
        lo, hi = pick(b.lo for b in below), pick(b.hi for b in below)
        return Interval(lo - state[0][0], hi + state[0][1])

    def minimax(self, state):
        if not isinstance(state[0], tuple):
            return state[0]
        pick = max if self.max_to_move(state) else min
        return pick(self.minimax(self.play(state, move)) for move in self.moves(state))


class Given(Nested):
    """A root with one child for each pair of bounds, and nothing below."""

    def expand(self, state):
        return [(m, (m, 1), *pair) for m, pair in enumerate(self.tree)] if state[1] == 0 else []

    def bounds(self, state):
        return Interval(-9, 9)


def node(children):
    below = st.lists(children, min_size=1, max_size=4).map(tuple)
    return st.tuples(st.integers(0, 8), st.integers(0, 8), below)


trees = node(st.recursive(st.integers(-20, 20), node, max_leaves=25))


def every_search(game):
    """Every kind of search there is, ready to step."""
    for name in VALID:
        yield name, interval_search(game, name)
    for name, square in {**SQUARES, "scaled": SCALED}.items():
        yield name, SquaredSearch(game, square)
    for name, flow in DEPTH_FIRST.items():
        yield name, DepthFirstSearch(game, flow)
        yield f"{name} with a table of 2", DepthFirstSearch(game, flow, table=2)


def canonical(iterations, ranges=(100, 400, 1600, 6400), widths=range(3, 11)):
    return [CanonicalTree(w, r, i) for i, r, w in product(iterations, ranges, widths)]


@settings(deadline=None)
@given(trees)
def test_what_is_proved_is_what_exhaustive_search_finds(tree):
    """And the root's interval holds the true value at every moment on the way."""
    game = Nested(tree)
    start = game.start()
    truth = game.minimax(start)
    for name, search in every_search(game):
        while search.stopped is None:
            assert truth in search.result(Stopped.NODE_LIMIT).value, name
            search.step()
        result = search.result(search.stopped)

        assert result.proved, name
        assert result.violations == 0, name
        assert truth in result.value, name
        assert game.minimax(game.play(start, result.move)) == truth, name
        assert result.best.lo >= result.rival_bound, name


def test_bounds_seen_to_be_false_prove_nothing():
    """Bounds can be false without being seen to be; seen, they are never called a proof."""
    seen = set()
    for tree in canonical((1, 2), ranges=(400, 1600), widths=(3, 5)):
        searches = [*every_search(tree.with_invalid_bounds()), ("X", interval_search(tree, "BFX"))]
        for name, search in searches:
            result = run(search, Limits(expanded=1000))
            if result.stopped is Stopped.BOUNDS_FALSE:
                seen.add(name)
                assert result.violations > 0, name
            if result.violations > 0:
                assert not result.proved, name

    assert seen == {name for name, _ in searches}


BAD = {
    "expected the lower bound first": lambda: bstar(Given(((1, 2), (3, 2)))),
    "expected two numbers": lambda: bstar(Given(((1, 2), (math.nan, 2)))),
    "no moves and no exact value": lambda: bstar(Given(((0, 3), (1, 2)))),
    "over at the root": lambda: bstar(Nested(3)),
    "there are: BF, TD, 2DL": lambda: bstar(Nested((0, 0, (1, 2))), "QQ"),
    "width must be from 1 to": lambda: CanonicalTree(0, 100, 1),
    "range must be from 0 to": lambda: CanonicalTree(3, -100, 1),
    "nodes must be 1 or more, got 0": lambda: bstar(CanonicalTree(3, 100, 1), max_nodes=0),
    "1 or more, got -1": lambda: SquaredSearch(CanonicalTree(3, 100, 1), max_nodes=-1),
    "0 or more, got -1e-09": lambda: bstar(CanonicalTree(3, 100, 1), regret=-1e-9),
    "finite number, 0 or more, got nan": lambda: bstar(Nested((0, 0, (1, 2))), regret=math.nan),
    "finite number, 0 or more, got inf": lambda: bstar(Nested((0, 0, (1, 2))), regret=math.inf),
    "0 or more, got '5'": lambda: bstar(Nested((0, 0, (1, 2))), regret="5"),
    "0 or more, got None": lambda: reference_search(Nested((0, 0, (1, 2))), "GPN", regret=None),
    "0 or more, got True": lambda: interval_search(Nested((0, 0, (1, 2))), "DF", regret=True),
    "largest regret must be": lambda: bstar(CanonicalTree(3, 100, 1), regret=10**400),
    "limit depth must be": lambda: bstar(CanonicalTree(3, 100, 1), limits=Limits(depth=-1)),
    "power of two, got 1000": lambda: DepthFirstSearch(CanonicalTree(3, 100, 1), table=1000),
    "sigma and eps": lambda: DepthFirstSearch(CanonicalTree(3, 100, 1), sigma=0),
    "not by Disprove-Best": lambda: DepthFirstSearch(CanonicalTree(3, 100, 1), FLOWS["DB"]),
}


@pytest.mark.parametrize("said", BAD)
def test_bad_input_is_answered_with_one_sentence(said):
    with pytest.raises(BadInputError, match=said) as raised:
        BAD[said]()

    assert "\n" not in str(raised.value)


def test_grid_proof_numbers_need_about_half_the_expansions():
    adm = gpn = 0
    for tree in canonical((201, 202, 203)):
        one, other = bstar(tree, "ADM"), bstar(tree, "GPN")
        if one.proved and other.proved:
            adm += one.counters.expanded
            gpn += other.counters.expanded

    assert adm >= 1.9 * gpn


@pytest.mark.parametrize("name", ["GPN", "GPN4", "GPN1"])
def test_works_kept_step_by_step_are_those_computed_afresh(name):
    for tree in canonical((5,), ranges=(1600,), widths=(3, 5)):
        search = reference_search(tree, name)
        search.step()
        while search.stopped is None:
            least, greatest = search._thresholds[0], search._thresholds[-1]
            nodes = list(search.root.subtree())
            kept = {n: n.memo for n in nodes}
            passed_over = set()
            for n in nodes:
                beyond = n is not search.root and (n.hi < least or n.lo > greatest)
                if n.parent in passed_over or beyond:
                    passed_over.update(n.children or (), [n])
            assert len(passed_over) < len(nodes)
            for n in reversed(nodes):
                n.memo = search._combine(n) if n.children else search._leaf_works(n)
                is_kept = n.parent not in passed_over
                assert n.memo == kept[n] or not is_kept
            for n in nodes:
                n.memo = kept[n]
            search.step()


def test_memory_is_stated_and_is_what_was_promised():
    for tree in canonical((201, 202), ranges=(1600, 6400), widths=(3, 4, 5)):
        squared = SquaredSearch(tree, max_depth=100, max_nodes=30_000)
        depth_first = DepthFirstSearch(tree, max_depth=100)
        results = [bstar(tree, "AR"), run(squared), run(depth_first)]

        assert all(result.proved for result in results)
        assert len({result.move for result in results}) == 1
        assert results[1].stored <= squared.peak_stored <= 30_000
        assert 0 < depth_first.table_used <= results[2].counters.expanded
        assert depth_first.peak_stack <= 1 + tree.spec.width * depth_first.depth_limit


def test_little_room_costs_time_but_not_the_proof():
    """What a small table has lost is found again; the search must not go round in circles."""
    for tree in canonical((201,), ranges=(100, 400), widths=(3, 4, 5)):
        move = bstar(tree, "AR").move
        for table in (1, 16):
            search = DepthFirstSearch(tree, max_depth=100, table=table)
            result = run(search, Limits(expanded=5000))

            assert (result.move, result.proved) == (move, True)
            assert search.table_used <= table
        squared = SquaredSearch(tree, max_depth=100, max_nodes=60)
        result = run(squared, Limits(expanded=5000))

        assert squared.peak_stored <= 60
        assert result.stopped is Stopped.NODE_LIMIT or (result.move, result.proved) == (move, True)


def test_squared_is_plain_b_star_while_the_second_level_has_no_room():
    for tree in canonical((3,), ranges=(1600,), widths=(3, 5, 8)):
        assert run(SquaredSearch(tree, SQUARES["SQ"], max_depth=100)) == bstar(tree, "AR")


def test_stepping_by_hand_is_running():
    """One expansion a step, on whichever level; so a limit on expansions is met exactly."""
    tree = CanonicalTree(5, 400, 3)
    for limit in (0, 7, 500):
        for (name, stepped), (_, ran) in zip(every_search(tree), every_search(tree), strict=True):
            while stepped.stopped is None and stepped.tally.expanded < limit:
                stepped.step()
            by_hand = stepped.result(stepped.stopped or Stopped.NODE_LIMIT)

            assert by_hand.counters.expanded <= limit, name
            assert (by_hand.move is None) == (limit == 0), name
            assert by_hand == run(ran, Limits(expanded=limit)), name
