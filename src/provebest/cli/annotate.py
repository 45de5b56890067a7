"""``provebest annotate``: comments on every move of a game, written to a PGN file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from provebest.chess.explain.analysis import Settings
from provebest.chess.explain.annotating import BOOK_MOVES, DEFAULT_SECONDS
from provebest.chess.explain.annotation import Annotation
from provebest.chess.explain.game_page import games_page
from provebest.chess.explain.pgn_notes import add_notes, as_pgn
from provebest.chess.explain.tablebases import correct_notes
from provebest.chess.knowledge import Knowledge
from provebest.chess.probes.auto import is_without_choice
from provebest.chess.probes.probers import Probers
from provebest.cli.annotation_answer import add_verdicts, answer_of, print_answer
from provebest.cli.annotation_jobs import AnnotationJobs
from provebest.cli.caching import Cache, cache_as_json, print_cache, run_cache
from provebest.cli.placing import On, workers_option
from provebest.cli.probing import (
    AUTO,
    ProberName,
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
    EvaluationName,
    Quiet,
    check_outputs,
    keep_what_was_read,
    out,
    print_json,
    talk,
    write_all,
    write_file,
)
from provebest.games.chess_evaluation import DEFAULT_EVALUATION
from provebest.games.pgn import PgnGame, games_in, read_numbered_game, read_pgn
from provebest.search.pbstar import DEFAULT_CONTROL
from provebest.vocabulary import BadInputError
from provebest.vocabulary.files import is_special, quoted_name
from provebest.vocabulary.outside import visible
from provebest.work.place import choose_place

MOST_GAMES = 100_000
MOST_NODES = 300_000
"""Moves, comments and glyphs of all games together: days of work, and gigabytes of memory."""
MOST_NAMED = 100
"""Skipped games that are named on stderr; JSON names all."""
SURER = (
    "the marks are made by provebest's own engine alone; Stockfish would make them surer "
    "(install it, or name an engine with --prober uci:ENGINE)"
)


def annotate(
    file: Annotated[Path, typer.Argument(help="Games in PGN.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Write the annotated games here.")],
    force: Annotated[
        bool, typer.Option("--force", help="Allow -o to write over the file that is read.")
    ] = False,
    html: Annotated[
        Path | None, typer.Option(help="Also write an HTML page that works offline.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            help="Thinking time in seconds per move (default 1), and up to 32 times as much for "
            "a move that may get a mark.",
            min=0.001,
        ),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            help="Node limit per move, and up to 32 times as many for a move that may get a "
            "mark; results are then repeatable.",
            min=1,
        ),
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
    prober: ProberName = AUTO,
    syzygy: Annotated[
        str, typer.Option(help="Folder of Syzygy tablebases; several are separated by ':'.")
    ] = "",
    evaluation: EvaluationName = DEFAULT_EVALUATION,
    threads: Threads = 1,
    workers: Annotated[int, workers_option("Analyse this many moves at a time.")] = 1,
    on: On = None,
    cache: Cache = None,
    json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Annotate games with better moves, only moves and threats.

    Any PGN reader shows the comments, variations and glyphs. An interrupted run can be continued
    with the same command: finished moves are kept in OUTPUT.part until all are done. A game that
    cannot be read is named and skipped (exit code 1).

    \b
    provebest annotate game.pgn -o annotated.pgn
    provebest annotate game.pgn -o annotated.pgn --html game.html --seconds 2
    provebest annotate games.pgn -o annotated.pgn --game 3 --nodes 200000
    provebest annotate games.pgn -o annotated.pgn --on ray
    """
    if seconds is None and nodes is None:
        seconds = DEFAULT_SECONDS
    _check_names(file, output, html, force=force)
    place = choose_place(on, workers)
    choice = choose_prober(prober, evaluation, threads=threads)
    settings = Settings(control=control, seconds=seconds, nodes=nodes, prober=choice)
    knowledge = Knowledge()
    knowledge.open_tables(syzygy)
    chosen, skipped = _read_chosen_games(file, game)
    games = [each.game for each in chosen if each.game is not None]
    Probers(choice).close()  # an engine that cannot be started is reported here, in one sentence
    annotation = Annotation(games, settings, book_moves=book_moves)
    jobs = AnnotationJobs(_store_beside(output), place, choice, name=file.name, quiet=quiet)
    own_cache = run_cache(cache, place, file)
    if is_without_choice(prober):
        talk(SURER)
    with own_cache as kept:
        notes = annotation.run(lambda tasks: jobs.search(tasks, kept))
    notes = [correct_notes(own, knowledge) for own in notes]
    for each, own in zip(games, notes, strict=True):
        add_notes(each, own)
    asked = [len(tasks) for tasks in annotation.tasks]
    answer = answer_of(chosen, notes, asked, output) | {"prober": choice.name}
    answer |= threads_as_json(threads) | cache_as_json(kept)
    answer["complete"] = not jobs.interrupted
    add_verdicts(answer, notes, knowledge if syzygy else None)
    knowledge.close_tables()
    answer["skipped"] = [_skipped_as_json(each) for each in skipped]
    if json:
        print_json(answer)
    else:
        print_answer(answer)
        out.print(f"Analysed by {visible(choice.facts.name)}.")
        print_threads(threads)
        print_cache(kept)

    def write_page() -> None:
        if html is not None:
            means = f"{seconds} s" if nodes is None else f"{nodes:,} nodes"
            maker = f"{control} search by {choice.facts.name}"
            how = f"{means} per move; {maker}; opening moves skipped"
            write_file(html, games_page(list(zip(games, notes, strict=True)), how))

    write_all(
        lambda: write_file(output, "\n\n".join(as_pgn(each) for each in games) + "\n"), write_page
    )
    return _finish(jobs, complete=answer["complete"], skipped=bool(skipped))


def _finish(jobs: AnnotationJobs, *, complete: bool, skipped: bool) -> int:
    """Removes the store of a run that is complete; returns the exit code."""
    store = jobs.store
    if not complete:
        kept = f"the moves done so far are in {store}; run the same command to continue"
        talk("interrupted" if store is None else f"interrupted; {kept}")
        return INTERRUPTED
    if store is not None and jobs.aside:
        talk(f"the moves that are done are in {store}; run the same command to try again")
    elif store is not None:
        store.unlink(missing_ok=True)
    return NOT_AS_ASKED if skipped or jobs.aside else DONE


def _store_beside(output: Path) -> Path | None:
    """Where finished moves are kept until all are done; nowhere if the output is a device."""
    return None if is_special(output) else output.with_name(f"{output.name}.part")


def _check_names(file: Path, output: Path, html: Path | None, *, force: bool) -> None:
    if not output.name:
        raise BadInputError(f"{quoted_name(output)} is a folder; -o needs the name of a file")
    store = _store_beside(output)
    keep_what_was_read(file, html, store)
    if not force:
        keep_what_was_read(file, output, but=", or use --force to write over it")
    check_outputs(output, html, kept=store)


def _read_chosen_games(
    file: Path, number: int | None
) -> tuple[Sequence[PgnGame], Sequence[PgnGame]]:
    """The games to annotate, at least one, and those that must be skipped, which are named."""
    name = quoted_name(file)
    games = _read_all(file, name) if number is None else [read_numbered_game(file, number, talk)]
    usable = [each for each in games if not each.problem]
    skipped = [each for each in games if each.problem]
    if not usable:
        first = f"{skipped[0]}: {skipped[0].problem}"
        if number is not None or len(games) == 1:
            raise BadInputError(f"cannot annotate {first}")
        raise BadInputError(f"none of the {len(games)} games in {name} can be annotated; {first}")
    for each in skipped[:MOST_NAMED]:
        talk(f"{each} is skipped: {each.problem}")
    if len(skipped) > MOST_NAMED:
        talk(f"{len(skipped) - MOST_NAMED} more games are skipped")
    return usable, skipped


def _read_all(file: Path, name: str) -> Sequence[PgnGame]:
    games, nodes = [], 0
    for each in games_in(read_pgn(file, talk)):
        games.append(each)
        nodes += 0 if each.problem else each.nodes
        for count, most, what in (
            (len(games), MOST_GAMES, "games"),
            (nodes, MOST_NODES, "moves and comments"),
        ):
            if count > most:
                raise BadInputError(
                    f"{name} has more than {most:,} {what}; split it, or use --game"
                )
    if not games:
        raise BadInputError(f"there are no PGN games in {name}")
    return games


def _skipped_as_json(skipped: PgnGame) -> dict[str, Any]:
    return {
        "game": skipped.number,
        "white": visible(skipped.white),
        "black": visible(skipped.black),
        "reason": skipped.problem,
    }
