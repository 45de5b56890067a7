"""The tree as the page draws it."""

import chess

from provebest.argument.branch import Bounds, Branch
from provebest.argument.notation import ChessNotation
from provebest.chess.explain.analysis import Settings, analyse
from provebest.web.tree import argument_tree, whole_tree

ROOK = "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1"


class _Argument:
    """What the tree needs of an argument."""

    def __init__(self, tree):
        self.tree, self.notation = tree, ChessNotation(chess.STARTING_FEN)


def branch(move, *children, role="choice"):
    return Branch(move, Bounds(10.0, -20.0, 30.0), role, tuple(children))


def test_the_nodes_of_a_tree_are_its_positions_parents_first():
    tree = branch(None, branch("e2e4", branch("e7e5")), branch("d2d4", role="rival"))
    nodes = argument_tree(_Argument(tree))["nodes"]

    assert [(one["san"], one["parent"], one["role"]) for one in nodes] == [
        ("", -1, "choice"), ("e4", 0, "choice"), ("e5", 1, "choice"), ("d4", 0, "rival"),
    ]  # fmt: skip
    assert nodes[0]["low"] < nodes[0]["share"] < nodes[0]["high"]


def test_a_line_ends_before_a_move_that_cannot_be_made():
    tree = branch(None, branch("e2e4", branch("e2e4", branch("e7e5"))), branch("d2d4"))
    nodes = argument_tree(_Argument(tree))["nodes"]

    assert [one["san"] for one in nodes] == ["", "e4", "d4"]


def test_the_whole_tree_of_a_search_has_every_position_once_for_each_way():
    settings = Settings(control="classic", nodes=60_000)
    analysis = analyse(ROOK, settings=settings)
    search = analysis.kept.tree
    nodes = whole_tree(search.root, analysis.argument, ROOK, chess960=False, white=True)["nodes"]

    assert (
        len([one for one in nodes if one["parent"] == 0]) == chess.Board(ROOK).legal_moves.count()
    )
    for place, node in enumerate(nodes[1:], 1):
        assert node["parent"] < place
        board = chess.Board(nodes[node["parent"]]["fen"])
        board.push_san(node["san"])
        assert board.fen() == node["fen"]
