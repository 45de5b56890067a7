"""``provebest evaluate``: the static evaluation of a chess position, term by term."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from provebest.chess.probes import Evaluation, evaluate
from provebest.cli.shared import DONE, AsJson, Chess960, EvaluationName, bold, out, print_json
from provebest.games.chess import fen_of
from provebest.games.chess_evaluation import DEFAULT_EVALUATION


def evaluate_command(
    fen: Annotated[str, typer.Argument(help="The position as a FEN in quotes, or: startpos.")],
    chess960: Chess960 = False,
    evaluation: EvaluationName = DEFAULT_EVALUATION,
    json: AsJson = False,
) -> int:
    """Evaluate a chess position without search, term by term.

    Values are in hundredths of a pawn. Each term has a middlegame value (mg) and an endgame value
    (eg). They are blended by the pieces left on the board; Black's are subtracted from White's.
    In endings that are hard or easy to win, all values are scaled; the last lines say why.
    The correction is the part that a network adds; --evaluation handcrafted leaves it out.

    \b
    provebest evaluate "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
    """
    found = evaluate(fen_of(fen), chess960=chess960, evaluation=evaluation)
    if json:
        print_json({**_as_json(found), "evaluation": evaluation})
    else:
        _print(found)
    return DONE


def _as_json(evaluation: Evaluation) -> dict[str, Any]:
    return {
        "fen": evaluation.fen,
        "value": evaluation.value,
        "value_for_white": evaluation.for_white,
        "scale": evaluation.scale,
        "ending": evaluation.ending,
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
        if term.white == term.black == (0, 0) and not term.value:
            continue
        if term.family != family:
            family = term.family
            whole = sum(other.value for other in evaluation.terms if other.family == family)
            table.add_row(bold(family), "", "", "", "", bold(f"{whole:+}"))
        table.add_row(f"  {term.name}", *map(str, (*term.white, *term.black)), f"{term.value:+}")
    out.print(table)
    if evaluation.ending is not None:
        out.print(f"\nscaled to {evaluation.scale:.0%}: {evaluation.ending}", soft_wrap=True)
    out.print(
        "\n",
        bold(f"{evaluation.for_white:+}"),
        f" for White, {evaluation.value:+} for the side to move, in hundredths of a pawn",
        sep="",
    )
