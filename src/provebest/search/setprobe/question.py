"""What a procedure that is written as a generator has to ask before it can go on."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeVar

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Question:
    """Asked outside the procedure: if it is cut off, the procedure still waits for the answer."""

    ask: Callable[[], Any]
    alone: bool = True
    """In a step of its own; otherwise in the step of the question before."""


Procedure = Generator[Question, Any, Answer]
"""A part of the procedure, which asks questions and comes to an answer of its own."""
