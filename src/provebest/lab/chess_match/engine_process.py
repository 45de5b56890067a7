"""A UCI engine as a process of a match: asked for moves, timed to the line, and never trusted.

python-chess's client has no limit for an answer on a running clock, and hands the time of its own
reading to the engine; here every line is stamped when it arrives.
"""

from __future__ import annotations

import subprocess
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue

from provebest.lab.chess_match.players import PlayerChoice, same_option
from provebest.probes.prober import MATE
from provebest.vocabulary import BadInputError, CancelledError, shorten

PATIENCE = 60.0
"""Seconds for an engine to begin, and to get ready; busy machines take their time."""
GRACE = 5.0
"""Seconds after the time is over in which a late move is still waited for."""
POLL = 0.05
WITHOUT_A_CLOCK = 600.0
"""Seconds after which an engine that has no clock counts as hung."""
BOUNDS = ("lowerbound", "upperbound")


class EngineFailedError(Exception):
    """An engine that has died, hangs, or says what no engine says."""


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


class EngineProcess:
    """Started and ready; ``name`` is what it calls itself.

    Raises:
        BadInputError: where it does not begin as a UCI engine, or has not the options.
    """

    def __init__(self, player: PlayerChoice, cancel: threading.Event) -> None:
        self.player, self.name = player, player.name
        self._cancel = cancel
        self._lines: SimpleQueue[tuple[float, str | None]] = SimpleQueue()
        try:
            # A session of its own: Ctrl-C is for the match to answer.
            self._process = subprocess.Popen(  # noqa: S603 - a list of arguments, no shell
                player.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise BadInputError(f"{player.name} cannot be started: {error.strerror}") from None
        threading.Thread(target=self._read, daemon=True).start()
        try:
            self._introduce()
        except EngineFailedError as error:
            self.close()
            raise BadInputError(f"{player.name} does not begin as a UCI engine: {error}") from None
        except BaseException:
            self.close()
            raise

    def new_game(self) -> None:
        """Forgets the game before; not on anybody's clock."""
        self._say("ucinewgame")
        self._get_ready()

    def think(self, position: str, go: str, patience: float | None) -> Thought:
        """The move it chooses; one that comes too late is waited for a little.

        Raises:
            EngineFailedError: where no move comes.
            CancelledError: where the match has been cancelled.
        """
        while not self._lines.empty():  # whatever it had to say after its last move
            self._lines.get()
        thought = Thought("", 0.0)
        self._say(position)
        begun = time.perf_counter()
        self._say(go)
        longest = WITHOUT_A_CLOCK if patience is None else patience + GRACE
        while not thought.move:
            at, line = self._hear(begun + longest, "no move came")
            words = line.split()
            if words[:1] == ["bestmove"] and len(words) > 1:
                thought.move, thought.seconds = words[1], at - begun
            elif words[:2] == ["info", "string"]:
                thought.remarks.append(" ".join(words[2:]))
            elif words[:1] == ["info"]:
                _read_info(words, thought)
        return thought

    def close(self) -> None:
        """Asked to quit, and killed if it does not."""
        with suppress(EngineFailedError):
            self._say("quit")
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(0.5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            with suppress(OSError):
                self._process.stdout.close()

    # --- the conversation -------------------------------------------------------------------------

    def _introduce(self) -> None:
        self._say("uci")
        declared: list[str] = []
        while (line := self._hear(time.perf_counter() + PATIENCE, "no uciok came")[1]) != "uciok":
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip()
            elif line.startswith("option name "):
                declared.append(line.removeprefix("option name ").partition(" type ")[0].strip())
        for name, value in self.player.options.items():
            known = [option for option in declared if same_option(option, name)]
            if known:
                self._say(f"setoption name {known[0]} value {value}")
            elif name not in EVERYBODY_ELSE:
                there = ", ".join(declared) or "none"
                raise BadInputError(
                    f"{self.player.name} has no option {shorten(name)}; there are {there}"
                )
        self._get_ready()

    def _get_ready(self) -> None:
        self._say("isready")
        until = time.perf_counter() + PATIENCE
        while self._hear(until, "no readyok came")[1] != "readyok":
            pass

    def _hear(self, until: float, complaint: str) -> tuple[float, str]:
        """The next line, with the time at which it came."""
        while True:
            if self._cancel.is_set():
                raise CancelledError
            with suppress(Empty):
                at, line = self._lines.get(timeout=POLL)
                if line is None:
                    raise EngineFailedError(f"it ended by itself{self._code()}")
                return at, line
            if time.perf_counter() > until:
                raise EngineFailedError(f"{complaint}: it hangs")

    def _code(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            return f" with exit code {self._process.wait(1)}"
        return ""

    def _say(self, line: str) -> None:
        try:
            if self._process.stdin is not None:
                self._process.stdin.write(f"{line}\n".encode())
                self._process.stdin.flush()
        except (OSError, ValueError):
            raise EngineFailedError(f"it ended by itself{self._code()}") from None

    def _read(self) -> None:
        stream = self._process.stdout
        with suppress(OSError, ValueError):
            while stream is not None and (raw := stream.readline()):
                self._lines.put((time.perf_counter(), raw.decode("utf-8", "replace").strip()))
        self._lines.put((time.perf_counter(), None))


EVERYBODY_ELSE = ("Threads", "Hash")
"""Set for every player of a match; one that has not got them does without."""


def _read_info(words: list[str], thought: Thought) -> None:
    """Depth, nodes and value of the first line; what cannot be read is passed over."""
    if "multipv" in words and _number(words, "multipv") not in {1, None}:
        return
    thought.depth = _number(words, "depth") or thought.depth
    thought.nodes = _number(words, "nodes") or thought.nodes
    if "score" in words and not any(word in words for word in BOUNDS):
        pawns, mate = _number(words, "cp"), _number(words, "mate")
        if mate is not None:
            thought.value = MATE - (2 * mate - 1) if mate > 0 else 2 * -mate - MATE
        elif pawns is not None:
            thought.value = pawns


def _number(words: list[str], name: str) -> int | None:
    try:
        return int(words[words.index(name) + 1])
    except (ValueError, IndexError):
        return None
