"""The option ``--prober``: which engine searches, and what the answer says of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from provebest.chess.explain.arguing import name_engine
from provebest.chess.probes.auto import AUTO, find_prober
from provebest.chess.probes.probers import ProberChoice

ProberName = Annotated[
    str,
    typer.Option(
        "--prober",
        help="Engine: auto (Stockfish if installed, else native), native, or uci:ENGINE.",
    ),
]

__all__ = ["AUTO", "ProberName", "choose_prober", "engine_in_words"]


def choose_prober(
    name: str,
    evaluation: str,
    *,
    threads: int = 1,
    cache: Path | None = None,
    pure: bool = False,
) -> ProberChoice:
    """The prober that the options name.

    Raises:
        BadInputError: if there is no such prober.
    """
    found = find_prober(name, evaluation)
    return ProberChoice(found, threads=threads, cache=cache, pure=pure, evaluation=evaluation)


def engine_in_words(choice: ProberChoice) -> str:
    """The engine of a prober, for people to read."""
    own = name_engine("native selective")
    return own if choice.native else Path(choice.name.removeprefix("uci:")).name
