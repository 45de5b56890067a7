"""The compiled core of provebest. Use it through provebest.problems."""

from collections.abc import Sequence

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

def evaluate_fen(fen: str, *, chess960: bool) -> int:
    """Centipawns, seen by the side to move."""

def evaluation_terms(fen: str, *, chess960: bool) -> list[tuple[str, str, int, int, int, int, int]]:
    """(family, name, White mg, White eg, Black mg, Black eg, value for White) of each term."""

def evaluation_weights() -> list[tuple[str, str, list[tuple[int, int]]]]:
    """(family, name, [(mg, eg), ...]) of each term."""

def evaluation_features(fens: Sequence[str]) -> tuple[bytes, bytes, bytes, bytes]:
    """How often each weight is used: begins, indices, times, (phase, scale), as int32."""

def self_play(*, seed: int, random_plies: int, nodes: int) -> tuple[int, list[str]]:
    """One game of the search against itself: White's half points, its quiet positions."""
