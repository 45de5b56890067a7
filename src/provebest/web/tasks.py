"""The tasks of all pages: who asked for them, who watches them, and when they end."""

from __future__ import annotations

import asyncio
import secrets
import traceback
from collections.abc import Callable, Mapping
from threading import Thread
from typing import Any

from provebest.chess.explain.stopping import SearchStop
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.vocabulary import BadInputError, CancelledError, ProvebestError
from provebest.web.inputs import Wish
from provebest.web.journal import Journal
from provebest.web.turns import Turns

LOST = 60.0
"""Seconds that a task goes on after the last page that watched it has lost its connection."""
CLOSED = 4.0
"""The same after the last tab was closed: enough to load the page again."""
MOST_OF_ONE = 4
MOST_TASKS = 60
"""Unfinished tasks of one tab, and tasks of all tabs."""

Work = Callable[["Task"], None]


class Task:
    """A piece of work for a page, in a thread of its own, with everything it has said."""

    def __init__(self, owner: str, kind: str, wish: Wish, room: TaskRoom) -> None:
        self.name = secrets.token_urlsafe(12)
        self.owner, self.kind, self.wish, self.room = owner, kind, wish, room
        self.journal = Journal()
        self.cancel = SearchStop()
        self.watchers = 0
        self.running = False
        self.made: Any = None
        """What the work has made, for exports and to go on: an analysis, an annotated game."""

    @property
    def prober(self) -> ProberChoice:
        """The prober that the page has chosen from the server's list."""
        return self.room.probers[self.wish.prober]

    def begin(self, work: Work) -> None:
        """Runs the work in a thread; every failure becomes a sentence."""
        self.running = True
        self.cancel = SearchStop()
        self.tell("status", {"type": "status", "state": "waiting"})
        Thread(target=self._run, args=(work,), name=f"{self.kind} {self.name}", daemon=True).start()

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
        self.running = False
        self.tell("status", end)


class TaskRoom:
    """All tasks, by name. Its methods are called in the event loop."""

    def __init__(self, probers: Mapping[str, ProberChoice], most: int) -> None:
        self.probers = probers
        self.turns = Turns(most)
        self.lost, self.closed = LOST, CLOSED
        self._tasks: dict[str, Task] = {}

    def make(self, owner: str, kind: str, wish: Wish) -> Task:
        """A new task.

        Raises:
            BadInputError: if there are too many.
        """
        own = [task for task in self._tasks.values() if task.owner == owner and task.running]
        if len(own) >= MOST_OF_ONE:
            raise BadInputError(
                f"this page has {MOST_OF_ONE} searches already; stop one of them first"
            )
        if len(self._tasks) >= MOST_TASKS:
            self._drop_oldest()
        task = Task(owner, kind, wish, self)
        self._tasks[task.name] = task
        return task

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
        """Ends every task: the server stops."""
        for task in list(self._tasks.values()):
            self.end(task)

    def __len__(self) -> int:
        return len(self._tasks)

    def _end_unwatched(self, task: Task) -> None:
        if not task.watchers:
            self.end(task)

    def _drop_oldest(self) -> None:
        done = next((one for one in self._tasks.values() if not one.running), None)
        if done is None:
            raise BadInputError("the server is busy with too many searches; try again later")
        self.end(done)
