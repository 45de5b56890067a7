"""A node of Harris's game search: its level, and the h, g and f that come from a tip below it.

Rules ``[H74-n]`` are listed in ``docs/papers/harris1974.md``. Of a closed node h and g are both
those of one tip, at which the best play seen from here ends: g is that tip's depth, h the plies
still to go from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, Literal, get_args

from provebest.games.protocol import Move, State
from provebest.games.race import Outcome

Mode = Literal["plain", "alternating", "dual"]
MODES: tuple[Mode, ...] = get_args(Mode)


class RaceNode(Generic[State, Move]):
    """A state, the move that led to it, and the plies to a win as the tree below shows them.

    [H74-20] Low is good for the program. A MIN-level node has the program to move, a MAX-level
    node the opponent; so brothers on a MAX level are moves of the program, and the other way round.
    (The paper's brothers are on one level; here a side may move twice, and ``program_to_move`` of
    the parent decides.)
    """

    __slots__ = (
        "depth",
        "f",
        "g",
        "h",
        "move",
        "outcome",
        "parent",
        "program_to_move",
        "sons",
        "state",
    )

    def __init__(
        self,
        state: State,
        parent: RaceNode[State, Move] | None,
        move: Move | None,
        *,
        program_to_move: bool,
        outcome: Outcome | None,
    ) -> None:
        self.state, self.parent, self.move = state, parent, move
        self.program_to_move, self.outcome = program_to_move, outcome
        self.depth: int = 0 if parent is None else parent.depth + 1
        """Plies since the search began; it stays when the tree is re-rooted."""
        self.sons: list[RaceNode[State, Move]] = []
        """In the order they were made; empty exactly at a tip, because the best son is never
        dropped."""
        self.h: float = 0
        self.g: int = self.depth
        self.f: float = 0

    def rate(self, h: float, g: int, mode: Mode) -> None:
        """Sets h and g, which come from a tip, and the f that they make. [H74-22].

        ``f == h + g``, or ``h - g`` at the program's nodes in alternating mode.
        """
        self.h, self.g = h, g
        self.f = h - g if mode == "alternating" and self.program_to_move else h + g

    def best_son(self) -> RaceNode[State, Move]:
        """The least f for the program, the greatest for the opponent; of equals the first made.

        [H74-21] This is the son whose h and g are backed up.
        """
        choose = min if self.program_to_move else max
        return choose(self.sons, key=_f)

    def son_to_walk(self, mode: Mode) -> RaceNode[State, Move]:
        """The son below which to search next. [H74-23]."""
        if mode == "dual" and not self.program_to_move:
            return max(self.sons, key=lambda son: son.h - son.g)
        return self.best_son()

    def subtree(self) -> Iterator[RaceNode[State, Move]]:
        """This node and all below it, every node before its sons, sons in their order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.sons))

    def least_tip_h(self) -> float:
        """Minimax over the h of the tips below, g ignored: O(nodes below). [H74-28]."""
        values: dict[int, float] = {}
        for node in reversed(list(self.subtree())):
            if node.sons:
                choose = min if node.program_to_move else max
                values[id(node)] = choose(values[id(son)] for son in node.sons)
            else:
                values[id(node)] = node.h
        return values[id(self)]


def _f(node: RaceNode[State, Move]) -> float:
    return node.f
