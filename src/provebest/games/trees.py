"""Artificial trees as games: what B* was first tried on."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple, Self

from provebest import _native
from provebest.games.interval_trees import WORD, TreeSpec, children
from provebest.games.protocol import Child, Game
from provebest.vocabulary import BadInputError, Interval

GREATEST_RANGE = 2**31
GREATEST_WIDTH = 10_000


_PLAYED = ("start", "moves", "max_to_move", "bounds", "expand")
"""What a search asks of a tree: the compiled searches stand in for exactly these."""


class TreeNode(NamedTuple):
    """A node of an artificial tree: everything its children are drawn from."""

    name: int
    lo: float
    hi: float
    depth: int


class IntervalTree(Game[TreeNode, int]):
    """A tree drawn by a ``TreeSpec``; MAX moves at even depth, moves are numbered from 0.

    ``native=False`` draws and searches by the Python reference: the same tree, slower.
    """

    depth_limit = 100
    node_limit = 30_000
    """The paper's limits; ``bstar`` takes them where it is given none."""
    vouched = True

    def __init__(self, spec: TreeSpec, lo: int, hi: int, *, native: bool = True) -> None:
        for number in (spec.width, lo, hi, spec.seed_times, spec.seed_plus):
            if not isinstance(number, int):
                raise BadInputError(f"a tree is made of whole numbers, got {number!r}")
        if not 1 <= spec.width <= GREATEST_WIDTH:
            raise BadInputError(f"width must lie between 1 and {GREATEST_WIDTH}, got {spec.width}")
        if not 0 <= hi - lo <= GREATEST_RANGE:
            raise BadInputError(f"range must lie between 0 and {GREATEST_RANGE}, got {hi - lo}")
        self.spec = spec
        self.bounds_may_be_false = spec.invalid
        self._root = TreeNode(0, lo, hi, 0)
        self._compiled = _compiled(spec) if native else None

    def with_invalid_bounds(self) -> Self:
        """The same tree with one node in twenty drawn from too wide a range. [B79-16]."""
        return self._with(replace(self.spec, invalid=True))

    def collapsed(self) -> Self:
        """The same tree where intervals of 2 or less become their mean."""
        return self._with(replace(self.spec, collapse=True))

    @property
    def compiled_searches(self) -> _native.TreeSearches | None:
        """None for the reference, for a tree that is no question, and where a subclass plays."""
        own = (getattr(type(self), name) is getattr(IntervalTree, name) for name in _PLAYED)
        root = self._root
        if self._compiled is None or root.lo == root.hi or not all(own):
            return None
        return _native.TreeSearches(self._compiled, int(root.lo), int(root.hi))

    def start(self) -> TreeNode:
        """The root."""
        return self._root

    def max_to_move(self, state: TreeNode) -> bool:
        """MAX moves at even depth."""
        return state[3] % 2 == 0

    def moves(self, state: TreeNode) -> range:
        """All arcs; a node whose value is known has none."""
        return range(self.spec.width if state[1] < state[2] else 0)

    def play(self, state: TreeNode, move: int) -> TreeNode:
        """The child at the end of an arc."""
        return TreeNode(*self.expand(state)[move][1])

    def value(self, state: TreeNode) -> float:
        """The middle of the interval."""
        return (state[1] + state[2]) / 2

    def bounds(self, state: TreeNode) -> Interval:
        """The interval the node was made with."""
        return Interval(state[1], state[2])

    def expand(self, state: TreeNode) -> list[Child[int, TreeNode]]:
        """All children, drawn in one go."""
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
        """Name and interval."""
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
    """Palay's trees: the hull of ``draws`` values, forced extremes, small intervals collapsed."""

    depth_limit = 20_000
    node_limit = 500_000
    vouched = True

    def __init__(
        self, width: int, range: int, draws: int, seed: int, *, native: bool = True
    ) -> None:
        spec = TreeSpec(width, _draws(draws), 1 + seed, seed, collapse=True)
        super().__init__(spec, 1, range, native=native)


class AdjustAfterTree(IntervalTree):
    """The AdjustAfter family: children may reach beyond the parent by a factor ``growth``.

    At MAX nodes the range is widened (or, below 1, narrowed) downwards, at MIN nodes upwards; if no
    child lies inside the parent, one of them is drawn again, inside.
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
            raise BadInputError(f"growth must lie between 0.1 and 10, got {growth!r}")
        percent = round(100 * growth)
        spec = TreeSpec(width, _draws(draws), 1 + seed, seed, forced=False, growth_percent=percent)
        super().__init__(spec, 1, range, native=native)


def _draws(draws: int) -> int:
    if not 2 <= draws <= 100:
        raise BadInputError(f"draws must lie between 2 and 100, got {draws}")
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
