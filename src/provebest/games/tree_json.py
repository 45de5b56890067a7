"""Reads JSON that may be nested far deeper than Python's own reader supports.

Python's reader is used if it can read the text. Deeper text is read here without recursion, by the
same rules: RFC 8259 plus NaN and Infinity. The caller checks that the result is a tree.
"""

from __future__ import annotations

import json
import re
from typing import Any

from provebest.vocabulary import BadInputError

MOST_NODES = 10**7
DEEPEST = 10_000
LONGEST_NUMBER = 400  # digits

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
    """The position in the text, and the open containers, innermost last."""

    def __init__(self, text: str, what: str) -> None:
        self.text, self.what, self.at = text, what, 0
        self.open: list[list[Any] | dict[str, Any]] = []
        self.keys: list[str] = []
        """The key whose value is being read, for each open object."""
        self.nodes = 1

    def read(self) -> Any:
        while True:
            value = self._value()
            # A value is complete: it goes into the innermost container, and may complete that too.
            while self.open:
                self._put(value)
                if self._more():
                    break
                value = self.open.pop()
                if isinstance(value, dict):
                    self.keys.pop()
            else:
                if not _END.match(self.text, self.at):
                    raise self._error("there is text after the tree")
                return value

    def _value(self) -> Any:
        """Opens containers until a value is complete: a scalar or an empty container."""
        while True:
            kind, word = self._token()
            if kind == "mark" and word in "[{":
                container: list[Any] | dict[str, Any] = [] if word == "[" else {}
                closing = "]" if word == "[" else "}"
                if self._skip(closing):
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
                raise self._error(f"{word!r} where a value is expected")

    def _scalar(self, kind: str, word: str) -> Any:
        if kind == "number":
            if len(word) > LONGEST_NUMBER:
                raise self._error("a number is too long")
            return int(word) if word.lstrip("-").isdigit() else float(word)
        if kind == "string":
            try:
                return json.loads(word)
            except ValueError:
                raise self._error("a string is malformed") from None
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
        """Reads a comma or a closing bracket; returns whether the innermost container goes on."""
        is_object = isinstance(self.open[-1], dict)
        token = _TOKEN.match(self.text, self.at)
        mark = token["mark"] if token is not None else None
        if token is None or mark not in (",", "}" if is_object else "]"):
            raise self._error("a comma or a closing bracket is missing")
        self.at = token.end()
        if mark != ",":
            return False
        if is_object:
            self.keys[-1] = self._key()
        return True

    def _key(self) -> str:
        kind, word = self._token()
        if kind != "string" or not self._skip(":"):
            raise self._error('an object must look like {"name": value}')
        return str(self._scalar(kind, word))

    def _skip(self, mark: str) -> bool:
        token = _TOKEN.match(self.text, self.at)
        if token is None or token["mark"] != mark:
            return False
        self.at = token.end()
        return True

    def _token(self) -> tuple[str, str]:
        token = _TOKEN.match(self.text, self.at)
        if token is None or token.lastgroup is None:
            end = _END.match(self.text, self.at)
            raise self._error("the text ends too early" if end else "no value can be read here")
        self.at = token.end()
        return token.lastgroup, token[token.lastgroup]

    def _error(self, problem: str) -> BadInputError:
        line = self.text.count("\n", 0, self.at) + 1
        column = self.at - self.text.rfind("\n", 0, self.at)
        return BadInputError(f"{self.what} is not JSON: {problem}, line {line} column {column}")


def parse_json(text: str, what: str) -> Any:
    """Returns the value of the JSON text.

    Raises:
        BadInputError: if it is not JSON, or has too many nodes or levels. The message calls the
            text ``what``.
    """
    # In a tree every comma separates two nodes, except two for each pair of bounds.
    if text.count(",") - 2 * text.count('"bounds"') >= MOST_NODES:
        raise BadInputError(f"{what} has more than {MOST_NODES:,} nodes")
    try:
        return json.loads(text)
    except RecursionError:
        return read_deep(text, what)
    except ValueError as error:
        raise BadInputError(f"{what} is not JSON: {error}") from None


def read_deep(text: str, what: str) -> Any:
    """Does what ``parse_json`` does without recursion, more slowly."""
    return _Reader(text, what).read()
