"""Frozen dataclasses as plain data: what is written is read, and nothing else."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from provebest.vocabulary.plain import as_plain, from_plain


@dataclass(frozen=True)
class Inner:
    name: str
    pair: tuple[str, float] = ("a", 0.0)


@dataclass(frozen=True)
class Outer:
    flag: bool
    count: int
    size: float | None
    inner: tuple[Inner, ...] = ()
    line: tuple[Any, ...] | None = None


WHOLE = Outer(flag=True, count=3, size=0.5, inner=(Inner("x", ("b", 2.0)),), line=("e2e4",))


def test_what_was_written_is_read():
    for one in (WHOLE, Outer(flag=False, count=-1, size=None)):
        assert from_plain(Outer, json.loads(json.dumps(as_plain(one)))) == one
    assert from_plain(Outer, {"flag": True, "count": 1, "size": 2}).size == 2


@pytest.mark.parametrize(
    "damage",
    [
        {"flag": 1}, {"count": True}, {"count": 1.0}, {"count": None}, {"size": "1"}, {"more": 1},
        {"size": float("nan")}, {"inner": {}}, {"inner": [{}]}, {"inner": [{"name": "\ud800"}]},
        {"inner": [{"name": "x", "pair": ["a"]}]}, {"line": [["e2e4"]]}, {"line": "e2e4"},
    ],
    ids=str,
)  # fmt: skip
def test_anything_else_is_refused(damage):
    with pytest.raises(ValueError):
        from_plain(Outer, as_plain(WHOLE) | damage)
    for name in ("flag", "count", "size"):
        with pytest.raises(ValueError):
            from_plain(Outer, {key: one for key, one in as_plain(WHOLE).items() if key != name})
