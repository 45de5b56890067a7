"""The summary of an annotated game: opening, accuracy and errors of each player, turning point."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import chess
import chess.pgn

from provebest.argument.notation import in_pawns, san_line, winning_chances
from provebest.argument.prose import Part, Prose, say
from provebest.chess.explain.notes import NAMES, Note, Verdict
from provebest.chess.openings import Opening, opening_of
from provebest.chess.probes.prober import mate_in

ACCURACY_SCALE = 0.1
"""Expected points: a move that loses this much scores 1 / e."""
AHEAD = 0.6
"""Winning chances from which the winner is ahead; the turning point is where that began to last."""
WINNERS = {"1-0": chess.WHITE, "0-1": chess.BLACK}


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """How well one side played, in the moves that were judged."""

    moves: int
    accuracy: float | None
    """Per cent; None if no move was judged."""
    errors: dict[Verdict, int]
    """The number of errors of each kind, the worst first."""

    def as_json(self) -> dict[str, Any]:
        """The summary as JSON."""
        counts = {NAMES[verdict][1]: count for verdict, count in self.errors.items()}
        accuracy = None if self.accuracy is None else round(self.accuracy, 1)
        return {"moves": self.moves, "accuracy": accuracy, **counts}

    def __str__(self) -> str:
        if self.accuracy is None:
            return "no moves judged"
        counts = [
            f"{count} {NAMES[verdict][count != 1]}"
            for verdict, count in self.errors.items()
            if count
        ]
        return f"accuracy {self.accuracy:.0f}%, {', '.join(counts) or 'no errors'}"


@dataclass(frozen=True, slots=True)
class Summary:
    """A game in a few sentences."""

    opening: Opening | None
    white: PlayerSummary
    black: PlayerSummary
    turning_point: Note | None
    """The note on the move that decided the game; None if no error did."""
    decided_by: tuple[str, ...] = ()
    """The moves of the game up to that one."""

    def sentences(self) -> list[str]:
        """The summary for people to read; values are for White."""
        return [said.text for said in self.said()]

    def said(self) -> list[Prose]:
        """The same, with the move that it names."""
        players = (("White", self.white), ("Black", self.black))
        told = [say("{side}: {how}.", side=side, how=str(player)) for side, player in players]
        if self.white.accuracy is None and self.black.accuracy is None:
            told = [say("No move was judged.")]
        if self.opening is not None:
            told.insert(0, say("{opening}.", opening=str(self.opening)))
        if self.turning_point is not None:
            turn = self.turning_point
            point = "The turning point: {move} ({values})."
            move = Part(_marked(turn), self.decided_by)
            told.append(say(point, move=move, values=values_for_white(turn)))
        return told

    def as_json(self) -> dict[str, Any]:
        """The summary as JSON; ``ply`` is the number of half-moves before the move."""
        turn = self.turning_point
        return {
            "eco": None if self.opening is None else self.opening.code,
            "opening": None if self.opening is None else self.opening.name,
            "white": self.white.as_json(),
            "black": self.black.as_json(),
            "turning_point": None
            if turn is None
            else {"ply": turn.ply, "text": _marked(turn), "loss": round(turn.cost, 4)},
            "sentences": self.sentences(),
        }


def summarise(game: chess.pgn.Game, notes: Sequence[Note]) -> Summary:
    """The summary of a game and its notes."""
    moves = list(game.mainline_moves())
    turn = turning_point(notes, WINNERS.get(game.headers.get("Result", "*")))
    return Summary(
        opening=opening_of(game.board(), moves),
        white=_player([note for note in notes if note.for_white == 1]),
        black=_player([note for note in notes if note.for_white == -1]),
        turning_point=turn,
        decided_by=() if turn is None else tuple(move.uci() for move in moves[: turn.ply + 1]),
    )


def accuracy_of(costs: Sequence[float]) -> float | None:
    """Per cent: the mean of exp(-cost / ``ACCURACY_SCALE``) over the moves; None without moves."""
    if not costs:
        return None
    return 100 * sum(math.exp(-cost / ACCURACY_SCALE) for cost in costs) / len(costs)


def turning_point(notes: Sequence[Note], winner: chess.Color | None) -> Note | None:
    """The error that decided the game.

    That is the loser's error before which the winner was not ahead, and after which the winner
    stayed ahead. A game without a winner has none.
    """
    if winner is None:
        return None
    for place, note in enumerate(notes):
        if not note.bad or (note.for_white == 1) is winner:
            continue
        was_ahead = 1 - winning_chances(note.value) >= AHEAD
        if not was_ahead and all(_after(later, winner) >= AHEAD for later in notes[place:]):
            return note
    return None


def values_for_white(note: Note) -> str:
    """White's value before and after the move, such as "from +0.50 to -0.80"."""
    worth = note.value if note.worth is None else note.worth
    before, after = (pawns_for_white(note.for_white * value) for value in (note.value, worth))
    return f"from {before} to {after}"


def pawns_for_white(value: float) -> str:
    """A value for White in pawns, or whose mate it is."""
    mate = mate_in(round(value))
    if mate is not None:
        return f"mate in {abs(mate)} for {'White' if value > 0 else 'Black'}"
    return in_pawns(round(value))  # a whole number is never -0.00


def _marked(note: Note) -> str:
    return f"{san_line(note.board(), (note.played,))}{note.mark}"


def _after(note: Note, winner: chess.Color) -> float:
    """The winner's winning chances after the move."""
    chances = winning_chances(note.shown)
    return chances if (note.for_white == 1) is winner else 1 - chances


def _player(own: Sequence[Note]) -> PlayerSummary:
    known = [note for note in own if note.verdict is not Verdict.UNKNOWN]
    verdicts = [note.verdict for note in known]
    return PlayerSummary(
        moves=len(known),
        accuracy=accuracy_of([note.loss for note in known]),
        errors={verdict: verdicts.count(verdict) for verdict in NAMES},
    )
