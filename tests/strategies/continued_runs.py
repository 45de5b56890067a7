"""Long commands, ended at any moment and continued: the result is that of one run."""

import json
import re
import shutil
import signal
import sqlite3
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from soak_process import demand, finish, start

GAME = """[Event "Soak"]
[White "A [/b] \x1b[2K"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1
"""
SUITE = """2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";
8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id "WAC.002";
5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - bm Rg3; id "WAC.003";
r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - bm Qxh7+; id "WAC.004";
"""
MIDDLE = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1"


class Job(NamedTuple):
    """A command that goes on where it was ended, what it keeps, and the file of its result."""

    words: tuple[str, ...]
    kept: str | None
    written: str | None = None
    workers: bool = True


def _job(line, *more, **others):
    return Job((*line.split(), *more), **others)


JOBS = {
    "annotate": _job(
        "annotate games.pgn -o out.pgn --nodes 8000 --book-moves 0",
        kept="out.pgn.part",
        written="out.pgn",
    ),
    "only-move": _job("only-move suite.epd --nodes 60000 --store answers --json", kept="answers"),
    "suite": _job("suite suite.epd --nodes 20000 --json", kept=None),
    "match": _job(
        "match bstar alphabeta --nodes 60 --games 4 --store games --pgn out.pgn --json",
        kept="games",
        written="out.pgn",
        workers=False,
    ),
    "analyse": _job(
        "analyse --control classic --expansions 40 --probe-depth 3 --cache cache --json",
        "--certificate",
        "proof.json",
        MIDDLE,
        kept="cache",
        written="proof.json",
        workers=False,
    ),
}
KEEPING = [name for name, job in JOBS.items() if job.kept is not None]


class Run(NamedTuple):
    """What a command said and wrote if nothing stopped it, and how long that took."""

    result: str
    seconds: float


REFERENCES = {}
"""The undisturbed run of each command, by name."""


def reference(name, rng):
    """The undisturbed run of a command; it is made once."""
    if name not in REFERENCES:
        with tempfile.TemporaryDirectory() as folder:
            begun = time.monotonic()
            result = _last_run(name, rng, Path(folder))
            REFERENCES[name] = Run(result, time.monotonic() - begun)
    return REFERENCES[name]


def continued(rng, folder):
    """A trial of the soak test: a command that is killed or interrupted up to three times."""
    name, hows = rng.choice(list(JOBS)), (signal.SIGKILL, signal.SIGINT)
    ended_and_continued(name, rng, folder, [rng.choice(hows) for _ in range(rng.randrange(4))])
    return name


def ended_and_continued(name, rng, folder, hows):
    """Ends a command in these ways, one after the other, and lets it finish.

    What it kept at each of its ends is still kept at the next, its result is that of an undisturbed
    run, and none of its processes is left. Returns how often it was ended before it had finished,
    and how many rows it had kept at the last of these ends.

    Raises:
        FaultError: if one of these does not hold.
    """
    whole, hits, kept = reference(name, rng), 0, set()
    for how in hows:
        process = _started(name, rng, folder)
        finish(process, rng, kill_after=_moment(name, rng, folder, process, whole), how=how)
        if process.returncode in {0, 1} or _is_written(name, folder):  # it was faster
            break
        hits += 1
        lost, kept = _lost(name, folder, kept)
        demand(not lost, f"{name}: lost after it was ended: {lost}")
    result = _last_run(name, rng, folder)
    if name != "annotate":  # it removes what it kept when it has finished
        lost, _ = _lost(name, folder, kept)
        demand(not lost, f"{name}: lost after it was continued: {lost}")
    demand(result == whole.result, f"{name}: another result after it was continued: {result}")
    return hits, len(kept)


def _moment(name, rng, folder, process, whole):
    """Seconds until it is ended: anywhere in its run, or soon after it has kept something."""
    kept = JOBS[name].kept
    if kept is None or rng.random() < 0.3:
        return rng.uniform(0, whole.seconds)
    growths, size, until = rng.randint(1, 4), None, time.monotonic() + 2 * whole.seconds
    while growths and process.poll() is None and time.monotonic() < until:
        with suppress(FileNotFoundError):  # a log of a cache may go meanwhile
            now = sum(file.stat().st_size for file in folder.glob(f"{kept}*"))
            growths -= size is not None and now > size
            size = now
        time.sleep(0.002)
    return rng.uniform(0, 0.03)


def _is_written(name, folder):
    written = JOBS[name].written
    return written is not None and (folder / written).exists()


def _lost(name, folder, before):
    """Those of the rows kept before that are not there now, and the rows that are."""
    now = _kept_rows(name, folder)
    return sorted(before - now), now


def _kept_rows(name, folder):
    """The whole lines of a store, or the answers of a cache, of which a copy is read."""
    job = JOBS[name]
    if job.kept is None or not (folder / job.kept).exists():
        return set()
    if job.kept != "cache":
        return set((folder / job.kept).read_bytes().split(b"\n")[:-1])
    with tempfile.TemporaryDirectory() as copy:
        for file in folder.glob("cache*"):
            shutil.copy(file, copy)
        with closing(sqlite3.connect(Path(copy, "cache"))) as store:
            tables = store.execute("SELECT count(*) FROM sqlite_master WHERE name = 'answers'")
            if tables.fetchone() == (0,):
                return set()
            return set(map(repr, store.execute("SELECT * FROM answers")))


def _started(name, rng, folder):
    (folder / "games.pgn").write_text(GAME, encoding="utf-8")
    (folder / "suite.epd").write_text(SUITE, encoding="utf-8")
    job = JOBS[name]
    workers = ["--workers", rng.choice((1, 2))] if job.workers else []
    return start(folder, [*job.words, "-q", *workers])


def _last_run(name, rng, folder):
    """The result of a run that nothing ends, without what depends on the clock or earlier runs."""
    process, written = _started(name, rng, folder), JOBS[name].written
    said, errors = finish(process, rng)
    demand(process.returncode in {0, 1}, f"{name} did not end: {process.returncode} {errors}")
    told = (
        json.dumps(_repeatable(json.loads(said)), sort_keys=True)
        if "--json" in JOBS[name].words
        else ""
    )
    file = (folder / written).read_text("utf-8") if written is not None else ""
    return told + re.sub(r" \d+\.\d+s |\[Date .*\]", " ", file)


def _repeatable(part):
    if isinstance(part, dict):
        return {k: _repeatable(v) for k, v in part.items() if not _may_differ(k)}
    return [_repeatable(each) for each in part] if isinstance(part, list) else part


def _may_differ(key):
    """Times, and how much of the work was found in a cache."""
    return key == "cache" or any(word in key for word in ("second", "time", "speed"))
