"""Measures the cost of the control of probability-based B*, compared with its probes.

The game is artificial: 35 moves in every position, transpositions as in chess, and values from a
hash. Its probes cost no time; each is counted as one millisecond, the time of a real probe.
"""

from __future__ import annotations

import cProfile
import pstats
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace

from rich.console import Console

from provebest.search.probability.beliefs import Belief
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.settings import ClassicSettings, Contention, Effort

NODES = 8000
PROBE_SECONDS = 0.001
MOVES = 35
POSITIONS = 20_000
"""Positions at each depth: at 8,000 nodes about one new move in ten leads to a known position."""
STEPS = PASSES = 10
SHOWN = 8

State = tuple[int, int]


class Wide:
    """A believer whose values are hashes of the position; its own time is measured separately."""

    def __init__(self) -> None:
        self.probes = 0
        self.seconds = 0.0
        """Time spent on beliefs, which is not part of the control."""

    def start(self) -> State:
        """The root, as its depth and the number of the position."""
        return 0, 0

    def player_moves_first(self) -> bool:
        """Always True."""
        return True

    def expand(self, state: State, depth: int, *, hopes: bool) -> Sequence[Belief[State, int]]:
        """The moves, which lead to hashed positions one ply deeper."""
        begun = time.process_time()
        beliefs = []
        for move in range(MOVES):
            after = depth + 1, _mix(state[1] * MOVES + move + depth) % POSITIONS
            real = self._real(after)
            hope = real + self._margin(after) if hopes else None
            beliefs.append(Belief(move, after, real, hope, reply=_mix(after[1] + 3) % 12))
        self.probes += len(beliefs) * (1 + hopes)
        self.seconds += time.process_time() - begun
        return beliefs

    def hopes(self, asked: Sequence[tuple[State, int, State, float, int]]) -> Sequence[float]:
        """The hopes that ``expand`` left out."""
        self.probes += len(asked)
        return [self._real(after) + self._margin(after) for _, _, after, _, _ in asked]

    def work(self) -> tuple[int, int]:
        """Probes and their nodes, one each."""
        return self.probes, self.probes

    @staticmethod
    def _real(state: State) -> float:
        return float(_mix(state[1] * 7 + state[0]) % 201 - 100)

    @staticmethod
    def _margin(state: State) -> float:
        return float((0, 20, 80, 200, 400)[_mix(state[1] * 11 + state[0]) % 5])


def _mix(value: int) -> int:
    """A hash: the finalizer of splitmix64."""
    value = (value + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return value ^ (value >> 31)


@dataclass(frozen=True, slots=True)
class Cost:
    """Processor time of the control while a tree grows to ``nodes`` nodes."""

    nodes: int
    expanded: int
    probes: int
    control: float
    """Seconds in total."""
    last: float
    """Seconds per expansion, over the last ten expansions."""
    last_probes: float
    """Probes per expansion, over the last ten expansions."""
    one_pass: float
    """Seconds for one change of target, which recomputes every OptPrb."""

    @property
    def share(self) -> float:
        """The control's share of the total time, if a probe takes a millisecond."""
        return self.control / (self.control + self.probes * PROBE_SECONDS)

    @property
    def last_share(self) -> float:
        """The same share for the last ten expansions."""
        return self.last / (self.last + self.last_probes * PROBE_SECONDS)

    @property
    def worst_share(self) -> float:
        """The same share if each of these expansions had changed the target."""
        control = self.last + self.one_pass
        return control / (control + self.last_probes * PROBE_SECONDS)

    def as_json(self) -> dict[str, float]:
        """The figures, for scripts."""
        return {
            **asdict(self),
            "share": self.share,
            "last_share": self.last_share,
            "worst_share": self.worst_share,
        }


def measure(nodes: int = NODES, on_step: Callable[[], None] = lambda: None) -> Cost:
    """Grows a tree to ``nodes`` nodes and measures the time of the control."""
    believer, search = _search()
    spent: list[tuple[float, int]] = [(0.0, 0)]
    while len(search.graph) < nodes and search.stopped is None:
        outside, begun = believer.seconds, time.process_time()
        search.step()
        took = time.process_time() - begun - (believer.seconds - outside)
        spent.append((spent[-1][0] + took, believer.probes))
        on_step()
    steps = min(STEPS, len(spent) - 1)
    (total, probes), (before, fewer) = spent[-1], spent[-1 - steps]
    return Cost(
        nodes=len(search.graph),
        expanded=search.tally.expanded,
        probes=probes,
        control=total,
        last=(total - before) / steps,
        last_probes=(probes - fewer) / steps,
        one_pass=_one_pass(search),
    )


def _one_pass(search: ProbabilitySearch[State, int]) -> float:
    begun = time.process_time()
    for passes in range(PASSES):
        search.values.take_aim(replace(search.aim(), target=search.target + passes))
    return (time.process_time() - begun) / PASSES


def profile(nodes: int = NODES) -> list[tuple[str, int, float]]:
    """The control's slowest functions: name, calls and seconds, the slowest first."""
    _, search = _search()
    profiler = cProfile.Profile()
    profiler.enable()
    while len(search.graph) < nodes and search.stopped is None:
        search.step()
    profiler.disable()
    found = pstats.Stats(profiler).get_stats_profile().func_profiles
    rows = [
        (name, int(str(row.ncalls).split("/", maxsplit=1)[0]), row.tottime)
        for name, row in found.items()
        if "probability" in row.file_name
    ]
    return sorted(rows, key=lambda row: -row[2])[:SHOWN]


def _search() -> tuple[Wide, ProbabilitySearch[State, int]]:
    believer = Wide()
    policies = ClassicSettings(effort=Effort(limit=10**6), contention=Contention(0.0, 0.0))
    return believer, ProbabilitySearch(believer, policies)


def print_cost(out: Console, cost: Cost, rows: Sequence[tuple[str, int, float]]) -> None:
    """Prints the figures and the profile."""
    out.print(
        f"control of probability-based B*, {cost.nodes:,} nodes, {cost.expanded} expansions: "
        f"{100 * cost.share:.1f} % of the time if a probe takes 1 ms"
    )
    out.print(
        f"last {STEPS} expansions: {1000 * cost.last:.2f} ms each, {100 * cost.last_share:.1f} % "
        f"of the time; a change of target takes {1000 * cost.one_pass:.2f} ms; with a change at "
        f"each expansion it would be {100 * cost.worst_share:.1f} % of the time"
    )
    out.print("     calls  seconds  function (under the profiler)")
    for name, calls, seconds in rows:
        out.print(f"{calls:>10,} {seconds:>8.3f}  {name}")
