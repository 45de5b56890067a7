"""Why the modern control stopped, in words. Numbers are in the units of the values."""

from __future__ import annotations

from provebest.search.setprobe.settings import ModernSettings
from provebest.search.setprobe.settling import TOLERANCE

WINS_AT_ONCE = "it wins at once"


def clearly_best(settings: ModernSettings, depth: int, lead: float, left: float) -> str:
    """The others are at least ``lead`` behind, and ``left`` of that stood up to VERIFY."""
    behind = amount(settings, lead) + (" or more" if settings.by_bounds else "")
    sentence = (
        f"clearly best at depth {depth}: the others are {behind} behind, none of their threats "
        "held up, and a deeper search of this move confirmed it"
    )
    if settings.by_bounds:
        return sentence
    chance = settings.upset(left, depth)
    shown = "below 0.1%" if chance < 0.001 else f"about {chance:.1%}"
    return f"{sentence} (chance that another move is better: {shown})"


def settled(settings: ModernSettings, depth: int, unchanged: int, chance: float) -> str:
    """The same move has been best for ``unchanged`` depths."""
    return (
        f"settled at depth {depth}: the same move has been best for {unchanged} depths, and no "
        f"threat of another move held up; {chance:.0%} of such choices were within "
        f"{amount(settings, TOLERANCE)} of the best"
    )


def amount(settings: ModernSettings, value: float) -> str:
    """A difference between two values, with its unit if it has one."""
    return f"{value / 100:.2f} pawns" if settings.in_pawns else f"{value:.0f}"
