"""The curve of the winning chances: found again where it is known, tested on other games."""

import math
import shutil
import sys

import numpy as np
import pytest

from provebest.argument.notation import SCORE_SCALE, winning_chances
from provebest.vocabulary import BadInputError
from studies.winning_chances import (
    ScoredGame,
    calibration,
    fit,
    loss,
    main,
    read_jobs,
    spread,
    values_of,
)

ENGINE = shutil.which("stockfish") or shutil.which("/usr/games/stockfish")
MOVES = (
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5"
)
WON = f'[Result "1-0"]\n\n{MOVES} 10. Bc2 c5 1-0\n'
DRAWN = f'[Result "1/2-1/2"]\n\n{MOVES} 1/2-1/2\n'
OPEN = f'[Result "*"]\n\n{MOVES} *\n'
SHORT = '[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'


def played(scale, games=400, seed=1):
    """Games whose results are drawn by a curve of this scale."""
    rng = np.random.default_rng(seed)
    made = []
    for _ in range(games):
        value = rng.normal(0, 200)
        points = float(rng.random() < 1 / (1 + math.exp(-value / scale)))
        made.append(ScoredGame(value + rng.normal(0, 1, 5), points))
    return made


@pytest.mark.parametrize("scale", [60.0, 300.0])
def test_the_scale_by_which_games_were_drawn_is_found_again(scale):
    games = played(scale)
    low, high = spread(games, seed=3)

    assert low < fit(games) < high
    assert fit(games) == pytest.approx(scale, rel=0.25)
    assert loss(games, fit(games)) <= min(loss(games, fit(games) * by) for by in (0.8, 1.25))
    assert loss(games, fit(games)) < math.log(2)


def test_the_spread_repeats_itself_for_a_seed():
    games = played(133.0, games=40)

    assert spread(games, seed=3) == spread(games, seed=3)
    assert spread(games, seed=3) != spread(games, seed=4)


def test_the_table_speaks_for_the_side_that_is_better():
    games = [ScoredGame(np.array([-120.0, 10.0]), 0.0), ScoredGame(np.array([130.0, 120.0]), 0.5)]
    near, far = calibration(games, SCORE_SCALE)

    assert (near.positions, near.games, near.scored) == (1, 1, 0.0)
    assert (far.least, far.most, far.positions, far.games) == (100, 150, 3, 2)
    assert far.scored == pytest.approx((1 + 0.5 + 0.5) / 3)
    shares = [winning_chances(value) for value in (120, 130, 120)]
    assert far.expected == pytest.approx(sum(shares) / 3), "the same curve as the argument's"


def test_only_finished_games_with_enough_moves_count(tmp_path):
    file = tmp_path / "games.pgn"
    file.write_text(f"{WON}\n{OPEN}\n{SHORT}\n{DRAWN}", encoding="utf-8")
    jobs = read_jobs([file], depth=2, every=2)

    assert [points for _, points in jobs] == [1.0, 0.5]
    assert [len(values_of(job)) for job, _ in jobs] == [2, 1]
    file.write_text(WON, encoding="utf-8")
    with pytest.raises(BadInputError, match="two finished games"):
        read_jobs([file], depth=2, every=2)
    with pytest.raises(BadInputError, match="cannot read"):
        read_jobs([tmp_path / "missing.pgn"], depth=2, every=2)


@pytest.mark.skipif(ENGINE is None, reason="no engine: apt-get install stockfish")
def test_another_engine_can_be_asked(tmp_path):
    file = tmp_path / "games.pgn"
    file.write_text(f"{WON}\n{DRAWN}", encoding="utf-8")
    ours = [values_of(job) for job, _ in read_jobs([file], depth=4, every=2)]
    theirs = [values_of(job) for job, _ in read_jobs([file], depth=4, every=2, engine=ENGINE)]

    assert [len(values) for values in ours] == [len(values) for values in theirs]
    assert ours != theirs


def test_an_engine_that_is_missing_is_one_sentence(tmp_path, monkeypatch):
    file = tmp_path / "games.pgn"
    file.write_text(f"{WON}\n{DRAWN}", encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["x", str(file), "--engine", "no-such-engine"])
    with pytest.raises(BadInputError, match="no engine"):
        main()


def test_the_command_tells_both_halves_and_all_and_repeats_itself(tmp_path, monkeypatch, capsys):
    file = tmp_path / "games.pgn"
    file.write_text(f"{WON}\n{DRAWN}\n{WON}\n{DRAWN}", encoding="utf-8")
    words = ["x", str(file), "--depth", "1", "--workers", "1", "--store", str(tmp_path / "store")]
    told = []
    for _ in range(2):
        monkeypatch.setattr(sys, "argv", words)
        main()
        told.append(capsys.readouterr().out)

    assert told[0] == told[1]
    assert told[0].startswith("6 positions of 4 games")
    assert [line.split(":")[0] for line in told[0].splitlines() if line[0] != " "][1:] == [
        "half 1",
        "half 2",
        "all",
        "in use",
    ]
