"""A suite of endings made from games: what is chosen, and how it is written."""

import shutil
import subprocess
import sys
from itertools import pairwise

import chess
import pytest

from provebest.suites.epd import read_exercise, read_suite
from studies import endings
from studies.endings import (
    APART,
    LOOKED_AT,
    PER_GAME,
    Ending,
    best_moves,
    choose,
    endings_of,
    epd_line,
    is_exercise,
    kind_of,
    lead,
)

ENGINE = shutil.which("stockfish") or shutil.which("/usr/games/stockfish")
OPPOSITION = "8/8/8/3k4/8/3K4/3P4/8 b - - 0 1"
"""Black to move holds the draw with some moves of the king; others lose."""
SHUFFLE = " ".join(
    f"{number}. {white} {black}"
    for number, (white, black) in enumerate([("Kd3", "Kd6"), ("Ke3", "Ke6")] * 40, start=1)
)
GAME = f"""\
[Event "one"]
[FEN "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"]
[SetUp "1"]
[Result "1/2-1/2"]

{SHUFFLE} 1/2-1/2

"""
TAKEN = """\
[Event "two"]
[FEN "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"]
[SetUp "1"]
[Result "1/2-1/2"]

1. exd5 1/2-1/2

[Event "three"]
[Result "*"]

1. e4 e5 2. Nf3 *
"""


@pytest.fixture
def games(tmp_path):
    file = tmp_path / "games.pgn"
    file.write_text(GAME + TAKEN, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("pieces", "kind"),
    [
        ("4k3/4p3/8/8/8/8/4P3/4K3", "pawn"),
        ("r3k3/4p3/8/8/8/8/4P3/R3K3", "rook"),
        ("n3k3/4p3/8/8/8/8/4P3/B3K3", "minor"),
        ("q3k3/4p3/8/8/8/8/4P3/4K3", "queen"),
        ("r3k3/4p3/8/8/8/8/4P3/Q3K3", "mixed"),
        ("rn2k3/4p3/8/8/8/8/4P3/RN2K3", "mixed"),
        ("rnb1k3/4p3/8/8/8/8/4P3/RN2K3", None),
    ],
)
def test_the_pieces_name_the_kind(pieces, kind):
    assert kind_of(chess.Board(f"{pieces} w - - 0 1")) == kind


def test_endings_of_a_game_are_a_sample_spread_over_it(games):
    first, after_a_capture, opening = endings_of(games)

    assert len(first) == LOOKED_AT
    plies = [one.ply for one in first]
    assert all(later - earlier >= APART for earlier, later in pairwise(plies))
    assert plies[-1] > 100
    assert {one.kind for one in first} == {"pawn"}
    assert {one.game for one in first} == {"games 1"}
    assert after_a_capture == opening == []


def test_moves_with_nearly_the_points_of_the_best_are_best_moves():
    ranking = [("a2a3", 20), ("a2a4", 30), ("b2b3", -200)]

    assert best_moves(ranking) == ["a2a3", "a2a4"]
    assert lead(ranking) == pytest.approx(0.565 - 0.147, abs=0.002)
    assert lead(ranking[:2]) == 0


@pytest.mark.parametrize(
    ("values", "asks"),
    [
        ((0, -300), True),
        ((0, 0, 0, -300), True),
        ((0, 0, 0, 0, -300), False),  # too many best moves
        ((0, -30), False),  # too near
        ((900, 700), False),  # won with both
        ((-700, -900), False),  # lost with both
        ((29_990, 10), True),
        ((0, 0), False),  # every legal move is as good
    ],
)
def test_an_exercise_has_few_best_moves_and_a_clear_lead(values, asks):
    assert is_exercise([(f"move{place}", value) for place, value in enumerate(values)]) is asks


def test_each_kind_has_its_turn_and_no_game_gives_too_many():
    def game(number, kinds):
        return [
            Ending(f"x {number}", ply, kind, f"{number}/{ply}") for ply, kind in enumerate(kinds)
        ]

    games = [game(1, ["mixed", "mixed", "mixed", "pawn"]), game(2, ["rook"]), game(3, ["mixed"])]
    chosen = choose(games, wanted=10)

    assert [(one.game, one.kind) for one in chosen] == [
        ("x 1", "mixed"),
        ("x 3", "mixed"),
        ("x 1", "pawn"),
        ("x 2", "rook"),
    ]
    assert len([one for one in chosen if one.game == "x 1"]) == PER_GAME
    assert {one.kind for one in choose(games, wanted=3)} == {"mixed", "pawn", "rook"}


def test_the_same_position_of_two_games_is_chosen_once():
    games = [[Ending("x 1", 9, "pawn", OPPOSITION)], [Ending("x 2", 9, "pawn", OPPOSITION)]]

    assert [one.game for one in choose(games, wanted=10)] == ["x 1"]


def test_a_line_can_be_read_as_an_exercise_and_tells_values_for_white():
    ranking = [("d5e5", 0), ("d5d6", -10), ("d5c5", -450)]
    line = epd_line(Ending("games 7", 81, "pawn", OPPOSITION), "Judge 1", 5000, ranking)
    exercise = read_exercise(line, "")

    assert (exercise.name, exercise.best) == ("games 7, ply 81", ("d5d6", "d5e5"))
    assert exercise.points == {}
    assert "Judge 1, 5000 nodes a search: +0.00, next Kc5 +4.50 (for White)" in line
    assert 'c1 "pawn ending"' in line


def test_a_missing_engine_is_one_sentence(games, tmp_path):
    words = [str(games), "--out", str(tmp_path / "x.epd"), "--engine", "no-such-engine"]
    done = subprocess.run(
        [sys.executable, "-m", "studies.endings", *words],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert done.returncode == 2
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith("provebest: no engine 'no-such-engine'")


@pytest.mark.skipif(ENGINE is None, reason="no engine: apt-get install stockfish")
def test_the_suite_is_written_and_tells_how_our_search_does(games, tmp_path, monkeypatch, capsys):
    out, store = tmp_path / "endings.epd", tmp_path / "store.jsonl"
    words = [str(games), "--out", str(out), "--store", str(store), "--workers", "1"]
    few = ["--first", "2000", "--nodes", "20000", "--own", "2000"]
    monkeypatch.setattr(sys, "argv", ["x", *words, *few])
    endings.main()

    exercises, said = read_suite(out), capsys.readouterr().out
    assert 1 <= len(exercises) <= PER_GAME
    assert said.splitlines()[-1].startswith(f"all: {len(exercises)} endings, ")
    written = out.read_text(encoding="utf-8")
    assert written.startswith("# Endings from games.pgn")
    endings.main()
    assert out.read_text(encoding="utf-8") == written
