"""Checks how many plies worse than the best a first move can be, in Harris's game search."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from provebest.certificate.reading import (
    CertificateParts,
    Fields,
    References,
    RefusedError,
    Shown,
    Work,
)
from provebest.certificate.worlds import refuse_another
from provebest.games.checked_race import CheckedRace, checked_race
from provebest.games.race import RaceGame
from provebest.vocabulary import number_text

Moves = dict[int | str, Any]


class _Proof:
    """The records, and the game if it is given."""

    def __init__(self, parts: CertificateParts, game: CheckedRace[Any, Any] | None) -> None:
        self.game, self.loss = game, parts.world.whole("loss")
        self.references = References(parts.nodes)
        self.count, self.work = len(parts.nodes), parts.work

    def shown(self, number: int, shows: str, moves: Moves, depth: int) -> tuple[Fraction, Any]:
        """Returns the plies of a record, recomputed from its leaves, and its move."""
        node = self.references.use(number)
        leaf = not node.has("by")
        known = ("id", "move", "position", "shows", "turn", "plies")
        node.exactly(*known, *(("outcome", "source") if leaf else ("by",)))
        move, state = node.move("move"), None
        if self.game is not None:
            if move not in moves:
                node.refuse("move", f"{move!r} is not a move here, or is listed twice")
            state = moves.pop(move)
            self._check_position(node, state)
        if node.text("shows") != shows:
            node.refuse("shows", f"this part of the proof must show {shows!r}")
        below = None if leaf else self._back_up(node, state, shows, depth)
        value = self._leaf(node, state, depth) if below is None else below
        if node.number("plies") != value:
            node.refuse("plies", f"should be {number_text(value)}")
        return value, move

    def _back_up(self, node: Fields, state: Any, shows: str, depth: int) -> Fraction:
        turn, numbers = node.text("turn"), node.numbers_of("by", self.count)
        if turn not in ("program", "opponent"):
            node.refuse("turn", "should be program or opponent")
        moves = _after(self.game, state, self.work)
        one = (shows == "at most") == (turn == "program")
        wanted = 1 if one else len(moves) if self.game is not None else max(1, len(numbers))
        if len(numbers) != wanted:
            node.refuse("by", f"this needs {wanted} moves, got {len(numbers)}")
        found = [self.shown(number, shows, moves, depth + 1) for number in numbers]
        if len({move for _, move in found}) < len(found):
            node.refuse("by", "two of these are the same move")
        values = [value for value, _ in found]
        return min(values) if turn == "program" else max(values)

    def _leaf(self, node: Fields, state: Any, depth: int) -> Fraction:
        outcome, stated = node.text_or_none("outcome"), node.number("plies")
        if isinstance(stated, float):
            node.refuse("plies", "should be finite")
        if outcome not in (None, "win", "loss"):
            node.refuse("outcome", "should be win, loss or null")
        if node.whole("source") != (0 if outcome is None else 1):
            node.refuse("source", "does not match the outcome")
        if (node.text_or_none("turn") is None) != (outcome is not None):
            node.refuse("turn", "should be null if and only if the game is over")
        if outcome is not None:
            return Fraction(depth + (0 if outcome == "win" else self.loss))
        if self.game is not None:
            return Fraction(self.game.estimate(state)) + depth
        if stated < depth:
            node.refuse("plies", f"should be at least {depth}, the plies played")
        return stated

    def _check_position(self, node: Fields, state: Any) -> None:
        game = self.game
        if game is None:
            return
        if node.text("position") != game.show(state):
            node.refuse("position", f"the move leads to {game.show(state)!r}")
        outcome = game.outcome(state)
        if not node.has("by") and node.text_or_none("outcome") != outcome:
            node.refuse("outcome", f"the game says {outcome}")
        turn = None
        if outcome is None:
            turn = "program" if game.program_to_move(state) else "opponent"
        if node.text_or_none("turn") != turn:
            node.refuse("turn", f"the game says {turn}")


def check_race(parts: CertificateParts, given: RaceGame[Any, Any] | None) -> Shown:
    """Checks that the first move is at most ``within`` plies worse than the best, given e and d."""
    game = None if given is None else checked_race(given)
    claim, world = parts.claim, parts.world
    claim.exactly(
        "move",
        "at_most",
        "others_at_least",
        "within",
        "e",
        "d",
        "proved",
        "best",
        "others",
        "moves",
    )
    world.exactly("game", "position", "loss")
    start = None if game is None else game.begin(parts.state)
    if game is not None:
        refuse_another(world, given)
        _check_start(world, game, start)
    proof = _Proof(parts, game)
    moves = _after(game, start, parts.work)
    others, count = claim.numbers_of("others", len(parts.nodes)), claim.whole("moves")
    if count != len(others) + 1 or (game is not None and count != len(moves)):
        claim.refuse("moves", "some moves are missing")
    best = claim.whole("best")
    if best >= len(parts.nodes) or best in others:
        claim.refuse("best", "this record cannot belong to the best move")
    most, move = proof.shown(best, "at most", moves, 1)
    rivals = [proof.shown(number, "at least", moves, 1) for number in others]
    if len({move, *(name for _, name in rivals)}) < count:
        claim.refuse("others", "two of these are the same move")
    proof.references.all_used()
    _check_claim(claim, move, most, min((value for value, _ in rivals), default=None))
    within, e, d = (claim.number(name) for name in ("within", "e", "d"))
    sentence = f"move {move} is at most {number_text(within)} plies worse than the best"
    declared = f"estimates are at most {number_text(e)} plies too high, {number_text(d)} too low"
    trust = "the game's own estimates" if game else "moves and estimates as stated"
    about = f"{world.text('game')}, {world.text('position')}"
    return Shown(about, sentence, claim.flag("proved"), (declared, trust), len(parts.nodes))


def _check_start(world: Fields, game: CheckedRace[Any, Any], start: Any) -> None:
    if world.text("position") != game.show(start):
        world.refuse("position", f"the game starts with {game.show(start)!r}")
    if game.outcome(start) is not None:
        world.refuse("position", "the game says that it is over here")
    if not game.program_to_move(start):
        world.refuse("position", "the game says that the opponent is to move here")


def _check_claim(claim: Fields, move: int | str, most: Fraction, least: Fraction | None) -> None:
    if claim.move("move") != move:
        claim.refuse("move", f"the record shows {move!r}")
    if claim.number("at_most") != most:
        claim.refuse("at_most", f"the records show {number_text(most)}")
    if claim.number_or_none("others_at_least") != least:
        claim.refuse("others_at_least", f"the records show {least}")
    e, d = claim.number("e"), claim.number("d")
    if min(e, d) < 0:
        raise RefusedError(f"{claim.place}.e", "errors are 0 or more")
    within = Fraction(0) if least is None else max(Fraction(0), most - least + e + d)
    if claim.number("within") != within:
        claim.refuse("within", f"should be {number_text(within)}")
    if claim.flag("proved") != (within == 0):
        claim.refuse("proved", "should be true if and only if within is 0")


def _after(game: CheckedRace[Any, Any] | None, state: Any, work: Work) -> Moves:
    if game is None:
        return {}
    moves = game.moves(state)
    work.spend(5 * len(moves))
    return {
        move if type(move) in (int, str) else str(move): game.play(state, move) for move in moves
    }
