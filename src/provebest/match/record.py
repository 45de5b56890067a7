"""What is kept of a game: who, where from, how it ended, what it cost; and its PGN."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

import chess
import chess.pgn

from provebest.chess.probes.prober import mate_in
from provebest.match.engine_process import Thought

FAULTS = ("time", "illegal move", "failure")


@dataclass(frozen=True, slots=True)
class Effort:
    """What one player did in one game."""

    moves: int
    seconds: float
    left: float | None
    """What it did not use of its limit: seconds, or nodes where they are the limit."""
    offered: float | None
    """What the clock had had by then, increments included, or all its moves together."""
    nodes: int
    early: int
    """Moves for which the search ended by itself and said why."""
    handed_over: int
    """Moves for which B* let alpha-beta play."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game. Players are 0 and 1, as the match names them."""

    game: int
    """Its number; games 2n and 2n + 1 are a pair: one opening, colours exchanged."""
    opening: str
    kind: str
    white: int
    result: str
    reason: str
    fault: str | None
    """One of ``FAULTS`` where a player lost by it."""
    plies: int
    last_move: int
    """The number of the last move, counted as chess players do."""
    efforts: tuple[Effort, Effort]
    pgn: str

    @property
    def points(self) -> float:
        """Of the first player."""
        for_white = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}[self.result]
        return for_white if self.white == 0 else 1 - for_white

    @property
    def loser(self) -> int | None:
        """The player who lost; None for a draw."""
        return None if self.points == 0.5 else int(self.points == 1)

    def as_json(self) -> dict[str, Any]:
        """For the store."""
        return asdict(self)

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> GameRecord:
        """From the store.

        Raises:
            ValueError: for what is no game.
        """
        try:
            known = {field.name: told[field.name] for field in fields(cls)}
            known["efforts"] = tuple(Effort(**effort) for effort in told["efforts"])
            record = cls(**known)
            _ = record.points
        except (KeyError, TypeError) as error:
            raise ValueError(f"no game: {error}") from None
        return record


@dataclass(frozen=True, slots=True)
class Heading:
    """What the PGN says of the match."""

    event: str
    players: tuple[str, str]
    time_control: str
    date: str


def written(
    heading: Heading,
    game: int,
    white: int,
    start: chess.Board,
    thoughts: list[tuple[chess.Move, Thought]],
    result: str,
    reason: str,
    kind: str,
    opening: str,
) -> str:
    """The game as PGN: every move with its value, depth, time, and what the player said of it."""
    told = chess.pgn.Game.from_board(start)
    head = told.headers
    head["Event"], head["Date"] = heading.event, heading.date
    head["Site"] = "?"
    head["Round"] = f"{game // 2 + 1}.{game % 2 + 1}"
    head["White"], head["Black"] = heading.players[white], heading.players[1 - white]
    head["Result"] = result
    head["Opening"], head["OpeningKind"] = opening, kind
    head["TimeControl"] = heading.time_control
    head["Termination"] = reason
    node: chess.pgn.GameNode = told.end()
    for move, thought in thoughts:
        node = node.add_main_variation(move, comment=remark(thought))
    if isinstance(node, chess.pgn.ChildNode):
        node.comment = f"{node.comment}; {reason}"
    return str(told)


def remark(thought: Thought) -> str:
    """``+0.31/12 0.35s 81234n``, and what the player said; values are the mover's."""
    value = "?" if thought.value is None else _shown(thought.value)
    told = f"{value}/{thought.depth} {thought.seconds:.3f}s {thought.nodes}n"
    remarks = [line.replace("{", "(").replace("}", ")") for line in thought.remarks]
    return "; ".join([told, *remarks])


def _shown(value: int) -> str:
    mate = mate_in(value)
    return f"{value / 100:+.2f}" if mate is None else f"{'-' if mate < 0 else '+'}M{abs(mate)}"
