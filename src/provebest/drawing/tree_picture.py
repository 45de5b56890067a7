"""Draws the tree of an argument: its lines, with bounds of the positions."""

from __future__ import annotations

from typing import Any

from provebest.argument.argument import Argument
from provebest.argument.branch import Bounds, Branch
from provebest.argument.notation import Notation
from provebest.drawing.boxes import BLUE, GREEN, LIGHT, PLAIN, RED, Box, boxes_dot, boxes_svg

FILLS = {"root": PLAIN, "choice": GREEN, "attempt": BLUE, "rival": RED, "": LIGHT}


def tree_svg(argument: Argument[Any]) -> str:
    """Returns the tree as SVG, from left to right; the choice's line is thick."""
    caption = (
        f"{argument.tree.size()} positions. Green: the choice, blue: attempts against it, "
        "red: other moves. [low, high] for the side to move at the root"
    )
    return boxes_svg(
        _box(argument), title="the part of the tree that the argument needs", caption=caption,
        across=True,
    )  # fmt: skip


def tree_dot(argument: Argument[Any]) -> str:
    """Returns the tree as Graphviz DOT."""
    return boxes_dot(_box(argument), title=f"argument for {_name(argument)}")


def _name(argument: Argument[Any]) -> str:
    return argument.notation.move(argument.claim.move)


def _box(argument: Argument[Any]) -> Box:
    return _branch_box(argument.tree, (), argument.notation, strong=False)


def _branch_box(
    branch: Branch[Any], before: tuple[Any, ...], notation: Notation, *, strong: bool
) -> Box:
    move = "root" if branch.move is None else notation.line((branch.move,), after=before).text
    path = before if branch.move is None else (*before, branch.move)
    bounds = bounds_text(branch.bounds, notation)
    main = branch.role in {"root", "choice"}
    return Box(
        (move, bounds) if bounds else (move,),
        FILLS.get(branch.role, LIGHT),
        [
            _branch_box(child, path, notation, strong=main and child.role == "choice")
            for child in branch.children
        ],
        title=f"{notation.line(path, whole=True)} {bounds}".strip(),
        strong=strong,
    )


def bounds_text(bounds: Bounds, notation: Notation) -> str:
    """Returns a value, its bounds, or both; an unknown bound is a question mark."""
    real = None if bounds.real is None else notation.value(bounds.real)
    if bounds.lo is None and bounds.hi is None:
        return real or ""
    low = "?" if bounds.lo is None else notation.value(bounds.lo)
    high = "?" if bounds.hi is None else notation.value(bounds.hi)
    if low == high:
        return low
    if notation.sign < 0:  # written for the other side
        low, high = high, low
    return f"[{low}, {high}]" if real is None else f"{real} [{low}, {high}]"
