"""SELECT: the Player looks for the move that may raise the best RealVal.

The tests in ``next_leaf`` are in the order in which they count: an end that needs no VERIFY comes
before one that does, and separation before the effort limit, so a search that is done says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from provebest.search.events import Milestone
from provebest.search.probability.descent import Path, Present, contending, descend
from provebest.search.probability.node import Node
from provebest.search.probability.phases import SelectEnd

if TYPE_CHECKING:
    from provebest.search.probability.control import ProbabilitySearch

AnyNode = Node[Any, Any]


def next_leaf(search: ProbabilitySearch[Any, Any]) -> Path | SelectEnd:
    """The path to the leaf to expand, or why SELECT ends. The root must be expanded.

    May set a new target, and with it every OptPrb in the tree.
    """
    best, children, progress = search.best(), search.root.children, search.progress
    if len(children) == 1:
        return SelectEnd.ONLY_MOVE
    if all(node is best for node in children):
        return SelectEnd.SAME_POSITION
    if best.settled and best.real >= search.settings.win:
        return SelectEnd.WON
    # [BM95-13] No other move's optimism exceeds the best RealVal. Undefined optimism might.
    if all(node is best or (node.hi is not None and node.hi <= best.real) for node in children):
        return SelectEnd.SEPARATED
    set_target(search, best)
    if progress.used >= progress.share:
        progress.quota_hit = True
        return SelectEnd.EFFORT
    return _forced_path(search, best)


def _forced_path(search: ProbabilitySearch[Any, Any], best: AnyNode) -> Path | SelectEnd:
    """The path to the leaf with the best chance [BM95-12], or why SELECT ends.

    While no move at all is in contention, the best included, the target moves closer: half-way to
    the best RealVal each time [BM95-11], until the gap is at most ``2 * closest_target``.
    """
    policies, root, least = search.settings, search.root, search.least_chance()
    view = Present(search.values)
    while True:
        among = contending([root], view, least, policies.dithering)
        if any(node is not best for node, _ in among):
            path = descend([root], among, view, policies.dithering, player_forces=True)
            return SelectEnd.NOTHING_LEFT if path[-1].children else path
        if among:
            return SelectEnd.CLEARLY_BEST
        gap = search.target - best.real
        if not policies.target_moves_closer or gap <= 2 * policies.closest_target:
            return SelectEnd.FLAT
        search.aim_at(search.target - gap / 2)
        search.tell(Milestone.CLOSER)


def set_target(search: ProbabilitySearch[Any, Any], best: AnyNode) -> None:
    """Sets the target half-way between its parameters; kept while neither of them moves [BM95-9].

    So a target that was moved closer stays there until then.
    """
    parameters = target_parameters(search, best)
    if search.progress.target_from != parameters:
        search.progress.target_from = parameters
        search.aim_at(sum(parameters) / 2)


def target_parameters(search: ProbabilitySearch[Any, Any], best: AnyNode) -> tuple[float, float]:
    """The second-greatest hope of all root moves, and the best RealVal.

    If that hope does not exceed the RealVal, the greatest of the other moves instead: so
    ``target > best.real`` as long as another move has a hope above it. There are two moves or more.
    """
    children = search.root.children
    second = sorted(_hope(node) for node in children)[-2]
    if second <= best.real:
        second = max(_hope(node) for node in children if node is not best)
    return second, best.real


def _hope(node: AnyNode) -> float:
    """The Player's optimism for his own move; its RealVal if that is undefined."""
    return node.real if node.hi is None else node.hi
