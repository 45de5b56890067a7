"""Bandwidth search for games: a first move with a stated error. Harris (1974), section 4.

Rules ``[H74-n]`` are listed in ``docs/papers/harris1974.md``. The search looks for a win in few
plies, follows the best move of either side to a tip, and expands it by two plies. What is more than
the declared e + d worse than a brother is dropped. With true e and d and the plain f, every f is
in [F - d, F + e] for the true value F, and no truly best move is dropped; so the first move is at
most e + d worse than the best. It is a move within e + d, not a proof that the game is won.

The game is asked at every node who moves: either side may move several times in a row. All of the
above holds then too, because every tip is rated and values are plies for the program whichever side
moves.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Generic, cast

from provebest.games.checked_race import checked_race
from provebest.games.protocol import Move, State
from provebest.games.race import RaceGame
from provebest.search.bandwidth.band import TOLERANCE
from provebest.search.bandwidth.game_node import MODES, Mode, RaceNode
from provebest.search.bandwidth.game_result import BandwidthGameResult, bandwidth_game_result
from provebest.vocabulary import BadInputError, Stopped, Tally, as_fraction


class BandwidthGameSearch(Generic[State, Move]):
    """The search as an object with ``step()``: one double expansion. Most users want ``run``.

    ``loss_value`` is Harris's N, the h of a loss: more plies than any win that is of interest. The
    estimate of a state may exceed the true number of plies by at most ``e`` and fall short of it
    by at most ``d``; a lost state counts as N plies plus those until the loss. ``mode`` is
    ``plain``, Harris's ``alternating``, or ``dual``: plain values, but a wider search of the
    opponent's replies. With ``prolong_losses`` a losing program plays the longest loss it sees,
    not the shortest. The search can go on after a real move: pass each one to ``advance``.

    The search begins at ``state``, or at the game's start; either side may be to move there.
    Either side may move several times in a row, but not in ``alternating`` mode. A state is
    estimated if the program is to move, or if the opponent is to move for the second time in a row.

    Raises:
        BadInputError: for a band, an N or a mode that cannot be used, and for a wrong answer of the
            game, such as a state with neither an outcome nor a move.
    """

    def __init__(
        self,
        game: RaceGame[State, Move],
        e: float | str | Fraction,
        d: float | str | Fraction,
        *,
        loss_value: int,
        state: State | None = None,
        mode: Mode = "dual",
        drop: bool = True,
        prolong_losses: bool = True,
    ) -> None:
        if mode not in MODES:
            raise BadInputError(f"there is no mode {mode!r}; there are: {', '.join(MODES)}")
        self.e, self.d = _error(e, "e"), _error(d, "d")
        if loss_value % 1 != 0 or loss_value <= self.e:
            raise BadInputError(
                f"the loss value N must be a whole number greater than e, got {loss_value!r}"
            )
        self.game, self.loss_value, self.mode = game, loss_value, mode
        self._rules = checked_race(game)
        self.prolong_losses, self._drop = prolong_losses, drop
        self.tally = Tally()
        self.stopped: Stopped | None = None
        self.dropped = 0
        """Nodes that were dropped or discarded by themselves, not those below them."""
        self._width = self.e + self.d
        self._slack: float = 0
        """Allowance for rounding in plies; 0 as long as every estimate is a whole number or a
        fraction, so that comparisons are exact then."""
        self._stored = 0
        self.root = self._new_root(self._rules.begin(state), None, None)
        self.selected = self.root
        """The tip that the walk ends in: expanded next, or where the search stopped."""
        self._select()

    def step(self, at_most: int = 1) -> None:  # noqa: ARG002 - one is what plain Python makes
        """Expands the selected tip by two plies, backs up and drops, and selects the next tip.

        If the game raises or a limit is reached meanwhile, the tree is as it was before.
        """
        if self.stopped is not None:
            return
        with self._undone_if_cut_off():
            sons = self._expansion(self.selected)
        self.tally.expanded += 1
        self.selected.sons = sons
        node: RaceNode[State, Move] | None = self.selected
        while node is not None:
            self._back_up(node)
            self._drop_sons(node)
            node = node.parent
        self._select()

    def advance(self, move: Move) -> None:
        """Makes a real move, the program's or the opponent's; the search goes on below it.

        [H74-30] The tree below is kept. If the move was dropped or never made, a new root is made
        for its state. Depths go on counting from where the search first began.

        Raises:
            BadInputError: if the move is not legal here.
        """
        root = self.root
        son = next((son for son in root.sons if son.move == move), None)
        if son is None:
            if root.outcome is not None or move not in self._rules.moves(root.state):
                raise BadInputError(f"{move!r} is not a move in {self._rules.show(root.state)!r}")
            with self._undone_if_cut_off():
                son = self._new_root(self._rules.play(root.state, move), root, move)
        elif not son.sons:
            with self._undone_if_cut_off():
                self._begin(son)
        son.parent = None
        self.root = son
        self._stored = sum(1 for _ in son.subtree())
        self._select()

    def stored(self) -> int:
        """Nodes in the tree."""
        return self._stored

    def headline(self) -> str:
        """The value of the root so far, for a progress bar."""
        plies = float(self.root.h + self.root.g - self.root.depth)
        deep = self.selected.depth - self.root.depth
        return f"win in {plies:g} plies, {self._stored} nodes, looking {deep} plies ahead"

    def result(self, stopped: Stopped) -> BandwidthGameResult[Move]:
        """The move to play, what it promises, and how wrong that can be."""
        return bandwidth_game_result(self, stopped)

    @contextmanager
    def _undone_if_cut_off(self) -> Iterator[None]:
        """Restores the counts of nodes if the game or a limit raises within the block.

        Inside it nodes are made that are not yet in the tree; ``tally`` keeps counting them, for
        the work was done.
        """
        before = self._stored, self.dropped
        try:
            yield
        except BaseException:
            self._stored, self.dropped = before
            raise

    def _new_root(
        self, state: State, parent: RaceNode[State, Move] | None, move: Move | None
    ) -> RaceNode[State, Move]:
        """A new root, ready for the walk; ``parent`` only gives it its depth."""
        root = self._new_node(state, parent, move)
        self._begin(root)
        return root

    def _begin(self, root: RaceNode[State, Move]) -> None:
        """Before the walk from a root: if the opponent is to move there, makes and rates his moves.

        Every other node with the opponent to move gets its sons in a double expansion.
        """
        if root.outcome is None and not root.program_to_move:
            root.sons = [
                self._rate_tip(self._new_son(root, move)) for move in self._rules.moves(root.state)
            ]
            self._back_up(root)

    def _new_node(
        self, state: State, parent: RaceNode[State, Move] | None, move: Move | None
    ) -> RaceNode[State, Move]:
        """A new node, rated unless the opponent is to move: its sons will rate it. [H74-20].

        It counts as stored, but is in no list of sons yet.
        """
        outcome = self._rules.outcome(state)
        if parent is None or outcome is None:
            program = self._rules.program_to_move(state)
            self._refuse_second_move(parent, state, program=program)
        else:
            program = not parent.program_to_move  # nobody moves here; the level decides f
        node = RaceNode(state, parent, move, program_to_move=program, outcome=outcome)
        self.tally.generated += 1
        self._stored += 1
        if outcome == "win":
            node.rate(0, node.depth, self.mode)
        elif outcome == "loss":
            node.rate(self.loss_value, node.depth, self.mode)
        elif program:
            node.rate(self._estimate(state), node.depth, self.mode)
        return node

    def _new_son(self, node: RaceNode[State, Move], move: Move) -> RaceNode[State, Move]:
        return self._new_node(self._rules.play(node.state, move), node, move)

    def _rate_tip(self, node: RaceNode[State, Move]) -> RaceNode[State, Move]:
        """Returns the node, rated: every tip has an estimate, whichever side is to move."""
        if node.outcome is None and not node.program_to_move:
            node.rate(self._estimate(node.state), node.depth, self.mode)
        return node

    def _refuse_second_move(
        self, parent: RaceNode[State, Move] | None, state: State, *, program: bool
    ) -> None:
        """[H74-22] Alternating values of two levels are of two kinds and cannot be compared."""
        alternating = self.mode == "alternating"
        if alternating and parent is not None and parent.program_to_move == program:
            raise BadInputError(
                f"the same side moves twice before {self._rules.show(state)!r}; mode "
                f"'alternating' needs a game that takes turns: use 'plain' or 'dual'"
            )

    def _estimate(self, state: State) -> float:
        """The game's estimate of the plies to a win; the first float starts the rounding slack."""
        self.tally.evaluated += 1
        h = self._rules.estimate(state)
        if not isinstance(h, int | Fraction):
            self._slack = max(self._slack, TOLERANCE * (h + self.loss_value))
        return h

    def _select(self) -> None:
        """[H74-23] Walks by the best sons to a tip; an ended game there ends the search."""
        node = self.root
        while node.sons:
            node = node.son_to_walk(self.mode)
        self.selected = node
        # [H74-24] [H74-25] A win is where the search wanted to go; a loss is resigned or played.
        self.stopped = None if node.outcome is None else Stopped.FOUND

    def _expansion(self, tip: RaceNode[State, Move]) -> list[RaceNode[State, Move]]:
        """[H74-26] The sons, with grandsons below each live one that has the opponent to move.

        A son with the program to move is rated by itself: no reply is to be waited for. A son is
        discarded unfinished as soon as one reply of the opponent is worse, by more than e + d, than
        a finished brother: the opponent's best reply can only be worse for the program. The tree is
        not changed. The order of the moves decides which sons are discarded, not which are best.
        """
        sons = [self._new_son(tip, move) for move in self._rules.moves(tip.state)]
        finished = [son for son in sons if son.outcome is not None or son.program_to_move]
        least: float = min((son.f for son in finished), default=math.inf)
        kept = []
        for son in sons:
            if son.outcome is None and not son.program_to_move:
                # If the opponent moves at the tip too, a low brother drops nothing: he need not
                # choose it.
                if not self._finish(son, least if tip.program_to_move else math.inf):
                    self._forget(son)
                    continue
                least = min(least, son.f)
            kept.append(son)
        return kept

    def _finish(self, son: RaceNode[State, Move], least: float) -> bool:
        """Makes the opponent's replies and rates the son by them; False if it can be discarded."""
        for move in self._rules.moves(son.state):
            grandson = self._rate_tip(self._new_son(son, move))
            son.sons.append(grandson)
            if self._drop and self._far_above(grandson.h + grandson.g, least):
                return False
        self._back_up(son)
        return True

    def _back_up(self, node: RaceNode[State, Move]) -> None:
        """Gives the node h and g of its best son."""
        best = node.best_son()
        node.rate(best.h, best.g, self.mode)

    def _drop_sons(self, node: RaceNode[State, Move]) -> None:
        """[H74-27] Drops the sons that a brother beats by more than e + d.

        The best son stays, so a node never loses all of them, and its h, g and f do not change.
        """
        if not self._drop:
            return
        best = node.best_son().f
        sign = 1 if node.program_to_move else -1
        kept = [son for son in node.sons if not self._far_above(sign * son.f, sign * best)]
        if len(kept) < len(node.sons):
            for son in node.sons:
                if self._far_above(sign * son.f, sign * best):
                    self._forget(son)
            node.sons = kept

    def _far_above(self, f: float, least: float) -> bool:
        """Whether f exceeds the least by more than e + d, beyond rounding."""
        return f > least + self._width + self._slack

    def _forget(self, node: RaceNode[State, Move]) -> None:
        self.dropped += 1
        self._stored -= sum(1 for _ in node.subtree())


def _error(number: float | str | Fraction, name: str) -> float:
    """The declared error in plies as an exact number; BadInputError if it is below 0."""
    value = as_fraction(number, name)
    if value < 0:
        raise BadInputError(f"{name} must be 0 or more, got {number!r}")
    # A whole number stays one: comparisons with whole-number estimates are exact and quick.
    return cast("float", value.numerator if value.denominator == 1 else value)
