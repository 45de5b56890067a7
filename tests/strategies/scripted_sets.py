"""Set-probes that follow a script, and the modern control over them."""

from dataclasses import replace

from listening import journaled
from scripted_beliefs import Listed

from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.search import ModernSearch
from provebest.search.setprobe.set_prober import SetProber, SetValue
from provebest.search.setprobe.settings import ModernSettings
from provebest.vocabulary import Limits, run

EARLY = ModernSettings(separate_after=0.0)
"""A stop may be tried however little has been spent."""


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
    return journaled(ModernSearch(listed, sets, Budget(nodes=budget), numbers or EARLY, **kw))


def doings(search):
    return [line.split()[0] for line in search.journal]


def finish(search):
    return run(search, Limits())
