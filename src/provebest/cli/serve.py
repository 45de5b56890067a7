"""``provebest serve``: the page on which one watches an analysis."""

from __future__ import annotations

import json as json_format
import webbrowser
from typing import Annotated

import typer

from provebest.chess.probes.engine_facts import NATIVE
from provebest.cli.probing import AUTO, choose_prober
from provebest.cli.shared import AsJson, EvaluationName, talk
from provebest.games.chess_evaluation import DEFAULT_EVALUATION
from provebest.vocabulary import BadInputError

MISSING = "the page needs Starlette and uvicorn: pip install 'provebest[web]'"


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(help="The port; 0 is any free one.", min=0, max=65535)
    ] = 8765,
    no_open: Annotated[
        bool, typer.Option("--no-open", help="Do not open the page in a browser.")
    ] = False,
    prober: Annotated[
        list[str] | None,
        typer.Option(
            "--prober",
            help="An engine that the page offers: auto, native, or uci:ENGINE. Can be repeated.",
        ),
    ] = None,
    most: Annotated[
        int | None,
        typer.Option(help="Searches at a time (default: processors less one, at least 2).", min=1),
    ] = None,
    evaluation: EvaluationName = DEFAULT_EVALUATION,
    json: AsJson = False,
) -> None:
    """Open a page on which you can watch analyses grow.

    The first line that is printed is the address of the page. Without --prober, the page offers
    Stockfish if it is installed, and provebest's own engine. On another host than 127.0.0.1 the
    address contains a token, without which the server answers nothing.

    \b
    provebest serve
    provebest serve --port 0 --no-open
    provebest serve --prober uci:stockfish --prober native
    """
    try:
        from provebest.web.app import NOT_BUILT, is_built  # noqa: PLC0415 - an extra
        from provebest.web.serving import most_at_a_time  # noqa: PLC0415 - same
        from provebest.web.serving import serve as run_server  # noqa: PLC0415 - same
    except ModuleNotFoundError as error:
        if error.name not in {"starlette", "uvicorn", "websockets"}:
            raise
        raise BadInputError(MISSING) from None
    choices = [choose_prober(name, evaluation) for name in prober or [AUTO, NATIVE]]
    probers = {choice.name: choice for choice in choices}
    if not is_built():
        talk(NOT_BUILT.strip())

    def on_start(url: str) -> None:
        print(json_format.dumps({"url": url}) if json else url, flush=True)
        if not (no_open or json):
            webbrowser.open(url)

    run_server(host, port, probers, most=most or most_at_a_time(), on_start=on_start)
