"""``provebest perft``: counts move sequences, and compares the counts with an engine's."""

from __future__ import annotations

import time
from typing import Annotated, Any

import typer

from provebest.bench.move_counters import EngineCount, PerftEngine, differences
from provebest.cli.shared import (
    DONE,
    INTERRUPTED,
    NOT_AS_ASKED,
    AsJson,
    Chess960,
    Quiet,
    bold,
    counting_bar,
    interruptible,
    out,
    print_json,
    talk,
)
from provebest.games.chess import ChessPosition, Perft, fen_of, read_position
from provebest.games.chess import perft as count_moves
from provebest.vocabulary import BadInputError
from provebest.vocabulary.outside import visible


def perft(
    fen: Annotated[str, typer.Argument(help="The position as a FEN in quotes, or startpos.")],
    depth: Annotated[int, typer.Argument(help="Number of plies; 0 counts the position itself.")],
    chess960: Chess960 = False,
    divide: Annotated[
        bool, typer.Option("--divide", help="Also print the count for each legal move.")
    ] = False,
    against: Annotated[
        str | None,
        typer.Option(help="Compare with an engine that knows 'go perft', such as stockfish."),
    ] = None,
    json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Count the ways to play a number of plies.

    This is the usual test of a move generator.

    \b
    provebest perft startpos 6
    provebest perft "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -" 4 --divide
    provebest perft startpos 6 --against stockfish
    """
    if against is not None and depth < 1:
        raise BadInputError(f"--against needs a depth of 1 or more; got {depth}")
    position = read_position(fen_of(fen), chess960=chess960, any_check=True)
    begun = time.perf_counter()
    counted = _count(position, depth, quiet=quiet)
    taken = time.perf_counter() - begun
    engine = _race(against, position, counted) if against is not None and counted.complete else None
    stopped = not counted.complete or (against is not None and engine is None)
    answer = _as_json(position, counted, taken, engine, divide=divide)
    if json:
        print_json(answer)
    else:
        _print(counted, answer, engine, divide=divide)
    if stopped:
        return INTERRUPTED
    return DONE if engine is None or answer["against"]["agrees"] else NOT_AS_ASKED


def _count(position: ChessPosition, depth: int, *, quiet: bool) -> Perft:
    shown = 0
    with (
        interruptible() as cancel,
        counting_bar("perft", len(position.legal_moves()), quiet=quiet) as done,
    ):

        def show(counted: int, _moves: int, _nodes: int) -> None:
            nonlocal shown
            for _ in range(shown, counted):
                done()
            shown = counted

        return count_moves(position, depth, cancel=cancel, on_count=show)


def _race(name: str, position: ChessPosition, counted: Perft) -> EngineCount | None:
    try:
        with PerftEngine(name, chess960=position.chess960) as engine:
            return engine.count(position.fen(), counted.depth, counted.nodes)
    except KeyboardInterrupt:
        talk("interrupted before the engine had finished")
        return None


def _as_json(
    position: ChessPosition,
    counted: Perft,
    taken: float,
    engine: EngineCount | None,
    *,
    divide: bool,
) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "fen": position.fen(),
        "depth": counted.depth,
        "nodes": counted.nodes if counted.complete else None,
        "seconds": taken,
        "complete": counted.complete,
        "counted": counted.nodes,
    }
    shares = dict(counted.shares)
    if divide:
        answer["divide"] = shares
    if engine is not None:
        answer["against"] = {
            "engine": engine.engine,
            "nodes": engine.nodes,
            "seconds": engine.seconds,
            "agrees": engine.nodes == counted.nodes and engine.shares == shares,
            "times_as_fast": engine.seconds / taken,
            "differences": differences(shares, engine.shares),
        }
    return answer


def _print(
    counted: Perft, answer: dict[str, Any], engine: EngineCount | None, *, divide: bool
) -> None:
    if divide:
        for move, nodes in counted.shares:
            out.print(f"{move:<5} {nodes:>15,}")
    if not counted.complete:
        out.print(f"interrupted: {counted.nodes:,} counted so far")
        return
    out.print(bold(f"{counted.nodes:,}"), f"ways to play {counted.depth} plies")
    out.print(_pace("provebest", counted.nodes, answer["seconds"]))
    if engine is None:
        return
    out.print(_pace(visible(engine.engine), engine.nodes, engine.seconds))
    if answer["against"]["agrees"]:
        out.print(
            f"same counts; provebest is {answer['against']['times_as_fast']:.2f} times as fast"
        )
    else:
        out.print(bold("the counts differ:"), *answer["against"]["differences"], sep="\n")


def _pace(name: str, nodes: int, seconds: float) -> str:
    return f"{name}: {seconds:.3f} s, {nodes / seconds / 1e6:.1f} million per second"
