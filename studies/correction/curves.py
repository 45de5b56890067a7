"""Draws the curves of trainings: the distance after each pass, and the ratio by labels.

``python -m studies.correction.curves curves.json ... --picture docs/pictures/correction.png``
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from provebest.vocabulary import BadInputError
from provebest.work.plotting import need_matplotlib, plain, save_figure
from studies.study import end_with, study_parser

Training = dict[str, Any]


def read_trainings(files: Sequence[Path]) -> list[tuple[str, Training]]:
    """The name of each file and the training that it tells of.

    Raises:
        BadInputError: for a file that ``studies.correction.train`` did not write.
    """
    found = []
    for file in files:
        try:
            training = json.loads(file.read_text(encoding="utf-8"))
            _ = training["passes"][0]["watched"], training["corrected"], training["positions"]
        except (ValueError, KeyError, IndexError, TypeError):
            raise BadInputError(f"{file} does not contain the curves of a training") from None
        found.append((file.stem, training))
    return found


def draw(trainings: Sequence[tuple[str, Training]], file: Path) -> None:
    """Draws both halves."""
    need_matplotlib()
    import matplotlib.pyplot as plt  # noqa: PLC0415 - optional, and slow to load

    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    for name, training in trainings:
        watched = [one["watched"] for one in training["passes"]]
        (line,) = left.plot(range(1, len(watched) + 1), watched, label=plain(name))
        right.plot(
            training["positions"],
            training["corrected"] / training["handcrafted"],
            "o",
            color=line.get_color(),
        )
    left.set(xlabel="passes", ylabel="distance in points, games not trained on")
    right.set(
        xscale="log", xlabel="labels", ylabel="corrected / handcrafted distance, held-out games"
    )
    for axes in (left, right):
        axes.grid(alpha=0.3)
    left.xaxis.get_major_locator().set_params(integer=True)
    left.legend(frameon=False, fontsize=8)
    save_figure(figure, file)
    plt.close(figure)


def main() -> None:
    """Draws the picture and prints a line for each training."""
    parser = study_parser(__doc__)
    parser.add_argument("curves", nargs="+", type=Path, help="files of studies.correction.train")
    parser.add_argument("--picture", type=Path, required=True, help="the picture to write")
    given = parser.parse_args()
    trainings = read_trainings(given.curves)
    for name, one in trainings:
        print(
            f"| {name} | {one['units']} | {one['buckets']} | {one['sets']} "
            f"| {one['positions']:,} | {one['corrected']:.4f} "
            f"| {one['corrected'] / one['handcrafted']:.3f} |"
        )
    draw(trainings, given.picture)


if __name__ == "__main__":
    end_with(main)
