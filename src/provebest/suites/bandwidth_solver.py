"""Harris's game search on chess: a race to the win, with probes as the estimate.

The value of a position is turned into an estimate of the plies to the win: the worse the position,
the more plies. The declared band is a guess, so claims about the move hold only if the guess does.
A draw counts as a loss, as in every race.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from provebest.chess.probes.native import NativeProber
from provebest.chess.probes.prober import Probe
from provebest.games.chess import ChessPosition, read_position
from provebest.games.chess_evaluation import DEFAULT_EVALUATION
from provebest.games.chess_values import MATE, MATES_FROM
from provebest.games.race import Outcome, RaceGame
from provebest.search import BandwidthGameSearch
from provebest.suites.solution import Solution
from provebest.vocabulary import Limits, Stopped

EVEN = 60.0
"""Plies to the win from an even position."""
HALF = 400.0
"""The advantage, in hundredths of a pawn, that halves these plies."""
BAND = 12
"""The declared error in plies, on either side: about a pawn in an even game."""
LOSS = 200
"""Harris's N, in plies: more than any estimate of a win."""


class RaceState:
    """A position of the race; states are equal if their positions are."""

    __slots__ = ("position",)

    def __init__(self, position: ChessPosition) -> None:
        self.position = position

    def __hash__(self) -> int:
        return self.position.key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RaceState) and other.position.key == self.position.key


class ChessRace(RaceGame[RaceState, str]):
    """Chess as a race of the side to move; ``nodes`` counts the nodes of all estimates."""

    def __init__(
        self,
        position: ChessPosition,
        probe_depth: int = 0,
        evaluation: str = DEFAULT_EVALUATION,
    ) -> None:
        self._start = RaceState(position)
        self._program = position.turn
        self._prober = NativeProber(selective=True, evaluation=evaluation)
        self._probe = Probe(depth=probe_depth)
        self.nodes = 0

    def start(self) -> RaceState:
        """The position to be searched."""
        return self._start

    def moves(self, state: RaceState) -> Sequence[str]:
        """Legal moves in UCI."""
        return state.position.legal_moves()

    def play(self, state: RaceState, move: str) -> RaceState:
        """The position after a move."""
        after = state.position.copy()
        after.play(move)
        return RaceState(after)

    def program_to_move(self, state: RaceState) -> bool:
        """Whether the side that moved first is to move."""
        return state.position.turn == self._program

    def outcome(self, state: RaceState) -> Outcome | None:
        """``win`` or ``loss`` if the game is over, otherwise None; a draw is a loss."""
        position = state.position
        if position.is_checkmate():
            return "loss" if self.program_to_move(state) else "win"
        drawn = (
            position.repetitions() > 0
            or position.is_fifty_moves()
            or position.is_insufficient_material()
            or not position.legal_moves()
        )
        return "loss" if drawn else None

    def estimate(self, state: RaceState) -> float:
        """Plies to the win, estimated from the value of a small probe."""
        answer = self._prober.probe(state.position, self._probe)
        self.nodes += answer.nodes
        value = float(answer.value or 0)
        if not self.program_to_move(state):
            value = -value
        return plies_to_win(value)

    def show(self, state: RaceState) -> str:
        """The position as FEN."""
        return state.position.fen()


def plies_to_win(value: float) -> float:
    """The estimated plies to the win, from the program's value; falls as the value rises."""
    if value >= MATES_FROM:
        return MATE - value
    return EVEN * (1 - value / (abs(value) + HALF))


class Bandwidth:
    """Solves each position with a new race."""

    def __init__(self, evaluation: str = DEFAULT_EVALUATION) -> None:
        self._evaluation = evaluation

    def solve(self, fen: str, limits: Limits) -> Solution | None:
        """The move for this position, or None if cancelled. Makes at least one double expansion."""
        begun = time.perf_counter()
        race = ChessRace(read_position(fen), evaluation=self._evaluation)
        search = BandwidthGameSearch(race, BAND, BAND, loss_value=LOSS)
        while search.stopped is None:
            search.step()
            if limits.cancelled:
                return None
            spent = time.perf_counter() - begun
            if limits.seconds is not None and spent >= limits.seconds:
                break
            if limits.probe_nodes is not None and race.nodes >= limits.probe_nodes:
                break
        stopped = search.stopped
        result = search.result(stopped or Stopped.NODE_LIMIT)
        move = result.move or race.moves(race.start())[0]
        taken = time.perf_counter() - begun
        expanded = result.counters.expanded
        early = stopped is not None
        return Solution(
            move=move,
            value=None,
            depth=len(result.line),
            nodes=race.nodes,
            seconds=taken,
            expansions=expanded,
            stopped_early=early,
        )
