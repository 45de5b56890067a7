"""``provebest only-move``: one and only one winning move, or only one that holds."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from provebest.argument.notation import in_pawns, san, san_line
from provebest.chess.explain.only_move import DEFAULT_NODES, OnlyMove, Thresholds, only_move
from provebest.chess.probes.probers import ProberChoice
from provebest.cli.shared import (
    DONE,
    INTERRUPTED,
    NOT_AS_ASKED,
    AsJson,
    Quiet,
    counting_bar,
    interruptible,
    out,
    print_json,
)
from provebest.games.boards import board_from
from provebest.games.chess import fen_of
from provebest.suites.only_moves import Puzzle, ask_all, read_puzzles, summary
from provebest.vocabulary import BadInputError

SHOWN = 20
Answers = list[tuple[Puzzle, dict[str, Any]]]


def only_move_command(
    what: Annotated[
        str, typer.Argument(help="A position as FEN, a suite (.epd), or Lichess puzzles (.csv).")
    ],
    nodes: Annotated[
        int | None,
        typer.Option(help=f"For each position; {DEFAULT_NODES:,} if no limit is given.", min=1),
    ] = None,
    seconds: Annotated[float | None, typer.Option(help="For each position.", min=0.001)] = None,
    win: Annotated[
        float, typer.Option(help="A move wins from here on (hundredths of a pawn).")
    ] = Thresholds().win,
    no_win: Annotated[
        float, typer.Option(help="A move does not win up to here.")
    ] = Thresholds().no_win,
    hold: Annotated[float, typer.Option(help="A move holds from here on.")] = Thresholds().hold,
    loss: Annotated[float, typer.Option(help="A move loses up to here.")] = Thresholds().loss,
    prober: Annotated[
        str, typer.Option(help="Who is asked about a FEN: native, or uci:ENGINE.")
    ] = "native",
    limit: Annotated[int | None, typer.Option(help="Only so many positions.", min=1)] = None,
    every: Annotated[int, typer.Option(help="Of a file, each so-manieth alone.", min=1)] = 1,
    store: Annotated[
        Path | None, typer.Option(help="Keep answers in this file and go on from it.")
    ] = None,
    workers: Annotated[int, typer.Option(help="Positions at a time.", min=1, max=64)] = 1,
    json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Is there one and only one winning (or holding) move? Exit code 1 if there is not.

    A move wins from --win on, does not up to --no-win; it holds from --hold on, loses up to --loss.
    Of a file: how often the move is the one that the file gives.

    \b
    provebest only-move "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
    provebest only-move puzzles.csv --nodes 200000 --store answers.jsonl
    provebest only-move wac.epd --every 10 --json
    """
    thresholds = Thresholds(win, no_win, hold, loss)
    if nodes is None and seconds is None:
        nodes = DEFAULT_NODES
    if not what.lower().endswith((".csv", ".epd")):
        return _one(what, nodes, seconds, thresholds, prober, json=json)
    if prober != "native":
        raise BadInputError("--prober goes with a single position; files are asked of native")
    puzzles = read_puzzles(Path(what), limit=limit, every=every)
    answers: Answers = []
    interrupted = False
    with counting_bar(Path(what).name, len(puzzles), quiet=quiet) as done:

        def keep(puzzle: Puzzle, answer: dict[str, Any]) -> None:
            answers.append((puzzle, answer))
            done()

        try:
            ask_all(
                puzzles,
                nodes=nodes,
                seconds=seconds,
                thresholds=thresholds,
                workers=workers,
                store=store,
                on_answer=keep,
            )
        except KeyboardInterrupt:
            interrupted = True
    order = {id(puzzle): place for place, puzzle in enumerate(puzzles)}
    answers.sort(key=lambda one: order[id(one[0])])  # stored ones had come first
    told: dict[str, Any] = {
        "file": os.path.basename(what),  # noqa: PTH119 - the name alone
        "interrupted": interrupted,
        "thresholds": {"win": win, "no_win": no_win, "hold": hold, "loss": loss},
        **summary(answers),
        "answers": [_as_json(puzzle, answer) for puzzle, answer in answers],
    }
    if json:
        print_json(told)
    else:
        _print_many(told)
    return INTERRUPTED if interrupted else DONE


def _one(
    fen: str,
    nodes: int | None,
    seconds: float | None,
    thresholds: Thresholds,
    prober: str,
    *,
    json: bool,
) -> int:
    with interruptible() as cancel:
        found = only_move(
            fen_of(fen),
            nodes=nodes,
            seconds=seconds,
            thresholds=thresholds,
            prober=ProberChoice(prober),
            cancel=cancel,
        )
    if json:
        board = board_from(found.fen, chess960=False)
        other = None if found.other is None else san(board, found.other)
        print_json({**found.as_json(), "san": san(board, found.move), "other_san": other})
    else:
        _print_one(found)
    if cancel.is_set():
        return INTERRUPTED
    return DONE if found.only else NOT_AS_ASKED


def _print_one(found: OnlyMove) -> None:
    board = board_from(found.fen, chess960=False)
    out.print(str(board), markup=False)
    out.print()
    out.print(f"[bold]{san(board, found.move)}[/]: {found.kind.value}", soft_wrap=True)
    out.print(f"{in_pawns(found.value)}: {san_line(board, found.line)}", soft_wrap=True)
    if found.other is not None and found.others_at_most is not None:
        out.print(
            f"every other move at most {in_pawns(found.others_at_most)}: "
            f"{san_line(board, found.other_line)}",
            soft_wrap=True,
        )
    if found.only_mate:
        out.print("No other move was seen to mate.")
    if found.confirmed is not None:
        out.print(f"looked at alone and deeper: {in_pawns(found.confirmed)}")
    limits = found.thresholds
    out.print(
        f"depth {found.depth}, {found.nodes:,} nodes; {found.reason}. A move wins from "
        f"{in_pawns(limits.win)}, not up to {in_pawns(limits.no_win)}; holds from "
        f"{in_pawns(limits.hold)}, loses up to {in_pawns(limits.loss)}. Selective searches: not "
        "proved.",
        soft_wrap=True,
    )


def _as_json(puzzle: Puzzle, answer: dict[str, Any]) -> dict[str, Any]:
    told = {"id": puzzle.name, "fen": puzzle.fen, "solutions": list(puzzle.solutions), **answer}
    told.pop("thresholds", None)
    if "move" in answer:
        told["agrees"] = answer["move"] in puzzle.solutions
    return told


def _print_many(told: dict[str, Any]) -> None:
    missed = [answer for answer in told["answers"] if not answer.get("agrees", False)]
    for answer in missed[:SHOWN]:
        board = board_from(answer["fen"], chess960=False)
        wanted = " or ".join(san(board, move) for move in answer["solutions"])
        if "failure" in answer:
            out.print(f"{answer['id']}: {answer['failure']}", markup=False)
            continue
        out.print(
            f"{answer['id']}: {san(board, answer['move'])} ({in_pawns(answer['value'])}), "
            f"wanted {wanted}; {answer['kind']}",
            markup=False,
        )
    if len(missed) > SHOWN:
        out.print(f"... and {len(missed) - SHOWN} more that differ")
    total = told["positions"]
    out.print(f"[bold]{told['agree']} of {total}[/] moves are the solution of the file")
    out.print(
        f"{told['only']} are the only one by the thresholds, "
        f"{told['only_and_agree']} of these the solution"
    )
    kinds = ", ".join(f"{kind}: {count}" for kind, count in told["kinds"].items())
    out.print(f"{kinds}; {told['nodes']:,} nodes")
    if told["interrupted"]:
        out.print("interrupted: what was asked by then is counted; --store goes on from there")
