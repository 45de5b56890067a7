"""One game between two engines."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event

import chess

from provebest.match.engine_process import EngineProcess, Thought
from provebest.match.limits import Clock, Limit, go_words
from provebest.match.openings import Opening
from provebest.match.record import Effort, GameRecord, Heading, game_pgn
from provebest.match.rules import Adjudication, lawful_end
from provebest.vocabulary import CancelledError, EngineFailedError
from provebest.vocabulary.outside import visible

MOST_NODES = 10**13
"""Counted for a move: an engine may report any number, and a match file has bounds."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions that are the same for every game of a match."""

    heading: Heading
    limit: Limit
    rules: Adjudication


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended; ``fault`` is set if the loser lost by one of ``FAULTS``."""

    result: str
    reason: str
    fault: str | None = None


class Game:
    """A game in progress. ``engines`` are in the order of the players, not of the colours."""

    def __init__(
        self,
        number: int,
        opening: Opening,
        engines: tuple[EngineProcess, EngineProcess],
        conditions: Conditions,
    ) -> None:
        self.number, self.opening, self.engines = number, opening, engines
        self.conditions = conditions
        self.white = number % 2
        self.board = opening.board()
        self.clocks = (Clock(conditions.limit), Clock(conditions.limit))
        self.thoughts: list[tuple[chess.Move, Thought]] = []
        self.values: list[int | None] = []
        """One value per ply, from White's side, in hundredths of a pawn."""
        self._nodes, self._early, self._handed_over = [0, 0], [0, 0], [0, 0]
        self._played = list(opening.moves)

    def play(self, cancel: Event) -> GameRecord:
        """Plays the game to its end.

        Raises:
            CancelledError: if the match has been cancelled; the game does not count.
        """
        end = self._new_game()
        while end is None:
            if cancel.is_set():
                raise CancelledError
            over = lawful_end(self.board) or self._adjudicate()
            end = End(*over) if over is not None else self._play_ply()
        return self._record(end)

    @property
    def mover(self) -> int:
        """The player to move."""
        return self.white if self.board.turn else 1 - self.white

    def _new_game(self) -> End | None:
        for player, engine in enumerate(self.engines):
            try:
                engine.new_game()
            except EngineFailedError as error:
                return self._loss(player, f"failed before the game: {error}", "failure")
        return None

    def _adjudicate(self) -> tuple[str, str] | None:
        if not self.values:
            return None
        number = self.board.fullmove_number - self.board.turn
        return self.conditions.rules.verdict(self.values, number)

    def _play_ply(self) -> End | None:
        player = self.mover
        clock = self.clocks[player]
        white, black = self.clocks[self.white], self.clocks[1 - self.white]
        moves = f" moves {' '.join(self._played)}" if self._played else ""
        position = f"position fen {self.opening.fen}{moves}"
        try:
            thought = self.engines[player].think(
                position, go_words(clock, white, black), clock.patience
            )
        except EngineFailedError as error:
            return self._loss(player, f"failed: {error}", "failure")
        self._nodes[player] += min(max(0, thought.nodes), MOST_NODES)
        self._early[player] += thought.data.stopped_early
        self._handed_over[player] += thought.data.handed_over
        had = clock.patience
        if not clock.press(thought.seconds):
            late = f"loses on time: the move took {thought.seconds:.3f} s, {had:.3f} s were left"
            return self._loss(player, late, "time")
        try:
            move = self.board.parse_uci(thought.move)
        except ValueError:
            return self._loss(
                player, f"plays an illegal move, {thought.move[:8]!r}", "illegal move"
            )
        if not move:
            return self._loss(player, "plays no move", "illegal move")
        self.thoughts.append((move, thought))
        sign = 1 if self.board.turn else -1
        self.values.append(None if thought.value is None else sign * thought.value)
        self.board.push(move)
        self._played.append(move.uci())
        return None

    def _loss(self, player: int, what: str, fault: str) -> End:
        name = self.conditions.heading.players[player]
        return End("0-1" if player == self.white else "1-0", visible(f"{name} {what}"), fault)

    def _record(self, end: End) -> GameRecord:
        return GameRecord(
            game=self.number,
            opening=self.opening.name,
            kind=self.opening.kind,
            white=self.white,
            result=end.result,
            reason=end.reason,
            fault=end.fault,
            plies=len(self.thoughts),
            last_move=self.board.fullmove_number - self.board.turn,
            efforts=(self._effort(0), self._effort(1)),
            pgn=game_pgn(
                self.conditions.heading,
                game=self.number,
                white=self.white,
                start=self.opening.board(),
                thoughts=self.thoughts,
                result=end.result,
                reason=end.reason,
                kind=self.opening.kind,
                opening=self.opening.name,
            ),
        )

    def _effort(self, player: int) -> Effort:
        clock, limit = self.clocks[player], self.conditions.limit
        offered, unused = clock.offered, clock.unused
        if limit.nodes is not None:
            offered = float(clock.moves * limit.nodes)
            unused = max(0.0, offered - self._nodes[player])
        return Effort(
            moves=clock.moves,
            seconds=clock.used,
            left=unused,
            offered=offered,
            nodes=self._nodes[player],
            early=self._early[player],
            handed_over=self._handed_over[player],
        )
