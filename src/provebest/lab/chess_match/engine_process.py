"""A UCI engine as a process of a match: asked for moves, timed to the line, and never trusted.

python-chess's client has no limit for an answer on a running clock, and hands the time of its own
reading to the engine; here every line is stamped when it arrives.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

from provebest.lab.chess_match.players import PlayerChoice, same_option
from provebest.probes.uci_process import EngineFailedError, UciProcess
from provebest.probes.uci_words import read_info
from provebest.vocabulary import BadInputError, shorten

PATIENCE = 60.0
"""Seconds for an engine to begin, and to get ready; busy machines take their time."""
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


class EngineProcess(UciProcess):
    """Started and ready; ``name`` is what it calls itself.

    Raises:
        BadInputError: where it does not begin as a UCI engine, or has not the options.
    """

    def __init__(self, player: PlayerChoice, cancel: threading.Event) -> None:
        super().__init__(player.command, player.name, cancel)
        self.player = player
        try:
            self.introduce(PATIENCE)
            self._set_options()
        except EngineFailedError as error:
            self.close()
            raise BadInputError(f"{player.name} does not begin as a UCI engine: {error}") from None
        except BaseException:
            self.close()
            raise

    def new_game(self) -> None:
        """Forgets the game before; not on anybody's clock."""
        self.say("ucinewgame")
        self.get_ready(PATIENCE)

    def think(self, position: str, go: str, patience: float | None) -> Thought:
        """The move it chooses; one that comes too late is waited for a little.

        Raises:
            EngineFailedError: where no move comes.
            CancelledError: where the match has been cancelled.
        """
        self.forget_lines()  # whatever it had to say after its last move
        thought = Thought("", 0.0)
        self.say(position)
        begun = time.perf_counter()
        self.say(go)
        longest = WITHOUT_A_CLOCK if patience is None else patience + GRACE
        while not thought.move:
            at, line = self.hear(begun + longest, "no move came")
            words = line.split()
            if words[:1] == ["bestmove"] and len(words) > 1:
                thought.move, thought.seconds = words[1], at - begun
            elif words[:2] == ["info", "string"]:
                thought.remarks.append(" ".join(words[2:]))
            elif words[:1] == ["info"]:
                _note(words, thought)
        return thought

    def _set_options(self) -> None:
        for name, value in self.player.options.items():
            known = [option for option in self.declared if same_option(option, name)]
            if known:
                self.say(f"setoption name {known[0]} value {value}")
            elif name not in SET_FOR_ALL:
                there = ", ".join(self.declared) or "none"
                raise BadInputError(
                    f"{self.player.name} has no option {shorten(name)}; there are {there}"
                )
        self.get_ready(PATIENCE)


def _note(words: list[str], thought: Thought) -> None:
    """Depth, nodes and value of the first line; what cannot be read is passed over."""
    told = read_info(words[1:])
    if told is None:
        return
    thought.depth = told.depth or thought.depth
    thought.nodes = told.nodes or thought.nodes
    if told.value is not None and told.exact:
        thought.value = told.value
