"""Where a probe cache is: a file, or a PostgreSQL database by its address."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path

from provebest.vocabulary import BadInputError
from provebest.vocabulary.outside import visible
from provebest.vocabulary.passwords import learn_passwords

SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*)://")
POSTGRES = frozenset({"postgresql", "postgres"})
ADDRESS = re.compile(
    r"postgres(?:ql)?://"
    r'(?:[!-"$-.0->A-~]*@)?'  # the user, perhaps with a password
    r"(?P<host>(?:[\w.-]+|\[[0-9a-fA-F:.]+\])?(?::[0-9]{1,5})?)"
    r"(?:/(?P<database>[\w.-]*))?"
    r"(?:\?[!-~]*)?",
    re.ASCII,
)
MISTYPED = re.compile(
    r"\s*(?:postgres(?:ql)?(?:[:;]|//)|(?:\w+\s*=.*)?\w*(?:host|dbname|pas)\w*\s*=)", re.IGNORECASE
)
"""The beginning of an address that must not become the name of a file: it may be secret."""
EXAMPLE = "postgresql://USER@HOST/DATABASE"
NOT_AN_ADDRESS = (
    f"this is not the address of a probe cache: use {EXAMPLE}, and %XX for special characters in a "
    "name or a password"
)


@dataclass(frozen=True, slots=True)
class Database:
    """A PostgreSQL database. Its address may have a password: only ``name`` is ever shown.

    Raises:
        BadInputError: if it cannot be an address.
    """

    address: str = field(repr=False)

    def __post_init__(self) -> None:
        learn_passwords(self.address)
        if ADDRESS.fullmatch(self.address) is None:
            raise BadInputError(NOT_AN_ADDRESS)

    @property
    def name(self) -> str:
        """The host and the database, without user and password."""
        parts = ADDRESS.fullmatch(self.address)
        host, database = ("", "") if parts is None else parts.group("host", "database")
        return f"postgresql://{host}/{database or ''}"

    def __str__(self) -> str:
        return self.name


CachePlace = Path | Database


def cache_place(text: str | PathLike[str]) -> CachePlace:
    """The place with this name: a file, unless the name begins with ``postgresql://``.

    Raises:
        BadInputError: if it is another kind of address, which is not quoted: it may be secret.
    """
    scheme = SCHEME.match(text) if isinstance(text, str) else None
    if scheme is None:
        if isinstance(text, str) and MISTYPED.match(text):
            raise BadInputError(NOT_AN_ADDRESS)
        return Path(text)
    if scheme[1].lower() not in POSTGRES:
        raise BadInputError(
            f"a probe cache cannot be at {visible(scheme[1], most=20)}://...; name a file, or "
            f"{EXAMPLE}"
        )
    return Database(str(text))
