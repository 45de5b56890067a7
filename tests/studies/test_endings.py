"""A suite of endings made from games: what is chosen, and how it is written."""

import shutil
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import chess
import pytest

from provebest.suites.epd import read_exercise, read_suite
from studies import endings
from studies.endings import (
    APART,
    LOOKED_AT,
    MOST_BEST,
    PER_GAME,
    Ending,
    best_moves,
    choose,
    endings_of,
    epd_line,
    is_exercise,
    kind_of,
    lead,
    rank,
)

ENGINE = shutil.which("stockfish") or shutil.which("/usr/games/stockfish")
SUITE = Path(endings.__file__).parent / "suites" / "endings.epd"
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
        ((0, -10), False),  # as good
        ((0, -25), True),
        ((900, 700), False),  # won with both
        ((-700, -900), False),  # lost with both
        ((29_990, 10), True),
        ((0, 0), False),  # every legal move is as good
    ],
)
def test_an_exercise_has_few_best_moves_and_worse_ones(values, asks):
    assert is_exercise([(f"move{place}", value) for place, value in enumerate(values)]) is asks


def test_each_kind_has_its_turn_and_no_game_gives_too_many():
    def game(number, *endings):
        return {
            Ending(f"x {number}", ply, kind, f"{number}/{ply}"): ahead
            for ply, (kind, ahead) in enumerate(endings)
        }

    games = [
        game(1, ("mixed", 0.1), ("mixed", 0.3), ("mixed", 0.2), ("pawn", 0.1)),
        game(2, ("rook", 0.1)),
        game(3, ("mixed", 0.1)),
    ]
    chosen = choose(games, wanted=10)

    assert [(one.game, one.ply, one.kind) for one in chosen] == [
        ("x 1", 1, "mixed"),
        ("x 1", 2, "mixed"),
        ("x 3", 0, "mixed"),
        ("x 1", 3, "pawn"),
        ("x 2", 0, "rook"),
    ]
    assert {one.kind for one in choose(games, wanted=3)} == {"mixed", "pawn", "rook"}


def test_the_same_position_of_two_games_is_chosen_once():
    games = [{Ending(f"x {number}", 9, "pawn", OPPOSITION): 0.5} for number in (1, 2)]

    assert [one.game for one in choose(games, wanted=10)] == ["x 1"]


def test_a_line_can_be_read_as_an_exercise_and_tells_values_for_white():
    ranking = [("d5e5", 0), ("d5d6", -10), ("d5c5", -450)]
    line = epd_line(Ending("games 7", 81, "pawn", OPPOSITION), "Judge 1", 5000, ranking)
    exercise = read_exercise(line, "")

    assert (exercise.name, exercise.best) == ("games 7, ply 81", ("d5d6", "d5e5"))
    assert exercise.points == {}
    assert "Judge 1, 5000 nodes a search: 0.00, next Kc5 +4.50 (for White)" in line
    assert 'c1 "pawn ending"' in line


def test_the_suite_of_the_checkout_keeps_the_rules_of_the_study():
    exercises = read_suite(SUITE)

    assert len(exercises) >= 200
    assert len({one.name for one in exercises}) == len({one.fen for one in exercises})
    assert len({one.name for one in exercises}) == len(exercises)
    assert max(Counter(one.name.split(",")[0] for one in exercises).values()) <= PER_GAME
    for one in exercises:
        board = chess.Board(one.fen)
        assert kind_of(board) is not None
        assert 1 <= len(one.best) <= MOST_BEST
        assert len(one.best) < board.legal_moves.count()


@pytest.mark.parametrize(
    ("values", "searches"),
    [
        ((0, -300), 2),
        ((0, 0, 0, -300), 4),
        ((0, 0, 0, 0, 0), 4),  # one more than there may be
        ((0, 200, 200, 0), 4),  # the second search finds more than the first
    ],
)
def test_moves_are_ranked_until_one_is_not_near_the_best(values, searches, monkeypatch):
    class Engine:
        name, asked = "Judge 1", 0

        def best_of(self, position, moves, depth, game, *, nodes):
            assert nodes == 50
            value, self.asked = values[self.asked], self.asked + 1
            return SimpleNamespace(last=SimpleNamespace(moves=(moves[0],), value=value))

    monkeypatch.setattr(endings, "_prober", lambda name: engine)
    engine = Engine()
    judge, ranking = rank((OPPOSITION, "some engine", 50))

    assert (judge, engine.asked) == ("Judge 1", searches)
    assert [value for _, value in ranking] == list(values[:searches])
    assert len({move for move, _ in ranking}) == searches


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
    assert "# python -m studies.endings games.pgn --first 2000 --nodes 20000" in written
    endings.main()
    assert out.read_text(encoding="utf-8") == written
