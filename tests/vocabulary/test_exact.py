"""Numbers as they are spelled, not as a double holds them."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provebest.vocabulary import (
    BadInputError,
    added,
    as_fraction,
    at_most_text,
    common_denominator,
)


@pytest.mark.parametrize("tenth", ["0.1", 0.1, ".1", "1/10", " 0.10 ", "1e-1", Decimal("0.1")])
def test_a_tenth_is_a_tenth_however_it_is_written(tenth):
    assert as_fraction(tenth) == Fraction(1, 10)


def test_a_float_is_read_by_its_shortest_spelling_not_by_its_bits():
    assert as_fraction(0.1) != Fraction(0.1)
    assert as_fraction(0.1) + as_fraction(0.2) == as_fraction(0.3)


@given(st.fractions())
def test_a_fraction_is_taken_as_it_is(fraction):
    assert as_fraction(fraction) is fraction
    assert as_fraction(str(fraction)) == fraction


@given(st.integers())
def test_a_whole_number_stays_whole(number):
    assert as_fraction(number) == number
    assert as_fraction(number).denominator == 1


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_no_float_is_lost_on_the_way(number):
    assert float(as_fraction(number)) == number


@pytest.mark.parametrize(
    "nonsense", ["", "one", "1/0", "0.1.2", "nan", "inf", float("nan"), float("-inf"), None, True]
)
def test_what_is_no_finite_number_is_refused_by_name_and_shown(nonsense):
    with pytest.raises(BadInputError) as refused:
        as_fraction(nonsense, "the weight")

    assert str(refused.value) == f"the weight must be a finite number, got {nonsense!r}"


def test_a_number_without_a_name_is_called_number():
    with pytest.raises(BadInputError, match=r"^number must be a finite number, got 'x'$"):
        as_fraction("x")


def test_the_refusal_hides_how_it_came_about():
    with pytest.raises(BadInputError) as refused:
        as_fraction("x")

    assert refused.value.__suppress_context__


@given(st.lists(st.fractions(max_denominator=30), max_size=6))
def test_the_common_denominator_is_the_least_that_makes_all_whole(fractions):
    common = common_denominator(fractions)

    def makes_all_whole(number):
        return all((fraction * number).denominator == 1 for fraction in fractions)

    assert makes_all_whole(common)
    assert not any(
        makes_all_whole(common // divisor)
        for divisor in range(2, min(common, 1000) + 1)
        if common % divisor == 0
    )


def test_the_common_denominator_of_thirds_and_quarters_is_12_and_of_nothing_is_1():
    assert common_denominator([Fraction(1, 3), Fraction(-3, 4)]) == 12
    assert common_denominator([]) == 1


def test_numbers_are_added_one_by_one_on_every_python():
    assert added([0.1] * 10) == 0.9999999999999999
    assert added([1e16, 1, 1, -1e16]) == 0
    assert added([]) == 0


@given(st.floats(allow_nan=False, allow_infinity=False) | st.fractions() | st.integers())
def test_at_most_is_never_said_of_less(number):
    assert float(at_most_text(number)) >= number


def test_at_most_is_said_in_few_digits_if_they_will_do():
    assert [at_most_text(number) for number in (0, 18, 0.25, Fraction(2, 3), 10**400)] == [
        "0", "18", "0.25", "0.666667", str(10**400),
    ]  # fmt: skip
    assert at_most_text(Fraction(1, 3)) == "0.33333333333333337"
