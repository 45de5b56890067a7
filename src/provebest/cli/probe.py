"""``provebest probe``: one small search of a chess position, as B* asks for it."""

from __future__ import annotations

import time
from typing import Annotated, Any

import chess
import typer

from provebest.argument.notation import san, san_line
from provebest.chess.probes import NativeProber, Probe, ProbeAnswer, Status
from provebest.cli.shared import (
    DONE,
    INTERRUPTED,
    NOT_AS_ASKED,
    AsJson,
    interruptible,
    out,
    print_json,
)
from provebest.games.boards import board_of
from provebest.games.chess import ChessPosition, fen_of, read_position
from provebest.vocabulary import BadInputError

EXIT_CODES = {
    Status.ANSWERED: DONE,
    Status.NO_HOPE: NOT_AS_ASKED,
    Status.CANCELLED: INTERRUPTED,
}


def probe(
    fen: Annotated[str, typer.Argument(help="The position as a FEN in quotes, or: startpos.")],
    depth: Annotated[int, typer.Option(help="Plies; 0 is quiescence alone.")],
    nodes: Annotated[
        int | None, typer.Option(help="The deepest search that needs fewer nodes than this.")
    ] = None,
    hope: Annotated[
        str | None, typer.Option(help="What the mover could do if nobody answered this move.")
    ] = None,
    after: Annotated[
        str | None, typer.Option(help="Ask about the position after this move.")
    ] = None,
    selective: Annotated[
        bool, typer.Option("--selective", help="The player's pruned search, not the exact one.")
    ] = False,
    chess960: Annotated[
        bool, typer.Option("--chess960", help="Castling by the rules of Chess960.")
    ] = False,
    json: AsJson = False,
) -> int:
    """Value a chess position by one small search, in hundredths of a pawn.

    The value is for the side to move where the search begins; with --hope that is the one who
    made the move. The same question always has the same answer.

    \b
    provebest probe startpos --depth 6
    provebest probe "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1" --depth 4 --hope h1h7
    provebest probe startpos --depth 10 --after e2e4 --selective --json
    """
    if hope is not None and after is not None:
        raise BadInputError("--hope and --after are two questions: ask one at a time")
    position = read_position(fen_of(fen), chess960=chess960)
    asked = Probe(hope if after is None else after, hope is not None, depth, nodes)
    begun = time.perf_counter()
    with interruptible() as cancel:
        told = NativeProber(selective=selective).probe(position, asked, cancel=cancel)
    answer = _as_json(position, asked, told, time.perf_counter() - begun, selective=selective)
    if json:
        print_json(answer)
    else:
        _print(position, asked, answer)
    return EXIT_CODES[told.status]


def _begun_from(position: ChessPosition, asked: Probe) -> chess.Board:
    """Where the search began; not asked where it could not."""
    board = board_of(position)
    if asked.move is not None:
        board.push_uci(asked.move)
    if asked.hope:
        board.push(chess.Move.null())
    return board


def _as_json(
    position: ChessPosition, asked: Probe, told: ProbeAnswer, seconds: float, *, selective: bool
) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "fen": position.fen(),
        "after": None if asked.hope else asked.move,
        "hope": asked.move if asked.hope else None,
        "selective": selective,
        "status": told.status.value,
        "value": told.value,
        "mate": told.mate,
        "side": None,
        "depth": told.depth,
        "asked_depth": asked.depth,
        "nodes": told.nodes,
        "seconds": seconds,
        "line": list(told.line),
        "san": [],
    }
    if told.status is not Status.NO_HOPE:
        board = _begun_from(position, asked)
        answer["side"] = chess.COLOR_NAMES[board.turn]
        for move in told.line:
            answer["san"].append(san(board, move))
            board.push_uci(move)
    return answer


def _print(position: ChessPosition, asked: Probe, answer: dict[str, Any]) -> None:
    if answer["status"] == Status.NO_HOPE.value:
        out.print(
            f"there is no such probe: {asked.move} gives check, and who is in check cannot pass"
        )
        return
    if answer["value"] is None:
        out.print(f"interrupted before any depth was finished: {answer['nodes']:,} nodes")
        return
    kind = "selective" if answer["selective"] else "exact"
    value = f"{answer['value'] / 100:+.2f}"
    if answer["mate"] is not None:
        value = _mate_in_words(answer["mate"])
    out.print(f"[bold]{value}[/] for {answer['side']}")
    if answer["line"]:
        board = _begun_from(position, asked)
        out.print(san_line(board, answer["line"], at_most=len(answer["line"])))
    at = f"{kind} search, depth {answer['depth']}"
    if answer["status"] == Status.CANCELLED.value:
        at += f" of {answer['asked_depth']}, then interrupted"
    out.print(f"{at}: {answer['nodes']:,} nodes, {answer['seconds']:.3f} s")


def _mate_in_words(moves: int) -> str:
    if moves == 0:
        return "checkmated"
    return f"mate in {moves}" if moves > 0 else f"mated in {-moves}"
