"""A game that was read: where it began, its moves, and its position, which is read once."""

import chess
import pytest

from provebest.chess import public
from provebest.games import game_so_far as module
from provebest.games.chess import START
from provebest.games.game_so_far import game_so_far, read_game
from provebest.vocabulary import BadInputError

MATES = "6k1/5ppp/8/8/8/8/8/R3K3 w - -"


def test_a_game_that_was_read_is_not_read_again():
    game = read_game(START, ["e2e4", "e7e5"])

    assert read_game(game) is game
    assert game.position.fen() == game.board().fen()
    assert [move.uci() for move in game.board().move_stack] == ["e2e4", "e7e5"]


def test_the_start_is_written_in_full():
    assert read_game(MATES).start == f"{MATES} 0 1"


def test_a_board_and_its_moves_are_the_same_game():
    board = chess.Board()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
        board.push_uci(move)
    game = game_so_far(board)

    assert game == read_game(START, ("g1f3", "g8f6", "f3g1", "f6g8"))
    assert game.position.repetitions()


def test_a_move_that_is_not_legal_is_named():
    with pytest.raises(BadInputError, match="move 2, 'e4e5', is not legal"):
        read_game(START, ["e2e4", "e4e5"])


@pytest.mark.parametrize(
    "ask",
    [
        lambda: public.analyse(MATES, nodes=2_000),
        lambda: public.compare(MATES, ["Ra8", "Kd2"], nodes=20_000),
        lambda: public.only_move(MATES, nodes=20_000),
    ],
)
def test_what_users_call_reads_the_position_once(monkeypatch, ask):
    read, asked = module.read_position, []

    def counted(fen, *args, **named):
        asked.append(fen)
        return read(fen, *args, **named)

    monkeypatch.setattr(module, "read_position", counted)
    ask()

    assert asked == [MATES]
