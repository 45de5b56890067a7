"""What a page can take with it: the static page, PGN, JSON and the certificate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import chess.pgn

from provebest.argument.words import brief
from provebest.chess.explain.analysis import Analysis
from provebest.chess.explain.game_page import games_page
from provebest.chess.explain.pgn_notes import add_notes, as_pgn
from provebest.drawing.page import report
from provebest.games.boards import board_from
from provebest.games.pgn import copy_game
from provebest.vocabulary import BadInputError
from provebest.vocabulary.outside import json_text
from provebest.web.annotating import AnnotatedGame
from provebest.web.tasks import Task
from provebest.web.tree import whole_tree
from provebest.web.wire import Json

FORMATS = ("html", "pgn", "json", "certificate", "tree")


def export(task: Task, kind: str) -> Json:
    """A file of this kind for what the task has made: its name and its text; or the whole tree.

    Raises:
        BadInputError: if the task has made nothing of the kind.
        NoCertificateError: if there is nothing to certify.
    """
    made = task.made
    if kind == "tree":
        return _tree(made)
    if isinstance(made, Analysis) and kind in OF_ANALYSIS:
        name, write = OF_ANALYSIS[kind]
        return {"name": name, "text": write(made)}
    if isinstance(made, AnnotatedGame) and kind in OF_GAME:
        name, write_game = OF_GAME[kind]
        return {"name": name, "text": write_game(made)}
    raise BadInputError("there is nothing to save yet; wait until the search has ended")


def _tree(made: Any) -> Json:
    tree = made.kept.tree if isinstance(made, Analysis) else None
    if tree is None:
        raise BadInputError("only the classic control keeps its whole tree")
    white = made.fen.split()[1] == "w"
    return whole_tree(tree.root, made.argument, made.fen, chess960=made.chess960, white=white)


def _html(analysis: Analysis) -> str:
    return report(analysis.argument, race=analysis.race, made=analysis.made)


def _pgn(analysis: Analysis) -> str:
    """The game so far, the expected line as its continuation, and the argument as a comment."""
    board = board_from(analysis.start, analysis.played, chess960=analysis.chess960)
    game = chess.pgn.Game.from_board(board)
    node = game.end()
    node.comment = " ".join(said.text for said in brief(analysis.argument))
    for move in analysis.line:
        node = node.add_variation(node.board().parse_uci(move))
    return as_pgn(game)


def _json(analysis: Analysis) -> str:
    return json_text(
        {
            "fen": analysis.fen,
            "move": analysis.move,
            "san": analysis.san,
            "value": analysis.value,
            "view": "side to move",
            "stopped": analysis.stopped.value,
            "reason": analysis.result.reason,
            "line": list(analysis.line),
            "control": analysis.control,
            "prober": analysis.prober,
            "verdict": analysis.argument.verdict.value,
            "argument": str(analysis.argument),
            "reasons": analysis.argument.as_json(),
        }
    )


def _certificate(analysis: Analysis) -> str:
    return json_text(analysis.certificate().as_json())


def _annotated_pgn(made: AnnotatedGame) -> str:
    game = copy_game(made.game)
    add_notes(game, made.notes)
    return as_pgn(game)


OF_ANALYSIS: dict[str, tuple[str, Callable[[Analysis], str]]] = {
    "html": ("why.html", _html),
    "pgn": ("argument.pgn", _pgn),
    "json": ("analysis.json", _json),
    "certificate": ("certificate.json", _certificate),
}
OF_GAME: dict[str, tuple[str, Callable[[AnnotatedGame], str]]] = {
    "html": ("game.html", lambda made: games_page([(made.game, made.notes)], made.made)),
    "pgn": ("annotated.pgn", _annotated_pgn),
}
