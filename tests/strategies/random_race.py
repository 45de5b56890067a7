"""Races whose true values are known: random trees, and connect-3 on four columns of four.

Rules ``[H74-n]`` are listed in ``docs/papers/harris1974.md``.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import product

from provebest.games.race import Outcome, RaceGame
from provebest.vocabulary import BadInputError


class RaceTree(RaceGame[int, int]):
    """A tree written down: node 0 is the root, and a move is the number of the node it leads to.

    ``sons[n]`` are the sons of node n, all with greater numbers; ``outcomes`` holds the tips, and
    ``estimates`` the nodes with the program to move (those with the opponent to move are never
    estimated). ``true_value[n]`` is F: the depth of the win under best play, or ``loss_value`` and
    the depth of the loss. [H74-20].

    Raises:
        BadInputError: if the numbers do not make a tree whose tips have outcomes.
    """

    def __init__(
        self,
        sons: Sequence[Sequence[int]],
        outcomes: Mapping[int, Outcome],
        estimates: Mapping[int, float],
        *,
        loss_value: int,
    ) -> None:
        if sorted(son for row in sons for son in row) != list(range(1, len(sons))):
            raise BadInputError("every node of a tree but the root must be a son exactly once")
        if any(bool(row) == (node in outcomes) for node, row in enumerate(sons)):
            raise BadInputError("a node of a tree needs either sons or an outcome")
        self.sons, self.outcomes, self.estimates = sons, outcomes, estimates
        self.loss_value = loss_value
        self.depth = [0] * len(sons)
        for node, row in enumerate(sons):
            for son in row:
                if son <= node:
                    raise BadInputError(f"son {son} of node {node} must have a greater number")
                self.depth[son] = self.depth[node] + 1
        self.true_value = self._true_values()

    def start(self) -> int:
        """The root."""
        return 0

    def moves(self, state: int) -> Sequence[int]:
        """The sons, in the order they were written."""
        return self.sons[state]

    def play(self, state: int, move: int) -> int:
        """The son that the move names."""
        return move

    def program_to_move(self, state: int) -> bool:
        """Whether the depth is even: the program moves first."""
        return self.depth[state] % 2 == 0

    def outcome(self, state: int) -> Outcome | None:
        """As written."""
        return self.outcomes.get(state)

    def estimate(self, state: int) -> float:
        """As written."""
        return self.estimates[state]

    def _true_values(self) -> list[int]:
        values = [0] * len(self.sons)
        for node in reversed(range(len(self.sons))):
            if node in self.outcomes:
                lost = self.outcomes[node] == "loss"
                values[node] = self.depth[node] + (self.loss_value if lost else 0)
            else:
                choose = min if self.program_to_move(node) else max
                values[node] = choose(values[son] for son in self.sons[node])
        return values


def random_race(
    seed: int,
    *,
    e: int,
    d: int,
    loss_value: int = 100,
    length: int = 10,
    side_lines: Sequence[int] = (0, 1, 1, 2),
    wins: float = 0.6,
) -> RaceTree:
    """A random tree of lines whose root is won, estimated with errors from -d to e.

    One son of each node goes on with the line; the others (as many as are drawn from
    ``side_lines``) start lines of their own, that end sooner. A line ends in a win or a loss. The
    error is -d or e in four cases of five, because in between nothing can go wrong; the estimate is
    cut off at 0, which only makes the error smaller.

    Raises:
        BadInputError: if no such tree can be.
    """
    if e < 0 or d < 0 or length < 1 or not 0 < wins <= 1 or loss_value <= length + e:
        raise BadInputError(
            "a random race needs e and d of 0 or more, a length of 1 or more, wins above 0 and up "
            f"to 1, and a loss value above length + e, got {e!r}, {d!r}, {length!r}, {wins!r} and "
            f"{loss_value!r}"
        )
    rng = random.Random(f"race {seed}")
    while True:
        sons, outcomes = _random_lines(rng, length, side_lines, wins)
        tree = RaceTree(sons, outcomes, {}, loss_value=loss_value)
        if tree.true_value[0] < loss_value:
            break
    estimates = {}
    for node in range(len(sons)):
        error = rng.choice((-d, -d, e, e, rng.randint(-d, e)))
        if node not in outcomes and tree.program_to_move(node):
            estimates[node] = max(0, tree.true_value[node] - tree.depth[node] + error)
    tree.estimates = estimates
    return tree


def _random_lines(
    rng: random.Random, length: int, side_lines: Sequence[int], wins: float
) -> tuple[list[list[int]], dict[int, Outcome]]:
    sons: list[list[int]] = [[]]
    plies_left = [length]
    outcomes: dict[int, Outcome] = {}
    node = 0
    while node < len(sons):
        left = plies_left[node]
        if left == 0:
            outcomes[node] = "win" if rng.random() < wins else "loss"
        else:
            lines = [left - 1, *(rng.randrange(left) for _ in range(rng.choice(side_lines)))]
            rng.shuffle(lines)
            for line in lines:
                sons[node].append(len(sons))
                sons.append([])
                plies_left.append(line)
        node += 1
    return sons, outcomes


SIDE, ROW = 4, 3
FULL = 2 ** (SIDE * SIDE) - 1
ConnectState = tuple[int, int]
"""The men of the program and of the opponent: bit ``SIDE * column + height``."""


def _lines() -> tuple[int, ...]:
    lines = []
    for column, height, (right, up) in product(
        range(SIDE), range(SIDE), ((0, 1), (1, 0), (1, 1), (1, -1))
    ):
        cells = [(column + right * i, height + up * i) for i in range(ROW)]
        if all(c in range(SIDE) and h in range(SIDE) for c, h in cells):
            lines.append(sum(1 << SIDE * c + h for c, h in cells))
    return tuple(lines)


LINES = _lines()


class ConnectThree(RaceGame[ConnectState, int]):
    """Three in a row with gravity on a 4x4 board; the program moves first, a draw is a loss.

    The estimate is 2k - 1 plies with the program to move and 2k with the opponent, where k is the
    least number of own men missing from a line without opposing men; where there is no such line, k
    is one more than any line needs.
    """

    def __init__(self, start: ConnectState = (0, 0)) -> None:
        self._start = start

    def start(self) -> ConnectState:
        """The empty board, or the state given."""
        return self._start

    def moves(self, state: ConnectState) -> list[int]:
        """The columns that are not full, from the left; none where the game is over."""
        if self.outcome(state) is not None:
            return []
        taken = state[0] | state[1]
        return [c for c in range(SIDE) if not taken >> SIDE * c + SIDE - 1 & 1]

    def play(self, state: ConnectState, move: int) -> ConnectState:
        """A man dropped into a column."""
        own, other = state
        column = (own | other) >> SIDE * move & 2**SIDE - 1
        man = column + 1 << SIDE * move
        return (own | man, other) if self.program_to_move(state) else (own, other | man)

    def program_to_move(self, state: ConnectState) -> bool:
        """Whether both have as many men."""
        return state[0].bit_count() == state[1].bit_count()

    def outcome(self, state: ConnectState) -> Outcome | None:
        """A row of three, or a full board."""
        own, other = state
        if any(own & line == line for line in LINES):
            return "win"
        if own | other == FULL or any(other & line == line for line in LINES):
            return "loss"
        return None

    def estimate(self, state: ConnectState) -> int:
        """2k - 1 or 2k plies: the program's own moves only, as if the opponent stood by."""
        own, other = state
        missing = [ROW - (own & line).bit_count() for line in LINES if not other & line]
        return 2 * min(missing, default=ROW + 1) - self.program_to_move(state)

    def show(self, state: ConnectState) -> str:
        """Four rows from the top, the program's men as X."""
        own, other = state
        bits = [[1 << SIDE * c + h for c in range(SIDE)] for h in reversed(range(SIDE))]
        rows = ("".join("X" if own & b else "O" if other & b else "." for b in r) for r in bits)
        return "/".join(rows)
