"""``provebest audit``: checks the claims of arguments with another engine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from provebest.chess.probes.probers import Probers
from provebest.chess.probes.uci import find_engine
from provebest.cli.caching import Cache, cache_as_json, print_cache, run_cache
from provebest.cli.placing import Aside, On, workers_option
from provebest.cli.probing import AUTO, ProberName, choose_prober
from provebest.cli.shared import (
    DONE,
    NOT_AS_ASKED,
    AsJson,
    EvaluationName,
    Quiet,
    counting_bar,
    keep_what_was_read,
    out,
    print_json,
)
from provebest.games.chess_evaluation import DEFAULT_EVALUATION
from provebest.search.pbstar import DEFAULT_CONTROL
from provebest.suites.audit import NOT_CLAIMED, SEED, TOLERANCE, positions, shares
from provebest.suites.audit import audit as audit_positions
from provebest.vocabulary.outside import visible
from provebest.work.place import choose_place


def audit(
    file: Annotated[
        Path, typer.Argument(help="Games in PGN; positions are chosen from them at random.")
    ],
    wanted: Annotated[int, typer.Option("--positions", help="Number of positions.", min=1)] = 100,
    depth: Annotated[
        int, typer.Option(help="Depth of the checking engine's searches.", min=1, max=60)
    ] = 20,
    nodes: Annotated[int, typer.Option(help="Nodes for each analysis.", min=1)] = 1_000_000,
    control: Annotated[str, typer.Option(help="Search: modern or classic.")] = DEFAULT_CONTROL,
    prober: ProberName = AUTO,
    evaluation: EvaluationName = DEFAULT_EVALUATION,
    engine: Annotated[
        str, typer.Option(help="The checking engine, by path or by name.")
    ] = "stockfish",
    tolerance: Annotated[
        int,
        typer.Option(
            help="Ignore differences up to this, in hundredths of Stockfish's pawn.", min=0
        ),
    ] = TOLERANCE,
    scale: Annotated[
        int | None,
        typer.Option(
            help="The checking engine's value, in hundredths, at which a side scores 73 % of the "
            "points. Known for Ethereal 12 (160); all others count as Stockfish (113).",
            min=1,
            max=10_000,
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Random seed of the choice of positions.")] = SEED,
    at_least: Annotated[
        float | None,
        typer.Option(help="Exit with code 1 if a smaller share of claims holds.", min=0, max=1),
    ] = None,
    workers: Annotated[int, workers_option("Check this many positions at a time.")] = 1,
    on: On = None,
    cache: Cache = None,
    store: Annotated[
        Path | None, typer.Option(help="Keep results in this file and continue from it.")
    ] = None,
    json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Check claims of our analyses with another engine.

    Positions of real games are analysed, and the engine checks every claim about them.

    \b
    provebest audit games.pgn --positions 20 --depth 16 --store audit.jsonl
    provebest audit games.pgn --positions 100 --depth 20 --workers 2 --at-least 0.99
    """
    choice = choose_prober(prober, evaluation)
    find_engine(engine)
    place, aside = choose_place(on, workers), Aside()
    Probers(choice).close()  # an engine that cannot be started is reported here, in one sentence
    keep_what_was_read(file, store)
    fens = positions(file, wanted, seed)
    with (
        run_cache(cache, place, file) as kept,
        counting_bar("audit", len(fens), quiet=quiet) as done,
    ):
        settings = (control, nodes, engine, depth, tolerance, scale)
        checks = audit_positions(
            fens,
            settings,
            prober=choice,
            on_job=done,
            store=store,
            on=place,
            if_set_aside=aside,
            cache=kept,
        )
    counted = shares(checks)
    held, made = counted["all"]
    share = held / made if made else 1.0
    answer: dict[str, Any] = {
        "positions": len(fens) - aside.jobs,
        "depth": depth,
        "engine": engine,
        "nodes": nodes,
        "control": control,
        "prober": choice.name,
        "evaluation": choice.own_evaluation,
        "tolerance": tolerance,
        "scale": scale,
        **cache_as_json(kept),
        "claims": made,
        "held": held,
        "share": round(share, 4),
        "not_claimed": sum(check["kind"] == NOT_CLAIMED for check in checks),
        "kinds": {kind: {"held": h, "made": m} for kind, (h, m) in counted.items()},
        "failures": [check for check in checks if not check["holds"]],
    }
    if json:
        print_json(answer)
    else:
        _print(answer, choice.facts.name)
        print_cache(kept)
    as_asked = not aside.jobs and (at_least is None or share >= at_least)
    return DONE if as_asked else NOT_AS_ASKED


def _print(answer: dict[str, Any], maker: str) -> None:
    for check in answer["failures"]:
        out.print(
            visible(check["fen"]),
            f"\n  {visible(check['kind'])}: {visible(check['claim'])}; {visible(check['engine'])}",
            sep="",
            soft_wrap=True,
        )
    table = Table(box=None, pad_edge=False)
    for name in ("claim", "held", "made", "share"):
        table.add_column(name, justify="left" if name == "claim" else "right")
    for kind, counts in answer["kinds"].items():
        share = counts["held"] / counts["made"] if counts["made"] else 1.0
        table.add_row(visible(kind), str(counts["held"]), str(counts["made"]), f"{share:.1%}")
    out.print(table)
    out.print(
        f"{answer['positions']} positions, {answer['nodes']:,} nodes each by "
        f"{visible(maker)}; checked by "
        f"{visible(answer['engine'])} at depth {answer['depth']}, within "
        f"{answer['tolerance'] / 100:.2f} pawns; no claim was made about "
        f"{answer['not_claimed']} other moves and replies",
        soft_wrap=True,
    )
