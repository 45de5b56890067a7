"""What to do when a search comes again to a state it has seen. [R72-7].

``ignore`` is the paper's rule and gives its tables. ``relink`` and ``reopen`` let a cheaper way
replace a more expensive one, so that admissible estimates give cheapest paths: ``relink`` corrects
all nodes below at once, ``reopen`` develops the node again. ``PathSettings.rule`` is the default.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from provebest.problems.protocol import Action, State

if TYPE_CHECKING:
    from provebest.search.path.node import PathNode
    from provebest.search.path.search import PathSearch

DuplicateRule = Literal["ignore", "relink", "reopen"]
DUPLICATE_RULES: tuple[DuplicateRule, ...] = ("ignore", "relink", "reopen")


def cheaper_way(
    search: PathSearch[State, Action],
    known: PathNode[State, Action],
    parent: PathNode[State, Action],
    action: Action,
    cost: float,
) -> None:
    """Records a cheaper way to a known node, and what follows from it under the search's rule.

    Called only if ``parent.g + cost < known.g`` and the rule is not "ignore". Every g only falls,
    so the loop ends even on a cycle. A node whose priority changes counts as the newest of its
    priority.
    """
    # A stack and not recursion: "relink" can pass a gain on along a path of any length.
    gains = [(known, parent, action, cost)]
    while gains:
        node, parent, action, cost = gains.pop()
        if parent.g + cost >= node.g:
            continue  # a better way was recorded meanwhile
        node.parent, node.action, node.step_cost = parent, action, cost
        node.g, node.depth = parent.g + cost, parent.depth + 1
        node.tree = None  # it was grown without the way back to the former parent
        if search.settings.rule == "reopen":
            node.closed = False
            node.remaining = None  # every operator is due again: its children have gained too
        if not node.closed:
            search.put(node)
        # Only "relink" keeps links: it passes the gain on to everything the node has led to so far.
        gains += [(child, node, step, step_cost) for step, child, step_cost in node.links or ()]
