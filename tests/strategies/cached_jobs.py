"""Jobs that analyse with a probe cache, for workers that find them by name."""

import os
import signal
from pathlib import Path

from ray_jobs import wait_for

from provebest.chess import analyse

FENS = (
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
    "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR",
    "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R",
    "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR",
)


def analysed(job, cache=None):
    """Analyses one of the positions; every one but the first waits until the gate is open."""
    number, folder = job
    if number:
        wait_for(Path(folder, "gate").exists, "the gate was never opened")
    found = analyse(
        f"{FENS[number]} b KQkq - 0 1",
        control="classic",
        expansions=3,
        probe_depth=1,
        prober="native",
        cache=getattr(cache, "address", cache),
    )
    Path(folder, f"done-{number}-{os.getpid()}").touch()
    return [found.move, found.value, found.counters.probes]


def keeper_killed(job, cache=None):
    """Kills the process that keeps the cache once, after the first position, and goes on."""
    number, folder = job
    if number == 1:
        wait_for(lambda: list(Path(folder).glob("done-0-*")), "nothing was done")
        for each in Path("/proc").glob("[0-9]*"):
            if b"Keeper" in _name(each):
                os.kill(int(each.name), signal.SIGKILL)
                Path(folder, "killed").touch()
        Path(folder, "gate").touch()
    return analysed(job, cache)


def _name(process):
    try:
        return (process / "cmdline").read_bytes()
    except OSError:
        return b""
