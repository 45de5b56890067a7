"""``provebest analyse``: prints the best move and the argument for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import chess
import typer

from provebest.argument.notation import san
from provebest.argument.parts import Verdict
from provebest.chess.defaults import DEFAULT_CONFIDENCE
from provebest.chess.explain.analysis import Analysis, Settings
from provebest.chess.explain.analysis import analyse as find_argument
from provebest.chess.knowledge import VERDICTS, Advice, Knowledge
from provebest.cli.analysis_text import print_analysis
from provebest.cli.caching import Cache, file_of, read_cache
from provebest.cli.certifying import CertificateFile, written
from provebest.cli.live_analysis import live_table
from provebest.cli.placing import On, probe_workers, workers_option
from provebest.cli.positions import pgn_file, read_moves, read_start
from provebest.cli.probing import AUTO, ProberName, Threads, choose_prober, threads_as_json
from provebest.cli.shared import (
    BAD_INPUT,
    AsJson,
    Chess960,
    EvaluationName,
    Quiet,
    check_outputs,
    exit_code,
    interruptible,
    keep_what_was_read,
    out,
    print_json,
    talk,
    write_all,
    write_file,
)
from provebest.drawing.board_picture import argument_board
from provebest.drawing.page import report
from provebest.drawing.tree_picture import tree_dot, tree_svg
from provebest.games.chess_evaluation import DEFAULT_EVALUATION
from provebest.search.pbstar import DEFAULT_CONTROL


def analyse(
    fen: Annotated[
        str,
        typer.Argument(
            metavar="POSITION", help="A FEN in quotes, startpos, or a file of games (.pgn)."
        ),
    ],
    after: Annotated[
        str, typer.Option(help="Analyse the position after these moves, such as e4,e5,Nf3.")
    ] = "",
    ply: Annotated[
        int | None,
        typer.Option(help="Of a game: the position after this many half-moves.", min=0),
    ] = None,
    game: Annotated[
        int | None, typer.Option(help="The number of the game in the file.", min=1)
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(help="Thinking time in seconds (default 3).", min=0.001)
    ] = None,
    expansions: Annotated[
        int | None, typer.Option(help="Expansion limit (default with classic: 225).", min=1)
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(help="Node limit; the result is then repeatable.", min=1)
    ] = None,
    probe_depth: Annotated[
        int, typer.Option(help="With --control classic: plies of each probe.", min=1, max=20)
    ] = 4,
    control: Annotated[
        str, typer.Option(help="Search: modern, or classic (the procedure of the 1995 paper).")
    ] = DEFAULT_CONTROL,
    confidence: Annotated[
        float,
        typer.Option(help="Stop early when this sure of the move (MinAct in the paper: 1 - this)."),
    ] = DEFAULT_CONFIDENCE,
    moves: Annotated[str, typer.Option(help="Consider only these moves, such as e4,d4.")] = "",
    why_not: Annotated[str, typer.Option(help="Also explain these moves, such as Nh3,a2a3.")] = "",
    prober: ProberName = AUTO,
    evaluation: EvaluationName = DEFAULT_EVALUATION,
    cache: Cache = None,
    syzygy: Annotated[
        str, typer.Option(help="Folder of Syzygy tablebases; several are separated by ':'.")
    ] = "",
    threads: Threads = 1,
    workers: Annotated[
        int | None,
        workers_option(
            "With --control classic: make probes on this many workers, some in advance; "
            "the result is the same for any number."
        ),
    ] = None,
    on: On = None,
    chess960: Chess960 = False,
    certificate: CertificateFile = None,
    log: Annotated[
        bool, typer.Option("--log", help="Print every expansion in the notation of the paper.")
    ] = False,
    html: Annotated[
        Path | None, typer.Option(help="Write the argument as one HTML page that works offline.")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(help="Draw the tree of the argument as a picture (SVG).")
    ] = None,
    dot: Annotated[Path | None, typer.Option(help="Write the same tree for Graphviz.")] = None,
    board: Annotated[
        Path | None, typer.Option(help="Draw the board with arrows as a picture (SVG).")
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Print every move and the whole argument.")
    ] = False,
    json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Analyse a chess position and print the argument for the move.

    Moves in options are written in SAN or UCI. Of a game in a PGN file, the final position is
    analysed unless --ply is given.

    \b
    provebest analyse startpos --seconds 1
    provebest analyse "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1"
    provebest analyse game.pgn --ply 24
    provebest analyse startpos --why-not a3 --nodes 300000 --html why.html
    provebest analyse startpos --control classic --expansions 60 --json
    provebest analyse startpos --control classic --certificate start.json
    provebest analyse "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1" --syzygy tables
    provebest analyse startpos --after g1f3,g8f6,f3g1,f6g8 --control classic
    """
    file, kept = pgn_file(fen), read_cache(cache, whole=on is not None)
    if file is not None:
        keep_what_was_read(file, html, svg, dot, board, certificate, file_of(kept))
    check_outputs(html, svg, dot, board, certificate, kept=file_of(kept))
    start = read_start(fen, number=game, ply=ply, after=after, chess960=chess960)
    now = start.board()
    settings = Settings(
        control=control,
        seconds=seconds,
        nodes=nodes,
        expansions=expansions,
        probe_depth=probe_depth,
        confidence=confidence,
        prober=choose_prober(
            prober,
            evaluation,
            threads=threads,
            control=control,
            cache=kept,
            pure=certificate is not None,
            workers=workers,
        ),
        only=read_moves("--moves", moves, now),
        why_not=read_moves("--why-not", why_not, now),
    )
    known = _from_tablebases(syzygy, now)
    settings = _with_tablebases(settings, known)
    with (
        probe_workers(on, workers, control, settings.prober) as executor,
        interruptible() as cancel,
        live_table(start.position, quiet=quiet or json) as show,
    ):
        if executor is not None:
            settings = settings.on_workers(executor.workers)
        analysis = find_argument(
            start,
            settings=settings,
            cancel=cancel,
            on_event=show,
            record=html is not None,
            certificate=certificate is not None,
            executor=executor,
        )
    analysis = _with_draw(analysis, known)
    if json:
        print_json(as_json(analysis) | ({"tablebase": _verdict(known)} if syzygy else {}))
    else:
        print_analysis(analysis, verbose=verbose, log=log)
        if known is not None:
            out.print(f"{analysis.san}: {_verdict(known)}.")
    certified: list[bool] = []
    writers = _picture_writers(analysis, html, svg, dot, board)
    if certificate is not None:
        writers.append(lambda: certified.append(written(certificate, analysis.certificate)))
    write_all(*writers)
    for note in analysis.notes:
        talk(note)
    if analysis.failure is not None:
        talk(analysis.failure)
        return BAD_INPUT
    return exit_code(analysis.stopped, as_asked=all(certified))


def _picture_writers(
    analysis: Analysis, html: Path | None, svg: Path | None, dot: Path | None, board: Path | None
) -> list[Callable[[], object]]:
    """A function for each picture that was asked for; it draws and writes it."""
    argument = analysis.argument
    drawn: list[tuple[Path | None, Callable[[], str]]] = [
        (html, lambda: report(argument, race=analysis.race, made=analysis.made)),
        (svg, lambda: tree_svg(argument)),
        (dot, lambda: tree_dot(argument)),
        (board, lambda: argument_board(argument)),
    ]
    return [partial(_draw, file, draw) for file, draw in drawn if file is not None]


def _draw(file: Path, draw: Callable[[], str]) -> None:
    write_file(file, draw())


def _from_tablebases(folders: str, board: chess.Board) -> Advice | None:
    """The moves that keep the result by the tablebases; None if they do not have the position."""
    knowledge = Knowledge()
    knowledge.open_tables(folders)
    try:
        return knowledge.advice(board)
    finally:
        knowledge.close_tables()


def _with_tablebases(settings: Settings, known: Advice | None) -> Settings:
    """The settings, with the choice left to moves that keep the result, if --moves allows one."""
    if known is None:
        return settings
    kept = tuple(move for move in known.moves if not settings.only or move in settings.only)
    return replace(settings, only=kept or settings.only)


def _with_draw(analysis: Analysis, known: Advice | None) -> Analysis:
    """The analysis, with the verdict that the position is drawn if the tablebases know that."""
    if (
        known is None
        or known.result is None
        or abs(known.result) > 1
        or not analysis.argument.rivals
    ):
        return analysis
    drawn = replace(analysis.argument, verdict=Verdict.DRAWN, drawn=VERDICTS[known.result])
    return replace(analysis, argument=drawn)


def _verdict(known: Advice | None) -> str | None:
    return None if known is None or known.result is None else VERDICTS[known.result]


def as_json(analysis: Analysis) -> dict[str, Any]:
    """The JSON of this command; its keys do not change. Values are for the side to move."""
    board = analysis.board()
    result, argument, parallel = analysis.result, analysis.argument, analysis.parallel
    guides = {one.move: one.chance for one in result.moves}
    return {
        "fen": analysis.fen,
        "move": result.move,
        "san": analysis.san,
        "value": result.value,
        "view": "side to move",
        "value_is_lower_bound": result.moves[0].is_bound,
        "proved": result.proved,
        "stopped": result.stopped.value,
        "reason": result.reason,
        "expansions": result.steps,
        "probes": result.counters.probes,
        "probe_nodes": result.counters.probe_nodes,
        "evidence_nodes": analysis.evidence_nodes,
        "rivals": [
            {
                "move": rival.move,
                "san": san(board, rival.move),
                "real": rival.value,
                "at_most": rival.at_most,
                "hope": None if rival.hope is None else max(rival.hope, rival.value),
                "probability": None if rival.chance is None else round(rival.chance, 4),
                "guide": guides[rival.move],
                "effort": rival.effort,
                "line": list(rival.line),
            }
            for rival in argument.rivals
        ],
        "line": list(result.line),
        "threat": None if argument.threat is None else list(argument.threat.line),
        "control": analysis.control,
        "prober": analysis.prober,
        **threads_as_json(analysis.threads),
        "workers": None if parallel is None else parallel.as_json(),
        "cache": None if analysis.cache is None else analysis.cache.as_json(),
        "log": analysis.log.splitlines(),
        "verdict": argument.verdict.value,
        "argument": str(argument),
        "reasons": argument.as_json(),
    }
