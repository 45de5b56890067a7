"""What is said of threats and answers: only what a search that sees as far confirms."""

from dataclasses import replace

import pytest

from provebest.argument.parts import Attempt
from provebest.chess.explain.analysis import Settings, analyse
from provebest.chess.explain.answers import BEST_ANSWER, COSTS, COSTS_MUCH, MAIN_ANSWER, Answers
from provebest.chess.explain.gathering import A_THREAT, Gatherer
from provebest.chess.explain.purse import Purse
from provebest.chess.probes import engine_facts
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.probers import Probers
from provebest.games.chess import read_position
from provebest.games.chess_values import MATE
from provebest.search.probability.result import ProbabilityResult, RootMove
from provebest.search.setprobe.set_prober import SetProber, SetValue
from provebest.vocabulary import Counters, Stopped

OURS, OTHERS = engine_facts.OURS.reach, engine_facts.OTHERS.reach
REPLY = "e7e5"
DEPTH = 9


class Sets(SetProber[str]):
    """Searches that find one line and value at every depth up to a deepest one."""

    def __init__(self, line, value, deepest=DEPTH, others=None):
        self.line, self.value, self.deepest, self.others = line, value, deepest, others

    def probe(self, moves, depth, *, nodes, seconds):
        finished = depth <= self.deepest
        if self.others is not None and moves and self.line[0] not in moves:
            return SetValue(moves[0], self.others, (moves[0],), depth, finished, {})
        return SetValue(self.line[0], self.value, self.line, depth, finished, {})

    def nodes(self):
        return 0


def result(value, line=("e2e4",)):
    moves = tuple(RootMove(m, 0.0, None, None, 0.0, 0, (m,)) for m in ("e2e4", "d2d4"))
    return ProbabilityResult("e2e4", value, Stopped.FOUND, "", moves, line, 0, 0.0, Counters())


LOOSE_ROOK = "4k3/pp3ppp/2nb4/8/4r3/2NQ4/PPP2PPP/5BKR w - - 0 1"
TAKES_IT = ("c3e4",)


def threat(
    *,
    choice,
    with_a_free_move,
    without,
    without_deepest=DEPTH,
    line=TAKES_IT,
    fen=LOOSE_ROOK,
    least=OURS.threat,
):
    """What is said, by searches that say this; ``without`` speaks for us."""

    def sets(position):
        ours = position.fen().split()[1] == "w"
        # after our move and a pass we are to move; after our pass the other side is
        return Sets(line, with_a_free_move) if ours else Sets((REPLY,), -choice)

    chosen = replace(result(choice, ("a2a3",)), move="a2a3")
    gatherer = Gatherer(
        read_position(fen),
        chosen,
        None,
        sets,
        Purse(10**6, None),
        DEPTH,
        reach=replace(OURS, threat=least),
    )
    return gatherer.threats(Sets((REPLY,), -without, without_deepest)).threat


def test_a_threat_wins_more_than_the_choice_is_worth():
    said = threat(choice=20.0, with_a_free_move=20.0 + A_THREAT, without=20.0)

    assert said is not None
    assert (said.line, said.depth) == (TAKES_IT, DEPTH)
    assert threat(choice=20.0, with_a_free_move=19.0 + A_THREAT, without=20.0) is None


def test_a_value_that_only_falls_beyond_the_horizon_is_no_threat():
    """The whole search saw that all is lost; one that sees less far does not, threat or not."""
    assert threat(choice=-350.0, with_a_free_move=0.0, without=-350.0) is not None
    assert threat(choice=-350.0, with_a_free_move=0.0, without=-100.0) is None


def test_a_threat_that_leaves_one_lost_or_wins_nothing_is_not_said():
    assert threat(choice=-1350.0, with_a_free_move=-830.0, without=-1350.0) is None
    assert threat(choice=0.0, with_a_free_move=400.0, without=0.0, line=("h2h3",)) is None


def test_with_few_pieces_a_pass_is_no_test_of_a_threat():
    few = "4k3/pp3ppp/8/8/4r3/2N5/PPP2PPP/5BK1 w - - 0 1"

    assert threat(choice=0.0, with_a_free_move=400.0, without=0.0, fen=few) is None


def test_only_mate_is_a_threat_of_a_side_that_wins_anyway():
    assert threat(choice=450.0, with_a_free_move=900.0, without=450.0) is None
    mate = threat(choice=450.0, with_a_free_move=MATE - 1.0, without=450.0)
    assert mate is not None


@pytest.mark.parametrize(("deepest", "is_said"), [(DEPTH - 2, True), (DEPTH - 3, False)])
def test_what_cannot_be_compared_at_such_a_depth_is_not_said(deepest, is_said):
    said = threat(choice=0.0, with_a_free_move=400.0, without=0.0, without_deepest=deepest)

    assert (said is not None) == is_said
    assert OURS.threat <= DEPTH


@pytest.mark.parametrize(("least", "is_said"), [(DEPTH, True), (DEPTH + 1, False)])
def test_a_threat_of_a_search_that_is_not_deep_enough_is_not_said(least, is_said):
    """Stockfish, seven plies deep, let a bishop be taken that had only to move."""
    said = threat(choice=0.0, with_a_free_move=400.0, without=0.0, least=least)
    mate = threat(choice=0.0, with_a_free_move=MATE - 1.0, without=0.0, least=least)

    assert (said is not None) == is_said
    assert mate is not None


def test_the_line_of_the_choice_goes_on_until_its_captures_are_over():
    """A search may keep no more of a line than the first of several captures."""
    fen = "4k3/2p5/3p4/4p3/3P4/2P5/8/R3K3 w - - 0 1"
    before = ("a1a2", "e8e7", "a2a1", "e7e8")
    sets = Sets(("d6e5", "e1e2"), 0.0)

    def continued(*line):
        chosen = replace(result(0.0, line), move=line[0])
        position = read_position(fen)
        gatherer = Gatherer(position, chosen, None, lambda _: sets, Purse(10**6, None), DEPTH)
        return gatherer.threats(sets).line

    taking = (*before, "a1a2", "e8e7", "d4e5")
    assert continued(*taking) == (*taking, "d6e5", "e1e2")
    assert continued(*before, "a1a2", "e8e7", "a2a1") == (), "it ends quietly"
    assert continued("d4e5") == ("d4e5", "d6e5", "e1e2"), "it ends early"


def first_attempt(line, second, *, value=20.0, found=None, others=-1000.0, nodes=10**6):
    """The main line's, where the second search of its reply finds another line and value.

    Other answers than that of the second search are worth ``others``.
    """
    position = read_position()
    probers = Probers(ProberChoice(), None)
    worth = value if found is None else found

    def sets(at):
        ours = at.fen().split()[1] == "w"
        return Sets(second[1:], worth, others=others) if ours else Sets(second, -worth)

    gatherer = Gatherer(position, result(value, line), probers, sets, Purse(nodes, None), DEPTH)
    return gatherer.modern(Sets(("d2d4",), 0.0)).attempts[0]


LINE = ("e2e4", "e7e5", "g1f3", "b8c6")


def test_an_answer_that_a_second_search_finds_is_claimed():
    attempt = first_attempt(LINE, ("e7e5", "g1f3", "g8f6"))

    assert (attempt.line, attempt.open, attempt.instead) == (LINE[1:], False, None)


def test_an_answer_that_a_second_search_does_not_find_is_open():
    attempt = first_attempt(LINE, ("e7e5", "f1c4"), found=-20.0)

    assert (attempt.line, attempt.open, attempt.instead) == (LINE[1:], True, "f1c4")


def test_an_answer_that_contradicts_the_value_of_the_choice_is_not_claimed():
    attempt = first_attempt(LINE, ("e7e5", "f1c4"), found=110.0)

    assert (attempt.line, attempt.open, attempt.instead) == (LINE[1:], True, "f1c4")


def test_a_capture_of_a_piece_that_has_moved_away_is_no_longer_possible():
    fen = "4k3/pppp1ppp/8/8/1n6/3Q4/PPP2PPP/RNBRK3 w - - 0 1"
    takes = Sets(("b4d3", "c2d3"), 600.0)
    chosen = replace(result(100.0, ("d3c3",)), move="d3c3")
    gatherer = Gatherer(
        read_position(fen), chosen, None, lambda _: takes, Purse(10**6, None), DEPTH
    )
    parry = gatherer.threats(Sets(("b4d3", "c2d3"), -100.0)).parry

    assert parry is not None
    assert (parry.threat[0], parry.answer) == ("b4d3", ())


def test_another_answer_that_keeps_the_value_is_claimed_instead():
    attempt = first_attempt(LINE, ("e7e5", "f1c4"), found=-10.0)

    assert (attempt.line, attempt.open, attempt.value) == (("e7e5", "f1c4"), False, -10.0)


def test_an_answer_beside_which_another_is_about_as_good_is_open():
    """Searches that see as far differ by as much, so nobody knows which of them is right."""
    alone = first_attempt(LINE, ("e7e5", "g1f3"), others=20.0 - MAIN_ANSWER)
    beside = first_attempt(LINE, ("e7e5", "g1f3"), others=21.0 - MAIN_ANSWER)

    assert not alone.open
    assert (beside.open, beside.instead) == (True, None)


def told_of_reply(*, cost, others=-1000.0, answers=(), costs=(), tempting=False, doubt=0.02):
    """The attempt 1...d5; at the last depths its cost and our answer may be others."""

    class Changing(Sets):
        def probe(self, moves, depth, *, nodes, seconds):
            found = super().probe(moves, depth, nodes=nodes, seconds=seconds)
            place = depth - DEPTH - 1  # counted from the last depth
            if moves or not found.finished:
                return found
            best = answers[place] if -place <= len(answers) else found.best
            value = 20.0 + costs[place] if -place <= len(costs) else found.value
            return replace(found, best=best, value=value)

    sets = Changing(("g1f3", "g8f6"), 20.0 + cost, others=others)
    after = read_position(moves=["e2e4"])
    chosen = replace(result(20.0), doubt=doubt)
    answering = Answers(after, chosen, lambda _: sets, Purse(10**6, None))
    return answering.of_reply("d7d5", tempting=tempting)


def test_a_reply_that_costs_something_needs_no_only_answer():
    told = told_of_reply(cost=COSTS, others=20.0 + COSTS)

    assert told is not None
    assert (told.line, told.value) == (("d7d5", "g1f3", "g8f6"), 20.0 + COSTS)
    assert told_of_reply(cost=COSTS - 1, others=20.0 + COSTS) is None


def test_an_answer_to_a_reply_that_costs_nothing_must_be_the_best_one():
    assert told_of_reply(cost=0.0, others=20.0 - BEST_ANSWER) is not None
    assert told_of_reply(cost=0.0, others=21.0 - BEST_ANSWER) is None


def test_more_is_demanded_of_an_answer_if_the_choice_is_not_settled():
    """The value that the answer has to keep may be wrong."""
    assert told_of_reply(cost=COSTS_MUCH, others=500.0, doubt=0.06) is not None
    assert told_of_reply(cost=COSTS_MUCH - 1, others=500.0, doubt=0.06) is None
    assert told_of_reply(cost=0.0, others=20.0 - MAIN_ANSWER, doubt=0.06) is not None
    assert told_of_reply(cost=0.0, others=21.0 - MAIN_ANSWER, doubt=0.06) is None


def test_the_last_depths_must_agree_on_an_answer():
    assert told_of_reply(cost=50.0, answers=["b1c3", "g1f3", "g1f3"]) is not None
    assert told_of_reply(cost=50.0, answers=["b1c3", "g1f3"]) is None
    assert told_of_reply(cost=50.0, costs=[-31.0, 50.0]) is None
    assert told_of_reply(cost=50.0, costs=[-31.0, 50.0, 50.0]) is not None


def test_a_silly_reply_is_told_only_if_it_takes_something():
    assert told_of_reply(cost=101.0) is None
    assert told_of_reply(cost=101.0, tempting=True) is not None
    assert told_of_reply(cost=-31.0, tempting=True) is None, "it has no answer"


@pytest.mark.parametrize(
    ("fen", "choice", "reply"),
    [
        ("6k1/5pp1/7p/8/8/1q6/6R1/K7 w - - 0 1", "g2g7", "g8g7"),
        ("6k1/8/8/8/8/8/r4PPP/6K1 w - - 0 1", "g1h1", "a2a1"),
    ],
)
def test_a_reply_that_ends_the_game_has_no_answer(fen, choice, reply):
    """Stalemate, and a mate."""

    def never(position):
        raise AssertionError(f"searched {position.fen()}")

    after = read_position(fen, moves=[choice])
    answering = Answers(after, result(0.0), never, Purse(10**6, None))

    assert not read_position(fen, moves=[choice, reply]).legal_moves(), "the game is over"
    assert answering.of_reply(reply, tempting=True) is None


def test_the_searches_for_an_argument_do_not_use_more_than_their_budget():
    purse = Purse(1000, None)
    purse.used = 900
    asked = []

    class Counting(Sets):
        def probe(self, moves, depth, *, nodes, seconds):
            asked.append(nodes)
            return super().probe(moves, depth, nodes=nodes, seconds=seconds)

    assert purse.deepest(Counting(("e2e4",), 0.0), (), DEPTH, 0.5) is not None
    assert asked[0] == 100
    purse.used = 1000
    assert purse.deepest(Counting(("e2e4",), 0.0), (), DEPTH, 0.5) is None


def test_an_answer_that_nothing_was_left_to_look_for_again_is_open():
    attempt = first_attempt(LINE, ("e7e5", "g1f3"), nodes=0)

    assert (attempt.open, attempt.instead) == (True, None)


def test_a_mate_needs_no_second_search():
    attempt = first_attempt(LINE, ("e7e5", "f1c4"), value=MATE - 5.0)

    assert (attempt.open, attempt.instead) == (False, None)


@pytest.mark.parametrize(
    ("instead", "said"),
    [
        ("f1c4", "; the answer is not certain, as another search prefers 2.Bc4."),
        (None, "; that no other answer is better is not certain."),
    ],
)
def test_an_open_answer_is_said_to_be_uncertain_and_is_not_a_claim(instead, said):
    argument = analyse(settings=Settings(nodes=20_000)).argument
    attempt = Attempt(LINE[1:], 20.0, open=True, instead=instead)
    doubted = replace(argument, claim=replace(argument.claim, move="e2e4"), attempts=(attempt,))

    assert said in doubted.text()
    (told,) = doubted.as_json()["attempts"]
    assert told["open"] is True
    expected = None if instead is None else {"moves": ["f1c4"], "text": "2.Bc4"}
    assert told["instead"] == expected


@pytest.mark.parametrize(
    ("reach", "depth", "shallow"),
    [(OURS, OURS.rival - 1, True), (OURS, OURS.rival, False), (OTHERS, 4, False)],
)
def test_our_own_search_of_a_rival_is_shallow_below_some_depth(reach, depth, shallow):
    rival = Sets(("d2d4",), -30.0, deepest=depth)
    purse = Purse(10**6, None)
    gatherer = Gatherer(read_position(), result(0.0), None, None, purse, 2 * depth, reach=reach)

    _, looks, _ = gatherer._rivals(rival, ())

    assert (looks["d2d4"].depth, looks["d2d4"].shallow) == (depth, shallow)
