"""What is certified holds; with one thing changed anywhere it is refused, with the place."""

import json
from contextlib import suppress
from dataclasses import fields
from fractions import Fraction

import chess as python_chess
import pytest
from certificates import (
    ENDGAME,
    GAMES_OF_CHESS,
    LITTLE,
    MAKERS,
    OPENED,
    at,
    chess,
    made,
    other,
    places,
    put,
    race,
    sealed_again,
    tour,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from random_race import random_race
from scripted_beliefs import Listed

from provebest import (
    BadInputError,
    ClassicSettings,
    PathSearch,
    ProbabilitySearch,
    ProbedBounds,
    run,
)
from provebest.certificate.certificate import NoCertificateError
from provebest.certificate.certify import certify
from provebest.certificate.check import check
from provebest.games import CanonicalTree, NestedTree, TicTacToe
from provebest.games.interval_trees import TreeSpec
from provebest.problems import SlidingTiles
from provebest.search import BandwidthGameSearch, Deepening
from provebest.search.intervals import interval_search
from provebest.search.pbstar import modern_search
from provebest.search.probability.settings import Effort

KINDS = list(MAKERS)
CHECKED = (
    "value",
    "real",
    "bound",
    "chance",
    "plies",
    "at_least",
    "turn",
    "moved",
    "side",
    "shows",
)

DECLARED = ("e", "d", "grouped")
GAMES = {
    "B* on tic-tac-toe": ProbedBounds(TicTacToe(opening=(4, 0, 1, 7))),
    "probability-based B* on tic-tac-toe": TicTacToe(opening=(4, 0)),
    "probability-based B* that proved": TicTacToe(opening=OPENED),
    "a race": random_race(3, e=2, d=1, loss_value=40),
}


@pytest.mark.parametrize("name", KINDS)
def test_what_is_written_holds_after_it_was_read_again(name):
    verdict = check(json.loads(MAKERS[name]().text()))

    assert verdict.holds, (verdict.place, verdict.problem)
    assert verdict.shown.records == len(made(name)["nodes"])


@settings(deadline=None, max_examples=60)
@given(st.data(), st.sampled_from(KINDS))
def test_one_thing_changed_anywhere_is_refused_with_the_place(data, name):
    certificate = made(name)
    path = data.draw(st.sampled_from(sorted(places(certificate), key=str)))
    put(certificate, path, data.draw(other(at(certificate, path))))

    if path == ("certificate",):
        with pytest.raises(BadInputError, match="not a certificate"):
            check(certificate)
        return
    verdict = check(certificate)
    assert not verdict.holds
    record = "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in path[:2])
    assert verdict.place.startswith(
        f"${record}" if path[0] in ("sources", "nodes") else f"$.{path[0]}"
    )


@settings(deadline=None, max_examples=60)
@given(st.data(), st.sampled_from(KINDS))
def test_what_follows_from_the_leaves_cannot_be_forged_even_with_new_seals(data, name):
    certificate = made(name)
    inner = [
        path
        for path in places(certificate)
        if path[0] == "nodes" and "by" in certificate["nodes"][path[1]] and path[2] in CHECKED
    ]
    claimed = [
        ("claim", key)
        for key in certificate["claim"]
        # The rule for replies is a declaration: where no two replies are alike, both say the same.
        if key not in ("seal", "stopped", "reason", "scale", "grouped")
        and not isinstance(certificate["claim"][key], list)
    ]
    path = data.draw(st.sampled_from([*inner, *claimed]))
    put(certificate, path, data.draw(other(at(certificate, path))))

    if path[-1] in DECLARED:
        return  # with another declaration another claim may follow, which is checked as well
    assert not check(sealed_again(certificate), game=GAMES.get(name)).holds


@settings(deadline=None, max_examples=40)
@given(
    st.data(), st.sampled_from(["a canonical tree", "a canonical tree within a regret", "a tour"])
)
def test_where_leaves_can_be_worked_out_again_no_number_can_be_forged(data, name):
    certificate = made(name)
    numbers = [
        path
        for path in places(certificate)
        if path[0] in ("nodes", "claim") and isinstance(at(certificate, path), int | float)
    ]
    path = data.draw(st.sampled_from(numbers))
    put(certificate, path, data.draw(other(at(certificate, path))))

    assert not check(sealed_again(certificate)).holds


NONSENSE = (
    None,
    True,
    -1,
    10**400,
    1e300,
    "x",
    "inf",
    "1/0",
    [],
    [[]],
    {},
    {"a": 1},
    [1, [2]],
    0.5,
)


@settings(deadline=None, max_examples=150)
@given(st.data(), st.sampled_from(KINDS), st.sampled_from(NONSENSE))
def test_nonsense_in_any_place_is_a_verdict_and_never_a_fault(data, name, nonsense):
    certificate = made(name)
    paths = sorted(places(certificate), key=str)
    path = data.draw(st.sampled_from([p for p in paths if p != ("certificate",)]))
    path = path[: data.draw(st.integers(1, len(path)))]  # a whole record, or something in it
    put(certificate, path, nonsense)
    if isinstance(certificate["claim"], dict) and isinstance(certificate["world"], dict):
        with suppress(TypeError, AttributeError, ValueError):  # where no record is left to seal
            sealed_again(certificate)

    assert check(certificate).holds in (True, False)


def test_a_record_left_out_is_missed():
    for name in KINDS:
        certificate = made(name)
        for record in certificate["nodes"]:
            if len(record.get("by", [])) > 1:
                record["by"].pop()
                break
        else:
            certificate["nodes"].pop()
        assert not check(sealed_again(certificate)).holds


def test_no_record_may_rest_on_itself():
    certificate = made("the classic control")
    inner = next(record for record in certificate["nodes"] if "by" in record)
    below = certificate["nodes"][inner["by"][0][1]]
    assert below is not inner

    inner["by"][0][1] = inner["id"]

    assert not check(sealed_again(certificate)).holds


@settings(deadline=None, max_examples=25)
@given(
    st.integers(2, 4),
    st.sampled_from([50, 400]),
    st.integers(1, 60),
    st.sampled_from(["2DRM", "ADM", "GPN", "DB"]),
)
def test_every_proof_of_b_star_is_certified(width, range_, iteration, strategy):
    search = interval_search(CanonicalTree(width, range_, iteration), strategy)
    result = run(search)

    verdict = check(certify(search).as_json())

    assert verdict.holds
    assert verdict.shown.proved == result.proved


def test_only_what_the_claim_needs_is_written():
    search = interval_search(CanonicalTree(5, 1600, 2), "2DRM")
    run(search)

    assert len(certify(search).nodes) < search.stored() / 3


def test_castling_in_either_chess_is_a_legal_move():
    shuffled = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
    usual = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1"
    small = {"control": "classic", "expansions": 3, "probe_depth": 1}

    assert check(chess(shuffled, chess960=True, **small).as_json()).holds
    some = chess(usual, only=("e1g1", "e1c1", "d2d1"), **small)
    assert check(some.as_json()).holds
    assert len(some.claim["others"]) == 2


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 200), st.booleans())
def test_the_move_of_a_race_is_as_near_the_best_as_its_certificate_says(seed, drop):
    game = random_race(seed, e=2, d=1, loss_value=40)
    search = BandwidthGameSearch(game, 2, 1, loss_value=40, drop=drop, prolong_losses=False)
    run(search)
    try:
        certificate = certify(search).as_json()
    except NoCertificateError:
        refused = True
    else:
        refused = False
    assert drop or not refused
    if refused:
        return

    assert check(certificate, game=game).holds
    values = {str(move): game.true_value[move] for move in game.moves(game.start())}
    worse = values[str(certificate["claim"]["move"])] - min(values.values())
    assert worse <= Fraction(certificate["claim"]["within"])


def test_the_game_itself_is_asked_where_it_is_given():
    certificate = made("B* on tic-tac-toe")
    game = ProbedBounds(TicTacToe(opening=(4, 0, 1, 7)))

    assert check(certificate, game=game).holds
    leaf = next(record for record in certificate["nodes"] if "source" in record)
    leaf["position"] += "?"
    assert "leads to" in check(sealed_again(certificate), game=game).problem
    assert not check(made("a race"), game=random_race(4, e=2, d=1, loss_value=40)).holds


def test_a_tour_is_certified_by_the_matrix_alone():
    optimal = check(tour(prove_optimal=True).as_json()).shown
    first = tour()

    assert optimal.proved
    assert "at most 0 above" in optimal.claim
    assert "nothing but the matrix" in optimal.given[0]
    claim = first.claim
    assert Fraction(claim["at_most_above"]) == claim["cost"] - Fraction(claim["optimum_at_least"])
    certificate = first.as_json()
    certificate["world"]["matrix"][2][5] = LITTLE[2][5] + 9
    assert not check(sealed_again(certificate)).holds


def test_a_line_that_repeats_a_position_is_a_draw_in_the_certificate():
    certificate = chess(ENDGAME, control="classic", expansions=60, probe_depth=1).as_json()
    repeated = [record for record in certificate["nodes"] if record.get("source") == 3]

    assert check(certificate).holds
    assert repeated
    assert all(record["real"] == 0 for record in repeated)


def test_a_move_back_to_a_position_of_the_game_is_a_draw_and_needs_the_moves():
    certificate = made("the classic control in a game")
    place = next(n for move, n in certificate["claim"]["others"] if move == "d3d4")
    back = certificate["nodes"][place]
    assert (back["source"], back["real"], back["over"]) == (3, 0, True)
    assert check(certificate).holds

    del certificate["world"]["moves"]
    verdict = check(sealed_again(certificate))

    assert not verdict.holds
    assert verdict.place == f"$.nodes[{place}].source"


def test_positions_before_the_root_of_any_game_are_taken_as_stated():
    moves = {"root": "ab", "a": "c", "c": ["root", "past"], "b": "d"}
    real = {"a": 10, "b": 0, "c": -5, "root": 77, "past": 88, "d": 0}
    world = Listed(moves, real, {"a": 90, "b": 80})
    search = ProbabilitySearch(world, ClassicSettings(effort=Effort(9)), history=["past"])
    run(search)
    certificate = certify(search).as_json()

    verdict = check(certificate)
    assert verdict.holds, (verdict.place, verdict.problem)
    assert certificate["world"]["before"] == ["past"]
    assert any("before the root" in given for given in verdict.shown.given)
    for forged in (["other"], [], [3]):
        certificate["world"]["before"] = forged
        assert not check(sealed_again(certificate)).holds


@settings(deadline=None, max_examples=60)
@given(st.data(), st.sampled_from(GAMES_OF_CHESS))
def test_another_move_in_the_game_is_refused_even_with_new_seals(data, name):
    certificate = made(name)
    moves = certificate["world"]["moves"]
    number = data.draw(st.integers(0, len(moves) - 1))
    board = python_chess.Board(ENDGAME)
    for move in moves[:number]:
        board.push_uci(move)
    legal = [move.uci() for move in board.legal_moves if move.uci() != moves[number]]
    strange = ["0000", "e2e4", "d3d3", "x", 7, None, ["d3d4"]]
    put(certificate, ("world", "moves", number), data.draw(st.sampled_from([*legal, *strange])))

    verdict = check(sealed_again(certificate))

    assert not verdict.holds
    if certificate["world"]["moves"][number] in strange:
        assert verdict.place == f"$.world.moves[{number}]"


def test_a_certificate_from_a_bare_position_may_leave_the_moves_out():
    certificate = made("the classic control")
    assert certificate["world"].pop("moves") == []

    assert check(sealed_again(certificate)).holds


@pytest.mark.parametrize("name", ["0000", "e8h8"])
def test_no_pass_and_no_second_name_takes_the_place_of_a_move(name):
    castles = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1"
    certificate = chess(castles, control="classic", expansions=8, probe_depth=1).as_json()
    assert check(certificate).holds
    replies = (
        (record["id"], number, pair)
        for record in certificate["nodes"]
        for number, pair in enumerate(record.get("by", []))
        if pair[0] == "e8g8"
    )
    at_node, number, castling = next(replies)

    castling[0] = name

    assert check(sealed_again(certificate)).place == f"$.nodes[{at_node}].by[{number}]"


def test_what_cannot_be_certified_says_why():
    def refusal(search):
        run(search)
        with pytest.raises(NoCertificateError) as error:
            certify(search)
        return str(error.value)

    assert "discards parts of its tree" in refusal(interval_search(CanonicalTree(3, 100, 1), "DF"))
    assert "contradict" in refusal(
        interval_search(
            NestedTree(
                [
                    {"bounds": [5, 6], "children": [1, 2]},
                    {"bounds": [0, 5.5], "children": [5.5, 5.5]},
                ]
            ),
            "2DRM",
        )
    )
    with pytest.raises(BadInputError, match="a str cannot be certified"):
        certify("a search")
    for search, why in [
        (Deepening(TicTacToe(), 2), "keeps no tree; use bstar"),
        (modern_search(TicTacToe()), "the modern control keeps no tree"),
        (PathSearch(SlidingTiles("216408753")), "checked by following it"),
    ]:
        with pytest.raises(BadInputError, match=why):
            certify(search)
    with pytest.raises(NoCertificateError, match="no rival"):
        chess("7k/5K2/8/8/8/8/8/6R1 b - - 0 1", control="classic", expansions=5, probe_depth=1)
    assert race(drop=False).nodes


@pytest.mark.parametrize("nonsense", [None, 3, [], {}, {"certificate": "other"}])
def test_what_is_no_certificate_is_bad_input(nonsense):
    with pytest.raises(BadInputError, match="not a certificate"):
        check(nonsense)


@pytest.mark.parametrize("name", [field.name for field in fields(TreeSpec)])
@pytest.mark.parametrize("odd", ["7", 7.5, None, [7], {}])
def test_a_tree_of_wrong_types_is_refused(name, odd):
    certificate = made("a canonical tree")
    certificate["world"]["tree"][name] = odd

    verdict = check(sealed_again(certificate))
    assert not verdict.holds
    assert verdict.place == f"$.world.tree.{name}"
