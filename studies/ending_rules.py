"""Says how far the evaluation is from labels in endings, rule by rule.

``python -m studies.ending_rules labels.txt.xz``

Endings with at most four pieces besides kings and pawns are taken from files of labels
(``studies.correction.labels``). Each belongs to the rule by which ``provebest evaluate`` scales it,
or to none. The distance is the root of the mean square, in expected points. Games are divided by a
hash of their number; two halves show how much of a distance is chance.
"""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from provebest import _native
from studies.correction.dataset import SHARES, Label, distance, handcrafted, read_labels, share_of
from studies.endings import MOST_IN_ENDING
from studies.study import end_with

NO_RULE = "no rule"


def is_ending(fen: str) -> bool:
    """Whether few pieces are left besides kings and pawns."""
    board = fen.split(None, 1)[0].lower()
    return sum(board.count(piece) for piece in "nbrq") <= MOST_IN_ENDING


def by_rule(labels: Iterable[Label]) -> dict[str, list[Label]]:
    """The endings among these, by the rule that scales them."""
    found: dict[str, list[Label]] = defaultdict(list)
    for label in labels:
        if is_ending(label.fen):
            _, _, rule = _native.evaluation_scale(f"{label.fen} 0 1", chess960=False)
            found[rule or NO_RULE].append(label)
    return dict(found)


def rows(found: dict[str, list[Label]]) -> Iterator[str]:
    """A line for each rule: positions, the distance, and that of each half of the games."""
    yield "| rule | positions | distance | one half | other half |"
    yield "|---|---|---|---|---|"
    for rule, labels in sorted(found.items()):
        values = handcrafted([label.fen for label in labels])
        truth = np.array([label.value for label in labels])
        half = share_of(np.array([label.game for label in labels])) < SHARES // 2
        parts = [np.ones_like(half), half, ~half]
        told = (f"{distance(values[p], truth[p]):.4f}" if p.any() else "-" for p in parts)
        yield f"| {rule} | {len(labels):,} | {' | '.join(told)} |"


def main() -> None:
    """Reads the files and prints the table."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("labels", type=Path, nargs="+", help="files of labels")
    parser.add_argument("--most", type=int, help="read at most this many labels of each file")
    asked = parser.parse_args()
    found = by_rule(
        label
        for file in asked.labels
        for place, label in enumerate(read_labels(file))
        if asked.most is None or place < asked.most
    )
    print("\n".join(rows(found)))


if __name__ == "__main__":
    end_with(main)
