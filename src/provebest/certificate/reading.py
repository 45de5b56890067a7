"""Reads the fields of a certificate by type; errors name the place of the field."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

from provebest.certificate.sealing import SEAL

GREATEST = Fraction(10) ** 300
"""Numbers must be smaller in size than this."""

Number = Fraction | float
"""An exact number, or an infinity."""


class RefusedError(Exception):
    """A certificate does not hold; ``place`` says where it fails."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place}: {problem}")
        self.place, self.problem = place, problem


@dataclass(frozen=True, slots=True)
class Shown:
    """What a certificate shows, and what it assumes."""

    about: str
    """The position, tree or matrix that the claim speaks of."""
    claim: str
    """The claim as a sentence."""
    proved: bool
    """Whether the bounds separate the answer from all alternatives."""
    given: tuple[str, ...]
    """The assumptions: what was not checked."""
    records: int


class Work:
    """What a check may cost: small steps, of about a microsecond each.

    Every loop whose length is not that of the file spends before it begins, so a check ends
    whatever the file says.
    """

    def __init__(self, most: int) -> None:
        self.most = self.left = most

    def spend(self, steps: int) -> None:
        """Takes so many steps; refuses the certificate if there are not so many left."""
        self.left -= steps
        if self.left < 0:
            raise RefusedError(
                "$", f"to check it takes more than {self.most:,} steps of work; allow it more"
            )


class Fields:
    """One record and its place in the certificate."""

    def __init__(self, data: dict[str, Any], place: str) -> None:
        self.data, self.place = data, place

    def refuse(self, name: str, problem: str) -> NoReturn:
        """Raises RefusedError for one field."""
        raise RefusedError(f"{self.place}.{name}", problem)

    def exactly(self, *names: str, optional: Collection[str] = ()) -> None:
        """Refuses the record unless its fields are these, some optional ones and a seal."""
        for name in names:
            self._value(name)
        known = {*names, *optional, SEAL}
        for name in self.data:
            if name not in known:
                self.refuse(name, "this field is not allowed here")

    def has(self, name: str) -> bool:
        """Returns whether there is such a field."""
        return name in self.data

    def number(self, name: str) -> Number:
        """A number."""
        return read_number(self._value(name), f"{self.place}.{name}")

    def number_or_none(self, name: str) -> Number | None:
        """A number, or None."""
        return None if self._value(name) is None else self.number(name)

    def decimal(self, name: str) -> float:
        """A number as a float."""
        return float(self.number(name))

    def decimal_or_none(self, name: str) -> float | None:
        """A number as a float, or None."""
        return None if self._value(name) is None else self.decimal(name)

    def whole(self, name: str) -> int:
        """A whole number, 0 or more."""
        value = self._value(name)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            self.refuse(name, f"should be a whole number, 0 or more, got {value!r:.40}")
        return value

    def text(self, name: str) -> str:
        """A string."""
        value = self._value(name)
        if not isinstance(value, str):
            self.refuse(name, f"should be text, got {value!r:.40}")
        return value

    def text_or_none(self, name: str) -> str | None:
        """A string, or None."""
        return None if self._value(name) is None else self.text(name)

    def flag(self, name: str) -> bool:
        """True or false."""
        value = self._value(name)
        if not isinstance(value, bool):
            self.refuse(name, f"should be true or false, got {value!r:.40}")
        return value

    def move(self, name: str) -> int | str:
        """A move: an int or a string."""
        value = self._value(name)
        if isinstance(value, bool) or not isinstance(value, int | str):
            self.refuse(name, f"should be a move, got {value!r:.40}")
        return value

    def moves(self, name: str) -> list[int | str]:
        """A list of moves."""
        for place, one in enumerate(self.items(name)):
            if type(one) not in (int, str):
                raise RefusedError(f"{self.place}.{name}[{place}]", f"{one!r:.40} is not a move")
        return self.items(name)

    def items(self, name: str) -> list[Any]:
        """A list of anything."""
        value = self._value(name)
        if not isinstance(value, list):
            self.refuse(name, f"should be a list, got {value!r:.40}")
        return value

    def numbers_of(self, name: str, records: int) -> list[int]:
        """A list of record numbers, none repeated."""
        ids = self.items(name)
        for place, one in enumerate(ids):
            if isinstance(one, bool) or not isinstance(one, int) or not 0 <= one < records:
                raise RefusedError(
                    f"{self.place}.{name}[{place}]", f"there is no record {one!r:.40}"
                )
        if len(set(ids)) < len(ids):
            self.refuse(name, "refers to a record twice")
        return ids

    def record(self, name: str) -> Fields:
        """An object."""
        value = self._value(name)
        if not isinstance(value, dict):
            self.refuse(name, f"should be an object, got {value!r:.40}")
        return Fields(value, f"{self.place}.{name}")

    def records(self, name: str) -> list[Fields]:
        """A list of objects."""
        found = []
        for place, one in enumerate(self.items(name)):
            if not isinstance(one, dict):
                raise RefusedError(f"{self.place}.{name}[{place}]", "should be an object")
            found.append(Fields(one, f"{self.place}.{name}[{place}]"))
        return found

    def _value(self, name: str) -> Any:
        if name not in self.data:
            self.refuse(name, "this field is missing")
        return self.data[name]


@dataclass(frozen=True, slots=True)
class CertificateParts:
    """The parts of a certificate whose seals match."""

    claim: Fields
    world: Fields
    sources: list[Fields]
    nodes: list[Fields]
    work: Work
    state: Any = None
    """The state of the given game at which to begin; None means its start."""


def exact(value: float | Fraction) -> Number:
    """Returns the number that the decimal text of a float says: 0.1 is 1/10. Others as they are."""
    if isinstance(value, float):
        return value if math.isinf(value) else Fraction(repr(value))
    return Fraction(value)


def read_number(value: Any, place: str) -> Number:
    """Reads a number as certificates write it: a JSON number, "7/3", "inf" or "-inf"."""
    if value in ("inf", "-inf"):
        return math.inf if value == "inf" else -math.inf
    fraction = isinstance(value, str) and len(value) < 400 and "e" not in value.lower()
    if not isinstance(value, bool) and (isinstance(value, int | float) or fraction):
        try:
            found = Fraction(repr(value) if isinstance(value, float) else value)
        except (ValueError, ZeroDivisionError, OverflowError):
            found = GREATEST
        if abs(found) < GREATEST:
            return found
    raise RefusedError(place, f"should be a number, got {value!r:.40}")


class References:
    """Checks that every record is used exactly once, so none is superfluous."""

    def __init__(self, nodes: list[Fields]) -> None:
        self._nodes = nodes
        self._used: set[int] = set()

    def use(self, number: int) -> Fields:
        """Returns the record with this number; refuses it if it was used before."""
        if number in self._used:
            raise RefusedError(self._nodes[number].place, "two records depend on this one")
        self._used.add(number)
        return self._nodes[number]

    def seen(self, number: int) -> Fields:
        """Returns a record that was used before."""
        return self._nodes[number]

    def all_used(self) -> None:
        """Refuses a record that was never used."""
        for number, node in enumerate(self._nodes):
            if number not in self._used:
                raise RefusedError(node.place, "no other record depends on this one")
