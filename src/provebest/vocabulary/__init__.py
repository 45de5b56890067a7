"""Types that every search in this package shares. Nothing here depends on a game or a paper."""

from provebest.vocabulary.argued import Argued
from provebest.vocabulary.errors import (
    BadInputError,
    CancelledError,
    CannotWriteError,
    EngineFailedError,
    JobsSetAsideError,
    NotEnoughMemoryError,
    NothingSearchedError,
    ProvebestError,
    shorten,
)
from provebest.vocabulary.events import EventStream, Listener, Progress, SearchEvent
from provebest.vocabulary.exact import (
    added,
    as_fraction,
    at_most_text,
    common_denominator,
    counted,
    number_text,
)
from provebest.vocabulary.guard import Guard, LimitReachedError, guard
from provebest.vocabulary.interval import Interval
from provebest.vocabulary.limits import Limits, check_limits
from provebest.vocabulary.outcome import Counters, Stopped, Tally
from provebest.vocabulary.stepping import Search, run

__all__ = [
    "Argued",
    "BadInputError",
    "CancelledError",
    "CannotWriteError",
    "Counters",
    "EngineFailedError",
    "EventStream",
    "Guard",
    "Interval",
    "JobsSetAsideError",
    "LimitReachedError",
    "Limits",
    "Listener",
    "NotEnoughMemoryError",
    "NothingSearchedError",
    "Progress",
    "ProvebestError",
    "Search",
    "SearchEvent",
    "Stopped",
    "Tally",
    "added",
    "as_fraction",
    "at_most_text",
    "check_limits",
    "common_denominator",
    "counted",
    "guard",
    "number_text",
    "run",
    "shorten",
]
