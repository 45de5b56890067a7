"""Some moves of a position beside each other: what each is worth, and the line that decides.

B* first chooses among these moves alone and says why. Then each is searched by itself, all to the
same depth, so that their values can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Event

import chess

from provebest.chess.defaults import seconds_for
from provebest.chess.explain.analysis import Analysis, Settings, analyse
from provebest.chess.probes.probers import Probers
from provebest.games.boards import moves_in_uci
from provebest.games.game_so_far import GameSoFar, read_game
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.deepening import FIRST_DEPTH, deepen
from provebest.search.setprobe.set_prober import SetProber, SetValue
from provebest.search.setprobe.settings import ModernSettings
from provebest.vocabulary import BadInputError


@dataclass(frozen=True, slots=True)
class ComparedMove:
    """One of the moves; values speak for the side to move."""

    move: str
    value: float
    """Of a search of this move alone."""
    hope: float | None
    """What it might be worth, as far as B* was told."""
    behind: float
    """How much less than the best of them."""
    upset: float
    """How likely it is better all the same, by the spread of values at this depth alone."""
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The moves, best first, each searched to the same depth."""

    fen: str
    depth: int
    moves: tuple[ComparedMove, ...]
    analysis: Analysis
    """How B* chose among them."""
    nodes: int

    @property
    def agreed(self) -> bool:
        """Whether B*'s choice is the best after each was searched by itself."""
        return self.analysis.move == self.moves[0].move


def read_moves(game: str | GameSoFar, words: Sequence[str | chess.Move]) -> tuple[str, ...]:
    """Moves in SAN or UCI as UCI, each once, of the position of a game or of a FEN.

    Raises:
        BadInputError: for fewer than two, or for one that is not legal.
    """
    named = moves_in_uci(read_game(game).board(), words)
    if len(named) < 2:
        raise BadInputError(f"two moves or more can be compared, got {len(named)}")
    return named


def compare_moves(
    game: str | GameSoFar,
    moves: Sequence[str],
    *,
    settings: Settings,
    cancel: Event | None = None,
) -> Comparison:
    """These moves beside each other; half of what the settings allow is B*'s.

    ``game`` is a game that was read, or a FEN. Without a limit of seconds or nodes, the limit is 3
    seconds.

    Raises:
        BadInputError: for moves that are not legal, or a limit too small for a first look.
    """
    seconds = seconds_for(settings.seconds, settings.nodes)
    half = replace(
        settings,
        seconds=None if seconds is None else seconds / 2,
        nodes=None if settings.nodes is None else max(1, settings.nodes // 2),
        only=tuple(moves),
    )
    game = read_game(game)
    analysis = analyse(game, settings=half, cancel=cancel)
    probers = Probers(settings.prober, cancel)
    try:
        sets = probers.sets(game.position)
        depth, found = _deepened(sets, moves, Budget(half.nodes, half.seconds))
        nodes = sets.nodes()
    finally:
        probers.close()
    if not found:
        raise BadInputError(f"the limit was reached before depth {FIRST_DEPTH}: allow more")
    hopes = {one.move: one.hope for one in analysis.result.moves}
    best = max(one.value for one in found.values())
    spread = ModernSettings()
    compared = [
        ComparedMove(
            move,
            one.value,
            None if (hope := hopes.get(move)) is None else max(hope, one.value),
            best - one.value,
            spread.upset(best - one.value, depth),
            one.line,
        )
        for move, one in found.items()
    ]
    compared.sort(key=lambda one: one.value, reverse=True)
    nodes += analysis.result.counters.probe_nodes
    return Comparison(analysis.fen, depth, tuple(compared), analysis, nodes)


def _deepened(
    sets: SetProber[str], moves: Sequence[str], budget: Budget
) -> tuple[int, dict[str, SetValue[str]]]:
    """Each move by itself, to the last depth that all of them have reached."""
    depths = list(deepen(sets, budget, lambda probe: {move: probe([move]) for move in moves}))
    return depths[-1] if depths else (0, {})
