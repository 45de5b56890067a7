"""How ``provebest analyse`` prints an analysis: the board, a table of moves, the argument."""

from __future__ import annotations

from rich.table import Table

from provebest.argument.claim_words import claim_worth
from provebest.argument.parts import Rival, Verdict
from provebest.argument.rival_words import rival_worth
from provebest.chess.explain.analysis import Analysis
from provebest.chess.explain.arguing import name_engine
from provebest.cli.probing import print_threads
from provebest.cli.shared import out
from provebest.vocabulary.outside import visible


def print_analysis(analysis: Analysis, *, verbose: bool, log: bool) -> None:
    """Prints what most players want to know; all that is known if ``verbose``."""
    argument = analysis.argument
    out.print(str(analysis.board()))
    out.print()
    out.print(_table(analysis, verbose=verbose))
    out.print()
    if log:
        out.print(analysis.log)
        out.print()
    out.print(argument.text() if verbose else str(argument), soft_wrap=True)
    made = analysis.made if verbose else f"Engine: {name_engine(analysis.prober)}."
    out.print(visible(made, most=1000), soft_wrap=True)
    print_threads(analysis.threads)
    if verbose and analysis.parallel is not None:
        out.print(f"{analysis.parallel}.", soft_wrap=True)
    if verbose and analysis.cache is not None:
        out.print(f"{analysis.cache}.", soft_wrap=True)


def _rivals(analysis: Analysis) -> tuple[Rival[str], ...]:
    """The rivals that were searched alone; beside a mate, those that mate too or were asked for."""
    argument = analysis.argument
    if argument.verdict is not Verdict.WINS:
        return argument.argued
    return tuple(r for r in argument.argued if r.move in argument.asked or r in argument.as_good)


def _table(analysis: Analysis, *, verbose: bool) -> Table:
    """The choice, then the rivals of which the argument speaks, or all moves, by their values."""
    argument = analysis.argument
    notation, claim = argument.notation, argument.claim
    table = Table(box=None, pad_edge=False)
    columns = ["move", "value", *(["optimistic", "searches"] if verbose else []), "line"]
    for column in columns:
        table.add_column(column, justify="left" if column in {"move", "line"} else "right")
    best = analysis.result.moves[0]
    rows = [(claim.move, claim_worth(argument), best.hope, best.effort, claim.line)]
    rivals = argument.rivals if verbose else _rivals(analysis)
    rows += [
        (rival.move, rival_worth(argument, rival), rival.hope, rival.effort, rival.line)
        for rival in sorted(rivals, key=lambda rival: rival.value, reverse=True)
    ]
    for move, worth, hope, effort, line in rows:
        more = ["" if hope is None else notation.value(hope), str(effort)] if verbose else []
        table.add_row(notation.move(move), worth, *more, notation.line(line).text)
    return table
