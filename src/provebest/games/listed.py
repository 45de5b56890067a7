"""Trees given as nested lists, in Python or in a JSON file."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from provebest.games.protocol import Child, Game
from provebest.games.tree_json import DEEPEST, MOST_NODES, parse_json
from provebest.vocabulary import BadInputError, Interval
from provebest.vocabulary.files import quoted_name, read_text

MAX_BYTES = 64_000_000
SHOWN = 12  # steps of a path shown in an error message
HUGE = 10**300  # whole numbers below it can be compared with floats

Path_ = tuple[int, ...]

_NODES = (list, tuple, dict)
_NUMBERS = (int, float)
_END = object()  # marks the end of the children of a node


class _Inner(NamedTuple):
    """A node with its children; bounds and turn are None if they were not given."""

    bounds: tuple[float, float] | None
    children: tuple[_Inner | float, ...]
    max_moves: bool | None = None


class NestedTree(Game[Path_, int]):
    """A tree of nested lists: a number is a leaf, a list (or tuple) is a node.

    A node may also be ``{"bounds": [lo, hi], "turn": "MAX", "children": [...]}``, with or without
    bounds and turn. A leaf is exact. A node without bounds of its own has those of ``value_range``,
    the least and the greatest leaf of the whole tree. Its value, as an estimate, is the middle of
    its bounds. A state is the path to the node: the numbers of the moves played. The players take
    turns, unless a node says whose turn it is: ``MAX`` or ``MIN``.

    The tree is copied: later changes to the lists have no effect.

    Raises:
        BadInputError: if it is not such a tree (the message names the place), if a list contains
            itself, or if there are more than 10,000,000 nodes or 10,000 levels.
    """

    def __init__(self, tree: object, *, max_first: bool = True, what: str = "the tree") -> None:
        self.max_first = max_first
        self.root, self.nodes, self.value_range = _checked(tree, what)

    def start(self) -> Path_:
        """The root."""
        return ()

    def moves(self, state: Path_) -> Sequence[int]:
        """The numbers of the children."""
        node = self._at(state)
        return range(len(node.children)) if isinstance(node, _Inner) else ()

    def play(self, state: Path_, move: int) -> Path_:
        """The path with one more step."""
        return (*state, move)

    def max_to_move(self, state: Path_) -> bool:
        """Whether MAX is to move: as the node says, else the player who did not move last."""
        node, max_moves = self.root, not self.max_first
        for move in (*state, None):
            turn = node.max_moves if isinstance(node, _Inner) else None
            max_moves = not max_moves if turn is None else turn
            if move is not None:
                node = cast("_Inner", node).children[move]
        return max_moves

    def value(self, state: Path_) -> float:
        """A leaf's number, or the middle of a node's bounds."""
        node = self._at(state)
        if not isinstance(node, _Inner):
            return node
        lo, hi = node.bounds or self.value_range
        if math.isinf(lo) or math.isinf(hi):
            raise BadInputError(f"the node at {show_path(state)} has no finite bounds, so no value")
        return lo + (hi - lo) / 2

    def bounds(self, state: Path_) -> Interval:
        """A leaf's number twice, or a node's bounds."""
        return Interval(*self._bounds_of(self._at(state)))

    def expand(self, state: Path_) -> list[Child[int, Path_]]:
        """The children with their bounds, without walking to each from the root."""
        node = self._at(state)
        children = node.children if isinstance(node, _Inner) else ()
        return [(i, (*state, i), *self._bounds_of(child)) for i, child in enumerate(children)]

    def show(self, state: Path_) -> str:
        """The path as indices of the lists."""
        return show_path(state)

    def _at(self, state: Path_) -> _Inner | float:
        node = self.root
        for move in state:
            node = cast("_Inner", node).children[move]
        return node

    def _bounds_of(self, node: _Inner | float) -> tuple[float, float]:
        if isinstance(node, _Inner):
            return node.bounds or self.value_range
        return node, node


def read_tree(path: str | Path, *, max_first: bool = True) -> NestedTree:
    """Reads a tree from a JSON file in the form that ``NestedTree`` describes.

    Raises:
        BadInputError: if it cannot be read or is not such a tree. The message says where and why.
    """
    what = f"tree file {quoted_name(path)}"
    text = read_text(path, most=MAX_BYTES)
    return NestedTree(parse_json(text, what), max_first=max_first, what=what)


def show_path(state: Sequence[int]) -> str:
    """Returns the path as indices of the lists, such as [0][2]."""
    steps = "".join(f"[{move}]" for move in state[:SHOWN])
    return (steps or "the root") + ("..." if len(state) > SHOWN else "")


class _Open:
    """A node whose children are being checked."""

    __slots__ = ("bounds", "done", "max_moves", "raw", "rest")

    def __init__(
        self,
        raw: object,
        items: Sequence[object],
        bounds: tuple[float, float] | None,
        *,
        max_moves: bool | None,
    ) -> None:
        self.raw, self.bounds, self.max_moves = raw, bounds, max_moves
        self.rest: Iterator[object] = iter(items)
        self.done: list[_Inner | float] = []


def _checked(tree: object, what: str) -> tuple[_Inner | float, int, tuple[float, float]]:
    """Returns an immutable copy of the tree, its node count, and its least and greatest leaf."""
    line: list[_Open] = []  # the nodes from the root to the current one
    inside: set[int] = set()
    nodes, least, greatest = 0, math.inf, -math.inf
    item = tree
    while True:
        nodes += 1
        if nodes > MOST_NODES:
            raise BadInputError(f"{what} has more than {MOST_NODES:,} nodes")
        if isinstance(item, _NODES):
            if id(item) in inside:
                raise BadInputError(f"{_place(what, line)} contains itself")
            if len(line) >= DEEPEST:
                raise BadInputError(f"{what} is deeper than {DEEPEST:,} levels")
            line.append(_open_node(item, what, line))
            inside.add(id(item))
        else:
            leaf = _leaf(item, what, line)
            least, greatest = min(least, leaf), max(greatest, leaf)
            if not line:
                return leaf, nodes, (leaf, leaf)
            line[-1].done.append(leaf)
        while (item := next(line[-1].rest, _END)) is _END:
            node = line.pop()
            inside.discard(id(node.raw))
            whole = _Inner(node.bounds, tuple(node.done), node.max_moves)
            if not line:
                return whole, nodes, (least, greatest)
            line[-1].done.append(whole)


def _place(what: str, line: list[_Open]) -> str:
    """Returns the place of the current item, for an error message."""
    return f"{what}, {show_path([len(node.done) for node in line[: SHOWN + 1]])}"


def _open_node(item: Any, what: str, line: list[_Open]) -> _Open:
    items, bounds, max_moves = item, None, None
    if isinstance(item, dict):
        if not {"children"} <= item.keys() <= {"children", "bounds", "turn"}:
            keys = ", ".join(repr(key) for key in list(item)[:4]) or "nothing"
            raise BadInputError(
                f'{_place(what, line)}: an object needs "children" and may have "bounds" and '
                f'"turn", got {keys}'
            )
        items = item["children"]
        bounds = _bounds(item["bounds"], what, line) if "bounds" in item else None
        max_moves = _turn(item["turn"], what, line) if "turn" in item else None
    if not isinstance(items, list | tuple):
        raise BadInputError(f"{_place(what, line)}: children must be a list, got {_short(items)}")
    if not items:
        raise BadInputError(
            f"{_place(what, line)} is an empty list; a node needs children, and a leaf is a number"
        )
    return _Open(item, items, bounds, max_moves=max_moves)


def _turn(turn: Any, what: str, line: list[_Open]) -> bool:
    if turn not in ("MAX", "MIN"):
        raise BadInputError(
            f'{_place(what, line)}: turn must be "MAX" or "MIN", got {_short(turn)}'
        )
    return bool(turn == "MAX")


def _bounds(pair: Any, what: str, line: list[_Open]) -> tuple[float, float]:
    where = _place(what, line)
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        raise BadInputError(f"{where}: bounds must be [lo, hi], got {_short(pair)}")
    lo, hi = pair
    if not (_is_number(lo) and _is_number(hi)):
        raise BadInputError(f"{where}: bounds must be two numbers, got {_short(pair)}")
    if lo > hi:
        raise BadInputError(f"{where}: the lower bound {lo} is above the upper bound {hi}")
    return lo, hi


def _leaf(item: Any, what: str, line: list[_Open]) -> float:
    if _is_number(item) and not math.isinf(item):
        return cast("float", item)
    where = _place(what, line)
    raise BadInputError(f"{where}: a leaf must be a finite number, got {_short(item)}")


def _is_number(item: object) -> bool:
    """Returns whether this is an int or a float, but not a bool, NaN or huge int."""
    if isinstance(item, bool) or not isinstance(item, _NUMBERS):
        return False
    return abs(item) < HUGE if isinstance(item, int) else not math.isnan(item)


def _short(item: object) -> str:
    if isinstance(item, int) and abs(item) >= HUGE:
        return "a huge number"  # Python may refuse to write it in digits
    text = repr(item) if isinstance(item, str | int | float | None) else type(item).__name__
    return text if len(text) <= 40 else f"{text[:36]}..."
