"""``provebest tree``: runs B* on an artificial tree or on a tree from a file."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from provebest.certificate.certify_intervals import certify_intervals
from provebest.cli.certifying import CertificateFile, written
from provebest.cli.shared import (
    AsJson,
    Megabytes,
    Quiet,
    Seconds,
    bold,
    check_outputs,
    exit_code,
    keep_what_was_read,
    out,
    print_json,
    watch_search,
    write_all,
    write_file,
)
from provebest.drawing.interval_drawing import as_dot, as_svg, as_text
from provebest.games import CanonicalTree, read_tree
from provebest.games.protocol import Game
from provebest.search import STRATEGIES, BStarResult
from provebest.search.intervals import interval_search
from provebest.search.intervals.compiled import CompiledIntervalSearch
from provebest.search.intervals.search import IntervalSearch
from provebest.vocabulary import BadInputError, Stopped, run


def tree(
    file: Annotated[
        Path | None, typer.Argument(help="A tree as JSON (default: generate a random one).")
    ] = None,
    width: Annotated[int, typer.Option(help="Arcs at each node.")] = 3,
    range_: Annotated[int, typer.Option("--range", help="The root's interval is 0 to this.")] = 100,
    iteration: Annotated[int, typer.Option(help="Number of the tree of that width and range.")] = 1,
    strategy: Annotated[str, typer.Option(help=f"One of: {', '.join(STRATEGIES)}.")] = "2DRM",
    collapse: Annotated[
        bool, typer.Option("--collapse", help="Replace intervals of width 2 or less by their mean.")
    ] = False,
    max_nodes: Annotated[
        int | None, typer.Option(help="Stop before more nodes than this (30,000 in the paper).")
    ] = None,
    max_depth: Annotated[
        int | None, typer.Option(help="Stop before going deeper than this (100 in the paper).")
    ] = None,
    regret: Annotated[
        float,
        typer.Option(help="Stop once a move is at most this much worse than any other."),
    ] = 0,
    draw: Annotated[bool, typer.Option("--draw", help="Print the searched tree.")] = False,
    svg: Annotated[
        Path | None, typer.Option(help="Write the searched tree as a picture (SVG).")
    ] = None,
    certificate: CertificateFile = None,
    dot: Annotated[Path | None, typer.Option(help="Write the searched tree for Graphviz.")] = None,
    seconds: Seconds = None,
    megabytes: Megabytes = None,
    json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Find the best move in a tree of intervals, and prove it. Moves (arcs) are numbered from 0.

    \b
    provebest tree --width 5 --range 1600 --iteration 2 --strategy GPN
    provebest tree --width 3 --range 100 --iteration 1 --draw
    provebest tree mytree.json --strategy ADM --svg tree.svg
    provebest tree --width 5 --range 1600 --certificate proof.json
    provebest tree --width 5 --range 1600 --regret 80
    """
    game: Game[Any, Any]
    check_outputs(svg, dot, certificate)
    if file is not None:
        if collapse:
            raise BadInputError("--collapse works only with generated trees, not with a file")
        keep_what_was_read(file, svg, dot, certificate)
        game = read_tree(file)
    else:
        canonical = CanonicalTree(width, range_, iteration)
        game = canonical.collapsed() if collapse else canonical
    search: IntervalSearch[Any, Any] | CompiledIntervalSearch[Any, Any] = interval_search(
        game, strategy, max_depth=max_depth, max_nodes=max_nodes, regret=regret
    )
    begun = time.perf_counter()
    with watch_search("tree", quiet=quiet, seconds=seconds, megabytes=megabytes) as (limits, show):
        result = run(search, limits, show)
    taken = time.perf_counter() - begun
    if json:
        print_json(_as_json(result, taken))
    else:
        _print(result, taken)
    if draw and not json:
        out.print(as_text(search.root), soft_wrap=True)
    certified: list[bool] = []
    writers: list[Callable[[], object]] = []
    if svg is not None:
        writers.append(lambda: write_file(svg, as_svg(search.root)))
    if dot is not None:
        writers.append(lambda: write_file(dot, as_dot(search.root)))
    if certificate is not None:
        writers.append(
            lambda: certified.append(written(certificate, lambda: certify_intervals(search)))
        )
    write_all(*writers)
    as_asked = result.stopped in (Stopped.PROVED, Stopped.WITHIN_REGRET)
    return exit_code(result.stopped, as_asked=as_asked and all(certified))


def _as_json(result: BStarResult[Any], taken: float) -> dict[str, Any]:
    return {
        "arc": result.move,
        "lo": result.best.lo,
        "hi": result.best.hi,
        "rivals_hi": result.rival_bound,
        "regret": result.regret,
        "expanded": result.counters.expanded,
        "generated": result.counters.generated,
        "depth": result.depth,
        "stopped": result.stopped.value,
        "reason": result.reason,
        "proved": result.proved,
        "value_between": [result.value.lo, result.value.hi],
        "line": list(result.line),
        "violations": result.violations,
        "seconds": taken,
    }


def _print(result: BStarResult[Any], taken: float) -> None:
    out.print(bold(f"arc {result.move}"), f"is worth [{result.best.lo:g}, {result.best.hi:g}]")
    bound = "at most" if result.max_chooses else "at least"
    out.print(f"every other arc is worth {bound} {result.rival_bound:g}")
    out.print(f"stopped: {result.stopped.value} - {result.reason}.", soft_wrap=True)
    out.print(
        f"expanded {result.counters.expanded:,}, generated {result.counters.generated:,}, "
        f"depth {result.depth}; {taken:.2f} s"
    )
