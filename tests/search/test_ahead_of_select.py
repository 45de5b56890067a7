"""What the modern control expects of a prober that begins every search anew."""

from dataclasses import replace
from threading import Event
from unittest.mock import ANY

import pytest
from scripted_sets import EARLY, FIRST, STOP, Sets, doings, finish, search_of

from provebest.search.setprobe.budget import Budget
from provebest.vocabulary import Stopped

DEEPER = 2
TOGETHER = replace(EARLY, deeper=DEEPER, rivals_apart=False)
"""Tries to stop at depth ``STOP``; one search of all moves is both attacks."""


class Ahead(Sets):
    """Searches as deep as expected at once; what it found on the way costs nothing later."""

    def __init__(self, worth, *, cut_at=None, **kw):
        super().__init__(worth, **kw)
        self.expected, self.reached, self.spent = [], 0, 0
        self.cut_at = cut_at
        """The depth at which a search is cut off, because the budget is spent."""

    def expect(self, moves, depth):
        self.expected.append(depth)

    def knows(self, moves, depth):
        return depth <= min(self.reached, self.cut_at or self.reached)

    def probe(self, moves, depth, *, nodes, seconds):
        if depth > self.reached:
            self.reached = max(depth, self.expected[-1])
            self.spent += 10 if self.cut_at is None or self.reached < self.cut_at else 1000
        if depth == self.cut_at:
            self.cut = {len(self.asked): depth - 1}
        return super().probe(moves, depth, nodes=nodes, seconds=seconds)

    def nodes(self):
        return self.spent


def test_the_depth_that_a_stop_needs_is_expected_from_the_beginning():
    sets = Ahead({"a": 50, "b": 0})

    found = finish(search_of(sets, numbers=TOGETHER))

    assert (sets.expected[0], sets.spent) == (STOP + DEEPER, 10)
    assert max(depth for depth, _ in sets.asked) == STOP + DEEPER
    assert found.reason.startswith(f"settled at depth {STOP}")


def test_no_depth_is_expected_that_nobody_may_search():
    sets = Ahead({"a": 50, "b": 0})

    finish(search_of(sets, numbers=replace(TOGETHER, min_act=0.0, deepest=STOP)))

    assert max(sets.expected) == STOP


def test_a_choice_that_is_best_two_plies_deeper_has_been_attacked():
    sets = Ahead({"a": 50, "b": 0})

    search = search_of(sets, numbers=TOGETHER)
    found = finish(search)

    assert (found.move, found.refutations, doings(search)[-1]) == ("a", 0, "VERIFY")
    assert sets.asked[-1] == (STOP + DEEPER, "ab")


@pytest.mark.parametrize(
    "worth",
    [
        {"a": 50, "b": lambda depth: 60 if depth >= STOP + DEEPER else 0},
        {"a": lambda depth: 20 if depth == STOP + DEEPER else 50, "b": 0},
    ],
    ids=["another move is best", "it has lost too much"],
)
def test_a_choice_that_falls_two_plies_deeper_is_not_played_at_once(worth):
    search = search_of(Ahead(worth), numbers=TOGETHER)

    found = finish(search)

    assert found.refutations >= 1
    assert doings(search).count("VERIFY") > 1
    assert found.move == max(worth, key=lambda move: Sets(worth).value(move, search.depth))


def test_a_choice_is_not_played_while_a_deeper_search_has_its_answer():
    sets = Ahead({"a": 50, "b": lambda depth: 60 if depth > STOP + DEEPER else 0})
    sets.reached = STOP + DEEPER + 1

    found = finish(search_of(sets, numbers=TOGETHER))

    assert found.move == "b"


def test_what_is_known_already_counts_after_the_budget_is_spent():
    """The search is cut off at depth 8; its finished depths and its last move count."""
    sets = Ahead({"a": 50, "b": lambda depth: 60 if depth >= FIRST + 2 else 0}, cut_at=STOP + 1)

    search = search_of(sets, numbers=replace(TOGETHER, law=EARLY.law, min_act=0.0))
    found = finish(search)

    assert (found.move, search.depth, search.sight.unchanged) == ("b", STOP, STOP - FIRST - 2)
    assert found.reason == f"the node limit was reached at depth {STOP}"


KEPT = replace(EARLY, min_act=0.0, kept=0.5)
"""SELECT has half of the budget, and the rivals the rest."""


@pytest.mark.parametrize(
    ("reached", "worth", "choice"),
    [(FIRST + 4, 51, "b"), (FIRST + 4, 50, "a"), (FIRST + 3, 51, "a")],
    ids=["better", "as good", "better, but less deep"],
)
def test_the_rivals_get_what_was_kept_for_them(reached, worth, choice):
    """A budget of ten probes: five depths of SELECT, and then one search of the rivals."""
    sets = Sets({"a": 50, "b": lambda _: worth if len(sets.asked) > 5 else 0, "c": 0})
    sets.cut = {5: reached}

    search = search_of(sets, numbers=KEPT, budget=100)
    found = finish(search)

    assert doings(search) == ["SELECT"] * 5 + ["rivals"]
    assert sets.asked[-1][:2] == (KEPT.deepest, "bc")
    assert (found.move, found.refutations) == (choice, int(choice == "b"))
    assert found.moves[0].is_bound == (choice == "b")


def test_nothing_is_kept_from_a_search_that_is_decided():
    search = search_of(Sets({"a": 50, "b": 0}), numbers=replace(KEPT, win=40.0), budget=100)

    finish(search)

    assert doings(search) == ["SELECT"]


def test_a_search_that_is_cancelled_does_not_attack_at_last():
    cancel = Event()
    sets = Sets({"a": lambda _: cancel.set() or 50, "b": 0}, cut={0: FIRST - 1})

    search = search_of(sets, real={"a": 1, "b": 0}, numbers=KEPT, budget=100, cancel=cancel)
    finish(search)

    assert doings(search) == ["SELECT"]
    assert search.stopped is Stopped.CANCELLED


def test_a_part_of_a_budget_has_its_clock():
    whole = Budget(nodes=100, seconds=10.0, grace=1.0, begun=5.0)

    assert whole.without(0.25) == Budget(nodes=75, seconds=7.5, grace=1.0, begun=5.0)
    assert Budget(nodes=1).without(0.5) == Budget(nodes=1, begun=ANY)
