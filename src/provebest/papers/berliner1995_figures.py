"""Recomputes Figures 16 and 20 of Berliner and McConnell (1995): leaf probabilities and targets.

In Figure 20 values are from White's side and Black is the Player; here all are the Player's.
"""

from __future__ import annotations

from provebest.papers.tables import Cell, Table
from provebest.search.probability.backup import Aim, leaf_probability
from provebest.search.probability.beliefs import Belief
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.node import Node
from provebest.search.probability.settings import ClassicSettings

LOG_TARGET = "the printed value needs a target of -1420, but the log says -1417"

LEAVES = (
    # name, RealVal, OptVal, target, printed OptPrb, reason if ours differs
    ("Figure 16", 20, 250, 100, ".652", ""),
    ("c8h3, node 1", 70, 296, 1417, ".0000", ""),
    ("d8d7, node 1", 66, 2764, 1417, ".4993", ""),
    ("h8h2, node 1", -456, 4621, 1417, ".6311", ""),
    ("h8h2, node 2", -456, 4621, 1417, ".6309", LOG_TARGET),
    ("d8d7, node 3", 66, 2764, 1417, ".4981", LOG_TARGET),
)
ROOT = {"c8h3": (70, 296), "d8d7": (66, 2764), "h8h2": (-456, 4621)}
NEARER = ((1446, 85, "-765"), (894, 188, "-541"))
"""A target that was too difficult, the best RealVal, and the next target."""


class PrintedTable:
    """A believer for a root whose moves have the printed values."""

    def start(self) -> str:
        """The root."""
        return "root"

    def expand(self, state: str, depth: int, *, hopes: bool) -> list[Belief[str, str]]:  # noqa: ARG002 - there is only one position
        """The three moves that the first line of Figure 20 names."""
        return [Belief(move, move, real, hope) for move, (real, hope) in ROOT.items()]

    def hopes(self, asked: object) -> list[float]:  # noqa: ARG002 - VERIFY is not reached
        """Never called."""
        return []

    def work(self) -> tuple[int, int]:
        """No probes and no nodes."""
        return 0, 0


def figures() -> Table:
    """Every printed number that can be computed from other printed numbers."""
    cells = []
    for name, real, hope, target, printed, why in LEAVES:
        leaf: Node[str, str] = Node(
            name, player_moved=True, depth=0, real=real, hi=float(hope), lo=None
        )
        chance = leaf_probability(leaf, Aim(target, player_forces=True))
        places = len(printed) - 1
        shown = f"{chance:.{places}f}".removeprefix("0")
        cells.append(Cell(name, "OptPrb", shown, printed, why, {"value": chance}))
    search = ProbabilitySearch(PrintedTable(), ClassicSettings())
    search.step()
    cells.append(_target("Figure 20, first target", search.target, "-1417"))
    for before, best, printed in NEARER:
        cells.append(_target(f"Figure 20, from {-before}", (before + best) // 2, printed))
    return Table("Figures 16 and 20", "targets as printed, for White", tuple(cells), "number")


def _target(name: str, target: float, printed: str) -> Cell:
    return Cell(name, "TargetVal", f"{-target:.0f}", printed, data={"value": -target})
