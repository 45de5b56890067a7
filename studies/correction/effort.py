"""Measures what labels cost and how good they are, by the teacher's effort.

``python -m studies.correction.effort LABELS.txt.xz --positions 2000``

The first positions of a file are valued anew with each effort. Printed are the labels per second of
processor time (of the engine and of this program together), and the distance from the file's
values. The last effort should be that of the file: its distance is the noise of the labels.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from studies.correction.dataset import Label, distance, handcrafted, read_labels
from studies.correction.teacher import Teacher
from studies.study import end_with, study_parser

EFFORTS = (
    "nodes 1", "depth 1", "depth 4", "depth 6",
    "nodes 50", "nodes 100", "nodes 300", "nodes 1500",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """One effort."""

    go: str
    rate: float
    distance: float


def measure(command: Sequence[str], go: str, labels: Sequence[Label]) -> Row:
    """Values the positions; the engine's own time is known once it has ended."""
    before = os.times()
    teacher = Teacher(command, go)
    words = list(teacher.values([f"{label.fen} 0 1" for label in labels]))
    teacher.close()
    after = os.times()
    seconds = sum(after[:4]) - sum(before[:4])
    pairs = [(w.value, label.value) for w, label in zip(words, labels, strict=True)]
    known = np.array([pair for pair in pairs if pair[0] is not None], float)
    return Row(go, len(labels) / seconds, distance(known[:, 0], known[:, 1]))


def main(words: list[str] | None = None) -> None:
    """Prints the table."""
    parser = study_parser(__doc__)
    parser.add_argument("labels", type=Path, help="a file of labels")
    parser.add_argument("--positions", type=int, default=2000, help="how many are valued")
    parser.add_argument("--engine", default="stockfish", help="the teacher, a UCI engine")
    parser.add_argument("--efforts", nargs="+", default=EFFORTS, help="words after go")
    given = parser.parse_args(words)
    if given.positions < 1:
        parser.error("--positions must be 1 or more")
    labels = list(islice(read_labels(given.labels), given.positions))
    print("| effort | labels a second | distance |\n|---|---:|---:|")
    for go in given.efforts:
        row = measure(shlex.split(given.engine), go, labels)
        print(f"| `go {row.go}` | {row.rate:,.0f} | {row.distance:.4f} |", flush=True)
    truth = np.array([label.value for label in labels])
    own = distance(handcrafted([label.fen for label in labels]), truth)
    print(f"| handcrafted | | {own:.4f} |")


if __name__ == "__main__":
    end_with(main)
