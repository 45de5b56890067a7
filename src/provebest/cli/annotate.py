"""``provebest annotate``: comments on every move of a game, written to a PGN file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import chess.pgn
import typer

from provebest.argument.notation import san_line
from provebest.chess.explain.analysis import Settings
from provebest.chess.explain.annotating import (
    BOOK_MOVES,
    DEFAULT_SECONDS,
    AnnotationTask,
    Note,
    Verdict,
    annotate_move,
    plies_to_annotate,
    refined,
    task_of,
)
from provebest.chess.explain.game_page import NAMES, games_page
from provebest.chess.explain.pgn_notes import add_notes, as_pgn, read_games, said_of
from provebest.chess.probes.probers import ProberChoice, Probers
from provebest.cli.shared import (
    DONE,
    INTERRUPTED,
    AsJson,
    Quiet,
    counting_bar,
    out,
    print_json,
    talk,
    write_file,
)
from provebest.search.pbstar import DEFAULT_CONTROL
from provebest.suites.stored_notes import is_stored_note
from provebest.vocabulary import BadInputError, CannotWriteError
from provebest.work.pool import results_so_far, run_jobs


def annotate(
    file: Annotated[Path, typer.Argument(help="Games in PGN.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Write the annotated games here.")],
    html: Annotated[
        Path | None, typer.Option(help="Also write an HTML page that works offline.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(help="Thinking time in seconds per move (default 1).", min=0.001)
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(help="Node limit per move; results are then repeatable.", min=1)
    ] = None,
    book_moves: Annotated[
        int,
        typer.Option(
            help="Skip this many opening moves of each side, in games from the usual start.",
            min=0,
        ),
    ] = BOOK_MOVES,
    game: Annotated[
        int | None,
        typer.Option(help="Annotate only this game of the file (the first is 1).", min=1),
    ] = None,
    control: Annotated[str, typer.Option(help="Search: modern or classic.")] = DEFAULT_CONTROL,
    prober: Annotated[
        str, typer.Option(help="Engine for the probes: native, or uci:ENGINE.")
    ] = "native",
    workers: Annotated[
        int, typer.Option(help="Analyse this many moves at a time.", min=1, max=64)
    ] = 1,
    json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Annotate games with better moves, only moves and threats.

    Any PGN reader shows the comments, variations and glyphs. An interrupted run can be continued
    with the same command: finished moves are kept in OUTPUT.part until all are done.

    \b
    provebest annotate game.pgn -o annotated.pgn
    provebest annotate game.pgn -o annotated.pgn --html game.html --seconds 2
    provebest annotate games.pgn -o annotated.pgn --game 3 --nodes 200000
    """
    if seconds is None and nodes is None:
        seconds = DEFAULT_SECONDS
    choice = ProberChoice(prober)
    settings = Settings(control=control, seconds=seconds, nodes=nodes, prober=choice)
    games = _read_chosen_games(file, game)
    Probers(choice).close()  # an engine that cannot be started is reported here, in one sentence
    work = [
        (number, task_of(board, move, settings))
        for number, each in enumerate(games)
        for board, move in plies_to_annotate(each, book_moves=book_moves)
    ]
    store = output.with_name(f"{output.name}.part")
    made = _annotate_moves([task for _, task in work], store, workers, file.name, quiet=quiet)
    notes: list[list[Note]] = [[] for _ in games]
    for (number, _), note in zip(work, made, strict=True):
        if note is not None:
            notes[number].append(Note.from_json(note))
    notes = [refined(own) for own in notes]
    for each, own in zip(games, notes, strict=True):
        add_notes(each, own)
    write_file(output, "\n\n".join(as_pgn(each) for each in games) + "\n")
    if html is not None:
        means = f"{seconds} s" if nodes is None else f"{nodes:,} nodes"
        footer = f"{means} per move; {control} search with {prober} probes; opening moves skipped"
        write_file(html, games_page(list(zip(games, notes, strict=True)), footer))
    answer = _answer(games, notes, len(work), output)
    if answer["complete"]:
        store.unlink(missing_ok=True)
    else:
        talk(f"interrupted; the moves done so far are in {store}; run the same command to continue")
    if json:
        print_json(answer)
    else:
        _print(answer)
    return DONE if answer["complete"] else INTERRUPTED


def _read_chosen_games(file: Path, number: int | None) -> list[chess.pgn.Game]:
    try:
        games = read_games(file.read_text(encoding="utf-8", errors="replace"))
    except OSError as error:
        raise BadInputError(f"cannot read {str(file)!r}: {error.strerror}") from None
    if not games:
        raise BadInputError(f"there are no PGN games in {str(file)!r}")
    if number is not None:
        if number > len(games):
            raise BadInputError(f"{str(file)!r} has {len(games)} games; there is no game {number}")
        games = [games[number - 1]]
    for place, game in enumerate(games, start=number or 1):
        if game.errors:
            talk(f"game {place} is read only up to an error in it: {game.errors[0]}")
    return games


def _annotate_moves(
    tasks: Sequence[AnnotationTask], store: Path, workers: int, name: str, *, quiet: bool
) -> list[dict[str, Any] | None]:
    """A note for every task; after Ctrl-C, None for those that were not finished."""
    try:
        store.touch()
    except OSError as error:
        raise CannotWriteError(f"cannot write {str(store)!r}: {error.strerror}") from None
    try:
        with counting_bar(name, len(tasks), quiet=quiet) as done:
            return run_jobs(
                annotate_move,
                tasks,
                on_job=done,
                store=store,
                name="annotated moves",
                is_result=is_stored_note,
                workers=workers,
                chunk=1,
            )
    except KeyboardInterrupt:
        return results_so_far(tasks, store)


def _answer(
    games: Sequence[chess.pgn.Game], notes: Sequence[Sequence[Note]], asked: int, output: Path
) -> dict[str, Any]:
    known = sum(map(len, notes))
    return {
        "output": str(output),
        "complete": known == asked,
        "moves": known,
        "moves_asked": asked,
        "games": [
            {
                "white": game.headers.get("White", "?"),
                "black": game.headers.get("Black", "?"),
                "result": game.headers.get("Result", "*"),
                "moves": len(own),
                "only_moves_found": sum(note.only and note.played == note.best for note in own),
                "notes": [_note_as_json(note) for note in own],
            }
            for game, own in zip(games, notes, strict=True)
        ],
    }


def _note_as_json(note: Note) -> dict[str, Any]:
    board = note.board()
    return {
        **note.as_json(),
        "verdict": note.verdict.value,
        "cost": round(note.cost, 4),
        "text": san_line(board, (note.played,)),
        "comment": said_of(note),
    }


def _print(answer: dict[str, Any]) -> None:
    for game in answer["games"]:
        out.print(f"{game['white']} - {game['black']} {game['result']}", markup=False)
        verdicts = [note["verdict"] for note in game["notes"]]
        counted = [
            f"{count} {one if count == 1 else many}"
            for verdict, (one, many) in NAMES.items()
            if (count := verdicts.count(verdict.value)) or verdict is Verdict.BLUNDER
        ]
        out.print(f"{game['moves']} moves: {', '.join(counted)}", markup=False)
        for note in game["notes"]:
            if note["comment"]:
                out.print(f"  {note['text']}  {note['comment']}", markup=False, soft_wrap=True)
