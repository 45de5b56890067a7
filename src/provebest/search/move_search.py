"""One type for every search that chooses a move: both controls of B* are one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol

from provebest.search.probability.beliefs import Move
from provebest.search.probability.result import ProbabilityResult, RootMove
from provebest.search.setprobe.budget import Budget
from provebest.vocabulary import Counters, EventStream, Stopped, Tally, number_text

if TYPE_CHECKING:
    from provebest.search.probability.control import ProbabilitySearch


@dataclass(frozen=True, slots=True)
class Snapshot(Generic[Move]):
    """The state of a search at one moment: it does not change when the search goes on."""

    purpose: str
    """What the next step is for: SELECT or VERIFY; in the modern control also root or rivals."""
    moves: tuple[RootMove[Move], ...]
    """Best first; none before the root is expanded."""
    counters: Counters
    depth: int
    """Plies that the choice is known to: 0 before the root is expanded."""
    deepest: int
    """Plies of the longest line that was searched; at least ``depth``."""
    target: float | None = None
    """The value that the next step aims at; None in the modern control, and before the root is
    expanded."""
    asking: int | None = None
    """Plies of the set-probe that is next; None in the classic control."""
    doubt: float | None = None
    """The law's doubt about the choice; None if the control has no law, or none that was tested."""

    @property
    def aim(self) -> str:
        """The target, or the depth, in words."""
        if self.asking is not None:
            return f"depth {self.asking}"
        return (
            "the first expansion" if self.target is None else f"target {number_text(self.target)}"
        )


class MoveSearch(Protocol[Move]):
    """A search that chooses a move, one ``step()`` at a time.

    It can be asked between any two steps. The numbers of its snapshots and of its result speak for
    the side to move.
    """

    tally: Tally
    stopped: Stopped | None
    """Set when the search has ended by itself; ``step()`` must not be called after that."""
    events: EventStream
    """Everything that the search reports: see ``search/events.py``."""
    prober: str
    """Who probes, as it names itself; empty if nobody said."""

    @property
    def reason(self) -> str:
        """Why the search ended by itself; empty if it goes on, or if a limit ended it."""

    @property
    def budget(self) -> Budget | None:
        """The limits that the search keeps by itself; None if only the loop around it keeps any."""

    def renew(self, budget: Budget) -> None:
        """Keeps these limits from now on, if the search keeps limits by itself; may end it."""

    @property
    def depth(self) -> int:
        """Plies that the choice is known to: 0 before the root is expanded."""

    @property
    def tree(self) -> ProbabilitySearch[Any, Move] | None:
        """The search again if it keeps a tree that can be shown, saved and certified; else None."""

    @property
    def answers_if_cut_off(self) -> bool:
        """Whether a step that was cut off has left an answer that can be used."""

    def step(self, at_most: int = 1) -> None:
        """Makes one expansion, or one probe of a set of moves; a compiled one up to ``at_most``."""

    def stored(self) -> int:
        """Nodes kept in memory, for ``Limits.stored``."""

    def headline(self) -> str:
        """The best answer so far in a few words, for a progress bar."""

    def snapshot(self, most: int | None = None) -> Snapshot[Move]:
        """The state at this moment, with all root moves or only the ``most`` best ones."""

    def result(self, stopped: Stopped) -> ProbabilityResult[Move]:
        """The best move so far; ``stopped`` says why the search did not go on.

        Raises:
            NothingSearchedError: before the root is expanded.
        """
