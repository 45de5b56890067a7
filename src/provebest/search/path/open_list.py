"""The open list of the path searches: least priority first, ties by a stated rule.

Ties decide which nodes are developed, and so every count in the paper's tables.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from typing import Generic, Literal, TypeVar

Tie = Literal["newest", "oldest"]
TIES: tuple[Tie, ...] = ("newest", "oldest")
Item = TypeVar("Item")


class OpenList(Generic[Item]):
    """Items by priority, one bucket a priority.

    Weighted whole-number costs fall on few distinct values, so a push or pop touches one bucket
    and the heap of priorities stays short. [R72-8] TIE-1 takes the newest item of the least
    bucket, TIE-2 the oldest. Priorities are compared exactly; a nan may not be pushed.

    An item may be pushed again under another priority: the list does not know that it is there
    already, and the search has to skip the older entry.
    """

    def __init__(self, tie: Tie) -> None:
        self.tie: Tie = tie
        self._buckets: dict[float, list[Item] | deque[Item]] = {}
        """Some may be empty: they are removed when they come up as the least."""
        self._priorities: list[float] = []
        """A heap with each key of ``_buckets`` exactly once."""

    def push(self, priority: float, item: Item) -> None:
        """Adds an item; it counts as the newest of its priority."""
        bucket = self._buckets.get(priority)
        if bucket is None:
            bucket = self._buckets[priority] = [] if self.tie == "newest" else deque()
            heappush(self._priorities, priority)
        bucket.append(item)

    def least(self) -> float | None:
        """The least priority of any item; None when there is none."""
        while self._priorities and not self._buckets[self._priorities[0]]:
            del self._buckets[heappop(self._priorities)]
        return self._priorities[0] if self._priorities else None

    def pop(self) -> tuple[float, Item] | None:
        """Takes out the item with the least priority; None when there is none."""
        buckets, priorities = self._buckets, self._priorities
        while priorities:
            priority = priorities[0]
            bucket = buckets[priority]
            if bucket:
                return priority, bucket.popleft() if isinstance(bucket, deque) else bucket.pop()
            del buckets[heappop(priorities)]
        return None

    def put_back(self, priority: float, item: Item) -> None:
        """Undoes the last ``pop``: the item is the next to be taken out, whatever the tie rule."""
        self.push(priority, item)
        bucket = self._buckets[priority]
        if isinstance(bucket, deque):
            bucket.rotate(1)

    def __iter__(self) -> Iterator[Item]:
        """All items, in no particular order."""
        for bucket in self._buckets.values():
            yield from bucket

    def remove(self, unwanted: Callable[[Item], bool]) -> None:
        """Takes out every unwanted item; the others keep their order. O(items)."""
        for bucket in self._buckets.values():
            wanted = [item for item in bucket if not unwanted(item)]
            bucket.clear()
            bucket.extend(wanted)
