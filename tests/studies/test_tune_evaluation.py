"""Fitting weights to results: finds what is there, changes nothing else, repeats itself."""

import re

import numpy as np
import pytest

from provebest.chess.probes.fitting import Term, terms_in_use
from studies.first_weights import first_weights
from studies.logistic_fit import Fit, Observations, best_scale, expected, fit_weights, loss
from studies.tune_evaluation import main, neighbours
from studies.weights_file import LINE, as_text

NOBODY = np.zeros((0, 2), int)


def made_up(weights, count, seed):
    """Positions in which three weights count at random, with the results they make likely."""
    rng = np.random.default_rng(seed)
    times = rng.integers(-3, 4, (count, len(weights))).astype(np.int32)
    blends = np.stack([rng.integers(0, 25, count), np.full(count, 64)], axis=1).astype(np.int32)
    seen = Observations(
        begins=np.arange(0, times.size + 1, len(weights), dtype=np.int32),
        indices=np.tile(np.arange(len(weights), dtype=np.int32), count),
        times=times.reshape(-1),
        blends=blends,
        results=np.zeros(count),
    )
    share = expected(seen.values(np.array(weights, float)), 150.0)
    seen.results[:] = rng.random(count) < share
    return seen


def test_weights_are_found_again_from_the_results_they_make():
    truth = [(100.0, 40.0), (-20.0, 60.0), (30.0, 30.0)]
    seen = made_up(truth, 40_000, seed=1)
    old = np.full((3, 2), 50.0)
    free = np.array([True, True, False])

    found = fit_weights(seen, Fit(old, free, 150.0, 0.01, NOBODY, 0))

    assert np.abs(found[:2] - np.array(truth)[:2]).max() < 15
    assert np.array_equal(found[2], old[2])
    assert loss(seen, found, 150.0) < loss(seen, old, 150.0)


def test_a_strong_pull_keeps_the_old_weights():
    seen = made_up([(100.0, 40.0)], 1000, seed=2)
    old = np.full((1, 2), 50.0)

    found = fit_weights(seen, Fit(old, np.array([True]), 150.0, 1e9, NOBODY, 0))

    assert np.allclose(found, old, atol=0.01)


def test_a_weight_that_never_counts_moves_with_its_neighbour():
    seen = made_up([(100.0, 100.0), (0.0, 0.0)], 20_000, seed=4)
    seen.times.reshape(-1, 2)[:, 1] = 0
    old = np.full((2, 2), 50.0)
    fit = Fit(old, np.array([True, True]), 150.0, 0.01, np.array([(0, 1)]), 10.0)

    found = fit_weights(seen, fit)

    assert np.allclose(found[1], found[0], atol=1)
    assert found[1].min() > 80


def test_neighbours_are_beside_each_other_in_one_table():
    terms = (
        Term("material", "material", ((1, 1), (2, 2))),
        Term("king", "king's shelter", ((1, 1),) * 14),
        Term("pawns", "by rank", ((0, 0), (1, 1), (2, 2), (0, 0))),
    )

    pairs = neighbours(terms)

    assert (0, 1) not in pairs
    assert {(2, 3), (2, 9), (7, 8), (17, 18)} <= set(pairs)
    assert not {(8, 9), (15, 16), (16, 17), (18, 19)} & set(pairs)
    assert len(pairs) == 6 + 6 + 7 + 1


def test_the_scale_is_found_again():
    weights = np.array([(100.0, 40.0), (-20.0, 60.0)])
    seen = made_up(weights.tolist(), 40_000, seed=3)

    assert best_scale(seen.results, seen.values(weights)) == pytest.approx(150, rel=0.05)


def test_the_whole_run_repeats_itself_and_writes_every_weight(tmp_path, capsys):
    words = ["--games", "12", "--seed", "7", "--nodes", "60", "--workers", "1", "--out"]
    files = [tmp_path / "one.inc", tmp_path / "two.inc"]

    for file in files:
        main([*words, str(file)])

    one, two = (file.read_text("utf-8") for file in files)
    assert one == two
    assert len(re.findall(r"\{-?\d+, -?\d+\},", one)) == sum(len(t.weights) for t in terms_in_use())
    assert max(map(len, one.splitlines())) <= LINE
    told = capsys.readouterr().out
    assert "loss on games held out" in told


def test_games_kept_by_an_earlier_run_can_be_used_as_well(tmp_path, capsys):
    words = ["--games", "10", "--nodes", "40", "--workers", "1", "--out", str(tmp_path / "x.inc")]
    kept = str(tmp_path / "games.jsonl")

    main([*words, "--seed", "7", "--store", kept])
    main([*words, "--seed", "8", "--also", kept])

    first, _, _, second, *_ = capsys.readouterr().out.splitlines()
    assert first.startswith("10 games")
    assert second.startswith("20 games")


@pytest.mark.parametrize("words", [["--games", "3"], ["--nodes", "0"], ["--trust", "2"]])
def test_settings_that_cannot_work_are_refused(words, tmp_path):
    with pytest.raises(SystemExit) as refused:
        main([*words, "--out", str(tmp_path / "x.inc")])

    assert refused.value.code == 2


def test_a_file_names_each_term_above_its_weights():
    assert as_text({"one": [(1, -2)], "two": [(3, 4), (5, 6)]}).splitlines()[1:] == [
        "// one",
        "{1, -2},",
        "// two",
        "{3, 4}, {5, 6},",
    ]


def test_the_first_weights_name_every_term_in_order_with_every_entry():
    first = [(name, len(weights)) for name, weights in first_weights().items()]

    assert first == [(term.name, len(term.weights)) for term in terms_in_use()]
