"""The Graph Traverser under a storage limit. [R72-12].

Doran and Michie (1966) keep the path to the best undeveloped node, discard the whole tree and start
again from there. Doran (1967) discards only the part of the tree that does not lie below a fixed
number of steps along that path. The first is the second with "all the way" for the number of
steps, so there is one procedure. Neither is sure to find a goal, even if there is one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from provebest.problems.protocol import Action, State
from provebest.vocabulary import BadInputError

if TYPE_CHECKING:
    from provebest.search.path.node import PathNode
    from provebest.search.path.search import PathSearch


@dataclass(frozen=True, slots=True)
class Storage:
    """How many nodes may be stored, and what to do when there are more."""

    nodes: int
    """States held, open and closed: at most this many after each step."""
    advance: int | None = None
    """Steps towards the best node that each restart makes final; None is all of them."""
    restarts: int = 1000
    """The search ends with ``MEMORY_LIMIT`` instead of restarting more often than this."""

    def __post_init__(self) -> None:
        advance = 1 if self.advance is None else self.advance
        whole = all(isinstance(n, int) for n in (self.nodes, self.restarts, advance))
        if not whole or self.nodes < 2 or self.restarts < 0 or advance < 1:
            raise BadInputError(
                f"storage needs room for 2 nodes or more, 1 step or more and 0 restarts or more, "
                f"got {self.nodes}, {self.advance} and {self.restarts}"
            )


def restart_from_best(
    search: PathSearch[State, Action], best: PathNode[State, Action], advance: int | None
) -> None:
    """Makes the first steps from the root towards ``best`` final and discards what is not below.

    Afterwards ``search.root`` is the end of these steps, ``seen`` holds the nodes at and below it,
    and the open ones among them are in ``open`` again, ``best`` included. States that were
    discarded may be made again, so the search can come back to a state. Nothing is claimed of the
    cost any more (``PathSearch.times_optimum``).
    """
    way = best.way()
    at_root = way.index(search.root)
    steps_left = len(way) - 1 - at_root
    search.root = way[at_root + (steps_left if advance is None else min(advance, steps_left))]
    kept = [node for node in search.seen.values() if _is_below(node, search.root)]
    search.seen = {node.state: node for node in kept}
    for node in kept:
        if node.links is not None:  # a gain must not be passed on to a discarded node
            node.links = [link for link in node.links if search.seen.get(link[1].state) is link[1]]
    search.clear_open()
    for node in kept:  # in the order in which they were made, so that ties stay as they were
        if not node.closed:
            search.put(node)


def _is_below(node: PathNode[State, Action], root: PathNode[State, Action]) -> bool:
    """Whether the root is on the node's way; the root itself counts."""
    at: PathNode[State, Action] | None = node
    while at is not None and at is not root:
        at = at.parent
    return at is root
