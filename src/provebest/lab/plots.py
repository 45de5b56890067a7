"""The pictures of the lab. matplotlib is an optional extra and is asked for by name if missing."""

from __future__ import annotations

import statistics
from pathlib import Path

from provebest.lab import fifteen
from provebest.vocabulary import BadInputError


def plot_papers(paper: str, folder: Path) -> list[Path]:
    """Draws a paper's plots into a folder and returns the files written."""
    makers = {"rosenberg1972": plot_fifteen}
    if paper not in makers:
        return []
    try:
        import matplotlib as mpl  # noqa: PLC0415 - optional, and slow to load
    except ImportError:
        raise BadInputError("plots need matplotlib: pip install 'provebest[plots]'") from None
    mpl.use("Agg")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInputError(f"cannot make the folder {str(folder)!r}: {error.strerror}") from None
    return [makers[paper](folder)]


def plot_fifteen(folder: Path) -> Path:
    """Nodes developed and whole work over look-ahead, for each w, on the fifteen-puzzle."""
    import matplotlib.pyplot as plt  # noqa: PLC0415 - optional, and slow to load

    figure, (nodes, work) = plt.subplots(1, 2, figsize=(9, 3.8), layout="constrained")
    for w in fifteen.WEIGHTS:
        depths, developed, ratios = [], [], []
        for depth in fifteen.DEPTHS:
            here, without = fifteen.runs(w, depth), fifteen.runs(w, 0)
            pairs = [(a, b) for a, b in zip(here, without, strict=True) if a.solved and b.solved]
            if pairs:
                depths.append(depth)
                developed.append(statistics.median(a.developed for a, _ in pairs))
                ratios.append(statistics.median(a.work / b.work for a, b in pairs))
        nodes.plot(depths, developed, marker="o", label=f"w = {w}")
        work.plot(depths, ratios, marker="o", label=f"w = {w}")
    nodes.set(title="Nodes developed", xlabel="look-ahead depth", ylabel="median D", yscale="log")
    work.set(title="Boards made and evaluated", xlabel="look-ahead depth", yscale="log")
    work.set_ylabel("median ratio to no look-ahead")
    work.axhline(1, color="grey", linewidth=0.8)
    for axes in (nodes, work):
        axes.set_xticks(fifteen.DEPTHS)
        axes.grid(alpha=0.3)
    nodes.legend(frameon=False)
    written = folder / "rosenberg1972-fifteen.png"
    figure.savefig(written, dpi=120)
    plt.close(figure)
    return written
