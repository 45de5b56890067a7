"""How far searches for an argument must see for a claim, which differs from engine to engine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reach:
    """Least depths, in plies, of searches that support a claim."""

    threat: int
    """A threat found by a search of fewer plies is left out, unless it mates."""
    rival: int
    """A rival that was searched by fewer plies must cost twice as much to be called worse."""
    further_rival: float
    """The share of the budget for evidence that a rival gets of which only the whole argument
    speaks."""


OURS = Reach(threat=7, rival=10, further_rival=0.035)
"""Of our own search: of the rivals that cost less than twice as much, found by fewer plies, 3 of 59
were not worse, and of the others none of 121 (the positions of ``docs/argument.md``)."""
OTHERS = Reach(threat=9, rival=0, further_rival=0.025)
"""Of another engine, whose first plies are so narrow that they show no threat, but whose values of
single moves can be believed as far as they go."""
