"""``pbstar``: choose a move by probability-based B*, in one call."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from provebest.games.protocol import Game, Move, State
from provebest.search.probability.beliefs import Believer
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.game_beliefs import GameBeliefs
from provebest.search.probability.grounds import grounded
from provebest.search.probability.policies import Policies
from provebest.search.probability.result import ProbabilityResult
from provebest.vocabulary import Limits, Progress, run


def pbstar(
    game: Game[State, Move],
    prober: Believer[State, Move] | None = None,
    *,
    policies: Policies | None = None,
    history: Iterable[State] = (),
    limits: Limits = Limits(),  # noqa: B008 - frozen, so one shared default is safe
    on_progress: Callable[[Progress], None] | None = None,
) -> ProbabilityResult[Move]:
    """The move that SELECT chooses and VERIFY cannot refute, for the side to move at the start.

    ``prober`` says what moves seem to be worth and might be worth; without one, shallow alpha-beta
    does (``GameBeliefs``). ``history`` holds positions of the game so far: to repeat one is a draw.
    All values of the result speak for the side to move; ``result.argument`` says why.

    Raises:
        BadInputError: if the game is over, has neither a pass nor bounds to hope by, or its players
            do not move in turn.
    """
    chosen = replace(Policies(), win=game.least_win) if policies is None else policies
    believer = GameBeliefs(game) if prober is None else prober
    search = ProbabilitySearch(believer, chosen, history=history)
    return grounded(search, run(search, limits, on_progress))
