"""Checks an interval proof: bounds of leaves are given, all others follow by minimax."""

from __future__ import annotations

import math
from dataclasses import fields
from fractions import Fraction
from typing import Any

from provebest.certificate.reading import (
    CertificateParts,
    Fields,
    Number,
    References,
    RefusedError,
    Shown,
    Work,
    exact,
    read_number,
)
from provebest.certificate.worlds import refuse_another
from provebest.games.checked import checked, root_of
from provebest.games.interval_trees import TreeSpec
from provebest.games.protocol import Game
from provebest.games.trees import IntervalTree
from provebest.vocabulary import BadInputError, at_most_text, number_text

MOST_DRAWS = 100
TURNS = ("max", "min")
UNKNOWN = object()  # the state of a game that was not given


class _Proof:
    """The records, and the game if it is known."""

    def __init__(self, parts: CertificateParts, game: Game[Any, Any] | None) -> None:
        self.sources, self.game, self.work = parts.sources, game, parts.work
        self.references = References(parts.nodes)
        self.count = len(parts.nodes)

    def arc(self, number: int, *, shows: str, moves: dict[int | str, Any]) -> tuple[Number, Any]:
        """Returns the bound of a root arc, recomputed from its leaves, and its move."""
        top = self._enter(number, moves, shows)
        waiting = [top]
        for node, state in waiting:  # grows during the loop
            waiting.extend(self._below(node, state, shows))
        for node, _ in reversed(waiting):  # children before their parents
            if node.has("by"):
                self._check_back_up(node)
        return top[0].number("value"), top[0].move("move")

    def _enter(self, number: int, moves: dict[int | str, Any], shows: str) -> tuple[Fields, Any]:
        """Returns a record with the state that its move leads to."""
        node = self.references.use(number)
        leaf = not node.has("by")
        known = ("id", "move", "position", "shows", "value")
        node.exactly(*known, *(("source",) if leaf else ("turn", "by", "of")))
        move, state = node.move("move"), UNKNOWN
        if self.game is not None:
            if move not in moves:
                node.refuse("move", f"{move!r} is not a move here, or is listed twice")
            state = moves.pop(move)
            if node.text("position") != self.game.show(state):
                node.refuse("position", f"the move leads to {self.game.show(state)!r}")
        if node.text("shows") != shows:
            node.refuse("shows", f"this part of the proof must show {shows!r}")
        return node, state

    def _below(self, node: Fields, state: Any, shows: str) -> list[tuple[Fields, Any]]:
        if not node.has("by"):
            self._check_leaf(node, state, shows)
            return []
        numbers, of = node.numbers_of("by", self.count), node.whole("of")
        moves: dict[int | str, Any] = {}
        if node.text("turn") not in TURNS:
            node.refuse("turn", f"should be one of {', '.join(TURNS)}")
        if self.game is not None:
            moves = after_moves(self.game, state, self.work)
            turn = "max" if self.game.max_to_move(state) else "min"
            if node.text("turn") != turn:
                node.refuse("turn", f"{turn} is to move here")
            if of != len(moves):
                node.refuse("of", f"there are {len(moves)} moves here")
        one = (shows == "at least") == (node.text("turn") == "max")
        if len(numbers) != (1 if one else of):
            needed = "one move" if one else f"all {of} moves"
            node.refuse("by", f"this bound needs {needed}, got {len(numbers)}")
        found = [self._enter(number, moves, shows) for number in numbers]
        if len({child.move("move") for child, _ in found}) < len(found):
            node.refuse("by", "two of these are the same move")
        return found

    def _check_back_up(self, node: Fields) -> None:
        values = [self.references.seen(n).number("value") for n in node.items("by")]
        value = max(values) if node.text("turn") == "max" else min(values)
        if node.number("value") != value:
            node.refuse("value", f"its moves give {number_text(value)}")

    def _check_leaf(self, node: Fields, state: Any, shows: str) -> None:
        node.number("value")
        if node.whole("source") >= len(self.sources):
            node.refuse("source", "there is no such source")
        if self.game is not None:
            bounds = self.game.bounds(state)
            bound = bounds.lo if shows == "at least" else bounds.hi
            if node.number("value") != exact(bound):
                node.refuse("value", f"the game says {number_text(bound)}")


def check_intervals(parts: CertificateParts, game: Game[Any, Any] | None) -> Shown:
    """Checks the bound of one arc and the opposite bounds of all others."""
    claim = parts.claim
    max_chooses = claim.has("at_least")
    names = ("at_least", "others_at_most") if max_chooses else ("at_most", "others_at_least")
    claim.exactly("move", *names, "proved", "best", "others", "moves", optional=("regret",))
    known, given = _world(parts.world, game, parts.state), _given(parts.sources)
    proof = _Proof(parts, None if known is None else known[0])
    others, count = claim.numbers_of("others", len(parts.nodes)), claim.whole("moves")
    moves: dict[int | str, Any] = {} if known is None else after_moves(*known, parts.work)
    if known is not None and known[0].max_to_move(known[1]) != max_chooses:
        claim.refuse(names[0], "the other side is to move at the root")
    if known is not None and count != len(moves):
        claim.refuse("moves", f"there are {len(moves)} moves")
    if count != len(others) + 1:
        claim.refuse("moves", f"{len(others) + 1} moves are shown")
    best = claim.whole("best")
    if best >= len(parts.nodes) or best in others:
        claim.refuse("best", "this record cannot belong to the best move")
    shows = ("at least", "at most") if max_chooses else ("at most", "at least")
    bound, move = proof.arc(best, shows=shows[0], moves=moves)
    rivals = [proof.arc(number, shows=shows[1], moves=moves) for number in others]
    if len({move, *(name for _, name in rivals)}) < count:
        claim.refuse("others", "two of these are the same move")
    proof.references.all_used()
    if claim.move("move") != move:
        claim.refuse("move", f"the record shows {move!r}")
    if claim.number(names[0]) != bound:
        claim.refuse(names[0], f"the records show {number_text(bound)}")
    strongest = max if max_chooses else min
    against = strongest((value for value, _ in rivals), default=None)
    if claim.number_or_none(names[1]) != against:
        claim.refuse(names[1], f"the records show {against}")
    proved = against is None or (bound >= against if max_chooses else bound <= against)
    if claim.flag("proved") != proved:
        claim.refuse("proved", "this does not follow from the two bounds")
    rest = "" if against is None else f", every other move {shows[1]} {number_text(against)}"
    worse = _regret(claim, bound, against, max_chooses=max_chooses)
    sentence = f"move {move} is worth {shows[0]} {number_text(bound)}{rest}{worse}"
    trust = () if known is not None else ("the moves and positions as stated",)
    return Shown(_about(parts.world, known), sentence, proved, (*given, *trust), len(parts.nodes))


def _about(world: Fields, known: tuple[Game[Any, Any], Any] | None) -> str:
    """The game and its position; of an artificial tree also what it is drawn from."""
    drawn = ""
    if known is not None and isinstance(known[0], IntervalTree):
        spec = known[0].spec
        drawn = f", width {spec.width}, seed {spec.seed_times} x + {spec.seed_plus}"
    return f"{world.text('game')}, {world.text('position')}{drawn}"


def _regret(claim: Fields, bound: Number, against: Number | None, *, max_chooses: bool) -> str:
    """Checks that a regret that is claimed is what the two bounds give, and says it."""
    if not claim.has("regret"):
        return ""
    regret: Number = Fraction(0)
    if against is not None and bound != against:  # equal infinities have no difference
        regret = max(regret, against - bound if max_chooses else bound - against)
    stated = claim.number("regret")
    if stated != regret:
        claim.refuse("regret", f"the two bounds give {number_text(regret)}")
    if stated == math.inf:
        return ", so nothing is known of its regret"
    return f", so it is at most {at_most_text(stated)} worse than any other"


def after_moves(game: Game[Any, Any], state: Any, work: Work) -> dict[int | str, Any]:
    """Returns every move as certificates write it, with the state that it leads to."""
    moves = game.moves(state)
    work.spend(len(moves) * (2 * max(4, game.spec.draws) if isinstance(game, IntervalTree) else 5))
    return {
        move if type(move) in (int, str) else str(move): game.play(state, move) for move in moves
    }


def _world(
    world: Fields, game: Game[Any, Any] | None, state: Any
) -> tuple[Game[Any, Any], Any] | None:
    """Returns the game, given or rebuilt from the certificate, and its start; None if unknown."""
    name = world.text("game")
    if name == "interval tree":
        world.exactly("game", "position", "tree", "bounds")
        stated = _tree(world)
        if game is not None and not (
            isinstance(game, IntervalTree)
            and game.spec == stated.spec
            and game.start() == stated.start()
        ):
            world.refuse("tree", "the certificate is about another tree than the given game")
        game = stated
    else:
        world.exactly("game", "position")
    if game is None:
        return None
    asked = checked(game)
    if name != "interval tree":
        refuse_another(world, game)
    root = root_of(asked, state)
    if world.text("position") != asked.show(root):
        world.refuse("position", f"the game begins with {asked.show(root)!r}")
    return asked, root


def _tree(world: Fields) -> IntervalTree:
    tree = world.record("tree")
    for field in fields(TreeSpec):
        wanted = bool if isinstance(field.default, bool) else int
        if field.name in tree.data and type(tree.data[field.name]) is not wanted:
            tree.refuse(field.name, f"is not {'true or false' if wanted is bool else 'whole'}")
    if tree.whole("draws") > MOST_DRAWS:
        tree.refuse("draws", f"a tree has at most {MOST_DRAWS} draws")
    bounds = [read_number(one, f"{world.place}.bounds") for one in world.items("bounds")]
    try:
        lo, hi = (int(bound) for bound in bounds)
        return IntervalTree(TreeSpec(**tree.data), lo, hi, native=False)
    except (TypeError, ValueError, OverflowError, BadInputError) as error:
        raise RefusedError(tree.place, f"not a valid tree: {error}") from None


def _given(sources: list[Fields]) -> tuple[str, ...]:
    sentences = []
    for source in sources:
        more = [f"{name} {value}" for name, value in source.data.items() if name in SHOWN_SETTINGS]
        sentences.append(", ".join([f"bounds of leaves: {source.text('prober')}", *more]))
    return tuple(sentences)


SHOWN_SETTINGS = ("depths", "margin")
