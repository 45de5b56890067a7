"""Bandwidth search for games: a first move with a stated error. Harris (1974), section 4.

Rules ``[H74-n]`` are listed in ``docs/papers/harris1974.md``. The search looks for a win in few
plies, follows the best move of either side to a tip, and expands it by two plies. What is more than
the declared e + d worse than a brother is dropped. With true e and d and the plain f, every f is
within [F - d, F + e] of the true value F, and no truly best move is dropped; so the first move is
at most e + d worse than the best. It is a move within e + d, not a proof that the game is won.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Generic, cast

from provebest.games.protocol import Move, State
from provebest.games.race import RaceGame
from provebest.search.band import TOLERANCE
from provebest.search.bandwidth_game_node import MODES, Mode, RaceNode
from provebest.search.bandwidth_game_result import BandwidthGameResult, bandwidth_game_result
from provebest.vocabulary import BadInputError, Stopped, Tally, as_fraction


class BandwidthGameSearch(Generic[State, Move]):
    """The search as an object with ``step()``: one double expansion. Most users want ``run``.

    ``loss_value`` is Harris's N, the h of a loss: more plies than any win that is hoped for. The
    estimate of a state may exceed the true number of plies by at most ``e`` and fall short of it
    by at most ``d``, where a lost state counts N plies and those until the loss. ``mode`` is
    ``plain``, Harris's ``alternating``, or ``dual``: plain values, but a wider look at the
    opponent's replies. With ``prolong_losses`` a losing program plays the longest loss in sight and
    not the shortest. The search goes on after real moves: tell it each of them with ``advance``.

    Raises:
        BadInputError: for a band, an N, a mode or an estimate that cannot be used, or a state with
            neither an outcome nor a move.
    """

    def __init__(
        self,
        game: RaceGame[State, Move],
        e: float | str | Fraction,
        d: float | str | Fraction,
        *,
        loss_value: int,
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
        self.prolong_losses, self._drop = prolong_losses, drop
        self.tally = Tally()
        self.stopped: Stopped | None = None
        self.dropped = 0
        """Nodes that were dropped or discarded by themselves, not those below them."""
        self._width = self.e + self.d
        self._slack: float = 0
        self._stored = 0
        self.root = self._made(game.start(), None, None)
        self.selected = self.root
        """The tip that the walk ends in: expanded next, or where the search stopped."""
        self._ready()

    def step(self, at_most: int = 1) -> None:  # noqa: ARG002 - one is what plain Python makes
        """Expands the selected tip by two plies, backs up and drops, and selects the next tip."""
        if self.stopped is not None:
            return
        self.tally.expanded += 1
        self._expand(self.selected)
        node: RaceNode[State, Move] | None = self.selected
        while node is not None:
            self._back_up(node)
            self._drop_sons(node)
            node = node.parent
        self._select()

    def advance(self, move: Move) -> None:
        """Makes a real move, the program's or the opponent's; the search goes on below it.

        [H74-30] The tree below is kept. Where the move was dropped or never made, its state is
        looked at afresh.

        Raises:
            BadInputError: if the move is not legal here.
        """
        son = next((son for son in self.root.sons if son.move == move), None)
        if son is None:
            over = self.root.outcome is not None
            if over or move not in self.game.moves(self.root.state):
                raise BadInputError(
                    f"{move!r} is not a move in {self.game.show(self.root.state)!r}"
                )
            son = self._made(self.game.play(self.root.state, move), self.root, move)
        son.parent = None
        self.root = son
        self._stored = sum(1 for _ in son.subtree())
        self._ready()

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

    def _made(
        self, state: State, parent: RaceNode[State, Move] | None, move: Move | None
    ) -> RaceNode[State, Move]:
        """A new tip, rated unless the opponent is to move: then its sons will rate it. [H74-20]."""
        outcome = self.game.outcome(state)
        if parent is None or outcome is None:
            program = self.game.program_to_move(state)
            if parent is not None and parent.program_to_move == program:
                raise BadInputError(f"the same side moves twice before {self.game.show(state)!r}")
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

    def _estimate(self, state: State) -> float:
        self.tally.evaluated += 1
        h = self.game.estimate(state)
        if not 0 <= h < math.inf:  # also catches NaN
            raise BadInputError(
                f"an estimate must be finite and 0 or more, got {h!r} for {self.game.show(state)!r}"
            )
        if not isinstance(h, int | Fraction):
            self._slack = max(self._slack, TOLERANCE * (h + self.loss_value))
        return h

    def _ready(self) -> None:
        """Before the walk: every live node with the opponent to move has sons, the root too."""
        root = self.root
        if root.outcome is None and not root.program_to_move and not root.sons:
            for move in self._moves(root):
                root.sons.append(self._made(self.game.play(root.state, move), root, move))
            self._back_up(root)
        self._select()

    def _moves(self, node: RaceNode[State, Move]) -> list[Move]:
        moves = list(self.game.moves(node.state))
        if not moves:
            raise BadInputError(
                f"no outcome and no move in {self.game.show(node.state)!r}: assign the outcome"
            )
        return moves

    def _select(self) -> None:
        """[H74-23] Walks by the best sons to a tip; an ended game there ends the search."""
        node = self.root
        while node.sons:
            node = node.son_to_walk(self.mode)
        self.selected = node
        # [H74-24] [H74-25] A win is where the search wanted to go; a loss is resigned or played.
        self.stopped = None if node.outcome is None else Stopped.FOUND

    def _expand(self, tip: RaceNode[State, Move]) -> None:
        """[H74-26] Makes the sons, and the grandsons below each of them that is live.

        A son is discarded unfinished once one grandson shows that a finished brother drops it.
        """
        sons = [self._made(self.game.play(tip.state, move), tip, move) for move in self._moves(tip)]
        least: float = min((son.f for son in sons if son.outcome is not None), default=math.inf)
        for son in sons:
            if son.outcome is None and not self._finished(son, least):
                self._forget(son)
                continue
            tip.sons.append(son)
            least = min(least, son.f)

    def _finished(self, son: RaceNode[State, Move], least: float) -> bool:
        for move in self._moves(son):
            grandson = self._made(self.game.play(son.state, move), son, move)
            son.sons.append(grandson)
            if self._drop and self._far_above(grandson.h + grandson.g, least):
                return False
        self._back_up(son)
        return True

    def _back_up(self, node: RaceNode[State, Move]) -> None:
        best = node.best_son()
        node.rate(best.h, best.g, self.mode)

    def _drop_sons(self, node: RaceNode[State, Move]) -> None:
        """[H74-27] Drops the sons that a brother beats by more than e + d."""
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
        return f > least + self._width + self._slack

    def _forget(self, node: RaceNode[State, Move]) -> None:
        self.dropped += 1
        self._stored -= sum(1 for _ in node.subtree())


def _error(number: float | str | Fraction, name: str) -> float:
    value = as_fraction(number, name)
    if value < 0:
        raise BadInputError(f"{name} must be 0 or more, got {number!r}")
    # A whole number stays one: comparisons with whole-number estimates are exact and quick.
    return cast("float", value.numerator if value.denominator == 1 else value)
