"""Gives every reader damaged files for as long as asked, and counts what came of them.

    python tests/laws/fuzz_readers.py --seconds 60
    python tests/laws/fuzz_readers.py --mutants 10000 --reader FEN "saved analysis"

For every reader it prints the inputs that were read, refused with a ``ProvebestError``, and faults:
any other error, and an answer that cannot be right. Each kind of fault is shown with the smallest
input that was found. The exit code is 1 if there is a fault. Seeds are counted from ``--first``, so
the same call tries the same inputs.
"""

import argparse
import logging
import sys
import time
import traceback
from collections import Counter
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "strategies"))

from reader_law import fault_of, smallest
from readers import READERS

HOME = str(Path(__file__).resolve().parents[2])
SHOWN = 300


def tried(reader, seeds, until):
    """The counts of one reader, and for each kind of fault an input with its error."""
    counts, faults = Counter(), {}
    for seed in seeds:
        if time.perf_counter() > until:
            break
        raw = reader.mutant(seed)
        outcome, error = fault_of(reader, raw)
        counts["mutants"] += 1
        counts[outcome] += 1
        if outcome == "fault":
            faults.setdefault((type(error), _place(error)), (raw, error))
    return counts, faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=None, help="for all readers together")
    parser.add_argument("--mutants", type=int, default=None, help="for each reader")
    parser.add_argument("--first", type=int, default=0, help="the first seed (default 0)")
    parser.add_argument("--reader", nargs="+", default=list(READERS), choices=list(READERS))
    parser.add_argument("--traceback", action="store_true", help="show where a fault comes from")
    options = parser.parse_args()
    logging.disable()  # python-chess logs what is wrong with a game
    share = (options.seconds or (1e9 if options.mutants else 60)) / len(options.reader)
    print(f"{'':20}{'mutants':>10}{'read':>10}{'refused':>10}{'faults':>10}")
    whole = Counter()
    for name in options.reader:
        last = options.first + options.mutants if options.mutants else None
        seeds = count(options.first) if last is None else range(options.first, last)
        counts, faults = tried(READERS[name], seeds, time.perf_counter() + share)
        whole += counts
        _print_row(name, counts)
        for raw, error in faults.values():
            _print_fault(READERS[name], raw, error, whole=options.traceback)
    _print_row("all", whole)
    sys.exit(1 if whole["fault"] else 0)


def _place(error):
    """The last line of our own that was on the way to the error."""
    ours = [one for one in traceback.extract_tb(error.__traceback__) if HOME in one.filename]
    return f"{Path(ours[-1].filename).relative_to(HOME)}, line {ours[-1].lineno}"


def _print_row(name, counts):
    columns = ("mutants", "read", "refused", "fault")
    print(f"{name:20}" + "".join(f"{counts[column]:>10,}" for column in columns), flush=True)


def _print_fault(reader, raw, error, *, whole):
    print(f"    {type(error).__name__}: {str(error)[:SHOWN]}")
    print(f"    in {_place(error)}")
    print(f"    from {str(smallest(reader, raw, error))[:SHOWN]}", flush=True)
    if whole:
        print("".join(traceback.format_exception(error)), flush=True)


if __name__ == "__main__":
    main()
