"""The lab's run of Table I, on a few trees: on all cores, resumable, the same however it is run."""

import pytest

from provebest.papers import berliner1979
from provebest.papers.canonical import table_i_job, trees
from provebest.papers.plots import plot_papers
from provebest.work.place import Place
from provebest.work.pool import run_jobs

pytestmark = pytest.mark.paper("berliner1979")

FEW = (range(1, 2), range(201, 202), range(1, 2))


def test_two_workers_give_what_one_gives_and_a_stored_run_is_not_made_again(tmp_path):
    jobs = trees(range(1, 2))[:12]
    store = tmp_path / "runs"
    one = run_jobs(table_i_job, jobs, on=Place(1), store=store)
    stored = store.read_text("utf-8")
    store.write_text(stored + '{"job": [1, 2', "utf-8")  # cut off by an interruption

    again = run_jobs(table_i_job, jobs, on=Place(2), store=store)

    assert len(stored.splitlines()) == 1 + len(jobs)
    assert [dict(row) for row in again] == [
        {name: list(count) for name, count in row.items()} for row in one
    ]
    assert run_jobs(table_i_job, jobs, on=Place(2)) == one


def test_every_difference_from_the_paper_has_its_reason(tmp_path):
    outcome = berliner1979.reproduce(store=tmp_path / "runs", iterations=FEW)

    assert outcome.reproduced
    assert outcome.complete
    names = [table.name for table in outcome.tables]
    assert names[0] == "Table I"
    assert names[-1] == "The alpha-beta yardstick"
    gpn = next(
        cell.data["ratio"]
        for cell in outcome.tables[3].cells
        if cell.row == "GPN" and cell.column == "ADM / this"
    )
    assert gpn > 1.5


def test_table_i_is_drawn_even_where_a_row_is_empty_or_the_paper_unreadable(tmp_path):
    pytest.importorskip("matplotlib")
    outcome = berliner1979.reproduce(iterations=FEW)

    (picture,) = plot_papers(outcome, tmp_path)

    assert picture.name == "berliner1979-table1.png"
    assert picture.read_bytes().startswith(b"\x89PNG")
