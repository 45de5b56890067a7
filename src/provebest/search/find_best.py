"""``bstar``: find the best move and prove it, in one call."""

from __future__ import annotations

from collections.abc import Callable

from provebest.games.protocol import Game, Move, State
from provebest.search.bstar import BStarSearch
from provebest.search.bstar_result import BStarResult
from provebest.search.bstar_strategy import Strategy
from provebest.vocabulary import Limits, Progress, run


def bstar(
    game: Game[State, Move],
    strategy: str = "2DRM",
    *,
    max_nodes: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen, so one shared default is safe
    on_progress: Callable[[Progress], None] | None = None,
) -> BStarResult[Move]:
    """Finds a move at the root and, unless a limit comes first, proof that no other is better.

    The proof holds given the bounds of the leaves. ``strategy`` is a name of Table I, such as BF,
    2DRM or ADM. ``max_nodes`` and ``limits.depth`` are tested before an expansion that would pass
    them; artificial trees bring the paper's limits along (30,000 nodes, depth 100).

    Raises:
        BadInputError: for an unknown strategy (with the list), bounds that cross, or a game that is
            over at the root.
    """
    chosen = Strategy.named(strategy)
    search = BStarSearch(
        game.with_invalid_bounds() if chosen.invalid else game,
        chosen,
        max_depth=game.depth_limit if limits.depth is None else limits.depth,
        max_nodes=game.node_limit if max_nodes is None else max_nodes,
    )
    return run(search, limits, on_progress)
