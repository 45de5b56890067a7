"""Unit: a wrong answer of a user's game is named in one sentence; a right one passes."""

import math
from dataclasses import dataclass
from fractions import Fraction

import pytest

from provebest import BadInputError, Game, Interval
from provebest.games.checked import CheckedGame, checked, root_of
from provebest.games.trees import CanonicalTree


class Countdown(Game):
    """Take one or two; a state is how many are left."""

    def start(self):
        return 3

    def moves(self, state):
        return [take for take in (1, 2) if take <= state]

    def play(self, state, move):
        return state - move

    def max_to_move(self, state):
        return state % 2 == 1

    def value(self, state):
        return 0.0

    def bounds(self, state):
        return Interval(-1, 1)


def saying(**answers):
    """Countdown, but these methods answer so."""
    own = {name: (lambda self, *_, answer=answer: answer) for name, answer in answers.items()}
    return checked(type("Odd", (Countdown,), own)())


@pytest.mark.parametrize(
    ("call", "answers", "sentence"),
    [
        (("start",), {"start": None}, "Odd.start() returned None; expected a state"),
        (("moves", 3), {"moves": None}, "Odd.moves(3) returned None; expected a list of the legal"),
        (("moves", 3), {"moves": 2}, "Odd.moves(3) returned 2; expected a list of the legal moves"),
        (("moves", 3), {"moves": {1, 2}}, "Odd.moves(3) returned {1, 2}; expected a list"),
        (("play", 3, 1), {"play": None}, "Odd.play(3, 1) returned None; expected a state"),
        (("max_to_move", 3), {"max_to_move": None}, "Odd.max_to_move(3) returned None; expected T"),
        (("max_to_move", 3), {"max_to_move": "MAX"}, "returned 'MAX'; expected True or False"),
        (("value", 3), {"value": None}, "Odd.value(3) returned None; expected a number"),
        (("value", 3), {"value": math.nan}, "Odd.value(3) returned nan; expected a number"),
        (("value", 3), {"value": "1"}, "Odd.value(3) returned '1'; expected a number"),
        (("bounds", 3), {"bounds": None}, "Odd.bounds(3) returned None; expected two numbers"),
        (("bounds", 3), {"bounds": 1.0}, "Odd.bounds(3) returned 1.0; expected two numbers"),
        (("bounds", 3), {"bounds": (1, 2, 3)}, "returned (1, 2, 3); expected two numbers"),
        (("bounds", 3), {"bounds": (math.nan, 2)}, "returned (nan, 2); expected two numbers"),
        (
            ("bounds", 3),
            {"bounds": (2, 1)},
            "Odd.bounds(3) returned the bounds [2, 1]; expected the lower",
        ),
        (("expand", 3), {"expand": None}, "Odd.expand(3) returned None; expected a list of (move"),
        (("expand", 3), {"expand": [(1, 2)]}, "returned (1, 2); expected (move, state, lo, hi)"),
        (
            ("expand", 3),
            {"expand": [(1, 2, 4, 3)]},
            "returned the bounds [4, 3]; expected the lower",
        ),
    ],
)
def test_a_wrong_answer_is_one_sentence_with_method_state_and_what_was_expected(
    call, answers, sentence
):
    with pytest.raises(BadInputError) as told:
        getattr(saying(**answers), call[0])(*call[1:])
    assert sentence in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("moves", [(1, 2), range(1, 3), iter([1, 2]), (n for n in (1, 2))])
def test_moves_may_come_in_anything_that_has_an_order(moves):
    assert saying(moves=moves).moves(3) == [1, 2]


def test_bounds_may_be_a_plain_pair_and_numbers_of_any_kind():
    assert saying(bounds=(0, 2)).bounds(3) == Interval(0, 2)
    assert saying(bounds=[Fraction(1, 2), 2]).bounds(3) == Interval(Fraction(1, 2), 2)
    assert saying(value=Fraction(1, 2)).value(3) == 0.5
    assert saying(max_to_move=1).max_to_move(3) is True


class Mutable(Countdown):
    def start(self):
        return [3]

    def moves(self, state):
        return [1, 2]

    def play(self, state, move):
        state.append(move)
        return state


class MutableCopied(Mutable):
    def play(self, state, move):
        state.append(move)
        return list(state)


class Hidden(Mutable):
    """Its states look the same however they are changed."""

    class Board:
        def __init__(self):
            self.left = [3]

    def start(self):
        return self.Board()

    def play(self, state, move):
        state.left.append(move)
        return self.Board()


@pytest.mark.parametrize("game", [Mutable, MutableCopied, Hidden])
def test_playing_in_place_is_noticed(game):
    asked = checked(game())
    with pytest.raises(BadInputError, match="return a new one"):
        asked.expand(asked.start())
    given = checked(game())
    with pytest.raises(BadInputError, match="return a new one"):
        given.play(root_of(given, game().start()), 1)


def test_a_move_may_lead_back_to_a_state_that_cannot_change():
    @dataclass(frozen=True)
    class Square:
        name: str

    stay = type("Stay", (Countdown,), {"play": lambda self, state, move: state})
    assert checked(stay()).play((1, "a"), 0) == (1, "a")
    assert checked(stay()).play(Square("a"), 0) == Square("a")


def test_states_that_cannot_be_hashed_are_refused_only_where_they_must_be():
    assert checked(Mutable()).start() == [3]
    with pytest.raises(BadInputError, match=r"Mutable.start\(\) returned \[3\].*can be hashed"):
        checked(Mutable(), hashed=True).start()
    into = type("Into", (Countdown,), {"play": lambda self, state, move: [state]})
    with pytest.raises(BadInputError, match=r"Into.play\(3, 1\) returned \[3\].*can be hashed"):
        checked(into(), hashed=True).play(3, 1)


def test_what_is_not_a_game_is_refused():
    with pytest.raises(BadInputError, match=r"Countdown is a class: write Countdown\(\)"):
        checked(Countdown)
    with pytest.raises(BadInputError, match=r"subclass of provebest.Game, got \[1, 2\]"):
        checked([1, 2])


def test_an_exception_of_the_game_comes_out_as_it_is():
    class Broken(Countdown):
        def moves(self, state):
            raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        checked(Broken()).expand(3)


def test_a_class_vouches_for_itself_but_not_for_those_made_from_it():
    class Own(CanonicalTree):
        pass

    tree = CanonicalTree(2, 50, 1)
    assert checked(tree) is tree
    assert isinstance(checked(Own(2, 50, 1)), CheckedGame)
    assert checked(checked(Countdown())).start() == 3
