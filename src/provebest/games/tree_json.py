"""JSON that may be nested far deeper than Python's own reader goes.

What that reader takes is left to it. Deeper text is read here without recursion, by the same rules:
RFC 8259, and NaN and Infinity besides. Whoever checks the tree refuses what may not stand in it.
"""

from __future__ import annotations

import json
import re
from typing import Any

from provebest.vocabulary import BadInputError

MOST_NODES = 10**7
DEEPEST = 10_000
LONGEST_NUMBER = 400  # digits; more is no number that people write

_SPACE = r"[ \t\r\n]*"
_TOKEN = re.compile(
    rf"{_SPACE}(?:(?P<number>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)"
    r'|(?P<mark>[\[\]{},:])|(?P<string>"[^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*")'
    r"|(?P<word>true|false|null|NaN|-?Infinity))",
    re.ASCII,
)
_END = re.compile(rf"{_SPACE}\Z")
_WORDS = {"true": True, "false": False, "null": None}


class _Reader:
    """The containers that are open, innermost last, and what may come next."""

    def __init__(self, text: str, what: str) -> None:
        self.text, self.what, self.at = text, what, 0
        self.open: list[list[Any] | dict[str, Any]] = []
        self.keys: list[str] = []
        """The key whose value is being read, for each open object."""
        self.nodes = 1

    def read(self) -> Any:
        while True:
            value = self._value()
            # A value is complete: it goes into what is open, and may complete that in turn.
            while self.open:
                self._put(value)
                if self._more():
                    break
                value = self.open.pop()
                if isinstance(value, dict):
                    self.keys.pop()
            else:
                if not _END.match(self.text, self.at):
                    raise self._fault("something follows the tree")
                return value

    def _value(self) -> Any:
        """The next value, or the first within the lists and objects that begin here."""
        while True:
            kind, word = self._token()
            if kind == "mark" and word in "[{":
                container: list[Any] | dict[str, Any] = [] if word == "[" else {}
                closing = "]" if word == "[" else "}"
                if self._comes(closing):
                    return container
                self.open.append(container)
                if len(self.open) > 2 * DEEPEST + 1:  # an object and its list are one level
                    raise BadInputError(f"{self.what} is deeper than {DEEPEST:,} levels")
                if word == "{":
                    self.keys.append(self._key())
            elif kind != "mark":
                return self._scalar(kind, word)
            else:
                self.at -= 1
                raise self._fault(f"{word!r} stands where a value must be")

    def _scalar(self, kind: str, word: str) -> Any:
        if kind == "number":
            if len(word) > LONGEST_NUMBER:
                raise self._fault("a number is too long")
            return int(word) if word.lstrip("-").isdigit() else float(word)
        if kind == "string":
            try:
                return json.loads(word)
            except ValueError:
                raise self._fault("a string is broken") from None
        return _WORDS[word] if word in _WORDS else float(word)

    def _put(self, value: Any) -> None:
        innermost = self.open[-1]
        if isinstance(innermost, dict):
            innermost[self.keys[-1]] = value
        else:
            innermost.append(value)
            self.nodes += not self.keys or self.keys[-1] != "bounds"
            if self.nodes > MOST_NODES:
                raise BadInputError(f"{self.what} has more than {MOST_NODES:,} nodes")

    def _more(self) -> bool:
        """Whether the innermost container goes on; its comma, or its end, has been read."""
        is_object = isinstance(self.open[-1], dict)
        token = _TOKEN.match(self.text, self.at)
        mark = token["mark"] if token is not None else None
        if token is None or mark not in (",", "}" if is_object else "]"):
            raise self._fault("a comma or a closing bracket is missing")
        self.at = token.end()
        if mark != ",":
            return False
        if is_object:
            self.keys[-1] = self._key()
        return True

    def _key(self) -> str:
        kind, word = self._token()
        if kind != "string" or not self._comes(":"):
            raise self._fault('an object must read {"name": value}')
        return str(self._scalar(kind, word))

    def _comes(self, mark: str) -> bool:
        token = _TOKEN.match(self.text, self.at)
        if token is None or token["mark"] != mark:
            return False
        self.at = token.end()
        return True

    def _token(self) -> tuple[str, str]:
        token = _TOKEN.match(self.text, self.at)
        if token is None or token.lastgroup is None:
            end = _END.match(self.text, self.at)
            raise self._fault("it ends too early" if end else "no value can be read here")
        self.at = token.end()
        return token.lastgroup, token[token.lastgroup]

    def _fault(self, problem: str) -> BadInputError:
        line = self.text.count("\n", 0, self.at) + 1
        column = self.at - self.text.rfind("\n", 0, self.at)
        return BadInputError(f"{self.what} is not JSON: {problem}, line {line} column {column}")


def parse_json(text: str, what: str) -> Any:
    """The value that the text spells.

    Raises:
        BadInputError: if it is not JSON, or larger or deeper than any tree that is read; the
            sentence calls the text ``what``.
    """
    # In a tree every comma parts two nodes, but for the two that come with a pair of bounds.
    if text.count(",") - 2 * text.count('"bounds"') >= MOST_NODES:
        raise BadInputError(f"{what} has more than {MOST_NODES:,} nodes")
    try:
        return json.loads(text)
    except RecursionError:
        return read_deep(text, what)
    except ValueError as error:
        raise BadInputError(f"{what} is not JSON: {error}") from None


def read_deep(text: str, what: str) -> Any:
    """The same without recursion, and slower."""
    return _Reader(text, what).read()
