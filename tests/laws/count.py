"""How many games each search was tried on, and what that found.

    python tests/laws/count.py --games 20000
    python tests/laws/count.py --only "bstar 2DRM" --smallest
    python tests/laws/count.py --without later "MIN moves"

prints for every search the games tried, the proofs made, the false proofs, how often bounds that
hold were called false ("accusation"), and all other faults by kind. Seeds are counted from
``--first``, so the same call tries the same games. With ``--smallest`` each kind of fault is shown
in the smallest game.
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "strategies"))

from all_laws import LAWS, shown, table_for
from law_trials import tried
from random_games import OPTIONAL

COLUMNS = ("games", "proofs", "certificates", "refused", "false proof", "accusation")


def counted(law, seeds, without):
    """The counts of one search, and for each kind of fault a seed that shows it."""
    counts, seeds_of = Counter(), {}
    for seed in seeds:
        trial = tried(law, table_for(law, seed, without), seed, seconds=5)
        counts["games"] += 1
        counts["proofs"] += trial.proved
        counts["certificates"] += trial.certified
        counts["refused"] += trial.refused
        for kind in {kind for kind, _ in trial.faults}:
            counts[kind] += 1
            seeds_of.setdefault(kind, seed)
    return counts, seeds_of


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=500, help="for each search (default 500)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (default 0)")
    parser.add_argument("--only", nargs="+", default=list(LAWS), choices=list(LAWS), metavar="NAME")
    parser.add_argument("--without", nargs="+", default=[], choices=OPTIONAL, metavar="TRAIT")
    parser.add_argument("--smallest", action="store_true", help="show the smallest games")
    options = parser.parse_args()
    print(f"{'':32}" + "".join(f"{column:>13}" for column in COLUMNS) + "  other faults")
    whole, begun = Counter(), time.perf_counter()
    for name in options.only:
        seeds = range(options.first, options.first + options.games)
        counts, seeds_of = counted(LAWS[name], seeds, options.without)
        whole += counts
        _print_row(name, counts)
        for kind, seed in seeds_of.items() if options.smallest else ():
            print(shown(LAWS[name], seed, kind, options.without), end="\n\n")
    _print_row("all", whole)
    print(f"{time.perf_counter() - begun:.0f} seconds")


def _print_row(name, counts):
    others = sorted((kind, count) for kind, count in counts.items() if kind not in COLUMNS)
    told = ", ".join(f"{kind} {count}" for kind, count in others)
    print(f"{name:32}" + "".join(f"{counts[column]:>13,}" for column in COLUMNS) + f"  {told}")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
