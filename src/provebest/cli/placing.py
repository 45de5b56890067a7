"""The option ``--on``: where the jobs of a command run."""

from __future__ import annotations

from typing import Annotated

import typer

from provebest.cli.shared import talk

On = Annotated[
    str | None,
    typer.Option(
        "--on",
        help="Where to work: local:N (processes here), ray, or ray://HOST:PORT (a Ray cluster).",
    ),
]


class Aside:
    """Counts the jobs that were set aside, and names each one on stderr."""

    def __init__(self) -> None:
        self.jobs = 0

    def __call__(self, sentence: str) -> None:
        """Is told of one more."""
        self.jobs += 1
        talk(sentence)
