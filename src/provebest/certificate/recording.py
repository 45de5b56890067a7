"""Records the probes of a running search, for a certificate of the modern control."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic

from provebest.search.probability.beliefs import Belief, Move
from provebest.search.setprobe.search import ModernSearch
from provebest.search.setprobe.set_prober import SetProber, SetValue


@dataclass(frozen=True, slots=True)
class Heard(Generic[Move]):
    """One probe of a set of moves: its purpose, its arguments and its result."""

    purpose: str
    moves: tuple[Move, ...]
    """Empty means all moves."""
    depth: int
    found: SetValue[Move]


class Recorder:
    """Records the probes of a search; call ``listen`` before its first step."""

    def __init__(self) -> None:
        self.search: Any = None
        self.probes: list[Heard[Any]] = []
        self.first_look: list[Belief[Any, Any]] = []
        """The first values and hopes of the root's moves."""

    def listen(self, search: Any) -> None:
        """Records the search from now on; of searches other than ModernSearch only the object."""
        self.search = search
        if isinstance(search, ModernSearch):
            search.sets = _HeardSets(search, search.sets, self.probes)
            search.believer = _HeardBeliefs(search.believer, self.first_look)


class _HeardSets:
    def __init__(
        self, search: ModernSearch[Any, Any], sets: SetProber[Any], heard: list[Heard[Any]]
    ) -> None:
        self._search, self._sets, self._heard = search, sets, heard

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sets, name)

    def nodes(self) -> int:
        return self._sets.nodes()

    def probe(
        self, moves: Sequence[Any], depth: int, *, nodes: int | None, seconds: float | None
    ) -> SetValue[Any]:
        found = self._sets.probe(moves, depth, nodes=nodes, seconds=seconds)
        self._heard.append(Heard(self._search.doing, tuple(moves), depth, found))
        return found


class _HeardBeliefs:
    def __init__(self, believer: Any, heard: list[Belief[Any, Any]]) -> None:
        self._believer, self._heard = believer, heard

    def __getattr__(self, name: str) -> Any:
        return getattr(self._believer, name)

    def start(self) -> Any:
        return self._believer.start()

    def work(self) -> tuple[int, int]:
        work: tuple[int, int] = self._believer.work()
        return work

    def hopes(self, asked: Sequence[Any]) -> Sequence[float]:
        answers: Sequence[float] = self._believer.hopes(asked)
        return answers

    def expand(self, state: Any, depth: int, *, hopes: bool) -> Sequence[Belief[Any, Any]]:
        beliefs: Sequence[Belief[Any, Any]] = self._believer.expand(state, depth, hopes=hopes)
        self._heard.extend(beliefs)
        return beliefs
