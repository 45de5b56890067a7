"""The sentences on an only move, for the terminal and for pages; values are White's."""

from __future__ import annotations

from provebest.argument.notation import ChessNotation, in_pawns, moves_to_mate
from provebest.chess.explain.move_verdict import Kind, MoveVerdict, Thresholds
from provebest.chess.explain.only_move import OnlyMove

BESIDE_A_MATE: dict[MoveVerdict | Kind, str] = {
    MoveVerdict.SEVERAL_WIN: "another move wins, too",
    MoveVerdict.WINS: "another move may win, too",
}
"""What other moves do if one move mates and the others may only win."""


def verdict_in_words(verdict: MoveVerdict | Kind, value: float, *, only_mate: bool) -> str:
    """The verdict, with the moves to mate if one move mates and others may win, too."""
    if _tells_mate(verdict, only_mate=only_mate):
        return f"mates in {moves_to_mate(value)}; {BESIDE_A_MATE[verdict]}"
    words: str = verdict.value
    return words


def move_and_verdict(
    notation: ChessNotation,
    move: str,
    value: float,
    verdict: MoveVerdict | Kind,
    *,
    only_mate: bool,
) -> str:
    """The move, its value and the verdict in words; no value if the words tell the mate."""
    words = verdict_in_words(verdict, value, only_mate=only_mate)
    told = "" if _tells_mate(verdict, only_mate=only_mate) else f" ({notation.value(value)})"
    return f"{notation.move(move)}{told}: {words}"


def _tells_mate(verdict: MoveVerdict | Kind, *, only_mate: bool) -> bool:
    return only_mate and verdict in BESIDE_A_MATE


def best_other(notation: ChessNotation, found: OnlyMove) -> str | None:
    """What the best of all other moves is worth, with its line; None if there is no other move."""
    if found.other is None or found.others_at_most is None:
        return None
    one = "The other move" if notation.are_all(2) else "The best of the others"
    worth = notation.value(found.others_at_most)
    return f"{one} is {notation.move(found.other)} ({worth}): {notation.line(found.other_line)}"


def limits_in_words(limits: Thresholds, *, white_to_move: bool) -> str:
    """What counts as a win, as holding and as a loss, in values for White."""
    sign = 1 if white_to_move else -1
    better, worse = ("above", "below") if white_to_move else ("below", "above")
    win, no_win, hold, loss = (
        in_pawns(sign * value) for value in (limits.win, limits.no_win, limits.hold, limits.loss)
    )
    return (
        f"A move wins at {win} or {better} and does not win at {no_win} or {worse}; "
        f"it holds at {hold} or {better} and loses at {loss} or {worse}."
    )
