"""The compiled core of provebest. Use it through provebest.problems and .games."""

from collections.abc import Callable, Sequence

from provebest.games.trees import TreeNode

class TilePuzzle:
    """provebest.problems.TileRules in compiled code."""

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
        self,
        board: bytes,
        parent: bytes | None,
        depth: int,
        poll: Callable[[], object] | None = None,
    ) -> tuple[float, int | None, int, int]: ...

class TilePathSearch:
    """provebest.search.PathSearch on sliding tiles, in compiled code."""

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
    def advance(self, at_most: int, poll: Callable[[], object] | None = None) -> None: ...
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
    """provebest.games.interval_trees.children in compiled code."""

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
    """The text is not a position: (sentence, reasons, place)."""

class ChessPosition:
    """A chess position, with as much of the game before it as draws need."""

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
    """A count of move sequences that can be interrupted."""

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
    """Whether the mover gains at least ``threshold`` if both sides keep taking on that square."""

class ChessProber:
    """Small searches of chess positions, single or in batches."""

    def __init__(
        self,
        *,
        threads: int = 1,
        selective: bool = False,
        warm: bool = False,
        table_bytes: int = 1048576,
        correction: ChessCorrection | None,
    ) -> None: ...
    def batch(
        self,
        position: ChessPosition,
        requests: Sequence[tuple[str | None, bool, int, int]],
        poll: Callable[[], bool] | None = None,
    ) -> list[tuple[str, int, int, int, int, list[str]]]:
        """Runs a probe for each (move or None, hope, depth, nodes).

        Returns (status, value, depth, nodes, moves to mate, line).
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
        part: int = 0,
        parts: int = 1,
        seconds: float | None = None,
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
        """Probes every legal move after a path, or each ``parts``-th of them from ``part`` on.

        Returns (move, key, over, real, reply, hope or None, checks, replies, checker safe, king
        must move, runs on, retaken, probes, nodes).
        """

    def hopes(
        self,
        root: ChessPosition,
        paths: Sequence[Sequence[str]],
        *,
        depth: int,
        nodes: int,
        seconds: float | None = None,
        poll: Callable[[], bool] | None = None,
    ) -> list[tuple[int | None, bool, int, bool, bool, bool, int, int]]:
        """Probes the hope of the last move of each path.

        Returns (hope or None, checks, replies, checker safe, king must move, runs on, probes,
        nodes).
        """

    def cancel(self) -> None:
        """Stops the running batch; may be called from any thread."""

    @property
    def threads(self) -> int: ...

class ChessRootSearch:
    """Searches of one position that continue where they stopped.

    They return (value, depth, selective depth, nodes, interrupted, [(move, value, bound, depth,
    nodes, line), ...]).
    """

    def __init__(
        self,
        position: ChessPosition,
        *,
        table_bytes: int = 16777216,
        correction: ChessCorrection | None,
        threads: int = 1,
    ) -> None: ...
    @property
    def threads(self) -> int: ...
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
        """Each legal move and the replies to it in the table."""

    @property
    def being_searched(self) -> tuple[str, int] | None:
        """The root move being searched, and its number; may be called from any thread."""

    @property
    def filled(self) -> int:
        """Thousandths of the table filled for this move; may be called from any thread."""

class ChessLaw:
    """provebest.search.setprobe.law.Law in compiled code: the same numbers to the last bit."""

    def __init__(
        self,
        *,
        base: float,
        depth: float,
        unchanged: float,
        share: float,
        room: float,
        refuted: float,
        untried: float,
        loss: float,
        scale: float,
    ) -> None: ...
    def points(self, value: float) -> float: ...
    def value(self, points: float) -> float: ...
    def doubt(
        self,
        *,
        depth: int,
        unchanged: int,
        share: float | None,
        points: float,
        attack: str,
    ) -> float: ...

class ChessBudget:
    """Nodes and seconds that a control may spend; ``elapsed`` seconds of them have passed."""

    def __init__(
        self, *, nodes: int | None, seconds: float | None, grace: float, elapsed: float
    ) -> None: ...

class ChessControl:
    """The modern control over the sets of a root search, in compiled code.

    Each of ``moves`` is (move, value); the values mean nothing if they are ``unseen``.
    """

    def __init__(
        self,
        root: ChessRootSearch,
        law: ChessLaw,
        *,
        moves: Sequence[tuple[str, float]],
        only: Sequence[str],
        unseen: bool,
        min_act: float,
        time_price: float,
        first_depth: int,
        deepest: int,
        win: float,
        tolerance: float,
        deeper: int,
        budget: ChessBudget,
        used: int,
    ) -> None: ...
    def run(
        self, *, seconds: float, questions: int, poll: Callable[[], bool] | None = None
    ) -> None:
        """Asks until the end, or until a question ends late or as the last of so many."""

    def state(
        self,
    ) -> tuple[
        str | None,
        str,
        int,
        int,
        int,
        int,
        int,
        int,
        tuple[str, float, float, int, list[str], bool],
        tuple[int, int, float | None, float, str] | None,
        list[str],
    ]:
        """How things stand.

        (end or None, purpose, its depth, depth of the choice, depth of SELECT, refutations, probes,
        deepest line, choice as in candidates(), sight or None, purposes of the attacks)
        """

    def renew(self, budget: ChessBudget) -> None: ...
    def candidates(self) -> list[tuple[str, float, float, int, list[str], bool]]:
        """Each move: (move, value, upper bound, effort, line, value is only a lower bound)."""

    def take_records(
        self,
    ) -> list[
        tuple[
            str,
            list[str],
            int,
            float | None,
            str,
            float,
            list[str],
            int,
            bool,
            dict[str, float],
            float | None,
            int,
        ]
    ]:
        """The questions since the last call.

        (purpose, moves, depth, bound or None, best, value, line, depth known, finished, upper
        bounds, share or None, nodes)
        """

class ChessCorrection:
    """A network that corrects the evaluation, read from its file."""

    def __init__(self, file: bytes) -> None: ...
    @property
    def hash(self) -> int:
        """The checksum of the file."""

def evaluate_fen(fen: str, *, chess960: bool, correction: ChessCorrection | None) -> int:
    """The evaluation in centipawns, for the side to move."""

def evaluation_terms(
    fen: str, *, chess960: bool, correction: ChessCorrection | None
) -> list[tuple[str, str, int, int, int, int, int]]:
    """(family, name, White mg, White eg, Black mg, Black eg, value for White) of each term."""

def evaluation_scale(fen: str, *, chess960: bool) -> tuple[int, int, str]:
    """(part, whole, rule): the part of an advantage that counts, and the name of the rule."""

def evaluation_weights() -> list[tuple[str, str, list[tuple[int, int]]]]:
    """(family, name, [(mg, eg), ...]) of each term."""

def evaluation_features(fens: Sequence[str]) -> tuple[bytes, bytes, bytes, bytes]:
    """How often each weight is used: starts, indices, times, (phase, scale), as int32."""

def self_play(
    *, seed: int, start: str, random_plies: int, nodes: int, correction: ChessCorrection | None
) -> tuple[int, list[str], list[int]]:
    """One game of the search against itself.

    White's half points, the quiet positions and the value of the search in each, for White.
    """

class TreeSearch:
    """An interval search of provebest.search on one tree, in compiled code."""

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
    def advance(self, at_most: int, poll: Callable[[], object] | None = None) -> None: ...
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
