"""The compiled control is the reference's twin: same law, same questions, same choice."""

import math
from dataclasses import asdict, replace
from threading import Event

import pytest
from control_twins import ANALYSIS, GAME, Task, finish, make, outcome, random_task, reference, twin
from hypothesis import given, settings
from hypothesis import strategies as st

from provebest import _native
from provebest.chess.probes.compiled_control import CompiledControl
from provebest.games.chess import read_position
from provebest.search.events import StepEnded
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.law import Attack, Law, Sight
from provebest.search.setprobe.settings import ANY_GAME, CHESS
from provebest.vocabulary import BadInputError, NothingSearchedError, Stopped

QUIET = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
MATES = "6k1/5ppp/8/8/8/8/q4PPP/1R4K1 w - - 0 1"
MATED = "7k/8/5KR1/8/8/8/8/8 b - - 0 1"
ONE_MOVE = "7k/8/8/8/8/8/6PP/r5K1 w - - 0 1"
WORDS = ("settled", "it wins by force", "time is worth more later", "no other move to choose")
CASTLING = "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1"


# --- the law ----------------------------------------------------------------------------------

numbers = st.floats(-5, 5)
laws = st.one_of(
    st.just(CHESS), st.builds(Law, *[numbers] * 7, st.floats(0, 1), st.floats(0.1, 1000))
)
sights = st.builds(
    Sight,
    depth=st.integers(0, 120),
    unchanged=st.integers(0, 120),
    share=st.none() | st.floats(0, 1),
    points=st.floats(0, 1),
    attack=st.sampled_from(Attack),
)


def compiled(law):
    return _native.ChessLaw(**asdict(law))


@given(laws, sights)
def test_the_doubt_has_the_same_bits(law, sight):
    same = asdict(sight) | {"attack": sight.attack.value}

    assert compiled(law).doubt(**same) == law.doubt(sight)


@given(laws, st.floats(-33_000, 33_000), st.floats(-0.2, 1.2))
def test_points_and_values_have_the_same_bits(law, value, points):
    twin_of_law = compiled(law)

    assert twin_of_law.points(value) == law.points(value)
    assert twin_of_law.value(points) == law.value(points)


# --- the procedure ----------------------------------------------------------------------------


def check_alike(task, at_most=1_000_000):
    """Compares every question and everything that the user can ask for; returns the reference."""
    first, second = reference(task), twin(task, at_most)

    assert second.asked == first.asked
    assert outcome(second) == outcome(first)
    return first


@pytest.mark.parametrize("first", range(0, 760, 40))
def test_questions_and_choices_are_the_references(first):
    for seed in range(first, first + 40):
        check_alike(random_task(seed))


def test_the_random_positions_reach_every_end_and_every_question():
    """Else the test above would say less than it seems to."""
    seen = set()
    for seed in range(760):
        search = twin(random_task(seed))
        seen |= {search.stopped, *(word for word in WORDS if word in search.reason)}
        seen |= {(probe.purpose, probe.found.finished) for probe in search.asked}
        seen |= {"refuted"} if search.refutations else set()

    purposes = [
        (purpose, yes) for purpose in ("SELECT", "rivals", "VERIFY") for yes in (True, False)
    ]
    assert seen >= {Stopped.NODE_LIMIT, Stopped.DEPTH_LIMIT, "refuted", *WORDS, *purposes}


@pytest.mark.parametrize("numbers", [ANALYSIS, GAME], ids=["analysis", "game"])
@pytest.mark.parametrize(
    ("fen", "chess960", "only"),
    [
        (QUIET, False, ()),
        (QUIET, False, ("b1c3", "d2d3")),
        (QUIET, False, ("d2d3",)),
        (MATES, False, ()),
        (MATED, False, ()),
        (ONE_MOVE, False, ()),
        (CASTLING, True, ()),
        (CASTLING, True, ("f1g1", "f1b1")),
    ],
)
@pytest.mark.parametrize("nodes", [300, 60_000])
def test_special_positions(fen, chess960, only, numbers, nodes):
    check_alike(Task(read_position(fen, chess960=chess960), numbers, nodes, only))


@pytest.mark.parametrize("nodes", range(2_000, 30_000, 900))
def test_a_budget_that_ends_anywhere_ends_both_alike(nodes):
    check_alike(Task(read_position(QUIET), replace(ANALYSIS, min_act=0.35), nodes))


def test_one_question_a_step_is_the_same_search():
    task = Task(read_position(QUIET), replace(ANALYSIS, min_act=0.2), 40_000)
    steps = []
    search = make(CompiledControl, task)
    search.events.on(StepEnded, lambda event: steps.append(event.purpose))
    finish(search, at_most=1)

    check_alike(task, at_most=1)
    assert steps[0] == "root"
    assert steps[1:] == [probe.purpose for probe in search.asked]


# --- limits -----------------------------------------------------------------------------------


def game(**kw):
    return make(CompiledControl, Task(read_position(QUIET), GAME, 10**9), **kw)


def test_a_step_returns_before_the_end():
    """Else there would be no reports, and nobody could renew the budget."""
    search = game(budget=Budget(None, 1e6))
    search.step(3)

    assert (search.stopped, search.result(Stopped.CANCELLED).set_probes) == (None, 3)


def test_renewed_limits_hold_from_then_on():
    search = game(budget=Budget(None, 1e6))
    search.step(4)
    used = search.tally.probe_nodes
    search.renew(Budget(used + 2_000))
    finish(search)

    assert search.stopped is Stopped.NODE_LIMIT
    assert search.tally.probe_nodes == used + 2_000


def test_time_that_has_passed_counts():
    budget = Budget(None, 1000.0)
    budget.begun -= 2000
    search = game(budget=budget)
    finish(search)

    assert search.stopped is Stopped.TIME_LIMIT
    assert search.asked == []
    assert search.best is not None


def test_a_cancelled_search_ends_with_its_choice():
    cancel = Event()
    search = game(budget=Budget(None, 1e6), cancel=cancel)
    search.step(4)
    best = search.best
    cancel.set()
    finish(search)

    assert (search.stopped, search.best) == (Stopped.CANCELLED, best)


class FailingEvent(Event):
    """Raises instead of the first answer."""

    raised = False

    def is_set(self):
        if not self.raised:
            self.raised = True
            raise KeyboardInterrupt
        return False


def test_a_question_that_was_interrupted_is_asked_again():
    task = Task(read_position(QUIET), replace(GAME, first_depth=12), 400_000)
    search = make(CompiledControl, task, cancel=FailingEvent())
    with pytest.raises(KeyboardInterrupt):
        finish(search)
    with pytest.raises(NothingSearchedError):
        search.result(Stopped.CANCELLED)
    finish(search)

    assert search.asked[0].depth == 12
    assert search.stopped in (Stopped.FOUND, Stopped.NODE_LIMIT)


def test_it_does_not_go_on_at_another_position():
    search = game()
    search.step()
    search.sets.root.move_to(read_position(MATES))

    with pytest.raises(ValueError, match="another position"):
        search.step()


def test_it_refuses_settings_of_other_games():
    with pytest.raises(BadInputError, match="chess alone"):
        make(CompiledControl, Task(read_position(QUIET), ANY_GAME, 100))


def test_moves_that_are_not_candidates_are_refused():
    position = read_position(QUIET)
    root = _native.ChessRootSearch(position, correction=None)
    budget = _native.ChessBudget(nodes=100, seconds=None, grace=0.0, elapsed=0.0)
    with pytest.raises(ValueError, match="not among the moves"):
        _native.ChessControl(
            root,
            compiled(CHESS),
            moves=[("d2d3", 0.0)],
            only=[],
            unseen=True,
            min_act=0.05,
            time_price=0.0,
            first_depth=6,
            deepest=100,
            win=math.inf,
            tolerance=0.04,
            deeper=5,
            budget=budget,
            used=0,
        )


@settings(deadline=None, max_examples=20)
@given(st.integers(10**6, 10**9))
def test_any_other_seed(seed):
    check_alike(random_task(seed))
