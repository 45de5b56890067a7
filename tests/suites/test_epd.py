"""Points for moves in the comments of EPD lines."""

import random
import re

import pytest

from provebest.suites.epd import _move_points, read_exercise

POSITION = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+;"


def test_c0_gives_points_to_several_moves():
    found = read_exercise(f'{POSITION} c0 "Qd1+=10, Qc7=3";', "x")

    assert found.points == {"d6d1": 10, "d6c7": 3}
    assert found.most_points == 10


@pytest.mark.parametrize(
    "comment", ["", "a fine move", "Qd1+=10, perhaps", "see Qd1+=10", f"Qd1+={'9' * 5_000}, or"]
)
def test_any_other_comment_gives_no_points(comment):
    assert read_exercise(f'{POSITION} c0 "{comment}";', "x").points == {}


def test_a_comment_gives_points_if_all_of_it_is_pairs():
    rng, pair, with_points = random.Random(1), re.compile(r"(\S+?)=(\d+)(?:,\s*|$)"), 0
    for _ in range(20_000):
        text = "".join(rng.choices(["a", "=", "=1", ", ", ",", "1", " ", "\n"], k=rng.randrange(9)))
        found = list(pair.finditer(text))
        whole = "".join(match[0] for match in found) == text
        expected = [(match[1], int(match[2])) for match in found] if whole else []

        assert _move_points(text) == expected
        with_points += bool(expected)
    assert with_points > 100
