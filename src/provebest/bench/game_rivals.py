"""Compares our alpha-beta with easyAI's negamax and OpenSpiel's Python alpha-beta.

All search the same positions to the end of the game, in one process, and must give the same
answer. Each package gets the game in the form its users would write: easyAI a class of its own
kind, OpenSpiel its own compiled game with the package's Python search. OpenSpiel's games are only
won, drawn or lost; ours prefer the quicker win and so cut off later. That is why our search also
runs on OpenSpiel's game.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from rich.console import Console
from rich.table import Table as RichTable

from provebest.games import ConnectK, LineGame, OpenSpielGame, TicTacToe
from provebest.search import alphabeta
from provebest.vocabulary import BadInputError

try:
    import pyspiel
    from easyAI import Negamax, TwoPlayerGame
    from open_spiel.python.algorithms import minimax as spiel_minimax
except ImportError as missing:
    raise BadInputError(
        f"--rivals needs {missing.name}: pip install 'provebest[bench,openspiel]'"
    ) from None

REPEATS = 3
WIN = 100


@dataclass(frozen=True, slots=True)
class GameRow:
    """One package on one game: median seconds, and the result with best play (1, 0 or -1)."""

    game: str
    name: str
    answer: int
    seconds: float
    spread: float
    ratio: float = 0.0
    """Its seconds divided by ours."""

    def as_json(self) -> dict[str, Any]:
        """The row for scripts."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Contest:
    """A game, described for each package."""

    name: str
    ours: Callable[[], LineGame]
    width: int
    height: int
    k: int
    gravity: bool
    spiel: str


CONTESTS = (
    Contest("tic-tac-toe", TicTacToe, 3, 3, 3, gravity=False, spiel="tic_tac_toe"),
    Contest(
        "connect-3, 4x3",
        lambda: ConnectK(4, 3, 3),
        4,
        3,
        3,
        gravity=True,
        spiel="connect_four(rows=3,columns=4,x_in_row=3)",
    ),
)
PIECES = 4 * len(CONTESTS)


class EasyLines(TwoPlayerGame):  # type: ignore[misc] # the package has no types
    """The line game in the style of easyAI's tutorial: moves change the board and are undone."""

    def __init__(self, contest: Contest) -> None:
        self.players, self.current_player = [None, None], 1
        self.contest = contest
        self.board = [0] * (contest.width * contest.height)
        self.lines = _lines(contest)

    def possible_moves(self) -> list[int]:
        """Columns, or squares if there is no gravity."""
        width = self.contest.width
        if not self.contest.gravity:
            return [square for square, man in enumerate(self.board) if man == 0]
        return [x for x in range(width) if self.board[x] == 0]

    def make_move(self, move: int) -> None:
        """Drops or places a piece."""
        self.board[self._square(move)] = self.current_player

    def unmake_move(self, move: int) -> None:
        """Takes the move back."""
        square = move
        while self.contest.gravity and self.board[square] == 0:
            square += self.contest.width
        self.board[square] = 0

    def lose(self) -> bool:
        """Whether the other player has a line."""
        other = 3 - self.current_player
        return any(all(self.board[s] == other for s in line) for line in self.lines)

    def is_over(self) -> bool:
        """Whether there is a line or the board is full."""
        return self.lose() or 0 not in self.board

    def scoring(self) -> int:
        """The score for the player to move."""
        return -WIN if self.lose() else 0

    def _square(self, move: int) -> int:
        square, width = move, self.contest.width
        while (
            self.contest.gravity
            and square + width < len(self.board)
            and self.board[square + width] == 0
        ):
            square += width
        return square


def race(on_contestant: Callable[[], None] = lambda: None) -> list[GameRow]:
    """Runs every package on every game; all must give the same answer."""
    rows = []
    for contest in CONTESTS:
        here = []
        for name, solve in (
            ("provebest", _ours),
            ("easyAI negamax", _easy),
            ("OpenSpiel, Python", _spiel),
            ("provebest on OpenSpiel's game", _ours_on_spiel),
        ):
            here.append(_measure(contest, name, solve))
            on_contestant()
        if len({row.answer for row in here}) != 1:
            raise AssertionError(f"{contest.name}: {[(row.name, row.answer) for row in here]}")
        rows += [replace(row, ratio=row.seconds / here[0].seconds) for row in here]
    return rows


def print_race(console: Console, rows: list[GameRow]) -> None:
    """Prints the race as a table."""
    grid = RichTable(title=f"Alpha-beta to the end of the game, median of {REPEATS}")
    for heading in ("game", "", "with best play", "seconds", "spread", "times ours"):
        grid.add_column(heading)
    for row in rows:
        answer = {1: "first player wins", 0: "draw", -1: "second player wins"}[row.answer]
        seconds, spread, ratio = f"{row.seconds:.3f}", f"{row.spread:.2f}", f"{row.ratio:.1f}"
        grid.add_row(row.game, row.name, answer, seconds, spread, ratio)
    console.print(grid)


def _ours(contest: Contest) -> int:
    value = alphabeta(contest.ours(), contest.width * contest.height).value
    return (value > 0) - (value < 0)


def _ours_on_spiel(contest: Contest) -> int:
    value = alphabeta(OpenSpielGame(contest.spiel), contest.width * contest.height).value
    return (value > 0) - (value < 0)


def _easy(contest: Contest) -> int:
    game = EasyLines(contest)
    search = Negamax(contest.width * contest.height, win_score=WIN * 10)
    search(game)
    return int((search.alpha > 0) - (search.alpha < 0))


def _spiel(contest: Contest) -> int:
    value, _ = spiel_minimax.alpha_beta_search(pyspiel.load_game(contest.spiel))
    return int((value > 0) - (value < 0))


def _measure(contest: Contest, name: str, solve: Callable[[Contest], int]) -> GameRow:
    seconds, answers = [], set()
    for _ in range(REPEATS):
        begun = time.perf_counter()
        answers.add(solve(contest))
        seconds.append(time.perf_counter() - begun)
    middle, spread = statistics.median(seconds), max(seconds) / min(seconds)
    return GameRow(contest.name, name, answers.pop(), middle, spread)


def _lines(contest: Contest) -> list[list[int]]:
    width, height, k = contest.width, contest.height, contest.k
    found = []
    for y in range(height):
        for x in range(width):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                ends_x, ends_y = x + dx * (k - 1), y + dy * (k - 1)
                if 0 <= ends_x < width and 0 <= ends_y < height:
                    found.append([(y + dy * i) * width + x + dx * i for i in range(k)])
    return found
