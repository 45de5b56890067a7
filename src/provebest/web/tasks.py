"""The tasks of all pages: who asked for them, who watches them, and when they end."""

from __future__ import annotations

import asyncio
import gc
import secrets
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import Thread
from typing import Any

from provebest.chess.explain.stopping import SearchStop
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.vocabulary import BadInputError, CancelledError, ProvebestError
from provebest.web.inputs import Wish
from provebest.web.journal import Journal
from provebest.web.turns import Turn, Turns

LOST = 60.0
"""Seconds that a task goes on after the last page that watched it has lost its connection."""
CLOSED = 4.0
"""The same after the last tab was closed: enough to load the page again."""
MOST_OF_ONE = 4
MOST_AT_WORK = 24
"""Unfinished tasks of one tab, and of all tabs; each takes some 20 MB, also while it waits."""
MOST_TASKS = 60
"""Tasks of all tabs, with the finished ones."""
ENDING = 5.0
"""Seconds for which a server that ends waits for its tasks."""

Work = Callable[["Task"], None]


class TaskStop(SearchStop):
    """What a task asks again and again: whether to end. A late turn is given back meanwhile."""

    turn: Turn | None = None

    def is_set(self) -> bool:
        """Whether what is running now has to end."""
        if self.turn is not None:
            self.turn.lend()
        return super().is_set()


class Task:
    """A piece of work for a page, in a thread of its own, with everything it has said."""

    def __init__(self, owner: str, kind: str, wish: Wish, room: TaskRoom) -> None:
        self.name = secrets.token_urlsafe(12)
        self.owner, self.kind, self.wish, self.room = owner, kind, wish, room
        self.journal = Journal()
        self.cancel = TaskStop()
        self.watchers = 0
        self.running = False
        self.made: Any = None
        """What the work has made, for exports and to go on: an analysis, an annotated game."""

    @property
    def prober(self) -> ProberChoice:
        """The prober that the page has chosen from the server's list."""
        return self.room.probers[self.wish.prober]

    def begin(self, work: Work) -> Thread:
        """Runs the work in a thread; every failure becomes a sentence."""
        self.running = True
        self.cancel = TaskStop()
        self.tell("status", {"type": "status", "state": "waiting"})
        name = f"{self.kind} {self.name}"
        thread = Thread(target=self._run, args=(work,), name=name, daemon=True)
        thread.start()
        return thread

    @contextmanager
    def in_turn(self) -> Iterator[Turn | None]:
        """Waits for a turn and yields it; yields None if the task was cancelled before it came."""
        cancel = self.cancel
        with self.room.turns.turn(self.owner, cancel.is_set) as turn:
            if turn is not None:
                self.tell("status", {"type": "status", "state": "running"})
            cancel.turn = turn
            try:
                yield turn
            finally:
                cancel.turn = None

    def tell(self, key: str, message: Any) -> None:
        """Says something to every page that watches, now or later."""
        self.journal.write(key, message)

    def _run(self, work: Work) -> None:
        end: dict[str, Any] = {"type": "status", "state": "done"}
        try:
            work(self)
        except CancelledError:
            end |= {"state": "cancelled"}
        except ProvebestError as error:
            end |= {"state": "failed", "message": str(error)}
        except Exception:  # noqa: BLE001 - a fault of ours must not leave a page waiting for ever
            traceback.print_exc()
            end |= {"state": "failed", "message": "the server failed; its terminal says where"}
        gc.collect()  # a search that has ended refers to itself, and its table is large
        self.running = False
        self.tell("status", end)


class TaskRoom:
    """All tasks, by name. Its methods are called in the event loop.

    Whatever a page asks to be searched begins here, so that the limits hold for all of it.
    """

    def __init__(self, probers: Mapping[str, ProberChoice], most: int) -> None:
        self.probers = probers
        self.turns = Turns(most)
        self.lost, self.closed = LOST, CLOSED
        self._tasks: dict[str, Task] = {}
        self._at_work: list[tuple[Task, Thread]] = []
        """Also those that were ended, until their threads have ended."""

    def start(self, owner: str, kind: str, wish: Wish, work: Work) -> Task:
        """A new task, which begins.

        Raises:
            BadInputError: if there are too many.
        """
        self._check_limits(owner)
        if len(self._tasks) >= MOST_TASKS:
            self._drop_oldest()
        task = Task(owner, kind, wish, self)
        self._tasks[task.name] = task
        self._begin(task, work)
        return task

    def go_on(self, owner: str, task: Task, wish: Wish, work: Work) -> None:
        """Begins more work of a finished task, for whoever asks for it.

        Raises:
            BadInputError: if there are too many.
        """
        self._check_limits(owner)
        task.owner, task.wish = owner, wish
        self._begin(task, work)

    def _check_limits(self, owner: str) -> None:
        self._at_work = [(task, thread) for task, thread in self._at_work if task.running]
        if sum(task.owner == owner for task, _ in self._at_work) >= MOST_OF_ONE:
            raise BadInputError(
                f"this page has {MOST_OF_ONE} searches already; stop one of them first"
            )
        if len(self._at_work) >= MOST_AT_WORK:
            raise BadInputError("the server is busy with too many searches; try again later")

    def _begin(self, task: Task, work: Work) -> None:
        self._at_work.append((task, task.begin(work)))

    def find(self, name: str) -> Task:
        """The task with this name.

        Raises:
            BadInputError: if there is none, or none any more.
        """
        if name not in self._tasks:
            raise BadInputError("this search is not known any more; start it again")
        return self._tasks[name]

    def watch(self, task: Task) -> None:
        """A page begins to watch a task."""
        task.watchers += 1

    def leave(self, task: Task, *, closed: bool) -> None:
        """A page does not watch any more: its tab was closed, or its connection was lost."""
        task.watchers -= 1
        if not task.watchers:
            wait = self.closed if closed else self.lost
            asyncio.get_running_loop().call_later(wait, self._end_unwatched, task)

    def end(self, task: Task) -> None:
        """Ends a task and forgets it."""
        task.cancel.set()
        self._tasks.pop(task.name, None)

    def end_all(self) -> None:
        """Ends every task, and waits for their threads, so that these leave nothing behind."""
        for task in list(self._tasks.values()):
            self.end(task)
        until = time.monotonic() + ENDING
        for _, thread in self._at_work:
            thread.join(max(0.0, until - time.monotonic()))

    def __len__(self) -> int:
        return len(self._tasks)

    def _end_unwatched(self, task: Task) -> None:
        if not task.watchers:
            self.end(task)

    def _drop_oldest(self) -> None:
        self.end(next(one for one in self._tasks.values() if not one.running))
