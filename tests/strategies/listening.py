"""Listeners for searches under test."""

from provebest.search.events import MilestoneReached, SetProbed


def journaled(search):
    """The search, with a list of its set-probes in words."""
    search.journal = []
    search.events.on(SetProbed, lambda probe: search.journal.append(str(probe)))
    return search


def watched(search, note):
    """The search, whose milestones are noted by name, with the search as it is at each."""
    search.events.on(MilestoneReached, lambda event: note(event.milestone.value, search))
    return search
