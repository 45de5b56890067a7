"""``bstar``: find the best move and prove it, in one call, by any of the interval searches."""

from __future__ import annotations

from collections.abc import Callable

from provebest.games.protocol import Game, Move, State
from provebest.search.bstar import BStarSearch
from provebest.search.bstar_result import BStarResult
from provebest.search.bstar_squared import SQUARES, SquaredSearch
from provebest.search.bstar_strategy import TABLE_I, Strategy
from provebest.search.df_bstar import DEPTH_FIRST, DepthFirstSearch
from provebest.search.disprove_best import FLOWS, FlowSearch
from provebest.search.gpn import GRIDS, GridSearch
from provebest.search.interval_search import IntervalSearch
from provebest.vocabulary import BadInputError, Limits, Progress, run

STRATEGIES = (*TABLE_I, *FLOWS, *GRIDS, *SQUARES, *DEPTH_FIRST)
"""The names there are; Table I's parts can be combined in other ways too, as in 3DRM."""


def bstar(
    game: Game[State, Move],
    strategy: str = "2DRM",
    *,
    max_nodes: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen, so one shared default is safe
    on_progress: Callable[[Progress], None] | None = None,
) -> BStarResult[Move]:
    """Finds a move at the root and, unless a limit comes first, proof that no other is better.

    The proof holds given the bounds of the leaves. ``strategy`` is a name of Berliner's Table I,
    such as BF, 2DRM or ADM; DB, AR, AD, ALT or PB in Anema's flow; GPN, GPN4 or GPN1; SQ-MAX (and
    others) for B*-squared; or DF for df-B*, whose memory is bounded.
    ``max_nodes`` and ``limits.depth`` are tested before an expansion that would pass them;
    artificial trees bring the paper's limits along (30,000 nodes, depth 100).

    Raises:
        BadInputError: for an unknown strategy (with the list), bounds that cross, or a game that is
            over at the root.
    """
    search = interval_search(game, strategy, max_depth=limits.depth, max_nodes=max_nodes)
    return run(search, limits, on_progress)


def interval_search(
    game: Game[State, Move],
    strategy: str,
    *,
    max_depth: int | None = None,
    max_nodes: int | None = None,
) -> IntervalSearch[State, Move]:
    """The search that goes by this name, ready to step."""
    depth = game.depth_limit if max_depth is None else max_depth
    nodes = game.node_limit if max_nodes is None else max_nodes
    if nodes is not None and nodes < 1:
        raise BadInputError(f"the limit on nodes must be 1 or more, got {nodes}")
    if strategy in FLOWS:
        return FlowSearch(game, FLOWS[strategy], max_depth=depth, max_nodes=nodes)
    if strategy in SQUARES:
        return SquaredSearch(game, SQUARES[strategy], max_depth=depth, max_nodes=nodes)
    if strategy in DEPTH_FIRST:
        return DepthFirstSearch(game, DEPTH_FIRST[strategy], max_depth=depth)
    if strategy in GRIDS:
        return GridSearch(game, GRIDS[strategy], max_depth=depth, max_nodes=nodes)
    try:
        chosen = Strategy.named(strategy)
    except ValueError:
        known = ", ".join(STRATEGIES)
        raise BadInputError(f"no strategy named {strategy!r}; there are: {known}") from None
    game = game.with_invalid_bounds() if chosen.invalid else game
    return BStarSearch(game, chosen, max_depth=depth, max_nodes=nodes)
