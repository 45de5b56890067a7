"""``provebest probe``: one small search of a chess position, as B* uses it."""

from __future__ import annotations

import time
from typing import Annotated, Any

import chess
import typer

from provebest.argument.notation import san, san_line
from provebest.chess.probes import NativeProber, Probe, ProbeAnswer, Status
from provebest.cli.positions import read_move
from provebest.cli.shared import (
    DONE,
    INTERRUPTED,
    NOT_AS_ASKED,
    AsJson,
    Chess960,
    EvaluationName,
    bold,
    interruptible,
    out,
    print_json,
)
from provebest.games.boards import board_of
from provebest.games.chess import ChessPosition, fen_of, read_position
from provebest.games.chess_evaluation import DEFAULT_EVALUATION
from provebest.vocabulary import BadInputError

EXIT_CODES = {
    Status.ANSWERED: DONE,
    Status.NO_HOPE: NOT_AS_ASKED,
    Status.CANCELLED: INTERRUPTED,
}


def probe(
    fen: Annotated[str, typer.Argument(help="The position as a FEN in quotes, or startpos.")],
    depth: Annotated[int, typer.Option(help="Depth in plies; 0 is only the quiescence search.")],
    nodes: Annotated[
        int | None,
        typer.Option(help="Search to the greatest depth that needs fewer nodes than this.", min=1),
    ] = None,
    hope: Annotated[
        str | None, typer.Option(help="Value this move if the opponent then had to pass.")
    ] = None,
    after: Annotated[str, typer.Option(help="Value the position after this move.")] = "",
    selective: Annotated[
        bool, typer.Option("--selective", help="Prune, as in play (the default is exact).")
    ] = False,
    evaluation: EvaluationName = DEFAULT_EVALUATION,
    chess960: Chess960 = False,
    json: AsJson = False,
) -> int:
    """Value a chess position by one small search.

    The value is for the side to move at the start of the search: after the move with --after, and
    with --hope the player who made the move. The same probe always gives the same value.

    \b
    provebest probe startpos --depth 6
    provebest probe "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1" --depth 4 --hope Rh7
    provebest probe startpos --depth 10 --after e4 --selective --json
    """
    if hope is not None and after:
        raise BadInputError("--hope and --after cannot be used together")
    position = read_position(fen_of(fen), chess960=chess960)
    name, option = (after, "--after") if after else (hope, "--hope")
    move = None if name is None else read_move(option, name, board_of(position))
    asked = Probe(move, hope is not None, depth, nodes)
    begun = time.perf_counter()
    with interruptible() as cancel:
        prober = NativeProber(selective=selective, evaluation=evaluation)
        found = prober.probe(position, asked, cancel=cancel)
    answer = _as_json(position, asked, found, time.perf_counter() - begun, selective=selective)
    if json:
        print_json(answer)
    else:
        _print(position, asked, answer)
    return EXIT_CODES[found.status]


def _starting_board(position: ChessPosition, asked: Probe) -> chess.Board:
    """The board where the search began. The probe must be possible."""
    board = board_of(position)
    if asked.move is not None:
        board.push_uci(asked.move)
    if asked.hope:
        board.push(chess.Move.null())
    return board


def _as_json(
    position: ChessPosition, asked: Probe, found: ProbeAnswer, seconds: float, *, selective: bool
) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "fen": position.fen(),
        "after": None if asked.hope else asked.move,
        "hope": asked.move if asked.hope else None,
        "selective": selective,
        "status": found.status.value,
        "value": found.value,
        "mate": found.mate,
        "side": None,
        "depth": found.depth,
        "asked_depth": asked.depth,
        "nodes": found.nodes,
        "seconds": seconds,
        "line": list(found.line),
        "san": [],
    }
    if found.status is not Status.NO_HOPE:
        board = _starting_board(position, asked)
        answer["side"] = chess.COLOR_NAMES[board.turn]
        for move in found.line:
            answer["san"].append(san(board, move))
            board.push_uci(move)
    return answer


def _print(position: ChessPosition, asked: Probe, answer: dict[str, Any]) -> None:
    if answer["status"] == Status.NO_HOPE.value:
        out.print(
            f"this probe is impossible: {asked.move} gives check, and a side in check cannot pass"
        )
        return
    if answer["value"] is None:
        out.print(f"interrupted after {answer['nodes']:,} nodes, before any depth was finished")
        return
    kind = "selective" if answer["selective"] else "exact"
    side = answer["side"].capitalize()
    if answer["mate"] is None:
        out.print(bold(f"{answer['value'] / 100:+.2f}"), f"for {side}")
    else:
        out.print(bold(f"{side} {_mate_in_words(answer['mate'])}"))
    if answer["line"]:
        board = _starting_board(position, asked)
        out.print(san_line(board, answer["line"], at_most=len(answer["line"])))
    at = f"{kind} search, depth {answer['depth']}"
    if answer["status"] == Status.CANCELLED.value:
        at += f" of {answer['asked_depth']}, then interrupted"
    out.print(f"{at}: {answer['nodes']:,} nodes, {answer['seconds']:.3f} s")


def _mate_in_words(moves: int) -> str:
    if moves == 0:
        return "is checkmated"
    return f"mates in {moves}" if moves > 0 else f"is mated in {-moves}"
