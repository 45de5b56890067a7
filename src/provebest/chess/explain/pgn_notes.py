"""Writes notes into a PGN game, as comments, variations and glyphs."""

from __future__ import annotations

from collections.abc import Iterable

import chess
import chess.engine
import chess.pgn

from provebest.argument.notation import in_pawns, san_line, winning_chances
from provebest.chess.explain.annotating import Note, Verdict
from provebest.chess.probes.prober import mate_in
from provebest.games.chess_values import MATES_FROM
from provebest.games.pgn import RESULTS

GLYPHS = {
    Verdict.BLUNDER: chess.pgn.NAG_BLUNDER,
    Verdict.MISTAKE: chess.pgn.NAG_MISTAKE,
    Verdict.INACCURACY: chess.pgn.NAG_DUBIOUS_MOVE,
}
WORDS = {
    Verdict.BLUNDER: "A blunder",
    Verdict.MISTAKE: "A mistake",
    Verdict.INACCURACY: "An inaccuracy",
}
LONGEST_VARIATION = 10


class _Writer(chess.pgn.StringExporter):
    """Writes a result after the moves only if it is one, as anything else reads as moves."""

    def visit_result(self, result: str) -> None:
        """Writes the result."""
        super().visit_result(result if result in RESULTS else "*")


def add_notes(game: chess.pgn.Game, notes: Iterable[Note]) -> None:
    """Adds the notes to the game; its own comments and variations stay."""
    nodes = list(game.mainline())
    for note in notes:
        node = nodes[note.ply]
        _add_value(node, note)
        if note.verdict in GLYPHS:
            node.nags.add(GLYPHS[note.verdict])
            _add_comment(node, comment_on(note))
            _add_variation(node.parent, note.line)
            if node.is_end():  # a variation here would be read as moves of the game
                _add_comment(node, _in_parentheses(node.board(), note.refutation[1:]))
            else:
                _add_variation(node, note.refutation[1:])
        elif note.only and note.verdict is Verdict.BEST:
            node.nags.add(chess.pgn.NAG_FORCED_MOVE)
            _add_comment(node, comment_on(note))
    game.headers.setdefault("Annotator", "provebest")


def as_pgn(game: chess.pgn.Game) -> str:
    """The game as PGN, in lines of at most 80 characters if no comment needs more."""
    return str(game.accept(_Writer(columns=80)))


def comment_on(note: Note) -> str:
    """The comment on a move; empty for a move that needs none."""
    board = note.board()
    best = san_line(board, note.line[:1])
    if note.only and note.verdict is Verdict.BEST and note.second is not None:
        second = san_line(board, (note.second,))
        return f"The only move: after {second}, {_outlook(board, note.second_value or 0.0)}."
    if note.verdict not in WORDS or note.worth is None:
        return ""
    parts = [f"{WORDS[note.verdict]}: {_loss(board, note.value, note.worth)}."]
    if note.missed:
        passed = board.copy()
        passed.push(chess.Move.null())
        parts.append(f"It overlooks the threat {san_line(passed, note.missed[:1])}.")
    parts.append(f"The only move was {best}." if note.only else f"{best} is better.")
    return " ".join(parts)


def _loss(board: chess.Board, value: float, worth: float) -> str:
    """What the mover has lost: a mate, or winning chances."""
    side = _mover(board)
    if value >= MATES_FROM:
        return f"{side} had a {in_pawns(value)}"
    if worth <= -MATES_FROM:
        moves = mate_in(round(worth)) or 0
        return f"{side} is mated in {-moves}"
    before, after = winning_chances(value), winning_chances(worth)
    return f"{side}'s winning chances fall from {before:.0%} to {after:.0%}"


def _outlook(board: chess.Board, value: float) -> str:
    """What the mover has after another move than the only one."""
    if value <= -MATES_FROM:
        return f"{_mover(board)} is {in_pawns(value)}"
    return f"{_mover(board)}'s winning chances are only {winning_chances(value):.0%}"


def _mover(board: chess.Board) -> str:
    return "White" if board.turn == chess.WHITE else "Black"


def _add_value(node: chess.pgn.ChildNode, note: Note) -> None:
    """Adds ``[%eval]``, from which chess programs draw a graph."""
    if note.worth is None:
        return
    mate = mate_in(round(note.worth))
    score: chess.engine.Score = (
        chess.engine.Cp(round(note.worth)) if mate is None else chess.engine.Mate(mate)
    )
    node.set_eval(chess.engine.PovScore(score, node.parent.turn()))


def _add_comment(node: chess.pgn.ChildNode, text: str) -> None:
    node.comment = f"{node.comment} {text}".strip()


def _in_parentheses(board: chess.Board, line: tuple[str, ...]) -> str:
    return f"({san_line(board, line)})" if line else ""


def _add_variation(parent: chess.pgn.GameNode, line: tuple[str, ...]) -> None:
    """Adds a variation, unless the game or another variation has the same first move."""
    moves = [chess.Move.from_uci(name) for name in line[:LONGEST_VARIATION]]
    if moves and not parent.has_variation(moves[0]):
        parent.add_line(moves)
