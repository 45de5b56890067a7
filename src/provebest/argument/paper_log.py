"""The log of a search in the notation of Berliner and McConnell's figures 18 to 20.

A line has ten expansions. Each is named by the root move (in VERIFY by the reply) whose subtree it
is in, with a letter for the depth of its probes: a for 1; capitals in VERIFY. ``*`` marks a new
best move, ``$`` the reply that VERIFY begins with. A number alone is a new best value, up or down.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from provebest.search.events import ExpansionEnded, ExpansionStarted, SetProbed
from provebest.search.probability.phases import Phase
from provebest.vocabulary import EventStream

A_LINE = 10


class PaperLog:
    """Records a search by the classic control; for other searches it stays empty."""

    def __init__(self, events: EventStream) -> None:
        self.tokens: list[str] = []
        self.depths: Counter[int] = Counter()
        self._best: Any = None
        self._value = 0.0
        self._token = ""
        self._inside: Any = None
        self._verifying = False
        events.on(ExpansionStarted, self._on_start)
        events.on(ExpansionEnded, self._on_end)

    def _on_start(self, leaf: ExpansionStarted[Any]) -> None:
        """Keeps the name of the leaf that is expanded next."""
        self.depths[len(leaf.line)] += 1
        if not leaf.line:
            self._token, self._inside = "", None
            return
        verify = leaf.phase == Phase.VERIFY.value
        move = leaf.line[min(2 if verify else 1, len(leaf.line)) - 1]
        letter = chr(ord("A" if verify else "a") + min(len(leaf.line) - 1, 25))
        first = "$" if verify and not self._verifying else ""
        self._verifying, self._inside = verify, None if verify else move
        self._token = f"{first}{move}{letter}"

    def _on_end(self, root: ExpansionEnded[Any]) -> None:
        """Adds the token of the expansion, with its effect on the root."""
        name, value = root.best, root.value
        if name != self._best:
            same = self._inside is not None and self._inside == name
            self.tokens.append(f"*{self._token}" if same else f"{self._token}*{name}")
        elif value != self._value:
            self.tokens.append(f"{value:g}{'^' if value > self._value else 'v'}")
        else:
            self.tokens.append(self._token)
        self._best, self._value = name, value

    def text(self) -> str:
        """The log, and the number of expansions at each depth."""
        lines = [
            f"{start + 1:4d}: " + " ".join(self.tokens[start : start + A_LINE])
            for start in range(0, len(self.tokens), A_LINE)
        ]
        profile = [f"{depth:5d} {self.depths[depth]:6d}" for depth in sorted(self.depths)]
        return "\n".join([*lines, "", "depth  nodes", *profile])


class ProbeLog:
    """Records a search by the modern control: one line for every probe of a set of moves."""

    def __init__(self, events: EventStream) -> None:
        self._lines: list[str] = []
        events.on(SetProbed, lambda probe: self._lines.append(str(probe)))

    def text(self) -> str:
        """The log."""
        return "\n".join(self._lines)
