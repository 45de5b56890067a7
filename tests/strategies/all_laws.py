"""Every search, strategy, twin and adapter, with the law that it has to keep."""

import interval_laws
import other_laws
import regret_laws
import value_laws
from law_trials import tried
from random_games import drawn
from smallest import smallest
from table_games import in_words

ROOMS = interval_laws, regret_laws, value_laws, other_laws
LAWS = {law.name: law for room in ROOMS for law in room.LAWS}


def table_for(law, seed, without=()):
    """The game of this seed, without what the search cannot have."""
    return drawn(seed, (*law.without, *without))


def fault_of(law, seed):
    """The first fault that a search shows in the game of this seed, or None."""
    trial = tried(law, table_for(law, seed), seed)
    return trial.faults[0] if trial.faults else None


def shown(law, seed, kind, without=()):
    """A fault of this kind in the smallest game that shows it, in words."""
    table = table_for(law, seed, without)

    def fails(simpler):
        trial = tried(law, simpler, seed, seconds=1)
        return any(fault[0] == kind for fault in trial.faults)

    small = smallest(table, fails)
    told = next(text for name, text in tried(law, small, seed, seconds=1).faults if name == kind)
    return f"{law.name}, seed {seed}: {kind}: {told}\n{in_words(law.takes(small))}"
