"""A rival that is nearly as good: too close to call, or about equal if the search is settled."""

from dataclasses import replace

import pytest

from provebest.argument.building import of_probabilities
from provebest.argument.evidence import Evidence, Look
from provebest.argument.parts import Kind, Verdict
from provebest.games.chess_values import MATE, MATES_FROM
from provebest.search.probability.result import ProbabilityResult, RootMove
from provebest.search.setprobe.law import TOLERANCE
from provebest.search.setprobe.settings import CHESS
from provebest.vocabulary import Counters, Stopped


def result_of(value, rival, *, stopped=Stopped.FOUND, doubt=0.02):
    moves = tuple(
        RootMove(name, real, None, None, chance, 1, (name,))
        for name, real, chance in (("a", value, 1 - doubt), ("b", rival, doubt))
    )
    return ProbabilityResult(
        "a", value, stopped, "why", moves, ("a",), 0, value, Counters(), doubt=doubt
    )


def argument_of(result, settings=None, **looked):
    looks = {move: Look(value=value, line=(move,), depth=8) for move, value in looked.items()}
    return of_probabilities(
        result,
        Evidence(looks=looks),
        chance=lambda _goal, rival, _look: rival.chance,
        least=0.05,
        as_good=TOLERANCE,
        points=CHESS.points,
        **settings or {},
    )


@pytest.mark.parametrize(
    ("value", "rival", "kind"),
    [
        (0, -18, Kind.EQUAL),
        (0, -19, Kind.HELD),
        (0, 4, Kind.EQUAL),
        (0, 18, Kind.CLOSE),  # a search of it alone found more
        (900, 700, Kind.EQUAL),  # both win
        (300, 250, Kind.EQUAL),
        (100, 75, Kind.HELD),
    ],
)
def test_closeness_is_counted_in_points(value, rival, kind):
    (found,) = argument_of(result_of(value, rival), b=rival).rivals
    assert found.kind is kind


@pytest.mark.parametrize(
    ("value", "rival", "is_as_good"),
    [(500, 400, True), (500, 399, False), (-388, -425, True), (-388, -649, False)],
)
def test_in_a_decided_game_a_clear_difference_counts(value, rival, is_as_good):
    """Points hardly differ there, but a move that loses a pawn less is better."""
    argument = argument_of(result_of(value, rival), settings={"lost": -400, "clear": 100}, b=rival)

    assert bool(argument.as_good) == is_as_good


@pytest.mark.parametrize(
    ("before", "kind"), [(None, Kind.HELD), (-60, Kind.HELD), (-20, Kind.OPEN)]
)
def test_a_move_whose_value_has_just_fallen_is_not_yet_called_worse(before, kind):
    looks = {"b": Look(value=-109.0, line=("b",), depth=9, before=before)}
    argument = of_probabilities(
        result_of(0, -109),
        Evidence(looks=looks),
        chance=lambda _goal, rival, _look: rival.chance,
        as_good=TOLERANCE,
        slightly=0.08,
        points=CHESS.points,
    )
    (found,) = argument.rivals

    assert (found.kind, found.value) == (kind, -109.0)


@pytest.mark.parametrize(
    ("value", "shallow", "kind"),
    [(-60, False, Kind.HELD), (-60, True, Kind.OPEN), (-90, True, Kind.HELD)],
)
def test_a_shallow_search_calls_only_a_clearly_worse_move_worse(value, shallow, kind):
    looks = {"b": Look(value=value, line=("b",), depth=8, shallow=shallow)}
    argument = of_probabilities(
        result_of(0, value),
        Evidence(looks=looks),
        chance=lambda _goal, rival, _look: rival.chance,
        as_good=TOLERANCE,
        slightly=0.08,
        points=CHESS.points,
    )
    (found,) = argument.rivals

    assert found.kind is kind


def test_a_clear_difference_in_a_decided_game_makes_a_move_worse():
    settings = {"slightly": 0.08, "lost": -336, "clear": 100}
    (found,) = argument_of(result_of(733, 350), settings=settings, b=350).rivals

    assert found.kind is Kind.HELD


def test_moves_that_are_surely_equal_are_named_without_those_that_may_be():
    moves = tuple(
        RootMove(name, real, None, None, 0.01, 1, (name,))
        for name, real in (("a", 0.0), ("b", -4.0), ("c", 18.0))
    )
    result = replace(result_of(0, 0), moves=moves)
    argument = argument_of(result, b=-4.0, c=18.0)

    assert argument.verdict is Verdict.EQUAL
    assert [rival.move for rival in argument.as_good] == ["b"]


def test_a_move_is_not_called_worse_if_it_is_only_slightly():
    """Values of searches that see less far than that of the choice differ by as much."""
    settings = {"slightly": 0.1}

    def kind(rival, **ended):
        (found,) = argument_of(result_of(20, rival, **ended), settings=settings, b=rival).rivals
        return found.kind

    cut = {"stopped": Stopped.NODE_LIMIT, "doubt": 0.03}
    assert kind(-20) is kind(-20, **cut) is Kind.OPEN
    assert kind(-60) is kind(-60, **cut) is Kind.HELD


@pytest.mark.parametrize("searched_alone", [True, False])
def test_a_settled_search_never_says_too_close_to_call(searched_alone):
    looked = {"b": 15} if searched_alone else {}
    settled = argument_of(result_of(20, 15), **looked)
    cut = argument_of(result_of(20, 15, stopped=Stopped.NODE_LIMIT, doubt=0.3), **looked)
    doubtful = argument_of(result_of(20, 15, doubt=0.3), **looked)

    assert "about equal" in str(settled)
    assert "too close to call" not in str(settled)
    for unsettled in (cut, doubtful):
        assert "too close to call" in str(unsettled)
        assert "about equal" not in str(unsettled)


def test_a_lower_bound_is_told_as_one():
    result = result_of(20, 15)
    best, rival = result.moves
    bound = replace(result, moves=(replace(best, is_bound=True), rival))

    assert str(argument_of(result)).startswith("a (20)")
    assert str(argument_of(bound)).startswith("a (at least 20)")
    assert argument_of(bound).as_json()["claim"]["worth_is_lower_bound"] is True


@pytest.mark.parametrize(
    ("value", "rival", "kind"),
    [
        (10 - MATE, 10 - MATE, Kind.EQUAL),
        (10 - MATE, 8 - MATE, Kind.HELD),
        (10 - MATE, 2 - MATE, Kind.HELD),
        (MATE - 3, MATE - 9, Kind.EQUAL),
        (-900, 10 - MATE, Kind.HELD),
    ],
)
def test_of_two_forced_losses_the_later_one_is_better(value, rival, kind):
    settings = {"least_win": MATES_FROM, "lost": -500.0}
    argument = argument_of(result_of(value, rival), settings, b=rival)

    assert argument.rivals[0].kind is kind
