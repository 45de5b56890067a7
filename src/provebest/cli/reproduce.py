"""``provebest reproduce``: computes a paper's tables and compares them with its numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast

import typer
from rich.table import Table as RichTable
from rich.text import Text

from provebest.cli.placing import On
from provebest.cli.shared import (
    DONE,
    INTERRUPTED,
    NOT_AS_ASKED,
    AsJson,
    Quiet,
    counting_bar,
    out,
    print_json,
    talk,
)
from provebest.papers import (
    berliner1979,
    berliner1995,
    edwards1963,
    harris1974,
    matches,
    palay,
    rosenberg1972,
)
from provebest.papers.plots import check_folder, plot_papers
from provebest.papers.tables import Reproduction, Table
from provebest.vocabulary import BadInputError
from provebest.work.place import ALL_CORES, read_place

SHORT = {
    "edwards1963": edwards1963,
    "rosenberg1972": rosenberg1972,
    "harris1974": harris1974,
    "berliner1995": berliner1995,
}
LONG = {"berliner1979": berliner1979, "palay": palay, "matches": matches}
PAPERS = (*SHORT, *LONG)


def reproduce(
    paper: Annotated[str, typer.Argument(help=f"One of: {', '.join(PAPERS)}.")],
    plots: Annotated[
        Path | None, typer.Option(help="Also write plots to this folder (needs matplotlib).")
    ] = None,
    store: Annotated[
        Path | None,
        typer.Option(help="Keep results in this file and continue from it (long runs)."),
    ] = None,
    on: On = None,
    json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Recompute a paper's tables and compare every cell.

    The reason is printed if a cell differs. The exit code is 1 if a cell differs for no known
    reason.

    \b
    provebest reproduce rosenberg1972
    provebest reproduce harris1974 --json
    provebest reproduce rosenberg1972 --plots pictures
    provebest reproduce berliner1979 --store runs
    """
    if paper not in PAPERS:
        raise BadInputError(f"unknown paper {paper!r}; choose one of: {', '.join(PAPERS)}")
    if plots is not None:
        check_folder(plots)
    outcome = _run(paper, store, on, quiet=quiet)
    if json:
        print_json(outcome.as_json())
    else:
        for table in outcome.tables:
            _print(table)
        for sentence in outcome.summary:
            out.print(sentence, soft_wrap=True)
    if not outcome.complete:
        talk("interrupted; only finished tables are printed")
        return INTERRUPTED
    if plots is not None:
        written = plot_papers(outcome, plots)
        for file in written:
            talk(f"wrote {file}")
        if not written:
            talk(f"there is nothing to draw for {paper}")
    return DONE if outcome.reproduced else NOT_AS_ASKED


def _run(paper: str, store: Path | None, on: str | None, *, quiet: bool) -> Reproduction:
    """Runs a paper's experiments under a progress bar."""
    place = ALL_CORES if on is None else read_place(on)
    if paper in LONG:
        with counting_bar(paper, LONG[paper].RUNS, quiet=quiet) as done:
            return cast("Reproduction", LONG[paper].reproduce(done, store, place))
    if store is not None or on is not None:
        option = "--on" if store is None else "--store"
        raise BadInputError(f"{paper} takes only seconds; {option} is for {', '.join(LONG)}")
    with counting_bar(paper, SHORT[paper].RUNS, quiet=quiet) as done:
        return cast("Reproduction", SHORT[paper].reproduce(done))


def _print(table: Table) -> None:
    columns = list(dict.fromkeys(cell.column for cell in table.cells))
    by_row: dict[str, dict[str, Text | str]] = {}
    notes: dict[str, list[str]] = {}
    for cell in table.cells:
        shown: Text | str = cell.ours
        if cell.agrees is False:
            shown = Text.assemble((cell.ours, "yellow"), f" (paper {cell.paper})")
            notes.setdefault(cell.why or "no known reason", []).append(f"{cell.row}, {cell.column}")
        by_row.setdefault(cell.row, {})[cell.column] = shown
    agree = f" - {table.agreeing} of {table.compared} cells agree" if table.compared else ""
    grid = RichTable(title=f"{table.name}{agree}", title_justify="left", caption=table.caption,
                     caption_justify="left")  # fmt: skip
    grid.add_column(table.corner, no_wrap=True)
    for column in columns:
        grid.add_column(column)
    for row, cells in by_row.items():
        grid.add_row(row, *(cells.get(column, "") for column in columns))
    out.print(grid)
    for why, places in notes.items():
        where = "; ".join(places) if len(places) <= 4 else f"{len(places)} cells"
        out.print(f"  {where}: {why}", soft_wrap=True)
    out.print()
