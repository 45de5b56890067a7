"""What differs between our own engine and any other: one record, so that nobody asks which."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from provebest.games.chess_values import MATES_FROM
from provebest.search.setprobe.settings import OTHER_ENGINE, TIME_PRICE, ModernSettings

NATIVE = "native"
UCI = "uci:"
"""The beginning of the name of another engine; its path or its own name follows."""
IN_WORDS = {"stockfish": "Stockfish"}


@dataclass(frozen=True, slots=True)
class Reach:
    """Least depths, in plies, of searches that support a claim of an argument."""

    threat: int
    """A threat found by a search of fewer plies is left out, unless it mates."""
    rival: int
    """A rival that was searched by fewer plies must cost twice as much to be called worse."""
    further_rival: float
    """The share of the budget for evidence that a rival gets of which only the whole argument
    speaks."""


@dataclass(frozen=True, slots=True)
class MarkDemand:
    """What is asked of a mark in an annotation, as far as engines differ in it."""

    first_depth: int
    """Plies: the first depth at which the moves are compared."""
    deepest: int
    """Plies: the greatest depth of the searches that this lengthens."""
    cost: float
    """Expected points that the move must cost on average at the last depths."""
    with_few: float = 1.0
    """With few men on the board a move must cost so many times as much."""


@dataclass(frozen=True, slots=True)
class EngineFacts:
    """What is true of the searches of an engine."""

    name: str
    """For people to read."""
    continues: bool
    """A search goes on from the last one of the same position, and shares the player's table."""
    compiled: bool
    """In a game the whole search can be compiled, and has an answer whenever it is cut off."""
    repeatable: bool
    """The same set-probes in the same order find the same, so a certificate can promise them."""
    modern: ModernSettings
    """Of the modern control in an analysis: the law of stopping, and how its probes are made."""
    reach: Reach
    demand: MarkDemand

    def modern_settings(self, *, in_a_game: bool, time_price: float = TIME_PRICE) -> ModernSettings:
        """The settings of the modern control, in an analysis or for a move of a game."""
        if not in_a_game:
            return self.modern
        if self.compiled:
            return self.modern.in_a_game(time_price)
        return replace(self.modern, kept=0.0)


OURS = EngineFacts(
    name="provebest's own engine",
    continues=True,
    compiled=True,
    repeatable=True,
    modern=ModernSettings(win=MATES_FROM),
    # Of the rivals that cost less than twice as much, found by fewer plies than this, 3 of 59 were
    # not worse, and of the others none of 121 (the positions of ``docs/argument.md``).
    reach=Reach(threat=7, rival=10, further_rival=0.035),
    demand=MarkDemand(first_depth=6, deepest=26, cost=0.065, with_few=2),
)
OTHERS = EngineFacts(
    name="another engine",
    continues=False,
    compiled=False,
    repeatable=False,
    modern=ModernSettings(
        win=MATES_FROM,
        law=OTHER_ENGINE,
        # [MC-1, MC-5] Strong engines prune so much that a search of ten plies takes a few thousand
        # nodes and misses a lot; and they cannot be asked for a bound alone, so that an attack
        # costs much more.
        first_depth=14,
        deeper=2,
        rivals_apart=False,
        # [MC-5] The share of an analysis that the rivals get: in the same time SELECT would come no
        # further than about one ply.
        kept=0.5,
    ),
    # The first plies of another engine are so narrow that they show no threat, but its values of
    # single moves can be believed as far as they go.
    reach=Reach(threat=9, rival=0, further_rival=0.025),
    demand=MarkDemand(first_depth=12, deepest=24, cost=0.06),
)


def engine_of(name: str) -> str | None:
    """The path or name of the engine that ``uci:ENGINE`` names; None for any other text."""
    return name.removeprefix(UCI) if name.startswith(UCI) else None


def facts_of(name: str) -> EngineFacts:
    """The facts of the prober with this name."""
    engine = engine_of(name)
    if engine is None:
        return OURS
    program = Path(engine).name
    return replace(OTHERS, name=IN_WORDS.get(program, program))
