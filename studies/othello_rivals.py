"""Compares our alpha-beta with easyAI's and its table, on 6x6 Othello at depth 6.

Both packages use the same rules in Python (``studies.othello``); easyAI undoes moves in place and
keeps its lists of moves, which is fastest for it. Times are processor time, and all searches must
find the same values::

    python -m studies.othello_rivals
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from provebest.search import alphabeta, deepening
from provebest.vocabulary import BadInputError
from studies.othello import Discs, Othello, after, choices, worth

try:
    from easyAI import Negamax, TwoPlayerGame
    from easyAI.AI.TranspositionTable import TranspositionTable
except ImportError as missing:
    raise BadInputError(
        f"this study needs {missing.name}: pip install 'provebest[bench]'"
    ) from None

DEPTH = 6
REPEATS = 15
OPENINGS = [(plies, seed) for plies in (4, 8, 12) for seed in range(3)]


class EasyOthello(TwoPlayerGame):  # type: ignore[misc] # the package has no types
    """The same game in easyAI's style: moves change the board and are undone."""

    def __init__(self, discs: Discs) -> None:
        self.players, self.current_player = [None, None], 1 if discs[2] else 2
        self.board = discs[:2]
        self.before: list[tuple[int, int]] = []
        self.known: tuple[tuple[int, int], list[int]] | None = None

    def possible_moves(self) -> list[int]:
        """The moves, computed once per board although easyAI calls this twice."""
        if self.known is None or self.known[0] is not self.board:
            self.known = self.board, choices(*self.board)
        return list(self.known[1])

    def make_move(self, move: int) -> None:
        """Puts a disc, or passes."""
        self.before.append(self.board)
        self.board = after(*self.board, move)

    def unmake_move(self, move: int) -> None:
        """Takes the move back."""
        del move
        self.board = self.before.pop()

    def is_over(self) -> bool:
        """Whether neither player can move."""
        return not self.possible_moves()

    def scoring(self) -> int:
        """The score for the player to move."""
        return worth(*self.board)

    def ttentry(self) -> tuple[tuple[int, int], int]:
        """The key of the position in the table."""
        return self.board, self.current_player


def positions() -> list[Discs]:
    """The start position, and positions after random openings with fixed seeds."""
    game = Othello()
    found = [game.start()]
    for plies, seed in OPENINGS:
        rng, state = random.Random(f"{plies} {seed}"), game.start()
        for _ in range(plies):
            state = game.play(state, rng.choice(game.moves(state)))
        found.append(state)
    return found


def by_easy(state: Discs) -> float:
    """The value of easyAI's negamax with its table."""
    search = Negamax(DEPTH, tt=TranspositionTable())
    search(EasyOthello(state))
    return float(search.alpha if state[2] else -search.alpha)


CONTESTANTS: dict[str, Callable[[Discs], float]] = {
    "easyAI, its table": by_easy,
    "alphabeta": lambda state: alphabeta(Othello(), DEPTH, state=state).value,
    "alphabeta, table": lambda state: alphabeta(Othello(), DEPTH, state=state, table=True).value,
    "deepening": lambda state: deepening(Othello(), DEPTH, state=state).value,
    "deepening, table": lambda state: deepening(Othello(), DEPTH, state=state, table=True).value,
}


def race() -> dict[str, float]:
    """The least seconds of each search for all positions; the searches take turns.

    Raises:
        AssertionError: if the values differ.
    """
    states = positions()
    seconds: dict[str, list[float]] = {name: [] for name in CONTESTANTS}
    answers = set()
    for _ in range(REPEATS):
        for name, search in CONTESTANTS.items():
            begun = time.process_time()
            answers.add(tuple(search(state) for state in states))
            seconds[name].append(time.process_time() - begun)
    if len(answers) != 1:
        raise AssertionError(f"the searches disagree: {answers}")
    return {name: min(times) for name, times in seconds.items()}


def main() -> None:
    """Runs the race and prints it as a table."""
    found = race()
    base = found["easyAI, its table"]
    grid = Table(title=f"6x6 Othello, depth {DEPTH}, {1 + len(OPENINGS)} positions")
    for heading in ("search", "seconds", "times as fast as easyAI"):
        grid.add_column(heading)
    for name, seconds in found.items():
        grid.add_row(name, f"{seconds:.3f}", f"{base / seconds:.2f}")
    Console().print(grid)


if __name__ == "__main__":
    main()
