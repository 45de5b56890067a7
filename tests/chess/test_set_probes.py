"""Set-probes of chess positions, as searches ask for them."""

import pytest

from provebest.chess.probes.root_search import RootSearch
from provebest.chess.probes.set_probes import ChessSets
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
