"""Set-probes that follow a script, laws that stop where a test says, and searches over them."""

from dataclasses import fields, replace

from listening import journaled
from scripted_beliefs import Listed

from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.law import Law, Sight
from provebest.search.setprobe.search import ModernSearch
from provebest.search.setprobe.set_prober import SetProber, SetValue
from provebest.search.setprobe.settings import ModernSettings
from provebest.vocabulary import Limits, run

SCALE = 100.0
"""Of the laws below: a value of 100 is worth about 0.73 points."""
LOSS = 0.2
"""Of the laws below."""


def law_by_depth(base, a_ply):
    """A law that sees the depth alone: log odds at depth 0, and for each ply."""
    nothing = {field.name: 0.0 for field in fields(Law)}
    return Law(**nothing | {"base": base, "depth": 10 * a_ply, "loss": LOSS, "scale": SCALE})


def law_that_stops_at(depth):
    """A law without doubt from this depth on, and with the greatest doubt before it."""
    return law_by_depth(20 * (depth - 0.5), -20.0)


NEVER = law_by_depth(1000.0, 0.0)
"""A law by which nothing is ever known."""

FIRST, STOP = 4, 7
"""Plies: where SELECT begins and where the law stops in ``EARLY``."""
EARLY = ModernSettings(law=law_that_stops_at(STOP), first_depth=FIRST)
"""An analysis that tries to stop at depth 7, after four searches of all moves."""
NO_STOP = replace(EARLY, law=NEVER)


def sight(**known):
    """What a search has seen of a choice in the middle of a game, but for what is given."""
    usual = {"depth": 10, "unchanged": 2, "share": 0.5, "points": 0.5}
    return Sight(**usual | known)


class Sets(SetProber):
    """Set-probes of a world in which a move's worth depends on the depth alone."""

    def __init__(self, worth, *, cost=10, cut=None, share=None):
        self.worth, self.cost, self.share = worth, cost, share
        self.cut = cut or {}
        """By number of the probe: the depth that was completed when it was cut off."""
        self.asked = []

    def probe(self, moves, depth, *, nodes, seconds):
        number = len(self.asked)
        moves = moves or [move for move in self.worth if not move.startswith("only")]
        self.asked.append((depth, "".join(moves)))
        reached = self.cut.get(number, depth)
        best = max(moves, key=lambda move: self.value(move, reached))
        at_most = {move: self.value(move, reached) for move in moves if move != best}
        value = self.value(best, reached) if reached else 0.0
        return SetValue(best, value, (best,), reached, reached == depth, at_most, self.share)

    def reaches(self, moves, bound, depth, *, nodes, seconds):
        """Told as a search does that was asked for no more than the bound."""
        found = self.probe(moves, depth, nodes=nodes, seconds=seconds)
        self.asked[-1] += (bound,)
        told = bound if found.value >= bound else bound - 1
        return replace(found, value=told if found.depth else 0.0)

    def value(self, move, depth):
        worth = self.worth[move]
        return float(worth(depth) if callable(worth) else worth)

    def nodes(self):
        return self.cost * len(self.asked)


def world(real, hope=None, over=()):
    return Listed({"root": "".join(real)}, real, hope, over)


def search_of(sets, real=None, hope=None, over=(), budget=1000, numbers=None, **kw):
    real = real or {move: sets.value(move, 1) for move in sets.worth}
    listed = world(real, hope, over)
    budget = budget if isinstance(budget, Budget) else Budget(nodes=budget)
    return journaled(ModernSearch(listed, sets, budget, numbers or EARLY, **kw))


def doings(search):
    return [line.split()[0] for line in search.journal]


def finish(search):
    return run(search, Limits())
