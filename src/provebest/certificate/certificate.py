"""Certificates: what a search has shown, written so that others can check it.

A certificate holds only the part of the tree that its claim needs. ``docs/certificate.md``
describes the format. ``check.py`` reads it and shares no code with the searches or the writers.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from provebest.certificate.sealing import sealed
from provebest.vocabulary import BadInputError
from provebest.vocabulary.files import write_text

MOST_BYTES = 64_000_000
"""A larger certificate is refused: JSON takes many times its size in memory."""
MOST_RECORDS = 200_000
"""A certificate with more records is refused: it is too large to store and send."""

Record = dict[str, Any]


class NoCertificateError(BadInputError):
    """There is nothing to certify, or the search did not keep what a certificate needs."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim and the records that support it."""

    kind: str
    world: Record
    """The game or problem: as much of it as is needed to follow the moves."""
    claim: Record
    sources: Sequence[Record]
    """Where the values of leaves come from; a leaf refers to its source by number."""
    nodes: Sequence[Record]
    version: int = 1
    """The version of the format for this kind."""

    def as_json(self) -> Record:
        """Returns the certificate as JSON data, every record with its seal."""
        return {
            "certificate": "provebest",
            "version": self.version,
            "kind": self.kind,
            "claim": sealed(self.claim),
            "world": sealed(self.world),
            "sources": [sealed({"id": n, **one}) for n, one in enumerate(self.sources)],
            "nodes": [sealed({"id": n, **one}) for n, one in enumerate(self.nodes)],
        }

    def text(self) -> str:
        """Returns the JSON text, one record per line."""
        parts = []
        for name, value in self.as_json().items():
            if isinstance(value, list):
                lines = ",\n".join(f"  {json.dumps(one)}" for one in value)
                parts.append(f'"{name}": [\n{lines}\n]')
            else:
                parts.append(f'"{name}": {json.dumps(value)}')
        return "{\n" + ",\n".join(parts) + "\n}\n"

    def write(self, path: Path) -> None:
        """Writes the certificate to a file.

        Raises:
            NoCertificateError: if it would have more than ``MOST_BYTES``.
            CannotWriteError: if it cannot be written; an existing file then stays as it was.
        """
        text = self.text()
        if len(text) > MOST_BYTES:  # it is ASCII
            raise NoCertificateError(f"the certificate would have {len(text) / 1e6:.0f} MB")
        write_text(path, text)


def number(value: float | Fraction) -> float | str:
    """Returns a number as certificates write it: exact; fractions and infinities are strings."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value


def plain(move: Hashable) -> int | str:
    """Returns a move as certificates write it: an int or a string; others as ``str`` of them."""
    if isinstance(move, int | str) and not isinstance(move, bool):
        return move
    return str(move)


def shown_state(show: Callable[[Any], str], state: Any) -> str:
    """Returns the state as the game shows it.

    Raises:
        NoCertificateError: if that is Python's default text, which contains the object's address.
    """
    text = str(show(state))
    if f" object at {hex(id(state))}" in text:
        raise NoCertificateError(
            "a certificate identifies states by show(state), so equal states need equal text; "
            f"this game returns {text!r:.60}"
        )
    return text


def refuse_if_long(records: Sequence[Record]) -> None:
    """Raises NoCertificateError if there are more than ``MOST_RECORDS`` records."""
    if len(records) > MOST_RECORDS:
        raise NoCertificateError(f"the certificate would have more than {MOST_RECORDS:,} records")
