"""Copying and pickling a search tree: flat, so that a path may be of any length.

A node that is copied goes without its ties to other nodes; the search copies these in one list.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

_TIES = "ties of the nodes"


class Loose:
    """A node with ``__slots__`` that is copied without its ``TIES``."""

    __slots__ = ()
    TIES: ClassVar[tuple[str, ...]] = ("parent",)

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        names: Sequence[str] = type(self).__slots__
        return None, {name: getattr(self, name) for name in names if name not in self.TIES}

    def ties(self) -> dict[str, Any]:
        """What its copy must be given again."""
        return {name: getattr(self, name) for name in self.TIES}


def loosened(search: object, ends: Iterable[Any]) -> dict[str, Any]:
    """The state of a search whose nodes are on the ways to these ends, for ``__getstate__``."""
    nodes: dict[int, Loose] = {}
    for end in ends:
        node = end
        while node is not None and id(node) not in nodes:
            nodes[id(node)] = node
            node = node.parent
    return {**vars(search), _TIES: [(node, node.ties()) for node in nodes.values()]}


def tied_again(search: object, state: dict[str, Any]) -> None:
    """The other way, for ``__setstate__``."""
    for node, ties in state.pop(_TIES):
        for name, value in ties.items():
            setattr(node, name, value)
    vars(search).update(state)
