"""Counts damaged caches, kills and faults of the disk, for ``tests/laws/count_inputs.py``.

Each function gets how many are wanted and the first seed, and returns counts with the ``faults``.
"""

import random
import signal
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from continued_runs import KEEPING, ended_and_continued
from killed_cache import full_cache, killed_cache
from saved_file_law import read_with_faults, save_with_faults
from saved_files import KINDS
from test_cache_faults import filled, mutated

IN_A_ROW = 5  # kills of one command before it may finish


def count_caches(wanted, first):
    counts, rng = Counter(), random.Random(first)
    with TemporaryDirectory() as folder:
        content = filled(Path(folder, "valid")).read_bytes()
        for _ in range(wanted):
            counts["caches"] += 1
            try:
                counts[mutated(Path(folder, "mutant"), content, rng)] += 1
            except Exception as error:  # noqa: BLE001 - any error is a fault
                counts["faults"] += 1
                print(f"FAULT {type(error).__name__}: {error}", flush=True)
            if counts["caches"] % 1_000 == 0:
                progress(counts, "caches", wanted)
    return counts


def count_kills(wanted, first):
    rng = random.Random(first)
    return _count_writers("killed writers of a cache", wanted, lambda f, _: killed_cache(f, rng))


def count_full_disks(wanted, first):
    return _count_writers(
        "full disks", wanted, lambda file, number: full_cache(file, 1024 * (first + number))
    )


def count_killed_commands(wanted, first):
    """Each command in turn, killed up to ``IN_A_ROW`` times before it may finish."""
    counts, seed = Counter(), first
    while counts["killed commands"] + counts["faults"] < wanted:
        rng, name = random.Random(seed), KEEPING[seed % len(KEEPING)]
        kills = min(rng.randint(1, IN_A_ROW), wanted - counts["killed commands"])
        seed += 1
        with TemporaryDirectory() as folder:
            try:
                hits, kept = ended_and_continued(name, rng, Path(folder), [signal.SIGKILL] * kills)
            except Exception as error:  # noqa: BLE001 - any error is a fault
                counts["faults"] += 1
                print(f"FAULT {type(error).__name__}: {str(error)[:2_000]}, seed {seed - 1}")
            else:
                counts["killed commands"] += hits
                counts[f"of {name}"] += hits
                counts["rows kept"] += kept
                counts["continued runs"] += 1
        progress(counts, "killed commands", wanted)
    return counts


def count_disk_faults(_, __):
    """Each kind of saved file: over an older one, where there is none, and read."""
    counts = Counter()
    for kind in KINDS.values():
        counts["kinds of files"] += 1
        for name, tried in (
            ("faults while writing", partial(save_with_faults, kind, with_older=True)),
            ("faults while writing", partial(save_with_faults, kind, with_older=False)),
            ("faults while reading", partial(read_with_faults, kind)),
        ):
            with TemporaryDirectory() as folder:
                try:
                    counts[name] += tried(folder=Path(folder))
                except Exception as error:  # noqa: BLE001 - any error is a fault
                    counts["faults"] += 1
                    print(f"FAULT {kind.name}: {type(error).__name__}: {error}", flush=True)
    return counts


def _count_writers(name, wanted, write):
    counts = Counter()
    with TemporaryDirectory() as folder:
        for number in range(wanted):
            counts[name] += 1
            try:
                known = write(Path(folder, str(number)), number)
                counts["acknowledged batches, all found again"] += known
            except Exception as error:  # noqa: BLE001 - any error is a fault
                counts["faults"] += 1
                print(f"FAULT {number}: {type(error).__name__}: {error}", flush=True)
            Path(folder, str(number)).unlink(missing_ok=True)
    return counts


def progress(counts, name, wanted):
    print(f"  {counts[name]:,} of {wanted:,} {name}", file=sys.stderr, flush=True)
