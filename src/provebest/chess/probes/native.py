"""Probes by the compiled search: exact or selective, on any number of threads."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event, Lock

from provebest import __version__, _native
from provebest.chess.probes.prober import Probe, ProbeAnswer, Status, mate_in
from provebest.games.chess import ChessPosition
from provebest.games.chess_evaluation import (
    DEFAULT_EVALUATION,
    HANDCRAFTED,
    correction_of,
    identity_of,
)
from provebest.vocabulary import BadInputError, shorten

NO_LIMIT = 2**64 - 1
MOST_THREADS = 512


class NativeProber:
    """The compiled search as a ``Prober``.

    ``selective=False`` is plain alpha-beta: its value is minimax to the depth, with quiescence at
    the leaves. ``selective=True`` is the player's pruned search, deeper in the same time.
    ``warm=True`` keeps the hash table from probe to probe: faster, but no longer pure, and only
    with one thread. The number of threads changes the time of an answer and nothing else.
    ``evaluation`` is "corrected" or "handcrafted".

    Raises:
        BadInputError: if a setting is out of range, or settings contradict each other.
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        selective: bool = False,
        warm: bool = False,
        table_bytes: int = 1 << 20,
        evaluation: str = DEFAULT_EVALUATION,
    ) -> None:
        check_threads(threads)
        if warm and threads > 1:
            raise BadInputError(f"warm=True needs exactly 1 thread; got {threads}")
        check_table_size(table_bytes)
        self.selective = selective
        self.warm = warm
        self.evaluation = evaluation
        self._native = _native.ChessProber(
            threads=threads,
            selective=selective,
            warm=warm,
            table_bytes=table_bytes,
            correction=correction_of(evaluation),
        )
        self._one_at_a_time = Lock()  # a compiled prober answers one batch at a time

    def identity(self) -> str:
        """What answers depend on besides the probe: version, kind of search and evaluation."""
        return native_identity(self.evaluation, exact=not self.selective)

    @property
    def threads(self) -> int:
        """The number of threads that share a batch."""
        return self._native.threads

    def batch(
        self,
        position: ChessPosition,
        probes: Sequence[Probe],
        *,
        cancel: Event | None = None,
    ) -> list[ProbeAnswer]:
        """The answers, in the order of the probes; other Python threads can run meanwhile.

        Raises:
            BadInputError: if a move is not legal.
        """
        requests = [
            (probe.move, probe.hope, probe.depth, min(probe.nodes or NO_LIMIT, NO_LIMIT))
            for probe in probes
        ]
        refuse_illegal(position, [probe.move for probe in probes if probe.move is not None])
        poll = None if cancel is None else cancel.is_set
        with self._one_at_a_time:
            answers = self._native.batch(position, requests, poll)
        return [_answer(*answer) for answer in answers]

    def probe(
        self, position: ChessPosition, probe: Probe, *, cancel: Event | None = None
    ) -> ProbeAnswer:
        """The answer to one probe."""
        return self.batch(position, [probe], cancel=cancel)[0]


def native_identity(evaluation: str, *, exact: bool) -> str:
    """What the answers of the compiled search depend on besides the probe."""
    return f"native {__version__} {native_kind(evaluation, exact=exact)}"


def native_kind(evaluation: str, *, exact: bool) -> str:
    """The kind of a compiled search in words: different words, different values."""
    kind = "exact" if exact else "selective"
    return kind if evaluation == HANDCRAFTED else f"{kind} {identity_of(evaluation)}"


def check_threads(threads: int) -> None:
    """Raises BadInputError unless 1 <= threads <= ``MOST_THREADS``."""
    if not 1 <= threads <= MOST_THREADS:
        raise BadInputError(f"threads must be from 1 to {MOST_THREADS}; got {threads}")


def check_table_size(table_bytes: int) -> None:
    """Raises BadInputError unless 64 bytes <= table_bytes <= 1 terabyte."""
    if not 64 <= table_bytes <= 1 << 40:
        raise BadInputError(f"a table must have 64 bytes to 1 terabyte; got {table_bytes} bytes")


def refuse_illegal(position: ChessPosition, moves: Sequence[str]) -> None:
    """Raises BadInputError for the first of these moves that is not legal."""
    for move in moves:
        try:
            position.gives_check(move)
        except ValueError:
            raise BadInputError(
                f"{shorten(move)} is not legal in {position.fen()!r}; "
                "moves are written like e2e4 or e7e8q"
            ) from None


def _answer(
    status: str, value: int, depth: int, nodes: int, _mate: int, line: list[str]
) -> ProbeAnswer:
    outcome = Status(status)
    if outcome is Status.NO_HOPE or (outcome is Status.CANCELLED and depth == 0):
        return ProbeAnswer(status=outcome, value=None, line=(), depth=0, nodes=nodes, mate=None)
    return ProbeAnswer(
        status=outcome, value=value, line=tuple(line), depth=depth, nodes=nodes, mate=mate_in(value)
    )
