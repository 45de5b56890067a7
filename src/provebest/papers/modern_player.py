"""The modern control as a player of matches, limited by a number of evaluations."""

from __future__ import annotations

from dataclasses import replace
from typing import Generic

from provebest.games.protocol import Game, Move, State
from provebest.papers.iterations import Counting, Iterations
from provebest.search.probability.game_beliefs import GameBeliefs
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.game_sets import GameSets
from provebest.search.setprobe.search import ModernSearch
from provebest.search.setprobe.settings import ANY_GAME
from provebest.vocabulary import Stopped


class _Sets(GameSets[State, Move], Generic[State, Move]):
    """Set-probes whose node count is the number of all evaluations."""

    def __init__(self, game: Game[State, Move], counts: Counting) -> None:
        self._counts = counts
        super().__init__(game)

    def nodes(self) -> int:
        return self._counts.evaluations


class _Beliefs(GameBeliefs[State, Move], Generic[State, Move]):
    """Beliefs that report no nodes, because ``_Sets`` counts all evaluations."""

    def work(self) -> tuple[int, int]:
        return self.tally.probes, 0


def choose(game: Game[State, Move], counts: Counting, allowed: int) -> tuple[Move, int, bool]:
    """A move, the evaluations it cost, and whether the search ended by itself.

    The settings are those for any game. As for alpha-beta, a depth that would exceed ``allowed`` is
    not begun; a depth that exceeds it nevertheless is cut off there.
    """
    search = ModernSearch(
        _Beliefs(game, 0, sure=False),
        _Sets(game, counts),
        Budget(nodes=max(1, allowed)),
        replace(ANY_GAME, win=game.least_win),
    )
    search.step()
    iterations = Iterations(search.stored())
    while search.stopped is None:
        deepens, before = search.doing == "SELECT", counts.evaluations
        if deepens and not iterations.payable(before, allowed):
            break
        search.step()
        if deepens:
            iterations.costs.append(counts.evaluations - before)
    result = search.result(search.stopped or Stopped.NODE_LIMIT)
    return result.move, counts.evaluations, result.natural
