"""What stops save in games: the study, on a game of its own."""

import sys

import pytest
from uci_session import TAKES_BACK

from provebest.vocabulary import BadInputError
from studies import game_stops
from studies.game_stops import Stops, positions_of, sum_up, watch

GAME = """\
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 Bg4 7. dxe5 Qxd1 8. Rxd1 fxe5 9. Rd3
Bd6 10. Nbd2 b5 11. b3 Ne7 12. Bb2 Ng6 13. g3 O-O 14. Kg2 Rf6 1-0
"""
LEVEL = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"


def test_a_queen_that_can_be_taken_is_taken_at_once_and_would_have_been_in_the_end():
    spent, same, cost = watch((TAKES_BACK, 60_000, 2, True))

    assert spent < 0.5
    assert (same, cost) == (True, 0.0)


def test_where_moves_are_as_good_nothing_stops():
    assert watch((LEVEL, 100_000, 2, True)) is None


def test_figures_are_sums_over_positions_and_means_over_stops():
    found = [None, (0.2, True, 0.0), (0.6, False, 30.0), None]

    assert sum_up(found) == Stops(4, 2, pytest.approx(0.3), 1, 1, 15.0)
    assert sum_up([None]) == Stops(1, 0, 0.0, 0, 0, 0.0)


def test_positions_are_those_after_the_book(tmp_path):
    file = tmp_path / "game.pgn"
    file.write_text(GAME, encoding="utf-8")

    assert len(positions_of([file], every=1)) == 28 - 16
    assert len(positions_of([file], every=5)) == 3
    file.write_text("", encoding="utf-8")
    with pytest.raises(BadInputError, match="no position"):
        positions_of([file], every=1)


def test_the_command_tells_both_kinds(tmp_path, monkeypatch, capsys):
    file = tmp_path / "game.pgn"
    file.write_text(GAME, encoding="utf-8")
    words = [str(file), "--nodes", "5000", "--every", "6", "--workers", "1"]
    monkeypatch.setattr(sys, "argv", ["x", *words])
    game_stops.main()

    said = capsys.readouterr().out.splitlines()
    assert said[0] == "2 positions, 5,000 nodes per move"
    assert [line.strip().split(":")[0] for line in said[1:]] == ["in a game", "in an analysis"]
