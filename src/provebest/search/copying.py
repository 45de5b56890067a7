"""Copying and pickling a search tree without recursion, so that a path may be of any length.

``copy`` and ``pickle`` follow references recursively, and a chain of parents would exhaust Python's
stack. So a node is copied without its references to other nodes (its ties); the search puts those
of all its nodes into one flat list, and sets them again in the copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

_TIES = "ties of the nodes"


class Loose:
    """A node with ``__slots__`` that is copied without its ``TIES``.

    A copy made by itself, not with its search, lacks these attributes.
    """

    __slots__ = ()
    TIES: ClassVar[tuple[str, ...]] = ("parent",)
    """The slots that refer to other nodes; a subclass with more of them must list them all."""

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        names: Sequence[str] = type(self).__slots__
        return None, {name: getattr(self, name) for name in names if name not in self.TIES}

    def ties(self) -> dict[str, Any]:
        """The references that its copy must get again, by name."""
        return {name: getattr(self, name) for name in self.TIES}


def detach_nodes(search: object, ends: Iterable[Any]) -> dict[str, Any]:
    """The state of a search with the ties of its nodes in a flat list, for ``__getstate__``.

    ``ends`` must be such that every node of the search is one of them or an ancestor of one: a node
    that is missed loses its ties. None among them is skipped.
    """
    nodes: dict[int, Loose] = {}
    for end in ends:
        node = end
        while node is not None and id(node) not in nodes:
            nodes[id(node)] = node
            node = node.parent
    return {**vars(search), _TIES: [(node, node.ties()) for node in nodes.values()]}


def attach_nodes(search: object, state: dict[str, Any]) -> None:
    """Sets the ties and the attributes of a copy, for ``__setstate__``."""
    for node, ties in state.pop(_TIES):
        for name, value in ties.items():
            setattr(node, name, value)
    vars(search).update(state)
