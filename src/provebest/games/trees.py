"""Artificial trees as games, as used in the first experiments with B*."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple, Self

from provebest import _native
from provebest.games.interval_trees import WORD, TreeSpec, children
from provebest.games.protocol import Child, Game
from provebest.vocabulary import BadInputError, Interval

GREATEST_RANGE = 2**31
GREATEST_WIDTH = 10_000


_REPLACED = ("start", "moves", "max_to_move", "bounds", "expand")
"""The methods that a search calls, all of which the compiled searches replace."""


class TreeNode(NamedTuple):
    """A node of an artificial tree. Its children depend on nothing else."""

    name: int
    lo: float
    hi: float
    depth: int


class IntervalTree(Game[TreeNode, int]):
    """A tree drawn by a ``TreeSpec``; MAX moves at even depth, moves are numbered from 0.

    ``native=False`` uses the Python reference: the same tree, slower.
    """

    depth_limit = 100
    node_limit = 30_000
    """The paper's limits; ``bstar`` uses them if it is given none."""
    vouched = True

    def __init__(self, spec: TreeSpec, lo: int, hi: int, *, native: bool = True) -> None:
        for number in (spec.width, lo, hi, spec.seed_times, spec.seed_plus):
            if not isinstance(number, int):
                raise BadInputError(
                    f"width, range and seed of a tree must be whole numbers, got {number!r}"
                )
        if not 1 <= spec.width <= GREATEST_WIDTH:
            raise BadInputError(f"width must be from 1 to {GREATEST_WIDTH}, got {spec.width}")
        if not 0 <= hi - lo <= GREATEST_RANGE:
            raise BadInputError(f"range must be from 0 to {GREATEST_RANGE}, got {hi - lo}")
        self.spec = spec
        self.bounds_may_be_false = spec.invalid
        self._root = TreeNode(0, lo, hi, 0)
        self._compiled = _compiled(spec) if native else None
        self._drawn: tuple[TreeNode, list[Child[int, TreeNode]]] | None = None

    def with_invalid_bounds(self) -> Self:
        """The same tree, but one node in twenty draws its children too wide. [B79-16]."""
        return self._with(replace(self.spec, invalid=True))

    def collapsed(self) -> Self:
        """The same tree, but intervals of width 2 or less are replaced by their mean."""
        return self._with(replace(self.spec, collapse=True))

    @property
    def compiled_searches(self) -> _native.TreeSearches | None:
        """None for the Python reference, for a root with lo == hi, and if a subclass overrides."""
        own = (getattr(type(self), name) is getattr(IntervalTree, name) for name in _REPLACED)
        root = self._root
        if self._compiled is None or root.lo == root.hi or not all(own):
            return None
        return _native.TreeSearches(self._compiled, int(root.lo), int(root.hi))

    def start(self) -> TreeNode:
        """The root."""
        return self._root

    def max_to_move(self, state: TreeNode) -> bool:
        """Returns whether the depth is even."""
        return state[3] % 2 == 0

    def moves(self, state: TreeNode) -> range:
        """The numbers of all children; none if the value is known (lo == hi)."""
        return range(self.spec.width if state[1] < state[2] else 0)

    def play(self, state: TreeNode, move: int) -> TreeNode:
        """The child of this number; the children of the last state are remembered."""
        known = self._drawn
        if known is None or known[0] != state:
            known = self._drawn = state, self.expand(state)
        return TreeNode(*known[1][move][1])

    def value(self, state: TreeNode) -> float:
        """The middle of the interval."""
        return (state[1] + state[2]) / 2

    def bounds(self, state: TreeNode) -> Interval:
        """The interval that the node was drawn with."""
        return Interval(state[1], state[2])

    def expand(self, state: TreeNode) -> list[Child[int, TreeNode]]:
        """All children, drawn together."""
        name, lo, hi, depth = state
        if lo == hi:
            return []
        if self._compiled is not None:
            return self._compiled.expand(name, lo, hi, depth)
        drawn = children(self.spec, name, int(lo), int(hi), max_moves=depth % 2 == 0)
        return [
            (move, TreeNode(child, a, b, depth + 1), a, b)
            for move, (child, a, b) in enumerate(drawn)
        ]

    def show(self, state: TreeNode) -> str:
        """The name and interval of the node."""
        return f"{state[0]} [{state[1]:g}, {state[2]:g}]"

    def _with(self, spec: TreeSpec) -> Self:
        other = object.__new__(type(self))
        native = self._compiled is not None
        IntervalTree.__init__(other, spec, int(self._root.lo), int(self._root.hi), native=native)
        return other


class CanonicalTree(IntervalTree):
    """Berliner's canonical trees, by the exact calibrated generator. [B79-14] [B79-15].

    The root is [0, range]; the tree is fixed by width, range and iteration.
    """

    vouched = True

    def __init__(self, width: int, range: int, iteration: int, *, native: bool = True) -> None:
        seed = iteration + range
        spec = TreeSpec(width, draws=0, seed_times=seed, seed_plus=width * seed)
        super().__init__(spec, 0, range, native=native)


class PalayTree(IntervalTree):
    """Palay's trees: a child is the hull of ``draws`` values; intervals of width <= 2 collapse.

    Some child has the parent's upper bound, and some child its lower bound.
    """

    depth_limit = 20_000
    node_limit = 500_000
    vouched = True

    def __init__(
        self, width: int, range: int, draws: int, seed: int, *, native: bool = True
    ) -> None:
        spec = TreeSpec(width, _draws(draws), 1 + seed, seed, collapse=True)
        super().__init__(spec, 1, range, native=native)


class AdjustAfterTree(IntervalTree):
    """The AdjustAfter trees: children are drawn from ``growth`` times the parent's range.

    At MAX nodes the range is extended downwards, at MIN nodes upwards; growth < 1 shortens it. If
    no child lies inside the parent, one of them is drawn again, inside.
    """

    depth_limit = 20_000
    node_limit = 500_000
    vouched = True

    def __init__(
        self,
        width: int,
        range: int,
        draws: int,
        growth: float,
        seed: int,
        *,
        native: bool = True,
    ) -> None:
        if not 0.1 <= growth <= 10:
            raise BadInputError(f"growth must be from 0.1 to 10, got {growth!r}")
        percent = round(100 * growth)
        spec = TreeSpec(width, _draws(draws), 1 + seed, seed, forced=False, growth_percent=percent)
        super().__init__(spec, 1, range, native=native)


def _draws(draws: int) -> int:
    if not 2 <= draws <= 100:
        raise BadInputError(f"draws must be from 2 to 100, got {draws}")
    return draws


def _compiled(spec: TreeSpec) -> _native.TreeDrawer:
    return _native.TreeDrawer(
        width=spec.width,
        draws=spec.draws,
        seed_times=spec.seed_times % WORD,
        seed_plus=spec.seed_plus % WORD,
        forced=spec.forced,
        growth_percent=spec.growth_percent,
        collapse=spec.collapse,
        invalid=spec.invalid,
    )
