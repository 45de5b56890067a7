"""The certificate of an analysis: what its search has shown, and how its probes were made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from provebest.certificate.certificate import Certificate, NoCertificateError, Record
from provebest.certificate.certify_beliefs import Shower, certify_beliefs
from provebest.certificate.certify_sets import certify_sets
from provebest.chess.probes.expansion import Expander
from provebest.chess.searches import Settings
from provebest.games.boards import board_from
from provebest.games.chess_evaluation import identity_of

if TYPE_CHECKING:
    from provebest.chess.explain.analysis import Analysis
    from provebest.chess.explain.saved_analysis import SearchRecord


def certify_analysis(record: SearchRecord, analysis: Analysis) -> Certificate:
    """The certificate of an analysis whose search was recorded.

    Raises:
        NoCertificateError: if there is no rival, or a prober failed.
    """
    if analysis.failure is not None:
        raise NoCertificateError(f"nothing can be certified: {analysis.failure}")
    settings, tree = record.settings, record.tree
    world: Record = {
        "game": "chess",
        "fen": analysis.start,
        "moves": list(analysis.played),
        "chess960": analysis.chess960,
        "only": list(settings.only),
    }
    prober = _prober(record.expander, settings)
    if tree is not None:
        how = _shower(analysis.fen, chess960=analysis.chess960)
        return certify_beliefs(tree, world=world, prober=prober, how=how)
    sets: Record = {
        "prober": f"set-probes of {prober['identity']} with one table for all",
        "table_megabytes": settings.prober.table_megabytes,
    }
    return certify_sets(
        record.recorder,
        analysis.result,
        world=world,
        prober=prober,
        sets=sets,
        scale=record.scale,
    )


def _prober(expander: Expander, settings: Settings) -> Record:
    """The prober of the leaves and its settings, so that its probes can be repeated."""
    choice = settings.prober
    own = choice.own_evaluation
    return {
        "prober": choice.name,
        "identity": choice.source(expander.name),
        "evaluation": None if own is None else identity_of(own),
        "exact": choice.exact,
        "depth": expander.real.depth,
        "nodes": expander.real.nodes,
        "hope_depth": expander.hope.depth,
        "hope_nodes": expander.hope.nodes,
        "options": dict(choice.options or {}),
        "table_megabytes": choice.table_megabytes,
        "shares_table": choice.shares_table,
        **({} if choice.deep_threads == 1 else {"threads": choice.deep_threads}),
    }


def _shower(fen: str, *, chess960: bool) -> Shower:
    """Shows a node as its position without move counters, and the moves that first led to it."""

    def show(node: Any) -> str:
        return board_from(fen, node.state.path, chess960=chess960).epd()

    return Shower(show, lambda node: list(node.state.path), facts_are_sure=False)
