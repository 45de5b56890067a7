"""Compares some moves of a position: the value of each, and its line.

B* first chooses among these moves and says why. Then each is searched alone, all to the same depth,
so that their values can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Event

import chess

from provebest.argument.argument import LONGEST_LINE, Argument
from provebest.argument.evidence import Evidence, Look
from provebest.chess.defaults import seconds_for
from provebest.chess.explain.analysis import Analysis, Settings, analyse
from provebest.chess.explain.arguing import argument_for
from provebest.chess.probes.probers import Probers
from provebest.games.boards import moves_in_uci
from provebest.games.game_so_far import GameSoFar, read_game
from provebest.search.probability.result import ProbabilityResult, RootMove
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.deepening import FIRST_DEPTH, deepen
from provebest.search.setprobe.law import MOST_DOUBT
from provebest.search.setprobe.set_prober import SetProber, SetValue
from provebest.search.setprobe.settings import CHESS
from provebest.vocabulary import BadInputError, Listener


@dataclass(frozen=True, slots=True)
class ComparedMove:
    """One of the moves; values are in hundredths of a pawn, for the side to move."""

    move: str
    value: float
    """The value in a search of this move alone."""
    hope: float | None
    """The optimistic value that B* has for it."""
    behind: float
    """How far it is behind the best of them."""
    upset: float
    """The chance that it is better than the best of them; 0 for that one."""
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The moves, best first, all searched to the same depth."""

    fen: str
    depth: int
    moves: tuple[ComparedMove, ...]
    analysis: Analysis
    """The analysis in which B* chose among them."""
    argument: Argument[str]
    """Why the first of them is best, by the searches to the same depth."""
    nodes: int

    @property
    def agreed(self) -> bool:
        """Whether B*'s choice is also best when each move is searched alone."""
        return self.analysis.move == self.moves[0].move


def read_moves(game: str | GameSoFar, words: Sequence[str | chess.Move]) -> tuple[str, ...]:
    """Moves given in SAN or UCI as UCI, without repeats, for the position of a game or a FEN.

    Raises:
        BadInputError: if there are fewer than two, or one is illegal.
    """
    named = moves_in_uci(read_game(game).board(), words)
    if len(named) < 2:
        raise BadInputError(f"comparing needs two moves or more, got {len(named)}")
    return named


def compare_moves(
    game: str | GameSoFar,
    moves: Sequence[str],
    *,
    settings: Settings,
    cancel: Event | None = None,
    on_event: Listener | None = None,
) -> Comparison:
    """Compares these moves; B* gets half of the limits in the settings.

    ``game`` is a game or a FEN. If neither seconds nor nodes are limited, the limit is 3 seconds.
    The order of ``moves`` changes nothing. ``on_event`` gets the events of B*'s search.

    Raises:
        BadInputError: if a move is illegal, or the limit is too small.
    """
    moves = sorted(moves)  # a search finds more after others
    seconds = seconds_for(settings.seconds, settings.nodes)
    half = replace(
        settings,
        seconds=None if seconds is None else seconds / 2,
        nodes=None if settings.nodes is None else max(1, settings.nodes // 2),
        only=tuple(moves),
    )
    game = read_game(game)
    analysis = analyse(game, settings=half, cancel=cancel, on_event=on_event)
    probers = Probers(settings.prober, cancel, seconds=half.seconds)
    try:
        sets = probers.sets(game.position)
        depth, found = _search_each(sets, moves, Budget(half.nodes, half.seconds))
        nodes = sets.nodes()
    finally:
        probers.close()
    if not found:
        raise BadInputError(
            f"the limit was reached before depth {FIRST_DEPTH}; allow more time or nodes"
        )
    hopes = {one.move: one.hope for one in analysis.result.moves}
    found = dict(sorted(found.items(), key=lambda each: (-each[1].value, each[0] != analysis.move)))
    first, best = next((move, one.value) for move, one in found.items())
    rivals = {move: one.value for move, one in found.items() if move != first}
    doubt = analysis.result.doubt if first == analysis.move else None
    chances = CHESS.share_out(MOST_DOUBT if doubt is None else doubt, best, rivals)
    compared = [
        ComparedMove(
            move=move,
            value=one.value,
            hope=None if (hope := hopes.get(move)) is None else max(hope, one.value),
            behind=best - one.value,
            upset=chances.get(move, 0.0),
            line=one.line,
        )
        for move, one in found.items()
    ]
    nodes += analysis.result.counters.probe_nodes
    result = _result(analysis, compared, MOST_DOUBT if doubt is None else doubt)
    evidence = Evidence(
        looks={one.move: Look(one.value, one.line[:LONGEST_LINE], depth) for one in compared[1:]},
        depth=depth,
    )
    asked = replace(half, why_not=tuple(one.move for one in compared[1:]))
    argument = argument_for(game, result, evidence, asked, law=CHESS, prober=analysis.prober)
    return Comparison(analysis.fen, depth, tuple(compared), analysis, argument, nodes)


def _result(
    analysis: Analysis, compared: Sequence[ComparedMove], doubt: float
) -> ProbabilityResult[str]:
    """The result of the analysis with the values and the order of the searches to one depth."""
    best = compared[0]
    efforts = {one.move: one.effort for one in analysis.result.moves}
    moves = tuple(
        RootMove(
            move=one.move,
            real=one.value,
            hope=one.hope,
            fear=None,
            chance=1 - doubt if one is best else one.upset,
            effort=efforts.get(one.move, 0),
            line=one.line,
        )
        for one in compared
    )
    return replace(
        analysis.result,
        move=best.move,
        value=best.value,
        target=best.value,
        moves=moves,
        line=best.line,
        doubt=doubt,
    )


def _search_each(
    sets: SetProber[str], moves: Sequence[str], budget: Budget
) -> tuple[int, dict[str, SetValue[str]]]:
    """Searches each move alone, to the last depth that all of them reach."""
    depths = list(deepen(sets, budget, lambda probe: {move: probe([move]) for move in moves}))
    return depths[-1] if depths else (0, {})
