"""A player of a match as a process: asked for moves, and timed to the line."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

from provebest.chess.probes.uci_process import UciProcess
from provebest.chess.probes.uci_words import read_info
from provebest.chess.uci.move_data import OPTION as MOVE_DATA
from provebest.chess.uci.move_data import MoveData, read_move_data
from provebest.match.players import PlayerChoice, same_option
from provebest.vocabulary import BadInputError, EngineFailedError, shorten

GRACE = 5.0
"""Seconds after the time is over in which a late move is still waited for."""
WITHOUT_A_CLOCK = 600.0
"""Seconds after which an engine that has no clock counts as hung."""
SET_FOR_ALL = ("Threads", "Hash")
"""Options that every player of a match gets; one that has not got them does without."""


@dataclass(slots=True)
class Thought:
    """What an engine said about one move."""

    move: str
    seconds: float
    """From the moment it was asked to the moment its move arrived."""
    value: int | None = None
    depth: int = 0
    nodes: int = 0
    remarks: list[str] = field(default_factory=list)
    data: MoveData = field(default_factory=MoveData)
    """How it was found, if the engine is one that tells."""


class EngineProcess:
    """Started and ready; ``name`` is what it calls itself.

    Raises:
        EngineFailedError: if it does not begin as a UCI engine.
        BadInputError: if it does not have the options.
    """

    def __init__(self, player: PlayerChoice, cancel: threading.Event) -> None:
        try:
            self._process = UciProcess(player.command, cancel=cancel)
        except EngineFailedError as error:
            raise EngineFailedError(_no_engine(player, error)) from None
        self.name = self._process.name or player.name
        try:
            self._set_options(player)
            self._process.get_ready()
        except EngineFailedError as error:
            self.close()
            raise EngineFailedError(_no_engine(player, error)) from None
        except BaseException:
            self.close()
            raise

    def new_game(self) -> None:
        """Forgets the game before; not on anybody's clock."""
        self._process.say("ucinewgame")
        self._process.get_ready()

    def think(self, position: str, go: str, patience: float | None) -> Thought:
        """The move it chooses; one that comes too late is waited for a little.

        Raises:
            EngineFailedError: where no move comes.
            CancelledError: where the match has been cancelled.
        """
        self._process.overhear()  # whatever it had to say after its last move
        thought = Thought("", 0.0)
        self._process.say(position)
        begun = time.perf_counter()
        self._process.say(go)
        longest = WITHOUT_A_CLOCK if patience is None else patience + GRACE
        while not thought.move:
            at, line = self._process.hear(begun + longest, "no move came")
            words = line.split()
            if words[:1] == ["bestmove"] and len(words) > 1:
                thought.move, thought.seconds = words[1], at - begun
            elif words[:2] == ["info", "string"]:
                _hear_remark(" ".join(words[2:]), thought)
            elif words[:1] == ["info"]:
                _note(words, thought)
        return thought

    def close(self) -> None:
        """Ends it."""
        self._process.close()

    def _set_options(self, player: PlayerChoice) -> None:
        declared = self._process.options
        if MOVE_DATA in declared:
            self._process.say(f"setoption name {MOVE_DATA} value true")
        for name, value in player.options.items():
            known = [option for option in declared if same_option(option, name)]
            if known:
                self._process.say(f"setoption name {known[0]} value {value}")
            elif name not in SET_FOR_ALL:
                there = ", ".join(declared) or "none"
                raise BadInputError(
                    f"{player.name} has no option {shorten(name)}; there are {there}"
                )


def _no_engine(player: PlayerChoice, error: EngineFailedError) -> str:
    return f"{player.name} does not begin as a UCI engine: {error}"


def _hear_remark(remark: str, thought: Thought) -> None:
    """Data is kept as data; anything else is a sentence for readers."""
    data = read_move_data(remark)
    if data is None:
        thought.remarks.append(remark)
    else:
        thought.data = data


def _note(words: list[str], thought: Thought) -> None:
    """Depth, nodes and value of the first line; what cannot be read is passed over."""
    told = read_info(words[1:])
    if told is None:
        return
    thought.depth = told.depth or thought.depth
    thought.nodes = told.nodes or thought.nodes
    if told.value is not None and told.exact:
        thought.value = told.value
