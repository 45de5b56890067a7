"""The certificate of Harris's game search: how many plies worse than the best a first move can be.

Fewer plies are better for the program. That the chosen move needs at most v plies is shown by one
move of the program and all replies of the opponent at each position; that every other move needs at
least w plies, by all moves of the program and one reply. If estimates are at most e too high and d
too low, the move is at most v - w + e + d plies worse than the best. Moves that the search dropped
are searched again.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from provebest.certificate.certificate import (
    Certificate,
    NoCertificateError,
    Record,
    number,
    plain,
    refuse_if_long,
)
from provebest.games.checked_race import CheckedRace, checked_race
from provebest.search.bandwidth.game_node import RaceNode
from provebest.search.bandwidth.game_search import BandwidthGameSearch

DROPPED_DEPTH = 3
"""Depth in plies to which a move that the search dropped is searched again."""


def certify_race(search: BandwidthGameSearch[Any, Any], move: Any) -> Certificate:
    """Returns a certificate of how many plies worse than the best this first move can be.

    Raises:
        NoCertificateError: if the search has no such move, its mode guarantees nothing, or a
            dropped move cannot be bounded again: then search with ``drop=False``.
    """
    root = search.root
    if search.mode == "alternating":
        raise NoCertificateError("the alternating mode guarantees nothing; search in another mode")
    if not root.program_to_move or move not in [son.move for son in root.sons]:
        raise NoCertificateError(f"{move!r} is not a move of the program that was searched")
    game = checked_race(search.game)
    writer = _Writer(game, search.loss_value, root.depth)
    chosen = next(son for son in root.sons if son.move == move)
    best = writer.top(chosen, at_most=True)
    others = []
    for rival in game.moves(root.state):
        if rival != move:
            son = next((son for son in root.sons if son.move == rival), None)
            others.append(
                writer.again(root, rival, Fraction(chosen.f) - root.depth, at_most=False)
                if son is None
                else writer.top(son, at_most=False)
            )
    most = writer.records[best]["plies"]
    least = min((writer.exact(one) for one in others), default=None)
    error = Fraction(search.e) + Fraction(search.d)
    within = Fraction(0) if least is None else max(Fraction(0), writer.exact(best) - least + error)
    claim: Record = {
        "move": plain(move),
        "at_most": most,
        "others_at_least": None if least is None else number(least),
        "within": number(within),
        "e": number(Fraction(search.e)),
        "d": number(Fraction(search.d)),
        "proved": within == 0,
        "best": best,
        "others": others,
        "moves": len(others) + 1,
    }
    world: Record = {
        "game": type(search.game).__name__,
        "position": game.show(root.state),
        "loss": search.loss_value,
    }
    sources: list[Record] = [{"prober": "the game's own estimate"}, {"prober": "the game is over"}]
    return Certificate("race", world, claim, sources, writer.records)


class _Goal(NamedTuple):
    """The bound that a record must meet."""

    bound: Fraction
    at_most: bool

    def is_met(self, plies: Fraction) -> bool:
        return plies <= self.bound if self.at_most else plies >= self.bound


class _Writer:
    """Writes records. A record gets its number before its children, and its value after them."""

    def __init__(self, game: CheckedRace[Any, Any], loss: int, depth: int) -> None:
        self.game, self.loss, self.depth = game, loss, depth
        self.records: list[Record] = []
        self._values: list[Fraction] = []

    def exact(self, place: int) -> Fraction:
        """Returns the plies of the record at this place, as a fraction."""
        return self._values[place]

    def top(self, node: RaceNode[Any, Any], *, at_most: bool) -> int:
        """Writes the record of a node that the search kept; returns its number."""
        if not node.sons:
            return self._leaf(node.state, node.move, node.depth - self.depth, at_most=at_most)
        all_of_them = at_most != node.program_to_move
        if not all_of_them:
            place = self._inner(node.state, node.move, at_most=at_most)
            return self._close(place, [self.top(node.best_son(), at_most=at_most)])
        place = self._inner(node.state, node.move, at_most=at_most)
        kept = {son.move: son for son in node.sons}
        bound = Fraction(node.f) - self.depth
        by = [
            self.top(kept[move], at_most=at_most)
            if move in kept
            else self.again(node, move, bound, at_most=at_most)
            for move in self.game.moves(node.state)
        ]
        return self._close(place, by)

    def again(self, node: RaceNode[Any, Any], move: Any, bound: Fraction, *, at_most: bool) -> int:
        """Searches a dropped move again and writes a record that meets the bound."""
        after = self.game.play(node.state, move)
        goal = _Goal(bound, at_most)
        depth = node.depth + 1 - self.depth
        found = self._search(after, move, depth, DROPPED_DEPTH, goal, mover=node.program_to_move)
        if found is None:
            raise NoCertificateError(
                "a move that was dropped cannot be bounded again: search with drop=False"
            )
        return found

    def _search(
        self, state: Any, move: Any, depth: int, plies: int, goal: _Goal, *, mover: bool
    ) -> int | None:
        """Writes a record that meets the bound, up to ``plies`` deep; None if there is none."""
        outcome = self.game.outcome(state)
        program = outcome is not None or self.game.program_to_move(state)
        mark = len(self.records)
        # As in the search: the estimate is used if the program is to move, or the opponent moved.
        if program or not mover:
            place = self._leaf(state, move, depth, at_most=goal.at_most)
            if goal.is_met(self.exact(place)):
                return place
            self._back_to(mark)
        if outcome is not None or plies == 0:
            return None
        place = self._inner(state, move, at_most=goal.at_most)
        by: list[int] = []
        one = goal.at_most == program
        for reply in self.game.moves(state):
            after = self.game.play(state, reply)
            found = self._search(after, reply, depth + 1, plies - 1, goal, mover=program)
            if found is None and not one:
                self._back_to(mark)
                return None
            if found is not None:
                by.append(found)
                if one:
                    break
        if not by:
            self._back_to(mark)
            return None
        return self._close(place, by)

    def _leaf(self, state: Any, move: Any, depth: int, *, at_most: bool) -> int:
        outcome = self.game.outcome(state)
        if outcome is None:
            h = Fraction(self.game.estimate(state))
        else:
            h = Fraction(0 if outcome == "win" else self.loss)
        place = self._inner(state, move, at_most=at_most)
        self.records[place] |= {
            "plies": number(h + depth),
            "outcome": outcome,
            "source": 0 if outcome is None else 1,
        }
        self._values[place] = h + depth
        return place

    def _inner(self, state: Any, move: Any, *, at_most: bool) -> int:
        self.records.append(
            {
                "move": plain(move),
                "position": self.game.show(state),
                "shows": "at most" if at_most else "at least",
            }
        )
        refuse_if_long(self.records)
        self._values.append(Fraction(0))
        if self.game.outcome(state) is None:
            turn = "program" if self.game.program_to_move(state) else "opponent"
            self.records[-1]["turn"] = turn
        else:
            self.records[-1]["turn"] = None
        return len(self.records) - 1

    def _close(self, place: int, by: list[int]) -> int:
        record = self.records[place]
        values = [self.exact(one) for one in by]
        self._values[place] = min(values) if record["turn"] == "program" else max(values)
        record |= {"plies": number(self._values[place]), "by": by}
        return place

    def _back_to(self, mark: int) -> None:
        del self.records[mark:], self._values[mark:]
