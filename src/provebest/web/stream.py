"""The WebSocket of a page: its wishes come in, and what its tasks say goes out."""

from __future__ import annotations

import asyncio
import json
import traceback
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from provebest.vocabulary import BadInputError, ProvebestError, shorten
from provebest.web.analysing import (
    GOES_ON,
    go_on,
    work_on_analysis,
    work_on_comparison,
    work_on_only_move,
    work_on_why_not,
)
from provebest.web.annotating import work_on_annotation
from provebest.web.guarding import Gate
from provebest.web.inputs import (
    MOST_BODY,
    WISH,
    Known,
    read_message,
    read_name,
    read_seconds,
    read_wish,
    with_seconds,
)
from provebest.web.tasks import Task, TaskRoom, Work

WORK: dict[str, Work] = {
    "analyse": work_on_analysis,
    "why not": work_on_why_not,
    "compare": work_on_comparison,
    "only move": work_on_only_move,
    "annotate": work_on_annotation,
}
PACE = 0.02
"""Seconds between two deliveries of a task: more is more than an eye sees."""
MOST_WATCHED = 32
CLOSED = (1000, 1001)
"""Codes of a connection that the page itself has closed."""
REFUSED, SILENT = 4403, 1013
GREETING = 30.0
"""Seconds within which a page must say who it is: a page says so at once."""
FAULT = "the server failed; its terminal says where"
HELLO: Known = {"type": str, "tab": str, "token": str}
NAMED: Known = {"type": str, "task": str, "seconds": (int, float, type(None))}


class Stream:
    """Serves the pages' connections."""

    def __init__(self, gate: Gate, room: TaskRoom) -> None:
        self._gate, self._room = gate, room

    async def serve(self, socket: WebSocket) -> None:
        """Serves one connection until it ends."""
        await socket.accept()
        connection = Connection(socket, self._room)
        code = 1006
        try:
            async with asyncio.timeout(GREETING):
                greeted = await connection.greet(self._gate)
            if greeted:
                await connection.listen()
        except TimeoutError:
            await socket.close(SILENT)
        except WebSocketDisconnect as end:
            code = end.code
        finally:
            connection.leave(closed=code in CLOSED)


class Connection:
    """One page: who it is, and which tasks it watches."""

    def __init__(self, socket: WebSocket, room: TaskRoom) -> None:
        self._socket, self._room = socket, room
        self._tab = ""
        self._writing = asyncio.Lock()
        self._pumps: dict[str, tuple[Task, asyncio.Task[None]]] = {}

    async def greet(self, gate: Gate) -> bool:
        """Whether the first message says who the page is, with the right token."""
        try:
            hello = read_message(self._parse(await self._receive()), HELLO)
            gate.check_token(hello.get("token", ""))
            self._tab = read_name(hello, "tab")
        except BadInputError as error:
            await self._send({"type": "refused", "message": str(error)})
            await self._socket.close(REFUSED)
            return False
        await self._send({"type": "welcome"})
        return True

    async def listen(self) -> None:
        """Does what the page asks for; a wish that cannot be used is answered by a sentence."""
        while True:
            text = await self._receive()
            message: Any = None
            try:
                message = self._parse(text)
                await self._do(message)
            except ProvebestError as error:
                about = message.get("task") if isinstance(message, dict) else None
                named = {"task": about} if isinstance(about, str) else {}
                await self._send({"type": "error", "message": str(error)} | named)

    def leave(self, *, closed: bool) -> None:
        """The connection has ended."""
        for task, pump in self._pumps.values():
            pump.cancel()
            self._room.leave(task, closed=closed)
        self._pumps.clear()

    async def _do(self, message: Any) -> None:
        kind = message.get("type") if isinstance(message, dict) else None
        if kind == "start":
            await self._start(read_message(message, WISH | {"ask": str}))
            return
        if not isinstance(kind, str) or kind not in {"watch", "stop", "go on", "end"}:
            raise BadInputError(f"the server does not know what {shorten(kind)} means")
        named = read_message(message, NAMED)
        task = self._room.find(read_name(named, "task"))
        if kind == "watch":
            self._watch(task)
        elif kind == "stop":
            if task.cancel.stopped:
                task.cancel.set()
            task.cancel.stop()
        elif kind == "end":
            self._forget(task)
        else:
            self._go_on(task, named)

    async def _start(self, message: dict[str, Any]) -> None:
        """Starts a task; ``ask`` is the page's own name for it, until it knows ours."""
        ask = read_name(message, "ask")
        work = WORK.get(message.get("kind", ""))
        if work is None:
            raise BadInputError(f"kind must be one of {', '.join(WORK)}")
        wish = read_wish(
            {key: value for key, value in message.items() if key != "ask"}, self._room.probers
        )
        self._make_way()
        task = self._room.start(self._tab, message["kind"], wish, work)
        self._watch(task)
        await self._send({"type": "started", "ask": ask, "task": task.name})  # before its pump

    def _go_on(self, task: Task, message: dict[str, Any]) -> None:
        if task.running or task.kind != "analyse" or task.made is None:
            raise BadInputError("only an analysis that has ended can go on")
        if task.made.stopped not in GOES_ON:
            raise BadInputError(
                "this search has settled its question; ask for more confidence to search on"
            )
        wish = with_seconds(task.wish, read_seconds(message, task.kind))
        self._room.go_on(self._tab, task, wish, go_on)

    def _watch(self, task: Task) -> None:
        if task.name in self._pumps:
            return
        self._make_way()
        self._room.watch(task)
        self._pumps[task.name] = (task, asyncio.create_task(self._pump(task)))

    def _make_way(self) -> None:
        """Forgets a finished task if this page watches as many as it may."""
        if len(self._pumps) >= MOST_WATCHED:
            done = next((one for one, _ in self._pumps.values() if not one.running), None)
            if done is None:
                raise BadInputError("this page watches too many searches")
            self._forget(done)

    def _forget(self, task: Task) -> None:
        watched = self._pumps.pop(task.name, None)
        if watched is not None:
            watched[1].cancel()
            task.watchers -= 1
        if not task.watchers:
            self._room.end(task)

    async def _pump(self, task: Task) -> None:
        """Sends what the task says: all that it has said so far, then every news."""
        news, read = asyncio.Event(), 0
        news.set()
        stop = task.journal.waker(asyncio.get_running_loop(), news)
        try:
            while True:
                await news.wait()
                news.clear()
                read, messages = task.journal.read(read)
                for message in messages:
                    await self._send(message | {"task": task.name})
                await asyncio.sleep(PACE)
        except (WebSocketDisconnect, RuntimeError):  # the page is gone; ``serve`` hears of it
            return
        except Exception:  # noqa: BLE001 - a fault of ours must not leave a page waiting for ever
            traceback.print_exc()
            await self._send({"type": "error", "message": FAULT})
        finally:
            stop()

    async def _send(self, message: dict[str, Any]) -> None:
        async with self._writing:
            if self._socket.client_state is WebSocketState.CONNECTED:
                await self._socket.send_text(json.dumps(message, allow_nan=False))

    async def _receive(self) -> str | None:
        """The next message of the page; None if it is not text."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"], message.get("reason"))
        text: str | None = message.get("text")
        return text

    @staticmethod
    def _parse(text: str | None) -> Any:
        if text is None:
            raise BadInputError("a message must be text")
        if len(text) > MOST_BODY:
            raise BadInputError(f"a message has at most {MOST_BODY:,} characters")
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise BadInputError("the message is not JSON that can be read") from None
