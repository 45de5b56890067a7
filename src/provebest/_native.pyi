"""The compiled core of provebest. Use it through provebest.problems and .games."""

from collections.abc import Callable, Sequence

from provebest.games.trees import TreeNode

class TilePuzzle:
    """Compiled twin of provebest.problems.TileRules."""

    def __init__(
        self,
        width: int,
        height: int,
        goal: bytes,
        *,
        misplaced: int,
        position: int,
        sequence: int,
    ) -> None: ...
    def successors(self, board: bytes) -> list[tuple[str, bytes, float]]: ...
    def estimate(self, board: bytes) -> int: ...
    def look_ahead(
        self, board: bytes, parent: bytes | None, depth: int
    ) -> tuple[float, int | None, int, int]: ...

class TilePathSearch:
    """Compiled twin of provebest.search.PathSearch on sliding tiles."""

    def __init__(
        self,
        puzzle: TilePuzzle,
        start: bytes,
        *,
        g_factor: int,
        h_factor: int,
        look_ahead: int,
        newest_first: bool,
        reopen: bool,
    ) -> None: ...
    def advance(self, at_most: int) -> None: ...
    def path(self, *, to_closest: bool) -> tuple[list[bytes], list[str], float]: ...
    def closest_estimate(self) -> int: ...
    @property
    def status(self) -> str: ...
    @property
    def expanded(self) -> int: ...
    @property
    def generated(self) -> int: ...
    @property
    def evaluated(self) -> int: ...
    @property
    def stored(self) -> int: ...

class TreeDrawer:
    """Compiled twin of provebest.games.interval_trees.children."""

    def __init__(
        self,
        *,
        width: int,
        draws: int,
        seed_times: int,
        seed_plus: int,
        forced: bool,
        growth_percent: int,
        collapse: bool,
        invalid: bool,
    ) -> None: ...
    def expand(
        self, name: int, lo: float, hi: float, depth: int
    ) -> list[tuple[int, TreeNode, float, float]]: ...

class FenError(ValueError):
    """Text that is no position: (sentence, reasons, place)."""

class ChessPosition:
    """A chess position, with the game that led to it as far as draws need it."""

    def __init__(
        self,
        fen: str = ...,
        moves: Sequence[str] = (),
        *,
        chess960: bool = False,
        any_check: bool = False,
    ) -> None: ...
    def fen(self) -> str: ...
    def play(self, uci: str) -> None: ...
    def copy(self) -> ChessPosition: ...
    def legal_moves(self) -> list[str]: ...
    def gives_check(self, uci: str) -> bool: ...
    def repetitions(self) -> int: ...
    def earlier(self) -> list[int]: ...
    def is_insufficient_material(self) -> bool: ...
    def is_checkmate(self) -> bool: ...
    def is_stalemate(self) -> bool: ...
    def is_fifty_moves(self) -> bool: ...
    def key_from_scratch(self) -> int: ...
    def perft(self, depth: int) -> int: ...
    def divide(self, depth: int) -> list[tuple[str, int]]: ...
    @property
    def turn(self) -> bool: ...
    @property
    def chess960(self) -> bool: ...
    @property
    def is_check(self) -> bool: ...
    @property
    def checkers(self) -> list[int]: ...
    @property
    def halfmove_clock(self) -> int: ...
    @property
    def fullmove_number(self) -> int: ...
    @property
    def key(self) -> int: ...

class ChessPerft:
    """A count of move sequences that can be stopped in between."""

    def __init__(self, position: ChessPosition, depth: int) -> None: ...
    def advance(self, leaves: int) -> None: ...
    def shares(self) -> list[tuple[str, int]]: ...
    @property
    def done(self) -> bool: ...
    @property
    def nodes(self) -> int: ...
    @property
    def root_moves(self) -> int: ...

def exchange_at_least(position: ChessPosition, move: str, threshold: int) -> bool:
    """Whether the mover comes out with so much if both go on taking where he went."""

class ChessProber:
    """Small searches of chess positions, alone or in batches."""

    def __init__(
        self,
        *,
        threads: int = 1,
        selective: bool = False,
        warm: bool = False,
        table_bytes: int = 1048576,
    ) -> None: ...
    def batch(
        self,
        position: ChessPosition,
        requests: Sequence[tuple[str | None, bool, int, int]],
        poll: Callable[[], bool] | None = None,
    ) -> list[tuple[str, int, int, int, int, list[str]]]:
        """For each (move or None, hope, depth, nodes).

        Told as (status, value, depth, nodes, moves to mate, line).
        """

    def expand(
        self,
        root: ChessPosition,
        path: Sequence[str],
        *,
        real_depth: int,
        real_nodes: int,
        hope_depth: int,
        hope_nodes: int,
        with_hopes: bool,
        poll: Callable[[], bool] | None = None,
    ) -> list[
        tuple[
            str,
            int,
            bool,
            int,
            str | None,
            int | None,
            bool,
            int,
            bool,
            bool,
            bool,
            bool,
            int,
            int,
        ]
    ]:
        """Every legal move after a path.

        Told as (move, key, over, real, reply, hope or None, checks, replies, checker safe, king
        must move, runs on, retaken, probes, nodes).
        """

    def hopes(
        self,
        root: ChessPosition,
        paths: Sequence[Sequence[str]],
        *,
        depth: int,
        nodes: int,
        poll: Callable[[], bool] | None = None,
    ) -> list[tuple[int | None, bool, int, bool, bool, bool, int, int]]:
        """For the last move of each path.

        Told as (hope or None, checks, replies, checker safe, king must move, runs on, probes,
        nodes).
        """

    def cancel(self) -> None:
        """Ends the batch in progress; from any thread."""

    @property
    def threads(self) -> int: ...

class ChessRootSearch:
    """Searches of one position, deepened from where they were.

    Told as (value, depth, selective depth, nodes, interrupted, [(move, value, bound, depth, nodes,
    line), ...]).
    """

    def __init__(self, position: ChessPosition, *, table_bytes: int = 16777216) -> None: ...
    def probe(
        self,
        moves: Sequence[str],
        *,
        depth: int,
        nodes: int = ...,
        seconds: float = 0.0,
        poll: Callable[[], bool] | None = None,
    ) -> tuple[int, int, int, int, bool, list[tuple[str, int, str, int, int, list[str]]]]: ...
    def reaches(
        self,
        moves: Sequence[str],
        bound: int,
        *,
        depth: int,
        nodes: int = ...,
        seconds: float = 0.0,
        poll: Callable[[], bool] | None = None,
    ) -> tuple[int, int, int, int, bool, list[tuple[str, int, str, int, int, list[str]]]]: ...
    def move_to(self, position: ChessPosition) -> None: ...
    def forget(self) -> None: ...
    def cancel(self) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def nodes_so_far(self) -> int: ...
    def refutations(self) -> list[list[str]]:
        """Each legal move and what the table holds against it."""

    @property
    def being_searched(self) -> tuple[str, int] | None:
        """The root move being searched, and its number; from any thread."""

    @property
    def filled(self) -> int:
        """Thousandths of the table that are of this move; from any thread."""

def evaluate_fen(fen: str, *, chess960: bool) -> int:
    """Centipawns, seen by the side to move."""

def evaluation_terms(fen: str, *, chess960: bool) -> list[tuple[str, str, int, int, int, int, int]]:
    """(family, name, White mg, White eg, Black mg, Black eg, value for White) of each term."""

def evaluation_weights() -> list[tuple[str, str, list[tuple[int, int]]]]:
    """(family, name, [(mg, eg), ...]) of each term."""

def evaluation_features(fens: Sequence[str]) -> tuple[bytes, bytes, bytes, bytes]:
    """How often each weight is used: begins, indices, times, (phase, scale), as int32."""

def self_play(*, seed: int, random_plies: int, nodes: int) -> tuple[int, list[str], list[int]]:
    """One game of the search against itself.

    White's half points, its quiet positions and what the search found in each, for White.
    """

class TreeSearch:
    """Compiled twin of provebest.search's interval searches on one tree."""

    @property
    def status(self) -> str: ...
    @property
    def expanded(self) -> int: ...
    @property
    def generated(self) -> int: ...
    @property
    def stored(self) -> int: ...
    @property
    def violations(self) -> int: ...
    @property
    def depth(self) -> int: ...
    def advance(self, at_most: int) -> None: ...
    def root(self) -> tuple[float, float]: ...
    def arcs(self) -> list[tuple[float, float]]: ...
    def line(self, arc: int) -> list[int]: ...
    def nodes(self) -> list[tuple[float, float, int, int, int | None]]: ...

class TreeSearches:
    """The compiled searches of one artificial tree."""

    def __init__(self, drawer: TreeDrawer, lo: int, hi: int) -> None: ...
    def bstar(
        self,
        *,
        rivals: str,
        by_range: bool,
        middle: bool,
        max_depth: int | None,
        max_nodes: int | None,
    ) -> TreeSearch: ...
    def flow(
        self,
        *,
        criterion: str,
        disprove_best: float | None,
        max_depth: int | None,
        max_nodes: int | None,
    ) -> TreeSearch: ...
    def grid(
        self,
        *,
        thresholds: int,
        least_inside: int,
        max_depth: int | None,
        max_nodes: int | None,
    ) -> TreeSearch: ...
