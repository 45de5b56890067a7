"""The server's routes: the page, positions, games, exports, and the stream of events."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from provebest import __version__
from provebest.chess.defaults import DEFAULT_CONFIDENCE, DEFAULT_SECONDS
from provebest.search.pbstar import CONTROLS
from provebest.vocabulary import BadInputError, ProvebestError
from provebest.web.exporting import FORMATS, export
from provebest.web.games import games_json
from provebest.web.guarding import Gate, Guarded
from provebest.web.inputs import (
    MOST_BODY,
    MOST_PGN,
    POSITION,
    read_line,
    read_message,
    read_name,
)
from provebest.web.lessons.asked import lesson_json
from provebest.web.lessons.intervals import STRATEGIES
from provebest.web.stream import Stream
from provebest.web.tasks import TaskRoom
from provebest.web.wire import legal_uci, position_json

STATIC = Path(str(files("provebest").joinpath("web/static")))
INDEX = "index.html"
SERVED = {
    INDEX: "text/html; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
    "page.css": "text/css; charset=utf-8",
    "icon.svg": "image/svg+xml",
    "licences.txt": "text/plain; charset=utf-8",
}
NOT_BUILT = (
    "The page is not built: run `make web` in a checkout of provebest, "
    "or install a wheel that contains it.\n"
)

Answer = Callable[[Any], Any]
Handler = Callable[[Request], Awaitable[Response]]


def is_built() -> bool:
    """Whether the bundle of the page is there."""
    return (STATIC / INDEX).is_file()


def make_app(gate: Gate, room: TaskRoom, static: Path = STATIC) -> ASGIApp:
    """The server's app, behind its gate."""

    def served(name: str) -> Handler:
        async def serve(_: Request) -> Response:
            if not (static / name).is_file():
                return PlainTextResponse(NOT_BUILT, status_code=503)
            return FileResponse(static / name, headers={"content-type": SERVED[name]})

        return serve

    def about(data: Any) -> Any:
        read_message(data, {})
        return {
            "version": __version__,
            "probers": list(room.probers),
            "controls": list(CONTROLS),
            "strategies": list(STRATEGIES),
            "confidence": DEFAULT_CONFIDENCE,
            "seconds": DEFAULT_SECONDS,
        }

    def made(data: Any) -> Any:
        message = read_message(data, {"task": str, "format": str})
        if message.get("format") not in FORMATS:
            raise BadInputError(f"format must be one of {', '.join(FORMATS)}")
        return export(room.find(read_name(message, "task")), message["format"])

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await run_in_threadpool(room.end_all)

    routes = [
        Route("/", served(INDEX)),
        *(Route(f"/{name}", served(name)) for name in SERVED if name != INDEX),
        Route("/api/about", _answering(about), methods=["POST"]),
        Route("/api/position", _answering(_position), methods=["POST"]),
        Route("/api/games", _answering(games_json, MOST_PGN), methods=["POST"]),
        Route("/api/learn", _answering(lesson_json), methods=["POST"]),
        Route("/api/export", _answering(made), methods=["POST"]),
        WebSocketRoute("/stream", Stream(gate, room).serve),
    ]
    return Guarded(Starlette(routes=routes, lifespan=lifespan), gate)


def _position(data: Any) -> Any:
    """A position, after the move that was made on the board if there is one."""
    message = read_message(data, POSITION | {"move": str})
    game = read_line(message)
    if "move" not in message:
        return position_json(game.board())
    move = legal_uci(game.board(), message["move"])
    played = {**message, "moves": [*message.get("moves", []), move]}
    del played["move"]
    board = game.board()
    after = read_line(played).board()
    return {**position_json(after), "played": move, "san": board.san(board.parse_uci(move))}


def _answering(answer: Answer, most: int = MOST_BODY) -> Handler:
    """A handler that reads JSON and writes what ``answer`` returns, or one sentence."""

    async def handle(request: Request) -> Response:
        try:
            data = await _read(request, most)
            return JSONResponse(await run_in_threadpool(answer, data))
        except ClientDisconnect:
            return Response(status_code=400)  # nobody reads it
        except (ProvebestError, ValueError) as error:
            return JSONResponse({"error": str(error)}, status_code=400)

    return handle


async def _read(request: Request, most: int) -> Any:
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise BadInputError("a question must be JSON")
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise BadInputError(f"that is too large: at most {most:,} bytes are read")
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise BadInputError("the question is not JSON that can be read") from None
