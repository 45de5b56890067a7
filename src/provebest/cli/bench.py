"""``provebest bench``: the signature of the searches, their speed, and other packages' speed."""

from __future__ import annotations

from typing import Annotated

import typer

from provebest.bench import chess_bench, control_speed, signature
from provebest.bench import speed as rates
from provebest.cli.shared import (
    DONE,
    INTERRUPTED,
    AsJson,
    EvaluationName,
    Quiet,
    counting_bar,
    out,
    print_json,
    talk,
)
from provebest.games.chess_evaluation import DEFAULT_EVALUATION


def bench(
    rivals: Annotated[
        bool, typer.Option("--rivals", help="Also compare with other packages on the same boards.")
    ] = False,
    speed: Annotated[
        bool,
        typer.Option("--speed", help="Also measure the speed of each kind of search."),
    ] = False,
    evaluation: EvaluationName = DEFAULT_EVALUATION,
    json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Run fixed searches and print their signature.

    The signature is one number, which changes only when a search changes.

    \b
    provebest bench
    provebest bench --rivals      (needs: pip install 'provebest[bench,openspiel]')
    provebest bench --speed       (measured: the numbers vary from run to run)
    """
    try:
        with counting_bar("bench", signature.COUNT, quiet=quiet) as done:
            lines = signature.run_all(done, evaluation=evaluation)
    except KeyboardInterrupt:
        talk("interrupted; the signature needs every search to finish")
        return INTERRUPTED
    total = signature.signature(lines)
    answer: dict[str, object] = {
        "signature": total,
        "searches": [
            {"name": line.name, "expanded": line.expanded, "work": line.work} for line in lines
        ],
    }
    if not json:
        out.print("  expanded       work")
        for line in lines:
            out.print(f"{line.expanded:>10,} {line.work:>10,}  {line.name}")
        out.print(f"signature {total}  (changes only when a search changes)")
    if rivals:
        from provebest.bench import game_rivals as game_race  # noqa: PLC0415 - optional packages
        from provebest.bench import rivals as race  # noqa: PLC0415 - same

        with counting_bar("rivals", race.PIECES, quiet=quiet) as done:
            table = race.race(done)
        answer["rivals"] = {name: [row.as_json() for row in rows] for name, rows in table.items()}
        with counting_bar("games", game_race.PIECES, quiet=quiet) as done:
            rows = game_race.race(done)
        answer["game_rivals"] = [row.as_json() for row in rows]
        if not json:
            race.print_race(out, table)
            game_race.print_race(out, rows)
    if speed:
        with counting_bar("speed", rates.PIECES + chess_bench.REPEATS, quiet=quiet) as done:
            found = rates.measure_all(done)
            chess_found = chess_bench.chess_speed(done, evaluation=evaluation)
        cost = control_speed.measure()
        functions = control_speed.profile()
        answer["speed"] = found.as_json()
        answer["chess_speed"] = chess_found.as_json()
        answer["control_speed"] = {**cost.as_json(), "profile": functions}
        if not json:
            rates.print_speed(out, found)
            out.print(chess_found.sentence(), soft_wrap=True)
            control_speed.print_cost(out, cost, functions)
    if json:
        print_json(answer)
    return DONE
