"""A position in the search: three values, a probability, and whose optimism each value is."""

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
    (None) while it has not been asked for. ``p`` is OptPrb for the present phase and target
    [BM95-2].

    ``lo <= real <= hi``, for those that are defined: a new node is made so, and minimax keeps it.
    None of the three is a bound: only ``sure`` is.
    """

    __slots__ = (
        "children",
        "component",
        "depth",
        "effort",
        "filled",
        "hi",
        "hope",
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
        """Whether the Player's move led here: an even node of the paper's tables."""
        self.player_to_move = not player_moved if player_to_move is None else player_to_move
        """Whether the Player chooses the next move; usually ``not player_moved``."""
        self.depth = depth
        """Plies on the first way here: 0 for the root's moves, as in the paper's tables."""
        self.real = real
        self.hi = hi
        self.lo = lo
        self.own_hope = own_hope
        """Whether the mover's optimism was asked for; if not, it was inherited."""
        self.hope: float | None = None
        """That optimism if it was asked for before the node had moves; it depends on nothing else.
        Backed-up values replace it in ``hi`` or ``lo``."""
        self.over = over
        """Whether the game ends here, or this is a repetition: it is never expanded."""
        self.settled = over
        """Whether nothing below can be expanded any more, or none of it can change the value."""
        self.repeats = False
        """Whether the position occurred before: a draw by policy, not an end of the game."""
        self.p = 0.0
        self.effort = 0
        """Expansions made on a path through this node, itself included."""
        self.reply = reply
        self.sure = sure
        """Bounds that certainly hold, as the believer gave them, not backed up; None if none."""
        self.filled = 0
        """The last phase in which the missing optimism was asked for here and below."""
        self.number = 0
        """Its place among all nodes in the order in which they were made."""
        self.rank = 0
        """Greater than that of any parent outside its component: values are backed up from the
        greatest rank to the least."""
        self.component: Component | None = None
        """The nodes that it can reach and that can reach it, if it lies on a cycle; else None."""
        self.moves: list[Move] = []
        self.children: list[Node[State, Move]] = []
        self.parents: list[Node[State, Move]] = []

    @property
    def expanded(self) -> bool:
        """Whether its moves have been made."""
        return bool(self.children)

    def values(self) -> tuple[float, float | None, float | None, float, bool]:
        """Everything that a parent's values depend on: if it is unchanged, so are they."""
        return self.real, self.hi, self.lo, self.p, self.settled
