"""The compiled core of provebest. Use it through provebest.problems."""

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
