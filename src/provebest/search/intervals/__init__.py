"""``bstar``: find the best move and prove it, in one call, by any of the interval searches.

The paper is Berliner, "The B* Tree Search Algorithm" (Artificial Intelligence 12, 1979); its rules
are listed in ``docs/papers/berliner1979.md``, those of the newer variants in
``docs/papers/beyond_bstar.md``. Read the files in this order:

- ``node.py``, ``search.py``: the tree, expanding, backing up. Every variant shares them.
- ``strategy.py``, ``berliner.py``: the paper's own search.
- ``disprove_best.py``, then ``squared.py`` and ``depth_first.py``, which build on it (Anema).
- ``gpn.py``: grid proof numbers, our own.
- ``result.py``: the answer. ``regret.py``: how much worse than the best move it can be.
- ``compiled.py``: the same searches in C++. ``saving.py``: files.
- ``probed_bounds.py``: bounds for a game that has only values. ``yardstick.py``: alpha-beta on
  intervals, for comparison.
"""

from __future__ import annotations

from inspect import isabstract
from typing import Any

from provebest.games.checked import checked
from provebest.games.protocol import Game, Move, State
from provebest.search.intervals.berliner import BStarSearch
from provebest.search.intervals.compiled import CompiledIntervalSearch, compiled_search
from provebest.search.intervals.depth_first import DEPTH_FIRST, DepthFirstSearch
from provebest.search.intervals.disprove_best import FLOWS, Flow, FlowSearch
from provebest.search.intervals.gpn import GRIDS, Grid, GridSearch
from provebest.search.intervals.regret import checked_regret
from provebest.search.intervals.result import BStarResult
from provebest.search.intervals.search import IntervalSearch
from provebest.search.intervals.squared import SQUARES, SquaredSearch
from provebest.search.intervals.strategy import TABLE_I, Strategy
from provebest.vocabulary import BadInputError, Limits, Listener, check_limits, run, shorten

STRATEGIES = (*TABLE_I, *FLOWS, *GRIDS, *SQUARES, *DEPTH_FIRST)
"""All names that are listed. Other combinations of Table I's parts, such as 3DRM, work too."""


Strategies = str | type[IntervalSearch[Any, Any]]
"""A strategy by its name, or a class of your own: see ``docs/your-own-strategy.md``."""


def bstar(
    game: Game[State, Move],
    strategy: Strategies = "2DRM",
    *,
    state: State | None = None,
    max_nodes: int | None = None,
    regret: float = 0,
    limits: Limits = Limits(),  # noqa: B008 - frozen, so one shared default is safe
    on_event: Listener | None = None,
) -> BStarResult[Move]:
    """Finds a move at the root and, unless a limit comes first, proof that no other is better.

    The proof holds given the bounds of the leaves. ``strategy`` is a name of Berliner's Table I,
    such as BF, 2DRM or ADM; DB, AR, AD, ALT or PB in Anema's flow; GPN, GPN4 or GPN1, which need
    finite bounds; SQ-MAX (and others) for B*-squared; DF for df-B*, whose memory is bounded; or a
    subclass of ``IntervalSearch`` with a ``select`` of your own. The search begins at ``state``, or
    at the game's start, and chooses for the side to move there; all bounds speak for MAX.
    ``max_nodes`` and ``limits.depth`` are tested before an expansion that would pass them; if they
    are not given, the game's ``node_limit`` and ``depth_limit`` hold (for the artificial trees
    the paper's: 30,000 nodes, depth 100).

    ``regret`` is the largest regret that is good enough, in units of the game's value: the search
    also ends once some move is at most this much worse than any other, given the bounds
    (``docs/regret.md``). It then says "within regret", not "proved". With 0 it ends only when a
    move is proved best. The same leaves are expanded in the same order, whatever the regret.

    Raises:
        BadInputError: for an unknown strategy (with the list), bounds that cross, a regret that is
            not a finite number of 0 or more, or a game that is over at the root.
    """
    check_limits(limits)
    search = interval_search(
        game,
        strategy,
        state=state,
        max_depth=limits.depth,
        max_nodes=max_nodes,
        regret=regret,
    )
    return run(search, limits, on_event)


def interval_search(
    game: Game[State, Move],
    strategy: Strategies,
    *,
    state: State | None = None,
    max_depth: int | None = None,
    max_nodes: int | None = None,
    regret: float = 0,
) -> IntervalSearch[State, Move] | CompiledIntervalSearch[State, Move]:
    """The search with this name, ready to step.

    It is compiled if the game has ``compiled_searches``, the strategy is one that they cover (Table
    I, Anema's flow, grids; not SQ, DF or a class) and the search begins at the game's start. It
    then makes the same expansions in the same order and gives the same answer.
    """
    checked(game)
    largest = checked_regret(regret)
    chosen: Strategy | Flow | Grid | None = None
    if isinstance(strategy, str):
        chosen = FLOWS.get(strategy) or GRIDS.get(strategy) or _table_strategy(strategy)
    if chosen is not None and state is None:
        depth, nodes = _limits(game, max_depth, max_nodes)
        seen = _with_bounds_for(game, chosen)
        compiled = compiled_search(
            seen, chosen, max_depth=depth, max_nodes=nodes, largest_regret=largest
        )
        if compiled is not None:
            return compiled
    return reference_search(
        game, strategy, state=state, max_depth=max_depth, max_nodes=max_nodes, regret=largest
    )


def reference_search(
    game: Game[State, Move],
    strategy: Strategies,
    *,
    state: State | None = None,
    max_depth: int | None = None,
    max_nodes: int | None = None,
    regret: float = 0,
) -> IntervalSearch[State, Move]:
    """The search with this name, in Python, even if the game has compiled searches.

    Raises:
        BadInputError: for an unknown strategy, a class that is not one, a limit below 1, or a
            regret that is not a finite number of 0 or more.
    """
    checked(game)
    largest = checked_regret(regret)
    depth, nodes = _limits(game, max_depth, max_nodes)
    search = _search(game, strategy, state, depth, nodes)
    # Not an argument of the constructor: a class of the user's own may have one without it.
    search.largest_regret = largest
    return search


def _search(
    game: Game[State, Move],
    strategy: Strategies,
    state: State | None,
    depth: int | None,
    nodes: int | None,
) -> IntervalSearch[State, Move]:
    """A new search with this strategy that ends when a move is proved best."""
    if not isinstance(strategy, str):
        own = _own(strategy)
        return own(game, state=state, max_depth=depth, max_nodes=nodes)
    if strategy in FLOWS:
        return FlowSearch(game, FLOWS[strategy], state=state, max_depth=depth, max_nodes=nodes)
    if strategy in SQUARES:
        square = SQUARES[strategy]
        return SquaredSearch(game, square, state=state, max_depth=depth, max_nodes=nodes)
    if strategy in DEPTH_FIRST:
        # No limit on nodes: df-B* holds a path and a table of fixed size.
        return DepthFirstSearch(game, DEPTH_FIRST[strategy], state=state, max_depth=depth)
    if strategy in GRIDS:
        return GridSearch(game, GRIDS[strategy], state=state, max_depth=depth, max_nodes=nodes)
    chosen = _table_strategy(strategy)
    if chosen is None:
        known = ", ".join(STRATEGIES)
        raise BadInputError(f"no strategy named {strategy!r}; there are: {known}")
    seen = _with_bounds_for(game, chosen)
    return BStarSearch(seen, chosen, state=state, max_depth=depth, max_nodes=nodes)


def _own(strategy: object) -> type[IntervalSearch[Any, Any]]:
    """Returns the user's own strategy class, or raises ``BadInputError`` if it is not one."""
    if not isinstance(strategy, type) or not issubclass(strategy, IntervalSearch):
        raise BadInputError(
            f"a strategy is a name, such as '2DRM', or a subclass of provebest.IntervalSearch "
            f"(the class, not an instance), got {shorten(strategy)}"
        )
    if isabstract(strategy):
        raise BadInputError(
            f"{strategy.__name__} has no select, which says which leaf to expand next"
        )
    return strategy


def _limits(
    game: Game[State, Move], max_depth: int | None, max_nodes: int | None
) -> tuple[int | None, int | None]:
    """Depth and nodes: the limits given, else the game's own; None is no limit."""
    nodes = game.node_limit if max_nodes is None else max_nodes
    if nodes is not None and nodes < 1:
        raise BadInputError(f"the limit on nodes must be 1 or more, got {nodes}")
    return game.depth_limit if max_depth is None else max_depth, nodes


def _table_strategy(strategy: str) -> Strategy | None:
    """The strategy in the style of Table I with this name, or None."""
    try:
        return Strategy.named(strategy)
    except ValueError:
        return None


def _with_bounds_for(game: Game[State, Move], chosen: Strategy | Flow | Grid) -> Game[State, Move]:
    """The game with the bounds that the strategy asks for: X has invalid ones. [B79-16]."""
    invalid = isinstance(chosen, Strategy) and chosen.invalid
    return game.with_invalid_bounds() if invalid else game
