"""The open list, held against a list that is searched from end to end."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provebest.search.open_list import TIES, OpenList

priorities = st.integers(-3, 3) | st.sampled_from([0.5, 1.0, -0.0, float("inf"), float("-inf")])
residues = st.tuples(st.integers(1, 4), st.integers(0, 3))
operations = st.lists(
    st.tuples(st.just("push"), priorities)
    | st.tuples(st.just("pop"), st.none())
    | st.tuples(st.just("least"), st.none())
    | st.tuples(st.just("remove"), residues),
    max_size=60,
)


class Oracle:
    """(priority, order) pairs in one list; items are the numbers of their pushes."""

    def __init__(self, tie):
        self.tie, self.entries = tie, []

    def push(self, priority, order):
        self.entries.append((priority, order))

    def least(self):
        return min((priority for priority, _ in self.entries), default=None)

    def pop(self):
        if not self.entries:
            return None
        choose = max if self.tie == "newest" else min
        entry = choose(entry for entry in self.entries if entry[0] == self.least())
        self.entries.remove(entry)
        return entry

    def remove(self, unwanted):
        self.entries = [entry for entry in self.entries if not unwanted(entry[1])]


@pytest.mark.parametrize("tie", TIES)
@given(operations)
@settings(max_examples=300)
def test_any_run_of_operations_gives_what_the_oracle_gives(tie, run):
    ours, oracle = OpenList(tie), Oracle(tie)
    for order, (name, argument) in enumerate(run):
        if name == "push":
            ours.push(argument, order)
            oracle.push(argument, order)
        elif name == "pop":
            assert ours.pop() == oracle.pop()
        elif name == "least":
            assert ours.least() == oracle.least()
        else:
            divisor, rest = argument
            ours.remove(lambda item: item % divisor == rest)  # noqa: B023 - called at once
            oracle.remove(lambda item: item % divisor == rest)  # noqa: B023 - called at once
    while (entry := oracle.pop()) is not None:
        assert ours.pop() == entry

    assert ours.pop() is None
    assert ours.least() is None


def drained(items):
    """Whatever comes out, in order."""
    return [entry[1] for entry in iter(items.pop, None)]


def filled(tie):
    items = OpenList(tie)
    for priority, name in [(2, "a"), (1, "b"), (2, "c"), (1, "d"), (2, "e")]:
        items.push(priority, name)
    return items


def test_newest_takes_the_last_of_equals_and_oldest_the_first():
    assert drained(filled("newest")) == ["d", "b", "e", "c", "a"]
    assert drained(filled("oldest")) == ["b", "d", "a", "c", "e"]


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("taken", range(1, 6))
def test_what_is_put_back_is_the_next_to_be_taken(tie, taken):
    items, untouched = filled(tie), filled(tie)
    for _ in range(taken):
        entry = items.pop()
    items.put_back(*entry)

    assert drained(items) == drained(untouched)[taken - 1 :]


@pytest.mark.parametrize("tie", TIES)
def test_all_items_can_be_looked_at(tie):
    items = filled(tie)
    items.pop()

    assert sorted(items) == sorted(set("abcde") - {"d" if tie == "newest" else "b"})


@pytest.mark.parametrize("tie", TIES)
def test_least_only_looks(tie):
    items = filled(tie)

    assert items.least() == items.least() == 1
    assert len(drained(items)) == 5


@pytest.mark.parametrize("tie", TIES)
def test_least_passes_over_priorities_whose_items_are_all_gone(tie):
    items = filled(tie)
    items.remove(lambda name: name in "bd")

    assert items.least() == 2


def test_what_remove_leaves_keeps_its_order():
    newest, oldest = filled("newest"), filled("oldest")
    newest.remove(lambda name: name in "bc")
    oldest.remove(lambda name: name in "bc")

    assert drained(newest) == ["d", "e", "a"]
    assert drained(oldest) == ["d", "a", "e"]


@pytest.mark.parametrize("tie", TIES)
def test_a_priority_that_was_emptied_can_be_used_again(tie):
    items = filled(tie)
    items.remove(lambda _: True)
    items.push(2, "new")

    assert items.pop() == (2, "new")
    assert items.pop() is None


@pytest.mark.parametrize("tie", TIES)
def test_items_are_never_compared_with_each_other(tie):
    items = OpenList(tie)
    first, second = object(), object()
    items.push(1, first)
    items.push(1, second)

    assert {items.pop()[1], items.pop()[1]} == {first, second}
