"""Notes in a game's own notation: comments, variations and glyphs that any PGN reader shows."""

from __future__ import annotations

import io
from collections.abc import Iterable

import chess
import chess.engine
import chess.pgn

from provebest.argument.notation import in_pawns, san_line, winning_chances
from provebest.chess.explain.annotating import Note, Verdict
from provebest.chess.probes.prober import mate_in
from provebest.games.chess_values import MATES_FROM

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


class _Reader(chess.pgn.GameBuilder[chess.pgn.Game]):
    """Keeps what is wrong with a game instead of writing it to a log."""

    def __init__(self) -> None:
        super().__init__(Game=chess.pgn.Game)

    def handle_error(self, error: Exception) -> None:
        """Kept in the game."""
        self.game.errors.append(error)


def read_games(text: str) -> list[chess.pgn.Game]:
    """Every game of a PGN text; one that cannot be read to its end has ``errors``."""
    games = []
    handle = io.StringIO(text)
    while (game := chess.pgn.read_game(handle, Visitor=_Reader)) is not None:
        if game.errors or game.variations or "FEN" in game.headers:
            games.append(game)
    return games


def add_notes(game: chess.pgn.Game, notes: Iterable[Note]) -> None:
    """Writes the notes into the game, beside what stands there already."""
    nodes = list(game.mainline())
    for note in notes:
        node = nodes[note.ply]
        _evaluate(node, note)
        if note.verdict in GLYPHS:
            node.nags.add(GLYPHS[note.verdict])
            _say(node, said_of(note))
            _show(node.parent, note.line)
            if node.is_end():  # a variation here would be read as the game going on
                _say(node, _in_words(node.board(), note.refutation[1:]))
            else:
                _show(node, note.refutation[1:])
        elif note.only and note.verdict is Verdict.BEST:
            node.nags.add(chess.pgn.NAG_FORCED_MOVE)
            _say(node, said_of(note))
    game.headers.setdefault("Annotator", "provebest")


def as_pgn(game: chess.pgn.Game) -> str:
    """The game as a file has it, in lines of 80 characters where no comment is longer."""
    return str(game.accept(chess.pgn.StringExporter(columns=80)))


def said_of(note: Note) -> str:
    """The comment of a move; nothing where there is nothing to say."""
    board = note.board()
    best = san_line(board, note.line[:1])
    if note.only and note.verdict is Verdict.BEST and note.second is not None:
        second = san_line(board, (note.second,))
        return f"The only move: after {second} {_left(note.second_value or 0.0)}."
    if note.verdict not in WORDS or note.worth is None:
        return ""
    parts = [f"{WORDS[note.verdict]}: {_fall(board, note.value, note.worth)}."]
    if note.missed:
        passed = board.copy()
        passed.push(chess.Move.null())
        parts.append(f"It overlooks the threat {san_line(passed, note.missed[:1])}.")
    parts.append(f"The only move was {best}." if note.only else f"Better is {best}.")
    return " ".join(parts)


def _fall(board: chess.Board, value: float, worth: float) -> str:
    side = "White" if board.turn == chess.WHITE else "Black"
    if value >= MATES_FROM:
        return f"{side} had a {in_pawns(value)}"
    if worth <= -MATES_FROM:
        moves = mate_in(round(worth)) or 0
        return f"{side} is mated in {-moves}"
    before, after = winning_chances(value), winning_chances(worth)
    return f"{side}'s winning chances fall from {before:.0%} to {after:.0%}"


def _left(value: float) -> str:
    if value <= -MATES_FROM:
        return f"it is {in_pawns(value)}"
    return f"winning chances of only {winning_chances(value):.0%} are left"


def _evaluate(node: chess.pgn.ChildNode, note: Note) -> None:
    """What graphs of chess programs are drawn from."""
    if note.worth is None:
        return
    mate = mate_in(round(note.worth))
    score: chess.engine.Score = (
        chess.engine.Cp(round(note.worth)) if mate is None else chess.engine.Mate(mate)
    )
    node.set_eval(chess.engine.PovScore(score, node.parent.turn()))


def _say(node: chess.pgn.ChildNode, text: str) -> None:
    node.comment = f"{node.comment} {text}".strip()


def _in_words(board: chess.Board, line: tuple[str, ...]) -> str:
    return f"({san_line(board, line)})" if line else ""


def _show(parent: chess.pgn.GameNode, line: tuple[str, ...]) -> None:
    """A variation, unless the game or another variation begins alike."""
    moves = [chess.Move.from_uci(name) for name in line[:LONGEST_VARIATION]]
    if moves and not parent.has_variation(moves[0]):
        parent.add_line(moves)
