"""``provebest evaluate``: what a chess position is worth without search, term by term."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from provebest.chess.probes import Evaluation, evaluate
from provebest.cli.shared import DONE, AsJson, out, print_json
from provebest.games.chess import fen_of


def evaluate_command(
    fen: Annotated[str, typer.Argument(help="The position as a FEN in quotes, or: startpos.")],
    chess960: Annotated[bool, typer.Option("--chess960", help="Castling as in Chess960.")] = False,
    json: AsJson = False,
) -> int:
    """Show what a chess position is worth without search, and why: every term, for both sides.

    Hundredths of a pawn. Each term has a weight for the middlegame and one for the endgame; its
    value is the blend that fits the pieces on the board, White's less Black's.

    \b
    provebest evaluate "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
    """
    evaluation = evaluate(fen_of(fen), chess960=chess960)
    if json:
        print_json(_as_json(evaluation))
    else:
        _print(evaluation)
    return DONE


def _as_json(evaluation: Evaluation) -> dict[str, Any]:
    return {
        "fen": evaluation.fen,
        "value": evaluation.value,
        "value_for_white": evaluation.for_white,
        "terms": [
            {
                "family": term.family,
                "name": term.name,
                "white": {"middlegame": term.white[0], "endgame": term.white[1]},
                "black": {"middlegame": term.black[0], "endgame": term.black[1]},
                "value": term.value,
            }
            for term in evaluation.terms
        ],
    }


def _print(evaluation: Evaluation) -> None:
    table = Table(box=None, pad_edge=False)
    for name in ("term", "White mg", "eg", "Black mg", "eg", "value"):
        table.add_column(name, justify="left" if name == "term" else "right")
    family = ""
    for term in evaluation.terms:
        if term.white == term.black == (0, 0):
            continue
        if term.family != family:
            family = term.family
            whole = sum(other.value for other in evaluation.terms if other.family == family)
            table.add_row(f"[bold]{family}[/]", "", "", "", "", f"[bold]{whole:+}[/]")
        table.add_row(f"  {term.name}", *map(str, (*term.white, *term.black)), f"{term.value:+}")
    out.print(table)
    out.print(
        f"\n[bold]{evaluation.for_white:+}[/] for White, "
        f"{evaluation.value:+} for the side to move, in hundredths of a pawn"
    )
