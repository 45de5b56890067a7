"""A largest regret: the search ends once a move is at most so much worse than any other."""

import json
import math
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import provebest as pb
from provebest.certificate.sealing import seal_of
from provebest.games import CanonicalTree, NestedTree, PalayTree
from provebest.games.mirrored import Mirrored
from provebest.search.intervals import STRATEGIES, interval_search, reference_search
from provebest.search.intervals.regret import least_regret, regret_between
from provebest.search.intervals.saving import load_intervals, save_intervals
from provebest.vocabulary import BadInputError, Limits, Stopped

VALID = [name for name in STRATEGIES if not name.endswith("X")]
COMPILED = [name for name in VALID if name[:2] not in {"SQ", "DF"}]


def closed(lo, hi, *leaves):
    return {"bounds": [lo, hi], "children": list(leaves)}


OPEN = NestedTree([closed(0, 100, 40, 60), closed(10, 11, 10, 11)])
"""The first move may lose 11 to the second, the second 90 to the first; the first is better."""


def drawn(seed, *, max_first=True):
    """A random tree of random bounds that hold, with the players in any order."""
    rng = Random(seed)

    def node(depth):
        if depth == 0 or rng.random() < 0.2:
            return rng.randint(-20, 20)
        turn = rng.choice(("MAX", "MIN"))
        return {"turn": turn, "children": [node(depth - 1) for _ in range(rng.randint(1, 3))]}

    root = node(3)
    while not isinstance(root, dict):
        root = node(3)
    root["turn"] = "MAX" if max_first else "MIN"
    stated(root, rng)
    return root


def worth(node):
    """Plain minimax over the whole tree."""
    if not isinstance(node, dict):
        return node
    pick = max if node["turn"] == "MAX" else min
    return pick(worth(child) for child in node["children"])


def stated(node, rng):
    if isinstance(node, dict):
        node["bounds"] = [worth(node) - rng.randint(0, 12), worth(node) + rng.randint(0, 12)]
        for child in node["children"]:
            stated(child, rng)


def nodes_of(search):
    return [(node.move, node.state, node.lo, node.hi) for node in search.root.subtree()]


@pytest.mark.parametrize("strategy", VALID)
@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 2**32), max_first=st.booleans())
def test_no_choice_is_worse_than_it_says_or_than_was_allowed(strategy, seed, max_first):
    """The oracle is minimax over the whole tree. A greater regret never costs an expansion."""
    tree = drawn(seed, max_first=max_first)
    game = NestedTree(tree)
    sign = 1 if max_first else -1
    values = [sign * worth(child) for child in tree["children"]]
    fewest = math.inf
    for allowed in (0, 1, 3, 8, 20):
        result = pb.bstar(game, strategy, regret=allowed)
        true_regret = max(values) - values[result.move]

        assert true_regret <= result.regret <= allowed
        assert result.stopped is (Stopped.WITHIN_REGRET if result.regret else Stopped.PROVED)
        assert result.counters.expanded <= fewest
        fewest = result.counters.expanded


@pytest.mark.parametrize("strategy", COMPILED)
def test_the_tree_is_the_one_without_a_regret_cut_off(strategy):
    for width, span, allowed in product((3, 5), (400, 1600), (1, 30, 300)):
        game = CanonicalTree(width, span, 2, native=False)
        short = reference_search(game, strategy, regret=allowed)
        result = pb.run(short)
        whole = reference_search(game, strategy)
        pb.run(whole, Limits(expanded=result.counters.expanded))

        assert nodes_of(short) == nodes_of(whole)


@pytest.mark.parametrize("strategy", VALID)
def test_a_regret_of_0_is_no_regret(strategy):
    games = [CanonicalTree(4, 400, 3), CanonicalTree(4, 400, 3, native=False), OPEN]
    for game, nothing in product(games, (0, 0.0, -0.0, Fraction(0))):
        assert repr(pb.bstar(game, strategy, regret=nothing)) == repr(pb.bstar(game, strategy))


@pytest.mark.parametrize("strategy", [*COMPILED, "2DRMX", "BFX"])
def test_compiled_and_reference_end_alike(strategy):
    trees = [CanonicalTree(5, 800, 3), PalayTree(4, 800, 4, 3), CanonicalTree(2, 8, 1)]
    for game, allowed, most in product(trees, (0.5, 10, 100, 900), (30, 600)):
        searches = (
            made(game, strategy, max_nodes=most, regret=allowed)
            for made in (interval_search, reference_search)
        )
        compiled, reference = ((repr(pb.run(one)), nodes_of(one)) for one in searches)

        assert compiled == reference


def test_the_choice_is_the_move_with_the_least_regret():
    """The surest move is another one: without a regret, it is what a limit leaves."""
    limits = Limits(expanded=1)

    assert pb.bstar(OPEN, limits=limits).move == 1
    assert pb.bstar(OPEN, limits=limits).regret == 90
    priced = pb.bstar(OPEN, regret=11, limits=limits)
    assert (priced.move, priced.regret, priced.stopped) == (0, 11, Stopped.WITHIN_REGRET)
    assert priced.reason == (
        "given these bounds the choice is at most 11 worse than any other move (11 was allowed)"
    )
    assert not priced.proved
    assert pb.bstar(OPEN, regret=10).proved


def test_a_limit_tells_the_regret_that_stands():
    result = pb.bstar(OPEN, regret=5, limits=Limits(expanded=1))

    assert (result.move, result.regret, result.stopped) == (0, 11, Stopped.NODE_LIMIT)
    assert result.reason.endswith(
        "; given these bounds the choice is at most 11 worse than any other move"
    )
    assert result.reason in str(result)


@pytest.mark.parametrize("strategy", VALID)
def test_the_other_side_regrets_as_much(strategy):
    for allowed in (0, 5, 11, 30):
        ours = pb.bstar(OPEN, strategy, regret=allowed)
        theirs = pb.bstar(Mirrored(OPEN), strategy, regret=allowed)

        assert theirs.turned() == ours
        assert (theirs.regret, theirs.reason) == (ours.regret, ours.reason)


def test_one_move_is_never_regretted():
    result = pb.bstar(NestedTree([closed(0, 9, 3, 4)]), regret=2)

    assert (result.regret, result.proved) == (0, True)


def test_infinite_bounds_have_an_infinite_regret_until_they_are_closed():
    class Endless(pb.Game):
        def start(self):
            return ()

        def moves(self, state):
            return ["left", "right"] if len(state) < 2 else []

        def play(self, state, move):
            return (*state, move)

        def max_to_move(self, state):
            return not state

        def bounds(self, state):
            if len(state) < 2:
                return -math.inf, math.inf
            worth = math.inf if state[0] == "left" else 3
            return worth, worth

    first = pb.bstar(Endless(), regret=7, limits=Limits(expanded=1))

    assert first.regret == math.inf
    assert "worse" not in first.reason
    assert pb.bstar(Endless(), regret=7).move == "left"
    assert pb.bstar(Endless(), regret=7).regret == 0


def test_false_bounds_promise_no_regret():
    tree = NestedTree([closed(0, 9, 20, 30), closed(0, 8, closed(1, 7, 2, 3), 5)])
    result = pb.bstar(tree, "BF", regret=30)
    assert result.regret is not None  # it ended before the bounds were seen to be false

    seen = pb.bstar(tree, "BF", regret=6)
    assert (seen.stopped, seen.regret) == (Stopped.BOUNDS_FALSE, None)
    assert "nothing is proved" in seen.reason


class Widest(pb.IntervalSearch):
    """A strategy of one's own, with a constructor that knows of no regret."""

    def __init__(self, game, *, state=None, max_depth=None, max_nodes=None):
        super().__init__(game, state=state, max_depth=max_depth, max_nodes=max_nodes)

    def select(self):
        node = self.root
        while node.children:
            node = max(node.children, key=lambda child: child.hi - child.lo)
        return node


def test_a_strategy_of_ones_own_has_it_too():
    tree = CanonicalTree(3, 100, 1)
    plain, priced = pb.bstar(tree, Widest), pb.bstar(tree, Widest, regret=20)

    assert (plain.proved, priced.stopped) == (True, Stopped.WITHIN_REGRET)
    assert priced.counters.expanded < plain.counters.expanded


# --- numbers -------------------------------------------------------------------------------------

finite = st.floats(allow_nan=False, allow_infinity=False)
exact = st.integers(-(10**6), 10**6) | st.fractions(max_denominator=99)


@given(finite | exact, finite | exact)
def test_a_bound_of_the_regret_is_never_rounded_down(hi, lo):
    bound, true = regret_between(hi, lo), max(0, Fraction(hi) - Fraction(lo))

    assert bound >= true
    if bound != true:
        assert bound == math.inf or math.nextafter(bound, -math.inf) < true
    if not isinstance(hi, float) and not isinstance(lo, float):
        assert bound == true


pairs = st.tuples(exact, exact).map(sorted).map(tuple)


@given(st.lists(pairs, min_size=1, max_size=6))
def test_the_least_regret_is_the_least_of_all(arcs):
    def regret(place):
        rivals = [hi for other, (_, hi) in enumerate(arcs) if other != place]
        return max(0, max(rivals, default=-math.inf) - arcs[place][0])

    place, bound = least_regret(arcs)

    assert bound == regret(place) == min(map(regret, range(len(arcs))))
    if bound == 0:  # separated: the surest arc, as without a regret
        assert place == max(range(len(arcs)), key=lambda arc: arcs[arc])


# --- files, certificates, arguments --------------------------------------------------------------


def stopped_search(regret, **more):
    search = reference_search(OPEN, "GPN", regret=regret)
    pb.run(search, **more)
    return search


def test_a_saved_search_keeps_its_regret(tmp_path):
    file = tmp_path / "search.pbi"
    search = stopped_search(11)
    save_intervals(search, file, state=list, move=int)

    again = load_intervals(file, OPEN, "GPN", state=tuple, move=int)
    assert again.largest_regret == 11
    assert again.result(again.stopped) == search.result(search.stopped)

    stricter = load_intervals(file, OPEN, "GPN", state=tuple, move=int, regret=0)
    assert pb.run(stricter) == pb.bstar(OPEN, "GPN")


def test_a_file_of_a_search_without_regret_is_as_it_was(tmp_path):
    file = tmp_path / "search.pbi"
    save_intervals(stopped_search(0), file, state=list, move=int)
    assert "regret" not in json.loads(file.read_text("utf-8").splitlines()[0])

    sooner = load_intervals(file, OPEN, "GPN", state=tuple, move=int, regret=11)
    assert sooner.result(sooner.stopped) == pb.bstar(OPEN, "GPN", regret=11)
    with pytest.raises(BadInputError, match="largest regret must be a finite number"):
        load_intervals(file, OPEN, "GPN", state=tuple, move=int, regret=-1)


@pytest.mark.parametrize("regret", [0.1, Fraction(1, 3), 12, Fraction(35, 3)])
@pytest.mark.parametrize("game", [OPEN, Mirrored(OPEN)])
def test_a_certificate_states_the_regret_and_the_check_verifies_it(game, regret):
    search = interval_search(game, "2DRM", regret=regret)
    result = pb.run(search)
    written = json.loads(pb.certify(search).text())
    verdict = pb.check(written, game=game)

    assert written["claim"]["regret"] == result.regret
    assert written["claim"]["move"] == result.move
    assert verdict.holds
    assert verdict.shown.proved == result.proved
    assert f"so it is at most {result.regret:g} worse than any other" in verdict.shown.claim
    for forged in (result.regret - 1, result.regret + 1, "inf", None):
        written["claim"]["regret"] = forged
        written["claim"]["seal"] = seal_of(written["claim"])
        assert pb.check(written, game=game).place == "$.claim.regret"


def test_a_certificate_of_floats_rounds_the_regret_up():
    """0.3 - 0.1 in floats is less than the difference of the two numbers that they are."""
    game = NestedTree([closed(0.1, 0.3, 0.1, 0.2), closed(0, 0.3, 0, 0.3)])
    search = interval_search(game, regret=0.25, strategy="2DRM")
    result = pb.run(search)

    assert Fraction(0.3) - Fraction(0.1) <= Fraction(result.regret)
    assert pb.check(json.loads(pb.certify(search).text()), game=game).holds


def test_without_a_regret_a_certificate_is_as_it_was():
    assert "regret" not in pb.certify(stopped_search(0)).claim


def test_the_argument_says_what_is_promised_and_nothing_of_chances():
    argument = pb.bstar(OPEN, regret=11).argument
    text = str(argument)

    assert not argument.claim.proved
    assert "chance" not in text
    assert "proved" not in text
    assert "at most 11 worse than any other move (11 was allowed)." in text
    assert argument.as_json()["stopped"] == "within regret"
