"""Draws the plots of the papers."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from functools import partial
from pathlib import Path

from provebest.papers import berliner1979, berliner1995_picture, edwards1963, fifteen, rosenberg1972
from provebest.papers.tables import Reproduction
from provebest.problems import SlidingTiles
from provebest.search import PathSearch, PathSettings
from provebest.search.path.node import PathNode
from provebest.vocabulary import CannotWriteError, run
from provebest.vocabulary.files import quoted_name
from provebest.work.plotting import need_matplotlib, save_figure


def plot_papers(outcome: Reproduction, folder: Path) -> list[Path]:
    """Writes a paper's plots to a folder and returns their paths."""
    makers: dict[str, tuple[Callable[[Path], Path], ...]] = {
        "berliner1979": (partial(berliner1979.plot_table_i, outcome),),
        "berliner1995": (berliner1995_picture.draw,),
        "edwards1963": (edwards1963.plot_levin,),
        "rosenberg1972": (plot_trees, plot_fifteen),
    }
    if outcome.paper not in makers:
        return []
    need_matplotlib()
    return [make(folder) for make in makers[outcome.paper]]


def check_folder(folder: Path) -> None:
    """Creates the folder for plots if it does not exist.

    Raises:
        CannotWriteError: if it cannot be created.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:  # ValueError: the name contains NUL
        why = getattr(error, "strerror", None) or "it is not the name of a folder"
        sentence = f"cannot create the folder {quoted_name(folder)}: {why}"
        raise CannotWriteError(sentence) from None


def plot_trees(folder: Path) -> Path:
    """Draws two search trees of Table III: problem 1, w 1.5, look-ahead 1, without g and with g."""
    import matplotlib.pyplot as plt  # noqa: PLC0415 - optional, and slow to load

    figure, both = plt.subplots(1, 2, figsize=(9, 4.6), layout="constrained", sharey=True)
    for axes, weight, name in zip(
        both, ("1", "0.5"), ("f = h: the Graph Traverser", "f = g + h"), strict=True
    ):
        tiles = SlidingTiles(rosenberg1972.PROBLEMS[1][0], w="1.5", native=False)
        settings = PathSettings(weight=weight, look_ahead=1, duplicates="ignore")
        search = PathSearch(tiles, settings)
        result = run(search)
        way = set(result.path)
        places = _places(search)
        for state, node in search.seen.items():
            if node.parent is not None:
                ends = [places[node.parent.state], places[state]]
                on_way = state in way
                axes.plot(
                    [x for x, _ in ends],
                    [y for _, y in ends],
                    color="tab:orange" if on_way else "lightsteelblue",
                    linewidth=2.2 if on_way else 0.9,
                    zorder=2 if on_way else 1,
                )
        developed = result.counters.expanded
        axes.set_title(f"{name}\n{developed} developed, {result.length} steps", fontsize=10)
        axes.set_xticks([])
        axes.set_ylabel("steps from the start")
        axes.spines[["top", "right", "bottom"]].set_visible(False)
    both[0].invert_yaxis()
    written = folder / "rosenberg1972-trees.png"
    save_figure(figure, written)
    plt.close(figure)
    return written


def _places(search: PathSearch[bytes, str]) -> dict[bytes, tuple[float, int]]:
    """The place of each node: depth downwards, leaves evenly spaced, parents above the middle."""
    children: dict[bytes, list[PathNode[bytes, str]]] = {}
    for node in search.seen.values():
        if node.parent is not None:
            children.setdefault(node.parent.state, []).append(node)
    places: dict[bytes, tuple[float, int]] = {}
    leaves = 0
    for node in _children_first(search.root, children):
        below = [places[child.state][0] for child in children.get(node.state, ())]
        if not below:
            leaves += 1
        places[node.state] = (statistics.mean(below) if below else float(leaves), node.depth)
    return places


def _children_first(
    root: PathNode[bytes, str], children: dict[bytes, list[PathNode[bytes, str]]]
) -> list[PathNode[bytes, str]]:
    order, stack = [], [root]
    while stack:
        node = stack.pop()
        order.append(node)
        stack.extend(children.get(node.state, ()))
    return order[::-1]


def plot_fifteen(folder: Path) -> Path:
    """Plots nodes developed and work by look-ahead, for each w, on the fifteen-puzzle."""
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
    work.set(title="Boards generated and evaluated", xlabel="look-ahead depth", yscale="log")
    work.set_ylabel("median ratio to no look-ahead")
    work.axhline(1, color="grey", linewidth=0.8)
    for axes in (nodes, work):
        axes.set_xticks(fifteen.DEPTHS)
        axes.grid(alpha=0.3)
    nodes.legend(frameon=False)
    written = folder / "rosenberg1972-fifteen.png"
    save_figure(figure, written)
    plt.close(figure)
    return written
