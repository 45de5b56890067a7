"""What a largest regret saves: the study, on trees that are soon searched."""

import sys
from pathlib import Path

import pytest

from studies import regret
from studies.regret import PERCENT, STRATEGIES, as_markdown, sum_up, watch

PAGE = Path(__file__).resolve().parents[2] / "docs/regret.md"


def test_a_larger_regret_never_costs_and_is_never_passed():
    for job in ((400, 5, 201), (1600, 3, 202)):
        runs = watch(job)
        for first in range(0, len(runs), len(PERCENT)):
            one = runs[first : first + len(PERCENT)]
            expanded = [run[0] for run in one]

            assert expanded == sorted(expanded, reverse=True)
            assert all(run[1] <= percent for run, percent in zip(one, PERCENT, strict=True))


def test_a_row_is_over_all_trees():
    found = [[(4 * n, n / 2, n == 3)] * len(PERCENT) * len(STRATEGIES) for n in (1, 2, 3)]
    row = sum_up(found)[1]

    assert (row.strategy, row.percent, row.median, row.stated) == (STRATEGIES[0], 1, 8, 1)
    assert (row.share, row.limited) == (1, 1)


def test_the_study_prints_the_table_and_draws_it(tmp_path, capsys, monkeypatch):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "regret.png"
    monkeypatch.setattr(regret, "trees", lambda _: [(100, 3, 201), (100, 4, 201)])
    monkeypatch.setattr(
        sys, "argv", ["regret", "--picture", str(picture), "--workers", "1", "--iterations", "1"]
    )

    regret.main()

    printed = capsys.readouterr().out
    assert printed.startswith("2 trees\n| search | regret allowed |")
    assert printed.count("\n") == 3 + len(PERCENT) * len(STRATEGIES)
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_page_has_the_columns_and_rows_of_the_study():
    runs = [[(1, 0.0, False)] * len(PERCENT) * len(STRATEGIES)] * 2
    head, _, *rows = as_markdown(sum_up(runs)).splitlines()
    page = PAGE.read_text("utf-8")

    assert head in page
    assert all("|".join(row.split("|")[:3]) in page for row in rows)
