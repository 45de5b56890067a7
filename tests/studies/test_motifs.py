"""The study of the words on puzzles: what is counted, and what is said of a bad file."""

from pathlib import Path

import pytest

from provebest.vocabulary import BadInputError
from studies import motifs
from studies.motif_verdicts import read_verdicts
from studies.motifs import WORDS, as_markdown, puzzles_of, share_right, shares_of
from studies.study import end_with

PUZZLES = """\
PuzzleId,FEN,Moves,Themes
even1,r3k3/8/8/1p1N4/8/8/8/4K3 b - - 0 1,b5b4 d5c7 e8d7 c7a8,fork short
odd1,r3k3/8/8/1p1N4/8/8/8/4K3 b - - 0 1,b5b4 d5c7 e8d7 c7a8,short
even2,r3k3/8/8/1p1N4/8/8/8/4K3 b - - 0 1,b5b4 d5c7 e8d7 c7a8,middlegame
odd2,r3k3/8/8/1p1N4/8/8/8/4K3 b - - 0 1,b5b4 e1e2,fork oneMove
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "puzzles.csv"
    path.write_text(PUZZLES, encoding="utf-8")
    return path


def test_puzzles_without_a_length_are_left_out(file):
    rows = list(puzzles_of(file))

    assert [row and (row.name, row.held_out) for row in rows] == [
        ("even1", False),
        ("odd1", True),
        None,
        ("odd2", True),
    ]


def test_precision_and_recall(file):
    puzzles = [puzzle for puzzle in puzzles_of(file) if puzzle is not None]
    held_out = [puzzle for puzzle in puzzles if puzzle.held_out]

    precision, recall = shares_of(WORDS["FORK"], puzzles)
    assert (precision.hits, precision.total) == (1, 2)
    assert (recall.hits, recall.total) == (1, 2)
    precision, recall = shares_of(WORDS["FORK"], held_out)
    assert (precision.hits, precision.total, recall.hits, recall.total) == (0, 1, 0, 1)
    assert (
        "| fork | fork | 1 of 1 (100 %) | 1 of 1 (100 %) | 1 of 1 (100 %)"
        " | 0 of 1 (0 %) | 0 of 1 (0 %) | 0 of 1 (0 %) |" in as_markdown(puzzles).splitlines()
    )


def test_line_that_was_found_right_on_the_board_is_right(file, monkeypatch):
    puzzles = [puzzle for puzzle in puzzles_of(file) if puzzle is not None]
    assert share_right("FORK", puzzles).hits == 1, "the one with the theme"

    monkeypatch.setattr(motifs, "read_verdicts", lambda: {("odd1", "FORK"): True})
    assert share_right("FORK", puzzles).hits == 2
    assert share_right("PIN", puzzles).total == 0

    monkeypatch.setattr(motifs, "read_verdicts", lambda: {("odd1", "FORK"): False})
    assert share_right("FORK", puzzles).hits == 1


def test_verdicts_are_of_words_that_are_measured():
    verdicts = read_verdicts()

    assert {word for _, word in verdicts} <= set(WORDS)
    assert set(verdicts.values()) == {True, False}


@pytest.mark.parametrize("rows", ["a,FORK,perhaps,\n", "a,FORK,yes,\na,FORK,no,\n"])
def test_verdict_must_be_one_answer(rows, tmp_path):
    path = tmp_path / "verdicts.csv"
    path.write_text("puzzle,word,right,why\n" + rows, encoding="utf-8")

    with pytest.raises(BadInputError, match="no single answer for a FORK"):
        read_verdicts(path)


def test_lines_that_disagree_are_listed(file, capsys):
    motifs.main([str(file), "--list", "FORK"])
    assert capsys.readouterr().out.startswith("held out odd1 ")

    motifs.main([str(file), "--missed", "FORK"])
    assert capsys.readouterr().out.startswith("held out odd2 ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("PuzzleId,FEN,Moves\n", "no column Themes"),
        ("PuzzleId,FEN,Moves,Themes\n1,8/8/8/8/8/8/8/8 w - - 0 1,e2e4 e7e5,short\n", "line 2"),
        (PUZZLES.replace("c7a8,fork", "c7a9,fork"), "line 2"),
        (PUZZLES.replace("b5b4 e1e2", ""), "line 5"),
    ],
)
def test_bad_file_is_told_in_one_sentence(text, said, tmp_path, capsys):
    path = tmp_path / "bad.csv"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(SystemExit) as left:
        end_with(lambda: motifs.main([str(path)]))

    told = capsys.readouterr().err
    assert (left.value.code, told.count("\n")) == (2, 1)
    assert said in told


def test_table_of_the_page_is_what_the_study_prints():
    """Needs the puzzles, which are not part of the checkout."""
    page = Path(__file__).resolve().parents[2] / "docs/motifs.md"
    puzzles = page.parents[2] / "shared/data/lichess/puzzles_1500.csv"
    if not puzzles.exists():
        pytest.skip("the puzzles are not here")

    found = [puzzle for puzzle in puzzles_of(puzzles) if puzzle is not None]

    assert as_markdown(found) in page.read_text("utf-8")
