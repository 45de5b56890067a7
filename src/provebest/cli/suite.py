"""``provebest suite``: solves a file of test positions, and compares with other engines."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from provebest.argument.notation import san
from provebest.chess.defaults import DEFAULT_CONFIDENCE
from provebest.chess.limits import limits_from
from provebest.chess.probes.auto import find_prober
from provebest.chess.probes.engine_facts import NATIVE, engine_of
from provebest.cli.caching import Cache, cache_as_json, file_of, print_cache, read_cache, run_cache
from provebest.cli.placing import Aside, On, workers_option
from provebest.cli.probing import Threads, print_threads, threads_as_json
from provebest.cli.shared import (
    DONE,
    INTERRUPTED,
    NOT_AS_ASKED,
    AsJson,
    EvaluationName,
    Quiet,
    check_outputs,
    counting_bar,
    interruptible,
    keep_what_was_read,
    out,
    print_json,
    talk,
)
from provebest.games.boards import board_from
from provebest.games.chess_evaluation import DEFAULT_EVALUATION
from provebest.search.pbstar import DEFAULT_CONTROL
from provebest.suites.epd import read_suite
from provebest.suites.plot import Prices, check_plot, plot_suite
from provebest.suites.suite import (
    DEFAULT_SECONDS,
    SEARCHES,
    Choice,
    Verdict,
    solve_all,
    summary,
)
from provebest.suites.uci_rivals import UciRival
from provebest.vocabulary import BadInputError
from provebest.vocabulary.outside import visible
from provebest.work.place import ONE_PROCESS, Place, choose_place


def suite(
    file: Annotated[
        Path, typer.Argument(help="An EPD file of positions with best (bm) or bad (am) moves.")
    ],
    seconds: Annotated[
        float | None,
        typer.Option(help="Thinking time in seconds per position (default 1).", min=0.001),
    ] = None,
    nodes: Annotated[int | None, typer.Option(help="Node limit per position.", min=1)] = None,
    search: Annotated[str, typer.Option(help=f"One of: {', '.join(SEARCHES)}.")] = "bstar",
    control: Annotated[
        str, typer.Option(help="Kind of bstar: modern or classic.")
    ] = DEFAULT_CONTROL,
    prober: Annotated[
        str, typer.Option(help="Engine for the probes of bstar: native, or uci:ENGINE.")
    ] = NATIVE,
    evaluation: EvaluationName = DEFAULT_EVALUATION,
    threads: Threads = 1,
    probe_depth: Annotated[
        int, typer.Option(help="With --control classic: plies of each probe.", min=1, max=20)
    ] = 4,
    expansions: Annotated[
        int | None,
        typer.Option(
            help="With --control classic: expansion limit per position (default 225).", min=1
        ),
    ] = None,
    confidence: Annotated[
        float,
        typer.Option(help="With bstar: stop early when this sure of the move (0.5 to 1)."),
    ] = DEFAULT_CONFIDENCE,
    every: Annotated[int, typer.Option(help="Use only every Nth position.", min=1)] = 1,
    limit: Annotated[int | None, typer.Option(help="Use only this many positions.", min=1)] = None,
    skip: Annotated[
        list[str] | None, typer.Option(help="Leave out the position with this id; repeatable.")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(help="Compare with these engines, such as stockfish,gnuchess,toga2."),
    ] = None,
    plain: Annotated[
        bool,
        typer.Option(
            help="With --prober uci:ENGINE: also run that engine alone, with as many nodes as B*."
        ),
    ] = False,
    workers: Annotated[int, workers_option("Solve this many positions at a time.")] = 1,
    on: On = None,
    cache: Cache = None,
    plot: Annotated[
        Path | None,
        typer.Option(help="Plot the share solved by time or nodes (needs matplotlib)."),
    ] = None,
    positions: Annotated[
        bool, typer.Option(help="List every position in the JSON, or only the totals.")
    ] = True,
    json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Solve a test suite, and compare with other engines.

    \b
    provebest suite wac.epd --seconds 0.2
    provebest suite wac.epd --seconds 1 --search alphabeta
    provebest suite wac.epd --nodes 100000 --workers 2 --json
    provebest suite wac.epd --seconds 0.2 --against stockfish,gnuchess
    provebest suite wac.epd --nodes 100000 --plot solved.png
    provebest suite wac.epd --nodes 400000 --prober uci:stockfish --plain
    provebest suite wac.epd --nodes 400000 --confidence 0.98
    provebest suite sts.epd --every 12 --control classic --expansions 450 --probe-depth 5
    """
    prober = find_prober(prober, evaluation)
    chosen = Choice(
        search,
        control,
        prober,
        probe_depth,
        expansions,
        confidence,
        evaluation,
        threads,
        read_cache(cache),
    )
    if seconds is None and nodes is None and expansions is None:
        seconds = DEFAULT_SECONDS
    limits = limits_from(None, seconds=seconds, nodes=nodes)
    exercises = read_suite(file, skip=skip or (), every=every, limit=limit)
    rivals = [UciRival(name) for name in _rival_names(chosen, against, plain=plain)]
    if plot is not None:
        check_plot(plot)
        keep_what_was_read(file, plot)
        check_outputs(plot, kept=file_of(chosen.cache))
    place, aside = choose_place(on, workers), Aside()
    _check_place(place, len(rivals), plain=plain)
    if against is not None and seconds is None:
        raise BadInputError("--against needs --seconds, because engines count nodes differently")
    verdicts: dict[int, Verdict] = {}
    with (
        ExitStack() as engines,
        run_cache(cache, place, file) as kept,
        interruptible() as cancel,
        counting_bar(file.name, len(exercises), quiet=quiet) as done,
    ):
        for rival in rivals:
            engines.enter_context(rival)
            _report_failure(rival)
        answers = solve_all(
            chosen,
            exercises,
            replace(limits, cancel=cancel),
            on=place,
            if_set_aside=aside,
            cache=kept,
        )
        for number, verdict in answers:
            verdicts[number] = verdict
            _run_rivals(rivals, verdict, seconds, plain=plain)
            done()
            if cancel.is_set():
                break
    in_order = [verdicts[number] for number in sorted(verdicts)]
    answer: dict[str, Any] = {
        "file": file.name,
        "search": search,
        "control": control if search == "bstar" else None,
        "prober": prober if search == "bstar" else None,
        "evaluation": chosen.used_evaluation,
        **threads_as_json(chosen.deep_threads),
        "seconds": seconds,
        "nodes_allowed": nodes,
        "confidence": confidence if search == "bstar" else None,
        "probe_depth": probe_depth if (search, control) == ("bstar", "classic") else None,
        "expansions_allowed": expansions,
        **cache_as_json(kept),
        "interrupted": len(in_order) + aside.jobs < len(exercises),
        **summary(in_order),
        "against": [rival.as_json() for rival in rivals],
        "positions": [_position_as_json(verdict, rivals) for verdict in in_order],
    }
    if json:
        print_json(answer if positions else {**answer, "positions": None})
    else:
        _print(answer, len(exercises))
        print_threads(chosen.deep_threads)
        print_cache(kept)
    sys.stdout.flush()  # so that the answer is printed even if the plot cannot be written
    if plot is not None and in_order:
        by_time = seconds is not None
        plot_suite(
            plot,
            file.name,
            "seconds" if by_time else "nodes",
            _prices(f"provebest {search}", in_order, rivals, by_time=by_time),
        )
        talk(f"wrote {plot}")
    if answer["interrupted"]:
        return INTERRUPTED
    return NOT_AS_ASKED if aside.jobs else DONE


def _check_place(place: Place, rivals: int, *, plain: bool) -> None:
    if rivals and place != ONE_PROCESS:
        option = "--plain" if plain else "--against"
        raise BadInputError(f"{option} needs --workers 1, so that nothing disturbs the timing")


def _prices(
    name: str, verdicts: list[Verdict], rivals: list[UciRival], *, by_time: bool
) -> dict[str, Prices]:
    """The price of every position, in seconds or nodes, for our search and for each rival."""
    ours = [(v.solution.seconds if by_time else v.solution.nodes, v.solved) for v in verdicts]
    theirs = {
        rival.name: [(p.seconds if by_time else p.nodes, p.solved) for p in rival.played]
        for rival in rivals
    }
    return {name: ours, **theirs}


def _rival_names(chosen: Choice, against: str | None, *, plain: bool) -> list[str]:
    """Names of the engines to compare with; for --plain only the engine of the probes.

    Engines count nodes differently, so --plain can compare only an engine with itself.
    """
    if not plain:
        return against.split(",") if against is not None else []
    if against is not None:
        raise BadInputError("--plain and --against cannot be used together")
    engine = engine_of(chosen.prober)
    if chosen.search != "bstar" or engine is None:
        raise BadInputError("--plain needs --search bstar and --prober uci:ENGINE")
    return [engine]


def _run_rivals(
    rivals: list[UciRival], verdict: Verdict, seconds: float | None, *, plain: bool
) -> None:
    for rival in rivals:
        if rival.failure is None:
            nodes = max(1, verdict.solution.nodes) if plain else None
            rival.solve(verdict.exercise, None if plain else seconds, nodes)
            _report_failure(rival)


def _report_failure(rival: UciRival) -> None:
    if rival.failure is not None:
        talk(f"{rival.failure}; continuing without it")


def _position_as_json(verdict: Verdict, rivals: list[UciRival]) -> dict[str, Any]:
    exercise, solution = verdict.exercise, verdict.solution
    board = board_from(exercise.fen, chess960=False)
    entry: dict[str, Any] = {
        "id": exercise.name,
        "fen": exercise.fen,
        "move": solution.move,
        "san": san(board, solution.move),
        "solved": verdict.solved,
        "best": [san(board, move) for move in exercise.best],
        "avoid": [san(board, move) for move in exercise.avoid],
        "points": verdict.points if exercise.points else None,
        "value": solution.value,
        "depth": solution.depth,
        "nodes": solution.nodes,
        "seconds": solution.seconds,
        "expansions": solution.expansions,
        "stopped_early": solution.stopped_early,
    }
    if rivals:
        entry["against"] = {
            rival.name: {"move": played.move, "solved": played.solved}
            for rival in rivals
            for played in rival.played
            if played.exercise is exercise
        }
    return entry


def _print(answer: dict[str, Any], asked: int) -> None:
    missed = [entry for entry in answer["positions"] if not entry["solved"]]
    for entry in missed:
        solution = " or ".join(entry["best"]) or f"not {' or '.join(entry['avoid'])}"
        line = f"{visible(entry['id'])}: {entry['san']}, solution {solution}"
        out.print(line, soft_wrap=True)
    table = Table(box=None, pad_edge=False)
    for name in ("", "solved", "of", "points", "seconds each", "nodes per second"):
        table.add_column(name, justify="left" if not name else "right")
    for row in ({"engine": f"provebest {answer['search']}", **answer}, *answer["against"]):
        pace, mean, points = row["nodes_per_second"], row["mean_seconds"], row["points"]
        table.add_row(
            visible(row["engine"]),
            str(row["solved"]),
            str(row["total"]),
            "" if points is None else f"{points:,}",
            "" if mean is None else f"{mean:.3f}",
            "" if pace is None else f"{pace:,.0f}",
        )
    out.print(table)
    if answer["stopped_early"]:
        out.print(
            f"stopped early in {answer['stopped_early']} positions, "
            f"{answer['stopped_early_right']} of them solved"
        )
    if answer["interrupted"]:
        out.print(f"interrupted: {answer['total']} of {asked} positions were searched")
