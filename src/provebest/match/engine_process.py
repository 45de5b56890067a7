"""A player of a match as a process: it is sent positions, and its moves are timed."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from functools import partial

from provebest.chess.probes.uci_process import UciProcess
from provebest.chess.probes.uci_words import Findings
from provebest.chess.uci.move_data import OPTION as MOVE_DATA
from provebest.chess.uci.move_data import MoveData, read_move_data
from provebest.match.players import PlayerChoice, same_option
from provebest.vocabulary import BadInputError, EngineFailedError, shorten
from provebest.vocabulary.outside import visible

GRACE = 5.0
"""Seconds to wait for a late move after the time is over."""
READY = 10.0
"""Seconds for an engine to get ready before a move; its clock does not run."""
WITHOUT_A_CLOCK = 600.0
"""Seconds after which an engine that has no clock counts as hung."""
MOST_REMARKS = 1000
"""Further remarks about a move are not kept."""
LONGEST_REMARK = 2000
"""Characters."""
SET_FOR_ALL = ("Threads", "Hash")
"""Options that every player of a match gets, if its engine has them."""


@dataclass(slots=True)
class Thought:
    """A move that an engine chose, and what it reported while thinking."""

    move: str
    seconds: float
    """From sending ``go`` to the arrival of ``bestmove``."""
    value: int | None = None
    depth: int = 0
    nodes: int = 0
    remarks: list[str] = field(default_factory=list)
    data: MoveData = field(default_factory=MoveData)
    """How the move was found, if the engine reports it."""


class EngineProcess:
    """A UCI engine that is started and ready; ``name`` is the name it reports.

    Raises:
        EngineFailedError: if it does not start as a UCI engine.
        BadInputError: if it does not have the options.
    """

    def __init__(self, player: PlayerChoice, cancel: threading.Event) -> None:
        try:
            self._process = UciProcess(player.command, cancel=cancel)
        except EngineFailedError as error:
            raise EngineFailedError(_start_failure(player, error)) from None
        self.name = self._process.name or player.name
        try:
            self._set_options(player)
            self._process.get_ready()
        except EngineFailedError as error:
            self.close()
            raise EngineFailedError(_start_failure(player, error)) from None
        except BaseException:
            self.close()
            raise

    def new_game(self) -> None:
        """Tells the engine that a new game begins, and waits until it is ready; no clock runs."""
        self._process.send("ucinewgame")
        self._process.get_ready()

    def think(self, position: str, go: str, patience: float | None) -> Thought:
        """The move that the engine chooses. Waits ``GRACE`` seconds longer for a late move.

        Raises:
            EngineFailedError: if no move arrives.
            CancelledError: if the match has been cancelled.
        """
        thought = Thought("", 0.0)
        self._process.send(position)
        self._process.get_ready(READY)  # ignores what it sent after its last move
        longest = WITHOUT_A_CLOCK if patience is None else patience + GRACE
        found = Findings(partial(_add_remark, thought))
        thought.seconds = self._process.play(go, found, longest)
        thought.move, thought.value = found.move, found.value
        thought.depth, thought.nodes = found.depth, found.nodes
        return thought

    def close(self) -> None:
        """Ends the process."""
        self._process.close()

    def _set_options(self, player: PlayerChoice) -> None:
        declared = self._process.options
        if MOVE_DATA in declared:
            self._process.send(f"setoption name {MOVE_DATA} value true")
        for name, value in player.options.items():
            known = [option for option in declared if same_option(option, name)]
            if known:
                self._process.send(f"setoption name {known[0]} value {value}")
            elif name not in SET_FOR_ALL:
                there = visible(", ".join(declared), most=2000) or "none"
                raise BadInputError(
                    f"{player.name} has no option {shorten(name)}; its options are {there}"
                )


def _start_failure(player: PlayerChoice, error: EngineFailedError) -> str:
    return f"{player.name} does not start as a UCI engine: {error}"


def _add_remark(thought: Thought, remark: str) -> None:
    """Adds an ``info string``: as data if it is ``MoveData``, otherwise as a remark."""
    data = read_move_data(remark)
    if data is None:
        if len(thought.remarks) < MOST_REMARKS:
            thought.remarks.append(visible(remark, most=LONGEST_REMARK))
    else:
        thought.data = data
