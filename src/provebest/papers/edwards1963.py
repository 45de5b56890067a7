"""Edwards and Hart (1963): checks Levin's theorem, and measures the effect of move ordering.

The theorem is about a tree in which the best move always comes first. Here every move but the best
costs the player who makes it, and an early wrong move costs more than all later ones together. The
same tree with the best move last, or with its moves shuffled, gives the other curves.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from provebest.games.protocol import Game
from provebest.papers.tables import Cell, Reproduction, Table
from provebest.search.alphabeta import alphabeta
from provebest.vocabulary import BadInputError
from provebest.work.plotting import save_figure

BRANCHES = range(1, 7)
PLIES = range(1, 9)
FIGURE = (3, 4)  # the memo's drawing: "only 17 out of the 81 possible nodes"
CURVE_BRANCHES = (3, 4)
CURVE_PLIES = range(1, 7)
SEEDS = 15
RUNS = 1 + len(BRANCHES) + len(CURVE_BRANCHES)

Ordering = Literal["perfect", "random", "worst"]


class OrderedTree(Game[tuple[int, int], int]):
    """A uniform tree of known value 0, generated on demand. MAX moves first.

    A state is its ply and the sum of the losses so far, from MAX's side. A move is the digit of its
    loss, 0 for the best. A loss is multiplied by ``branches ** (plies left)``, so no two leaves are
    equal.

    Raises:
        BadInputError: unless branches >= 1 and plies >= 0.
    """

    def __init__(
        self, branches: int, plies: int, ordering: Ordering = "perfect", seed: int = 0
    ) -> None:
        if branches < 1 or plies < 0:
            raise BadInputError(
                f"a tree needs 1 or more branches and 0 or more plies; got {branches} and {plies}"
            )
        self.branches, self.plies, self.ordering, self.seed = branches, plies, ordering, seed

    def start(self) -> tuple[int, int]:
        """The root, without losses."""
        return 0, 0

    def moves(self, state: tuple[int, int]) -> Sequence[int]:
        """The moves: best first, worst first, or shuffled by the seed and the state."""
        if state[0] == self.plies:
            return ()
        best_first = range(self.branches)
        if self.ordering == "random":
            shuffled = list(best_first)
            random.Random(f"{self.seed} {state}").shuffle(shuffled)
            return shuffled
        return best_first if self.ordering == "perfect" else best_first[::-1]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        """The state with this loss added, at the expense of the player who moves."""
        ply, so_far = state
        loss = move * self.branches ** (self.plies - 1 - ply)
        return ply + 1, so_far + (loss if ply % 2 else -loss)

    def max_to_move(self, state: tuple[int, int]) -> bool:
        """Whether MAX is to move: the players take turns."""
        return state[0] % 2 == 0

    def value(self, state: tuple[int, int]) -> float:
        """The sum of the losses, which is the true value with best play from here on."""
        return state[1]


def levin(branches: int, plies: int) -> int:
    """Terminal points that must be examined if the best move always comes first. [EH63-5]."""
    if plies % 2:
        return int(branches ** ((plies + 1) // 2) + branches ** ((plies - 1) // 2) - 1)
    return int(2 * branches ** (plies // 2) - 1)


def examined(branches: int, plies: int, ordering: Ordering = "perfect", seed: int = 0) -> int:
    """Terminal points that the memo's procedure evaluates."""
    tree = OrderedTree(branches, plies, ordering, seed)
    return alphabeta(tree, plies, fail_soft=False).counters.evaluated


def shuffled_median(branches: int, plies: int) -> float:
    """The median over the seeds of the terminal points examined in random order."""
    return statistics.median(examined(branches, plies, "random", seed) for seed in range(SEEDS))


def levin_table(on_run: Callable[[], None] = lambda: None) -> Table:
    """Levin's count for every number of branches and plies."""
    cells = []
    for branches in BRANCHES:
        for plies in PLIES:
            ours, paper = examined(branches, plies), levin(branches, plies)
            data = {"branches": branches, "plies": plies, "all": branches**plies}
            cells.append(Cell(f"b {branches}", f"n {plies}", str(ours), str(paper), data=data))
        on_run()
    caption = "terminal points examined, best move first; the paper's numbers are from its formula"
    return Table("Levin's theorem", caption, tuple(cells), "branches \\ plies")


def figure() -> Table:
    """The memo's figure: a ternary tree of four plies."""
    branches, plies = FIGURE
    ours = f"{examined(branches, plies)} of {examined(branches, plies, 'worst')}"
    cell = Cell(f"b {branches}, n {plies}", "examined", ours, "17 of 81")
    return Table("Figure", "the memo's ordered ternary tree; the worst order examines all", (cell,))


def curves(on_run: Callable[[], None] = lambda: None) -> Table:
    """Terminal points examined with three orders of moves. [EH63-4]."""
    cells = []
    for branches in CURVE_BRANCHES:
        for plies in CURVE_PLIES:
            row = f"b {branches}, n {plies}"
            cells += [
                Cell(row, "best first", str(examined(branches, plies))),
                Cell(row, "random, median", f"{shuffled_median(branches, plies):g}"),
                Cell(row, "worst first", str(examined(branches, plies, "worst"))),
                Cell(row, "all, b^n", str(branches**plies)),
            ]
        on_run()
    caption = f"terminal points examined in the same tree in three orders; {SEEDS} random orders"
    return Table("Order of moves", caption, tuple(cells), "tree")


def reproduce(on_run: Callable[[], None] = lambda: None) -> Reproduction:
    """The theorem, the figure, and the three curves."""
    theorem, drawn = levin_table(on_run), figure()
    on_run()
    summary = (
        f"Levin's count holds in {theorem.agreeing} of {theorem.compared} trees.",
        f"The memo's figure: {drawn.cells[0].ours}.",
    )
    return Reproduction("edwards1963", (theorem, drawn, curves(on_run)), summary)


def plot_levin(folder: Path) -> Path:
    """Plots terminal points by plies for three orders of moves, on a log scale."""
    import matplotlib.pyplot as plt  # noqa: PLC0415 - optional, and slow to load

    wide = len(CURVE_BRANCHES)
    figure, panels = plt.subplots(1, wide, figsize=(4.5 * wide, 3.8), layout="constrained")
    for axes, branches in zip(panels, CURVE_BRANCHES, strict=True):
        lines = {
            "worst first: all": [examined(branches, n, "worst") for n in CURVE_PLIES],
            f"random, median of {SEEDS}": [shuffled_median(branches, n) for n in CURVE_PLIES],
            "best first": [examined(branches, n) for n in CURVE_PLIES],
        }
        for name, counts in lines.items():
            axes.plot(CURVE_PLIES, counts, marker="o", label=name)
        axes.set(title=f"{branches} branches", xlabel="plies", yscale="log")
        axes.set_xticks(CURVE_PLIES)
        axes.grid(alpha=0.3)
    panels[0].set_ylabel("terminal points examined")
    panels[0].legend(frameon=False)
    written = folder / "edwards1963-levin.png"
    save_figure(figure, written)
    plt.close(figure)
    return written
