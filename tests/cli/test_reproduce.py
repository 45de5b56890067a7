"""``provebest reproduce``: the papers' tables from the command line."""

import pytest

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.mark.paper("rosenberg1972")
def test_rosenbergs_tables_and_a_reason_for_every_difference(answer):
    code, told = answer("reproduce", "rosenberg1972")
    assert code == 0
    for table in told["tables"]:
        assert {"name", "cells", "agree", "rows"} <= table.keys()
        assert table["agree"] <= table["cells"] <= len(table["rows"])
    found = {table["name"]: (table["cells"], table["agree"]) for table in told["tables"]}
    paper = {"Table II": (25, 24), "Table III": (30, 27), "Table IV": (10, 10)}
    paper["Table V"] = (15, 15)
    assert paper.items() <= found.items()
    summary = " ".join(told["summary"])
    assert "70 of 70" in summary
    assert "66" in summary
    rows = [row for table in told["tables"] for row in table["rows"]]
    assert all(row["agree"] == (row["paper"] == row["ours"]) for row in rows if row["paper"])
    differing = [row for row in rows if row["agree"] is False]
    assert len(differing) == 4
    assert all(row["why"] for row in differing)


@pytest.mark.paper("harris1974")
def test_harriss_figures_and_guarantee(answer):
    code, told = answer("reproduce", "harris1974")
    assert code == 0
    summary = " ".join(told["summary"])
    assert "matrices are lost" in summary
    assert "holds in all 60" in summary
    figures, guarantee = told["tables"]
    assert (figures["name"], figures["cells"]) == ("Figures 1-7", 0)
    assert guarantee["cells"] == guarantee["agree"] == 3


@pytest.mark.parametrize(
    ("paper", "fragments"),
    [
        ("rosenberg1972", ["Table II - 24 of 25 cells agree", "Table V", "70 of 70"]),
        ("harris1974", ["Figures 1-7", "The guarantee", "matrices are lost"]),
    ],
)
def test_text_shows_tables_and_summary(provebest, paper, fragments):
    done = provebest("reproduce", paper)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(fragment in done.stdout for fragment in fragments)
    assert "\x1b" not in done.stdout


def test_an_unknown_paper_is_answered_with_the_known_ones(provebest):
    done = provebest("reproduce", "nosuch")
    assert (done.returncode, done.stdout) == (2, "")
    assert "rosenberg1972" in done.stderr
    assert "harris1974" in done.stderr


def test_plots_are_written_as_png(provebest, tmp_path):
    pytest.importorskip("matplotlib")
    done = provebest("reproduce", "rosenberg1972", "--plots", "deep/pictures", "--json")
    assert done.returncode == 0
    assert done.stdout.startswith("{")
    written = list((tmp_path / "deep" / "pictures").iterdir())
    assert written
    assert all(picture.read_bytes().startswith(PNG) for picture in written)
    assert all(picture.name in done.stderr for picture in written)
    assert "Traceback" not in done.stderr
