"""Forgeries of true certificates, and what is true by an oracle too simple to be wrong.

A forger changes one thing anywhere, and seals the certificate again. What a check then says "holds"
of must be true: of a game by minimax to its end, of a tour by trying all of them, of chess because
the claim is still the one that the search made.
"""

import copy
import random
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations

from certificates import MAKERS, OPENED, made, race_game, sealed_again
from small_tours import LITTLE

from provebest import BadInputError, ProbedBounds, run
from provebest.certificate.certify import certify
from provebest.certificate.check import check
from provebest.chess.explain.recheck import recheck
from provebest.games import NestedTree, TicTacToe
from provebest.problems import Tours
from provebest.search.intervals import interval_search

CHESS = [name for name in MAKERS if "control" in name]
NONSENSE = [None, True, -1, 10**40, 1e300, 2.0, "x", "inf", "1/0", [], [[]], {}, {"a": 1}, [1, [2]]]
FREE = {"stopped", "reason", "seal"}
"""What a claim says of the course of the search; no answer depends on it."""


def a_tree(seed=3):
    chance = random.Random(seed)

    def grow(depth):
        if depth == 0:
            return chance.randint(-9, 9)
        return [grow(depth - 1) for _ in range(3)]

    return NestedTree(grow(4))


def tree_proof(**options):
    search = interval_search(a_tree(), "GPN" if options else "2DRM", **options)
    run(search)
    return certify(search).as_json()


@cache
def _original(name):
    if name == "a written tree":
        return tree_proof()
    if name == "a written tree within a regret":
        return tree_proof(regret=3)
    return made(name)


GAMES = {
    "a written tree": a_tree(),
    "a written tree within a regret": a_tree(),
    "B* on tic-tac-toe": ProbedBounds(TicTacToe(opening=(4, 0, 1, 7))),
    "probability-based B* on tic-tac-toe": TicTacToe(opening=(4, 0)),
    "probability-based B* that proved": TicTacToe(opening=OPENED),
    "a race": race_game(),
    "a tour": Tours(LITTLE),
    "a tour with a declared error": Tours(LITTLE),
}
KINDS = [*GAMES, *CHESS]


def original(name):
    return copy.deepcopy(_original(name))


def values(game, state):
    """The value of every move, by minimax to the end."""

    def value(at):
        moves = game.moves(at)
        if not moves:
            return game.bounds(at).lo if isinstance(game, NestedTree) else game.value(at)
        pick = max if game.max_to_move(at) else min
        return pick(value(game.play(at, move)) for move in moves)

    return {move: value(game.play(state, move)) for move in game.moves(state)}


@cache
def true_values(name):
    game = GAMES[name]
    if isinstance(game, ProbedBounds):
        game = game.game
    return values(game, game.start()), game.max_to_move(game.start())


def is_true_of_a_game(name, claim):
    worth, maximises = true_values(name)
    sign = 1 if maximises else -1
    own = sign * worth[claim["move"]]
    others = max((sign * one for move, one in worth.items() if move != claim["move"]), default=own)
    if claim["proved"] and own < others:
        return False
    if "regret" in claim and Fraction(claim["regret"]) < others - own:
        return False
    least, most = claim.get("at_least"), claim.get("others_at_most")
    if not maximises:
        least, most = claim.get("at_most"), claim.get("others_at_least")
    if least is None:
        return True  # a claim of beliefs, whose values are not facts
    return own >= sign * Fraction(least) and others <= sign * Fraction(most)


def is_true_of_a_race(claim):
    game = GAMES["a race"]
    worth = {son: game.true_value[son] for son in game.sons[0]}
    if Fraction(claim["e"]) < 2 or Fraction(claim["d"]) < 1:
        return True  # with a declaration that is false anything may follow
    return worth[claim["move"]] - min(worth.values()) <= Fraction(claim["within"])


@cache
def cheapest():
    tours = ((0, *order, 0) for order in permutations(range(1, len(LITTLE))))
    return min(sum(LITTLE[a][b] for a, b in pairwise(tour)) for tour in tours)


def is_true_of_a_tour(claim, certificate):
    tour = [city - 1 for city in claim["tour"]]
    cost = sum(LITTLE[a][b] for a, b in pairwise([*tour, tour[0]]))
    given = certificate["sources"][0]["e"]
    if given is not None and Fraction(given) < 20:
        return True  # a declaration that may be false
    return (
        sorted(tour) == list(range(len(LITTLE)))
        and cost == Fraction(claim["cost"])
        and cheapest() >= Fraction(claim["optimum_at_least"])
        and (not claim["proved"] or cost == cheapest())
    )


def is_true(name, certificate):
    claim = certificate["claim"]
    if name in CHESS:
        before = original(name)["claim"]
        return {k: v for k, v in claim.items() if k not in FREE} == {
            k: v for k, v in before.items() if k not in FREE
        }
    if name == "a race":
        return is_true_of_a_race(claim)
    if name.startswith("a tour"):
        return is_true_of_a_tour(claim, certificate)
    return is_true_of_a_game(name, claim)


def verdict(name, certificate):
    """Whether a check, and all its questions where probes are claimed, say that it holds."""
    held = check(certificate, game=GAMES.get(name))
    assert held.holds or (held.place and held.problem)
    if not held.holds or name not in CHESS:
        return held.holds
    try:
        return recheck(certificate, 10**6).agrees
    except BadInputError:  # a prober that there is not
        return False


def _places(value, path=()):
    if isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in pairs:
            if key != "seal":
                yield (*path, key)
                yield from _places(inner, (*path, key))


def _at(value, path):
    for step in path:
        value = value[step]
    return value


def _other(chance, value, alike):
    """Something else for this place: nonsense, a little more or less, or from elsewhere."""
    how = chance.random()
    if how < 0.15:
        return chance.choice(NONSENSE)
    if isinstance(value, bool):
        return not value
    if isinstance(value, list) and value and how < 0.7:
        new = list(value)
        place = chance.randrange(len(new))
        match chance.randrange(4):
            case 0:
                del new[place]
            case 1:
                new.insert(place, chance.choice(new))
            case 2:
                other = chance.randrange(len(new))
                new[place], new[other] = new[other], new[place]
            case _:
                new[place] = chance.choice(alike)
        return new
    if isinstance(value, int | float) and how < 0.6:
        return value + chance.choice([-1, 1, -30, 30, 0.5, -0.001, 10**9])
    return chance.choice(alike)


def forged(name, chance):
    """A certificate of this kind with one thing changed and new seals; None if it is as before."""
    certificate = original(name)
    places = list(_places({k: certificate[k] for k in ("claim", "world", "sources", "nodes")}))
    path = chance.choice([one for one in places if len(one) > 1])
    alike = [_at(certificate, one) for one in places if one[-1] == path[-1] and len(one) > 1]
    before = copy.deepcopy(_at(certificate, path))
    new = copy.deepcopy(_other(chance, before, alike))
    if chance.random() < 0.05 and isinstance(_at(certificate, path[:-1]), dict):
        del _at(certificate, path[:-1])[path[-1]]
    elif new == before and type(new) is type(before):
        return None
    else:
        _at(certificate, path[:-1])[path[-1]] = new
    try:
        return sealed_again(certificate)
    except (TypeError, ValueError, AttributeError):
        return None  # no record is left to be sealed


def outcome(name, seed):
    """What a check makes of a forgery: "unchanged", "refused", "still true", or "false" if it
    believes what is not so."""
    certificate = forged(name, random.Random(f"{name} {seed}"))
    if certificate is None:
        return "unchanged"
    if not verdict(name, certificate):
        return "refused"
    return "still true" if is_true(name, certificate) else "false"
