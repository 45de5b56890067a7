"""Builds the argument for the choice of a finished chess search."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from threading import Event

from provebest.argument.argument import Argument
from provebest.argument.building import of_probabilities
from provebest.argument.evidence import Chance, Evidence
from provebest.argument.notation import ChessNotation, value_of_chances
from provebest.argument.phrasing import LOSING
from provebest.chess.calibration import chance_to_reach
from provebest.chess.defaults import seconds_for
from provebest.chess.explain.cautions import caution_about
from provebest.chess.explain.gathering import Gatherer
from provebest.chess.explain.purse import Purse
from provebest.chess.explain.stories import with_stories
from provebest.chess.probes.evaluation import evaluate
from provebest.chess.probes.probers import Probers
from provebest.chess.probes.set_probes import ProbedSets
from provebest.chess.searches import ChessSearch, Settings
from provebest.games.boards import board_from
from provebest.games.chess import ChessPosition
from provebest.games.chess_values import MATES_FROM
from provebest.games.game_so_far import GameSoFar
from provebest.search.probability.result import ProbabilityResult
from provebest.search.setprobe.deepening import DEEPEST
from provebest.search.setprobe.law import TOLERANCE, Law
from provebest.search.setprobe.set_prober import SetProber

SEARCH_SHARE, EVIDENCE_SHARE = 0.58, 0.45
"""Shares of the budget of an analysis: for the search, and the most for the evidence, which gets
what the search leaves."""
NEAR = 100.0
"""Hundredths of a pawn: without evidence on rivals, one less than this behind gets its own
sentence."""
EVIDENCE_NODES = 100_000
"""Nodes for the evidence if the limit is in expansions (classic control)."""
ENGINE_NAMES = {
    "native selective": "provebest's own engine",
    "native exact": "provebest's own engine without pruning",
}
LOST = value_of_chances(LOSING)
"""Hundredths of a pawn: a position worth this or less is called lost."""
SLIGHTLY_WORSE = 2.5 * TOLERANCE
"""Expected points that a rival must cost to be called worse."""
CLEARER_WIN = 100.0
"""Hundredths of a pawn by which one of two winning moves is better than the other."""
PIECES_IN_TABLE = 3
DRAWN_PAWN_ENDING = "king and pawn against king: drawn"
"""The evaluation's name of a drawn ending of king and pawn against king; it knows those exactly."""
EVIDENCE_DEPTH = 8
"""Plies: the greatest depth of the evidence is at least this."""


def for_the_search(settings: Settings) -> Settings:
    """The settings for the search alone: the modern control leaves a share for the evidence."""
    if settings.control == "classic":
        return settings
    nodes, seconds = settings.nodes, seconds_for(settings.seconds, settings.nodes)
    return replace(
        settings,
        nodes=None if nodes is None else max(1, round(SEARCH_SHARE * nodes)),
        seconds=None if seconds is None else SEARCH_SHARE * seconds,
    )


def purse_for(
    settings: Settings, result: ProbabilityResult[str], begun: float, cancel: Event | None
) -> Purse:
    """The budget for the evidence: what the search has left, at most ``EVIDENCE_SHARE``."""
    if settings.control == "classic" and settings.nodes is None and settings.seconds is None:
        return Purse(EVIDENCE_NODES, None, cancel)
    nodes, seconds = settings.nodes, seconds_for(settings.seconds, settings.nodes)
    if nodes is not None:
        left = nodes - result.counters.probe_nodes
        nodes = max(0, min(left, round(EVIDENCE_SHARE * nodes)))
    if seconds is not None:
        spent = time.monotonic() - begun
        seconds = max(0.0, min(seconds - spent, EVIDENCE_SHARE * seconds))
    return Purse(nodes, seconds, cancel)


def searched_alone(
    made: ChessSearch,
    position: ChessPosition,
    result: ProbabilityResult[str],
    settings: Settings,
    probers: Probers,
) -> ProbabilityResult[str]:
    """The result of a search that had one move to choose from, with that move searched.

    Such a search ends after the first look. If no other move is legal, that is enough.
    """
    if len(result.moves) > 1 or len(position.legal_moves()) == 1:
        return result
    settings = for_the_search(settings)
    nodes, seconds = settings.nodes, seconds_for(settings.seconds, settings.nodes)
    if settings.control == "classic" and nodes is None and settings.seconds is None:
        nodes, seconds = EVIDENCE_NODES, None
    sets = made.sets or ProbedSets(probers.single(), position, probers.cancel)
    purse = Purse(nodes, seconds, probers.cancel)
    found = purse.deepest(sets, [result.move], DEEPEST, share=1.0)
    if found is None:
        return result
    move = replace(result.moves[0], real=found.value, line=found.line)
    before = result.counters
    return replace(
        result,
        value=found.value,
        line=found.line,
        moves=(move,),
        counters=replace(
            before,
            probes=before.probes + purse.probes,
            probe_nodes=before.probe_nodes + purse.used,
        ),
    )


def evidence_for(
    made: ChessSearch,
    position: ChessPosition,
    result: ProbabilityResult[str],
    settings: Settings,
    probers: Probers,
    purse: Purse,
) -> Evidence[str]:
    """Searches for what the argument needs and the search has not kept."""
    if made.sets is None:

        def pure(at: ChessPosition) -> SetProber[str]:
            return ProbedSets(probers.single(), at, probers.cancel)

        return Gatherer(
            position=position,
            result=result,
            probers=probers,
            sets=pure,
            purse=purse,
            depth=EVIDENCE_DEPTH,
        ).classic()
    depth = max(made.search.depth, EVIDENCE_DEPTH)
    gatherer = Gatherer(
        position=position,
        result=result,
        probers=probers,
        sets=probers.sets,
        purse=purse,
        depth=depth,
        searched=made.search.depth,
        reach=probers.choice.facts.reach,
    )
    return gatherer.modern(made.sets, settings.why_not)


def argument_for(
    game: GameSoFar,
    result: ProbabilityResult[str],
    evidence: Evidence[str],
    settings: Settings,
    *,
    law: Law,
    prober: str,
) -> Argument[str]:
    """The argument in chess notation, with measured chances and what its lines do.

    The game tells what was taken before: to take back wins nothing.
    """
    fen, chess960 = game.position.fen(), game.chess960
    argument = of_probabilities(
        result,
        evidence,
        chance=_chance(result, evidence, law),
        least=settings.min_act,
        given=f"the values of {name_engine(prober)}",
        notation=ChessNotation(fen, chess960),
        asked=settings.why_not,
        near=NEAR,
        as_good=TOLERANCE,
        slightly=SLIGHTLY_WORSE,
        points=law.points,
        least_win=MATES_FROM,
        lost=LOST,
        clear=CLEARER_WIN,
        drawn=why_drawn(fen, chess960=chess960),
    )
    argument = replace(argument, caution=caution_about(fen, argument.claim.value))
    return with_stories(argument, game.board())


def why_drawn(fen: str, *, chess960: bool) -> str:
    """Why a position is drawn, if that is known without a search; else an empty string."""
    board = board_from(fen, chess960=chess960)
    if board.is_insufficient_material():
        return "nobody can mate"
    if board.occupied.bit_count() > PIECES_IN_TABLE:
        return ""
    ending = evaluate(fen, chess960=chess960).ending
    return "king and pawn against king" if ending == DRAWN_PAWN_ENDING else ""


def name_engine(prober: str) -> str:
    """The engine behind a prober such as ``native selective, depth 4``, for people to read."""
    name = prober.partition(",")[0]
    return next((told for ours, told in ENGINE_NAMES.items() if name.startswith(ours)), name)


def _chance(result: ProbabilityResult[str], evidence: Evidence[str], law: Law) -> Chance:
    """The chance that a rival is really better: its part of the law's doubt.

    The doubt is shared out by the best value known of each rival. The classic control has no such
    number; for it the chance is that measured for small probes.
    """
    if result.doubt is None:
        return lambda goal, rival, _look: chance_to_reach(goal, rival.real, rival.hope)
    rest = math.inf if evidence.rest is None else evidence.rest.value
    values = {
        rival.move: look.value
        if (look := evidence.looks.get(rival.move)) is not None
        else min(rival.real, rest)
        for rival in result.moves[1:]
    }
    shares = law.share_out(result.doubt, result.value, values)
    return lambda _goal, rival, _look: shares[rival.move]
