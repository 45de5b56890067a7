"""The compiled core of provebest. Use it through provebest.problems."""

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
