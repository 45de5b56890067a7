"""The argument of a search, chess or not: what it holds, how large it is, what it may not say."""

import json
from dataclasses import replace

import chess
import pytest

import provebest as pb
from provebest.argument.argument import (
    LARGEST_TREE,
    LONGEST_LINE,
    MOST_ATTEMPTS,
    MOST_HINGES,
    MOST_SHOWN,
)
from provebest.argument.building import argument_of
from provebest.argument.notation import SCORE_SCALE, winning_chances
from provebest.argument.parts import Kind
from provebest.chess.explain.analysis import Settings, analyse
from provebest.games import CanonicalTree, NestedTree, TicTacToe
from provebest.search import ProbabilitySearch
from provebest.search.intervals import reference_search
from provebest.vocabulary import BadInputError, Stopped

ROOK = "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1"  # 1.Rg3
QUIET = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP4/1PN1PN2/PB2BPPP/R2Q1RK1 w - - 0 9"
MATE_THREATENED = "r1bqk2r/pppp1ppp/2n2n2/2b1p2Q/2B1P3/3P4/PPP2PPP/RNB1K1NR b KQkq - 0 5"
SETTINGS = {
    "modern": Settings(nodes=150_000),
    "classic": Settings(control="classic", expansions=30),
    "stopped": Settings(nodes=12_000),
}


@pytest.fixture(scope="module")
def analyses():
    """One analysis for each position and control, made when first asked for."""
    made = {}

    def make(fen, how):
        if (fen, how) not in made:
            made[fen, how] = analyse(fen, settings=SETTINGS[how])
        return made[fen, how]

    return make


# --- what it holds ------------------------------------------------------------------------------


@pytest.mark.parametrize("how", SETTINGS)
@pytest.mark.parametrize("fen", [ROOK, QUIET])
def test_every_rival_has_a_reason_and_no_move_is_missing(analyses, fen, how):
    argument = analyses(fen, how).argument

    named = [argument.claim.move, *(rival.move for rival in argument.rivals)]
    assert sorted(named) == sorted(move.uci() for move in chess.Board(fen).legal_moves)
    assert all(isinstance(rival.kind, Kind) for rival in argument.rivals)
    assert argument.why_not(argument.rivals[-1].move) is argument.rivals[-1]
    assert argument.why_not(argument.claim.move) is None


@pytest.mark.parametrize("how", SETTINGS)
@pytest.mark.parametrize("fen", [ROOK, QUIET])
def test_every_line_can_be_played_from_where_it_begins(analyses, fen, how):
    argument = analyses(fen, how).argument
    chosen = argument.claim.move

    lines = [argument.claim.line, *(rival.line for rival in argument.rivals)]
    lines += [(chosen, *attempt.line) for attempt in argument.attempts]
    lines += [hinge.line for hinge in argument.hinges]
    if argument.threat is not None:
        lines.append((chosen, "0000", *argument.threat.line))
    if argument.parry is not None:
        lines += [("0000", *argument.parry.threat), (chosen, *argument.parry.answer)]
    for line in lines:
        board = chess.Board(fen)
        for name in line:
            move = chess.Move.from_uci(name)
            assert not move or board.is_legal(move), line
            board.push(move)


@pytest.mark.parametrize("how", SETTINGS)
def test_the_size_is_bounded_as_stated(analyses, how):
    argument = analyses(ROOK, how).argument

    assert len(argument.argued) <= MOST_SHOWN
    assert len(argument.attempts) <= MOST_ATTEMPTS
    assert len(argument.hinges) <= MOST_HINGES
    assert max(len(rival.line) for rival in argument.rivals) <= LONGEST_LINE
    assert 1 < argument.tree.size() <= LARGEST_TREE


def test_a_rival_that_is_held_is_worth_less_than_the_choice(analyses):
    for how in SETTINGS:
        argument = analyses(ROOK, how).argument
        for rival in argument.rivals:
            if rival.kind in {Kind.HELD, Kind.NO_HOPE, Kind.UNLIKELY}:
                assert rival.value < argument.claim.value
            if rival.kind is Kind.HELD:
                assert len(rival.line) > 1, "the line that holds it"
            if rival.kind is Kind.NO_HOPE:
                assert rival.hope <= argument.claim.value


def test_the_confidence_is_the_measured_chance_and_not_the_guide(analyses):
    analysis = analyses(ROOK, "classic")
    argument = analysis.argument

    assert argument.claim.confidence == 1 - max(rival.chance for rival in argument.rivals)
    guides = {move.move: move.chance for move in analysis.result.moves}
    assert any(rival.chance != guides[rival.move] for rival in argument.rivals)


def test_at_least_is_what_the_worst_attempt_leaves(analyses):
    argument = analyses(ROOK, "modern").argument

    left = [argument.claim.value, *(attempt.value for attempt in argument.attempts)]
    assert argument.claim.at_least == min(left)


def test_the_threat_behind_the_move_wins_the_queen(analyses):
    for how in ("modern", "classic"):
        threat = analyses(ROOK, how).argument.threat
        assert threat is not None
        assert "g3g5" in threat.line
        assert threat.value > analyses(ROOK, how).value


def test_a_mate_that_is_stopped_is_said_to_be_stopped(analyses):
    argument = analyses(MATE_THREATENED, "modern").argument

    assert argument.parry is not None
    assert argument.parry.threat == ("h5f7",)
    assert argument.parry.answer == ()
    assert " stops 6.Qxf7#.\n" in str(argument)


def test_a_quiet_move_threatens_nothing_that_is_said(analyses):
    """A free move is worth something, and that is no threat."""
    argument = analyses(QUIET, "stopped").argument

    assert argument.parry is None


def test_the_hinge_of_a_tree_alone_decides(analyses):
    argument = analyses(ROOK, "classic").argument

    first = argument.hinges[0]
    assert first.line[0] == argument.claim.move
    assert first.value > first.turns_at
    assert first.instead != argument.claim.move


def test_a_stopped_search_argues_with_what_it_has(analyses):
    argument = analyses(QUIET, "stopped").argument

    assert argument.stopped is Stopped.NODE_LIMIT
    assert "Why the search stopped: the node limit was reached at depth " in argument.text()
    assert "Not settled: the search reached its limit" in str(argument)


def test_a_move_that_is_asked_for_is_argued_with():
    analysis = analyse(ROOK, settings=Settings(nodes=60_000, why_not=("b2b4",)))

    rival = analysis.argument.why_not("b2b4")
    assert rival in analysis.argument.argued
    assert rival.kind is Kind.HELD
    assert len(rival.line) > 1


def test_the_only_legal_move_needs_no_argument():
    argument = analyse("7k/8/6KP/8/8/8/8/1R6 b - - 0 1", settings=Settings(nodes=2_000)).argument

    assert argument.rivals == ()
    assert str(argument) == "Kg8 is the only legal move."


# --- words and JSON -----------------------------------------------------------------------------


@pytest.mark.parametrize("how", SETTINGS)
def test_every_sentence_rests_on_a_line(analyses, how):
    for sentence in analyses(ROOK, how).argument.sentences():
        assert sentence.line, sentence.text


@pytest.mark.parametrize("how", SETTINGS)
@pytest.mark.parametrize("fen", [ROOK, QUIET])
def test_sentences_do_not_use_the_words_of_the_search(analyses, fen, how):
    text = analyses(fen, how).argument.text()

    for word in ("native", "held by", "hope", "probe", "SELECT", "VERIFY", "leaf", "hangs"):
        assert word not in text


def test_values_are_given_in_pawns_for_white_and_chances_for_the_side_to_move(analyses):
    argument = analyses(MATE_THREATENED, "modern").argument
    pawns = f"{-argument.claim.value / 100:+.2f}"
    told = argument.as_json()

    assert str(argument).startswith(f"Nxh5 is best ({pawns}), winning the queen: 5...Nxh5")
    assert told["view"] == "side to move"
    assert told["claim"]["worth"]["value"] == argument.claim.value > 0
    assert told["claim"]["worth"]["text"] == pawns
    assert told["claim"]["worth"]["chances"] == f"{winning_chances(argument.claim.value):.0%}"


def test_winning_chances_are_fair_to_both_sides():
    assert winning_chances(0) == 0.5
    assert winning_chances(SCORE_SCALE) == pytest.approx(1 / (1 + 2.718281828**-1))
    assert winning_chances(80) + winning_chances(-80) == pytest.approx(1)


@pytest.mark.parametrize("how", SETTINGS)
def test_json_holds_everything_that_is_said(analyses, how):
    argument = analyses(ROOK, how).argument
    told = json.loads(json.dumps(argument.as_json(), allow_nan=False))

    assert "\n".join(sentence["text"] for sentence in told["sentences"]) == argument.text()
    assert told["brief"] == str(argument)
    assert told["verdict"] == argument.verdict.value
    assert told["claim"]["line"]["moves"] == list(argument.claim.line)
    assert len(told["rivals"]) == len(argument.rivals)
    assert told["tree"]["children"][0]["move"] == argument.claim.move


# --- other games --------------------------------------------------------------------------------


def test_a_proof_on_a_tree_of_intervals_is_an_argument():
    result = pb.bstar(CanonicalTree(3, 100, 1))
    argument = result.argument

    assert result.proved
    assert argument.claim.proved
    assert argument.claim.at_least == result.best.lo
    assert all(rival.kind is Kind.PROVED for rival in argument.rivals)
    assert max(rival.value for rival in argument.rivals) == result.rival_bound
    assert "proved given these bounds" in str(argument)
    json.dumps(argument.as_json(), allow_nan=False)


def test_a_search_of_intervals_that_was_stopped_proves_nothing():
    result = pb.bstar(CanonicalTree(5, 1600, 2), limits=pb.Limits(expanded=2))

    assert not result.proved
    assert "proved" not in str(result.argument).split("Why the search stopped")[0]
    assert {rival.kind for rival in result.argument.rivals} == {Kind.OPEN}


def rival_sentences(tree, **options):
    """The choice and what is said of each rival, by its move."""
    result = pb.bstar(NestedTree(tree), **options)
    argument = result.argument
    said = {s.line[0]: s.text for s in argument.sentences() if s.about == "rival"}
    return result, said, argument


def test_a_tie_is_proved_to_be_worth_no_more_and_what_is_below_to_be_worse():
    result, said, argument = rival_sentences([30, 30, 20])

    assert result.proved
    assert said[1] == "1 is proved to be no better (at most 30, given these bounds)"
    assert said[2] == "2 is proved to be worse (at most 20, given these bounds)"
    assert {rival.kind.value for rival in argument.rivals} == {"proved no better"}


def test_many_ties_are_not_called_below():
    _, _, argument = rival_sentences([30] * (MOST_SHOWN + 4))

    assert "The other 3 moves are proved to be no better; the best of them may be" in str(argument)
    assert "below" not in str(argument)


def test_an_upper_bound_is_not_what_a_move_seems_to_be_worth():
    """The choice is 20; the rival's true value is 20 too, and nobody has looked."""
    tied = {"bounds": [10, 30], "children": [20, 30]}
    result, said, _ = rival_sentences([20, tied, 10], limits=pb.Limits(expanded=1))

    assert (result.move, result.proved) == (0, False)
    assert said[1] == "1 may be worth up to 30; the search did not settle this"


def test_a_rival_that_a_stopped_search_has_bounded_by_the_choice_is_not_open():
    tied = {"bounds": [10, 30], "children": [20, 30]}
    result, said, argument = rival_sentences([20, tied, 20, 10], limits=pb.Limits(expanded=1))

    assert not result.proved
    assert argument.why_not(2).kind is Kind.PROVED
    assert said[2] == "2 is proved to be no better (at most 20, given these bounds)"


def test_bounds_that_contradict_each_other_prove_nothing_of_a_rival():
    result, _, _ = rival_sentences([30, 30, 20])
    doubtful = replace(result, stopped=Stopped.BOUNDS_FALSE, violations=1)

    assert {rival.kind for rival in doubtful.argument.rivals} == {Kind.OPEN}
    assert "proved" not in str(doubtful.argument)


def test_python_and_compiled_searches_argue_alike():
    tree = CanonicalTree(3, 100, 4)
    reference = reference_search(tree, "2DRM")

    assert str(pb.run(reference).argument) == str(pb.bstar(tree, "2DRM").argument)


def test_probability_based_search_of_another_game_argues_without_chess():
    argument = pb.pbstar(TicTacToe(), control="classic", limits=pb.Limits(expanded=40)).argument

    assert argument.claim.confidence is None, "nobody has measured it"
    assert "has not been measured" in str(argument)
    assert len(argument.rivals) == 8
    json.dumps(argument.as_json(), allow_nan=False)


def test_a_hinge_names_the_value_at_which_the_verdict_turns():
    """Were the leaf worth less than that, another move would be best: the tree says so."""
    argument = pb.pbstar(TicTacToe(), control="classic", limits=pb.Limits(expanded=25)).argument

    assert len(argument.hinges) <= MOST_HINGES
    for hinge in argument.hinges:
        assert hinge.value != hinge.turns_at
        assert hinge.instead != argument.claim.move


def test_a_result_of_another_kind_carries_no_argument():
    with pytest.raises(BadInputError, match="has no argument"):
        argument_of(pb.Interval(0, 1))


def test_a_search_that_kept_no_grounds_still_argues():
    search = ProbabilitySearch(pb.GameBeliefs(TicTacToe()))
    result = pb.run(search, pb.Limits(expanded=5))

    assert result.support is None
    assert result.argument.attempts == ()
    assert str(result.argument).startswith(str(result.move))
