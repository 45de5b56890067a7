"""Measures how much sooner the classic control ends with two workers than with one.

``python -m studies.parallel_probes --rounds 7``

In each round, one after the other: one copy of a program that searches with one worker, two copies
of it at a time (what the machine gives to two programs), then one copy with two workers, with and
without probes in advance, and the threads of ``--threads 2``. Every copy is a process of its own
and measures the time of its searches alone. The machine should have nothing else to do: other
programs make all of these numbers worse, and not all alike.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from argparse import ArgumentParser, RawDescriptionHelpFormatter

from provebest.chess.probes.parallel import AHEAD
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.probers import Probers
from provebest.chess.searches import Settings, make_search
from provebest.games.game_so_far import read_game
from studies.played_positions import played_positions
from studies.study import end_with

ONE = "1 worker"
COPIES = "2 copies with 1 worker each"
SETUPS = {
    ONE: (1, 0, 1),
    f"2 workers, {AHEAD} in advance": (2, AHEAD, 1),
    "2 workers, nothing in advance": (2, 0, 1),
    "2 threads": (None, 0, 2),
}
"""Workers, expansions in advance, and threads."""


def search_all(name: str, positions: int, depth: int, expansions: int) -> tuple[float, int]:
    """Seconds for the searches of all positions, and the probes that they asked for."""
    workers, ahead, threads = SETUPS[name]
    choice = ProberChoice(workers=workers, ahead=ahead, threads=threads)
    settings = Settings(control="classic", probe_depth=depth, expansions=expansions, prober=choice)
    games = [read_game(fen) for fen in played_positions(positions)]
    probes = 0
    begun = time.perf_counter()
    for game in games:
        probers = Probers(choice, game=game)
        try:
            search = make_search(game.position, settings, probers).search
            while search.stopped is None:
                search.step()
        finally:
            probers.close()
        probes += search.tally.probes
    return time.perf_counter() - begun, probes


def measure(name: str, copies: int, words: list[str]) -> tuple[float, int]:
    """The mean seconds of so many copies at a time, and the probes of each."""
    command = [sys.executable, "-m", "studies.parallel_probes", "--alone", name, *words]
    running = [
        subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")  # noqa: S603 - our own command
        for _ in range(copies)
    ]
    told = [process.communicate()[0].split() for process in running]
    if any(process.returncode for process in running):
        raise OSError("a copy of the program failed")
    return statistics.mean(float(seconds) for seconds, _ in told), int(told[0][1])


def main() -> None:
    """Runs the study."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--positions", type=int, default=6)
    parser.add_argument("--depth", type=int, default=4, help="plies of each probe")
    parser.add_argument("--expansions", type=int, default=60)
    parser.add_argument("--alone", help="search once in this way; print seconds and probes")
    options = parser.parse_args()
    if options.alone is not None:
        seconds, probes = search_all(
            options.alone, options.positions, options.depth, options.expansions
        )
        print(seconds, probes)
        return
    words = [f"--{name}={getattr(options, name)}" for name in ("positions", "depth", "expansions")]
    times: dict[str, list[float]] = {name: [] for name in (ONE, COPIES, *SETUPS)}
    for _ in range(options.rounds):
        asked = set()
        for name, own in times.items():
            seconds, probes = measure(*((ONE, 2) if name == COPIES else (name, 1)), words)
            own.append(seconds)
            asked.add(probes)
        if len(asked) != 1:
            raise OSError(f"the searches differ: {sorted(asked)} probes")
    print(f"{probes:,} probes; seconds are the median of {options.rounds} rounds")
    for name, own in times.items():
        gains = [one / two for one, two in zip(times[ONE], own, strict=True)]
        factor = 2 if name == COPIES else 1
        gain, best = factor * statistics.median(gains), factor * max(gains)
        print(f"{name}: {statistics.median(own):.2f} s, {gain:.2f} times (best round {best:.2f})")


if __name__ == "__main__":
    end_with(main)
