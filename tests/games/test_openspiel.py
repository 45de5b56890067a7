"""OpenSpiel's games through the adapter: suitable ones play the same, others say why not."""

import random
import sys

import pytest

from provebest.games.lines import ConnectK, TicTacToe
from provebest.games.openspiel import OpenSpielGame, SpielState
from provebest.search.alphabeta import alphabeta
from provebest.search.intervals import bstar
from provebest.vocabulary import BadInputError, Interval

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
    with pytest.raises(BadInputError, match="parameters need the name of a game"):
        OpenSpielGame(pyspiel.load_game("breakthrough"), {"rows": 3})


@needs_openspiel
def test_players_who_move_twice_are_followed():
    """In dots and boxes whoever closes a box moves again."""
    game = OpenSpielGame("dots_and_boxes", {"num_rows": 1, "num_cols": 1})

    assert alphabeta(game, 20).proved


class ExactBoxes(OpenSpielGame):
    """Dots and boxes of 2 x 2, with bounds that are true: exact at the end, anything before."""

    def __init__(self, opening=()):
        super().__init__("dots_and_boxes", {"num_rows": 2, "num_cols": 2}, opening=opening)

    def bounds(self, state):
        over = state.spiel.is_terminal()
        return Interval(*((self.value(state),) * 2 if over else self.value_range))


def minimax(game, state):
    moves = game.moves(state)
    if not moves:
        return game.value(state)
    values = [minimax(game, game.play(state, move)) for move in moves]
    return max(values) if game.max_to_move(state) else min(values)


def boxes(count):
    """Positions of dots and boxes with 4 to 6 moves to go, some of them in the middle of a turn."""
    for seed in range(count):
        rng = random.Random(seed)
        game = ExactBoxes()
        state = game.start()
        for _ in range(6 + seed % 3):
            state = game.play(state, rng.choice(game.moves(state)))
        yield ExactBoxes(state.history)


def values_of_moves(game):
    """The value of each move, and the best of them for the side to move."""
    start = game.start()
    values = {move: minimax(game, game.play(start, move)) for move in game.moves(start)}
    return values, (max if game.max_to_move(start) else min)(values.values())


@needs_openspiel
def test_alphabeta_is_right_where_players_move_twice():
    twice = 0
    for game in boxes(30):
        values, best = values_of_moves(game)
        result = alphabeta(game, 12)
        start = game.start()
        turns = {game.max_to_move(game.play(start, move)) for move in game.moves(start)}
        twice += game.max_to_move(start) in turns

        assert result.proved
        assert result.value == values[result.move] == best
    assert twice > 10


@needs_openspiel
@pytest.mark.parametrize("strategy", ["2DRM", "BF", "GPN", "DB"])
def test_a_proof_of_b_star_is_right_where_players_move_twice(strategy):
    for game in boxes(30):
        values, best = values_of_moves(game)
        result = bstar(game, strategy=strategy)

        if result.proved:
            assert values[result.move] == best


@needs_openspiel
def test_a_move_is_shown_as_openspiel_shows_it():
    game = OpenSpielGame("tic_tac_toe")
    start = game.start()

    assert game.show_move(start, 4) == "x(1,1)"
    assert game.show_move(game.play(start, 4), 0) == "o(0,0)"


class LuckyState:
    """A state of a game that its type calls deterministic and in turn, but is not here."""

    def __init__(self, player):
        self.player = player

    def is_chance_node(self):
        return self.player == CHANCE

    def is_simultaneous_node(self):
        return self.player == SIMULTANEOUS

    def is_terminal(self):
        return False

    def current_player(self):
        return self.player

    def legal_actions(self):
        return [0, 1]

    def __str__(self):
        return "lucky"


CHANCE, SIMULTANEOUS, NOBODY = -1, -2, -3


@needs_openspiel
@pytest.mark.parametrize(
    ("player", "reason"),
    [
        (CHANCE, "chance moves in 'lucky'"),
        (SIMULTANEOUS, "both players move at once in 'lucky'"),
        (NOBODY, "no player is to move in 'lucky'"),
        (2, "player 2 is to move in 'lucky'"),
    ],
)
def test_a_state_in_which_neither_player_moves_is_refused_in_mid_game(player, reason):
    game = OpenSpielGame("tic_tac_toe")
    state = SpielState((), LuckyState(player))
    for asked in (game.moves, game.max_to_move):
        with pytest.raises(BadInputError, match=reason):
            asked(state)


@needs_openspiel
@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (None, "the estimate returned None for .*; expected a number from -1 to 1"),
        ("0", "the estimate returned '0' for"),
        (float("nan"), "the estimate returned nan for"),
        (1.5, "the estimate returned 1.5 for"),
    ],
)
def test_an_estimate_that_is_nonsense_is_refused(answer, sentence):
    game = OpenSpielGame("tic_tac_toe", estimate=lambda _: answer)

    with pytest.raises(BadInputError, match=sentence):
        alphabeta(game, 2)


@needs_openspiel
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("solitaire", r"it has 1 player\(s\), not 2"),
        ("goofspiel", "its players move at the same time"),
        ("backgammon", "it has chance events"),
        ("kuhn_poker", "it has chance events, it has hidden information"),
        ("phantom_ttt", "it has hidden information"),
        (
            "matrix_pd",
            "its players move at the same time, it has hidden information, it is not zero-sum",
        ),
    ],
)
def test_unsuitable_games_are_refused_with_the_reason(name, reason):
    with pytest.raises(BadInputError, match=f"{name} cannot be searched here: .*{reason}"):
        OpenSpielGame(name)


@needs_openspiel
def test_unknown_names_and_parameters_are_refused():
    with pytest.raises(BadInputError, match="OpenSpiel has no game named 'tictactoe'"):
        OpenSpielGame("tictactoe")
    with pytest.raises(BadInputError, match=r"OpenSpiel cannot load 'breakthrough': .*'depth'"):
        OpenSpielGame("breakthrough", {"depth": 3})
    with pytest.raises(BadInputError, match="OpenSpiel cannot load 'nfg_game'"):
        OpenSpielGame("nfg_game")


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
    with pytest.raises(BadInputError, match="9 is not a legal action"):
        OpenSpielGame("tic_tac_toe", opening=(9,))
