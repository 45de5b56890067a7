"""Why the modern control stopped, in words."""

from __future__ import annotations

from collections.abc import Sequence

from provebest.search.setprobe.law import TOLERANCE

WINS_AT_ONCE = "it wins at once"
ALL_OTHERS_LOSE = "every other move loses by force"
THE_OTHERS, THIS_MOVE = "the others", "this move"
"""What an attack on a choice searches deeper."""


def settled(depth: int, unchanged: int, attacked: Sequence[str], doubt: float | None) -> str:
    """The choice has been best for ``unchanged`` + 1 depths, and held against these attacks.

    ``doubt`` is None if the promise was not tested for the game.
    """
    why = []
    if unchanged:
        why.append(f"the same move has been best for {unchanged + 1} depths")
    if attacked:
        why.append(f"deeper searches of {' and of '.join(attacked)} did not refute it")
    settled_at = f"settled at depth {depth}" + (f": {', and '.join(why)}" if why else "")
    if doubt is None:
        return settled_at
    return (
        f"{settled_at}; in at least {_percent(1 - doubt)} of such cases a search ten "
        f"times as long finds nothing better by more than {TOLERANCE:g} points"
    )


def _percent(chance: float) -> str:
    """Never 100%, for whatever has not failed yet may fail."""
    return f"{min(chance, 0.99):.0%}"


def time_is_worth_more(depth: int, doubt: float) -> str:
    """On a clock: another depth would win less than its time is worth later."""
    return (
        f"at depth {depth} the time is worth more later (chance that another move is clearly "
        f"better: {doubt:.0%})"
    )
