"""Passwords that this process was given: whatever is shown has ``***`` in their place.

People mistype addresses. So whatever could be a password in what was typed is taken for one.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Iterator
from urllib.parse import quote, unquote

HIDDEN = "***"
VARIABLES = ("PGPASSWORD", "RAY_AUTH_TOKEN")
"""Environment variables whose values are secret."""
SHORT = 6
"""Characters. A shorter password, or one of digits alone, may stand anywhere by chance: it is
hidden where it stands between the signs with which it was typed."""
MOST_SIGNS = 20
"""Signs of one kind that are looked at in one text, so that a long one takes no time."""

ASSIGNED = re.compile(r"\w*(?:pas|pwd)\w*\s*[=:]\s*", re.IGNORECASE)
VALUE = re.compile(r"'((?:[^'\\]|\\.)*)|\"([^\"]*)|\S*", re.DOTALL)
SEPARATOR = re.compile(r"//|[:;\s]")
OPTION = r"(?:--?[\w-]+=)?"
USER = re.compile(OPTION + r"\w+://[\w.-]*(?=@)")
"""The beginning of an address that has a user and no password."""
POSTGRES = re.compile(r"postg|pgsql|psql", re.IGNORECASE)
WITHOUT_USER = re.compile(
    OPTION + r"postgres(?:ql)?://(?:[\w.-]*|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?(?:[/?#].*)?",
    re.IGNORECASE | re.DOTALL,
)


class _Passwords:
    """All that is hidden, in every spelling in which it may be shown."""

    def __init__(self) -> None:
        self.spellings: set[str] = set()
        self.pattern: re.Pattern[str] | None = None

    def add(self, secret: str, as_typed: str) -> None:
        """One more. ``as_typed`` is the same with the signs around it."""
        known = len(self.spellings)
        if not secret:
            return
        text = as_typed if len(secret) < SHORT or secret.isdigit() else secret
        for one in (text, unquote(text), quote(unquote(text), safe="")):
            for each in (one, " ".join(one.split())):
                self.spellings |= {each, repr(each)[1:-1], json.dumps(each)[1:-1]}
        self.spellings.discard("")
        if len(self.spellings) > known:
            longest_first = sorted(self.spellings, key=len, reverse=True)
            self.pattern = re.compile("|".join(map(_whole_word, longest_first)))


_passwords = _Passwords()


def learn_passwords(*texts: str) -> None:
    """From now on, whatever may be a password in these texts is hidden."""
    for text in texts:
        for secret, as_typed in _passwords_in(text):
            _passwords.add(secret, as_typed)


def hide(text: str) -> str:
    """The text without passwords."""
    return text if _passwords.pattern is None else _passwords.pattern.sub(HIDDEN, text)


def guard_output() -> None:
    """From now on, stdout and stderr show no password of the command line or the environment."""
    learn_passwords(*sys.argv[1:])
    for name in VARIABLES:
        secret = os.environ.get(name, "")
        _passwords.add(secret, f"{name}={secret}")
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if type(stream) is io.TextIOWrapper:
            setattr(sys, name, _guarded(stream))


class _Guarded(io.TextIOWrapper):
    """A stream that shows no password."""

    def write(self, text: str) -> int:
        super().write(hide(text))
        return len(text)


def _guarded(stream: io.TextIOWrapper) -> _Guarded:
    stream.flush()
    return _Guarded(
        stream.buffer,
        stream.encoding,
        stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def _passwords_in(text: str) -> Iterator[tuple[str, str]]:
    """Whatever may be a password, and the same with the signs around it."""
    for name, _ in zip(ASSIGNED.finditer(text), range(MOST_SIGNS), strict=False):
        value = VALUE.match(text, name.end())
        assert value is not None  # noqa: S101 - it matches everything
        secret = value[1] or value[2] or value[0]
        yield secret, name[0] + value[0]
        yield re.sub(r"\\(.)", r"\1", secret), name[0] + value[0]
        yield (first := secret.split("&")[0]), name[0] + first
    separators = list(SEPARATOR.finditer(text))[:MOST_SIGNS]
    ends = [sign.start() for sign in re.finditer("@", text)][-MOST_SIGNS:]
    if (user := USER.match(text)) is not None:
        ends = [end for end in ends if end != user.end()]
    elif "@" not in text and POSTGRES.search(text) and not WITHOUT_USER.fullmatch(text):
        ends = [len(text), *(sign.start() for sign in re.finditer("[/?#]", text))][:MOST_SIGNS]
    for separator in separators:
        for end in ends:
            secret = text[separator.end() : end]
            if secret.strip("/"):
                yield secret, text[separator.start() : end + 1]


def _whole_word(spelling: str) -> str:
    """A pattern for this spelling, but not for a part of a longer word."""
    before = r"(?<![^\W_])" if spelling[0].isalnum() else ""
    after = r"(?![^\W_])" if spelling[-1].isalnum() else ""
    return f"{before}{re.escape(spelling)}{after}"
