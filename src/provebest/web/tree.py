"""The tree of an argument, or of a whole search, as the page draws it."""

from __future__ import annotations

from typing import Any

import chess

from provebest.argument.argument import Argument
from provebest.argument.branch import Branch
from provebest.argument.notation import ChessNotation, for_white, san
from provebest.games.boards import board_from
from provebest.search.probability.node import Node
from provebest.web.wire import Json, share_of_white

MOST_NODES = 10_000
"""Positions of a whole tree that are shown."""


def argument_tree(argument: Argument[str]) -> Json:
    """The positions that the argument needs, parents first."""
    notation = argument.notation
    if not isinstance(notation, ChessNotation):
        raise TypeError("an argument about chess was expected")
    nodes: list[Json] = []
    _add(nodes, argument.tree, notation.board(), parent=-1, white=notation.sign > 0)
    return {"type": "tree", "nodes": nodes}


def _add(
    nodes: list[Json], branch: Branch[str], board: chess.Board, *, parent: int, white: bool
) -> None:
    bounds, place, after = branch.bounds, len(nodes), board
    values = (bounds.real, bounds.lo, bounds.hi)
    name = ""
    if branch.move is not None:
        if chess.Move.from_uci(branch.move) not in board.legal_moves:
            return  # where positions are shared, a line can end with the reply of another way there
        after = board.copy(stack=False)
        name = san(board, branch.move)
        after.push_uci(branch.move)
    nodes.append(_node(after, branch.move, parent, branch.role, values, white) | {"san": name})
    for child in branch.children:
        _add(nodes, child, after, parent=place, white=white)


def _node(
    board: chess.Board,
    move: str | None,
    parent: int,
    role: str,
    values: tuple[float | None, float | None, float | None],
    white: bool,
) -> Json:
    real, lo, hi = values
    shares = [None if one is None else share_of_white(one, white=white) for one in (lo, hi)]
    return {
        "parent": parent,
        "move": move,
        "san": "",
        "role": role,
        "fen": board.fen(),
        "value": None if real is None else for_white(real, white_to_move=white),
        "share": None if real is None else share_of_white(real, white=white),
        "low": shares[0],
        "high": shares[1],
    }


def whole_tree(
    root: Node[Any, Any], argument: Argument[str], fen: str, *, chess960: bool, white: bool
) -> Json:
    """The tree of a classic search, nearest positions first, up to ``MOST_NODES``.

    Positions of the argument keep their role; the others have the role ``other``.
    """
    roles = {path: branch.role for path, branch in argument.tree.walk()}
    board = board_from(fen, chess960=chess960)
    nodes = [_node(board, None, -1, "root", (None, None, None), white)]
    row: list[tuple[int, tuple[str, ...], Node[Any, Any], chess.Board]] = [(0, (), root, board)]
    while row and len(nodes) < MOST_NODES:
        below: list[tuple[int, tuple[str, ...], Node[Any, Any], chess.Board]] = []
        for place, path, node, at in row:
            for move, child in zip(node.moves, node.children, strict=True):
                if len(nodes) >= MOST_NODES or not at.is_legal(chess.Move.from_uci(str(move))):
                    continue
                after, line = at.copy(stack=False), (*path, str(move))
                name = san(at, str(move))
                after.push_uci(str(move))
                values = (child.real, child.lo, child.hi)
                role = roles.get(line, "other")
                below.append((len(nodes), line, child, after))
                nodes.append(_node(after, str(move), place, role, values, white) | {"san": name})
        row = below
    return {"type": "tree", "nodes": nodes, "cut": bool(row)}
