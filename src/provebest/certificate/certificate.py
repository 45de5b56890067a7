"""Certificates: what a search has shown, written down so that others can check it.

Only the part of the tree that the claim needs. The format is described in ``docs/certificate.md``;
``check.py`` reads it and shares nothing with the searches, nor with the files that write it.
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
from provebest.vocabulary import BadInputError, CannotWriteError

VERSION = 1
MOST_RECORDS = 200_000
"""A longer proof is no longer something that one keeps and sends."""

Record = dict[str, Any]


class NoCertificateError(BadInputError):
    """There is nothing to certify, or the search has not kept what a certificate needs."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim and what it rests on."""

    kind: str
    world: Record
    """The game or the problem, as far as a reader needs it to follow the moves."""
    claim: Record
    sources: Sequence[Record]
    """Where the values of leaves come from; leaves name them by number."""
    nodes: Sequence[Record]

    def as_json(self) -> Record:
        """The certificate as it is written, every record with its seal."""
        return {
            "certificate": "provebest",
            "version": VERSION,
            "kind": self.kind,
            "claim": sealed(self.claim),
            "world": sealed(self.world),
            "sources": [sealed({"id": n, **one}) for n, one in enumerate(self.sources)],
            "nodes": [sealed({"id": n, **one}) for n, one in enumerate(self.nodes)],
        }

    def text(self) -> str:
        """JSON with one record a line."""
        parts = []
        for name, value in self.as_json().items():
            if isinstance(value, list):
                lines = ",\n".join(f"  {json.dumps(one)}" for one in value)
                parts.append(f'"{name}": [\n{lines}\n]')
            else:
                parts.append(f'"{name}": {json.dumps(value)}')
        return "{\n" + ",\n".join(parts) + "\n}\n"

    def write(self, path: Path) -> None:
        """Writes it to a file.

        Raises:
            CannotWriteError: if that is not possible.
        """
        try:
            path.write_text(self.text(), encoding="utf-8")
        except OSError as error:
            raise CannotWriteError(f"cannot write {str(path)!r}: {error.strerror}") from None


def number(value: float | Fraction) -> float | str:
    """A number as certificates have it: exact, with fractions and infinities in words."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value


def plain(move: Hashable) -> int | str:
    """A move as certificates have it: a number or a word; others as Python shows them."""
    if isinstance(move, int | str) and not isinstance(move, bool):
        return move
    return str(move)


def shown_state(show: Callable[[Any], str], state: Any) -> str:
    """The state as the game shows it, if that tells it from others.

    Raises:
        NoCertificateError: for Python's own words for an object, which are others at every run.
    """
    text = str(show(state))
    if f" object at {hex(id(state))}" in text:
        raise NoCertificateError(
            "a certificate names states by show(state), which must give equal states the same "
            f"text; this game gives {text!r:.60}"
        )
    return text


def refuse_if_long(records: Sequence[Record]) -> None:
    """Raises NoCertificateError where a certificate would be too long."""
    if len(records) > MOST_RECORDS:
        raise NoCertificateError(f"the certificate would have more than {MOST_RECORDS:,} records")
