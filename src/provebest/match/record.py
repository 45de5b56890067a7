"""The record of a finished game: players, opening, result, time and nodes, and its PGN."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

import chess
import chess.pgn

from provebest.chess.probes.prober import mate_in
from provebest.match.engine_process import Thought
from provebest.vocabulary.outside import visible
from provebest.work.shapes import COUNT, Number, OneOf, fits

FAULTS = ("time", "illegal move", "failure")

PART = OneOf((None, Number(0, 1e18)))
EFFORT = {
    "moves": COUNT,
    "seconds": Number(0, 1e12),
    "left": PART,
    "offered": PART,
    "nodes": COUNT,
    "early": COUNT,
    "handed_over": COUNT,
}
GAME = {
    "game": COUNT,
    "opening": str,
    "kind": str,
    "white": Number(0, 1, whole=True),
    "result": OneOf(("1-0", "1/2-1/2", "0-1")),
    "reason": str,
    "fault": OneOf((None, *FAULTS)),
    "plies": COUNT,
    "last_move": COUNT,
    "efforts": (EFFORT, EFFORT),
    "pgn": str,
}
"""What a game in a match file must look like."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The time and nodes that one player used in one game."""

    moves: int
    seconds: float
    left: float | None
    """The unused part of ``offered``."""
    offered: float | None
    """Seconds (increments included), or nodes if they are the limit, available for its moves."""
    nodes: int
    early: int
    """Moves for which the search stopped before its limit."""
    handed_over: int
    """Moves that B* left to alpha-beta."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game. Players are 0 (named first) and 1."""

    game: int
    """Its number; games 2n and 2n + 1 are a pair: one opening, colours exchanged."""
    opening: str
    kind: str
    white: int
    result: str
    reason: str
    fault: str | None
    """One of ``FAULTS`` if a player lost by it."""
    plies: int
    last_move: int
    """The number of the last move; both sides' moves share a number."""
    efforts: tuple[Effort, Effort]
    pgn: str

    @property
    def points(self) -> float:
        """Points of the first player: 1, 0.5 or 0."""
        for_white = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}[self.result]
        return for_white if self.white == 0 else 1 - for_white

    @property
    def loser(self) -> int | None:
        """The player who lost; None for a draw."""
        return None if self.points == 0.5 else int(self.points == 1)

    def as_json(self) -> dict[str, Any]:
        """The record for a match file."""
        return asdict(self)

    @classmethod
    def from_json(cls, entry: dict[str, Any]) -> GameRecord:
        """The record from a match file.

        Raises:
            ValueError: if the entry is not a game.
        """
        if not fits(entry, GAME):
            raise ValueError("not a game")
        known = {field.name: entry[field.name] for field in fields(cls)}
        efforts = [{name: effort[name] for name in EFFORT} for effort in entry["efforts"]]
        known["efforts"] = tuple(Effort(**effort) for effort in efforts)
        return cls(**known)


@dataclass(frozen=True, slots=True)
class Heading:
    """The PGN headers that are the same for all games of a match."""

    event: str
    players: tuple[str, str]
    time_control: str
    date: str


def game_pgn(
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
    """The game as PGN: every move with its value, depth, time, nodes and the player's remarks."""
    tree = chess.pgn.Game.from_board(start)
    head = tree.headers
    head["Event"], head["Date"] = heading.event, heading.date
    head["Site"] = "?"
    head["Round"] = f"{game // 2 + 1}.{game % 2 + 1}"
    head["White"] = visible(heading.players[white])
    head["Black"] = visible(heading.players[1 - white])
    head["Result"] = result
    head["Opening"], head["OpeningKind"] = visible(opening), kind
    head["TimeControl"] = heading.time_control
    head["Termination"] = visible(reason)
    node: chess.pgn.GameNode = tree.end()
    for move, thought in thoughts:
        node = node.add_main_variation(move, comment=remark(thought))
    if isinstance(node, chess.pgn.ChildNode):
        node.comment = f"{node.comment}; {_comment(reason)}"
    return str(tree)


def remark(thought: Thought) -> str:
    """``+0.31/12 0.35s 81234n`` and the player's remarks; the value is for the side that moved."""
    value = "?" if thought.value is None else _format_value(thought.value)
    numbers = f"{value}/{thought.depth} {thought.seconds:.3f}s {thought.nodes}n"
    remarks = map(_comment, thought.remarks)
    return "; ".join([numbers, *remarks])


def _comment(text: str) -> str:
    """Text from an engine in a comment, which a brace would end."""
    return visible(text).replace("{", "(").replace("}", ")")


def _format_value(value: int) -> str:
    mate = mate_in(value)
    return f"{value / 100:+.2f}" if mate is None else f"{'-' if mate < 0 else '+'}M{abs(mate)}"
