"""The questions of a procedure that is written as a generator.

The procedure yields a ``Question`` and gets its answer back. Whoever runs it asks outside the
generator, so an exception of the game or a limit does not end the generator: the same question can
be asked again later.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeVar

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Question:
    """One question; ``ask`` may raise and be called again, so it must not change the procedure."""

    ask: Callable[[], Any]
    alone: bool = True
    """Whether it is asked in a step of its own; if not, in the step of the question before."""


Procedure = Generator[Question, Any, Answer]
"""A generator that yields questions, is sent their answers, and returns an answer of its own."""
