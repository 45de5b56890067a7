"""The part of a tree that an argument needs: the union of its lines, with bounds where known."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

Move = TypeVar("Move", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is believed of a position, for the side that chooses; any of it may be unknown."""

    real: float | None = None
    lo: float | None = None
    hi: float | None = None


@dataclass(frozen=True, slots=True)
class Branch(Generic[Move]):
    """A position: the move that led here, what is believed of it, and what follows."""

    move: Move | None
    """None at the root."""
    bounds: Bounds
    role: str
    """``root``, ``choice``, ``rival``; below them that of the line that goes on there."""
    children: tuple[Branch[Move], ...] = ()

    def walk(self, path: tuple[Move, ...] = ()) -> Iterator[tuple[tuple[Move, ...], Branch[Move]]]:
        """Every position with the moves that lead there, parents first."""
        yield path, self
        for child in self.children:
            if child.move is not None:
                yield from child.walk((*path, child.move))

    def size(self) -> int:
        """Positions."""
        return sum(1 for _ in self.walk())


@dataclass(slots=True)
class _Growing:
    role: str
    children: dict[Any, _Growing] = field(default_factory=dict)


def grow(
    lines: Iterable[tuple[str, tuple[Move, ...]]], known: Mapping[tuple[Move, ...], Bounds]
) -> Branch[Move]:
    """The tree of these lines, each with its role; a position has the role of its first line."""
    root = _Growing("root")
    for role, line in lines:
        node = root
        for move in line:
            node = node.children.setdefault(move, _Growing(role))
    return _finished(root, (), known)


def _finished(
    node: _Growing, path: tuple[Any, ...], known: Mapping[tuple[Any, ...], Bounds]
) -> Branch[Any]:
    children = tuple(_finished(child, (*path, m), known) for m, child in node.children.items())
    return Branch(path[-1] if path else None, known.get(path, Bounds()), node.role, children)
