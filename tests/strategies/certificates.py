"""Certificates of every kind, made once, and ways to change one thing in them."""

import copy
from functools import cache

from hypothesis import strategies as st
from random_race import random_race
from small_tours import LITTLE

from provebest import ClassicSettings, GameBeliefs, ProbabilitySearch, ProbedBounds, run
from provebest.certificate.certify import certify
from provebest.certificate.certify_tours import certify_tour
from provebest.certificate.sealing import seal_of
from provebest.chess.explain.analysis import Settings, analyse
from provebest.games import CanonicalTree, TicTacToe
from provebest.problems import Tours
from provebest.search import BandwidthGameSearch, find_path_within
from provebest.search.intervals import interval_search
from provebest.search.probability.settings import Effort

ITALIAN = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
ENDGAME = "8/8/4k3/8/8/3QK3/8/8 w - - 0 1"
PAWNS = "4k3/1p6/8/8/8/8/PP6/4K3 w - - 0 1"
TO_AND_FRO = ("d3d4", "e6e7", "d4d3", "e7e6")
OPENED = (4, 0, 8, 1)


def tree():
    search = interval_search(CanonicalTree(3, 400, 2), "2DRM")
    run(search)
    return certify(search)


def tree_within_regret():
    search = interval_search(CanonicalTree(3, 400, 2), "GPN", regret=40)
    run(search)
    return certify(search)


def tic_tac_toe_bounds():
    search = interval_search(ProbedBounds(TicTacToe(opening=(4, 0, 1, 7))), "2DRM")
    run(search)
    return certify(search)


def tic_tac_toe_beliefs():
    search = ProbabilitySearch(
        GameBeliefs(TicTacToe(opening=(4, 0))), ClassicSettings(effort=Effort(20))
    )
    run(search)
    return certify(search)


def tic_tac_toe_proof():
    search = ProbabilitySearch(GameBeliefs(TicTacToe(opening=OPENED)))
    run(search)
    return certify(search)


def race_game():
    return random_race(3, e=2, d=1, loss_value=40)


def race(*, drop=False):
    search = BandwidthGameSearch(race_game(), 2, 1, loss_value=40, drop=drop)
    run(search)
    return certify(search)


def tour(**options):
    problem = Tours(LITTLE)
    e = options.pop("e", None)
    return certify_tour(problem, find_path_within(problem, e, **options), e=e)


def chess(fen, moves=(), *, chess960=False, **options):
    settings = Settings(**options)
    analysis = analyse(fen, moves, settings=settings, chess960=chess960, certificate=True)
    return analysis.certificate()


GAMES_OF_CHESS = ["the classic control in a game", "the modern control in a game"]
MAKERS = {
    "a canonical tree": tree,
    "a canonical tree within a regret": tree_within_regret,
    "B* on tic-tac-toe": tic_tac_toe_bounds,
    "probability-based B* on tic-tac-toe": tic_tac_toe_beliefs,
    "probability-based B* that proved": tic_tac_toe_proof,
    "a race": race,
    "a tour": lambda: tour(prove_optimal=True),
    "a tour with a declared error": lambda: tour(e="20"),
    "the classic control": lambda: chess(ITALIAN, control="classic", expansions=15, probe_depth=1),
    "the modern control": lambda: chess(ITALIAN, nodes=60_000),
    "the modern control that settled": lambda: chess(PAWNS, nodes=100_000),
    "the classic control in a game": lambda: chess(
        ENDGAME, TO_AND_FRO, control="classic", expansions=15, probe_depth=1
    ),
    "the modern control in a game": lambda: chess(ENDGAME, TO_AND_FRO, nodes=60_000),
}


@cache
def _made(name):
    return MAKERS[name]().as_json()


def made(name):
    """A certificate of this kind; a copy that may be changed."""
    return copy.deepcopy(_made(name))


def places(value, path=()):
    """The path of every number, word and truth value in it."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from places(inner, (*path, name))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from places(inner, (*path, number))
    else:
        yield path


def at(value, path):
    for step in path:
        value = value[step]
    return value


def put(value, path, new):
    at(value, path[:-1])[path[-1]] = new


def sealed_again(certificate):
    """The same with seals that fit, as a forger would send it."""
    for part in ("claim", "world"):
        certificate[part]["seal"] = seal_of(certificate[part])
    for part in ("sources", "nodes"):
        for record in certificate[part]:
            record["seal"] = seal_of(record)
    return certificate


def other(value):
    """Strategies for something else in this place."""
    if isinstance(value, bool):
        return st.just(not value)
    if isinstance(value, int | float):
        step = st.integers(-50, 50).filter(bool)
        return step.map(lambda by: value + by) | step.map(lambda by: value + by / 1000)
    if isinstance(value, str):
        letters = st.sampled_from("abcdefgh12345678")
        changed = st.tuples(st.integers(0, max(0, len(value) - 1)), letters)
        return changed.map(lambda c: value[: c[0]] + c[1] + value[c[0] + 1 :]).filter(
            lambda text: text != value
        )
    return st.just(0)
