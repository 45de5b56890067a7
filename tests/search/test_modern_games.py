"""The modern control on any game: its set-probes are minimax, its stops have reasons."""

import math
from dataclasses import replace
from threading import Event

import pytest
from game_from import From
from hypothesis import given, settings
from hypothesis import strategies as st
from listening import journaled
from scripted_sets import NEVER, law_that_stops_at

import provebest as pb
from provebest.games import ConnectK, NestedTree, TicTacToe
from provebest.games.mirrored import Mirrored
from provebest.search import minimax
from provebest.search.pbstar import DEFAULT_NODES, modern_search
from provebest.search.setprobe.game_sets import GameSets
from provebest.search.setprobe.settings import a_tempo
from provebest.vocabulary import Stopped


def stops_at(depth):
    """The settings of any game with a law that is sure from this depth on."""
    return replace(pb.ANY_GAME, law=replace(law_that_stops_at(depth), scale=pb.ANY_GAME.law.scale))


SEARCHES_ON = replace(pb.ANY_GAME, law=NEVER)

trees = st.recursive(
    st.integers(-20, 20),
    lambda below: st.lists(below, min_size=1, max_size=4),
    max_leaves=40,
).filter(lambda tree: isinstance(tree, list))


class Deep(NestedTree):
    """A nested list whose inner nodes are worth what their first leaves are."""

    def value(self, state):
        while self.moves(state):
            state = self.play(state, self.moves(state)[0])
        return super().value(state)


def worth(game, move, depth):
    """Of a root move by minimax, for the side to move."""
    after = game.play(game.start(), move)
    value = minimax(From(game, after), depth - 1).value
    return value if game.max_to_move(game.start()) else -value


@settings(deadline=None, max_examples=150)
@given(trees, st.data(), st.booleans())
def test_a_probe_of_a_set_is_the_best_of_its_moves_by_minimax(tree, data, mirrored):
    game = Mirrored(Deep(tree)) if mirrored else Deep(tree)
    every = list(game.moves(game.start()))
    sets = GameSets(game)
    for _ in range(3):  # whatever was asked before
        moves = data.draw(st.lists(st.sampled_from(every), unique=True))
        depth = data.draw(st.integers(1, 6))
        found = sets.probe(moves, depth, nodes=None, seconds=None)
        worths = {move: worth(game, move, depth) for move in moves or every}

        assert found.value == max(worths.values()) == worths[found.best]
        assert found.line[0] == found.best
        assert (found.depth, found.finished) == (depth, True)
        assert set(found.at_most) == set(worths) - {found.best}
        assert all(worths[move] <= bound <= found.value for move, bound in found.at_most.items())
        if found.ended:
            assert found.value == sets.probe(moves, 99, nodes=None, seconds=None).value


@settings(deadline=None, max_examples=150)
@given(trees, st.data(), st.booleans())
def test_whether_a_set_reaches_a_bound_is_answered_as_by_minimax(tree, data, mirrored):
    game = Mirrored(Deep(tree)) if mirrored else Deep(tree)
    every = list(game.moves(game.start()))
    sets = GameSets(game)
    for _ in range(3):
        moves = data.draw(st.lists(st.sampled_from(every), unique=True))
        depth = data.draw(st.integers(1, 6))
        bound = data.draw(st.one_of(st.integers(-21, 21), st.sampled_from([-math.inf, math.inf])))
        found = sets.reaches(moves, bound, depth, nodes=None, seconds=None)
        worths = {move: worth(game, move, depth) for move in moves or every}
        best = max(worths.values())

        assert (found.depth, found.finished) == (depth, True)
        assert (found.value >= bound) == (best >= bound)
        if found.value >= bound:
            assert worths[found.best] >= found.value
        else:
            assert best <= found.value
        assert found.line[0] == found.best
        assert all(worths[move] <= most for move, most in found.at_most.items())


def test_to_ask_for_a_bound_costs_a_fraction_of_asking_for_a_value():
    game = ConnectK(opening=(3, 3))
    choice = GameSets(game).probe((), 5, nodes=None, seconds=None)
    rivals = [move for move in game.moves(game.start()) if move != choice.best]
    value, bound = GameSets(game), GameSets(game)
    exact = value.probe(rivals, 7, nodes=None, seconds=None)
    asked = bound.reaches(rivals, exact.value + 1, 7, nodes=None, seconds=None)

    assert asked.value <= exact.value
    assert bound.nodes() < value.nodes() / 2
    cut = bound.reaches(rivals, exact.value + 1, 8, nodes=100, seconds=None)
    assert (cut.finished, cut.depth) == (False, 0)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(0, 5), max_size=8), st.integers(1, 400))
def test_a_probe_that_is_cut_off_says_only_what_it_has_looked_at(opening, nodes):
    game = opened(ConnectK(6, 5, 4), opening)
    sets = GameSets(game)
    whole = sets.probe((), 3, nodes=None, seconds=None)
    before = sets.nodes()
    cut = sets.probe((), 5, nodes=nodes, seconds=None)

    assert sets.nodes() - before <= nodes + 1
    if cut.finished:
        assert cut.depth == 5
        return
    looked_at = {*cut.at_most, cut.best} if cut.depth else set()
    assert cut.depth == (3 if looked_at else 0)
    if looked_at:
        worths = {move: worth(game, move, 5) for move in looked_at}
        assert whole.best in looked_at
        assert cut.value == max(worths.values()) == worths[cut.best]


def opened(game, moves):
    """The game after those of these moves that are legal, as long as it is not over."""
    played, state = [], game.start()
    for move in moves:
        if move in game.moves(state) and game.moves(game.play(state, move)):
            played.append(move)
            state = game.play(state, move)
    return ConnectK(6, 5, 4, opening=played)


def test_a_probe_is_cut_off_by_a_clock_and_by_whoever_cancels():
    late = GameSets(ConnectK()).probe((), 12, nodes=None, seconds=0.0)
    cancel = Event()
    cancel.set()
    cancelled = GameSets(ConnectK(), cancel).probe((), 12, nodes=None, seconds=None)

    assert (late.finished, cancelled.finished) == (False, False)


def test_a_depth_that_is_no_depth_is_refused():
    with pytest.raises(pb.BadInputError, match="depth must be"):
        GameSets(ConnectK()).probe((), -1, nodes=None, seconds=None)


# --- the search ---------------------------------------------------------------------------------


@settings(deadline=None, max_examples=30)
@given(st.permutations(range(9)), st.integers(3, 7))
def test_on_tic_tac_toe_it_never_throws_a_game_away(cells, plies):
    played, state = [], TicTacToe().start()
    for cell in cells[:plies]:
        if TicTacToe().moves(state):
            played.append(cell)
            state = TicTacToe().play(state, cell)
    game = TicTacToe(opening=played)
    if not game.moves(state):
        return
    result = pb.pbstar(game, control="modern", settings=SEARCHES_ON)
    mover = 1 if game.max_to_move(state) else -1

    def outcome(board):
        value = minimax(board, 9).value
        return (value > 0) - (value < 0)

    assert mover * outcome(TicTacToe(opening=[*played, result.move])) == mover * outcome(game)
    assert result.natural
    assert not result.proved


@pytest.mark.parametrize(
    ("opening", "good"),
    [((3, 0, 3, 0, 3, 0), {3}), ((0, 3, 1, 3, 6, 3), {3}), ((3, 0, 2, 0), {1, 4})],
)
def test_connect_four_is_won_and_a_loss_is_averted(opening, good):
    assert pb.pbstar(ConnectK(opening=opening), control="modern").move in good


def test_the_same_search_every_time_and_for_the_mirror():
    game = ConnectK(6, 5, 4, opening=(2, 3, 2))
    first, again, mirrored = (
        pb.pbstar(each, control="modern", settings=SEARCHES_ON, limits=pb.Limits(probe_nodes=4000))
        for each in (game, game, Mirrored(game))
    )

    assert first == again
    assert first == mirrored.turned()
    assert first.stopped is Stopped.NODE_LIMIT
    assert first.counters.probe_nodes <= 4000 + 1


def test_nodes_seconds_depth_and_steps_are_the_caller_s():
    def stopped(**limits):
        limits = pb.Limits(**limits)
        return pb.pbstar(ConnectK(), control="modern", settings=SEARCHES_ON, limits=limits).stopped

    assert stopped(depth=3) is Stopped.DEPTH_LIMIT
    assert stopped(seconds=0.2) is Stopped.TIME_LIMIT
    assert stopped(expanded=2) is Stopped.NODE_LIMIT
    assert modern_search(ConnectK()).budget.nodes == DEFAULT_NODES
    assert pb.pbstar(ConnectK(), control="modern", limits=pb.Limits(depth=2)).line


def test_a_game_that_is_played_to_its_end_says_so():
    result = pb.pbstar(TicTacToe(opening=(4, 0)), control="modern", settings=SEARCHES_ON)

    assert result.reason == "every line that matters was followed to the end of the game"
    assert result.stopped is Stopped.FOUND


def test_where_nothing_is_to_be_hoped_for_it_plays_all_the_same():
    """The classic control refuses such a game; here only the early stop is lost."""
    board = ConnectK(6, 5, 4, opening=(2, 2))
    bare = From(board, board.start())
    limits = pb.Limits(probe_nodes=3000)

    search = journaled(modern_search(bare, settings=stops_at(2), limits=limits))
    result = pb.run(search)
    assert result.move in board.moves(board.start())
    assert result.stopped is Stopped.NODE_LIMIT
    assert {line.split()[0] for line in search.journal} == {"SELECT"}
    with pytest.raises(pb.BadInputError, match="does not define bounds"):
        pb.pbstar(bare, control="classic")


# --- tempos -------------------------------------------------------------------------------------


def test_a_tempo_is_the_median_of_the_margins_and_nothing_is_no_tempo():
    assert a_tempo([1, 9, 4]) == 4
    assert a_tempo([]) == a_tempo([0, 0, 5]) == math.inf


def test_all_numbers_of_a_game_are_multiples_of_its_tempo():
    once, twice = pb.ANY_GAME.at(1.0), pb.ANY_GAME.at(2.0)

    assert twice.law.points(2.0) == once.law.points(1.0)
    assert twice.law.value(0.7) == 2 * once.law.value(0.7)
    assert replace(twice, law=replace(twice.law, scale=once.law.scale)) == once
    assert (pb.ANY_GAME.in_tempos, once.in_tempos) == (True, False)


class Scaled(From):
    """The same game with every value so many times as great."""

    def __init__(self, game, times):
        super().__init__(game, game.start())
        self.times, self.least_win = times, times * game.least_win

    def value(self, state):
        return self.times * self.game.value(state)

    def passed(self, state):
        return self.game.passed(state)


@settings(deadline=None, max_examples=20)
@given(st.lists(st.integers(0, 5), max_size=14), st.sampled_from([0.25, 4.0, 1024.0]))
def test_the_unit_of_the_values_changes_nothing_but_the_values(opening, times):
    game = opened(ConnectK(6, 5, 4), opening)
    limits = pb.Limits(probe_nodes=3000)
    searches = [
        modern_search(each, settings=stops_at(3), limits=limits)
        for each in (game, Scaled(game, times))
    ]
    asked = [[], []]
    for search, heard in zip(searches, asked, strict=True):
        search.events.on(pb.SetProbed, heard.append)
    one, other = (pb.run(search) for search in searches)

    assert (other.move, other.stopped, other.reason) == (one.move, one.stopped, one.reason)
    assert other.value == pytest.approx(times * one.value)
    assert other.counters == one.counters
    for plain, scaled in zip(*asked, strict=True):
        assert (scaled.purpose, scaled.moves, scaled.depth) == (
            plain.purpose,
            plain.moves,
            plain.depth,
        )
        if plain.bound is not None:
            assert scaled.bound == pytest.approx(times * plain.bound)


def test_a_choice_is_attacked_before_it_is_played():
    """Three moves at the root, worth the same at every depth; a tempo is worth 5."""
    search = journaled(modern_search(Ahead([20, 0, -1]), settings=stops_at(3)))
    result = pb.run(search)

    assert (result.move, result.value, result.stopped) == (0, 20, Stopped.FOUND)
    assert result.reason.startswith("settled at depth 3: the same move has been best for 3 depths")
    assert "%" not in result.reason, "the promise was tested for chess alone"
    assert [line.split()[:3] for line in search.journal[-2:]] == [
        ["rivals", "depth", "5,"],
        ["VERIFY", "depth", "5,"],
    ]


def test_hopes_are_asked_for_once_and_only_when_the_law_is_sure():
    for settings_, asked in ((SEARCHES_ON, 0), (stops_at(3), 1)):
        search = modern_search(Ahead([3, 0, -1]), settings=settings_, limits=pb.Limits(depth=6))
        calls, hopes = [], search.believer.hopes
        search.believer.hopes = lambda moves, hopes=hopes, calls=calls: (
            calls.append(len(moves)) or hopes(moves)
        )
        result = pb.run(search)

        assert calls == [3] * asked
        assert [move.hope for move in result.moves] == ([8, 5, 4] if asked else [None] * 3)
        assert search.settings.in_tempos is not bool(asked)
        if asked:
            assert search.settings.law.scale == 5 * pb.ANY_GAME.law.scale


def test_an_attack_is_two_plies_deeper():
    """Plain alpha-beta prunes little, and values of odd and even depths differ by a tempo."""
    search = journaled(modern_search(ConnectK(), settings=stops_at(4)))
    pb.run(search)

    attacks = [line.split()[2] for line in search.journal if line.startswith("rivals")]
    assert attacks == ["6,", "7,"], "from depths 4 and 5"


class Ahead(pb.Game):
    """Two moves everywhere below the first; the first decides the value, an extra move gives 5."""

    def __init__(self, worths):
        self.worths = worths

    def start(self):
        return ()

    def moves(self, state):
        return range(2 if state else len(self.worths))

    def play(self, state, move):
        return (*state, move)

    def max_to_move(self, state):
        return len(state) % 2 == 0

    def value(self, state):
        return self.worths[state[0]] if state else 0

    def bounds(self, state):
        return pb.Interval(self.value(state) - 5, self.value(state) + 5)


def test_where_all_others_lose_by_force_the_choice_is_made():
    """Three of the opponent's men in a column: whoever does not play there is lost."""
    game = ConnectK(opening=(0, 3, 1, 3, 6, 3))
    result = pb.pbstar(game, control="modern", settings=stops_at(3))

    assert (result.move, result.reason) == (3, "every other move loses by force")
    assert minimax(ConnectK(opening=(0, 3, 1, 3, 6, 3, 2)), 1).value <= -game.least_win


# --- what is told -------------------------------------------------------------------------------


def test_no_rival_is_told_to_be_worth_more_than_a_search_left_it():
    game = ConnectK(opening=(3, 3, 2, 4))
    result = pb.pbstar(game, control="modern", limits=pb.Limits(probe_nodes=6000, depth=4))

    assert result.stopped is Stopped.DEPTH_LIMIT
    for rival in result.moves[1:]:
        assert worth(game, rival.move, 4) <= rival.real <= result.value
    assert "Why the search stopped: the depth limit was reached at depth 4" in str(result.argument)


def test_hopes_that_nobody_asked_for_are_not_told():
    result = pb.pbstar(ConnectK(), control="modern", limits=pb.Limits(depth=1))

    assert {move.hope for move in result.moves} == {None}


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"control": "wild"}, "unknown control 'wild': there are modern and classic"),
        (
            {"control": "modern", "settings": pb.ClassicSettings()},
            "takes ModernSettings, not ClassicSettings",
        ),
        (
            {"control": "classic", "settings": pb.ANY_GAME},
            "takes ClassicSettings, not ModernSettings",
        ),
        ({"control": "modern", "history": [1]}, "only the classic control"),
    ],
)
def test_what_does_not_go_together_is_refused(wrong, why):
    with pytest.raises(pb.BadInputError, match=why):
        pb.pbstar(TicTacToe(), **wrong)
