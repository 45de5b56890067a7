"""Distances of the evaluation in endings, by the rule that scales them."""

import numpy as np
import pytest

from studies.correction.dataset import Label, distance
from studies.ending_rules import NO_RULE, by_rule, is_ending, rows

DRAWN = "8/8/8/4k3/8/4K3/4P3/8 w - -"
ROOKS = "8/5pk1/6p1/8/3R4/6P1/r4PK1/8 w - -"
MIDDLE = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq -"


def test_pieces_are_counted_without_kings_and_pawns():
    assert is_ending(DRAWN)
    assert is_ending(ROOKS)
    assert not is_ending(MIDDLE)


def test_endings_are_told_by_rule_and_other_positions_not_at_all():
    labels = [Label(DRAWN, 0, 1, 1), Label(ROOKS, 20, 1, 2), Label(MIDDLE, 0, 1, 3)]
    found = by_rule(labels)

    assert sum(map(len, found.values())) == 2
    (rule,) = (name for name, there in found.items() if there[0].fen == DRAWN)
    assert rule.startswith("king and pawn against king")
    assert found.keys() - {rule} <= {NO_RULE, "few pawns left"}


def test_a_row_has_the_distance_from_the_labels():
    off = [Label(DRAWN, 220, 1, game) for game in range(40)]
    header, _, row = rows(by_rule(off))

    expected = distance(np.zeros(1), np.full(1, 220))
    cells = row.strip("| ").split(" | ")
    assert len(cells) == len(header.strip("| ").split(" | "))
    assert cells[1] == "40"
    assert [float(cell) for cell in cells[2:]] == pytest.approx([expected] * 3, abs=5e-5)
