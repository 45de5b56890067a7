"""What is said of threats: only what wins more than the choice, seen as far as the threat is."""

import pytest

from provebest.chess.evidence import A_THREAT, LEAST_DEPTH, Gatherer, Purse
from provebest.games.chess import read_position
from provebest.search.probability.result import ProbabilityResult, RootMove
from provebest.search.probability.set_prober import SetValue
from provebest.vocabulary import Counters, Stopped

REPLY = "e7e5"
DEPTH = 9


class Sets:
    """Searches that find one value at every depth up to a deepest one."""

    def __init__(self, move, value, deepest=DEPTH):
        self.found, self.deepest = (move, value), deepest

    def probe(self, moves, depth, *, nodes, seconds):
        move, value = self.found
        return SetValue(move, value, (move,), depth, depth <= self.deepest, {})

    def nodes(self):
        return 0


def threat(*, choice, with_a_free_move, without, without_deepest=DEPTH):
    """What is said, by searches that say this; ``without`` speaks for us."""
    moves = tuple(RootMove(m, 0.0, None, None, 0.0, 0, (m,)) for m in ("e2e4", "d2d4"))
    result = ProbabilityResult(
        "e2e4", choice, Stopped.FOUND, "", moves, ("e2e4",), 0, 0.0, Counters()
    )

    def sets(position):
        ours = position.fen().split()[1] == "w"
        # after our move and a pass we are to move; after our pass the other side is
        return Sets("f1c4", with_a_free_move) if ours else Sets(REPLY, -choice)

    gatherer = Gatherer(read_position(), result, None, sets, Purse(10**6, None), DEPTH)
    return gatherer.threats(Sets(REPLY, -without, without_deepest)).threat


def test_a_threat_wins_more_than_the_choice_is_worth():
    said = threat(choice=20.0, with_a_free_move=20.0 + A_THREAT, without=20.0)

    assert said is not None
    assert (said.line, said.depth) == (("f1c4",), DEPTH)
    assert threat(choice=20.0, with_a_free_move=19.0 + A_THREAT, without=20.0) is None


def test_a_value_that_only_falls_beyond_the_horizon_is_no_threat():
    """The whole search saw that all is lost; one that sees less far does not, threat or not."""
    assert threat(choice=-1350.0, with_a_free_move=-830.0, without=-1350.0) is not None
    assert threat(choice=-1350.0, with_a_free_move=-830.0, without=-800.0) is None


@pytest.mark.parametrize(("deepest", "is_said"), [(DEPTH - 2, True), (DEPTH - 3, False)])
def test_what_cannot_be_compared_at_such_a_depth_is_not_said(deepest, is_said):
    said = threat(choice=0.0, with_a_free_move=400.0, without=0.0, without_deepest=deepest)

    assert (said is not None) == is_said
    assert DEPTH >= LEAST_DEPTH
