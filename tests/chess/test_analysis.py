"""Analyses of chess positions: the move, the argument, the reason for the stop."""

from __future__ import annotations

import chess
import pytest

from provebest.argument.notation import in_pawns
from provebest.chess.explain.analysis import Settings, analyse
from provebest.chess.probes.expansion import ProbeSize
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.probers import Probers
from provebest.games.chess import read_position
from provebest.vocabulary import BadInputError, Stopped

SACRIFICE = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1"  # 1.Qg6
QUIET = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP4/1PN1PN2/PB2BPPP/R2Q1RK1 w - - 0 9"
CLASSIC = Settings(control="classic", expansions=30)
MODERN = Settings(nodes=200_000)


@pytest.mark.parametrize("settings", [CLASSIC, MODERN], ids=["classic", "modern"])
def test_the_queen_sacrifice_is_found_and_argued(settings):
    analysis = analyse(SACRIFICE, settings=settings)

    assert analysis.san == "Qg6"
    assert analysis.value > 31_000
    assert str(analysis.argument).startswith("Qg6 mates in 2: 1.Qg6 ")
    assert "Why the search stopped" in analysis.argument.text()
    assert analysis.result.natural


@pytest.mark.parametrize("settings", [CLASSIC, MODERN], ids=["classic", "modern"])
def test_the_same_analysis_twice_is_the_same_node_for_node(settings):
    first, second = (analyse(QUIET, settings=settings) for _ in range(2))

    assert first == second


def test_threads_change_nothing_but_the_time():
    two = Settings(control="classic", expansions=20, prober=ProberChoice(threads=2))
    one = Settings(control="classic", expansions=20)

    assert analyse(QUIET, settings=one) == analyse(QUIET, settings=two)


def test_an_expander_has_the_threads_that_were_asked_for():
    size = ProbeSize(1)
    expander = Probers(ProberChoice(threads=3)).expander(read_position(QUIET), size, size)

    assert expander.compiled.threads == 3


@pytest.mark.parametrize("settings", [CLASSIC, MODERN], ids=["classic", "modern"])
def test_every_line_can_be_played(settings):
    analysis = analyse(QUIET, settings=settings)

    for candidate in analysis.result.moves:
        board = chess.Board(QUIET)
        for move in candidate.line:
            board.push(board.parse_uci(move))


def test_a_limit_is_said():
    analysis = analyse(QUIET, settings=Settings(nodes=3_000))

    assert analysis.stopped is Stopped.NODE_LIMIT
    assert "node limit" in analysis.result.reason


def test_the_only_move_is_said_to_be_that():
    analysis = analyse("7k/8/6KP/8/8/8/8/1R6 b - - 0 1")

    assert analysis.result.reason == "there is no other move to choose from"
    assert "only legal move" in str(analysis.argument)


@pytest.mark.parametrize("control", ["classic", "modern"])
def test_a_choice_among_given_moves(control):
    settings = Settings(control=control, nodes=20_000, expansions=10, only=("a2a3", "h2h3"))
    analysis = analyse(QUIET, settings=settings)

    assert {candidate.move for candidate in analysis.result.moves} == {"a2a3", "h2h3"}


@pytest.mark.parametrize("control", ["classic", "modern"])
def test_one_move_that_is_asked_about_is_searched(control):
    """A search with one move to choose from ends after its first look, which is not an answer."""
    settings = Settings(control=control, nodes=60_000, only=("g1h3",))
    analysis = analyse(settings=settings)
    argument = analysis.argument

    assert len(analysis.line) >= 6
    assert analysis.counters.probe_nodes > 20_000
    assert str(argument.notation.line(analysis.line)) in str(argument)
    assert argument.claim.value == analysis.value


def test_a_repetition_of_the_game_is_a_draw():
    """White is lost, but the game has been here: he may repeat."""
    fen = "6k1/5ppp/8/8/8/5q2/5P1P/5QK1 w - - 0 1"
    moves = ["f1c4", "f3g4", "g1f1", "g4d1", "f1g2", "d1g4", "g2f1", "g4d1", "f1g2", "d1g4"]
    analysis = analyse(fen, moves, settings=Settings(control="classic", expansions=5))

    assert analysis.result.counters.expanded >= 1
    by_move = {candidate.move: candidate for candidate in analysis.result.moves}
    assert by_move["g2f1"].real == 0


@pytest.mark.parametrize(
    ("fen", "settings", "said"),
    [
        ("not a fen", {}, "FEN"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", {}, "stalemate"),
        ("R6k/6pp/8/8/8/8/8/7K b - - 0 1", {}, "checkmate"),
        (QUIET, {"only": ("e2e5",)}, "e2e5"),
    ],
)
def test_what_cannot_be_analysed_is_refused(fen, settings, said):
    with pytest.raises(BadInputError, match=said):
        analyse(fen, settings=Settings(nodes=1000, **settings))


@pytest.mark.parametrize("wrong", [{"control": "wild"}, {"expansions": 0}])
def test_settings_that_do_not_exist_are_refused(wrong):
    with pytest.raises(BadInputError):
        Settings(**wrong)


def test_a_prober_of_no_known_kind_is_refused():
    with pytest.raises(BadInputError, match="uci:stockfish"):
        ProberChoice("magic")


@pytest.mark.parametrize(
    ("value", "text"),
    [(31_999, "mate in 1"), (31_997, "mate in 2"), (-31_998, "mated in 1"), (-40, "-0.40")],
)
def test_values_are_written_as_players_write_them(value, text):
    assert in_pawns(value) == text


@pytest.mark.parametrize("limit", [{"nodes": 600_000}, {"control": "classic", "expansions": 40}])
def test_who_wants_to_be_surer_pays_for_it(limit):
    """The dial is the paper's MinAct, in both controls."""

    def cost(confidence):
        settings = Settings(probe_depth=2, confidence=confidence, **limit)
        return analyse(QUIET, settings=settings).result.counters.probe_nodes

    assert cost(0.6) < cost(0.999)
