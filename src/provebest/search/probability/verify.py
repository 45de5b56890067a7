"""VERIFY: the Opponent tries to bring the selected move down.

Refuted means that the move is no longer the best; the search then goes back to SELECT with all it
has learned. Every other end confirms the move, the effort limit included.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from provebest.search.probability.descent import (
    Option,
    Path,
    Present,
    View,
    contending,
    descend,
)
from provebest.search.probability.node import Node
from provebest.search.probability.phases import VerifyEnd
from provebest.search.probability.settings import Dithering

if TYPE_CHECKING:
    from provebest.search.probability.control import ProbabilitySearch


def next_leaf(search: ProbabilitySearch[Any, Any], selected: Node[Any, Any]) -> Path | VerifyEnd:
    """The path to the leaf to expand, or why VERIFY ends.

    The target follows the second-best RealVal, which can move if positions are shared.
    """
    progress, root = search.progress, search.root
    search.aim_at(target(search, selected))
    # The second test is for values so great (or infinite) that subtracting 1 changes nothing: there
    # equal values would count as a refutation.
    if selected.real <= search.target and selected.real < search.target + 1:
        return VerifyEnd.REFUTED
    if selected.settled:
        return VerifyEnd.NOTHING_LEFT
    if progress.used >= progress.share:
        progress.quota_hit = True
        return VerifyEnd.EFFORT
    if not selected.children:
        return [root, selected]
    dithering, least = search.settings.dithering, search.least_chance()
    way, view = [root, selected], Present(search.values)
    among = replies(way, view, least, dithering)
    if not among:
        return VerifyEnd.NO_REPLY
    path = descend(way, among, view, dithering, player_forces=False)
    return VerifyEnd.NOTHING_LEFT if path[-1].children else path


def replies(way: Path, view: View, least: float, dithering: Dithering) -> list[Option]:
    """The replies to the selected move, the path's end, that are in contention."""
    selected = way[-1]
    if not selected.player_to_move:
        return contending(way, view, least, dithering)
    # [BM95-27] any move of the Player may save him, so all of them must fall
    return view.options(way) if selected.p >= least else []


def target(search: ProbabilitySearch[Any, Any], selected: Node[Any, Any]) -> float:
    """One unit below the second-best RealVal: there the choice is no longer best [BM95-15].

    Some root move leads to another position, or SELECT would have ended the search.
    """
    return max(node.real for node in search.root.children if node is not selected) - 1
