"""Set-probes of chess positions, as searches ask for them."""

import pytest

from provebest.chess.probes.native import NativeProber
from provebest.chess.probes.root_search import RootSearch
from provebest.chess.probes.set_probes import ChessSets, ProbedSets
from provebest.games.chess import read_position
from provebest.games.chess_values import MATE

MATED_SOON = "7k/8/5KR1/8/8/8/8/8 b - - 0 1"
MATES = "6k1/5ppp/8/8/8/8/q4PPP/1R4K1 b - - 0 1"
QUIET = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"


@pytest.mark.parametrize("fen", [MATED_SOON, MATES])
@pytest.mark.parametrize(("bound", "reached"), [(-MATE - 50.0, True), (MATE + 50.0, False)])
def test_a_bound_beyond_mate_is_always_or_never_reached(fen, bound, reached):
    position = read_position(fen)
    sets = ChessSets(RootSearch(position))
    sets.probe((), 4, nodes=None, seconds=None)
    found = sets.reaches(position.legal_moves(), bound, 4, nodes=None, seconds=None)

    assert found.finished
    assert (found.value >= bound) is reached


def test_a_question_that_is_cut_off_is_not_finished():
    sets = ChessSets(RootSearch(read_position(QUIET)))
    found = sets.reaches((), 0.0, 30, nodes=50, seconds=None)

    assert (found.finished, found.depth, sets.nodes()) == (False, 0, 50)


def test_single_probes_answer_for_the_best_of_the_set_in_any_order():
    position = read_position(QUIET)
    sets = ProbedSets(NativeProber(), position)
    asked = ("h2h4", "e1g1", "f3g5", "a2a3")
    alone = {move: sets.probe([move], 3, nodes=None, seconds=None).value for move in asked}

    for moves in (asked, asked[::-1]):
        found = sets.probe(moves, 3, nodes=None, seconds=None)
        assert found.value == max(alone.values())
        assert alone[found.best] == found.value
        assert found.line[0] == found.best
        assert (found.depth, found.finished) == (3, True)
        assert found.at_most == {move: alone[move] for move in asked if move != found.best}
    assert (
        sets.reaches(asked[:1], max(alone.values()), 3, nodes=None, seconds=None).value
        == (alone["h2h4"])
    )


def test_a_set_of_single_probes_shares_its_limit_and_is_cut_off_as_one():
    position = read_position(QUIET)
    sets = ProbedSets(NativeProber(), position)
    found = sets.probe(position.legal_moves(), 12, nodes=4000, seconds=None)

    assert not found.finished
    assert found.best in position.legal_moves()
    assert 0 < sets.nodes() <= 4000
