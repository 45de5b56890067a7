"""Property: the certificate of a race holds whoever moves, and a changed one is refused.

Oracle: plain minimax of races in which either side may move several times in a row.
"""

import copy
from fractions import Fraction

import pytest
from certificates import at, other, places, put, sealed_again
from hypothesis import assume, given
from hypothesis import strategies as st
from random_turns import WrittenRace, random_turns, true_plies

from provebest.certificate.certificate import NoCertificateError
from provebest.certificate.certify import certify
from provebest.certificate.check import check
from provebest.search import BandwidthGameSearch
from provebest.vocabulary import Limits, run

N = 60
BANDS = [(1, 0), (0, 1), (2, 1), (1, 2), (0, 0), (4, 4)]
RACES = {
    "seed": st.integers(0, 10**6),
    "band": st.sampled_from(BANDS),
    "alternate": st.booleans(),
    "mode": st.sampled_from(["plain", "dual"]),
    "drop": st.booleans(),
    "expanded": st.integers(1, 9) | st.none(),
}


def searched(seed, band, *, alternate, mode, drop, expanded):
    e, d = band
    race = random_turns(seed, e, d, N, alternate=alternate)
    search = BandwidthGameSearch(race, e, d, loss_value=N, mode=mode, drop=drop)
    run(search, Limits(expanded=expanded))
    return race, search


def certified(search):
    """The certificate as JSON; None if what was dropped cannot be shown again."""
    try:
        return certify(search).as_json()
    except NoCertificateError:
        return None


@given(**RACES)
def test_every_certificate_of_a_race_holds_and_says_what_is_true(seed, band, drop, **settings):
    race, search = searched(seed, band, drop=drop, **settings)
    assume(race.program_to_move(0))
    certificate = certified(search)
    if certificate is None:
        assert drop
        return
    verdict = check(certificate, game=race)

    assert verdict.holds, (verdict.place, verdict.problem)
    claim = certificate["claim"]
    true = {move: 1 + true_plies(race, N, move) for move in race.moves(0)}
    assert true[claim["move"]] - min(true.values()) <= Fraction(claim["within"])


@given(data=st.data(), **RACES)
def test_a_changed_certificate_of_a_race_is_refused_even_with_new_seals(data, seed, band, **rest):
    race, search = searched(seed, band, **rest)
    assume(race.program_to_move(0))
    certificate = certified(search)
    assume(certificate is not None)
    changed = copy.deepcopy(certificate)
    parts = [
        path
        for path in places(certificate)
        if path[0] in ("nodes", "claim") and path[-1] not in ("seal", "e", "d")
    ]
    path = data.draw(st.sampled_from(parts))
    put(changed, path, data.draw(other(at(certificate, path))))

    assert not check(sealed_again(changed), game=race).holds


@pytest.mark.parametrize("which", ["program", "opponent"])
def test_a_turn_that_the_game_denies_is_refused(which):
    race, search = searched(7, (1, 1), alternate=False, mode="plain", drop=False, expanded=None)
    certificate = certified(search)
    node = next(node for node in certificate["nodes"] if node["turn"] == which)
    node["turn"] = {"program": "opponent", "opponent": "program"}[which]
    verdict = check(sealed_again(certificate), game=race)

    assert not verdict.holds
    assert verdict.problem == f"the game says {which}"


def one_ply(*, program):
    """Two moves, the first a win and the second a loss."""
    race = WrittenRace([[1, 2], [], []], [program, True, True], {1: "win", 2: "loss"})
    race.estimates = {0: 1}
    return race


def test_a_first_move_of_the_opponent_is_not_certified_as_one_of_the_program():
    search = BandwidthGameSearch(one_ply(program=True), 0, 0, loss_value=N)
    run(search)
    certificate = certify(search).as_json()

    assert check(certificate, game=one_ply(program=True)).holds
    verdict = check(certificate, game=one_ply(program=False))
    assert not verdict.holds
    assert verdict.problem == "the game says that the opponent is to move here"


def test_a_leaf_where_the_game_is_over_has_nobody_to_move():
    search = BandwidthGameSearch(one_ply(program=True), 0, 0, loss_value=N)
    run(search)
    certificate = certify(search).as_json()
    certificate["nodes"][0]["turn"] = "program"
    verdict = check(sealed_again(certificate))

    assert not verdict.holds
    assert verdict.place == "$.nodes[0].turn"


def test_a_certificate_of_a_later_state_is_checked_from_there():
    race = random_turns(7, 1, 1, N)
    later = next(
        node
        for node in range(1, len(race.sons))
        if race.outcome(node) is None and race.program_to_move(node)
    )
    search = BandwidthGameSearch(race, 1, 1, loss_value=N, state=later, drop=False)
    run(search)
    certificate = certify(search).as_json()

    assert not check(certificate, game=race).holds
    verdict = check(certificate, game=race, state=later)
    assert verdict.shown.records == len(certificate["nodes"])
