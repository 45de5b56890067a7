"""How long a move may take: from what ``go`` says, never more than the clock can bear."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from threading import Event

MOVES_TO_COME = 30
"""Of a game without a time control to reach."""
RESERVE = 5
"""Overheads that stay on the clock: a machine that is busy elsewhere now and then loses so much."""
LEAST_MOVE = 6
"""Milliseconds that a move takes on a busy machine even if nothing is thought ..."""
MOVES_TO_SURVIVE = 50
"""... and for so many moves there must be as much where no increment brings it back."""
PART_OF_SAVINGS = 0.25
"""Of what early stops have left, for the next move that needs it."""
FADES = 0.95
"""What is left of a lag from move to move."""
HEARTBEAT = 0.4
"""Seconds after which a search says once more how things stand."""
NUMBERS = (
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "movetime",
    "depth",
    "nodes",
    "mate",
    "probes",
)
FLAGS = ("ponder", "infinite")
MOST_DIGITS = 15


@dataclass(frozen=True, slots=True)
class Go:
    """What one ``go`` asks for; times in milliseconds, as they are sent."""

    wtime: int | None = None
    btime: int | None = None
    winc: int = 0
    binc: int = 0
    movestogo: int | None = None
    movetime: int | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    probes: int | None = None
    """Our own word, for B*'s classic control."""
    ponder: bool = False
    infinite: bool = False
    searchmoves: tuple[str, ...] = ()

    @property
    def endless(self) -> bool:
        """Nothing but ``stop`` can end it."""
        timed = (self.wtime, self.btime, self.movetime)
        counted = (self.depth, self.nodes, self.mate, self.probes)
        return self.infinite or all(limit is None for limit in timed + counted)


def read_go(words: Sequence[str]) -> Go:
    """The words after ``go``; a word that means nothing there is passed over."""
    said: dict[str, int | bool] = {}
    moves: list[str] = []
    takes_moves = False
    rest = iter(words)
    for word in rest:
        if word in NUMBERS:
            takes_moves = False
            number = read_number(next(rest, ""))
            if number is not None:
                said[word] = number
        elif word in FLAGS:
            takes_moves = False
            said[word] = True
        elif word == "searchmoves":
            takes_moves = True
        elif takes_moves:
            moves.append(word)
    for name in ("depth", "nodes", "mate", "probes", "movetime", "movestogo"):
        if name in said:
            said[name] = max(1, said[name])
    return Go(searchmoves=tuple(moves), **said)  # type: ignore[arg-type]  # flags are flags


def read_number(word: str) -> int | None:
    """A whole number in plain digits, of a size that means something."""
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        return None
    size = int(digits) if len(digits) <= MOST_DIGITS else 10**MOST_DIGITS
    return -size if word.startswith("-") else size


@dataclass(frozen=True, slots=True)
class Allotment:
    """Seconds for one move: what it should take, and what it may take at most."""

    soft: float = inf
    hard: float = inf
    fixed: bool = False
    """The whole of it was asked for: nothing is gained by leaving some."""
    saved: float = 0.0
    """What of the soft limit earlier moves have left."""

    @property
    def saves(self) -> bool:
        """What this move does not take is there for the next ones."""
        return not self.fixed and self.soft < inf


def allot(
    go: Go, *, white: bool, overhead: int, least: int = LEAST_MOVE, saved: float = 0.0
) -> Allotment:
    """The time for this move. ``overhead``: milliseconds lost between the engine and the clock.

    ``least``: milliseconds that a move takes even if nothing is thought. ``saved``: seconds that
    early stops have left; a part of them is for this move, at most half as much as it has anyway.

    What can be used is the clock without its reserve, but a tenth of it at least; after the hard
    limit half of that is left, or a fifth on the last move before a time control.
    """
    if go.movetime is not None:
        seconds = (go.movetime - min(overhead, go.movetime / 2)) / 1000
        return Allotment(seconds, seconds, fixed=True)
    clock, other = (go.wtime, go.btime) if white else (go.btime, go.wtime)
    clock = other if clock is None else clock
    if clock is None:
        return Allotment()
    added = max(0, go.winc if white else go.binc)
    left = max(clock - reserve(overhead, added, go.movestogo, least), clock / 10, 1) / 1000
    increment = added / 1000
    moves = min(go.movestogo or MOVES_TO_COME, MOVES_TO_COME)
    most = 0.8 * left if moves == 1 else 0.5 * left
    plain = left / moves + 0.75 * increment
    soft = min(plain + min(PART_OF_SAVINGS * saved, plain / 2), 0.75 * most)
    return Allotment(soft, min(3 * soft, most), saved=max(0.0, soft - plain))


def reserve(overhead: int, increment: int, movestogo: int | None, least: int = LEAST_MOVE) -> int:
    """Milliseconds of the clock that are not for thinking: overheads, and moves to come."""
    to_come = min(movestogo or MOVES_TO_SURVIVE, MOVES_TO_SURVIVE)
    return RESERVE * overhead + max(0, least - increment) * to_come


class Savings:
    """What stops before their time have left on the clock: it is for the moves after them.

    Without it a second that is saved would be spent in some thirty parts, mostly on moves that
    need it as little.
    """

    def __init__(self) -> None:
        self.seconds = 0.0

    def note(self, allotment: Allotment, used: float, *, early: bool) -> None:
        """A move has been played: what it used of the savings is gone, what it left is new.

        A move that ran on beyond what it was given pays from the clock, as without savings.
        """
        if not allotment.saves:
            return
        plain = allotment.soft - allotment.saved
        gone = min(allotment.saved, max(0.0, used - plain))
        left = max(0.0, plain - used) if early else 0.0
        self.seconds = max(0.0, self.seconds - gone) + left


class Lag:
    """How late moves have come, beyond their hard limits: what a slow machine must reserve."""

    def __init__(self) -> None:
        self.milliseconds = 0
        """At worst, of late."""
        self.usual = 0.0
        """Milliseconds, on average of late."""

    def note(self, late: float) -> None:
        """A move came so many seconds after its hard limit, or before it."""
        self.milliseconds = int(max(FADES * self.milliseconds, 1000 * late))
        self.usual = FADES * self.usual + (1 - FADES) * max(0.0, 1000 * late)

    @property
    def least_move(self) -> int:
        """Milliseconds that a move takes here even if nothing is thought."""
        return max(LEAST_MOVE, round(self.usual))


class Watch(Event):
    """Says that a search has to end: it was stopped or cancelled, or its time is over.

    Searches ask ``is_set`` about every 10 ms, from whichever thread they run in, so this is also
    where the heartbeat is felt while one probe takes long.
    """

    def __init__(
        self, on_beat: Callable[[], None] = lambda: None, cancel: Event | None = None
    ) -> None:
        super().__init__()
        self._on_beat, self._cancel = on_beat, cancel
        self.begin(Allotment(), waiting=False)

    def begin(self, allotment: Allotment, *, waiting: bool) -> None:
        """A new search; one that is waiting has no clock until ``start_clock``."""
        self.clear()
        self.allotment = allotment
        self.begun = time.perf_counter()
        self.waiting = waiting
        self.answered = False
        """The answer is there already: nothing is thought about once the clock starts."""
        self._deadline = inf
        self._next_beat = self.begun + HEARTBEAT
        if not waiting:
            self.start_clock()

    def start_clock(self) -> None:
        """From now on the allotment counts, and what was thought before is part of it."""
        now = time.perf_counter()
        enough = self.answered or now - self.begun >= self.allotment.soft
        self._deadline = now + (0.0 if enough else self.allotment.hard)
        self.waiting = False

    def is_set(self) -> bool:
        """Whether to end now."""
        now = time.perf_counter()
        if now >= self._next_beat:
            self._next_beat = now + HEARTBEAT
            self._on_beat()
        cancelled = self._cancel is not None and self._cancel.is_set()
        return cancelled or super().is_set() or now >= self._deadline

    def told(self) -> None:
        """Something was said just now: the next beat can wait."""
        self._next_beat = time.perf_counter() + HEARTBEAT

    @property
    def seconds(self) -> float:
        """Since the search began."""
        return time.perf_counter() - self.begun

    @property
    def late(self) -> float:
        """Seconds since the hard limit, negative before it."""
        return time.perf_counter() - self._deadline

    @property
    def spent(self) -> float:
        """The share of the soft limit that is gone."""
        return 0.0 if self.waiting else self.seconds / self.allotment.soft

    @property
    def left(self) -> float | None:
        """Seconds until the hard limit, a little more than none; None where there is no limit."""
        if self._deadline == inf:
            return None
        return max(0.001, self._deadline - time.perf_counter())

    def wait_for_leave(self) -> None:
        """Returns when a search that may not end by itself is allowed to."""
        while self.waiting and not self.is_set():
            self.wait(0.01)
