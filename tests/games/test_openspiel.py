"""OpenSpiel's games through the adapter: suitable ones play the same, others say why not."""

import random
import sys

import pytest

from provebest.games.lines import ConnectK, TicTacToe
from provebest.games.openspiel import OpenSpielGame
from provebest.search.alphabeta import alphabeta
from provebest.vocabulary import BadInputError

needs_openspiel = pytest.mark.skipif(
    "not __import__('importlib.util').util.find_spec('pyspiel')",
    reason="OpenSpiel is not installed: pip install 'provebest[openspiel]'",
)


@needs_openspiel
def test_tic_tac_toe_is_a_draw_there_too():
    theirs = alphabeta(OpenSpielGame("tic_tac_toe"), 9)

    assert theirs.proved
    assert theirs.value == 0


@needs_openspiel
@pytest.mark.parametrize(
    ("name", "ours"), [("tic_tac_toe", TicTacToe()), ("connect_four", ConnectK())]
)
def test_playouts_are_those_of_our_own_game(name, ours):
    theirs = OpenSpielGame(name)
    for seed in range(20):
        rng = random.Random(seed)
        a, b = theirs.start(), ours.start()
        while moves := list(ours.moves(b)):
            assert list(theirs.moves(a)) == moves
            assert theirs.max_to_move(a) == ours.max_to_move(b)
            assert theirs.value(a) == 0
            move = rng.choice(moves)
            a, b = theirs.play(a, move), ours.play(b, move)

        assert list(theirs.moves(a)) == []
        assert theirs.value(a) == (ours.value(b) > 0) - (ours.value(b) < 0)
        assert a.history == tuple(a.spiel.history())


@needs_openspiel
def test_states_are_not_changed_by_play_and_compare_by_their_moves():
    game = OpenSpielGame("tic_tac_toe")
    start = game.start()
    after = game.play(start, 4)

    assert start == game.start()
    assert len({after, game.play(game.start(), 4), start}) == 2
    assert game.show(start) == "...\n...\n..."
    assert game.show(after) == "...\n.x.\n..."
    assert game.value_range == (-1, 1)


@needs_openspiel
def test_a_game_may_have_parameters_or_be_given_whole():
    import pyspiel  # noqa: PLC0415 - optional

    small = OpenSpielGame("breakthrough", {"rows": 3, "columns": 3})
    same = OpenSpielGame("breakthrough(rows=3,columns=3)")
    whole = OpenSpielGame(pyspiel.load_game("breakthrough", {"rows": 3, "columns": 3}))

    assert small.moves(small.start()) == same.moves(same.start()) == whole.moves(whole.start())
    assert alphabeta(small, 20).proved
    with pytest.raises(BadInputError, match="parameters go with a game's name"):
        OpenSpielGame(pyspiel.load_game("breakthrough"), {"rows": 3})


@needs_openspiel
def test_players_who_move_twice_are_followed():
    """In dots and boxes whoever closes a box moves again."""
    game = OpenSpielGame("dots_and_boxes", {"num_rows": 1, "num_cols": 1})

    assert alphabeta(game, 20).proved


@needs_openspiel
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("solitaire", r"it has 1 player\(s\), not 2"),
        ("goofspiel", "its players do not move in turn"),
        ("backgammon", "it has chance in it"),
        ("kuhn_poker", "it has chance in it, it hides something"),
        ("phantom_ttt", "it hides something"),
        ("matrix_pd", "its players do not move in turn, it hides something, it is not zero-sum"),
    ],
)
def test_unsuitable_games_are_refused_with_the_reason(name, reason):
    with pytest.raises(BadInputError, match=f"{name} cannot be searched here: .*{reason}"):
        OpenSpielGame(name)


@needs_openspiel
def test_unknown_names_and_parameters_are_refused():
    with pytest.raises(BadInputError, match="OpenSpiel has no game named 'tictactoe'"):
        OpenSpielGame("tictactoe")
    with pytest.raises(BadInputError, match=r"OpenSpiel cannot make 'breakthrough': .*'depth'"):
        OpenSpielGame("breakthrough", {"depth": 3})


def test_without_openspiel_its_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)

    with pytest.raises(BadInputError, match=r"pip install 'provebest\[openspiel\]'"):
        OpenSpielGame("tic_tac_toe")


@needs_openspiel
def test_an_estimate_speaks_where_the_game_goes_on_and_an_opening_comes_first():
    game = OpenSpielGame(
        "tic_tac_toe", estimate=lambda state: 0.01 * len(state.history()), opening=(4, 0)
    )
    state = game.start()

    assert state.history == (4, 0)
    assert game.value(state) == 0.02
    for move in (3, 1, 5):  # x has the middle row
        state = game.play(state, move)
    assert game.value(state) == 1
    with pytest.raises(BadInputError, match="9 is no legal action"):
        OpenSpielGame("tic_tac_toe", opening=(9,))
