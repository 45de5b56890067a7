"""A position in the search: three values, a probability, and who believes what."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Generic

from provebest.search.probability.beliefs import Move, State

if TYPE_CHECKING:
    from provebest.search.probability.cycles import Component

UNDEFINED = None


class Node(Generic[State, Move]):
    """The position after a move. All values speak for the Player, the side to move at the root.

    ``real`` is RealVal. ``hi`` is the Player's optimism: OptVal of his own moves, PessVal of his
    opponent's. ``lo`` is the Opponent's optimism, the other way round. Either may be undefined
    while nobody has asked. ``p`` is OptPrb for the present phase and target [BM95-2].
    """

    __slots__ = (
        "children",
        "component",
        "depth",
        "effort",
        "filled",
        "hi",
        "lo",
        "moves",
        "number",
        "over",
        "own_hope",
        "p",
        "parents",
        "player_moved",
        "player_to_move",
        "rank",
        "real",
        "repeats",
        "reply",
        "settled",
        "state",
        "sure",
    )

    def __init__(
        self,
        state: State,
        *,
        player_moved: bool,
        depth: int,
        real: float,
        hi: float | None,
        lo: float | None,
        own_hope: bool = False,
        over: bool = False,
        reply: Hashable = None,
        player_to_move: bool | None = None,
        sure: tuple[float, float] | None = None,
    ) -> None:
        self.state = state
        self.player_moved = player_moved
        """An even node of the paper's tables: the Player's move led here."""
        self.player_to_move = not player_moved if player_to_move is None else player_to_move
        """Who chooses the next move: the other side, unless the mover is to move again."""
        self.depth = depth
        """Of the first way here: 0 for the root's moves, as in the paper's tables."""
        self.real = real
        self.hi = hi
        self.lo = lo
        self.own_hope = own_hope
        """The mover's optimism was asked for, not inherited."""
        self.over = over
        self.settled = over
        """Nothing below can be expanded any more, or it cannot change the value."""
        self.repeats = False
        """A position that was there before: a draw by policy, not an end of the game."""
        self.p = 0.0
        self.effort = 0
        """Expansions made in this subtree."""
        self.reply = reply
        self.sure = sure
        """Between these the value lies for sure, as was said of it; hopes are no such bounds."""
        self.filled = 0
        """The last phase that has asked for the optimism missing here and below."""
        self.number = 0
        """In the order in which nodes are made."""
        self.rank = 0
        """Greater than that of any parent: values are backed up in the order of ranks."""
        self.component: Component | None = None
        """The nodes that it can reach and that can reach it, if it lies on a cycle."""
        self.moves: list[Move] = []
        self.children: list[Node[State, Move]] = []
        self.parents: list[Node[State, Move]] = []

    @property
    def expanded(self) -> bool:
        """Whether its moves have been made."""
        return bool(self.children)

    def values(self) -> tuple[float, float | None, float | None, float, bool]:
        """Everything that a parent looks at."""
        return self.real, self.hi, self.lo, self.p, self.settled
