"""Recomputes the worked example in section 3.6 of Berliner and McConnell (1995).

The search gets only the probe values; it finds the order of expansions, the backed-up values, the
probabilities and the ends of the phases. The paper's numbers are typed in from Figures 4, 5, 7, 8,
10, 12, 13 and 14.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from provebest.papers.berliner1995_figures import figures
from provebest.papers.berliner1995_runs import stored_tables
from provebest.papers.tables import Cell, Reproduction, Table
from provebest.search.events import Milestone, MilestoneReached
from provebest.search.probability.beliefs import Belief
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.phases import Phase
from provebest.search.probability.settings import ClassicSettings, Contention, Dithering

RUNS = 1
COLUMNS = ("OptVal", "RealVal", "PessVal", "TargetVal", "OptPrb")
ROUNDING = 0.0005
"""The paper prints OptPrb to three decimal places."""

MOVES = {
    "root": "ABC",
    "A": "DEF",
    "D": "GHI",
    "F": "JKL",
    "G": "MNP",
    "M": "QRS",
    "J": "TUV",
}
NODES = "ABCDEFGHIJKLMNPQRSTUV"
PROBED = (20, 18, 10, 20, 60, 80, 34, 12, 16, 80, 60, 50, 20, 30, 34, 55, 32, 20, 82, 70, 40)
REAL = dict(zip(NODES, PROBED, strict=True))
"""The values of the probes, from the Player's side."""
HOPE_OF_PLAYER = dict(zip("ABCGHI", (100, 40, 25, 76, 36, 32), strict=True))
HOPE_OF_OPPONENT = dict(zip("DEFMNPTUV", (0, 40, -80, 10, 15, 20, 4, 11, 16), strict=True))

FIGURES = {
    # node, then the COLUMNS
    4: """
        A 100 20 Undef. 30 .875
        B 40 18 Undef. 30 .455
        C 25 10 Undef. 30 .000
    """,
    5: """
        A 100 20 Undef. 30 .875
        B 40 18 Undef. 30 .455
        C 25 10 Undef. 30 .000
        D Undef. 20 100 30 .875
        E Undef. 60 100 30 1.00
        F Undef. 80 100 30 1.00
    """,
    7: """
        A 76 34 Undef. 37 .929
        B 40 18 Undef. 37 .136
        C 25 10 Undef. 37 .000
        D Undef. 34 76 37 .929
        E Undef. 60 100 37 1.00
        F Undef. 80 100 37 1.00
        G 76 34 Undef. 37 .929
        H 36 12 Undef. 37 .000
        I 32 16 Undef. 37 .000
    """,
    8: """
        A 76 34 -80 17 Undef.
        B 40 18 Undef. 17 Undef.
        C 25 10 Undef. 17 Undef.
        F -80 80 100 17 .606
        D 0 34 76 17 .500
        E 40 60 100 17 .000
        G 76 34 0 17 .500
        H 36 12 0 17 1.00
        I 32 16 0 17 1.00
    """,
    10: """
        A 76 34 -80 17 Undef.
        B 40 18 Undef. 17 Undef.
        C 25 10 Undef. 17 Undef.
        D 0 34 76 17 .500
        F -80 80 100 17 .313
        E 40 60 100 17 .000
        G 76 34 0 17 .500
        H 36 12 0 17 1.00
        I 32 16 0 17 1.00
        J 100 80 -80 17 .606
        K 100 60 -80 17 .693
        L 100 50 -80 17 .746
    """,
    12: """
        A 76 34 -80 17 Undef.
        B 40 18 Undef. 17 Undef.
        C 25 10 Undef. 17 Undef.
        D 10 34 76 17 .700
        F -80 80 100 17 .313
        E 40 60 100 17 .000
        G 76 34 10 17 .700
        H 36 12 0 17 1.00
        I 32 16 0 17 1.00
        J 100 80 -80 17 .606
        K 100 60 -80 17 .693
        L 100 50 -80 17 .746
        M 10 20 76 17 .700
        N 15 30 76 17 .133
        P 20 34 76 17 .000
    """,
    13: """
        A 76 34 -80 17 Undef.
        B 40 18 Undef. 17 Undef.
        C 25 10 Undef. 17 Undef.
        D 10 34 76 17 .133
        F -80 80 100 17 .313
        E 40 60 100 17 .000
        G 76 34 10 17 .133
        H 36 12 0 17 1.00
        I 32 16 0 17 1.00
        J 100 80 -80 17 .606
        K 100 60 -80 17 .693
        L 100 50 -80 17 .746
        M 10 55 76 17 .034
        N 15 30 76 17 .133
        P 20 34 76 17 .000
        Q 76 55 10 17 .156
        R 76 32 10 17 .318
        S 76 20 10 17 .700
    """,
    14: """
        A 76 34 -80 17 Undef.
        B 40 18 Undef. 17 Undef.
        C 25 10 Undef. 17 Undef.
        D 10 34 76 17 .133
        F 4 80 100 17 .086
        E 40 60 100 17 .000
        G 76 34 10 17 .133
        H 36 12 0 17 1.00
        I 32 16 0 17 1.00
        J 100 40 4 17 .167
        K 100 60 -80 17 .693
        L 100 50 -80 17 .746
        M 10 55 76 17 .034
        N 15 30 76 17 .133
        P 20 34 76 17 .000
        Q 76 55 10 17 .156
        R 76 32 10 17 .318
        S 76 20 10 17 .700
        T 4 82 82 17 .167
        U 11 70 80 17 .102
        V 16 40 80 17 .042
    """,
}

WRONG = {
    # Not backed up: G = min(M 20, N 30, P 34), D = max(G 20, H 12, I 16), A = min(D 20, E, F).
    (12, "G", "RealVal"): 20,
    (12, "D", "RealVal"): 20,
    (12, "A", "RealVal"): 20,
    # Not backed up: G = min(M 55, N 30, P 34).
    (13, "G", "RealVal"): 30,
    (13, "D", "RealVal"): 30,
    (13, "A", "RealVal"): 30,
    (14, "G", "RealVal"): 30,
    (14, "D", "RealVal"): 30,
    (14, "A", "RealVal"): 30,
    # J fell to 40, so F = max(J 40, K 60, L 50); no child of F is at 80 any longer.
    (14, "F", "RealVal"): 60,
    # min(D 10, F 4, E 40); F's own 4 is printed in the same table.
    (14, "A", "PessVal"): 4,
    # Inherited from J, whose OptVal the same table prints as 100.
    (14, "T", "PessVal"): 100,
    (14, "U", "PessVal"): 100,
    (14, "V", "PessVal"): 100,
    # Q x R x S = 343 / 9900 = .0346.
    (13, "M", "OptPrb"): 343 / 9900,
    (14, "M", "OptPrb"): 343 / 9900,
}
"""The sixteen cells that contradict the paper's own rules, with the values the rules give."""


Row = dict[str, float | None]
TreeTable = dict[str, Row]


class Script:
    """A believer that returns the paper's probe values and nothing else."""

    def __init__(self) -> None:
        self.expanded: list[str] = []
        self.probes = 0

    def start(self) -> str:
        """The root."""
        return "root"

    def player_moves_first(self) -> bool:
        """Always True: the Player is the maximizer."""
        return True

    def expand(self, state: str, depth: int, *, hopes: bool) -> Sequence[Belief[str, str]]:
        """The children of one of the seven nodes that are expanded."""
        self.expanded.append(state)
        self.probes += len(MOVES[state]) * (1 + hopes)
        own, hope = (-1, HOPE_OF_OPPONENT) if depth % 2 else (1, HOPE_OF_PLAYER)
        return [
            Belief(name, name, own * REAL[name], own * hope[name] if hopes else None)
            for name in MOVES[state]
        ]

    def hopes(self, asked: Sequence[tuple[str, str, str, float, int]]) -> Sequence[float]:
        """The Opponent's hopes, at the start of VERIFY."""
        self.probes += len(asked)
        return [-HOPE_OF_OPPONENT[after] for _, _, after, _, _ in asked]

    def work(self) -> tuple[int, int]:
        """Probes and their nodes, one each."""
        return self.probes, self.probes


EXAMPLE = ClassicSettings(contention=Contention(0.15, 0.15), dithering=Dithering(0.0))
"""The example is too short for MinAct to rise, and has no dithering."""


OnFigure = Callable[[int, ProbabilitySearch[str, str]], None]
"""Called with the number of a figure when the search is where the figure shows it."""


def replay(
    on_figure: OnFigure = lambda *_: None,
) -> tuple[Script, ProbabilitySearch[str, str], dict[int, TreeTable]]:
    """Runs the example: the script, the search at its end, and our tables by figure."""
    script = Script()
    tables: dict[int, TreeTable] = {}

    def reach(figure: int) -> None:
        tables[figure] = tree_table(search)
        on_figure(figure, search)

    def listen(event: MilestoneReached[str]) -> None:
        figure = {Milestone.SELECTED: 7, Milestone.VERIFY: 8}.get(event.milestone)
        if figure is not None:
            reach(figure)

    search = ProbabilitySearch(script, EXAMPLE)
    search.events.on(MilestoneReached, listen)
    after_step = {1: 4, 2: 5, 4: 10, 5: 12, 6: 13, 7: 14}
    while search.stopped is None:
        search.step()
        if search.tally.expanded in after_step:
            reach(after_step[search.tally.expanded])
    return script, search, tables


def tree_table(search: ProbabilitySearch[str, str]) -> TreeTable:
    """The five columns of every node; root moves have no OptPrb in VERIFY."""
    rows: TreeTable = {}
    waiting = [search.root]
    while waiting:
        node = waiting.pop()
        waiting.extend(node.children)
        if node is not search.root:
            opt, pess = (node.hi, node.lo) if node.player_moved else (node.lo, node.hi)
            p = None if search.phase is Phase.VERIFY and node.depth == 0 else node.p
            cells = (opt, node.real, pess, search.target, p)
            rows[node.state] = dict(zip(COLUMNS, cells, strict=True))
    return rows


def printed_cells() -> Iterator[tuple[int, str, str, str]]:
    """Every cell of the paper's eight tables: figure, node, column and printed text."""
    for figure, table in FIGURES.items():
        for row in table.strip().splitlines():
            name, *cells = row.split()
            for column, cell in zip(COLUMNS, cells, strict=True):
                yield figure, name, column, cell


def agrees(ours: float | None, theirs: str, column: str) -> bool:
    """Whether our value equals the printed one, for OptPrb to the printed precision."""
    if ours is None or theirs == "Undef.":
        return ours is None and theirs == "Undef."
    return abs(ours - float(theirs)) <= (ROUNDING if column == "OptPrb" else 0)


def reproduce(on_run: Callable[[], None] = lambda: None) -> Reproduction:
    """The eight tables with ours, the order of expansions, and the tables of stored runs."""
    script, search, ours = replay()
    on_run()
    tables = []
    for figure in FIGURES:
        cells = [
            _cell(figure, name, column, ours[figure][name][column], theirs)
            for number, name, column, theirs in printed_cells()
            if number == figure
        ]
        tables.append(Table(f"Figure {figure}", "", tuple(cells), "node"))
    compared = sum(table.compared for table in tables)
    agreeing = sum(table.agreeing for table in tables)
    stored = stored_tables()
    end: Any = search.end
    summary = (
        f"Example: {agreeing} of {compared} cells agree; the others contradict the paper's rules.",
        f"Order of expansions, as in the paper: {', '.join(script.expanded)}.",
        f"SELECT: {end.select}. VERIFY: {end.verify}.",
        f"Tables from stored runs of matches and suites: {len(stored)}."
        if stored
        else "There are no stored runs of matches or suites.",
    )
    return Reproduction("berliner1995", (*tables, figures(), *stored), summary)


def _cell(figure: int, name: str, column: str, ours: float | None, theirs: str) -> Cell:
    if agrees(ours, theirs, column):
        return Cell(name, column, theirs, theirs, data={"value": ours})
    shown = "Undef." if ours is None else f"{ours:.4f}" if column == "OptPrb" else f"{ours:g}"
    known = (figure, name, column) in WRONG
    why = "the paper's own rules give our value" if known else ""
    return Cell(name, column, shown, theirs, why, {"value": ours})
