"""Measures how much sooner several threads reach the depth that one thread reaches.

``python -m studies.threads silent_but_deadly.epd --limit 60 --nodes 3000000 --rounds 3``

One thread searches each position depth by depth, as the control does, for about ``--nodes``; the
last depth that it finishes is the goal. Then one thread and ``--threads`` search to that depth in
turn, ``--rounds`` times, each time with an empty table. The time is wall clock, so the machine must
be idle: it needs a processor for each thread. A position counts with the median of its rounds.
"""

from __future__ import annotations

import math
import os
import statistics
import time
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from provebest.chess.probes.root_search import DEEPEST_SEARCH, RootSearch
from provebest.games.chess import ChessPosition, read_position
from provebest.suites.epd import read_suite
from provebest.vocabulary import BadInputError
from studies.study import end_with


@dataclass(frozen=True, slots=True)
class Measured:
    """One position: seconds and nodes to its depth, with one thread and with several."""

    name: str
    depth: int
    one: float
    several: float
    nodes: tuple[int, int]

    @property
    def sooner(self) -> float:
        """How many times sooner several threads are."""
        return self.one / self.several


def depth_within(search: RootSearch, position: ChessPosition, nodes: int) -> int:
    """The last depth that a search of so many nodes finishes, at least 1."""
    search.move_to(position)
    search.forget()
    return max(1, search.probe(depth=DEEPEST_SEARCH, nodes=nodes).depth)


def reach(search: RootSearch, position: ChessPosition, depth: int) -> tuple[float, int]:
    """Seconds of wall clock and nodes of a search to this depth, depth by depth."""
    search.move_to(position)
    search.forget()
    before, begun = search.nodes, time.perf_counter()
    for ply in range(1, depth + 1):
        search.probe(depth=ply)
    return time.perf_counter() - begun, search.nodes - before


def measure(
    one: RootSearch, several: RootSearch, name: str, fen: str, *, nodes: int, rounds: int
) -> Measured:
    """Both searches of one position, in turn."""
    position = read_position(fen)
    depth = depth_within(one, position, nodes)
    times: tuple[list[float], list[float]] = ([], [])
    counts = [0, 0]
    for number in range(rounds):
        order = ((0, one), (1, several)) if number % 2 == 0 else ((1, several), (0, one))
        for place, search in order:
            seconds, counts[place] = reach(search, position, depth)
            times[place].append(seconds)
    alone, together = map(statistics.median, times)
    return Measured(name, depth, alone, together, (counts[0], counts[1]))


def table(found: Sequence[Measured], threads: int) -> str:
    """What all positions say together, in Markdown."""
    ratios = sorted(each.sooner for each in found)
    low, middle, high = _quartiles(ratios)
    mean = math.exp(statistics.fmean(map(math.log, ratios)))
    total = sum(each.one for each in found) / sum(each.several for each in found)
    speed = [
        sum(each.nodes[place] for each in found) / sum(seconds)
        for place, seconds in enumerate(
            ([each.one for each in found], [each.several for each in found])
        )
    ]
    rows = [
        ("positions", f"{len(found)}"),
        ("depth, median", f"{statistics.median(each.depth for each in found):.0f}"),
        ("times sooner, median", f"{middle:.2f}"),
        ("half of the positions", f"{low:.2f} to {high:.2f}"),
        ("least, greatest", f"{ratios[0]:.2f}, {ratios[-1]:.2f}"),
        ("geometric mean", f"{mean:.2f}"),
        ("all positions together", f"{total:.2f}"),
        ("nodes per second, 1 thread", f"{speed[0]:,.0f}"),
        (f"nodes per second, {threads} threads", f"{speed[1]:,.0f}"),
    ]
    head = f"| time to depth | {threads} threads |\n|---|---|"
    return "\n".join([head, *(f"| {name} | {value} |" for name, value in rows)])


def _quartiles(ratios: Sequence[float]) -> tuple[float, float, float]:
    if len(ratios) == 1:
        return ratios[0], ratios[0], ratios[0]
    low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return low, middle, high


def _options() -> Namespace:
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="a test suite (EPD)")
    parser.add_argument("--every", type=int, default=1, help="use only every Nth position")
    parser.add_argument("--limit", type=int, default=60, help="positions")
    parser.add_argument("--nodes", type=int, default=3_000_000, help="nodes of one thread")
    parser.add_argument("--threads", type=int, default=2, help="threads to compare with one")
    parser.add_argument("--rounds", type=int, default=3, help="searches of each position")
    parser.add_argument("--hash", type=int, default=16, help="megabytes of the table")
    return parser.parse_args()


def main() -> None:
    """Measures, and prints each position and the table."""
    given = _options()
    if min(given.nodes, given.rounds) < 1 or given.threads < 2:
        raise BadInputError("--nodes and --rounds must be 1 or more, --threads 2 or more")
    exercises = read_suite(given.file, every=given.every, limit=given.limit)
    start, size = read_position(), given.hash << 20
    one = RootSearch(start, table_bytes=size)
    several = RootSearch(start, table_bytes=size, threads=given.threads)
    print(f"load of the machine before: {os.getloadavg()[0]:.2f}, {os.cpu_count()} processors")
    found = []
    for exercise in exercises:
        each = measure(
            one, several, exercise.name, exercise.fen, nodes=given.nodes, rounds=given.rounds
        )
        found.append(each)
        print(
            f"{each.name}: depth {each.depth}, {each.one:.2f} s and {each.several:.2f} s, "
            f"{each.sooner:.2f} times sooner",
            flush=True,
        )
    print(f"load of the machine after: {os.getloadavg()[0]:.2f}\n")
    print(table(found, given.threads))


if __name__ == "__main__":
    end_with(main)
