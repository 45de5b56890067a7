"""Cost matrices: what is read, and the sentence for everything that is not."""

from __future__ import annotations

import os
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provebest.problems.matrices import MAX_BYTES, check_matrix, read_matrix
from provebest.vocabulary import BadInputError

SMALL = [[0, 1, 2], [3, 0, 4], [5, 6, 0]]

SPELLINGS = {
    "bare": "0 1 2\n3 0 4\n5 6 0\n",
    "number of cities first": "3\n0 1 2\n3 0 4\n5 6 0\n",
    "number of cities and optimum first": "3 9\n0 1 2\n3 0 4\n5 6 0\n",
    "commas": "0,1,2\n3,0,4\n5,6,0",
    "semicolons and blanks": "0; 1; 2\n3; 0; 4\n5; 6; 0;\n",
    "tabs": "0\t1\t2\n3\t0\t4\n5\t6\t0\n",
    "comments and blank lines": "# towns\n\n0 1 2  # A\n   \n3 0 4\n# half\n5 6 0\n\n",
    "other marks on the diagonal": "- 1 2\n3 x 4\n5 6 inf\n",
    "numbers on the diagonal": "9999 1 2\n3 -1 4\n5 6 nan\n",
    "lines ended as on Windows": "0 1 2\r\n3 0 4\r\n5 6 0\r\n",
    "lines ended as on old Macs": "0 1 2\r3 0 4\r5 6 0\r",
    "byte order mark": "\ufeff0 1 2\n3 0 4\n5 6 0\n",
    "decimal points without need": "0 1.0 2.\n3e0 0 +4\n5 6.00 0\n",
}


def written(tmp_path, content):
    path = tmp_path / "towns.txt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize("text", SPELLINGS.values(), ids=SPELLINGS.keys())
def test_every_plain_spelling_gives_the_same_matrix(tmp_path, text):
    matrix = read_matrix(written(tmp_path, text))

    assert matrix == SMALL
    assert all(type(cost) is int for row in matrix for cost in row)


def test_a_path_may_be_a_string(tmp_path):
    assert read_matrix(str(written(tmp_path, SPELLINGS["bare"]))) == SMALL


def test_costs_that_are_not_whole_are_floats(tmp_path):
    matrix = read_matrix(written(tmp_path, "0 1.5 2\n3 0 4\n5 6 0\n"))

    assert matrix == [[0, 1.5, 2], [3, 0, 4], [5, 6, 0]]
    assert type(matrix[0][1]) is float
    assert type(matrix[0][2]) is int


def test_a_comment_may_be_in_an_older_encoding(tmp_path):
    assert (
        read_matrix(written(tmp_path, "# Zürich\n0 1 2\n3 0 4\n5 6 0\n".encode("latin-1"))) == SMALL
    )


def test_a_file_that_begins_with_a_keyword_is_read_as_tsplib(tmp_path):
    text = (
        "# saved today\nNAME : small\nTYPE : ATSP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EXPLICIT\n"
        "EDGE_WEIGHT_FORMAT : FULL_MATRIX\nEDGE_WEIGHT_SECTION\n9 1 2 3 9 4 5 6 9\nEOF\n"
    )

    assert read_matrix(written(tmp_path, text)) == SMALL


def test_a_matrix_of_five_hundred_cities_is_read(tmp_path):
    row = " ".join(["7"] * 500) + "\n"

    matrix = read_matrix(written(tmp_path, "500\n" + row * 500))

    assert len(matrix) == 500
    assert sum(matrix[3]) == 7 * 499


BAD_TEXTS = [
    ("", "is empty; a matrix file has one row per line"),
    ("# nothing\n\n", "is empty"),
    ("0 1\n1 0\n", "has 2 rows; a tour needs at least 3 cities"),
    ("2\n0 1\n1 0\n", "has 2 rows; a tour needs at least 3 cities"),
    ("1 0\n5\n", "has 1 rows; a tour needs at least 3 cities"),
    ("0 1 2\n3 0\n5 6 0\n", "line 2 has 2 entries; with 3 rows it must have 3"),
    ("# a\n0 1 2 3\n3 0 4 3\n5 6 0 3\n", "line 2 has 4 entries; with 3 rows it must have 3"),
    ("4 99\n0 1 2\n3 0 4\n5 6 0\n", "line 1 announces 4 cities, but 3 rows follow"),
    ("3 best\n0 1 2\n3 0 4\n5 6 0\n", "line 1: 'best' is not a number; expected the optimum"),
    ("3\n0 1 2\n3 0 -4\n5 6 0\n", "line 3, row 2, column 3: '-4' is negative; a cost is 0 or more"),
    ("0 1 2\n3 0 four\n5 6 0\n", "line 2, row 2, column 3: 'four' is not a number"),
    ("0 1 2\n3 0 1_0\n5 6 0\n", "'1_0' is not a number"),
    ("0 1 -\n3 0 4\n5 6 0\n", "row 1, column 3: '-' is not a number"),
    ("0 nan 2\n3 0 4\n5 6 0\n", "row 1, column 2: 'nan' is not finite; a cost is a finite number"),
    ("0 1 2\n3 0 4\ninf 6 0\n", "row 3, column 1: 'inf' is not finite; a cost is a finite number"),
    ("0 1 2\n3 0 4\n1e400 6 0\n", "'1e400' is not finite; a cost is a finite number"),
    ("0 1 2\n3 0 4\n5 9999999999999999 0\n", "is too large; a cost is at most 1000000000000000"),
    ("0 1 2\n3 0 4\n5 " + "7" * 5000 + " 0\n", "row 3, column 2: '7777777777777777777777777...'"),
    ("1\n" * 502, "has 502 rows; at most 500 cities are supported"),
    ("1 2 3\n" * 501, "has 501 rows; at most 500 cities are supported"),
    ("1 " * 600 + "\n0 1\n1 0\n", "line 1 has more than 500 entries"),
    (b"0 1 2\n3 0 4\n5 6 \x00\n", "is binary; a matrix file is plain text, one row per line"),
    ("0 1 2\n3 0 4\n5 6 0\n".encode("utf-16"), "is binary"),
    (b"\x89PNG\r\n\x1a\n", "is binary"),
]


@pytest.mark.parametrize(("content", "fragment"), BAD_TEXTS)
def test_a_bad_file_is_refused_in_one_sentence_that_names_it(tmp_path, content, fragment):
    path = written(tmp_path, content)

    with pytest.raises(BadInputError) as refusal:
        read_matrix(path)

    sentence = str(refusal.value)
    assert sentence.startswith(f"matrix file {str(path)!r}")
    assert fragment in sentence
    assert "\n" not in sentence
    assert len(sentence) < len(str(path)) + 200


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(BadInputError, match=r"cannot read .*none\.txt': No such file"):
        read_matrix(tmp_path / "none.txt")


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(BadInputError, match=r"cannot read .*: it is a folder"):
        read_matrix(tmp_path)


def test_a_file_inside_a_file_is_refused(tmp_path):
    with pytest.raises(BadInputError, match=r"cannot read .*: Not a directory"):
        read_matrix(written(tmp_path, "0 1 2") / "inner.txt")


def test_a_name_with_a_nul_is_refused():
    with pytest.raises(BadInputError, match=r"cannot read .*: it is not the name of a file"):
        read_matrix("a\0b")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_without_waiting_for_it(tmp_path):
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(BadInputError, match=r"cannot read .*: it is not a regular file"):
        read_matrix(tmp_path / "pipe")


class Unread:
    """An open file that must not be read."""

    def __init__(self, file):
        self.fileno, self.close = file.fileno, file.close

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def read(self, _):
        pytest.fail("the file was read")


def test_a_huge_file_is_refused_by_its_size_alone(tmp_path, monkeypatch):
    path = written(tmp_path, "")
    with path.open("r+b") as file:
        file.truncate(MAX_BYTES + 1)
    monkeypatch.setattr("os.fdopen", lambda *_: Unread(path.open("rb")))

    with pytest.raises(BadInputError, match="is too large: more than 64 MB"):
        read_matrix(path)


def test_a_file_that_may_not_be_read_is_refused(tmp_path, monkeypatch):
    path = written(tmp_path, SPELLINGS["bare"])

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.open", refuse)

    with pytest.raises(BadInputError, match=r"cannot read .*: Permission denied"):
        read_matrix(path)


@pytest.mark.parametrize(
    ("rows", "fragment"),
    [
        (None, "towns must be a list of rows, each a list of numbers"),
        ([1, 2, 3], "towns must be a list of rows"),
        ([], "towns has 0 rows; a tour needs at least 3 cities"),
        ([[0, 1, 2], [3, 0], [5, 6, 0]], "towns, row 2 has 2 entries; with 3 rows it must have 3"),
        ([[0, None, 2], [3, 0, 4], [5, 6, 0]], "row 1, column 2: None is not a number"),
        ([[0, 1, 2], [3, 0, -0.5], [5, 6, 0]], "row 2, column 3: -0.5 is negative"),
        ([[0] * 501] * 501, "has 501 rows; at most 500 cities are supported"),
    ],
)
def test_a_bad_matrix_in_memory_is_refused_by_the_same_check(rows, fragment):
    with pytest.raises(BadInputError) as refusal:
        check_matrix(rows, "towns")

    assert fragment in str(refusal.value)


def test_a_checked_matrix_is_a_copy_and_keeps_whole_numbers_whole():
    given_rows = [(7, 1.0, Fraction(1, 2)), (3, None, 4), (5, 6, "x")]

    checked = check_matrix(given_rows, "towns")

    assert checked == [[0, 1, 0.5], [3, 0, 4], [5, 6, 0]]
    assert type(checked[0][1]) is int
    assert given_rows[0][0] == 7


@given(
    st.integers(3, 6).flatmap(
        lambda n: st.lists(
            st.lists(st.one_of(st.integers(0, 10**15), st.floats(0, 1e15)), min_size=n, max_size=n),
            min_size=n,
            max_size=n,
        )
    )
)
def test_a_written_matrix_is_read_back(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("matrix") / "towns.csv"
    path.write_text("\n".join(",".join(map(str, row)) for row in rows), encoding="ascii")

    assert read_matrix(path) == check_matrix(rows, "towns")
