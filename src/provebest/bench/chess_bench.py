"""Fixed chess searches: their node counts for the signature, and their speed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from threading import Event, Timer
from typing import Any

from provebest.chess.beliefs import ChessBeliefs, ChessState
from provebest.chess.probes import NativeProber, Probe, RootSearch
from provebest.chess.probes.expansion import NativeExpander
from provebest.chess.probes.set_probes import ChessSets
from provebest.chess.searches import Settings, first_look, modern_settings
from provebest.games.chess import ChessPosition, read_position
from provebest.games.chess_evaluation import DEFAULT_EVALUATION
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.search import ModernSearch
from provebest.vocabulary import Counters

POSITIONS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n2n2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 0 10",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/1p1k4/p1p2p2/P1P2P2/1P2K3/8/8 w - - 58 61",
    "4rrk1/pp1n1ppp/2p2q2/3p4/3P1P2/2NB4/PPQ3PP/4RRK1 b - - 3 18",
)
EXACT_DEPTH, SELECTIVE_DEPTH = 4, 9
MODERN_NODES = 30_000
MODERN_CONFIDENCE = 0.7
"""With these nodes for each position, and so little confidence, choices are attacked."""
MIDDLE_GAME = POSITIONS[2]
BATCH = 70  # about as many probes as one expansion makes in a middlegame
REPEATS = 3


def exact_work(evaluation: str = DEFAULT_EVALUATION) -> Counters:
    """Counts the nodes of an exact probe of every position."""
    prober = NativeProber(evaluation=evaluation)
    asked = Probe(depth=EXACT_DEPTH)
    nodes = sum(prober.probe(read_position(fen), asked).nodes for fen in POSITIONS)
    return Counters(probes=len(POSITIONS), probe_nodes=nodes)


def selective_work(evaluation: str = DEFAULT_EVALUATION) -> Counters:
    """Counts the nodes of the player's search of every position, each with a new table."""
    searches = [
        RootSearch(read_position(fen), table_bytes=1 << 20, evaluation=evaluation)
        for fen in POSITIONS
    ]
    nodes = sum(search.probe(depth=SELECTIVE_DEPTH).nodes for search in searches)
    return Counters(probes=len(POSITIONS), probe_nodes=nodes)


def modern_work(
    control: type[ModernSearch[ChessState, str]], evaluation: str = DEFAULT_EVALUATION
) -> Counters:
    """Counts the nodes and the set-probes of an analysis of every position, each with a new table.

    The reference and the compiled control give the same numbers.
    """
    searches = [_analysis(control, read_position(fen), evaluation) for fen in POSITIONS]
    for search in searches:
        while search.stopped is None:
            search.step()
    probes = sum(search.tally.probes for search in searches)
    return Counters(probes=probes, probe_nodes=sum(s.tally.probe_nodes for s in searches))


def _analysis(
    control: type[ModernSearch[ChessState, str]], position: ChessPosition, evaluation: str
) -> ModernSearch[ChessState, str]:
    settings = Settings(nodes=MODERN_NODES, confidence=MODERN_CONFIDENCE)
    real, hope = first_look(MODERN_NODES, None)
    expander = NativeExpander(position, real=real, hope=hope, evaluation=evaluation)
    return control(
        ChessBeliefs(position.key, expander, ()),
        ChessSets(RootSearch(position, table_bytes=1 << 20, evaluation=evaluation)),
        Budget(MODERN_NODES),
        modern_settings(settings),
    )


@dataclass(frozen=True, slots=True)
class ChessSpeed:
    """The measured speed of the compiled chess searches."""

    nodes_per_second: float
    """Nodes per second of exact probes on one thread."""
    probes: int
    exact_milliseconds: float
    """Time for a batch of ``probes`` exact probes of depth 4, on one thread."""
    selective_milliseconds: float
    warm_times_faster: float
    """A table kept from probe to probe, compared with one cleared before each."""
    two_threads_times_faster: float
    cancel_milliseconds: float
    """Time from cancelling an endless batch in another thread to its end."""

    def as_json(self) -> dict[str, Any]:
        """The figures for scripts."""
        return asdict(self)

    def sentence(self) -> str:
        """The figures in one sentence."""
        return (
            f"chess: {self.nodes_per_second:,.0f} nodes per second; a batch of {self.probes} "
            f"probes of depth {EXACT_DEPTH} in a middlegame: "
            f"exact {self.exact_milliseconds:.1f} ms, "
            f"selective {self.selective_milliseconds:.1f} ms; a warm table is "
            f"{self.warm_times_faster:.2f} times faster, two threads "
            f"{self.two_threads_times_faster:.2f} times; a cancelled batch ends after "
            f"{self.cancel_milliseconds:.1f} ms"
        )


def batch_of(depth: int) -> list[Probe]:
    """The probes of one expansion: every move, without and with hope, up to ``BATCH``."""
    moves = read_position(MIDDLE_GAME).legal_moves()
    return [Probe(move, hope, depth) for hope in (False, True) for move in moves][:BATCH]


def chess_speed(
    on_part: Callable[[], None] = lambda: None, *, evaluation: str = DEFAULT_EVALUATION
) -> ChessSpeed:
    """Measures the speed: the probers take turns, and the best of ``REPEATS`` runs counts."""
    position, probes = read_position(MIDDLE_GAME), batch_of(EXACT_DEPTH)
    probers = {
        "exact": NativeProber(evaluation=evaluation),
        "selective": NativeProber(selective=True, evaluation=evaluation),
        "warm": NativeProber(warm=True, evaluation=evaluation),
        "two": NativeProber(threads=2, evaluation=evaluation),
    }
    best = dict.fromkeys(probers, float("inf"))
    nodes = 0
    for _ in range(REPEATS):
        for name, prober in probers.items():
            chosen = prober
            if name == "warm":
                chosen = NativeProber(warm=True, evaluation=evaluation)  # warmed by this batch
            begun = time.perf_counter()
            answers = chosen.batch(position, probes)
            best[name] = min(best[name], time.perf_counter() - begun)
            if name == "exact":
                nodes = sum(answer.nodes for answer in answers)
        on_part()
    return ChessSpeed(
        nodes_per_second=nodes / best["exact"],
        probes=len(probes),
        exact_milliseconds=1e3 * best["exact"],
        selective_milliseconds=1e3 * best["selective"],
        warm_times_faster=best["exact"] / best["warm"],
        two_threads_times_faster=best["exact"] / best["two"],
        cancel_milliseconds=1e3 * min(_cancel_latency() for _ in range(REPEATS)),
    )


def _cancel_latency() -> float:
    """Seconds from cancelling a batch in another thread to its end."""
    cancel, cancelled_at = Event(), [0.0]

    def cancel_now() -> None:
        cancelled_at[0] = time.perf_counter()
        cancel.set()

    timer = Timer(0.1, cancel_now)
    timer.start()
    NativeProber().batch(read_position(MIDDLE_GAME), batch_of(60), cancel=cancel)
    ended = time.perf_counter()
    timer.join()
    return ended - cancelled_at[0]
