"""The open list of every best-first search here: least priority first, ties by a stated rule."""

from __future__ import annotations

from collections import deque
from heapq import heappop, heappush
from typing import Generic, Literal, TypeVar

Tie = Literal["newest", "oldest"]
Item = TypeVar("Item")


class OpenList(Generic[Item]):
    """Items by priority, one bucket a priority.

    Weighted whole-number costs fall on few distinct values, so a push or pop touches one bucket
    and the heap of priorities stays short. [R72-8] TIE-1 takes the newest item of the least
    bucket, TIE-2 the oldest.
    """

    def __init__(self, tie: Tie) -> None:
        self.tie: Tie = tie
        self._buckets: dict[float, list[Item] | deque[Item]] = {}
        self._priorities: list[float] = []

    def push(self, priority: float, item: Item) -> None:
        """Adds an item; it counts as the newest of its priority."""
        bucket = self._buckets.get(priority)
        if bucket is None:
            bucket = self._buckets[priority] = [] if self.tie == "newest" else deque()
            heappush(self._priorities, priority)
        bucket.append(item)

    def pop(self) -> tuple[float, Item] | None:
        """Takes out the item with the least priority; None when there is none."""
        while self._priorities:
            priority = self._priorities[0]
            bucket = self._buckets[priority]
            if bucket:
                item = bucket.popleft() if isinstance(bucket, deque) else bucket.pop()
                return priority, item
            heappop(self._priorities)
            del self._buckets[priority]
        return None
