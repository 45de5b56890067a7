"""Palay's trees, a handful of them: what any search solves, grid proof numbers solve."""

import pytest

from provebest.lab import palay

pytestmark = pytest.mark.paper("beyond_bstar")


def test_grid_proof_numbers_solve_what_any_search_solves_on_small_trees():
    counts = [palay.palay_job(job) for job in palay.jobs(range(301, 302))[:24]]
    table = palay.palay(counts)
    shares = {cell.row: cell.data for cell in table.cells if cell.column == "solved"}

    assert shares["GPN"]["solved"] == shares["GPN"]["solved_by_any"] == 24
    assert shares["GPN"]["ratio"] > 1.2
