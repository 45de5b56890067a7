"""Writes notes into a PGN game, as comments, variations and glyphs."""

from __future__ import annotations

from collections.abc import Sequence

import chess
import chess.engine
import chess.pgn

from provebest.argument.claim_words import HOPELESS
from provebest.argument.notation import ChessNotation, in_pawns, san_line, winning_chances
from provebest.argument.prose import Prose, say
from provebest.chess.explain.notes import Note, Verdict
from provebest.chess.explain.reasons import SHOWN_PLIES, achieved, allowed
from provebest.chess.explain.summary import (
    Summary,
    pawns_for_white,
    summarise,
    values_for_white,
)
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

ALLOWS = "it allows"


class _Writer(chess.pgn.StringExporter):
    """Writes a result after the moves only if it is one, as anything else reads as moves."""

    def visit_result(self, result: str) -> None:
        """Writes the result."""
        super().visit_result(result if result in RESULTS else "*")


def add_notes(game: chess.pgn.Game, notes: Sequence[Note]) -> None:
    """Adds the notes and a summary to the game; its own comments, headers and variations stay."""
    nodes = list(game.mainline())
    for note in notes:
        node = nodes[note.ply]
        _add_value(node, note)
        if note.verdict in GLYPHS:
            node.nags.add(GLYPHS[note.verdict])
            _add_comment(node, comment_on(note))
            _add_variations(node, note)
        elif note.only and note.verdict is Verdict.BEST:
            node.nags.add(chess.pgn.NAG_FORCED_MOVE)
            _add_comment(node, comment_on(note))
    _add_summary(game, summarise(game, notes))
    game.headers.setdefault("Annotator", "provebest")


def as_pgn(game: chess.pgn.Game) -> str:
    """The game as PGN, in lines of at most 80 characters if no comment needs more."""
    return str(game.accept(_Writer(columns=80)))


def comment_on(note: Note) -> str:
    """The comment on a move, with values for White; empty for a move that needs none."""
    return said_of(note).text


def said_of(note: Note) -> Prose:
    """The comment on a move, with the moves that it names."""
    board, notation = note.board(), ChessNotation(note.fen, note.chess960)
    if note.only and note.verdict is Verdict.BEST and note.second is not None:
        return say(
            "The only move: after {second}, {outlook}.",
            second=notation.line((note.second,)),
            outlook=_outlook(board, note.second_value or 0.0),
        )
    if note.verdict not in WORDS or note.worth is None:
        return Prose()
    overlooked = Prose()
    if note.missed and note.worth <= -MATES_FROM:  # what wins material is told as allowed
        threat = notation.line(note.missed[:1], passed=True)
        overlooked = say(" It overlooks the threat {threat}.", threat=threat)
    return say(
        "{error}{does}.{overlooked} {better}.",
        error=WORDS[note.verdict],
        does=_what_it_does(board, note),
        overlooked=overlooked,
        better=_what_is_better(board, note, notation),
    )


def _what_it_does(board: chess.Board, note: Note) -> Prose:
    """What the move loses: a mate, or what the answer wins."""
    side, worth = _mover(board), note.worth or 0.0
    if worth <= -MATES_FROM:
        mated = str(-(mate_in(round(worth)) or 0))
        return say(": {side} is mated in {moves}", side=side, moves=mated)
    if note.value >= MATES_FROM:
        return say(": {side} had a {mate}", side=side, mate=in_pawns(note.value))
    answer = allowed(board, note)
    told = " ({values}): {allows} {answer}" if answer.parts else " ({values})"
    return say(told, values=values_for_white(note), allows=ALLOWS, answer=answer)


def _what_is_better(board: chess.Board, note: Note, notation: ChessNotation) -> Prose:
    does = achieved(board, note)
    said = "The only move was {best}{does}" if note.only else "{best} is better{does}"
    best = notation.line(note.line[:1])
    return say(said, best=best, does=f", {does}" if does else "")


def _outlook(board: chess.Board, value: float) -> str:
    """What the mover has after another move than the only one."""
    if value <= -MATES_FROM:
        return f"{_mover(board)} is {in_pawns(value)}"
    left = winning_chances(value)
    if left < HOPELESS:
        return f"{_mover(board)} is lost"
    return f"{_mover(board)}'s winning chances are only {left:.0%}"


def _mover(board: chess.Board) -> str:
    return "White" if board.turn == chess.WHITE else "Black"


def _add_value(node: chess.pgn.ChildNode, note: Note) -> None:
    """Adds ``[%eval]``, from which chess programs draw a graph."""
    if note.worth is None and note.after is None:
        return
    mate = mate_in(round(note.shown))
    score: chess.engine.Score = (
        chess.engine.Cp(round(note.shown)) if mate is None else chess.engine.Mate(mate)
    )
    node.set_eval(chess.engine.PovScore(score, node.parent.turn()))


def _add_comment(node: chess.pgn.GameNode, text: str) -> None:
    node.comment = f"{node.comment} {text}".strip()


def _add_variations(node: chess.pgn.ChildNode, note: Note) -> None:
    """Adds the better move beside the played one, and the refutation after it.

    A refutation that was played is not repeated. At the end of a game it stands in the comment: a
    variation there would be read as moves of the game.
    """
    _add_variation(node.parent, note.line, "Better:", note.for_white * note.value)
    answer = note.refutation[1:]
    if node.is_end():
        if answer:
            _add_comment(node, f"({san_line(node.board(), answer, at_most=SHOWN_PLIES)})")
    else:
        played = san_line(note.board(), (note.played,))
        _add_variation(node, answer, f"What {played} allows:", note.for_white * (note.worth or 0.0))


def _add_variation(
    parent: chess.pgn.GameNode, line: tuple[str, ...], head: str, value: float
) -> None:
    """Adds a variation with White's value, unless another line has the same first move."""
    moves = [chess.Move.from_uci(name) for name in line[:SHOWN_PLIES]]
    if not moves or parent.has_variation(moves[0]):
        return
    end = parent.add_line(moves, starting_comment=head)
    if not end.board().is_game_over():
        end.comment = pawns_for_white(value)


def _add_summary(game: chess.pgn.Game, summary: Summary) -> None:
    """Adds the summary before the first move, and the names of the opening as headers."""
    if summary.white.moves or summary.black.moves:
        _add_comment(game, " ".join(summary.sentences()))
    if summary.opening is not None:
        for name, value in (("ECO", summary.opening.code), ("Opening", summary.opening.name)):
            if game.headers.get(name, "?") in {"", "?"}:
                game.headers[name] = value
