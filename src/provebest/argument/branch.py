"""The tree of an argument: the union of its lines, with the bounds that are known."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

Move = TypeVar("Move", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Bounds:
    """Value and bounds of a position, for the side that chooses; None if unknown."""

    real: float | None = None
    lo: float | None = None
    hi: float | None = None


@dataclass(frozen=True, slots=True)
class Branch(Generic[Move]):
    """A position of the tree: the move that leads to it, its bounds, and the positions after it."""

    move: Move | None
    """None at the root."""
    bounds: Bounds
    role: str
    """``root``, or the role of the first line through it: ``choice``, ``attempt`` or ``rival``."""
    children: tuple[Branch[Move], ...] = ()

    def walk(self, path: tuple[Move, ...] = ()) -> Iterator[tuple[tuple[Move, ...], Branch[Move]]]:
        """Every position with the moves that lead there, parents first."""
        yield path, self
        for child in self.children:
            if child.move is not None:
                yield from child.walk((*path, child.move))

    def size(self) -> int:
        """The number of positions."""
        return sum(1 for _ in self.walk())


@dataclass(slots=True)
class _Draft:
    role: str
    children: dict[Any, _Draft] = field(default_factory=dict)


def grow(
    lines: Iterable[tuple[str, tuple[Move, ...]]], known: Mapping[tuple[Move, ...], Bounds]
) -> Branch[Move]:
    """The tree of these lines, given with their roles. The first line gives a position its role."""
    root = _Draft("root")
    for role, line in lines:
        node = root
        for move in line:
            node = node.children.setdefault(move, _Draft(role))
    return _freeze(root, (), known)


def _freeze(
    node: _Draft, path: tuple[Any, ...], known: Mapping[tuple[Any, ...], Bounds]
) -> Branch[Any]:
    children = tuple(_freeze(child, (*path, m), known) for m, child in node.children.items())
    return Branch(path[-1] if path else None, known.get(path, Bounds()), node.role, children)
