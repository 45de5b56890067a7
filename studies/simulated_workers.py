"""Workers in simulated time, and searches whose probes were recorded, to run on them.

The control, the guesses and the order of jobs are those of the package; only time is simulated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any, NamedTuple

from provebest._native import ChessProber
from provebest.chess.beliefs import ChessBeliefs, PreparesBeliefs
from provebest.chess.probes.expansion import Hope, MoveFacts, Path, ProbeSize, read_facts, read_hope
from provebest.chess.probes.job_cutting import Cut, Work
from provebest.chess.probes.job_desk import Job
from provebest.chess.probes.native import NO_LIMIT
from provebest.chess.probes.parallel import ParallelExpander
from provebest.games.chess import read_position
from provebest.games.chess_values import MATES_FROM
from provebest.search.probability.beliefs import Question
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.settings import ClassicSettings, Effort


class Recorded(NamedTuple):
    """A job that was done once: how long a worker takes for it, and what it is."""

    seconds: float
    probes: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Network:
    """How far away the workers are. Times are in seconds."""

    delay: float = 0.0
    """From the search to a worker, and back again."""
    sending: float = 0.0
    """The search sends one job at a time, and each takes so long."""


class SimulatedFuture(Future[Any]):
    """Waiting for it lets simulated time pass."""

    def __init__(self, workers: SimulatedWorkers) -> None:
        super().__init__()
        self._workers = workers

    def exception(self, timeout: float | None = None) -> BaseException | None:
        """None, once it is done; nothing fails in a simulation."""
        del timeout
        while not self.done():
            self._workers.next_event()
        return None


class SimulatedWorkers(Executor):
    """An executor whose jobs end in simulated time; calls return a ``Recorded``.

    Jobs are sent in the order in which they are submitted; each goes to the worker that is free
    first.
    """

    def __init__(self, workers: int, network: Network = Network()) -> None:
        self.now = 0.0
        self.busy = 0.0
        """Seconds that all workers together have worked."""
        self._network = network
        self._free = [0.0] * workers
        self._sent = 0.0
        self._events: list[tuple[float, int, SimulatedFuture, Recorded]] = []
        self._number = 0

    def submit(self, call: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        """Sends a job."""
        job: Recorded = call(*arguments)
        self._sent = max(self._sent, self.now) + self._network.sending
        begin = max(self._sent + self._network.delay, heappop(self._free))
        end = begin + job.seconds
        heappush(self._free, end)
        self.busy += job.seconds
        future, self._number = SimulatedFuture(self), self._number + 1
        heappush(self._events, (end + self._network.delay, self._number, future, job))
        return future

    def next_event(self) -> None:
        """Lets time pass until the next answer arrives."""
        self.now, _, future, job = heappop(self._events)
        future.set_result(job)

    def spend(self, seconds: float) -> None:
        """Lets so much time pass, in which the search does something else."""
        until = self.now + seconds
        while self._events and self._events[0][0] <= until:
            self.next_event()
        self.now = until


class RecordedSearch:
    """One position with every probe that was ever asked for, made once and then known.

    ``seconds_per_node`` turns the nodes of a probe into time, so that a simulation can be repeated
    exactly. A job is one probe.
    """

    def __init__(
        self, fen: str, *, depth: int, expansions: int, evaluation: Any, seconds_per_node: float
    ) -> None:
        self.root = read_position(fen)
        self.expansions, self.seconds_per_node = expansions, seconds_per_node
        self.real = self.hope = ProbeSize(depth)
        self.name = f"recorded, depth {depth}"
        self._prober = ChessProber(selective=True, correction=evaluation)
        self._known: dict[tuple[Path, bool], tuple[list[MoveFacts], list[Recorded]]] = {}
        self._hopes: dict[Path, tuple[Hope, Recorded]] = {}

    def expansion(self, path: Path, *, hopes: bool) -> Cut[list[MoveFacts]]:
        """A job for each probe."""
        if (path, hopes) not in self._known:
            self._known[path, hopes] = self._expand(path, hopes=hopes)
        facts, jobs = self._known[path, hopes]
        return Cut([Job(_as_it_is, job) for job in jobs], lambda _: facts)

    def promises(self, paths: Sequence[Path]) -> Cut[list[Hope]]:
        """A job for each move that has to be probed."""
        new = [path for path in paths if path not in self._hopes]
        answers = self._prober.hopes(
            self.root, new, depth=self.hope.depth, nodes=NO_LIMIT, poll=None
        )
        for path, answer in zip(new, answers, strict=True):
            self._hopes[path] = read_hope(answer), self._recorded(answer[-2], answer[-1])
        known = [self._hopes[path] for path in paths]
        jobs = [Job(_as_it_is, job) for _, job in known if job.probes]
        return Cut(jobs, lambda _: [hope for hope, _ in known])

    def work(self, answer: Recorded) -> Work:
        """Of one job."""
        return Work(answer.probes, answer.nodes)

    def search(self, believer: ChessBeliefs) -> ProbabilitySearch[Any, str]:
        """The classic control, as ``provebest analyse`` uses it."""
        policies = ClassicSettings(effort=Effort(limit=self.expansions), win=MATES_FROM)
        return ProbabilitySearch(believer, policies)

    def _expand(self, path: Path, *, hopes: bool) -> tuple[list[MoveFacts], list[Recorded]]:
        size = self.real.depth
        answers, without = (
            self._prober.expand(
                self.root,
                path,
                real_depth=size,
                real_nodes=NO_LIMIT,
                hope_depth=size,
                hope_nodes=NO_LIMIT,
                with_hopes=wanted,
            )
            for wanted in (hopes, False)
        )
        jobs = []
        for answer, real in zip(answers, without, strict=True):
            jobs.append(self._recorded(1, real[-1]))
            if answer[-2] > 1:
                jobs.append(self._recorded(1, answer[-1] - real[-1]))
        return [read_facts(answer) for answer in answers], jobs

    def _recorded(self, probes: int, nodes: int) -> Recorded:
        return Recorded(nodes * self.seconds_per_node, probes, nodes)


def _as_it_is(job: Recorded) -> Recorded:
    return job


class Outcome(NamedTuple):
    """A search on simulated workers. Times are in seconds."""

    seconds: float
    """From the beginning to the end of the search."""
    alone: float
    """What one worker without a network would need, with nothing in advance."""
    useful: float
    """Work of all workers for probes that the search asked for."""
    vain: float
    """Work for probes that it never asked for."""
    expansions: int

    @property
    def speed_up(self) -> float:
        """How many times sooner than one worker."""
        return self.alone / self.seconds

    @property
    def useful_share(self) -> float:
        """The share of the work that the search asked for."""
        return self.useful / (self.useful + self.vain)


class _Clock(PreparesBeliefs):
    """Lets the time of the control pass before each expansion."""

    def __init__(
        self, expander: ParallelExpander, workers: SimulatedWorkers, seconds: float
    ) -> None:
        super().__init__(expander)
        self._workers, self._seconds = workers, seconds

    def prepare(self, now: Question[Any], later: Iterator[Question[Any]]) -> None:
        """Spends the time, then goes on as usual."""
        self._workers.spend(self._seconds)
        super().prepare(now, later)


def simulate(
    record: RecordedSearch,
    workers: int,
    *,
    ahead: int,
    bold: bool = False,
    network: Network,
    control: float,
) -> Outcome:
    """The search on so many workers; ``control`` is the time that each expansion costs the search.

    A worker has up to two jobs at a time if there is a delay, so that it need not wait for one.
    """
    simulated = SimulatedWorkers(workers, network)
    in_flight = 2 * workers if network.delay else workers
    expander = ParallelExpander(
        record, simulated, workers, ahead=ahead, bold=bold, in_flight=in_flight
    )
    search = record.search(ChessBeliefs(record.root.key, expander))
    search.ahead = _Clock(expander, simulated, control)
    while search.stopped is None:
        search.step()
    seconds = simulated.now
    useful = expander.work()[1] * record.seconds_per_node
    expanded = search.tally.expanded
    return Outcome(seconds, useful + control * expanded, useful, simulated.busy - useful, expanded)


def list_schedule(times: Sequence[float], workers: int, network: Network) -> float:
    """When the last of many independent jobs ends, each given to the worker that is free first.

    The next jobs are at the workers already, so only the first and the last feel the delay.
    """
    free = [network.delay] * min(workers, len(times))
    for number, seconds in enumerate(times):
        sent = number * network.sending + network.delay
        heappush(free, max(heappop(free), sent) + seconds)
    return max(free) + network.delay
