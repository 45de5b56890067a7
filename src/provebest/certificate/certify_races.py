"""The certificate of Harris's game search: a first move at most so many plies worse than the best.

Low is good for the program. The move chosen is shown to need at most v plies, which takes all
replies of the opponent and one move of the program; every other to need at least w, the other way
round. Who moves is asked at every position. With an estimate that is at most e too high and d too
low, the move is at most v - w + e + d plies worse than the best. What the search dropped is looked
at again.
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

LOOKED_AGAIN = 3
"""Plies that are looked into below a move that the search dropped."""


def certify_race(search: BandwidthGameSearch[Any, Any], move: Any) -> Certificate:
    """How much worse than the best this first move can be, by what the search has seen.

    Raises:
        NoCertificateError: where there is no such move, the mode makes no promise, or what the
            search dropped cannot be shown again: search with ``drop=False`` then.
    """
    root = search.root
    if search.mode == "alternating":
        raise NoCertificateError("alternating values promise nothing; search in another mode")
    if not root.program_to_move or move not in [son.move for son in root.sons]:
        raise NoCertificateError(
            f"{move!r} is not a move of the program that the search has looked at"
        )
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
    """What a record has to show."""

    bound: Fraction
    at_most: bool

    def is_kept(self, plies: Fraction) -> bool:
        return plies <= self.bound if self.at_most else plies >= self.bound


class _Writer:
    """Records, children before their parents' second half is known: numbers are given at once."""

    def __init__(self, game: CheckedRace[Any, Any], loss: int, depth: int) -> None:
        self.game, self.loss, self.depth = game, loss, depth
        self.records: list[Record] = []
        self._values: list[Fraction] = []

    def exact(self, place: int) -> Fraction:
        """What the record at this place shows, as a fraction."""
        return self._values[place]

    def top(self, node: RaceNode[Any, Any], *, at_most: bool) -> int:
        """The record of a node that the search has kept; its number."""
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
        """The record of a move that was dropped, from a new look that keeps the bound."""
        after = self.game.play(node.state, move)
        goal = _Goal(bound, at_most)
        depth = node.depth + 1 - self.depth
        found = self._look(after, move, depth, LOOKED_AGAIN, goal, mover=node.program_to_move)
        if found is None:
            raise NoCertificateError(
                "what was dropped cannot be shown again: search with drop=False"
            )
        return found

    def _look(
        self, state: Any, move: Any, depth: int, plies: int, goal: _Goal, *, mover: bool
    ) -> int | None:
        """A record that keeps the bound, from a new look so many plies deep; None if none does."""
        outcome = self.game.outcome(state)
        program = outcome is not None or self.game.program_to_move(state)
        mark = len(self.records)
        # As in the search: the estimate speaks if the program is to move, or nobody else has moved.
        if program or not mover:
            place = self._leaf(state, move, depth, at_most=goal.at_most)
            if goal.is_kept(self.exact(place)):
                return place
            self._back_to(mark)
        if outcome is not None or plies == 0:
            return None
        place = self._inner(state, move, at_most=goal.at_most)
        by: list[int] = []
        one = goal.at_most == program
        for reply in self.game.moves(state):
            after = self.game.play(state, reply)
            found = self._look(after, reply, depth + 1, plies - 1, goal, mover=program)
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
