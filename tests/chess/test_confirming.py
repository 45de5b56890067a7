"""Marks and only moves are confirmed by searches of equal depth before they are written."""

import math
from dataclasses import replace
from threading import Event

import chess
import pytest
from scripted_sets import Sets, law_that_stops_at
from small_notes import NOTE

from provebest.argument.phrasing import Sentence
from provebest.argument.prose import say
from provebest.chess.explain import confirming
from provebest.chess.explain.annotating import AnalyseMove, Means, stands_alone, task_of
from provebest.chess.explain.annotation import read_found
from provebest.chess.explain.confirming import (
    NATIVE,
    OTHERS,
    SUSPECTED,
    Claim,
    conclude,
    confirm_move,
    confirmation_of,
    needs_confirmation,
    with_confirmation,
)
from provebest.chess.explain.looks import (
    AT_STAKE,
    BEYOND_DOUBT,
    COUNTED,
    DEPTHS,
    Comparing,
    doubt_of,
    typical_of,
)
from provebest.chess.explain.losses import lost_points
from provebest.chess.explain.notes import LEAST_COST, Verdict
from provebest.chess.searches import Settings
from provebest.games.chess_values import MATE
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.settings import CHESS
from provebest.vocabulary import BadInputError

BETTER, PLAYED, OTHER = "e2e4", "f2f3", "d2d4"
STOP = 12
LAW = law_that_stops_at(STOP)


def looks_at(worth, *, choices=(BETTER,), others=(), played=PLAYED, nodes=1000, law=LAW):
    sets = Sets(worth)
    comparing = Comparing(sets, choices, played, others, law)
    return comparing.until_settled(Budget(nodes=nodes), NATIVE.first_depth), sets


def test_the_moves_are_searched_to_the_same_depths():
    looks, sets = looks_at({BETTER: 50, PLAYED: -50})

    assert [look.depth for look in looks] == list(range(NATIVE.first_depth, STOP + 1))
    assert sets.asked == [(look.depth, move) for look in looks for move in (BETTER, PLAYED)]


def test_the_budget_ends_a_confirmation_that_the_law_does_not():
    looks, _ = looks_at({BETTER: 50, PLAYED: -50}, nodes=60, law=law_that_stops_at(99))

    assert len(looks) == 3, "two probes of ten nodes at each depth"


def searched_on(worth, *, nodes=200, deepest=99):
    """The looks until the law is content, and those of the search that goes on."""
    comparing = Comparing(Sets({BETTER: 0, PLAYED: worth}), (BETTER,), PLAYED, (), LAW)
    looks = comparing.until_settled(Budget(nodes=1000), NATIVE.first_depth)
    assert looks[-1].depth == STOP
    return looks, comparing.while_at_stake(looks, Budget(nodes=nodes), deepest)


@pytest.mark.parametrize("worth", [-30, -50, -150])
def test_while_a_mark_is_at_stake_the_search_goes_on_to_the_end_of_its_budget(worth):
    looks, longer = searched_on(worth)

    assert AT_STAKE <= lost_points(0, worth) < BEYOND_DOUBT
    assert longer[: len(looks)] == looks
    assert [look.depth for look in longer[len(looks) :]] == list(range(STOP + 1, STOP + 11))


def test_a_search_that_goes_on_ends_at_the_greatest_depth_that_is_worth_while():
    looks, longer = searched_on(-50, deepest=STOP + 3)
    _, none = searched_on(-50, deepest=STOP)

    assert longer[-1].depth == STOP + 3
    assert none == looks


@pytest.mark.parametrize("worth", [0, -15, -250, 20])
def test_what_is_clear_is_not_searched_on(worth):
    looks, longer = searched_on(worth)

    assert longer == looks


def test_a_mate_is_not_searched_on():
    comparing = Comparing(Sets({BETTER: 0, PLAYED: 4 - MATE}), (BETTER,), PLAYED, (), LAW)
    looks = comparing.until_settled(Budget(nodes=1000), NATIVE.first_depth)

    assert len(looks) == DEPTHS
    assert comparing.while_at_stake(looks, Budget(nodes=200), 99) == looks


def test_the_search_ends_when_no_mark_is_at_stake_any_more():
    _, none = searched_on(lambda depth: 0 if depth > STOP + 1 else -50)
    _, clear = searched_on(lambda depth: -250 if depth > STOP + 1 else -50)

    assert none[-1].depth == STOP + 5, "the mean of five depths has fallen"
    assert clear[-1].depth == STOP + 5, "mean and last three are beyond doubt"


def test_what_looks_clear_is_searched_on_while_the_law_doubts_it():
    sets = Sets({BETTER: 0, PLAYED: -250})
    comparing = Comparing(sets, (BETTER,), PLAYED, (), law_that_stops_at(STOP + 3))
    looks = comparing.until_settled(Budget(nodes=60), NATIVE.first_depth)
    longer = comparing.while_at_stake(looks, Budget(nodes=1000), 99)

    assert len(looks) == 3, "too few to know"
    assert not conclude(looks, comparing.law).sure
    assert longer[-1].depth == STOP + 3
    assert conclude(longer, comparing.law).sure


def test_a_mate_that_only_the_last_depth_sees_is_looked_at_again():
    _, longer = searched_on(lambda depth: 4 - MATE if depth > STOP + 1 else -25)

    assert [look.mates for look in longer[-DEPTHS:]] == [True] * DEPTHS
    assert conclude(longer, LAW).sure


class Engines:
    """Stands for the probers of a claim: all moves are as good, but for the played one."""

    def __init__(self, worth):
        moves = [move.uci() for move in chess.Board().legal_moves]
        self.scripted = Sets(dict.fromkeys(moves, 0) | {PLAYED: worth})
        self.closed = False

    def __call__(self, choice, cancel, *, seconds):
        self.choice, self.cancel, self.seconds = choice, cancel, seconds
        return self

    def sets(self, position):
        return self.scripted

    def close(self):
        self.closed = True


def task_to_judge(fen=chess.STARTING_FEN, played=PLAYED, **limits):
    means = Means("modern", "native", "handcrafted", 1, seconds=None, nodes=None)
    return AnalyseMove(fen, False, (played,), replace(means, **limits))  # noqa: FBT003


def search_claim(monkeypatch, engines, *, seconds=None, nodes=None, **how):
    """The looks of a claim that the law never settles."""
    note = replace(NOTE, best=OTHER)
    monkeypatch.setattr(confirming, "Probers", engines)
    monkeypatch.setattr(confirming, "NATIVE", replace(NATIVE, deepest=99))
    monkeypatch.setattr(Claim, "law", law_that_stops_at(99))
    task = confirmation_of(note, task_to_judge(seconds=seconds, nodes=nodes))
    return Claim.of_task(task).search(**how)


@pytest.mark.parametrize(("worth", "times"), [(0, 4), (-50, 32)])
def test_a_claim_is_searched_longer_if_a_mark_is_at_stake(monkeypatch, worth, times):
    engines = Engines(worth)
    looks = search_claim(monkeypatch, engines, nodes=30)

    assert 20 * len(looks) == 30 * times, "each depth costs 20 nodes"
    assert engines.closed


def test_an_engine_may_take_all_the_time_of_both_searches(monkeypatch):
    engines, stop, rested = Engines(-50), Event(), []
    both = search_claim(
        monkeypatch,
        engines,
        seconds=60.0,
        nodes=30,
        cancel=stop,
        between=lambda: rested.append(1) or 0.0,
    )

    assert engines.seconds == 32 * 60
    assert engines.cancel is stop
    assert len(rested) == len(both) == 48, "nodes end it first"


def test_a_cancelled_claim_confirms_nothing(monkeypatch):
    engines, stop = Engines(-50), Event()
    looks = search_claim(
        monkeypatch, engines, nodes=30, cancel=stop, between=lambda: stop.set() or 0.0
    )
    task = confirmation_of(NOTE, task_to_judge(nodes=30))

    assert len(looks) == 1
    assert confirm_move(task, stop) is None
    assert confirm_move(task) is not None


def at_the_last_depths(*worths):
    """The looks of moves of which the played one is worth so much at the last depths."""
    looks, _ = looks_at(
        {BETTER: 0, PLAYED: lambda depth: worths[max(0, depth - STOP + len(worths) - 1)]}
    )
    return looks


# Expected points from 0: 45 hundredths cost .051, 100 cost .112, 200 cost .213.
@pytest.mark.parametrize(
    ("worths", "told"),
    [
        ((-45, -45, -45, -45, -45), -45),
        ((-45, -300, -45, -45, -45), -45),
        ((-300, -200, -100, -100, -45), -100),
        ((0, -100, -43, -45, -200), -100),
        ((-45, -45, -45, -45, -46), -45),
        ((-45, 0, 0, 0, 0), 0),
    ],
)
def test_the_look_that_is_told_costs_about_the_mean(worths, told):
    assert conclude(at_the_last_depths(*worths), LAW).worth == told


def test_of_looks_that_cost_the_same_the_deepest_is_told():
    looks, _ = looks_at({BETTER: 50, PLAYED: -50})

    assert typical_of(looks) is looks[-1]


def marked(worths, demand):
    """Whether a move of which the looks say this is marked."""
    found = conclude(at_the_last_depths(*worths), LAW, demand)
    note = with_confirmation(NOTE, found)
    assert bool(note.mark) is found.sure is not note.unsure
    return found.sure


@pytest.mark.parametrize("demand", [NATIVE, OTHERS])
@pytest.mark.parametrize("worth", [0, 60, -200])
def test_a_mark_must_be_deserved_on_average_and_at_each_of_the_last_three_depths(demand, worth):
    enough, least = (
        next(-v for v in range(500) if lost_points(0, -v) >= cost)
        for cost in (demand.cost, demand.least)
    )

    assert least >= enough
    assert marked([worth, *[enough] * COUNTED], demand), "what was before does not count"
    assert not marked([worth, *[enough + 1] * COUNTED], demand)
    assert demand.cost >= demand.least >= LEAST_COST[-1][0]
    for odd in range(COUNTED):
        one = [-300] * COUNTED
        one[odd] = least
        assert marked(one, demand)
        one[odd] = least + 1
        assert marked(one, demand) is (odd < COUNTED - DEPTHS)
    assert not marked([0, 0, least, least, least], demand)


def test_with_few_men_our_own_engine_must_find_twice_as_much():
    """Its values there are farther from the result: 6.5 % is less than it may err."""
    looks = at_the_last_depths(*[-100] * COUNTED)
    much = at_the_last_depths(*[-120] * COUNTED)

    assert conclude(looks, LAW, NATIVE).sure
    assert not conclude(looks, LAW, NATIVE, few=True).sure
    assert conclude(much, LAW, NATIVE, few=True).sure
    assert conclude(looks, LAW, OTHERS, few=True).sure


@pytest.mark.parametrize(
    ("fen", "few"),
    [
        ("r3k3/pp6/2n5/8/8/2N5/PP6/R3K3 w - - 0 1", True),
        ("r3k3/ppp5/2n5/8/8/2N5/PPP5/R3K3 w - - 0 1", True),
        ("r3k3/ppp5/2n5/8/8/2N5/PPP4P/R3K3 w - - 0 1", False),
    ],
)
def test_twelve_men_are_few(fen, few):
    task = confirmation_of(NOTE, task_to_judge(fen, "e1e2", nodes=99))
    assert Claim.of_task(task).few is few


def test_what_was_false_at_first_is_forgotten():
    looks, _ = looks_at(
        {BETTER: 100, PLAYED: lambda depth: 100 if depth <= STOP - COUNTED else -300}
    )

    assert conclude(looks, LAW).worth == -300


def test_the_best_of_the_other_moves_at_that_depth_is_named():
    late = {BETTER: 50, OTHER: lambda depth: -60 if depth <= STOP - COUNTED else 80, PLAYED: -50}
    looks, sets = looks_at(late, choices=(BETTER, OTHER))
    note = with_confirmation(NOTE, conclude(looks, LAW))

    assert sets.asked[:2] == [(NATIVE.first_depth, BETTER + OTHER), (NATIVE.first_depth, PLAYED)]
    assert (note.best, note.value, note.worth) == (OTHER, 80, -50)
    assert (note.verdict, note.argument) == (Verdict.MISTAKE, ()), "that was about another move"


def test_a_move_that_seemed_best_until_it_was_played_is_looked_at_again():
    played_best = replace(NOTE, played=BETTER, best=BETTER, drop=0.06)
    looks, _ = looks_at({OTHER: 90, BETTER: -50}, choices=(OTHER,), played=BETTER)
    agrees, _ = looks_at({OTHER: -50, BETTER: 90}, choices=(OTHER,), played=BETTER)
    note = with_confirmation(played_best, conclude(looks, LAW))

    assert needs_confirmation(played_best)
    assert not needs_confirmation(replace(played_best, drop=0.9 * SUSPECTED))
    assert needs_confirmation(replace(played_best, drop=SUSPECTED))
    assert (note.best, note.verdict) == (OTHER, Verdict.BLUNDER)
    kept = with_confirmation(played_best, conclude(agrees, LAW))
    assert kept == replace(played_best, value=90, worth=90, confirmed=True)


def test_a_mark_that_is_not_confirmed_is_not_written():
    seems_bad = replace(NOTE, worth=-300.0)
    looks, _ = looks_at({BETTER: 50, PLAYED: 45})
    note = with_confirmation(seems_bad, conclude(looks, LAW))

    assert seems_bad.verdict is Verdict.BLUNDER
    assert (note.verdict, note.mark, note.refutation) == (Verdict.GOOD, "", ())


def test_a_mark_that_the_law_doubts_is_not_written():
    never = law_that_stops_at(99)
    looks, _ = looks_at({BETTER: 50, PLAYED: -300}, nodes=200, law=never)
    note = with_confirmation(NOTE, conclude(looks, never))

    assert note.unsure
    assert note.mark == ""
    assert note.cost > 0.3, "what the searches found is told all the same"


def test_without_a_search_nothing_is_claimed():
    note = with_confirmation(replace(NOTE, worth=-300.0, only=True), None)

    assert (note.mark, note.only) == ("", False)


def test_a_mate_needs_no_law():
    never = law_that_stops_at(99)
    looks, _ = looks_at({BETTER: 0, PLAYED: -31_990}, law=never)

    assert len(looks) == DEPTHS
    assert conclude(looks, never).sure


def test_doubt_falls_with_depths_that_agree():
    steady, _ = looks_at({BETTER: 50, PLAYED: -50})
    changing, _ = looks_at({BETTER: 50, PLAYED: lambda depth: -50 if depth == STOP else 50})

    assert doubt_of(steady, CHESS) < doubt_of(steady[:3], CHESS)
    assert doubt_of(steady, CHESS) < doubt_of(changing, CHESS)


@pytest.mark.parametrize(
    ("other", "only"),
    [
        (-200, True),
        (lambda depth: -200 if depth < STOP else 80, False),
        (80, False),
    ],
)
def test_every_other_move_must_be_worse_at_each_of_the_last_depths(other, only):
    looks, sets = looks_at({BETTER: 100, OTHER: other, PLAYED: -300}, others=[OTHER, PLAYED],
                           played=None)  # fmt: skip
    found = conclude(looks, LAW)

    assert found.only is only
    assert (found.second, found.worth) == (OTHER, None)
    assert sets.asked[:2] == [(NATIVE.first_depth, BETTER), (NATIVE.first_depth, OTHER + PLAYED)]


def value_of(chances):
    return 114 * math.log(chances / (1 - chances))


@pytest.mark.parametrize(
    ("best", "others", "only"),
    [(0.9, 0.45, True), (0.9, 0.64, False), (0.5, 0.35, False), (0.5, 0.25, True)],
)
def test_a_move_is_not_the_only_one_if_another_leaves_good_chances(best, others, only):
    assert stands_alone(value_of(best), value_of(others)) is only


def test_only_claims_are_searched_again():
    assert needs_confirmation(replace(NOTE, worth=-40.0))
    assert needs_confirmation(replace(NOTE, worth=20.0)), (
        "too little for a mark, but it may be more"
    )
    assert not needs_confirmation(replace(NOTE, worth=45.0))
    assert needs_confirmation(replace(NOTE, worth=40.0, only=True))


@pytest.mark.parametrize(
    "damaged",
    [
        {"value": 1.0},
        {"line": ["e2e5"]},
        {"worth": "much"},
        {"only": 1},
        {"answer": None},
        {"lines": [["e2e5"]]},
        {"value": 1e7},
        {"line": []},
    ],
)
def test_a_confirmation_that_does_not_fit_is_refused(damaged):
    task, looks = confirmation_of(NOTE, task_to_judge()), looks_at({BETTER: 50, PLAYED: -50})[0]
    found = conclude(looks, LAW)
    stored = damaged if damaged == {"value": 1.0} else found.as_json() | damaged

    assert read_found(task, found.as_json()) == found
    with pytest.raises(BadInputError):
        read_found(task, stored)


def test_a_blunder_is_confirmed_by_the_compiled_search():
    board = chess.Board()
    for name in ("e4", "e5", "Qh5"):
        board.push_san(name)
    task = task_of(board, chess.Move.from_uci("e8e7"), Settings(nodes=5_000))
    note = replace(NOTE, ply=3, fen=board.fen(), played="e8e7", best="b8c6", line=("b8c6",),
                   answer=("e8e7",), second=None, second_value=None, sentences=())  # fmt: skip
    found = confirm_move(confirmation_of(note, task))
    confirmed = with_confirmation(note, found)

    assert found == confirm_move(confirmation_of(note, task)), "nodes give the same twice"
    assert confirmed.verdict is Verdict.BLUNDER
    assert confirmed.refutation[:2] == ("e8e7", "h5e5")


def test_the_compiled_search_names_the_best_of_all_others():
    """Scholar's mate is threatened: 3...g6 stops it, and 3...Ke7, named at first, does not."""
    board = chess.Board()
    for name in ("e4", "e5", "Bc4", "Nc6", "Qh5"):
        board.push_san(name)
    task = task_of(board, chess.Move.from_uci("g8f6"), Settings(nodes=5_000))
    note = replace(NOTE, ply=5, fen=board.fen(), played="g8f6", best="e8e7", line=("e8e7",),
                   answer=("g8f6",), second=None, second_value=None, sentences=())  # fmt: skip
    confirmed = with_confirmation(note, confirm_move(confirmation_of(note, task)))

    assert confirmed.verdict is Verdict.BLUNDER
    assert confirmed.best in {"g7g6", "d8e7", "d8f6"}
    assert confirmed.line[0] == confirmed.best


def said(about, text, *moves, unsettled=False, **values):
    told = tuple((move, float(value)) for move, value in values.items())
    return Sentence(about, say(text), moves=moves, values=told, unsettled=unsettled)


BEST = said("claim", "e4 is best.", BETTER, e2e4=50)
WORSE = said("rival", "d4 is worse.", OTHER)


@pytest.mark.parametrize(
    ("argument", "kept"),
    [
        ([BEST, said("rival", "f3 looks worse, but that is not certain.", PLAYED)], [BEST]),
        ([BEST, WORSE], [BEST, WORSE]),
        ([said("claim", "e4, f3 and d4 are too close.", BETTER, PLAYED, OTHER), WORSE], []),
        ([BEST, said("rival", "d4 and f3 look worse.", OTHER, PLAYED)], [BEST]),
        ([BEST, said("rival", "d4 and c4 look worse.", OTHER, "c2c4")], [BEST, "d4 and c4"]),
        ([BEST, said("stop", "Not settled: why.", unsettled=True)], [BEST]),
        ([BEST, said("stop", "Settled: why.")], [BEST, "Settled"]),
    ],
)
def test_beside_a_mark_the_argument_says_nothing_else_of_the_move(argument, kept):
    note = replace(NOTE, sentences=tuple(argument))
    looks, _ = looks_at({BETTER: 50, PLAYED: -300}, choices=(BETTER,))
    found = conclude(looks, LAW)
    left = with_confirmation(note, found).argument

    assert len(left) == len(kept)
    assert all(one in argument for one in left)
    assert with_confirmation(note, replace(found, sure=False)).argument == tuple(argument)


@pytest.mark.parametrize("sure", [True, False])
@pytest.mark.parametrize("start", [50, 100])
def test_beside_a_value_no_sentence_tells_another_of_the_same_move(sure, start):
    """A page said 0.00 in a comment, and below that the best move wins a pawn and is worth 0.67."""
    looks, _ = looks_at({BETTER: 0, PLAYED: -300}, choices=(BETTER,))
    found = replace(conclude(looks, LAW), sure=sure, second=OTHER, second_value=-250.0)
    near, far = said("rival", "d4.", OTHER, d2d4=-240), said("rival", "d4.", OTHER, d2d4=30)
    wins = said("claim", "e4 is best (+0.67), winning a pawn.", BETTER, e2e4=67)
    holds = said("claim", "e4 is best (+0.10).", BETTER, e2e4=10)

    for value in (start, 0):  # whatever the note has said meanwhile
        note = replace(NOTE, value=float(value), sentences=(wins, near))
        assert with_confirmation(note, found).argument == ()
        note = replace(note, sentences=(holds, near, far))
        assert with_confirmation(note, found).argument == (holds, near)


def test_an_argument_agrees_with_whatever_changes_the_values():
    assert NOTE.argument == NOTE.sentences
    for change in ({"value": 0.0}, {"best": OTHER, "line": (OTHER,)}, {"sentences": ()}):
        assert replace(NOTE, **change).argument == ()
    assert replace(NOTE, value=52.0).argument == NOTE.sentences
