"""``provebest check``: checks the proof in a certificate file."""

from __future__ import annotations

import json as reader
import math
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any

import typer

from provebest.certificate.certificate import MOST_BYTES
from provebest.certificate.check import Verdict
from provebest.certificate.check import check as checked
from provebest.chess.explain.recheck import Recheck, recheck
from provebest.chess.probes.auto import AUTO
from provebest.cli.positions import read_start
from provebest.cli.shared import (
    DONE,
    NOT_AS_ASKED,
    AsJson,
    bold,
    interruptible,
    out,
    print_json,
)
from provebest.games import read_tree
from provebest.problems import Tours, read_matrix
from provebest.vocabulary import BadInputError
from provebest.vocabulary.files import quoted_name, read_text
from provebest.vocabulary.outside import visible

SHOWN = 5
LONGEST = 10_000
"""Characters of a sentence; a tour of 500 cities has 2,000."""


def check(
    file: Annotated[Path, typer.Argument(help="A certificate, written by --certificate.")],
    ask: Annotated[
        int,
        typer.Option(help="Search this many positions again, drawn at random (chess only).", min=0),
    ] = 0,
    prober: Annotated[
        str,
        typer.Option(help="Engine for --ask: auto, native, or the certificate's uci:ENGINE."),
    ] = AUTO,
    tree: Annotated[
        Path | None, typer.Option(help="The tree file (JSON) that it must be about.")
    ] = None,
    matrix: Annotated[
        Path | None, typer.Option(help="The matrix file that it must be about.")
    ] = None,
    fen: Annotated[
        str | None, typer.Option(help="The chess position that it must be about.")
    ] = None,
    work: Annotated[
        int | None,
        typer.Option(
            help="Steps of about a microsecond that it may cost "
            "(default 30 million, and 1,000 a record; with --ask 300 million).",
            min=1,
        ),
    ] = None,
    json: AsJson = False,
) -> int:
    """Check the proof in a certificate.

    Every move, every backed-up value and the claim are checked. The answer names the position,
    tree or matrix that the claim is about; with --fen, --tree or --matrix a certificate about
    another one is refused. The exit code is 1 if the certificate is refused.

    \b
    provebest tree --width 5 --range 1600 --iteration 2 --certificate proof.json
    provebest check proof.json
    provebest analyse startpos --control classic --certificate start.json
    provebest check start.json --ask 20
    provebest check start.json --fen startpos
    """
    certificate = _read(file)
    verdict = checked(certificate, game=_question(tree, matrix, fen), work=work)
    asked = None
    if ask and verdict.holds:
        with interruptible() as cancel:
            asked = recheck(certificate, ask, prober=prober, cancel=cancel, work=work)
    if json:
        print_json(_as_json(verdict, asked))
    else:
        _print(verdict, asked)
    return DONE if _holds(verdict, asked) else NOT_AS_ASKED


def _question(tree: Path | None, matrix: Path | None, fen: str | None) -> Any:
    """What the certificate must be about; None if the user did not say."""
    if sum(one is not None for one in (tree, matrix, fen)) > 1:
        raise BadInputError(
            "a certificate is about one thing: give only one of --tree, --matrix, --fen"
        )
    if tree is not None:
        return read_tree(tree)
    if matrix is not None:
        return Tours(read_matrix(matrix))
    if fen is None:
        return None
    return read_start(fen, number=None, ply=None, after="", chess960=True).board().fen()


def _holds(verdict: Verdict, asked: Recheck | None) -> bool:
    return verdict.holds and (asked is None or asked.agrees)


def _read(file: Path) -> Any:
    text = read_text(file, most=MOST_BYTES)
    try:
        return reader.loads(text, parse_float=_decimal)
    except (ValueError, RecursionError) as error:
        raise BadInputError(f"{quoted_name(file)} is not a certificate: {error}") from None


def _decimal(text: str) -> float:
    """Reads a number that a float has exactly as it is written; a rounded one is not the same."""
    number = float(text)
    if math.isfinite(number) and Decimal(text) != Decimal(repr(number)):
        raise ValueError(f'{text:.40} has too many digits; write it as a fraction, like "1/3"')
    return number


def _as_json(verdict: Verdict, asked: Recheck | None) -> dict[str, Any]:
    shown = verdict.shown
    return {
        "holds": _holds(verdict, asked),
        "kind": verdict.kind,
        "about": None if shown is None else shown.about,
        "place": verdict.place,
        "problem": verdict.problem,
        "claim": None if shown is None else shown.claim,
        "proved": None if shown is None else shown.proved,
        "given": [] if shown is None else list(shown.given),
        "records": None if shown is None else shown.records,
        "asked": None
        if asked is None
        else {
            "values": asked.values,
            "of": asked.of,
            "share": asked.values / asked.of if asked.of else 0.0,
            "different": [
                {"place": place, "stated": stated, "now": now}
                for place, stated, now in asked.different
            ],
        },
    }


def _print(verdict: Verdict, asked: Recheck | None) -> None:
    shown = verdict.shown
    if shown is None:
        place, problem = visible(verdict.place), visible(verdict.problem, most=LONGEST)
        out.print(bold("refused"), f" at {place}: {problem}", sep="", soft_wrap=True)
        return
    proved = (
        "proved, if what it assumes holds" if shown.proved else "not proved, but correctly stated"
    )
    out.print(bold("holds"), f": {visible(shown.claim, most=LONGEST)}", sep="", soft_wrap=True)
    out.print(f"about: {visible(shown.about, most=LONGEST)}", soft_wrap=True)
    out.print(f"{proved}; {shown.records:,} records checked")
    for sentence in shown.given:
        out.print(f"assumes: {visible(sentence, most=LONGEST)}", soft_wrap=True)
    if asked is not None:
        _print_asked(asked)


def _print_asked(asked: Recheck) -> None:
    if not asked.values:
        out.print(bold("refused"), ": nothing that the claim needs could be searched again", sep="")
        return
    wrong = len({place.rpartition(".")[0] for place, _, _ in asked.different})
    out.print(
        f"searched again: {asked.values:,} of the {asked.of:,} answers that the claim needs "
        f"({asked.values / asked.of:.0%}); {asked.values - wrong:,} agree"
    )
    for place, stated, now in asked.different[:SHOWN]:
        out.print(
            bold("refused"),
            f" at {place}: it says {visible(str(stated))}, but the search says {visible(str(now))}",
            sep="",
        )
