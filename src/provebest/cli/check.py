"""``provebest check``: checks the proof in a certificate file."""

from __future__ import annotations

import json as reader
from pathlib import Path
from typing import Annotated, Any

import typer

from provebest.certificate.certificate import MOST_BYTES
from provebest.certificate.check import Verdict
from provebest.certificate.check import check as checked
from provebest.chess.explain.recheck import Recheck, recheck
from provebest.chess.probes.auto import AUTO
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
from provebest.vocabulary import BadInputError
from provebest.vocabulary.files import quoted_name, read_text
from provebest.vocabulary.outside import visible

SHOWN = 5
LONGEST = 10_000
"""Characters of a sentence; a tour of 500 cities has 2,000."""


def check(
    file: Annotated[Path, typer.Argument(help="A certificate, written by --certificate.")],
    ask: Annotated[
        int, typer.Option(help="Search this many leaves again (chess only).", min=0)
    ] = 0,
    prober: Annotated[
        str,
        typer.Option(help="Engine for --ask: auto, native, or the certificate's uci:ENGINE."),
    ] = AUTO,
    tree: Annotated[
        Path | None, typer.Option(help="The tree file (JSON) that the certificate is about.")
    ] = None,
    json: AsJson = False,
) -> int:
    """Check the proof in a certificate.

    Every move, every backed-up value and the claim are checked. The exit code is 1 if the
    certificate is refused.

    \b
    provebest tree --width 5 --range 1600 --iteration 2 --certificate proof.json
    provebest check proof.json
    provebest analyse startpos --control classic --certificate start.json
    provebest check start.json --ask 20
    """
    certificate = _read(file)
    verdict = checked(certificate, game=None if tree is None else read_tree(tree))
    asked = None
    if ask and verdict.holds:
        with interruptible() as cancel:
            asked = recheck(certificate, ask, prober=prober, cancel=cancel)
    if json:
        print_json(_as_json(verdict, asked))
    else:
        _print(verdict, asked)
    return DONE if verdict.holds and not (asked and asked.different) else NOT_AS_ASKED


def _read(file: Path) -> Any:
    text = read_text(file, most=MOST_BYTES)
    try:
        return reader.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInputError(f"{quoted_name(file)} is not a certificate: {error}") from None


def _as_json(verdict: Verdict, asked: Recheck | None) -> dict[str, Any]:
    shown = verdict.shown
    return {
        "holds": verdict.holds and not (asked and asked.different),
        "kind": verdict.kind,
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
    out.print(f"{proved}; {shown.records:,} records checked")
    for sentence in shown.given:
        out.print(f"assumes: {visible(sentence, most=LONGEST)}", soft_wrap=True)
    if asked is None:
        return
    same = asked.values - len(asked.different)
    out.print(f"searched again: {same} of {asked.values} values agree ({asked.of:,} values in all)")
    for place, stated, now in asked.different[:SHOWN]:
        out.print(
            bold("refused"), f" at {place}: it says {stated}, but the search says {now}", sep=""
        )
