"""What was seen on the board where a word of ours and a theme of Lichess disagree.

``motif_verdicts.csv`` has one line for each puzzle and word that was looked at: ``right`` is yes if
the word says what makes the line work, and ``why`` says what was seen.
"""

from __future__ import annotations

import csv
from pathlib import Path

from provebest.vocabulary import BadInputError

FILE = Path(__file__).with_name("motif_verdicts.csv")
ANSWERS = {"yes": True, "no": False}


def read_verdicts(path: Path = FILE) -> dict[tuple[str, str], bool]:
    """For a puzzle and a word without its theme: whether the word is right.

    Raises:
        BadInputError: for an answer that is not yes or no, and for a line that comes twice.
    """
    verdicts: dict[tuple[str, str], bool] = {}
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            key = (row["puzzle"], row["word"])
            if row["right"] not in ANSWERS or key in verdicts:
                raise BadInputError(f"{path.name} has no single answer for {' '.join(key)}")
            verdicts[key] = ANSWERS[row["right"]]
    return verdicts
