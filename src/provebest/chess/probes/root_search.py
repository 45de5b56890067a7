"""Searches of one position that go on from where they were: probes of all its moves or of some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event, Lock

from provebest import _native
from provebest.chess.probes.native import NO_LIMIT, refuse_illegal
from provebest.chess.probes.prober import mate_in
from provebest.games.chess import ChessPosition
from provebest.games.chess_values import MATE
from provebest.vocabulary import BadInputError

DEEPEST_SEARCH = 127


@dataclass(frozen=True, slots=True)
class MoveAnswer:
    """What is known of one move of the set, for the side to move."""

    move: str
    value: int | None
    """None where it has not been looked at."""
    bound: str
    """``exact``: the value; ``upper``: at most the value, which is less than the best one's, or
    equal to it, unless the depth was cut off; ``lower``: at least the value; ``none``: nothing is
    known."""
    depth: int
    """The depth at which this was found."""
    nodes: int
    line: tuple[str, ...]
    """Starts with the move itself."""


@dataclass(frozen=True, slots=True)
class SetAnswer:
    """The best of a set of moves, and bounds for the others."""

    moves: tuple[MoveAnswer, ...]
    """Best first."""
    value: int | None
    """Of the best, for the side to move; None where no move has been looked at."""
    depth: int
    """The depth that was finished for the whole set."""
    deepest: int
    """How many plies the longest variation had."""
    nodes: int
    """Of the search that led here, all its depths together."""
    interrupted: bool
    """By a limit or by ``cancel``, in the middle of a depth."""

    @property
    def best(self) -> MoveAnswer:
        """The best move of the set."""
        return self.moves[0]

    @property
    def line(self) -> tuple[str, ...]:
        """The best play that was found."""
        return self.best.line

    @property
    def mate(self) -> int | None:
        """Moves to mate, negative when the side to move is mated; None when no mate is seen."""
        return None if self.value is None else mate_in(self.value)


class RootSearch:
    """The player's pruned search of one position, over all of its moves or over some.

    Everything asked of one such object shares its table: answers depend on the questions asked
    of it before, in their order, and on nothing else; limits in seconds aside.
    """

    def __init__(self, position: ChessPosition, *, table_bytes: int = 16 << 20) -> None:
        if not 64 <= table_bytes <= 1 << 40:
            raise BadInputError(f"a table has 64 bytes to a terabyte; got {table_bytes}")
        self._position = position.copy()
        self._native = _native.ChessRootSearch(self._position, table_bytes=table_bytes)
        self._one_at_a_time = Lock()  # one search at a time

    @property
    def nodes(self) -> int:
        """Of all searches that have ended."""
        return self._native.nodes

    @property
    def nodes_so_far(self) -> int:
        """Of the search in progress as well; from any thread."""
        return self._native.nodes_so_far

    @property
    def being_searched(self) -> tuple[str, int] | None:
        """The root move that is being searched, and its number in the order; from any thread."""
        return self._native.being_searched

    def refutations(self) -> tuple[tuple[str, ...], ...]:
        """Each legal move and the replies that searches hold against it, as far as any are kept."""
        with self._one_at_a_time:
            return tuple(tuple(line) for line in self._native.refutations())

    @property
    def filled(self) -> int:
        """Thousandths of the table that searches of this position fill; from any thread."""
        return self._native.filled

    def probe(
        self,
        moves: Sequence[str] = (),
        *,
        depth: int,
        nodes: int | None = None,
        seconds: float | None = None,
        cancel: Event | None = None,
    ) -> SetAnswer:
        """A set-probe: the best of these moves (none: of all) at this depth.

        Goes on from the depth to which this very set has been searched.

        Raises:
            BadInputError: for a move that is not legal, a depth no search has, a game that is over.
        """
        chosen = self._checked(moves, depth, nodes)
        poll = None if cancel is None else cancel.is_set
        with self._one_at_a_time:
            told = self._native.probe(
                chosen,
                depth=depth,
                nodes=min(nodes or NO_LIMIT, NO_LIMIT),
                seconds=seconds or 0.0,
                poll=poll,
            )
        return _told(*told)

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
        """Whether one of these moves (none: of all) is worth this bound at this depth.

        Cheaper than its value, and cheap only after searches of nearly that depth. The value is
        the bound or more where one is, and that move the first; else it is an upper bound for all.
        Interrupted, it tells nothing.

        Raises:
            BadInputError: as ``probe``, and for a bound that is more than a mate.
        """
        chosen = self._checked(moves, depth, nodes)
        if abs(bound) > MATE:
            raise BadInputError(f"no move is worth {bound}: a mate is {MATE}")
        poll = None if cancel is None else cancel.is_set
        with self._one_at_a_time:
            told = self._native.reaches(
                chosen,
                bound,
                depth=depth,
                nodes=min(nodes or NO_LIMIT, NO_LIMIT),
                seconds=seconds or 0.0,
                poll=poll,
            )
        return _told(*told)

    def move_to(self, position: ChessPosition) -> None:
        """Goes on with another position of the game, and keeps the table."""
        with self._one_at_a_time:
            self._position = position.copy()
            self._native.move_to(self._position)

    def forget(self) -> None:
        """As good as new."""
        with self._one_at_a_time:
            self._native.forget()

    def _checked(self, moves: Sequence[str], depth: int, nodes: int | None) -> list[str]:
        if not 1 <= depth <= DEEPEST_SEARCH:
            raise BadInputError(f"a depth is from 1 to {DEEPEST_SEARCH}; got {depth}")
        if nodes is not None and nodes < 1:
            raise BadInputError(f"a search needs 1 node or more; got {nodes}")
        if not self._position.legal_moves():
            raise BadInputError(
                f"there is no legal move in {self._position.fen()!r}: the game is over"
            )
        chosen = list(dict.fromkeys(moves))
        refuse_illegal(self._position, chosen)
        return chosen


def _told(
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
    return SetAnswer(answers, value if known else None, depth, deepest, nodes, interrupted)
