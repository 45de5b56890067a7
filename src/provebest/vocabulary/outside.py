"""Text from outside: names in files, answers of engines, paths. It is shown, never obeyed.

A terminal obeys control characters, and so could be made to show what nobody printed. Whatever
comes from a file, an engine or another program goes through ``visible`` before it is shown.
"""

from __future__ import annotations

import unicodedata

LONGEST_SHOWN = 300
"""Characters; a longer text is cut."""
OBEYED = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
"""Categories of characters that are instructions, or are nothing to look at."""


def visible(text: object, *, most: int = LONGEST_SHOWN) -> str:
    r"""The text in one line, with every control character written out as in Python.

    The result has no character of the categories ``OBEYED`` and at most ``most`` characters.

    >>> visible("White\x1b[2K wins")
    'White\\x1b[2K wins'
    """
    whole = str(text)
    shown = "".join(map(_shown, whole[: most + 1]))
    return shown if len(shown) <= most else f"{shown[: most - 3]}..."


def _shown(sign: str) -> str:
    if unicodedata.category(sign) not in OBEYED:
        return sign
    return sign.encode("unicode_escape", "backslashreplace").decode("ascii")
