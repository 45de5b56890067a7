"""``provebest tour``: finds a round trip and a bound on its error."""

from __future__ import annotations

import time
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from provebest.certificate.certify_tours import certify_tour
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
)
from provebest.problems import Tours, linear_law, proportional_to_depth, read_matrix
from provebest.problems.tours import WeightLaw
from provebest.search import BandwidthResult, find_path_within
from provebest.vocabulary import BadInputError, Stopped


class Heuristic(StrEnum):
    """The estimate that orders the search."""

    h0 = "h0"
    h1 = "h1"


def tour(
    matrix: Annotated[
        Path, typer.Argument(help="A matrix of costs as plain text, or a TSPLIB file.")
    ],
    e: Annotated[
        str | None,
        typer.Option(help="Assume that the estimate is at most this much above the true cost."),
    ] = None,
    d: Annotated[
        str,
        typer.Option(
            help="Assume that the true cost is at most this much above the upper estimate."
        ),
    ] = "0",
    heuristic: Annotated[
        Heuristic,
        typer.Option(help="h0 never exceeds the true cost; h1 may, but finds tours sooner."),
    ] = Heuristic.h1,
    weight: Annotated[
        str, typer.Option(help="Weight of h1: d/n, or A:B from the first city to the last (-1:1).")
    ] = "d/n",
    prove_optimal: Annotated[
        bool, typer.Option("--prove-optimal", help="Continue until the tour is proved cheapest.")
    ] = False,
    drop: Annotated[
        bool, typer.Option(help="Drop nodes that cannot be on a cheapest tour.")
    ] = True,
    max_open: Annotated[
        int | None, typer.Option(help="Stop when this many nodes are open.", min=1)
    ] = None,
    max_expansions: Annotated[
        int | None, typer.Option(help="Stop after this many expansions.", min=0)
    ] = None,
    certificate: CertificateFile = None,
    seconds: Seconds = None,
    megabytes: Megabytes = None,
    json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Find a cheap round trip, and a bound on its cost.

    The bound is the most that the tour can cost above the cheapest one. Without --e it is
    guaranteed by the estimates; with --e it holds if your --e is right.

    \b
    provebest tour cities.txt
    provebest tour gr17.tsp --prove-optimal
    provebest tour cities.txt --e 4 --max-open 500
    provebest tour gr17.tsp --prove-optimal --certificate proof.json
    """
    keep_what_was_read(matrix, certificate)
    check_outputs(certificate)
    problem = Tours(read_matrix(matrix), heuristic=heuristic.value, weight=_law(weight))
    begun = time.perf_counter()
    with watch_search(
        "tour",
        quiet=quiet,
        seconds=seconds,
        megabytes=megabytes,
        expansions=max_expansions,
        stored=max_open,
    ) as (limits, show):
        result = find_path_within(
            problem,
            e,
            d,
            prove_optimal=prove_optimal,
            drop=drop,
            limits=limits,
            on_event=show,
        )
    taken = time.perf_counter() - begun
    given = (
        f"the estimates guarantee how far {heuristic.value} can be wrong"
        if e is None
        else f"your --e says that {heuristic.value} exceeds the true cost by at most {e}"
    )
    if json:
        print_json({**_as_json(result, taken), "given": given})
    else:
        _print(problem, result, taken, given)
    if certificate is not None and not written(
        certificate, lambda: certify_tour(problem, result, e=e, d=d, weight=weight)
    ):
        return exit_code(result.stopped, as_asked=False)
    asked = (Stopped.PROVED,) if prove_optimal else (Stopped.PROVED, Stopped.FOUND)
    return exit_code(result.stopped, as_asked=result.stopped in asked)


def _law(text: str) -> WeightLaw:
    if text == "d/n":
        return proportional_to_depth
    at_root, colon, at_end = text.partition(":")
    if not colon:
        raise BadInputError(f"weight must be d/n, or two numbers such as 0.5:1; got {text!r}")
    return linear_law(at_root, at_end)


def _as_json(result: BandwidthResult[tuple[int, ...], int], taken: float) -> dict[str, Any]:
    optimum = result.optimum
    return {
        "tour": list(result.path[-1]) if result.path else None,
        "cost": result.cost,
        "at_most_above_optimum": result.at_most_above_optimum,
        "expansions": result.counters.expanded,
        "stopped": result.stopped.value,
        "reason": result.reason,
        "proved": result.proved,
        "completed": result.completed,
        "optimum_between": None if optimum is None else [optimum.lo, optimum.hi],
        "first_goal_cost": result.first_goal_cost,
        "expansions_at_first_goal": result.expanded_at_first_goal,
        "generated": result.counters.generated,
        "evaluations": result.counters.evaluated,
        "dropped": result.dropped,
        "open": result.open_left,
        "peak_open": result.peak_open,
        "seconds": taken,
    }


def _print(
    problem: Tours, result: BandwidthResult[tuple[int, ...], int], taken: float, given: str
) -> None:
    if result.path:
        out.print(bold("tour"), f"{problem.show(result.path[-1])}-1", soft_wrap=True)
        how = " (completed by the nearest-city rule)" if result.completed else ""
        out.print(bold("cost"), f"{result.cost:g}{how}")
    else:
        out.print(bold("no tour yet"))
    above = result.at_most_above_optimum
    if above is not None:
        out.print(f"at most {above:g} above the cheapest tour")
    if result.optimum is not None:
        lo, hi = result.optimum.lo, result.optimum.hi
        out.print(f"the cheapest tour costs between {lo:g} and {hi:g}")
    out.print(f"stopped: {result.stopped.value} - {result.reason}.", soft_wrap=True)
    out.print(f"basis of these bounds: {given}.", soft_wrap=True)
    count = result.counters
    out.print(
        f"expanded {count.expanded:,}, generated {count.generated:,}, dropped {result.dropped:,}, "
        f"open {result.open_left:,} (at most {result.peak_open:,}); {taken:.2f} s"
    )
