"""``provebest only-move``: finds the only winning move, or the only move that does not lose."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from provebest.argument.notation import ChessNotation, san
from provebest.chess.explain.move_verdict import Thresholds
from provebest.chess.explain.only_move import DEFAULT_NODES, OnlyMove, only_move
from provebest.chess.explain.only_move_words import (
    best_other,
    limits_in_words,
    move_and_verdict,
    verdict_in_words,
)
from provebest.chess.probes.engine_facts import NATIVE
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.probers import Probers
from provebest.cli.placing import Aside, On, workers_option
from provebest.cli.probing import (
    AUTO,
    Threads,
    choose_prober,
    print_threads,
    threads_as_json,
)
from provebest.cli.shared import (
    DONE,
    INTERRUPTED,
    NOT_AS_ASKED,
    AsJson,
    Chess960,
    EvaluationName,
    Quiet,
    bold,
    counting_bar,
    interruptible,
    keep_what_was_read,
    out,
    print_json,
)
from provebest.games.chess import fen_of
from provebest.games.chess_evaluation import DEFAULT_EVALUATION
from provebest.games.game_so_far import GameSoFar, read_game
from provebest.suites.only_moves import Puzzle, find_only_moves, read_puzzles, summary, verdict_of
from provebest.vocabulary import BadInputError
from provebest.vocabulary.outside import visible
from provebest.work.place import choose_place

Answers = list[tuple[Puzzle, dict[str, Any]]]
VIEW = "side to move"
"""Whose values there are in JSON; in text they are White's."""
WHITES_VALUES = "Values are from White's side."


def only_move_command(
    what: Annotated[
        str, typer.Argument(help="A FEN in quotes, a test suite (.epd) or Lichess puzzles (.csv).")
    ],
    nodes: Annotated[
        int | None,
        typer.Option(help=f"Node limit per position (default {DEFAULT_NODES:,}).", min=1),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(help="Thinking time in seconds per position.", min=0.001)
    ] = None,
    win: Annotated[
        float,
        typer.Option(
            help="A move wins at this value or above (hundredths of a pawn for the side to move)."
        ),
    ] = Thresholds().win,
    no_win: Annotated[
        float, typer.Option(help="A move does not win at this value or below.")
    ] = Thresholds().no_win,
    hold: Annotated[
        float, typer.Option(help="A move holds the draw at this value or above.")
    ] = Thresholds().hold,
    loss: Annotated[
        float, typer.Option(help="A move loses at this value or below.")
    ] = Thresholds().loss,
    prober: Annotated[
        str,
        typer.Option(
            help="Engine: auto (Stockfish if installed, else native), native, or uci:ENGINE; "
            "auto is native for a file."
        ),
    ] = AUTO,
    evaluation: EvaluationName = DEFAULT_EVALUATION,
    threads: Threads = 1,
    chess960: Chess960 = False,
    limit: Annotated[
        int | None, typer.Option(help="Use only this many positions of a file.", min=1)
    ] = None,
    every: Annotated[int, typer.Option(help="Use only every Nth position of a file.", min=1)] = 1,
    store: Annotated[
        Path | None, typer.Option(help="Keep results in this file and continue from it.")
    ] = None,
    workers: Annotated[int, workers_option("Search this many positions at a time.")] = 1,
    on: On = None,
    json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Find the only move that wins, or that does not lose.

    The exit code is 1 if there is no such move. For a file, print the verdict on each position, and
    how often the move found is the solution in the file.

    \b
    provebest only-move "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
    provebest only-move puzzles.csv --nodes 200000 --store answers.jsonl
    provebest only-move wac.epd --every 10 --json
    """
    thresholds = Thresholds(win, no_win, hold, loss)
    place, aside = choose_place(on, workers), Aside()
    if nodes is None and seconds is None:
        nodes = DEFAULT_NODES
    if not what.lower().endswith((".csv", ".epd")):
        choice = choose_prober(prober, evaluation, threads=threads)
        game = read_game(fen_of(what), chess960=chess960)
        return _search_one(game, nodes, seconds, thresholds, choice, json=json)
    if chess960:
        raise BadInputError("--chess960 is for a FEN: the positions of a file are of usual chess")
    choice = choose_prober(NATIVE if prober == AUTO else prober, evaluation, threads=threads)
    Probers(choice).close()  # an engine that cannot be started is reported here, in one sentence
    keep_what_was_read(Path(what), store)
    puzzles = read_puzzles(Path(what), limit=limit, every=every)
    answers: Answers = []
    interrupted = False
    with counting_bar(Path(what).name, len(puzzles), quiet=quiet) as done:

        def keep(puzzle: Puzzle, answer: dict[str, Any]) -> None:
            answers.append((puzzle, answer))
            done()

        try:
            find_only_moves(
                puzzles,
                nodes=nodes,
                seconds=seconds,
                thresholds=thresholds,
                prober=choice,
                on=place,
                store=store,
                on_answer=keep,
                if_set_aside=aside,
            )
        except KeyboardInterrupt:
            interrupted = True
    order = {id(puzzle): place for place, puzzle in enumerate(puzzles)}
    answers.sort(key=lambda one: order[id(one[0])])  # stored answers came first
    report: dict[str, Any] = {
        "file": os.path.basename(what),  # noqa: PTH119 - the name alone
        "view": VIEW,
        "interrupted": interrupted,
        "prober": choice.name,
        **threads_as_json(threads),
        "thresholds": {"win": win, "no_win": no_win, "hold": hold, "loss": loss},
        **summary(answers),
        "answers": [_as_json(puzzle, answer) for puzzle, answer in answers],
    }
    if json:
        print_json(report)
    else:
        _print_many(report, choice.facts.name)
        print_threads(threads)
    if interrupted:
        return INTERRUPTED
    return NOT_AS_ASKED if aside.jobs else DONE


def _search_one(
    game: GameSoFar,
    nodes: int | None,
    seconds: float | None,
    thresholds: Thresholds,
    prober: ProberChoice,
    *,
    json: bool,
) -> int:
    with interruptible() as cancel:
        found = only_move(
            game,
            nodes=nodes,
            seconds=seconds,
            thresholds=thresholds,
            prober=prober,
            cancel=cancel,
        )
    if json:
        board = game.board()
        other = None if found.other is None else san(board, found.other)
        print_json(
            {
                **found.as_json(),
                "view": VIEW,
                "prober": prober.name,
                **threads_as_json(prober.deep_threads),
                "san": san(board, found.move),
                "other_san": other,
            }
        )
    else:
        _print_one(found, prober.facts.name, chess960=game.chess960)
        print_threads(prober.deep_threads)
    if cancel.is_set():
        return INTERRUPTED
    return DONE if found.only else NOT_AS_ASKED


def _print_one(found: OnlyMove, engine: str, *, chess960: bool) -> None:
    notation = ChessNotation(found.fen, chess960=chess960)
    move = notation.move(found.move)
    verdict = verdict_in_words(found.verdict, found.value, only_mate=found.only_mate)
    out.print(str(notation.board()))
    out.print()
    out.print(bold(move), f": {verdict}", sep="", soft_wrap=True)
    out.print(f"{notation.value(found.value)}: {notation.line(found.line)}", soft_wrap=True)
    other = best_other(notation, found)
    if other is not None:
        out.print(other, soft_wrap=True)
        if found.only_mate:
            out.print("No other move was found to give mate.")
    if found.confirmed is not None:
        out.print(f"{move}, searched alone and deeper: {notation.value(found.confirmed)}")
    limits = limits_in_words(found.thresholds, white_to_move=notation.sign > 0)
    out.print(
        f"{visible(engine)}, depth {found.depth}, {found.nodes:,} nodes; {found.reason}. "
        f"{WHITES_VALUES} {limits} This is what the searches found; it is not a proof.",
        soft_wrap=True,
    )


def _as_json(puzzle: Puzzle, answer: dict[str, Any]) -> dict[str, Any]:
    own = {"id": puzzle.name, "fen": puzzle.fen, "solutions": list(puzzle.solutions)}
    entry = own | answer | own  # in this order, and whatever a stored answer says of them
    entry.pop("thresholds", None)
    if "move" in answer:
        entry["agrees"] = answer["move"] in puzzle.solutions
    return entry


def _print_many(report: dict[str, Any], engine: str) -> None:
    for answer in report["answers"]:
        out.print(_verdict(answer), soft_wrap=True)
    total = report["positions"]
    out.print(bold(f"{report['agree']} of {total}"), "moves are the solution in the file")
    out.print(
        f"{report['only']} are only moves by the thresholds, "
        f"{report['only_and_agree']} of these are the solution"
    )
    for verdict, count in report["verdicts"].items():
        out.print(f"{verdict}: {count}")
    out.print(f"{report['nodes']:,} nodes by {visible(engine)}. {WHITES_VALUES}")
    if report["interrupted"]:
        out.print("interrupted; only finished positions are counted. Use --store to continue later")


def _verdict(answer: dict[str, Any]) -> str:
    """One line: the puzzle, the verdict, the move, and the file's solution if it is another."""
    name = visible(answer["id"])
    if "failure" in answer:
        return f"{name}: {visible(answer['failure'])}"
    notation, value = ChessNotation(answer["fen"]), answer["value"]
    verdict, mates = verdict_of(answer), answer["only_mate"]
    told = move_and_verdict(notation, answer["move"], value, verdict, only_mate=mates)
    line = f"{name}: {told}"
    if answer["agrees"]:
        return line
    wanted = " or ".join(notation.move(move) for move in answer["solutions"])
    return f"{line}; solution: {wanted}"
