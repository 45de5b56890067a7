"""Probability-based B* on a suite: a position that is cancelled has no solution."""

from threading import Event, Timer

import pytest

from provebest.suites.bstar_solver import BStar
from provebest.vocabulary import Limits

QUIET = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP4/1PN1PN2/PB2BPPP/R2Q1RK1 w - - 0 9"


@pytest.mark.parametrize("control", ["modern", "classic"])
def test_what_was_cancelled_before_it_began_has_no_solution(control):
    cancel = Event()
    cancel.set()

    assert BStar(control).solve(QUIET, Limits(seconds=5, cancel=cancel)) is None


def test_what_was_cancelled_in_its_first_expansion_has_no_solution():
    cancel = Event()
    soon = Timer(0.2, cancel.set)
    soon.start()

    assert BStar("classic", probe_depth=14).solve(QUIET, Limits(seconds=60, cancel=cancel)) is None
    soon.join()
