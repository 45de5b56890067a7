"""Unit: a wrong answer of a user's problem is named in one sentence; a right one passes."""

import math
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from provebest import BadInputError, Limits, Problem, find_path, find_path_within
from provebest.problems import GraphProblem, SlidingTiles
from provebest.problems.checked import checked
from provebest.search import PathSearch, PathSettings
from provebest.vocabulary import run


class Jugs(Problem):
    """Two jugs of 3 and 5; measure 4."""

    def start(self):
        return (0, 0)

    def successors(self, state):
        a, b = state
        pour = min(a, 5 - b)
        return [
            ("fill 3", (3, b), 1),
            ("fill 5", (a, 5), 1),
            ("empty 5", (a, 0), 1),
            ("pour", (a - pour, b + pour), 1),
        ]

    def is_goal(self, state):
        return state[1] == 4


def saying(**answers):
    """Jugs, but these methods answer so."""
    own = {name: (lambda self, *_, answer=answer: answer) for name, answer in answers.items()}
    return type("Odd", (Jugs,), own)()


def one_step(*parts):
    return {"successors": [parts]}


SENTENCES = [
    ({"start": None}, "Odd.start() returned None; expected a state"),
    ({"start": [0, 0]}, "Odd.start() returned [0, 0]; expected a state that can be hashed"),
    ({"successors": None}, "Odd.successors((0, 0)) returned None; expected a list of (action"),
    ({"successors": 3}, "Odd.successors((0, 0)) returned 3; expected a list of (action, state"),
    ({"successors": {("a", 1, 1)}}, "returned {('a', 1, 1)}; expected a list of (action, state"),
    ({"successors": "abc"}, "Odd.successors((0, 0)) returned 'abc'; expected a list of"),
    (one_step("a", 1), "returned ('a', 1); expected (action, state, cost) for each step"),
    (one_step("a", 1, 1, 1), "returned ('a', 1, 1, 1); expected (action, state, cost) for each"),
    ({"successors": [7]}, "Odd.successors((0, 0)) returned 7; expected (action, state, cost)"),
    (one_step("a", None, 1), "returned ('a', None, 1); expected (action, state, cost)"),
    (one_step("a", 1, -1), "gave the step to 1 the cost -1; expected a finite number, 0 or more"),
    (one_step("a", 1, math.nan), "gave the step to 1 the cost nan; expected a finite number"),
    (one_step("a", 1, math.inf), "gave the step to 1 the cost inf; expected a finite number"),
    (one_step("a", 1, 10**400), "; expected a finite number, 0 or more"),
    (one_step("a", 1, "1"), "gave the step to 1 the cost '1'; expected a finite number"),
    (one_step("a", 1, None), "gave the step to 1 the cost None; expected a finite number"),
    (one_step("a", 1, Decimal(1)), "the cost Decimal('1'); expected a finite number"),
    (one_step("a", [1], 1), "Odd.successors((0, 0)) returned the state [1]; expected states that"),
    ({"is_goal": None}, "Odd.is_goal((0, 0)) returned None; expected True or False"),
    ({"is_goal": "no"}, "Odd.is_goal((0, 0)) returned 'no'; expected True or False"),
    ({"estimate": None}, "Odd.estimate((3, 0)) returned None; expected a finite number, 0 or more"),
    ({"estimate": "4"}, "Odd.estimate((3, 0)) returned '4'; expected a finite number, 0 or more"),
    ({"estimate": -1}, "Odd.estimate((3, 0)) returned -1; expected a finite number, 0 or more"),
    ({"estimate": math.nan}, "Odd.estimate((3, 0)) returned nan; expected a finite number"),
    ({"estimate": -math.inf}, "Odd.estimate((3, 0)) returned -inf; expected a finite number"),
]


@pytest.mark.parametrize(("answers", "sentence"), SENTENCES)
def test_a_wrong_answer_is_one_sentence_with_method_state_and_what_was_expected(answers, sentence):
    with pytest.raises(BadInputError) as told:
        find_path(saying(**answers))

    assert sentence in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(("answers", "sentence"), SENTENCES)
def test_a_bandwidth_search_says_the_same(answers, sentence):
    """It estimates the start too."""
    with pytest.raises(BadInputError) as told:
        find_path_within(saying(**answers), 0)

    assert sentence.replace("estimate((3, 0))", "estimate((0, 0))") in str(told.value)


@pytest.mark.parametrize("look_ahead", [1, 3])
@pytest.mark.parametrize(("answers", "sentence"), SENTENCES[2:])
def test_look_ahead_says_the_same(answers, sentence, look_ahead):
    if "estimate" in answers or "hashed" in sentence or "states that" in sentence:
        sentence = sentence.partition("((")[0]
    with pytest.raises(BadInputError) as told:
        find_path(saying(**answers), look_ahead=look_ahead)

    assert sentence in str(told.value)


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ({"overestimate": -1}, "Odd.overestimate((0, 0)) returned -1; expected a number, 0 or mo"),
        ({"overestimate": "a"}, "Odd.overestimate((0, 0)) returned 'a'; expected a number"),
        ({"upper_estimate": "a"}, "Odd.upper_estimate((0, 0)) returned 'a'; expected a number"),
        ({"upper_estimate": math.nan}, "Odd.upper_estimate((0, 0)) returned nan; expected a numb"),
        ({"upper_estimate": 9, "completion": 4}, "Odd.completion((0, 0)) returned 4; expected No"),
        (
            {"upper_estimate": 9, "completion": [("a", (0, 4))]},
            "Odd.completion((0, 0)) returned ('a', (0, 4)); expected (action, state, cost)",
        ),
        (
            {"upper_estimate": 9, "completion": [("a", (0, 3), 9)]},
            "Odd.completion((0, 0)) ends in (0, 3); expected steps to a goal",
        ),
    ],
)
def test_what_only_a_bandwidth_search_asks_is_checked_too(answers, sentence):
    with pytest.raises(BadInputError) as told:
        find_path_within(saying(**{"overestimate": 0, **answers}), limits=Limits(expanded=0))

    assert sentence in str(told.value)


@pytest.mark.parametrize(
    ("attribute", "sentence"),
    [
        ({"scale": 0}, "Odd.scale is 0; expected a whole number, 1 or more"),
        ({"scale": -2}, "Odd.scale is -2; expected a whole number, 1 or more"),
        ({"scale": 1.5}, "Odd.scale is 1.5; expected a whole number, 1 or more"),
        ({"scale": None}, "Odd.scale is None; expected a whole number, 1 or more"),
        ({"admissible": "yes"}, "Odd.admissible is 'yes'; expected True or False"),
        ({"admissible": None}, "Odd.admissible is None; expected True or False"),
        ({"is_tree": 3}, "Odd.is_tree is 3; expected True or False"),
    ],
)
@pytest.mark.parametrize("find", [find_path, lambda problem: find_path_within(problem, 0)])
def test_a_wrong_attribute_is_one_sentence(find, attribute, sentence):
    with pytest.raises(BadInputError) as told:
        find(type("Odd", (Jugs,), attribute)())

    assert str(told.value) == sentence


def test_a_promise_written_as_a_method_is_not_taken_for_one():
    """A method is true whatever it returns; a proof would rest on it."""
    careful = type("Careful", (Jugs,), {"admissible": lambda self: False})

    with pytest.raises(BadInputError, match=r"Careful.admissible is .*; expected True or False"):
        find_path(careful())


class Duck:
    """All the methods, and no problem."""

    start, successors, is_goal = Jugs.start, Jugs.successors, Jugs.is_goal


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (Jugs, "expected a problem, but Jugs is a class: write Jugs()"),
        (None, "expected a problem, an instance of a subclass of provebest.Problem, got None"),
        (Duck(), "expected a problem, an instance of a subclass of provebest.Problem, got "),
    ],
)
@pytest.mark.parametrize("find", [find_path, lambda problem: find_path_within(problem, 0)])
def test_what_is_not_a_problem_is_refused(find, given, sentence):
    with pytest.raises(BadInputError) as told:
        find(given)

    assert str(told.value).startswith(sentence)


@pytest.mark.parametrize("form", [list, tuple, iter, lambda steps: (step for step in steps)])
def test_steps_may_come_in_anything_that_has_an_order(form):
    plain = Jugs()
    formed = type("Formed", (Jugs,), {"successors": lambda self, s: form(plain.successors(s))})()

    assert find_path(formed) == find_path(plain)
    assert find_path_within(formed, 0) == find_path_within(plain, 0)


@pytest.mark.parametrize("cost", [0, 2, 0.5, Fraction(1, 3), True, np.int64(2), np.float64(0.5)])
def test_costs_may_be_numbers_of_any_kind(cost):
    problem = saying(successors=[("on", (0, 4), cost)])

    assert find_path(problem).cost == cost
    assert find_path_within(problem, 0).cost == cost


@pytest.mark.parametrize("yes", [True, 1, np.True_])
def test_yes_may_be_said_in_numbers(yes):
    assert find_path(saying(is_goal=yes)).solved


class MineError(Exception):
    """Of the user's own."""


@pytest.mark.parametrize("method", ["start", "successors", "is_goal", "estimate"])
@pytest.mark.parametrize("error", [MineError, TypeError, ValueError, MemoryError, KeyError])
def test_an_exception_of_the_problem_s_own_comes_out_as_it_is(method, error):
    def fails(*_):
        raise error("mine")

    broken = type("Broken", (Jugs,), {method: fails})()

    with pytest.raises(error, match="mine") as told:
        find_path(broken)
    assert told.traceback[-1].name == "fails"
    with pytest.raises(error, match="mine") as told:
        find_path_within(broken, 0)
    assert told.traceback[-1].name == "fails"


class Board:
    """A state that can be changed."""

    def __init__(self, at=0):
        self.at = at


class InPlace(Jugs):
    """Goes on by changing the state it was given."""

    def start(self):
        return Board()

    def successors(self, state):
        state.at += 1
        return [("on", state, 1)]

    def is_goal(self, state):
        return state.at == 3


class Yielded(InPlace):
    """Changes the state for each step, and takes it back."""

    def successors(self, state):
        for by in (1, 2):
            state.at += by
            yield f"{by}", state, 1
            state.at -= by


class TakenBack(InPlace):
    """The same, with a list: every step leads to the state itself."""

    def successors(self, state):
        return list(Yielded.successors(self, state))


class Shared(InPlace):
    """Returns new states, and changes the old one all the same."""

    def successors(self, state):
        state.at += 1
        return [("on", Board(state.at), 1)]


@pytest.mark.parametrize("kind", [InPlace, Yielded, TakenBack, Shared])
@pytest.mark.parametrize("find", [find_path, lambda problem: find_path_within(problem, 0)])
def test_a_state_that_is_changed_in_place_is_noticed(find, kind):
    with pytest.raises(BadInputError, match=rf"{kind.__name__}.successors\(.*\) changed the state"):
        find(kind())


def test_a_state_that_is_changed_later_is_noticed_on_the_path():
    """Its hash has changed since it was stored, so the path is none."""

    @dataclass(unsafe_hash=True)
    class Place:
        at: int

    class Late(Jugs):
        def __init__(self):
            self.made = []

        def start(self):
            return Place(0)

        def successors(self, state):
            self.made.append(state)
            if state.at == 30:
                self.made[25].at = -1
            return [("on", Place(state.at + 1), 1)]

        def is_goal(self, state):
            return state.at == 40

    with pytest.raises(BadInputError, match="of Late was changed after it was returned"):
        find_path(Late())


def test_a_step_may_lead_back_to_the_very_state():
    """In a graph of objects a loop is no fault."""

    class Loop(InPlace):
        places = (Board(0), Board(3))

        def start(self):
            return self.places[0]

        def successors(self, state):
            return [("stay", state, 1), ("on", self.places[1], 1)]

    assert find_path(Loop()).length == 1


def test_a_checked_problem_is_checked_once_and_a_vouched_one_not_at_all():
    asked, tiles = checked(Jugs()), SlidingTiles("216408753")

    assert checked(asked) is asked
    assert checked(tiles) is tiles


class Twisted(SlidingTiles):
    """Steps to the right cost more than compiled code knows."""

    def successors(self, state):
        return [(name, to, 5 if name == "R" else 1) for name, to, _ in super().successors(state)]


@pytest.mark.parametrize("look_ahead", [0, 2])
def test_compiled_code_does_not_speak_for_a_subclass_that_answers_otherwise(look_ahead):
    twisted = Twisted("216408753")
    result = find_path(twisted, look_ahead=look_ahead)
    steps = sum(5 if name == "R" else 1 for name in result.actions)

    assert result == run(PathSearch(twisted, PathSettings(look_ahead=look_ahead)))
    assert result.cost == steps > 18


def test_a_goal_test_of_a_graph_must_answer():
    nx = pytest.importorskip("networkx")
    problem = GraphProblem(nx.DiGraph([(0, 1)]), 0, lambda node: None)

    with pytest.raises(BadInputError, match="goal test of node 0 returned None; expected True or"):
        find_path(problem)


@pytest.mark.parametrize("depth", [None, "2", math.nan])
def test_a_rule_for_look_ahead_must_give_a_depth(depth):
    with pytest.raises(BadInputError, match=r"look-ahead rule returned .*; expected a depth"):
        find_path(Jugs(), look_ahead=lambda estimate: depth)
