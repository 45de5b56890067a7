"""Compares Tables 2 and 3 of Berliner and McConnell (1995) with stored runs of ours.

A run is the output of a command with ``--json``. Runs take hours and are kept in the package, in
``papers/data/berliner1995/``. Each file names the command that made it. ``docs/chess-matches.md``
says how to repeat them. All were made with the handcrafted evaluation.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from provebest.papers.tables import Cell, Table

RUNS = Path(__file__).parent / "data" / "berliner1995"

KINDS = ("closed", "semi-open", "open", "all")
TABLE_3 = {
    "% for B*": ("31.3", "50.0", "43.8", "41.7"),
    "games": ("8", "8", "8", "24"),
    "last move": ("54.1", "46.4", "41.4", "47.3"),
}
"""Points 2.5, 4 and 3.5 of 8 games each, 10 of 24; the last row is "Avg. Game Ended"."""
OTHER_PROGRAMS = (
    "the programs, openings and machines differ: ours is probability-based B* with our own probes "
    "and the handcrafted evaluation"
)

TABLE_2 = {
    "suite-alphabeta": ("alpha-beta", "70.0"),
    "suite-alphabeta4": ("alpha-beta, 4 times the nodes", "74.1"),
    "suite-base": ("B*", "64.0"),
    "suite-nodes2": ("B*, twice the expansions", "69.5"),
    "suite-probe1": ("B*, probes 1 ply deeper", "71.0"),
}
"""The row "All", as a share of its 1100 points."""
OTHER_POSITIONS = (
    "the positions differ: the paper's are from a book, ours from the strategic test suite, with "
    "the handcrafted evaluation"
)


def stored_tables(folder: Path = RUNS) -> list[Table]:
    """A table for each kind of stored run, with the paper's numbers; empty if none is stored."""
    runs = {
        path.stem: json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))
    }
    tables = [_table_3(run) for name, run in runs.items() if name.startswith("match-")]
    suites = {name: run for name, run in runs.items() if name in TABLE_2}
    tables += [_table_2(suites)] if suites else []
    saved = [run for name, run in runs.items() if name.startswith("time-")]
    tables += [_time_saved(saved)] if saved else []
    deeper = [run for name, run in runs.items() if name.startswith("deeper-")]
    tables += [_deeper(deeper)] if deeper else []
    return tables


def _table_3(run: dict[str, Any]) -> Table:
    parts = {**run["by_kind"], "all": run}
    cells: list[Cell] = []
    for place, kind in enumerate(KINDS):
        part = parts[kind]
        if not part["games"]:
            continue
        ours = {
            "% for B*": f"{100 * part['score']:.1f}",
            "games": str(part["games"]),
            "last move": f"{part['mean_last_move']:.1f}",
        }
        cells += [
            Cell(row, kind, value, TABLE_3[row][place], OTHER_PROGRAMS, {"run": run["command"]})
            for row, value in ours.items()
        ]
        cells.append(Cell("Elo (95 %)", kind, _elo(part)))
    cells.sort(key=lambda cell: [*TABLE_3, "Elo (95 %)"].index(cell.row))
    name = f"Table 3: {' against '.join(run['players'])} at {run['limit']}"
    return Table(name, f"{_faults(run)}; {run['command']}", tuple(cells), "openings")


def _table_2(suites: dict[str, dict[str, Any]]) -> Table:
    cells = []
    for name, (row, paper) in TABLE_2.items():
        run = suites.get(name)
        if run is None:
            continue
        share = 100 * run["points"] / run["most_points"]
        nodes = run["nodes"] / run["total"]
        cells += [
            Cell(
                row, "points, %", f"{share:.1f}", paper, OTHER_POSITIONS, {"points": run["points"]}
            ),
            Cell(row, "positions", str(run["total"])),
            Cell(row, "nodes each", f"{nodes:,.0f}", data={"nodes": nodes}),
            Cell(row, "made by", _settings(run)),
        ]
    file = next(iter(suites.values()))["file"]
    return Table("Table 2: points in a test suite", f"positions of {file}", tuple(cells), "program")


def _settings(run: dict[str, Any]) -> str:
    if run["search"] == "alphabeta":
        return f"--search alphabeta --nodes {run['nodes_allowed']}"
    return (
        f"--control {run['control']} --expansions {run['expansions_allowed']} "
        f"--probe-depth {run['probe_depth']}"
    )


def _time_saved(runs: list[dict[str, Any]]) -> Table:
    """How much time B* leaves unused, and how it scores against itself using all its time."""
    cells = []
    for run in runs:
        effort, other = run["efforts"]
        row = run["limit"]
        cells += [
            Cell(row, "time unused", f"{effort['unused']:.0%}"),
            Cell(row, "... if it must use it", f"{other['unused']:.0%}"),
            Cell(row, "moves stopped early", f"{effort['stopped_early'] / effort['moves']:.0%}"),
            Cell(row, "games", str(run["games"])),
            Cell(row, "points of the one that may stop, %", f"{100 * run['score']:.1f}"),
            Cell(row, "Elo (95 %)", _elo(run)),
        ]
    commands = "; ".join(run["command"] for run in runs)
    return Table("Time saved by stopping early", commands, tuple(cells), "time")


def _deeper(runs: list[dict[str, Any]]) -> Table:
    """B* with deeper probes against itself, of which section 7 of the paper expects much."""
    cells = []
    for run in runs:
        row = run["limit"]
        cells += [
            Cell(row, "games", str(run["games"])),
            Cell(row, "points of the deeper one, %", f"{100 * run['score']:.1f}"),
            Cell(row, "Elo (95 %)", _elo(run)),
        ]
    commands = "; ".join(run["command"] for run in runs)
    return Table("Probes one ply deeper", commands, tuple(cells), "time")


def _elo(part: dict[str, Any]) -> str:
    def show(number: float | None) -> str:
        return "?" if number is None else f"{round(number):+d}"

    return f"{show(part['elo'])} ({show(part['elo_low'])} to {show(part['elo_high'])})"


def _faults(run: dict[str, Any]) -> str:
    return ", ".join(
        f"{name} lost {faults['time']} on time" + "".join(_other_faults(faults))
        for name, faults in zip(run["players"], run["faults"], strict=True)
    )


def _other_faults(faults: dict[str, int]) -> Iterator[str]:
    for fault, count in faults.items():
        if fault != "time" and count:
            yield f", {count} by {fault}"
