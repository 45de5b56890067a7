"""``provebest match``: plays many games between two chess players and prints the result."""

from __future__ import annotations

import math
import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from provebest.cli.placing import On, workers_option
from provebest.cli.shared import (
    DONE,
    INTERRUPTED,
    NOT_AS_ASKED,
    AsJson,
    EvaluationName,
    Quiet,
    check_outputs,
    interruptible,
    keep_what_was_read,
    out,
    print_json,
    status_bar,
    talk,
    write_file,
)
from provebest.games.chess_evaluation import DEFAULT_EVALUATION
from provebest.match.arena import Plan
from provebest.match.game import Conditions
from provebest.match.kinds import KINDS
from provebest.match.limits import read_limit
from provebest.match.match import play_match, read_heading
from provebest.match.openings import BUILT_IN, DEFAULT_PLIES, read_openings
from provebest.match.players import NAMES, read_player
from provebest.match.record import GameRecord, Heading
from provebest.match.rules import NO_ADJUDICATION, Adjudication
from provebest.match.statistics import SequentialTest, read_test
from provebest.match.store import Store, read_store
from provebest.match.summary import pairs_of, summary
from provebest.vocabulary import BadInputError
from provebest.vocabulary.files import quoted_name
from provebest.vocabulary.outside import visible
from provebest.work.place import choose_place

DEFAULT_TC = "5+0.1"
DEFAULT_TABLE = 16
LOST_BY = {"time": "on time", "illegal move": "by an illegal move", "failure": "by a failure"}


def match(
    first: Annotated[str, typer.Argument(help=f"One of: {NAMES}; options after a colon.")],
    second: Annotated[str, typer.Argument(help="The second player, likewise.")],
    games: Annotated[
        int, typer.Option(help="Number of games; every opening is played twice.")
    ] = 100,
    tc: Annotated[
        str | None,
        typer.Option(
            help=f"Seconds per game + seconds per move for each player (default {DEFAULT_TC})."
        ),
    ] = None,
    movetime: Annotated[
        float | None, typer.Option(help="Seconds per move, instead of --tc.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(help="Nodes per move, instead of --tc.", min=1)
    ] = None,
    probes: Annotated[
        int | None,
        typer.Option(help="Probes per move, instead of --tc (both players control=classic)."),
    ] = None,
    openings: Annotated[
        Path | None, typer.Option(help="Openings: a FEN, EPD or PGN file (default: built in).")
    ] = None,
    plies: Annotated[
        int, typer.Option(help="Plies of each PGN game that are its opening.", min=0)
    ] = DEFAULT_PLIES,
    kind: Annotated[
        list[str] | None,
        typer.Option(help=f"Only openings of this kind ({', '.join(KINDS)}); repeatable."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Shuffle the openings with this seed.")] = None,
    workers: Annotated[int, workers_option("Play this many games at a time.", "--concurrency")] = 1,
    on: On = None,
    table: Annotated[
        int, typer.Option("--hash", help="Hash table of each player, in megabytes.")
    ] = DEFAULT_TABLE,
    sprt: Annotated[
        str | None,
        typer.Option(help="Stop when this test decides: elo0,elo1 or elo0,elo1,alpha,beta."),
    ] = None,
    evaluation: EvaluationName = DEFAULT_EVALUATION,
    store: Annotated[
        Path | None, typer.Option(help="Keep every game in this file and continue from it.")
    ] = None,
    pgn: Annotated[Path | None, typer.Option(help="Write the games as PGN, with comments.")] = None,
    margin: Annotated[
        float | None,
        typer.Option(help="Seconds a move may be late (default 0; 0.1 with --movetime)."),
    ] = None,
    adjudicate: Annotated[
        bool, typer.Option(help="Adjudicate games that both players consider decided (see above).")
    ] = True,
    report: Annotated[
        bool, typer.Option("--report", help="Play no games; summarise the stored match.")
    ] = False,
    json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Play a match between two chess players.

    Prints points, the Elo difference with its error, and times. Each player runs in a process of
    its own and thinks only on its own time. A player that oversteps its time, plays an illegal move
    or crashes loses the game; the loss is counted and the engine restarted.

    A game is adjudicated as a draw if from move 40 on both players value it within 0.10 pawns of
    equality for 8 moves, or after 200 moves; as a win if both players value it at 8.00 pawns or
    more for the same side for 4 moves. Elo differences have 95 % intervals, from pairs of games.

    An interrupted match is continued by the same command with the same --store. The exit code is 1
    if an engine can no longer be started.

    \b
    provebest match bstar alphabeta --tc 5+0.1 --games 400 --store match.jsonl --pgn match.pgn
    provebest match bstar uci:stockfish:Skill\\ Level=3 --movetime 0.1 --openings 8moves.epd
    provebest match bstar:control=classic,probe-depth=5 alphabeta --nodes 100000 --kind closed
    provebest match bstar:control=classic,probe-depth=3 bstar:control=classic --probes 5000
    provebest match bstar alphabeta --tc 2+0.1 --sprt 0,10 --concurrency 2 --json
    provebest match bstar bstar:evaluation=handcrafted --nodes 20000
    provebest match bstar alphabeta --store match.jsonl --report
    """
    if tc is None and movetime is None and nodes is None and probes is None:
        tc = DEFAULT_TC
    test = None if sprt is None else read_test(sprt)
    options = {"Threads": "1", "Hash": str(table)}
    own = None if evaluation == DEFAULT_EVALUATION else evaluation
    players = (
        read_player(first, evaluation=own, **options),
        read_player(second, evaluation=own, **options),
    )
    names = (first, second) if first != second else (first, f"{second} (2)")
    if report:
        return _report([first, second], store, test, as_json=json)
    limit = read_limit(tc, movetime, nodes, margin, probes)
    rules = Adjudication() if adjudicate else NO_ADJUDICATION
    today = datetime.now(tz=UTC).strftime("%Y.%m.%d")
    heading = Heading("provebest match", names, limit.text, today)
    if openings is not None:
        keep_what_was_read(openings, pgn, store)
    check_outputs(pgn, kept=store)
    begin = read_openings(openings or BUILT_IN, plies=plies, kinds=kind or (), seed=seed)
    place = choose_place(on, workers)
    at_a_time = place.processes if place.is_local else 1
    plan = Plan(players, begin, games, Conditions(heading, limit, rules), at_a_time)
    label = f"{names[0]} - {names[1]}"
    with interruptible() as cancel, status_bar(label, games, quiet=quiet) as show:

        def show_score(kept: Store) -> None:
            show(len(kept.games), score_line(kept.in_order()))

        kept, ended = play_match(
            plan, store=store, test=test, cancel=cancel, on_game=show_score, on=place
        )
    finished = kept.in_order()
    answer = {
        "command": _command(
            [first, second],
            tc=tc,
            movetime=movetime,
            nodes=nodes,
            probes=probes,
            games=games,
            openings=None if openings is None else openings.name,
            plies=None if plies == DEFAULT_PLIES else plies,
            kind=kind,
            seed=seed,
            hash=None if table == DEFAULT_TABLE else table,
            evaluation=own,
            adjudicate=adjudicate,
        ),
        "players": list(names),
        "limit": limit.text,
        "openings": openings.name if openings is not None else "built-in",
        "rules": rules.sentence(),
        "games_asked": games,
        "ended": ended,
        **summary(finished, test),
    }
    _print_answer(answer, as_json=json)
    if pgn is not None:
        sys.stdout.flush()  # so that the result is printed even if the games cannot be written
        write_file(pgn, "".join(f"{game.pgn}\n\n" for game in finished))
    if ended == "interrupted":
        talk(f"interrupted: {len(finished)} of {games} games were played")
        return INTERRUPTED
    if ended not in {"done", "decided"}:
        talk(f"{ended}; {len(finished)} of {games} games were played")
        return NOT_AS_ASKED
    return DONE


def _command(players: list[str], **options: Any) -> str:
    """The command that plays the same games, with only the options that influence them."""
    words = ["provebest", "match", *players]
    if not options.pop("adjudicate"):
        words.append("--no-adjudicate")
    for name, value in options.items():
        for each in value if isinstance(value, list) else [value]:
            words += [] if each is None else [f"--{name}", str(each)]
    return shlex.join(words)


def score_line(games: list[GameRecord]) -> str:
    """The score so far in one line, such as ``7.5 - 4.5, Elo +89 (-20 to +210)``."""
    pairs = pairs_of(games)
    points = sum(game.points for game in games)
    elo = f", Elo {elo_words(pairs.elo, *pairs.interval)}" if pairs.total > 1 else ""
    return f"{points:g} - {len(games) - points:g}{elo}"


def elo_words(elo: float | None, low: float | None, high: float | None) -> str:
    """An Elo difference and its interval, such as ``+12 (-5 to +29)``; ``?`` if it is infinite."""

    def show(number: float | None) -> str:
        return "?" if number is None or not math.isfinite(number) else f"{round(number):+d}"

    return f"{show(elo)} ({show(low)} to {show(high)})"


def _report(
    players: list[str], store: Path | None, test: SequentialTest | None, *, as_json: bool
) -> int:
    if store is None:
        raise BadInputError("--report needs --store FILE")
    head, games = read_store(store)
    theirs, limit, rules = read_heading(head)
    if theirs != players:
        names = " and ".join(map(visible, theirs))
        raise BadInputError(f"{quoted_name(store)} is a match between {names}")
    answer = {
        "players": players,
        "limit": limit.text,
        "rules": rules.sentence(),
        "ended": "report",
        **summary(games, test),
    }
    _print_answer(answer, as_json=as_json)
    return DONE


def _print_answer(answer: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print_json(answer)
        return
    ours, theirs = map(visible, answer["players"])
    title = f"{ours} against {theirs}, {answer['limit']}"
    grid = Table(title=title, title_justify="left", box=None, pad_edge=False)
    columns = (
        "openings",
        "games",
        "won",
        "drawn",
        "lost",
        "points",
        "%",
        "Elo (95 %)",
        "last move",
    )
    for name in columns:
        grid.add_column(name, justify="left" if name == "openings" else "right")
    for name, row in (("all", answer), *answer["by_kind"].items()):
        if row["games"] or name == "all":
            grid.add_row(name, *_cells(row))
    out.print(grid)
    for name, faults, effort in zip(
        answer["players"], answer["faults"], answer["efforts"], strict=True
    ):
        out.print(f"{visible(name)}: {_effort_words(faults, effort)}", soft_wrap=True)
    endings = ", ".join(
        f"{visible(reason)} ({count})" for reason, count in answer["endings"].items()
    )
    out.print(f"how the games ended: {endings or 'none has ended'}", soft_wrap=True)
    if answer["test"] is not None:
        out.print(_test_words(answer["test"]), soft_wrap=True)


def _cells(row: dict[str, Any]) -> list[str]:
    score, last = row["score"], row["mean_last_move"]
    return [
        str(row["games"]),
        str(row["wins"]),
        str(row["draws"]),
        str(row["losses"]),
        f"{row['points']:g}",
        "" if score is None else f"{100 * score:.1f}",
        "" if row["elo"] is None and not row["games"] else elo_words(
            row["elo"], row["elo_low"], row["elo_high"]
        ),
        "" if last is None else f"{last:.1f}",
    ]  # fmt: skip


def _effort_words(faults: dict[str, int], effort: dict[str, Any]) -> str:
    by_fault = [f"{count} {LOST_BY[fault]}" for fault, count in faults.items()]
    words = [f"games lost: {', '.join(by_fault)}"]
    if effort["seconds_a_move"] is not None:
        words.append(f"{effort['seconds_a_move']:.3f} s per move")
        words.append(f"stopped early for {effort['stopped_early'] / effort['moves']:.0%} of moves")
    if effort["handed_over"]:
        share = effort["handed_over"] / effort["moves"]
        words.append(f"continued with alpha-beta for {share:.0%} of moves")
    if effort["unused"] is not None:
        words.append(f"{effort['unused']:.0%} of its time or nodes unused")
    return "; ".join(words)


def _test_words(test: dict[str, Any]) -> str:
    verdict = {
        None: "undecided",
        "elo0": f"{test['elo0']:+g} Elo or less",
        "elo1": f"{test['elo1']:+g} Elo or more",
    }[test["accepted"]]
    return (
        f"test of {test['elo0']:+g} against {test['elo1']:+g} Elo: {verdict} "
        f"(log-likelihood ratio {test['ratio']:.2f}, "
        f"bounds {test['low']:.2f} and {test['high']:.2f})"
    )
