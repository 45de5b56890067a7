"""Interval searches where players do not alternate, and with bounds that are not nested."""

import math
from fractions import Fraction

import pytest

import provebest as pb
from provebest.certificate.certify import certify
from provebest.certificate.check import check
from provebest.search.intervals import STRATEGIES, interval_search
from provebest.search.intervals.yardstick import interval_alphabeta
from provebest.vocabulary import BadInputError, Stopped

VALID = [name for name in STRATEGIES if name != "2DRMX"]


class Told(pb.Game):
    """A game told node by node: ``name: (mover, lo, hi, {move: name})``; MAX is ``"+"``."""

    def __init__(self, root="r", **nodes):
        self.root, self.nodes = root, nodes

    def start(self):
        return self.root

    def max_to_move(self, state):
        return self.nodes[state][0] == "+"

    def moves(self, state):
        return list(self.nodes[state][3]) if len(self.nodes[state]) > 3 else []

    def play(self, state, move):
        return self.nodes[state][3][move]

    def bounds(self, state):
        return self.nodes[state][1:3]

    def value(self, state):
        lo, hi = self.bounds(state)
        return (lo + hi) / 2


TWICE = Told(
    r=("+", 0, 9, {"a": "a", "b": "b"}),
    a=("+", 0, 9, {"x": "x", "y": "y"}),
    x=("-", 5, 5),
    y=("-", 0, 0),
    b=("-", 3, 3),
)
NOT_NESTED = Told(
    r=("+", 0, 4, {"a": "a", "b": "b"}),
    a=("-", 2, 4, {"p": "p", "q": "q"}),
    p=("+", 1, 9, {"p5": "p5"}),
    p5=("+", 5, 5),
    q=("+", 3, 5, {"q3": "q3"}),
    q3=("+", 3, 3),
    b=("-", 0, 3, {"one": "b1", "two": "b2"}),
    b1=("+", 1, 1),
    b2=("+", -2, 7, {"b22": "b22"}),
    b22=("+", 2, 2),
)


@pytest.mark.parametrize("strategy", VALID)
def test_who_moves_is_asked_at_each_node(strategy):
    result = pb.bstar(TWICE, strategy)

    assert (result.move, result.proved) == ("a", True)
    assert result.best.lo == 5 or result.best.lo >= 3
    assert pb.alphabeta(TWICE, 5).move == "a"


@pytest.mark.parametrize("strategy", [name for name in VALID if name[:2] not in {"SQ", "DF"}])
def test_the_certificate_of_such_a_game_asks_too(strategy):
    search = interval_search(TWICE, strategy)
    pb.run(search)
    written = certify(search).as_json()

    assert check(written, game=TWICE).holds
    alternating = Told(**{**TWICE.nodes, "a": ("-", *TWICE.nodes["a"][1:])})
    assert not check(written, game=alternating).holds


@pytest.mark.parametrize("strategy", VALID)
def test_bounds_that_hold_are_not_called_false(strategy):
    result = pb.bstar(NOT_NESTED, strategy)

    assert (result.move, result.stopped, result.violations) == ("a", Stopped.PROVED, 0)


@pytest.mark.parametrize("strategy", [name for name in VALID if name[:2] not in {"SQ", "DF"}])
def test_a_proof_may_rest_on_what_was_said_of_an_inner_node(strategy):
    search = interval_search(NOT_NESTED, strategy)
    pb.run(search)

    assert check(certify(search).as_json(), game=NOT_NESTED).holds


def test_the_yardstick_asks_who_moves_and_keeps_what_was_said():
    assert (interval_alphabeta(TWICE).move, interval_alphabeta(NOT_NESTED).move) == ("a", "a")


FALSE = Told(
    r=("+", 0, 9, {"a": "a", "b": "b"}),
    a=("-", 0, 4, {"x": "x", "y": "y"}),
    x=("-", 6, 6),
    y=("-", 7, 7),
    b=("-", 0, 5, {"z": "z"}),
    z=("-", 3, 3),
)


@pytest.mark.parametrize("strategy", VALID)
def test_bounds_that_exclude_each_other_are_false_and_nothing_is_proved(strategy):
    result = pb.bstar(FALSE, strategy)

    assert result.stopped is Stopped.BOUNDS_FALSE
    assert result.violations
    assert interval_alphabeta(FALSE).stopped is Stopped.BOUNDS_FALSE


MIN_FIRST = Told(
    r=("-", 0, 9, {"a": "a", "b": "b", "c": "c"}),
    a=("-", 0, 9, {"x": "x", "y": "y"}),
    x=("+", 1, 1),
    y=("+", 8, 8),
    b=("+", 2, 7, {"u": "u", "v": "v"}),
    u=("+", 3, 3),
    v=("+", 5, 5),
    c=("+", 4, 6, {"w": "w"}),
    w=("+", 5, 5),
)


@pytest.mark.parametrize("strategy", VALID)
def test_min_may_choose_and_every_number_speaks_for_max(strategy):
    result = pb.bstar(MIN_FIRST, strategy)

    assert (result.move, result.proved, result.max_chooses) == ("a", True, False)
    assert result.best.hi <= result.rival_bound
    assert 1 in result.value
    assert all(0 <= arc.lo <= arc.hi <= 9 for arc in result.arcs)


@pytest.mark.parametrize("strategy", ["2DRM", "GPN", "DB"])
def test_a_certificate_for_min_holds_and_its_claim_is_about_min(strategy):
    search = interval_search(MIN_FIRST, strategy)
    pb.run(search)
    written = certify(search).as_json()
    verdict = check(written, game=MIN_FIRST)

    assert verdict.holds
    assert verdict.shown.proved
    assert "at most" in verdict.shown.claim.partition(",")[0]


@pytest.mark.parametrize("strategy", VALID)
def test_a_search_may_begin_at_any_state(strategy):
    result = pb.bstar(MIN_FIRST, strategy, state="b")

    assert (result.move, result.best.lo, result.max_chooses) == ("v", 5, True)


def test_a_certificate_from_another_state_is_checked_from_there():
    search = interval_search(MIN_FIRST, "2DRM", state="b")
    pb.run(search)
    written = certify(search).as_json()

    assert check(written, game=MIN_FIRST, state="b").holds
    assert check(written, game=MIN_FIRST).place == "$.world.position"


class Widest(pb.IntervalSearch):
    """A strategy of one's own: always where least is known."""

    def select(self):
        node = self.root
        while node.children:
            node = max(node.children, key=lambda child: child.hi - child.lo)
        return node


def test_a_strategy_of_ones_own_proves_as_the_others_do():
    assert pb.bstar(NOT_NESTED, Widest).proved
    tree = pb.games.CanonicalTree(3, 100, 1)
    mine, theirs = pb.bstar(tree, strategy=Widest), pb.bstar(tree, "2DRM")
    assert mine.proved
    assert mine.best.lo >= mine.rival_bound
    assert mine.counters.expanded != theirs.counters.expanded


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        (lambda search: search.root, "was expanded already"),
        (lambda search: None, "must return the leaf to expand next"),
        (lambda search: 3, "must return the leaf to expand next"),
    ],
)
def test_a_strategy_that_chooses_what_cannot_be_expanded_is_told_so(chosen, sentence):
    own = type("Odd", (pb.IntervalSearch,), {"select": chosen})
    with pytest.raises(BadInputError, match=f"Odd.select.*{sentence}"):
        pb.bstar(NOT_NESTED, own)


@pytest.mark.parametrize("strategy", [3, pb.Game, Widest(NOT_NESTED)])
def test_what_is_not_a_strategy_is_refused(strategy):
    with pytest.raises(BadInputError, match="strategy"):
        pb.bstar(NOT_NESTED, strategy)


@pytest.mark.parametrize("strategy", [name for name in VALID if not name.startswith("GPN")])
def test_bounds_may_be_infinite_and_fractions(strategy):
    third, inf = Fraction(1, 3), math.inf
    game = Told(
        r=("+", -inf, inf, {"a": "a", "b": "b"}),
        a=("-", -inf, inf, {"x": "x", "y": "y"}),
        x=("-", third, third),
        y=("-", inf, inf),
        b=("-", 0, 0),
    )
    result = pb.bstar(game, strategy)

    assert (result.move, result.proved) == ("a", True)
    assert "a is worth at least 0.333333 to MAX" in str(result)
    assert "a (0.333333" in str(result.argument)


def test_an_infinite_value_is_best_though_its_width_cannot_be_subtracted():
    inf = math.inf
    game = Told(
        r=("+", 0, inf, {"a": "a", "b": "b"}),
        a=("-", 0, inf, {"x": "x"}),
        x=("-", 1, 1),
        b=("-", inf, inf),
    )
    for strategy in VALID:
        if not strategy.startswith("GPN"):
            assert pb.bstar(game, strategy).move == "b"


def test_the_yardstick_decides_ties_and_says_what_it_cannot_search():
    tie = Told(
        r=("+", 0, 9, {"a": "a", "b": "b"}), a=("+", 1, 1), b=("+", 0, 9, {"c": "c"}), c=("+", 1, 1)
    )
    assert interval_alphabeta(tie).stopped is Stopped.PROVED
    with pytest.raises(BadInputError, match="no move in 'a'"):
        interval_alphabeta(Told("a", **tie.nodes))
