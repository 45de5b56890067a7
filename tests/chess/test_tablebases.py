"""Notes are corrected by what tablebases know, whatever the searches found."""

from dataclasses import replace

import pytest
from small_notes import NOTE

from provebest.chess.explain.tablebases import WON, correct_notes


class Known:
    """Tablebases that know the results of some positions, by their side to move."""

    def __init__(self, **results):
        self._results = results

    def result(self, board):
        return self._results.get("white" if board.turn else "black")


@pytest.mark.parametrize(
    ("results", "shown"),
    [({}, -250.0), ({"black": 0}, 0.0), ({"black": 2}, -WON), ({"white": 0}, -250.0)],
)
def test_the_value_that_is_written_is_that_of_the_tablebases(results, shown):
    note = replace(NOTE, value=50.0, worth=-40.0, after=-250.0)
    (found,) = correct_notes([note], Known(**results))

    assert found.shown == shown


def test_a_mark_that_tablebases_know_needs_no_other_confirmation():
    note = replace(NOTE, value=50.0, worth=-40.0, unsure=True)
    (found,) = correct_notes([note], Known(white=0, black=2))

    assert (found.value, found.worth, found.mark) == (0.0, -WON, "??")
    assert correct_notes([note], Known(black=2))[0].mark == ""
