"""``provebest compare``: compares some moves of a position with each other."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from provebest.argument.notation import san, san_line
from provebest.chess.explain.arguing import name_engine
from provebest.chess.explain.comparing import Comparison, compare_moves, read_moves
from provebest.chess.searches import Settings
from provebest.cli.probing import (
    AUTO,
    ProberName,
    Threads,
    choose_prober,
    print_threads,
    threads_as_json,
)
from provebest.cli.shared import (
    AsJson,
    Chess960,
    EvaluationName,
    Quiet,
    exit_code,
    interruptible,
    out,
    print_json,
    progress_bar,
)
from provebest.games.chess import fen_of
from provebest.games.chess_evaluation import DEFAULT_EVALUATION
from provebest.games.game_so_far import read_game
from provebest.vocabulary.outside import visible


def compare(
    fen: Annotated[str, typer.Argument(help="The position as a FEN in quotes, or startpos.")],
    moves: Annotated[list[str], typer.Argument(help="Two or more moves, such as Nf3 or g1f3.")],
    seconds: Annotated[
        float | None, typer.Option(help="Thinking time in seconds (default 3).", min=0.001)
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(help="Node limit; the result is then repeatable.", min=1)
    ] = None,
    prober: ProberName = AUTO,
    evaluation: EvaluationName = DEFAULT_EVALUATION,
    threads: Threads = 1,
    chess960: Chess960 = False,
    json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Compare two or more moves of a chess position.

    Print the value of each move, and the line that decides.

    \b
    provebest compare startpos e4 Nf3 a3
    provebest compare "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3" Bb5 d4
    """
    game = read_game(fen_of(fen), chess960=chess960)
    named = read_moves(game, moves)
    choice = choose_prober(prober, evaluation, threads=threads)
    settings = Settings(seconds=seconds, nodes=nodes, prober=choice)
    with interruptible() as cancel, progress_bar("compare", quiet=quiet) as show:
        comparison = compare_moves(game, named, settings=settings, cancel=cancel, on_event=show)
    if json:
        print_json(_as_json(comparison))
    else:
        _print(comparison)
    return exit_code(comparison.analysis.stopped, as_asked=True)


def _as_json(comparison: Comparison) -> dict[str, Any]:
    board = comparison.analysis.board()
    result = comparison.analysis.result
    return {
        "fen": comparison.fen,
        "best": comparison.moves[0].move,
        "san": san(board, comparison.moves[0].move),
        "view": "side to move",
        "verdict": comparison.argument.verdict.value,
        "argument": str(comparison.argument),
        "depth": comparison.depth,
        "nodes": comparison.nodes,
        "prober": comparison.analysis.prober,
        **threads_as_json(comparison.analysis.threads),
        "moves": [
            {
                "move": one.move,
                "san": san(board, one.move),
                "value": one.value,
                "hope": one.hope,
                "behind": one.behind,
                "upset": round(one.upset, 4),
                "line": list(one.line),
            }
            for one in comparison.moves
        ],
        "chosen_by_bstar": result.move,
        "agreed": comparison.agreed,
        "stopped": result.stopped.value,
        "reason": result.reason,
    }


def _print(comparison: Comparison) -> None:
    board = comparison.analysis.board()
    out.print(str(board))
    out.print()
    table = Table(box=None, pad_edge=False)
    argument = comparison.argument
    for column in ("move", "value", "line"):
        table.add_column(column, justify="right" if column == "value" else "left")
    for one in comparison.moves:
        value = argument.notation.value(one.value)
        table.add_row(san(board, one.move), value, san_line(board, one.line))
    out.print(table)
    out.print()
    out.print(str(argument), soft_wrap=True)
    engine = visible(name_engine(comparison.analysis.prober))
    out.print(
        f"Each move was searched by itself to depth {comparison.depth} by {engine}.",
        soft_wrap=True,
    )
    print_threads(comparison.analysis.threads)
