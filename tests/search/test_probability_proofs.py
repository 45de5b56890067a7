"""What probability-based B* calls proved rests on sure bounds alone; so do its certificates."""

import copy
import math

import pytest
from certificates import at, places, put, sealed_again
from graph_games import GraphGame, random_graph
from scripted_beliefs import Listed

import provebest as pb
from provebest.argument.parts import Kind
from provebest.certificate.certificate import NoCertificateError
from provebest.certificate.certify import certify
from provebest.certificate.check import check
from provebest.chess.explain.analysis import Settings, analyse
from provebest.search.probability.beliefs import Belief
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.node import Node
from provebest.search.probability.settings import ClassicSettings, Effort
from provebest.search.probability.sure_bounds import SureBounds
from provebest.vocabulary import Stopped, run

TURN = {"root": "max", "a": "min", "b": "min"} | dict.fromkeys("cdefgh", "max")
SEPARATED = GraphGame(
    {"root": "ab", "a": "cd", "b": "ef", "c": "g", "d": "g", "e": "h", "f": "h"},
    TURN,
    {"a": 5, "b": 1, "c": 5, "d": 6, "e": 1, "f": 2, "g": 6, "h": 0},
    {"a": (4, 9), "b": (-3, 4), "c": (4, 9), "d": (4, 9), "e": (-9, 4), "f": (-9, 9)},
)


HOPING = GraphGame(
    SEPARATED.after,
    TURN,
    SEPARATED.worth,
    passed=dict.fromkeys("abcdef", "g") | {"b": "f", "e": "f", "f": "f"},
)
"""The same without bounds; what a pass gives is no bound at all."""


def searched(game, **how):
    search = ProbabilitySearch(pb.GameBeliefs(game, 0), ClassicSettings(effort=Effort(30)), **how)
    return search, run(search)


def test_bounds_of_the_game_prove_a_choice_and_the_argument_tells_them():
    _, result = searched(SEPARATED)

    assert (result.move, result.stopped) == (0, Stopped.PROVED)
    assert result.reason.endswith("proved, given these bounds")
    assert (result.moves[0].bounds[0], result.moves[1].bounds[1]) == (4, 4)
    argument = result.argument
    assert "proved given these bounds" in str(argument)
    assert (argument.claim.at_least, argument.rivals[0].kind) == (4, Kind.PROVED)
    assert (argument.rivals[0].value, argument.rivals[0].at_most) == (4, True)


def test_a_hope_is_no_bound_wherever_it_comes_from():
    """By a pass b hopes for 2 at most, and nobody hopes to bring a below that: nobody vouches."""
    _, result = searched(HOPING)

    assert result.moves[1].hope <= result.moves[0].fear
    assert not result.proved
    assert {move.bounds for move in result.moves} == {None}


def test_bounds_that_may_be_false_prove_nothing():
    game = copy.copy(SEPARATED)
    game.bounds_may_be_false = True

    assert not searched(game)[1].proved
    assert not run(ProbabilitySearch(pb.GameBeliefs(SEPARATED, 0, sure=False))).proved


def test_nothing_is_proved_where_positions_before_the_root_count():
    search, result = searched(SEPARATED, history=["elsewhere"])

    assert not result.proved
    certificate = certify(search).as_json()
    assert not certificate["claim"]["proved"]
    assert check(certificate, game=SEPARATED).holds


def test_a_repetition_is_a_draw_by_policy_and_not_for_sure():
    """b leads back to the root, which is counted as a draw; its true worth is that of a, -5."""
    turn = {"root": "max", "a": "min", "b": "max", "x": "max"}
    game = GraphGame(
        {"root": "ab", "a": "x", "b": ["root"]},
        turn,
        {"root": 0, "a": -5, "b": 0, "x": -5},
        {"root": (-9, 9), "a": (-9, 9), "b": (-9, 9)},
    )
    search, result = searched(game)

    assert (result.move, result.value) == (1, 0)
    assert not result.proved
    assert not certify(search).as_json()["claim"]["proved"]


def test_bounds_that_contradict_each_other_are_said_to_be_false():
    """Nothing below a is worth more than 2, and a was said to be worth 4 at least."""
    game = copy.copy(SEPARATED)
    game.sure = {**SEPARATED.sure, "c": (0, 2), "a": (4, 9)}
    game.worth = {**SEPARATED.worth, "g": 2}
    search, result = searched(game)

    assert result.stopped is Stopped.BOUNDS_FALSE
    assert result.reason.endswith("the game's bounds contradict each other, so nothing is proved")
    with pytest.raises(NoCertificateError, match="contradict"):
        certify(search)


def test_bounds_that_are_not_nested_are_not_accused():
    """What is said of a position and what its moves say hold together: 4 to 5, here."""
    game = copy.copy(SEPARATED)
    game.sure = {**SEPARATED.sure, "a": (4, 9), "c": (-9, 5), "d": (0, 99)}
    game.worth = {**SEPARATED.worth, "g": 5}
    search, result = searched(game)

    assert result.stopped is Stopped.PROVED
    assert check(certify(search).as_json(), game=game).holds


def test_a_win_seen_at_the_horizon_is_a_win_but_not_sure_to_be_worth_its_estimate():
    """a is called won, with 10; its moves are won with 9. b is worth 9.5, and more than a."""
    game = GraphGame(
        {"root": "ab", "a": "cd"},
        TURN,
        {"a": 10, "b": 9.5, "c": 9, "d": 9},
        {"a": (-99, 99)},
    )
    game.least_win = 9
    search, result = searched(game)

    assert result.move == 0
    assert not result.proved
    assert check(certify(search).as_json(), game=game).holds


def test_what_a_believer_calls_a_fact_is_sure_unless_it_says_otherwise():
    assert Belief("m", "s", 3).sure is None
    assert Belief("m", "s", 3, over=True).sure == (3, 3)
    assert Belief("m", "s", 3, over=True, bounds=(-math.inf, math.inf)).sure is None
    assert Belief("m", "s", 3, bounds=(1, 4)).sure == (1, 4)


def test_sure_bounds_narrow_on_a_cycle_only_by_what_comes_from_outside():
    """a and b lead to each other, and b also to c, which is worth 3: b chooses for the Player."""

    def node(number, *, player, sure=None):
        made = Node(number, player_moved=not player, depth=0, real=0, hi=None, lo=None, sure=sure)
        made.number = number
        return made

    a, b, c = node(0, player=False), node(1, player=True), node(2, player=True, sure=(3, 3))
    a.children, b.children = [b], [a, c]
    a.parents, b.parents, c.parents = [b], [a], [b]
    sure = SureBounds([a, b, c])

    assert (sure.of(a), sure.of(b)) == ((3, math.inf), (3, math.inf))
    assert sure.separate(c, [c])
    assert not sure.separate(c, [a, c])


# --- certificates -------------------------------------------------------------------------------


def proofs():
    """Certificates of proofs in random games, with the games."""
    found = []
    for seed in range(400):
        game = random_graph(seed, cyclic=seed % 2 == 1)
        if game is None or len(set(game.after[0])) < 2:
            continue
        search, result = searched(game)
        if result.proved:
            found.append((game, certify(search).as_json()))
    return found


@pytest.fixture(scope="module")
def certified():
    return proofs()


def test_the_certificate_of_every_proof_holds_with_and_without_the_game(certified):
    assert len(certified) > 60
    turned = twins = 0
    for game, certificate in certified:
        for given in (game, None):
            verdict = check(certificate, game=given)
            assert verdict.holds, (verdict.place, verdict.problem)
            assert verdict.shown.proved
        turned += any("turn" in record for record in certificate["nodes"])
        twins += "same" in certificate["claim"]
    assert turned > 20
    assert twins > 5


def test_what_is_said_to_be_sure_and_who_moves_cannot_be_changed(certified):
    """Sealed again, as a forger would: the game itself speaks against it."""
    changed = 0
    for game, certificate in certified[:40]:
        for path in places(certificate):
            if path[0] != "nodes" or path[2] not in {"sure", "turn", "moved", "side"}:
                continue
            forged = copy.deepcopy(certificate)
            old = at(forged, path)
            lower = certificate["nodes"][path[1]]["side"] == "choice"
            if isinstance(old, str):
                new = {"player": "opponent", "opponent": "player"}.get(
                    old, {"choice": "rival", "rival": "choice"}.get(old)
                )
                if new is None:
                    continue
            else:
                new = old + (1 if lower else -1)
            put(forged, path, new)
            verdict = check(sealed_again(forged), game=game)
            assert not verdict.holds, (path, old, new)
            changed += 1
    assert changed > 200


def test_a_claim_of_a_proof_that_is_none_is_refused():
    search, result = searched(HOPING)
    assert not result.proved
    certificate = certify(search).as_json()
    assert check(certificate, game=HOPING).holds

    certificate["claim"]["proved"] = True
    verdict = check(sealed_again(certificate), game=HOPING)
    assert (verdict.holds, verdict.place) == (False, "$.claim.proved")


def test_a_value_said_to_be_that_of_an_end_of_the_game_is_followed_to_it():
    game = GraphGame(SEPARATED.after, TURN, SEPARATED.worth, {"a": (-9, 9)})
    search, result = searched(game)
    assert result.proved
    certificate = certify(search).as_json()
    ends = [record for record in certificate["nodes"] if record.get("source") == 2]
    assert ends
    for record in ends:
        forged = copy.deepcopy(certificate)
        one = forged["nodes"][record["id"]]
        one["real"] = one["bound"] = one["real"] + 1
        verdict = check(sealed_again(forged), game=game)
        assert not verdict.holds


def test_chess_is_sure_of_nothing():
    mate = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
    told = analyse(mate, settings=Settings(control="classic", expansions=10, probe_depth=1))

    assert (told.san, told.result.reason) == ("Rd8#", "it wins by force")
    assert told.stopped is Stopped.FOUND


def test_listed_ends_of_the_game_prove_the_best_move():
    moves = {"root": "ab", "a": "cd", "b": "ef"}
    worth = {"a": 3, "b": 2, "c": -3, "d": -4, "e": -1, "f": -2}
    search = ProbabilitySearch(Listed(moves, worth, {"a": 9, "b": 9}, over="cdef"))

    assert run(search).proved
    assert check(certify(search).as_json()).shown.proved


def test_a_certificate_from_another_state_is_checked_from_there():
    game = pb.games.TicTacToe()
    state = game.start()
    for move in (4, 0, 1, 7, 2, 6):
        state = game.play(state, move)
    search = ProbabilitySearch(pb.GameBeliefs(game, state=state))
    run(search)
    written = certify(search).as_json()

    assert check(written, game=game, state=state).holds
    assert check(written, game=game).place == "$.world.position"
