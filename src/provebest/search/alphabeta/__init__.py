"""``alphabeta``, ``minimax`` and ``deepening`` on any game.

The paper is Edwards and Hart, "The alpha-beta heuristic" (MIT AI memo 30, 1963); its rules
``[EH63-n]`` are listed in ``docs/papers/edwards1963.md``. Read ``functions.py`` first: the memo's
four functions and the contracts that hold for what they return. ``transpositions.py`` is the table
and ``deepening.py`` the search to depth 1, 2, 3, ..., neither of them in the memo; ``result.py`` is
the answer. ``minimax``, below, is the oracle that the tests compare with.
"""

from __future__ import annotations

import math

from provebest.games.checked import checked, root_of
from provebest.games.names import named
from provebest.games.protocol import Game, Move, State
from provebest.search.alphabeta.deepening import Deepening, deepening
from provebest.search.alphabeta.functions import AlphaBeta, Found, Order
from provebest.search.alphabeta.result import (
    AlphaBetaResult,
    RootValues,
    check_depth,
    check_window,
    is_too_deep,
    too_deep,
    verdict,
)
from provebest.search.alphabeta.transpositions import table_of
from provebest.vocabulary import Stopped, Tally, number_text

__all__ = [
    "AlphaBeta",
    "AlphaBetaResult",
    "Deepening",
    "Order",
    "alphabeta",
    "deepening",
    "minimax",
]


def alphabeta(
    game: Game[State, Move],
    depth: int,
    *,
    state: State | None = None,
    fail_soft: bool = True,
    alpha: float = -math.inf,
    beta: float = math.inf,
    order: Order[State, Move] | None = None,
    table: bool | int = False,
) -> AlphaBetaResult[Move]:
    """The value and the best move of a state, ``depth`` plies deep.

    The state is the game's start if none is given. Either side may be to move; values speak for
    MAX.

    [EH63-3] The window is everything, unless a narrower one is given; a value outside it is only a
    bound, by the contracts at the head of ``functions.py``.

    With a ``table`` (``True``, or the number of states it may hold) what is known of a state is
    kept and used again; states must be hashable, and equal only if they are the same position.
    Shallower searches then come first, to find out which moves to try first [EH63-4]; their work
    counts too.

    Raises:
        BadInputError: if the depth is not 0 or more, the window is empty, the game gives a wrong
            answer, or the tree is deeper than Python can follow.
    """
    check_depth(depth)
    check_window(alpha, beta)
    search = AlphaBeta(game, fail_soft=fail_soft, order=order, table=table_of(table))
    start = root_of(search.game, state)
    tried: RootValues[Move] = RootValues()
    try:
        if search.table is not None:
            _rehearse(search, start, depth)
        value, line = search.look(start, depth, alpha, beta, tried)
    except RecursionError as error:
        if is_too_deep(error):
            raise too_deep(depth) from error
        raise
    played = bool(tried.values)
    if played and -math.inf < alpha and value <= alpha:
        why = (
            Stopped.FOUND,
            f"the value is at most {number_text(value)}: it lies outside the window",
        )
    elif played and value >= beta and beta < math.inf:
        why = (
            Stopped.FOUND,
            f"the value is at least {number_text(value)}: it lies outside the window",
        )
    else:
        why = verdict(depth, played=played, saw_horizon=search.saw_horizon)
    result = tried.result(value, line, depth, *why, search.tally.frozen())
    return named(result, search.game, start)


def _rehearse(search: AlphaBeta[State, Move], start: State, depth: int) -> None:
    """Fills the table by shallower searches, up to one that sees the whole game.

    Afterwards ``saw_horizon`` is False, so that only the search proper decides whether the value is
    proved.
    """
    for nearer in range(1, depth):
        search.saw_horizon = False
        search.look(start, nearer, -math.inf, math.inf)
        if not search.saw_horizon:
            return
    search.saw_horizon = False


def minimax(
    game: Game[State, Move], depth: int, *, state: State | None = None
) -> AlphaBetaResult[Move]:
    """The same value without cuts: the memo's functions with their second clause dropped.

    Every move of every state is tried, so ``others`` holds exact values, not bounds. This is the
    oracle of the tests.

    Raises:
        BadInputError: as ``alphabeta`` does.
    """
    check_depth(depth)
    game = checked(game)
    tally, saw_horizon = Tally(), False
    tried: RootValues[Move] = RootValues()

    def look(state: State, depth: int) -> Found[Move]:
        nonlocal saw_horizon
        moves = game.moves(state)
        if depth == 0 or not moves:
            saw_horizon = saw_horizon or bool(moves)
            tally.evaluated += 1
            return game.value(state), ()
        tally.expanded += 1
        tally.generated += len(moves)
        max_moves = game.max_to_move(state)
        found = [(move, *look(game.play(state, move), depth - 1)) for move in moves]
        # Overwritten by every state; the root is finished last, so its moves are what remains.
        tried.max_moves, tried.values = max_moves, {move: value for move, value, _ in found}
        pick = max if max_moves else min
        move, value, line = pick(found, key=lambda one: one[1])  # the first of equals
        return value, (move, *line)

    try:
        start = root_of(game, state)
        value, line = look(start, depth)
    except RecursionError as error:
        if is_too_deep(error):
            raise too_deep(depth) from error
        raise
    why = verdict(depth, played=tally.expanded > 0, saw_horizon=saw_horizon)
    return named(tried.result(value, line, depth, *why, tally.frozen()), game, start)
