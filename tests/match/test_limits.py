"""Time controls that nobody can play with are refused, however they are written."""

import pytest

from provebest.match.limits import read_limit
from provebest.vocabulary import BadInputError


@pytest.mark.parametrize(
    "text", ["9" * 5_000 + "/60", "1+" + "9" * 50, "1e999", "nan", "-1", "1/0", "", "\x00", "1+-1"]
)
def test_a_time_control_that_is_none_is_refused(text):
    with pytest.raises(BadInputError):
        read_limit(text, None, None, None)
