"""Everything at random, for as long as asked: does anything break, and does anything leak?

    python tests/laws/soak.py --minutes 60
    python tests/laws/soak.py --seed 7 --first 123 --trials 1

Analyses in this process, with caches, other engines, engines that are killed, and cancels;
commands on full disks, interrupted, killed and continued; damaged files; UCI games between hostile
lines. No output may have a traceback, every exit code is documented, every move is legal, and
nothing is left behind: no processes, no temporary files, no memory. The exit code is 1 if there
are faults. Every trial has a number; with the same seed it begins in the same way, but what
happens at which moment depends on the machine.
"""

import argparse
import faulthandler
import itertools
import random
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "strategies"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "chess"))

from soak_process import FaultError, own_state
from soak_trials import TRIALS

WARM = 40  # trials after which this process has what it needs
GROWTH = {"file descriptors": 3, "threads": 1, "children": 0, "megabytes": 60}
"""What this process may have more at the end than after WARM trials."""
HUNG = 300  # seconds after which a trial counts as hung; all threads are then printed


class Soak:
    """The trials so far, and what they found."""

    def __init__(self, seed):
        self.seed = seed
        self.outcomes = defaultdict(Counter)
        self.faults = Counter()
        self.warm = None

    def run_until(self, end, first, trials):
        """Trials one after the other until that moment, or until there were so many."""
        shown = 0.0
        with tempfile.TemporaryDirectory(prefix="soak-") as folder:
            for done in itertools.count() if trials is None else range(trials):
                if time.monotonic() > end:
                    break
                if done == WARM:
                    self.warm = own_state()
                self.run(first + done, folder)
                if time.monotonic() - shown > 10:
                    shown = time.monotonic()
                    line = f"  {(end - shown) / 60:.1f} minutes to go, {done + 1} trials, "
                    line += f"{sum(self.faults.values())} faults, {own_state()}"
                    print(line, file=sys.stderr, flush=True)

    def run(self, number, folder):
        """One trial; the trial and its random choices follow from the seed and the number."""
        rng = random.Random(f"{self.seed}/{number}")
        (trial,) = rng.choices(list(TRIALS), weights=list(TRIALS.values()))
        faulthandler.dump_traceback_later(HUNG, exit=True, file=sys.__stderr__)
        try:
            with tempfile.TemporaryDirectory(dir=folder, ignore_cleanup_errors=True) as own:
                self.outcomes[trial.__name__][trial(rng, Path(own))] += 1
        except Exception as error:  # noqa: BLE001 - any error is a fault
            self.outcomes[trial.__name__]["FAULT"] += 1
            self.faults[trial.__name__] += 1
            said = str(error) if isinstance(error, FaultError) else traceback.format_exc()
            print(f"FAULT in trial {number}, {trial.__name__}: {said}", flush=True)
        finally:
            faulthandler.cancel_dump_traceback_later()

    def report(self, seconds):
        """Prints the counts and the leaks; returns whether all is well."""
        total = sum(sum(kinds.values()) for kinds in self.outcomes.values())
        print(f"seed {self.seed}: {total:,} trials in {seconds / 60:.1f} minutes")
        for name, kinds in sorted(self.outcomes.items()):
            parts = ", ".join(f"{count:,} {kind}" for kind, count in sorted(kinds.items()))
            print(f"  {name.replace('_', ' '):28}{sum(kinds.values()):>7,}: {parts}")
        leaks = 0
        now, warm = own_state(), self.warm
        for name, most in GROWTH.items() if warm is not None else ():
            leaks += now[name] - warm[name] > most
            print(f"  {name:28}{warm[name]:>7,} after {WARM} trials, {now[name]:,} at the end")
        told = f"{leaks} leaks" if warm is not None else f"leaks are looked for after {WARM} trials"
        print(f"{sum(self.faults.values())} faults, {told}")
        return not self.faults and not leaks


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60, help="how long (default 60)")
    parser.add_argument("--trials", type=int, help="end after this many trials")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="default: the clock")
    parser.add_argument("--first", type=int, default=0, help="number of the first trial")
    options = parser.parse_args()
    soak, begun = Soak(options.seed), time.monotonic()
    try:
        soak.run_until(begun + 60 * options.minutes, options.first, options.trials)
    except KeyboardInterrupt:
        print("interrupted")
    return 0 if soak.report(time.monotonic() - begun) else 1


if __name__ == "__main__":
    sys.exit(main())
