"""Text made of words and of moves, so that whoever shows it knows which moves it names.

Sentences are made here and never taken apart: what follows from a sentence follows from the data of
which it was made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Any


@dataclass(frozen=True, slots=True)
class Part:
    """Words, or a move as it is named."""

    text: str
    path: tuple[Any, ...] = ()
    """Of a move: the moves from the root, this one last; None is a pass. Empty for words."""


@dataclass(frozen=True, slots=True)
class Prose:
    """Words and moves in their order."""

    parts: tuple[Part, ...] = ()

    @property
    def text(self) -> str:
        """As it is read."""
        return "".join(part.text for part in self.parts)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class WrittenLine(Prose):
    """The moves of a line."""

    cut: bool = False
    """The line goes on; then three dots stand at its end."""
    mates: bool = False
    """Its last move mates."""


Word = str | Part | Prose


def say(template: str, **words: Word) -> Prose:
    """The template with these words in place of their names: ``say("{move} wins.", move=...)``."""
    said: list[Word] = []
    for literal, name, _, _ in Formatter().parse(template):
        said += [literal, *([] if name is None else [words[name]])]
    return Prose(tuple(_merged(said)))


def listed(words: Sequence[Word]) -> Prose:
    """The words with commas and one "and": "a, b and c"."""
    said: list[Word] = []
    for place, word in enumerate(words):
        if place:
            said.append(" and " if place == len(words) - 1 else ", ")
        said.append(word)
    return Prose(tuple(_merged(said)))


def written(
    moves: Sequence[Part], between: str, *, cut: bool = False, mates: bool = False
) -> WrittenLine:
    """A line of these moves with ``between`` after each but the last."""
    words: list[Word] = []
    for move in moves:
        words += [between, move] if words else [move]
    return WrittenLine(tuple(_merged([*words, f"{between}..." if cut else ""])), cut, mates)


def _merged(words: Iterable[Word]) -> Iterator[Part]:
    """The parts of these words; none is empty, and no two without a move stand together."""
    text = ""
    for word in words:
        given = Part(word) if isinstance(word, str) else word
        for part in given.parts if isinstance(given, Prose) else (given,):
            if not part.path:
                text += part.text
                continue
            if text:
                yield Part(text)
            text = ""
            yield part
    if text:
        yield Part(text)
