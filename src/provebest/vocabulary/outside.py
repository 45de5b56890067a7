"""Text from outside: names in files, answers of engines, paths. It is shown, never obeyed.

A terminal obeys control characters, and so could be made to show what nobody printed. Whatever
comes from a file, an engine or another program goes through ``visible`` before it is shown.
"""

from __future__ import annotations

import html
import json
import unicodedata
from typing import Any

from provebest.vocabulary.passwords import hide

LONGEST_SHOWN = 300
"""Characters; a longer text is cut."""
OBEYED = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
"""Categories of characters that are instructions, or are nothing to look at."""


def visible(text: object, *, most: int = LONGEST_SHOWN) -> str:
    r"""The text in one line, with every control character written out as in Python.

    The result has no character of the categories ``OBEYED``, no password that this process was
    given, and at most ``most`` characters.

    >>> visible("White\x1b[2K wins")
    'White\\x1b[2K wins'
    """
    whole = hide(str(text))  # before it is cut
    shown = "".join(map(_shown, whole[: most + 1]))
    return shown if len(shown) <= most else f"{shown[: most - 3]}..."


def visible_lines(text: str) -> str:
    """The whole text with its line ends; every other control character is written out."""
    if text.isprintable():
        return text
    return text.translate({ord(sign): _shown(sign) for sign in set(text) if sign != "\n"})


def escape(text: str) -> str:
    """The text for a page or a picture (HTML, SVG): none of it is markup, nor a control character.

    A NUL or half of a pair would otherwise make the whole picture unreadable.
    """
    return html.escape(visible_lines(text))


def json_text(value: Any) -> str:
    """The value as JSON, exactly, with control characters escaped; letters are kept.

    Raises:
        ValueError: for NaN and infinities, which JSON does not have.
    """
    text = json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)
    obeyed = {sign for sign in set(text) - {"\n"} if unicodedata.category(sign) in OBEYED}
    # json.dumps escapes the control characters below U+0020, so all others are inside strings.
    return text.translate({ord(sign): json.dumps(sign)[1:-1] for sign in obeyed})


def _shown(sign: str) -> str:
    if unicodedata.category(sign) not in OBEYED:
        return sign
    return sign.encode("unicode_escape", "backslashreplace").decode("ascii")
