"""The eight-puzzle, the fifteen-puzzle and sliding tiles on any other rectangle."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

from provebest import _native
from provebest.problems.protocol import Problem
from provebest.problems.tile_boards import (
    read_board,
    show_board,
    usual_goal,
    why_unsolvable,
)
from provebest.problems.tile_rules import Step, TileRules, TileSteps
from provebest.vocabulary import BadInputError, as_fraction, guard, shorten

MOST_COMPILED = 2**62  # costs in compiled code are 64-bit whole numbers
MOST_STEPS = 2**31

Estimate = Literal["E1", "E2", "E3", "E4"]


class SlidingTiles(Problem[bytes, str]):
    """A sliding-tile puzzle. Each step moves the blank (R, L, U or D) and costs 1.

    ``estimate`` is one of the four of Doran and Michie, as Rosenberg lists them: E1 misplaced
    tiles, E2 the position count P, E3 the sequence count S, E4 P + w*S. E1 and E2 never
    overestimate, so a solution that A* finds with them is proved shortest. ``native=False`` runs
    the Python reference: the same answers, slower.

    Raises:
        BadInputError: if the board or goal is not a board, or if the goal cannot be reached from
            the board; parity shows this before any search.
    """

    vouched = True

    def __init__(
        self,
        board: str,
        goal: str | None = None,
        *,
        w: float | str | Fraction = 0,
        estimate: Estimate = "E4",
        native: bool = True,
    ) -> None:
        self._start, self.shape = read_board(board)
        self.goal = usual_goal(self.shape)
        if goal is not None:
            self.goal, _ = read_board(goal, self.shape, "goal")
        if reason := why_unsolvable(self._start, self.goal, self.shape):
            goal_shown = show_board(self.goal, self.shape)
            raise BadInputError(
                f"board {shorten(board)} cannot reach the goal {shorten(goal_shown)}: {reason}"
            )
        self.w = as_fraction(w, "w")
        if self.w < 0:
            raise BadInputError(f"w must be 0 or more, got {w!r}")
        self.scale = self.w.denominator if estimate == "E4" else 1
        weights = {
            "E1": (1, 0, 0),
            "E2": (0, 1, 0),
            "E3": (0, 0, 1),
            "E4": (0, self.scale, self.w.numerator),
        }
        if estimate not in weights:
            raise BadInputError(f"estimate must be one of {', '.join(weights)}; got {estimate!r}")
        self._weights = misplaced, position, sequence = weights[estimate]
        self.admissible = sequence == 0
        sides, squares = self.shape.width + self.shape.height, self.shape.squares
        self._most = squares * (misplaced + position * sides + 2 * sequence)
        """No estimate is greater; if it could exceed 64 bits, the Python reference is used."""
        self._native = native and self._most < MOST_COMPILED
        self._steps = self._make_steps()

    def _make_steps(self) -> TileSteps:
        misplaced, position, sequence = self._weights
        return (_native.TilePuzzle if self._native else TileRules)(
            self.shape.width,
            self.shape.height,
            self.goal,
            misplaced=misplaced,
            position=position,
            sequence=sequence,
        )

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the compiled object, which a copy creates again."""
        return {name: value for name, value in vars(self).items() if name != "_steps"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._steps = self._make_steps()

    @property
    def _compiled(self) -> _native.TilePuzzle | None:
        return self._steps if isinstance(self._steps, _native.TilePuzzle) else None

    def successors(self, state: bytes) -> list[Step]:
        """Returns the boards one step away, in the order R, L, U, D."""
        return self._steps.successors(state)

    def estimate(self, state: bytes) -> float:
        """Returns ``scale`` times the chosen estimate."""
        return self._steps.estimate(state)

    def look_ahead(
        self, state: bytes, parent: bytes | None, depth: int
    ) -> tuple[float, int | None, int, int] | None:
        """Looks ahead in compiled code; None for the Python reference."""
        compiled = self._compiled
        return (
            None if compiled is None else compiled.look_ahead(state, parent, depth, guard().check)
        )

    def compiled_path_search(
        self, *, g_factor: int, h_factor: int, look_ahead: int, newest_first: bool, reopen: bool
    ) -> _native.TilePathSearch | None:
        """Returns the compiled path search; None for the Python reference."""
        most = g_factor * MOST_STEPS + h_factor * self._most
        compiled = self._compiled
        if compiled is None or most >= MOST_COMPILED:
            return None
        return _native.TilePathSearch(
            compiled,
            self._start,
            g_factor=g_factor,
            h_factor=h_factor,
            look_ahead=look_ahead,
            newest_first=newest_first,
            reopen=reopen,
        )

    def start(self) -> bytes:
        """Returns the board as given."""
        return self._start

    def is_goal(self, state: bytes) -> bool:
        """Returns whether every tile is on its goal square."""
        return state == self.goal

    def show(self, state: bytes) -> str:
        """Returns the board as text that can be typed in again."""
        return show_board(state, self.shape)
