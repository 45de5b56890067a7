"""Searches of one position, over all of its moves or some, each continuing the one before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event, Lock
from typing import NamedTuple

from provebest import _native
from provebest.chess.probes.native import (
    NO_LIMIT,
    check_table_size,
    check_threads,
    refuse_illegal,
)
from provebest.chess.probes.prober import mate_in
from provebest.games.chess import ChessPosition
from provebest.games.chess_evaluation import DEFAULT_EVALUATION, correction_of
from provebest.games.chess_values import MATE
from provebest.vocabulary import BadInputError

DEEPEST_SEARCH = 127


class MoveAnswer(NamedTuple):
    """The result for one move of a set; values are for the side to move."""

    move: str
    value: int | None
    """None if the move has not been searched."""
    bound: str
    """``exact``: the move is worth the value. ``upper``: at most the value; unless the depth was
    cut off, that is at most the best move's value. ``lower``: at least the value. ``none``: the
    move has not been searched."""
    depth: int
    """The depth of the search that found the value."""
    nodes: int
    line: tuple[str, ...]
    """Starts with the move itself."""


@dataclass(frozen=True, slots=True)
class SetAnswer:
    """The best of a set of moves, and bounds for the others."""

    moves: tuple[MoveAnswer, ...]
    """Best first."""
    value: int | None
    """The best move's value, for the side to move; None if no move has been searched."""
    depth: int
    """The depth that was finished for the whole set."""
    deepest: int
    """Length of the longest variation, in plies."""
    nodes: int
    """Nodes of this search, all depths together."""
    interrupted: bool
    """A limit or ``cancel`` ended the search in the middle of a depth."""

    @property
    def best(self) -> MoveAnswer:
        """The best move of the set."""
        return self.moves[0]

    @property
    def line(self) -> tuple[str, ...]:
        """The best move's line."""
        return self.best.line

    @property
    def mate(self) -> int | None:
        """Moves to mate, negative if the side to move is mated; None if no mate was found."""
        return None if self.value is None else mate_in(self.value)


class RootSearch:
    """The player's pruned search of one position, over all of its moves or over some.

    All searches of one object share its hash table. Without limits in seconds and with one thread,
    an answer depends on the request and on the earlier ones to the same object, in their order,
    and nothing else. With more threads the answer comes sooner, and the same search may take
    another course next time.
    """

    def __init__(
        self,
        position: ChessPosition,
        *,
        table_bytes: int = 16 << 20,
        evaluation: str = DEFAULT_EVALUATION,
        threads: int = 1,
    ) -> None:
        check_table_size(table_bytes)
        check_threads(threads)
        self._position = position.copy()
        self.compiled = _native.ChessRootSearch(
            self._position,
            table_bytes=table_bytes,
            correction=correction_of(evaluation),
            threads=threads,
        )
        self.one_at_a_time = Lock()
        """Held during a search of ``compiled``."""

    @property
    def threads(self) -> int:
        """The number of threads of each search."""
        return self.compiled.threads

    @property
    def nodes(self) -> int:
        """Nodes of all searches that have ended."""
        return self.compiled.nodes

    @property
    def nodes_so_far(self) -> int:
        """The same, with the nodes of the current search; may be read from any thread."""
        return self.compiled.nodes_so_far

    @property
    def being_searched(self) -> tuple[str, int] | None:
        """The current root move and its number in the order; may be read from any thread."""
        return self.compiled.being_searched

    def refutations(self) -> tuple[tuple[str, ...], ...]:
        """Each legal move with the best replies found, as far as the table still has them."""
        with self.one_at_a_time:
            return tuple(tuple(line) for line in self.compiled.refutations())

    @property
    def filled(self) -> int:
        """Thousandths of the table filled by this position; may be read from any thread."""
        return self.compiled.filled

    def probe(
        self,
        moves: Sequence[str] = (),
        *,
        depth: int,
        nodes: int | None = None,
        seconds: float | None = None,
        cancel: Event | None = None,
    ) -> SetAnswer:
        """A set-probe: finds the best of these moves (empty: of all moves) at this depth.

        Starts from the depth to which the same set has already been searched.

        Raises:
            BadInputError: if a move is not legal, a limit is out of range, or the game is over.
        """
        chosen = self._check(moves, depth, nodes)
        poll = None if cancel is None else cancel.is_set
        with self.one_at_a_time:
            answer = self.compiled.probe(
                chosen,
                depth=depth,
                nodes=min(nodes or NO_LIMIT, NO_LIMIT),
                seconds=seconds or 0.0,
                poll=poll,
            )
        return _set_answer(*answer)

    def reaches(
        self,
        moves: Sequence[str],
        bound: int,
        *,
        depth: int,
        nodes: int | None = None,
        seconds: float | None = None,
        cancel: Event | None = None,
    ) -> SetAnswer:
        """Finds out whether one of these moves (empty: all moves) is worth ``bound`` or more.

        Faster than finding the value, but only after searches of nearly that depth. If one is, the
        answer's value is >= ``bound`` and that move comes first. If none is, the value is an upper
        bound for all of them. If it was interrupted, the answer means nothing.

        Raises:
            BadInputError: as ``probe``, and unless -MATE <= bound <= MATE.
        """
        chosen = self._check(moves, depth, nodes)
        if abs(bound) > MATE:
            raise BadInputError(f"a bound must be from {-MATE} to {MATE} (mate); got {bound}")
        poll = None if cancel is None else cancel.is_set
        with self.one_at_a_time:
            answer = self.compiled.reaches(
                chosen,
                bound,
                depth=depth,
                nodes=min(nodes or NO_LIMIT, NO_LIMIT),
                seconds=seconds or 0.0,
                poll=poll,
            )
        return _set_answer(*answer)

    def move_to(self, position: ChessPosition) -> None:
        """Changes to another position of the game, and keeps the table."""
        with self.one_at_a_time:
            self._position = position.copy()
            self.compiled.move_to(self._position)

    def forget(self) -> None:
        """Forgets everything learned so far."""
        with self.one_at_a_time:
            self.compiled.forget()

    def _check(self, moves: Sequence[str], depth: int, nodes: int | None) -> list[str]:
        """The moves without repetitions; raises BadInputError as ``probe`` does."""
        if not 1 <= depth <= DEEPEST_SEARCH:
            raise BadInputError(f"a depth must be from 1 to {DEEPEST_SEARCH}; got {depth}")
        if nodes is not None and nodes < 1:
            raise BadInputError(f"a search needs 1 node or more; got {nodes}")
        if not self._position.legal_moves():
            raise BadInputError(
                f"there is no legal move in {self._position.fen()!r}: the game is over"
            )
        chosen = list(dict.fromkeys(moves))
        refuse_illegal(self._position, chosen)
        return chosen


def _set_answer(
    value: int,
    depth: int,
    deepest: int,
    nodes: int,
    interrupted: bool,
    moves: list[tuple[str, int, str, int, int, list[str]]],
) -> SetAnswer:
    answers = tuple(
        MoveAnswer(name, None if bound == "none" else worth, bound, at, work, tuple(line))
        for name, worth, bound, at, work, line in moves
    )
    known = answers[0].value is not None
    return SetAnswer(
        moves=answers,
        value=value if known else None,
        depth=depth,
        deepest=deepest,
        nodes=nodes,
        interrupted=interrupted,
    )
