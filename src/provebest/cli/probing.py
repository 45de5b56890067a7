"""The options ``--prober`` and ``--threads``: who searches, and what the answer says of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from provebest.chess.explain.arguing import name_engine
from provebest.chess.probes.auto import AUTO
from provebest.chess.probes.native import MOST_THREADS
from provebest.chess.probes.prober_choice import ProberChoice, choose_prober
from provebest.cli.shared import out

ProberName = Annotated[
    str,
    typer.Option(
        "--prober",
        help="Engine: auto (Stockfish if installed, else native), native, or uci:ENGINE.",
    ),
]

Threads = Annotated[
    int,
    typer.Option(
        "--threads",
        help="Threads of the engine; with more than 1 the answer may differ next time.",
        min=1,
        max=MOST_THREADS,
    ),
]

__all__ = [
    "AUTO",
    "ProberName",
    "Threads",
    "choose_prober",
    "engine_in_words",
    "print_threads",
    "threads_as_json",
]


def threads_as_json(threads: int) -> dict[str, Any]:
    """What JSON says of deep searches on so many threads; nothing of one, which is the rule."""
    return {} if threads == 1 else {"threads": threads, "deterministic": False}


def print_threads(threads: int) -> None:
    """Prints the same for people to read."""
    if threads > 1:
        out.print(
            f"Searched on {threads} threads: the same search may take another course next time.",
            soft_wrap=True,
        )


def engine_in_words(choice: ProberChoice) -> str:
    """The engine of a prober, for people to read."""
    own = name_engine("native selective")
    name = Path(choice.name.removeprefix("uci:")).name
    return own if choice.native else {"stockfish": "Stockfish"}.get(name, name)
