"""A path search in compiled code, with the same interface as ``PathSearch``.

The problem supplies it. The compiled twin develops the same nodes in the same order; the tests
compare whole results.
"""

from __future__ import annotations

from typing import Any, Generic

from provebest.problems.checked import twin
from provebest.problems.protocol import Action, CompiledPath, Problem, State
from provebest.search.path.result import PathResult, why_stopped
from provebest.search.path.settings import PathSettings
from provebest.vocabulary import Stopped, Tally, guard


def compiled_search(
    problem: Problem[State, Action], settings: PathSettings
) -> CompiledPathSearch[State, Action] | None:
    """The problem's own compiled search, or None if it has none that covers these settings.

    Not covered: operator selection, a storage limit, kept trees, a depth limit, "relink", and a
    look-ahead that varies.
    """
    plain = settings.operators is None and settings.storage is None and not settings.keep_trees
    if not plain or settings.max_depth is not None or settings.rule == "relink":
        return None
    begin = twin(problem, "compiled_path_search")
    if begin is None or not isinstance(settings.look_ahead, int):
        return None
    g_factor, h_factor = settings.factors(problem)
    core = begin(
        g_factor=g_factor,
        h_factor=h_factor,
        look_ahead=settings.look_ahead,
        newest_first=settings.tie == "newest",
        reopen=settings.rule == "reopen",
    )
    if core is None:
        return None
    return CompiledPathSearch(problem, settings, core, settings.look_ahead)


class CompiledPathSearch(Generic[State, Action]):
    """A compiled search with the methods of ``PathSearch``; a step develops many nodes.

    It is copied and pickled by its parameters and the number of nodes developed: the copy develops
    the same nodes once more. Unlike there, the estimate is not tested on the path that was found
    (``proof.py``).
    """

    def __init__(
        self,
        problem: Problem[State, Action],
        settings: PathSettings,
        core: CompiledPath[State, Action],
        look_ahead: int,
    ) -> None:
        self._look_ahead, self._settings = look_ahead, settings
        self._problem, self._core = problem, core
        self._times_optimum = settings.times_optimum(problem)
        self._blind = settings.wt == 0
        self.tally = Tally()
        self.stopped: Stopped | None = None
        self._read_back()

    def __reduce__(self) -> tuple[Any, ...]:
        return _repeat_search, (self._problem, self._settings, self.tally.expanded)

    def step(self, at_most: int = 1) -> None:
        """Develops up to ``at_most`` nodes, a quarter of that for each ply of look-ahead.

        So that a step takes about the same time however large the look-ahead trees are.
        """
        try:
            self._core.advance(max(1, at_most >> 2 * self._look_ahead), guard().check)
        finally:
            self._read_back()

    def stored(self) -> int:
        """States held in memory, open and closed."""
        return self._core.stored

    def headline(self) -> str:
        """How near the search has come, for a progress bar."""
        return f"closest estimate {self._core.closest_estimate() / self._problem.scale:g}"

    def result(self, stopped: Stopped) -> PathResult[State, Action]:
        """The path found, or the path to the closest state so far."""
        solved = self.stopped in (Stopped.FOUND, Stopped.PROVED)
        path, actions, cost = self._core.path(to_closest=not solved)
        factor = self._times_optimum
        return PathResult(
            solved=solved,
            path=tuple(path),
            actions=tuple(actions),
            cost=cost if solved else None,
            stopped=stopped,
            reason=why_stopped(stopped, factor, discarded=False, blind=self._blind),
            counters=self.tally.frozen(),
            stored=self.stored(),
            restarts=0,
            at_most_times_optimum=float(factor) if solved and factor else None,
        )

    def _read_back(self) -> None:
        """Copies the counters and the reason for stopping from the compiled search."""
        core, tally = self._core, self.tally
        tally.expanded, tally.generated, tally.evaluated = (
            core.expanded, core.generated, core.evaluated,
        )  # fmt: skip
        self.stopped = {
            "running": None,
            "goal": Stopped.PROVED if self._times_optimum == 1 else Stopped.FOUND,
            "met": Stopped.FOUND,
            "exhausted": Stopped.EXHAUSTED,
            "ruled out": Stopped.RULED_OUT,
            "full": Stopped.MEMORY_LIMIT,
        }[core.status]


def _repeat_search(
    problem: Problem[State, Action], settings: PathSettings, expanded: int
) -> CompiledPathSearch[State, Action]:
    """A new search that has developed this many nodes, for unpickling."""
    search = compiled_search(problem, settings)
    if search is None:
        raise TypeError(f"{type(problem).__name__} has no compiled search for these settings here")
    while search.stopped is None and search.tally.expanded < expanded:
        search.step(expanded - search.tally.expanded)
    return search
