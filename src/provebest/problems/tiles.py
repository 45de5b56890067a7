"""The eight-puzzle, the fifteen-puzzle and every other rectangle of sliding tiles."""

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
from provebest.vocabulary import BadInputError, as_fraction, shorten

MOST_COMPILED = 2**62  # costs in compiled code are 64-bit whole numbers
MOST_STEPS = 2**31

Estimate = Literal["E1", "E2", "E3", "E4"]


class SlidingTiles(Problem[bytes, str]):
    """Slide tiles until the board is the goal; each step costs 1, and is R, L, U or D of the blank.

    ``estimate`` is one of the four of Doran and Michie, as Rosenberg lists them: E1 misplaced
    tiles, E2 the position count P, E3 the sequence count S, E4 P + w*S. E1 and E2 never
    overestimate, so what A* finds with them is proved shortest. ``native=False`` runs the Python
    reference: the same answers, slower.

    Raises:
        BadInputError: for a board or goal that is none, and at once, by parity, for a board from
            which the goal cannot be reached.
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
        """No estimate is greater: where that outgrows 64 bits, Python counts."""
        self._native = native and self._most < MOST_COMPILED
        self._steps = self._twin()

    def _twin(self) -> TileSteps:
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
        """Everything but compiled code, which a copy makes anew."""
        return {name: value for name, value in vars(self).items() if name != "_steps"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._steps = self._twin()

    @property
    def _compiled(self) -> _native.TilePuzzle | None:
        return self._steps if isinstance(self._steps, _native.TilePuzzle) else None

    def successors(self, state: bytes) -> list[Step]:
        """The boards one step away, in the order R, L, U, D."""
        return self._steps.successors(state)

    def estimate(self, state: bytes) -> float:
        """The chosen estimate, times ``scale``."""
        return self._steps.estimate(state)

    def look_ahead(
        self, state: bytes, parent: bytes | None, depth: int
    ) -> tuple[float, int | None, int, int] | None:
        """The compiled look-ahead; None for the Python reference."""
        compiled = self._compiled
        return None if compiled is None else compiled.look_ahead(state, parent, depth)

    def compiled_path_search(
        self, *, g_factor: int, h_factor: int, look_ahead: int, newest_first: bool, reopen: bool
    ) -> _native.TilePathSearch | None:
        """The path search in compiled code; None for the Python reference."""
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
        """The board as given."""
        return self._start

    def is_goal(self, state: bytes) -> bool:
        """Whether every tile is where the goal has it."""
        return state == self.goal

    def show(self, state: bytes) -> str:
        """The board as it can be typed in again."""
        return show_board(state, self.shape)
