"""How long a move may take, by the limits of ``go`` and the time left on the clock."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, inf
from threading import Event

MOVES_TO_COME = 30
"""Moves that the remaining time must last for, if no time control is nearer."""
RESERVE = 5
"""Overheads that stay on the clock: a busy machine loses that much now and then."""
LEAST_MOVE = 6
"""Milliseconds that a move takes on a busy machine without any search."""
MOVES_TO_SURVIVE = 50
"""Moves for which ``LEAST_MOVE``, less the increment, is kept in reserve."""
PART_OF_SAVINGS = 0.25
"""Share of the time saved by early stops that the next move gets."""
PRICE_FOLLOWS = 0.03
"""How fast the price of time follows the clock: its logarithm, for a whole move's time too much."""
MOST_CHEAP, MOST_DEAR = 1 / 16, 4.0
"""Limits of the price of time, as multiples of its usual price."""
FADES = 0.95
"""Share of a lag that still counts one move later."""
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
    """The limits of one ``go``; times in milliseconds, as in the protocol."""

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
    """An extension of the protocol, for B*'s classic control."""
    ponder: bool = False
    infinite: bool = False
    searchmoves: tuple[str, ...] = ()

    @property
    def endless(self) -> bool:
        """Whether only ``stop`` can end it."""
        timed = (self.wtime, self.btime, self.movetime)
        counted = (self.depth, self.nodes, self.mate, self.probes)
        return self.infinite or all(limit is None for limit in timed + counted)


def read_go(words: Sequence[str]) -> Go:
    """Reads the words after ``go``; unknown words are skipped."""
    limits: dict[str, int | bool] = {}
    moves: list[str] = []
    takes_moves = False
    rest = iter(words)
    for word in rest:
        if word in NUMBERS:
            takes_moves = False
            number = read_number(next(rest, ""))
            if number is not None:
                limits[word] = number
        elif word in FLAGS:
            takes_moves = False
            limits[word] = True
        elif word == "searchmoves":
            takes_moves = True
        elif takes_moves:
            moves.append(word)
    for name in ("depth", "nodes", "mate", "probes", "movetime", "movestogo"):
        if name in limits:
            limits[name] = max(1, limits[name])
    return Go(searchmoves=tuple(moves), **limits)  # type: ignore[arg-type]  # flags are flags


def read_number(word: str) -> int | None:
    """Reads a whole number in plain digits, capped at 10**15; None for anything else."""
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        return None
    size = int(digits) if len(digits) <= MOST_DIGITS else 10**MOST_DIGITS
    return -size if word.startswith("-") else size


@dataclass(frozen=True, slots=True)
class Allotment:
    """Seconds for one move: it should take at most ``soft`` and may take at most ``hard``."""

    soft: float = inf
    hard: float = inf
    fixed: bool = False
    """The time is for this move alone (``movetime``): unused time is lost."""
    saved: float = 0.0
    """The part of ``soft`` that comes from time saved by earlier moves."""

    @property
    def saves(self) -> bool:
        """Whether later moves can use the time that this move leaves."""
        return not self.fixed and self.soft < inf


def allot(
    go: Go, *, white: bool, overhead: int, least: int = LEAST_MOVE, saved: float = 0.0
) -> Allotment:
    """The time for this move. ``overhead``: milliseconds lost between the engine and the clock.

    ``least``: milliseconds that a move takes without any search. ``saved``: seconds saved by early
    stops; this move gets a part of them, at most half of the time that it would have without them.

    The usable time is the clock less its reserve, and at least a tenth of the clock. A move that
    takes its hard limit leaves half of it, or a fifth on the last move before a time control.
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
    """Milliseconds of the clock that are not for thinking: for overheads and for later moves."""
    to_come = min(movestogo or MOVES_TO_SURVIVE, MOVES_TO_SURVIVE)
    return RESERVE * overhead + max(0, least - increment) * to_come


class Savings:
    """The time on the clock that was saved by early stops, for the next moves, and its price.

    Otherwise a saved second would be divided among some thirty moves, most of which do not need
    it.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self.price = 1.0
        """What time is worth, as a multiple of its usual price [MC-4].

        Moves that take less than their share make time cheaper, and moves that take more make it
        dearer, so that a game uses its time whatever its speed.
        """

    def note(self, allotment: Allotment, used: float, *, early: bool) -> None:
        """Updates the savings after a move that took ``used`` seconds.

        Subtracts what the move used of its ``saved`` part and adds what it left if it stopped
        early. Time beyond the soft limit comes from the clock, as without savings.
        """
        if not allotment.saves:
            return
        plain = allotment.soft - allotment.saved
        price = self.price * exp(PRICE_FOLLOWS * (used / plain - 1))
        self.price = min(max(price, MOST_CHEAP), MOST_DEAR)
        gone = min(allotment.saved, max(0.0, used - plain))
        left = max(0.0, plain - used) if early else 0.0
        self.seconds = max(0.0, self.seconds - gone) + left


class Lag:
    """How far moves exceed their hard limits on this machine, so that time can be reserved."""

    def __init__(self) -> None:
        self.milliseconds = 0
        """The worst recent lag."""
        self.usual = 0.0
        """The average recent lag, in milliseconds."""

    def note(self, late: float) -> None:
        """Counts a move that came ``late`` seconds after its hard limit (negative: before it)."""
        self.milliseconds = int(max(FADES * self.milliseconds, 1000 * late))
        self.usual = FADES * self.usual + (1 - FADES) * max(0.0, 1000 * late)

    @property
    def least_move(self) -> int:
        """Milliseconds that a move takes on this machine without any search."""
        return max(LEAST_MOVE, round(self.usual))


class Watch(Event):
    """An event that is set when a search must end: stopped, cancelled, or out of time.

    Searches call ``is_set`` about every 10 ms, each from its own thread.
    """

    def __init__(self, cancel: Event | None = None) -> None:
        super().__init__()
        self._cancel = cancel
        self.begin(Allotment(), waiting=False)

    def begin(self, allotment: Allotment, *, waiting: bool) -> None:
        """Starts a new search; if it is ``waiting``, its clock starts with ``start_clock``."""
        self.clear()
        self.allotment = allotment
        self.begun = time.perf_counter()
        self.waiting = waiting
        self.answered = False
        """The move is already found, so the search ends as soon as the clock starts."""
        self._deadline = inf
        if not waiting:
            self.start_clock()

    def start_clock(self) -> None:
        """Starts the clock of the allotment; time spent waiting counts towards its soft limit."""
        now = time.perf_counter()
        enough = self.answered or now - self.begun >= self.allotment.soft
        self._deadline = now + (0.0 if enough else self.allotment.hard)
        self.waiting = False

    def is_set(self) -> bool:
        """Whether the search must end now."""
        cancelled = self._cancel is not None and self._cancel.is_set()
        return cancelled or super().is_set() or time.perf_counter() >= self._deadline

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return time.perf_counter() - self.begun

    @property
    def late(self) -> float:
        """Seconds since the hard limit, negative before it."""
        return time.perf_counter() - self._deadline

    @property
    def spent(self) -> float:
        """The share of the soft limit that is used; 0 while waiting."""
        return 0.0 if self.waiting else self.seconds / self.allotment.soft

    @property
    def left(self) -> float | None:
        """Seconds until the hard limit, at least 0.001; None without a limit."""
        if self._deadline == inf:
            return None
        return max(0.001, self._deadline - time.perf_counter())

    def wait_for_leave(self) -> None:
        """Waits while the search may not end by itself: until ``start_clock`` or ``set``."""
        while self.waiting and not self.is_set():
            self.wait(0.01)
