"""Palay's trees, a handful of them: what any search solves, grid proof numbers solve."""

import pytest

from provebest.papers import palay

pytestmark = pytest.mark.paper("beyond_bstar")


def test_grid_proof_numbers_solve_what_any_search_solves_on_small_trees():
    counts = [palay.palay_job(job) for job in palay.jobs(range(301, 302))[:24]]
    table = palay.palay(counts)
    shares = {cell.row: cell.data for cell in table.cells if cell.column == "solved"}

    assert shares["GPN"]["solved"] == shares["GPN"]["solved_by_any"] == 24
    assert shares["GPN"]["ratio"] > 1.2


def test_each_sample_has_its_table_and_the_bar_counts_every_tree():
    few = (range(301, 302), range(302, 304))
    sizes = [len(palay.jobs(seeds)) for seeds in few]

    assert few == palay.SAMPLES
    assert sizes == [168, 336]
    assert sum(sizes) == palay.RUNS
    tables = [palay.palay([palay.palay_job(palay.jobs(s)[0])], s) for s in few]
    assert [table.name for table in tables] == [
        "Palay trees, seed 301",
        "Palay trees, seed 302 and 303",
    ]
