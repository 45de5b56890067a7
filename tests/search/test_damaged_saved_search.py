"""Whatever a file of a saved search says, it is loaded or refused; never another error."""

import json
from hashlib import sha256

import pytest
from readers import READERS

import provebest as pb
from provebest.vocabulary import BadInputError

DEEP = "[" * 100_000 + "]" * 100_000


def damaged(kind, line, name, value, sample=-1):
    """A saved search with one value changed, and the digest that fits the change."""
    lines = [json.loads(each) for each in READERS[kind].samples[sample].splitlines()]
    where = lines[line]
    *way, last = name.split(".")
    for step in way:
        where = where[step]
    assert last in where
    where[last] = value
    *texts, end = [json.dumps(each).replace('"DEEP"', DEEP) for each in lines]
    body = "".join(f"{text}\n" for text in texts)
    digest = sha256(body.encode()).hexdigest()
    return (body + json.dumps({**json.loads(end), "digest": digest})).encode()


NUMBERS = [1e999, float("nan"), "nan", True, None, "x", [], 10**400]


@pytest.mark.parametrize("value", NUMBERS)
@pytest.mark.parametrize(
    ("line", "name"),
    [
        (0, "policies.draw"),
        (0, "policies.effort.limit"),
        (0, "policies.cycle_budget"),
        (1, "real"),
        (2, "p"),
        (2, "rank"),
        (2, "effort"),
        (2, "depth"),
        (-1, "phases"),
        (-1, "stage.target"),
        (-1, "stage.share"),
        (-1, "tally.expanded"),
    ],
)
def test_a_number_that_is_not_one_is_refused(tmp_path, line, name, value):
    with pytest.raises(BadInputError):
        READERS["saved search"].read(damaged("saved search", line, name, value), tmp_path)


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        (1, "children", [-1, -2]),
        (1, "children", [0, 0]),
        (1, "children", [10**9]),
        (1, "children", "ab"),
        (1, "moves", {"0": 0}),
        (2, "over", 0),
        (2, "real", 1e300),
        (2, "state", "DEEP"),
        (-1, "path", []),
        (-1, "path", [-1]),
        (-1, "closing", [[-1, 0]]),
        (-1, "stage.selected", 0),
        (-1, "stage.phase", "REST"),
        (-1, "ended.select", "bored"),
        (-1, "stopped", "TIRED"),
        (0, "history", 7),
        (0, "version", []),
        (0, "policies.cycle_budget", 10**15),
    ],
)
def test_a_search_that_cannot_be_is_refused(tmp_path, line, name, value):
    with pytest.raises(BadInputError):
        READERS["saved search"].read(damaged("saved search", line, name, value), tmp_path)


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        (0, "bounds", [float("nan"), 1]),
        (0, "bounds", [0, 1e999]),
        (0, "bounds", ["1/0", 5]),
        (0, "max_moves", 1),
        (0, "state", "DEEP"),
        (-1, "expanded", 10**15),
        (-1, "expanded", 1.5),
        (1, "children", None),
    ],
)
def test_an_interval_search_that_cannot_be_is_refused(tmp_path, line, name, value):
    with pytest.raises(BadInputError):
        READERS["saved intervals"].read(damaged("saved intervals", line, name, value), tmp_path)


def test_a_line_that_leads_back_is_refused(tmp_path):
    lines = READERS["saved intervals"].samples[-1].splitlines()
    children = json.loads(lines[2])["children"]
    children[0][-1] = 0
    raw = damaged("saved intervals", 2, "children", children)

    with pytest.raises(BadInputError, match="out of range"):
        READERS["saved intervals"].read(raw, tmp_path)


@pytest.mark.parametrize(
    ("sample", "line", "name", "value"),
    [
        (0, 2, "reply", "a1a8"),
        (0, 2, "state", ["1", ["a1a8"], False]),
        (0, 2, "player_moved", False),
        (2, 1, "move", "a1a8"),
        (2, 1, "reply", "a1a8"),
        (2, -2, "best", "a1a8"),
        (2, -2, "line", ["a1a8"]),
        (2, -2, "line", ["d3d4", "d4d5"]),
        (2, -2, "at_most", {"a1a8": 3}),
        (2, 0, "about.only", ["a1a8"]),
        (2, 0, "about.why_not", "d3d4"),
        (2, 0, "about.confidence", float("nan")),
        (2, 0, "about.moves", ["e2e4"]),
        (0, 0, "about.probe_depth", 40),
    ],
)
def test_an_analysis_with_a_move_that_is_not_legal_is_refused(tmp_path, sample, line, name, value):
    raw = damaged("saved analysis", line, name, value, sample)

    with pytest.raises(BadInputError):
        READERS["saved analysis"].read(raw, tmp_path)


def test_an_analysis_whose_root_has_an_illegal_move_is_refused(tmp_path):
    root = json.loads(READERS["saved analysis"].samples[0].splitlines()[1])
    raw = damaged("saved analysis", 1, "moves", ["a1a8", *root["moves"][1:]], sample=0)

    with pytest.raises(BadInputError, match="are not the legal moves"):
        READERS["saved analysis"].read(raw, tmp_path)


@pytest.mark.parametrize("file", ["/dev/zero", "/", "no such file", "a\x00b"])
def test_what_is_not_a_regular_file_is_refused_before_it_is_read(file):
    with pytest.raises(BadInputError, match="cannot read"):
        pb.chess.resume(file)
