"""The log of a search in the notation of Berliner and McConnell's figures 18 to 20.

Ten expansions a line, each named by the root move (in VERIFY by the reply) in whose subtree it was
made, with a letter for the depth of its probes, a for 1; capitals in VERIFY. ``*`` marks a new best
move, ``$`` the reply that VERIFY begins with, and a number alone is a new best value, up or down.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.phases import Phase

A_LINE = 10


class PaperLog:
    """Listens to a search: ``before`` each step, ``after`` each step."""

    def __init__(self) -> None:
        self.tokens: list[str] = []
        self.depths: Counter[int] = Counter()
        self._best: Any = None
        self._value = 0.0
        self._token = ""
        self._verifying = False

    def before(self, search: ProbabilitySearch[Any, Any]) -> None:
        """Notes which leaf is about to be expanded."""
        path = search.path
        self.depths[len(path) - 1] += 1
        if len(path) == 1:
            self._token = ""
            return
        verify = search.phase is Phase.VERIFY
        named = min(2 if verify else 1, len(path) - 1)
        parent, node = path[named - 1], path[named]
        move = str(parent.moves[parent.children.index(node)])
        letter = chr(ord("A" if verify else "a") + min(len(path) - 2, 25))
        first = "$" if verify and not self._verifying else ""
        self._verifying = verify
        self._token = f"{first}{move}{letter}"

    def after(self, search: ProbabilitySearch[Any, Any]) -> None:
        """Notes what the expansion changed at the root."""
        best = search.best()
        name, value = search.move_of(best), best.real
        if name != self._best:
            same = self._token.startswith(str(name))
            self.tokens.append(f"*{self._token}" if same else f"{self._token or ''}*{name}")
        elif value != self._value:
            self.tokens.append(f"{value:g}{'^' if value > self._value else 'v'}")
        else:
            self.tokens.append(self._token)
        self._best, self._value = name, value

    def text(self) -> str:
        """The log, and how many expansions were made at each depth."""
        lines = [
            f"{start + 1:4d}: " + " ".join(self.tokens[start : start + A_LINE])
            for start in range(0, len(self.tokens), A_LINE)
        ]
        profile = [f"{depth:5d} {self.depths[depth]:6d}" for depth in sorted(self.depths)]
        return "\n".join([*lines, "", "depth  nodes", *profile])


class Logged:
    """A search that is run with a log: the same steps, each of them told."""

    def __init__(self, search: Any, log: PaperLog) -> None:
        self._search, self._log = search, log

    def __getattr__(self, name: str) -> Any:
        return getattr(self._search, name)

    def step(self, at_most: int = 1) -> None:
        """One expansion, told before and after."""
        self._log.before(self._search)
        self._search.step(at_most)
        self._log.after(self._search)
