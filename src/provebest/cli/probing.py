"""The options ``--prober`` and ``--threads``: who searches, and what the answer says of it."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from provebest.chess.probes.auto import AUTO
from provebest.chess.probes.native import MOST_THREADS
from provebest.chess.probes.prober_choice import choose_prober
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
