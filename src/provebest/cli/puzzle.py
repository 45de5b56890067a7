"""``provebest puzzle``: solves a sliding-tile puzzle and draws the path."""

from __future__ import annotations

import time
from enum import StrEnum
from typing import Annotated, Any

import typer

from provebest.cli.drawing import draw_path
from provebest.cli.shared import (
    AsJson,
    Megabytes,
    Quiet,
    Seconds,
    bold,
    exit_code,
    out,
    print_json,
    watch_search,
)
from provebest.problems import SlidingTiles
from provebest.search import PathResult, Storage, find_path, varying_depth
from provebest.search.path.look_ahead import DepthRule
from provebest.vocabulary import BadInputError


class Tie(StrEnum):
    """Which of several equally good nodes is developed first."""

    newest = "newest"
    oldest = "oldest"


class Duplicates(StrEnum):
    """What to do if a board is reached again."""

    ignore = "ignore"
    relink = "relink"
    reopen = "reopen"


class Operators(StrEnum):
    """The order of operators when nodes are developed one operator at a time."""

    fixed = "fixed"
    learned = "learned"


class EstimateName(StrEnum):
    """The four estimates of Doran and Michie."""

    E1 = "E1"
    E2 = "E2"
    E3 = "E3"
    E4 = "E4"


def puzzle(
    board: Annotated[
        str, typer.Argument(help="The tiles row by row, 0 for the blank, such as 216408753.")
    ],
    goal: Annotated[
        str | None,
        typer.Option(help="The goal (default: 123804765 for 3x3, else in order, blank last)."),
    ] = None,
    w: Annotated[str, typer.Option(help="Weight of the sequence count S in P + w*S.")] = "0",
    wt: Annotated[
        str, typer.Option(help="Weight, 0 to 1: 0 breadth-first, 0.5 A*, 1 Graph Traverser.")
    ] = "0.5",
    estimate: Annotated[
        EstimateName,
        typer.Option(help="E1 misplaced tiles, E2 P (distances), E3 S (sequence), E4 P + w*S."),
    ] = EstimateName.E4,
    look_ahead: Annotated[
        str, typer.Option(help="Look-ahead depth; 1..4 for 1 near the goal and 4 far from it.")
    ] = "0",
    tie: Annotated[
        Tie, typer.Option(help="Which of several equally good nodes to develop first.")
    ] = Tie.newest,
    duplicates: Annotated[
        Duplicates | None,
        typer.Option(
            help="What to do if a board is reached again; 'ignore' is Rosenberg's rule "
            "(default: reopen; with --wt 1: ignore)."
        ),
    ] = None,
    operators: Annotated[
        Operators | None,
        typer.Option(help="Develop nodes one operator at a time, in this order."),
    ] = None,
    storage: Annotated[
        int | None, typer.Option(help="Restart from the best node when this many are stored.")
    ] = None,
    advance: Annotated[
        int | None,
        typer.Option(help="With --storage: commit to this many steps, keep the nodes below."),
    ] = None,
    keep_trees: Annotated[
        int, typer.Option(help="Keep this many look-ahead trees for reuse.", min=0)
    ] = 0,
    optimum: Annotated[
        float | None,
        typer.Option(help="The shortest length, if known; the efficiencies are printed with it."),
    ] = None,
    max_developed: Annotated[
        int | None, typer.Option(help="Stop after developing this many nodes.", min=0)
    ] = None,
    seconds: Seconds = None,
    megabytes: Megabytes = None,
    json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Solve a sliding-tile puzzle and draw the path.

    \b
    provebest puzzle 216408753
    provebest puzzle 824107563 --w 1.5 --look-ahead 4 --duplicates ignore
    provebest puzzle "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15" \\
        --goal "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"
    """
    problem = SlidingTiles(board, goal, w=w, estimate=estimate.value)
    store = None if storage is None else Storage(storage, advance)
    if store is None and advance is not None:
        raise BadInputError("--advance works only with --storage")
    begun = time.perf_counter()
    with watch_search(
        "puzzle", quiet=quiet, seconds=seconds, megabytes=megabytes, expansions=max_developed
    ) as (limits, show):
        result = find_path(
            problem,
            weight=wt,
            look_ahead=_depth(look_ahead, problem),
            tie=tie.value,
            duplicates=None if duplicates is None else duplicates.value,
            operators=None if operators is None else operators.value,
            storage=store,
            keep_trees=keep_trees,
            optimum=optimum,
            limits=limits,
            on_event=show,
        )
    taken = time.perf_counter() - begun
    if json:
        print_json(_as_json(problem, result, taken))
    else:
        _print(problem, result, taken)
    return exit_code(result.stopped, as_asked=result.solved)


def _depth(text: str, problem: SlidingTiles) -> int | DepthRule:
    nearest, dots, farthest = text.partition("..")
    if not nearest.isdecimal() or (dots and not farthest.isdecimal()) or len(text) > 8:
        raise BadInputError(f"look-ahead must be a depth such as 2, or 1..4; got {text!r}")
    if not dots:
        return int(nearest)
    start = problem.estimate(problem.start()) / problem.scale
    return varying_depth(int(nearest), int(farthest), start)


def _as_json(problem: SlidingTiles, result: PathResult[bytes, str], taken: float) -> dict[str, Any]:
    boards = [problem.show(state) for state in result.path]
    return {
        "solved": result.solved,
        "length": result.length if result.solved else None,
        "cost": result.cost,
        "developed": result.counters.expanded,
        "path": boards if result.solved else [],
        "evaluations": result.counters.evaluated,
        "generated": result.counters.generated,
        "moves": "".join(result.actions) if result.solved else "",
        "proved": result.proved,
        "stopped": result.stopped.value,
        "reason": result.reason,
        "at_most_times_optimum": result.at_most_times_optimum,
        "penetrance": result.penetrance,
        "path_efficiency": result.path_efficiency,
        "development_efficiency": result.development_efficiency,
        "stored": result.stored,
        "restarts": result.restarts,
        "closest": None if result.solved else {"board": boards[-1], "path": boards},
        "seconds": taken,
    }


def _print(problem: SlidingTiles, result: PathResult[bytes, str], taken: float) -> None:
    draw_path(out, problem, result)
    count = result.counters
    if result.solved:
        out.print("\n", bold(f"{result.length} steps"), f": {''.join(result.actions)}", sep="")
    else:
        at_goal = problem.is_goal(result.path[-1])
        drawn = (
            "reaches the goal, but the search stopped before it selected the goal"
            if at_goal
            else "comes nearest to the goal"
        )
        out.print("\n", bold("not solved"), f"; the path above {drawn}", sep="")
    out.print(f"stopped: {result.stopped.value} - {result.reason}.", soft_wrap=True)
    out.print(
        f"developed {count.expanded:,}, generated {count.generated:,}, evaluated "
        f"{count.evaluated:,}, stored {result.stored:,}, restarts {result.restarts}; {taken:.2f} s"
    )
    shares = {
        "penetrance": result.penetrance,
        "path efficiency": result.path_efficiency,
        "development efficiency": result.development_efficiency,
    }
    known = [f"{name} {share:.3f}" for name, share in shares.items() if share is not None]
    if known:
        out.print(", ".join(known))
