"""The time, nodes or probes that a player may use for its moves, and its clock."""

from __future__ import annotations

import re
from dataclasses import dataclass

from provebest.vocabulary import BadInputError, shorten

TIME_CONTROL = re.compile(r"(?:(\d+)/)?(\d+(?:\.\d*)?|\.\d+)(?:\+(\d+(?:\.\d*)?|\.\d+))?")
LONGEST = 60
"""Characters of a time control."""
MOVETIME_MARGIN = 0.1
"""Seconds that a move may take beyond a fixed time per move, which engines can only aim at."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The limit of a game: exactly one of clock, time per move, nodes per move, probes per move.

    Raises:
        BadInputError: for none or more than one of them, and for numbers out of range.
    """

    base: float | None = None
    """Seconds for the game, or for every ``moves`` moves."""
    increment: float = 0.0
    moves: int | None = None
    movetime: float | None = None
    nodes: int | None = None
    margin: float = 0.0
    """Seconds that a move may be late."""
    probes: int | None = None

    def __post_init__(self) -> None:
        all_four = (self.base, self.movetime, self.nodes, self.probes)
        given = [x for x in all_four if x is not None]
        if len(given) != 1:
            raise BadInputError("give one limit only: --tc, --movetime, --nodes or --probes")
        fits = 0 < given[0] < 1e9 and 0 <= self.increment < 1e9
        if not fits or self.margin < 0 or self.moves == 0:
            raise BadInputError(f"a limit must be greater than 0; got {self.text}")

    @property
    def text(self) -> str:
        """The limit in words, such as ``5+0.1`` or ``0.2 s a move``."""
        if self.nodes is not None:
            return f"{self.nodes} nodes a move"
        if self.probes is not None:
            return f"{self.probes} probes a move"
        if self.movetime is not None:
            return f"{self.movetime:g} s a move"
        period = f"{self.moves}/" if self.moves else ""
        return f"{period}{self.base:g}+{self.increment:g}"


def read_limit(
    tc: str | None,
    movetime: float | None,
    nodes: int | None,
    margin: float | None,
    probes: int | None = None,
) -> Limit:
    """The limit given by the options of a command; ``tc`` is ``1+0.01``, ``60`` or ``40/60+0.5``.

    Raises:
        BadInputError: for a time control that cannot be read, and as ``Limit`` does.
    """
    base, increment, moves = None, 0.0, None
    if tc is not None:
        read = TIME_CONTROL.fullmatch(tc.strip()) if len(tc) <= LONGEST else None
        if read is None:
            raise BadInputError(
                "a time control must be seconds + increment, such as 1+0.01 or 40/60; "
                f"got {shorten(tc)}"
            )
        base, increment = float(read[2]), float(read[3] or 0)
        moves = int(read[1]) if read[1] else None
    if margin is None:
        margin = MOVETIME_MARGIN if movetime is not None else 0.0
    return Limit(
        base=base,
        increment=increment,
        moves=moves,
        movetime=movetime,
        nodes=nodes,
        margin=margin,
        probes=probes,
    )


class Clock:
    """The clock of one player."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.left = limit.base
        self.used, self.moves = 0.0, 0

    @property
    def milliseconds(self) -> int:
        """The time left as engines are sent it, at least 1."""
        return max(1, int(1000 * (self.left or 0)))

    @property
    def moves_to_go(self) -> int | None:
        """Moves until the clock gets its next period; None if there are no periods."""
        if self.limit.moves is None:
            return None
        return self.limit.moves - self.moves % self.limit.moves

    @property
    def patience(self) -> float | None:
        """Seconds after which the move is too late; None if time does not count."""
        allowed = self.limit.movetime if self.left is None else self.left
        return None if allowed is None else allowed + self.limit.margin

    @property
    def offered(self) -> float | None:
        """Seconds that were available for the moves so far; None if time does not count."""
        if self.limit.movetime is not None:
            return self.moves * self.limit.movetime
        return None if self.left is None else self.used + self.left

    @property
    def unused(self) -> float | None:
        """Seconds of ``offered`` that were not used."""
        return None if self.offered is None else max(0.0, self.offered - self.used)

    def press(self, seconds: float) -> bool:
        """Counts a move that took this many seconds; whether it was in time."""
        in_time = self.patience is None or seconds <= self.patience
        self.used += seconds
        self.moves += 1
        if self.left is not None:
            self.left = max(0.0, self.left - seconds)
        if self.left is not None and in_time:
            self.left += self.limit.increment
            if self.limit.moves is not None and self.moves % self.limit.moves == 0:
                self.left += self.limit.base or 0.0
        return in_time


def go_words(own: Clock, white: Clock, black: Clock) -> str:
    """The ``go`` line for the player whose clock is ``own``."""
    limit = own.limit
    if limit.nodes is not None:
        return f"go nodes {limit.nodes}"
    if limit.probes is not None:
        return f"go probes {limit.probes}"
    if limit.movetime is not None:
        return f"go movetime {max(1, round(1000 * limit.movetime))}"
    words = f"go wtime {white.milliseconds} btime {black.milliseconds}"
    if limit.increment:
        milliseconds = round(1000 * limit.increment)
        words += f" winc {milliseconds} binc {milliseconds}"
    return words if own.moves_to_go is None else f"{words} movestogo {own.moves_to_go}"
