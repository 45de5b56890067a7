"""TSPLIB files: every layout and distance that is read, and a sentence for each that is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provebest.problems.tsplib import SUPPORTED, parse_tsplib
from provebest.vocabulary import BadInputError

# The first cities of TSPLIB's burma14 and att48, and the distances published for them.
BURMA = [(16.47, 96.10), (16.47, 94.44), (20.09, 92.54), (22.39, 93.37), (25.23, 97.24)]
BURMA_FROM_FIRST = [0, 153, 510, 706, 966]
ATT = [(6734, 1453), (2233, 10), (5530, 1424), (401, 841)]
ATT_FROM_FIRST = [0, 1495, 381, 2012]


def coordinate_file(kind, points):
    lines = [f"{city} {x} {y}" for city, (x, y) in enumerate(points, 1)]
    return "\n".join(
        [
            "NAME : towns",
            "COMMENT : drawn by hand",
            "TYPE : TSP",
            f"DIMENSION : {len(points)}",
            f"EDGE_WEIGHT_TYPE : {kind}",
            "NODE_COORD_SECTION",
            *lines,
            "EOF",
        ]
    )


def weight_file(layout, rows, n, kind="TSP"):
    return "\n".join(
        [
            "NAME: towns",
            f"TYPE: {kind} (somebody's remark)",
            f"DIMENSION: {n}",
            "EDGE_WEIGHT_TYPE: EXPLICIT",
            f"EDGE_WEIGHT_FORMAT: {layout}",
            "EDGE_WEIGHT_SECTION",
            *(" ".join(map(str, row)) for row in rows),
            "DISPLAY_DATA_SECTION",
            "1 0.5 0.5",
            "EOF",
            "nothing after the end is read",
        ]
    )


def layouts_of(matrix):
    """The same symmetric matrix in every layout, written out with plain slices."""
    n = len(matrix)
    return {
        "FULL_MATRIX": matrix,
        "UPPER_ROW": [matrix[i][i + 1 :] for i in range(n - 1)],
        "LOWER_ROW": [matrix[i][:i] for i in range(1, n)],
        "UPPER_DIAG_ROW": [matrix[i][i:] for i in range(n)],
        "LOWER_DIAG_ROW": [matrix[i][: i + 1] for i in range(n)],
    }


@st.composite
def symmetric_matrices(draw):
    n = draw(st.integers(3, 7))
    matrix = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i):
            matrix[i][j] = matrix[j][i] = draw(st.integers(0, 999))
    return matrix


@given(symmetric_matrices(), st.booleans())
def test_all_layouts_of_a_symmetric_matrix_give_that_matrix(matrix, one_line):
    for layout, rows in layouts_of(matrix).items():
        lines = [[word for row in rows for word in row]] if one_line else rows

        assert parse_tsplib(weight_file(layout, lines, len(matrix)), layout) == matrix


def test_every_supported_layout_is_tested():
    assert set(layouts_of([[0, 1, 2]] * 3)) == set(SUPPORTED["EDGE_WEIGHT_FORMAT"])


def test_an_asymmetric_matrix_is_read_row_by_row_and_its_diagonal_ignored():
    rows = [[9999, 1, 2], [3, 9999, 4], [5, 6, 9999]]

    matrix = parse_tsplib(weight_file("FULL_MATRIX", rows, 3, kind="ATSP"), "small")

    assert matrix == [[0, 1, 2], [3, 0, 4], [5, 6, 0]]


def test_geo_gives_the_published_distances_of_burma14():
    """City 3 is at 92.54: its degrees are cut to 92, not rounded to 93."""
    assert parse_tsplib(coordinate_file("GEO", BURMA), "burma")[0] == BURMA_FROM_FIRST


def test_att_gives_the_published_distances_of_att48():
    assert parse_tsplib(coordinate_file("ATT", ATT), "att")[0] == ATT_FROM_FIRST


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        # (0,0) to (1,1): root 2 = 1.414; to (1.5,2): 2.5 exactly; to (-3,4): 5 exactly
        ("EUC_2D", [0, 1, 3, 5]),
        ("CEIL_2D", [0, 2, 3, 5]),
        ("MAN_2D", [0, 2, 4, 7]),
        ("MAX_2D", [0, 1, 2, 4]),
        # sqrt(2/10) = .447 and sqrt(6.25/10) = .79 and sqrt(25/10) = 1.58
        ("ATT", [0, 1, 1, 2]),
    ],
)
def test_each_distance_is_rounded_as_tsplib_rounds(kind, expected):
    points = [(0, 0), (1, 1), (1.5, 2), (-3, 4)]

    matrix = parse_tsplib(coordinate_file(kind, points), kind)

    assert matrix[0] == expected
    assert [row[0] for row in matrix] == expected
    assert all(type(cost) is int for row in matrix for cost in row)


def test_cities_may_be_listed_in_any_order():
    text = coordinate_file("MAN_2D", [(0, 0), (1, 0), (5, 0)])
    shuffled = text.replace("1 0 0\n2 1 0\n3 5 0", "3 5 0\n1 0 0\n2 1 0")

    assert shuffled != text
    assert parse_tsplib(shuffled, "shuffled") == parse_tsplib(text, "sorted")


def test_coordinates_may_be_written_with_exponents_and_lines_ended_as_on_windows():
    text = coordinate_file("EUC_2D", [("0.0e+00", "0"), ("3.0e+00", "4"), ("6e0", "8.0")])

    assert parse_tsplib(text.replace("\n", "\r\n"), "windows")[0] == [0, 5, 10]


def test_two_cities_in_one_place_are_one_geographical_unit_apart():
    """TSPLIB's formula adds 1 before it cuts, even to nothing."""
    text = coordinate_file("GEO", [(16.47, 96.1), (16.47, 96.1), (20, 20)])

    assert parse_tsplib(text, "twins")[0][:2] == [0, 1]


GOOD = coordinate_file("EUC_2D", [(0, 0), (3, 4), (6, 8)])
GOOD_WEIGHTS = weight_file("UPPER_ROW", [[1, 2], [3]], 3)

DAMAGES = [
    (GOOD, "TYPE : TSP", "TYPE : CVRP", "TYPE 'CVRP' is not supported; supported are TSP, ATSP"),
    (GOOD, "TYPE : EUC_2D", "TYPE : EUC_3D", "EDGE_WEIGHT_TYPE 'EUC_3D' is not supported"),
    (
        GOOD,
        "TYPE : EUC_2D",
        "TYPE : SPECIAL",
        "EXPLICIT, EUC_2D, CEIL_2D, MAN_2D, MAX_2D, GEO, ATT",
    ),
    (
        GOOD,
        "NODE_COORD_SECTION",
        "NODE_COORD_TYPE: THREED_COORDS\nNODE_COORD_SECTION",
        "NODE_COORD_TYPE 'THREED_COORDS'",
    ),
    (GOOD, "COMMENT : drawn", "COLOUR : drawn", "line 2: 'COLOUR' is not a supported keyword"),
    (GOOD, "EOF", "FIXED_EDGES_SECTION", "line 10: FIXED_EDGES_SECTION is not supported"),
    (GOOD, "TYPE : TSP\n", "", "has no TYPE line, one of TSP, ATSP"),
    (GOOD, "DIMENSION : 3\n", "", "has no DIMENSION line, the number of cities"),
    (GOOD, "EDGE_WEIGHT_TYPE : EUC_2D\n", "", "has no EDGE_WEIGHT_TYPE line, one of EXPLICIT"),
    (GOOD, "DIMENSION : 3", "DIMENSION : three", "DIMENSION 'three' is not a whole number"),
    (GOOD, "DIMENSION : 3", "DIMENSION :", "DIMENSION '' is not a whole number"),
    (GOOD, "DIMENSION : 3", "DIMENSION : 2", "DIMENSION is 2; it must be 3 to 500"),
    (GOOD, "DIMENSION : 3", "DIMENSION : 501", "DIMENSION is 501; it must be 3 to 500"),
    (GOOD, "DIMENSION : 3", "DIMENSION : 4", "NODE_COORD_SECTION has 3 cities; DIMENSION is 4"),
    (GOOD, "NODE_COORD_SECTION", "DISPLAY_DATA_SECTION", "has no NODE_COORD_SECTION, which its"),
    (GOOD, "2 3 4", "2 3", "line 8 has 2 words; expected 3: city x y"),
    (GOOD, "2 3 4", "2 3 south", "line 8: 'south' is not a coordinate; expected a number"),
    (GOOD, "2 3 4", "2 3 nan", "line 8: 'nan' is not a coordinate; expected a number"),
    (GOOD, "2 3 4", "2 3 1e300", "line 8: '1e300' is not a coordinate; expected a number"),
    (GOOD, "2 3 4", "1 3 4", "line 8: city '1' is repeated or not one of 1 to 3"),
    (GOOD, "2 3 4", "2.5 3 4", "line 8: city '2.5' is repeated or not one of 1 to 3"),
    (GOOD, "2 3 4", "7 3 4", "line 8: city '7' is repeated or not one of 1 to 3"),
    (GOOD_WEIGHTS, "1 2\n3", "1 2", "has 2 weights; UPPER_ROW of 3 cities must have 3"),
    (GOOD_WEIGHTS, "1 2\n3", "1 2\n3 4", "has 4 weights; UPPER_ROW of 3 cities must have 3"),
    (GOOD_WEIGHTS, "1 2\n3", "1 two\n3", "row 1, column 3: 'two' is not a number"),
    (GOOD_WEIGHTS, "1 2\n3", "1 -2\n3", "row 1, column 3: '-2' is negative"),
    (
        GOOD_WEIGHTS,
        "EDGE_WEIGHT_SECTION",
        "COMMENT: 1\nNODE_COORD_SECTION",
        "no EDGE_WEIGHT_SECTION",
    ),
    (
        GOOD_WEIGHTS,
        "EDGE_WEIGHT_FORMAT: UPPER_ROW\n",
        "",
        "no EDGE_WEIGHT_FORMAT line, one of FULL",
    ),
    (GOOD_WEIGHTS, "UPPER_ROW", "UPPER_COL", "EDGE_WEIGHT_FORMAT 'UPPER_COL' is not supported"),
    (GOOD_WEIGHTS, "UPPER_ROW", "FUNCTION", "supported are FULL_MATRIX, UPPER_ROW, LOWER_ROW"),
]


@pytest.mark.parametrize(("good", "cut", "damage", "fragment"), DAMAGES)
def test_a_damaged_file_is_refused_in_one_sentence_that_names_it(good, cut, damage, fragment):
    damaged = good.replace(cut, damage)

    assert len(parse_tsplib(good, "whole")) == 3
    with pytest.raises(BadInputError) as refusal:
        parse_tsplib(damaged, "towns.tsp")

    assert str(refusal.value).startswith("TSPLIB file 'towns.tsp'")
    assert fragment in str(refusal.value)
    assert "\n" not in str(refusal.value)


@given(st.text(alphabet="NAMETYPDISO:EF_CRW 0123456789.-\n", max_size=200))
def test_no_text_does_anything_but_give_a_matrix_or_a_sentence(text):
    try:
        matrix = parse_tsplib("TYPE: TSP\n" + text, "noise")
    except BadInputError as refusal:
        answer = str(refusal)
    else:
        answer = f"TSPLIB file 'noise' with {len(matrix)} rows"

    assert answer.startswith("TSPLIB file 'noise'")
