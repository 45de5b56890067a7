"""How one search is tried on one game: what it may not do, and how a trial is written down."""

import math
import signal
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from random_games import Table
from table_games import EndlessError, TableGame, in_place

from provebest import ProvebestError

MOST_SECONDS = 20
"""Of the processor's time, for one search of one game that fits on a page."""


@dataclass
class Trial:
    """What came of it; a law holds where there are no faults."""

    proved: bool = False
    refused: bool = False
    certified: bool = False
    faults: list[tuple[str, str]] = field(default_factory=list)

    def blame(self, kind, text):
        self.faults.append((kind, str(text)))


@dataclass(frozen=True)
class Law:
    """A search and what is to be true of it in every game."""

    name: str
    tries: Callable[["Setting", Trial], None]
    may_refuse: Callable[[Table], bool] = lambda _: False
    """Whether it may say that this table is nothing for it."""
    over: str = "refused"
    """Whether a root without moves is refused or answered."""
    without: tuple[str, ...] = ()
    """Traits that its games cannot have."""
    takes: Callable[[Table], Table] = lambda table: table
    """The table as this search can have it."""


@dataclass
class Setting:
    """A table at hand: the game, where to begin, and what is true there."""

    table: Table
    rng: Random

    def __post_init__(self):
        self.game = TableGame(self.table)
        self.hold = self.table.bounds_hold
        self.finite = math.isfinite(self.table.nodes)

    @property
    def state(self):
        """Arguments that make a search begin at the root of the table."""
        root = self.table.root
        return {} if root == 0 else {"state": self.game.state(root)}

    def from_root(self):
        """The same game, beginning at the root of the table."""
        return TableGame(self.table, self.table.root)

    def truth(self, sign=1):
        return Truth(self.game, self.table.root, sign)


class Truth:
    """What the root and its moves are truly worth; with sign -1, to MIN."""

    def __init__(self, game, root, sign=1):
        self.max_chooses = game.table.max_moves[root] == (sign == 1)
        self.root = sign * game.true(root)
        after = zip(game.names(root), game.table.moves[root], strict=True)
        self.arcs = {move: sign * game.true(place) for move, place in after}
        self.best = {move for move, worth in self.arcs.items() if worth == self.root}

    def regret(self, move):
        """How much less than the best this move is worth to the side that chooses, exactly."""
        worth = self.arcs[move]
        if worth == self.root:
            return 0
        more, less = (self.root, worth) if self.max_chooses else (worth, self.root)
        return math.inf if math.inf in (more, -less) else Fraction(more) - Fraction(less)


def tried(law, table, seed=0, seconds=MOST_SECONDS):
    """One trial of a law."""
    fitting = law.takes(table)
    trial, setting = Trial(), Setting(fitting, Random(seed))
    over = not fitting.moves[fitting.root]
    must_refuse = in_place(fitting) or (over and law.over == "refused")
    may_refuse = must_refuse or law.may_refuse(fitting)
    try:
        with at_most(seconds):
            law.tries(setting, trial)
    except EndlessError:
        trial.blame("does not end", "it asks and asks")
    except ProvebestError as error:
        trial.refused = True
        if not may_refuse:
            trial.blame("wrongly refused", error)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a fault of the search
        trial.blame("fails", f"{type(error).__name__}: {error}")
    else:
        if must_refuse:
            trial.faults = [
                ("wrongly accepted", "the game is over" if over else fitting.dress.play)
            ]
    return trial


@contextmanager
def at_most(seconds):
    """Ends what uses up so much of the processor: that does not depend on how busy it is."""

    def ring(*_):
        raise EndlessError

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
