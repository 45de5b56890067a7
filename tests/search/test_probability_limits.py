"""Limits inside a step of either control: what is cut off has changed nothing, and goes on."""

from threading import Event

import pytest
from graph_games import random_graph
from listening import journaled
from scripted_beliefs import Scripted

import provebest as pb
from provebest.games import ConnectK
from provebest.search.pbstar import modern_search
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.settings import ClassicSettings, Contention, Effort
from provebest.vocabulary import CancelledError, Stopped, run


class Breaks(pb.Game):
    """Another game, which is cancelled at a call of its own code; the call itself goes on."""

    def __init__(self, game, cancel):
        self.game, self.cancel = game, cancel
        self.least_win, self.value_range = game.least_win, game.value_range
        self.calls, self.at = 0, None

    def _count(self):
        self.calls += 1
        if self.calls == self.at:
            self.cancel.set()

    def start(self):
        return self.game.start()

    def moves(self, state):
        self._count()
        return self.game.moves(state)

    def play(self, state, move):
        self._count()
        return self.game.play(state, move)

    def max_to_move(self, state):
        self._count()
        return self.game.max_to_move(state)

    def value(self, state):
        self._count()
        return self.game.value(state)

    def passed(self, state):
        self._count()
        return self.game.passed(state)

    def bounds(self, state):
        self._count()
        return self.game.bounds(state)


def tree(search):
    """Everything of the graph that a later step depends on."""
    return [
        (
            *(node.state, node.values(), node.effort, node.filled, node.own_hope, node.rank),
            *(node.sure, [below.number for below in node.children]),
        )
        for node in search.graph.nodes
    ]


def classic(game):
    return ProbabilitySearch(pb.GameBeliefs(game, 0), ClassicSettings(effort=Effort(12)))


GRAPHS = [(40, False), (132, False), (397, False), (184, True), (247, True)]
"""Searches with shared positions, refutations and cycles."""


@pytest.mark.parametrize(("seed", "cyclic"), GRAPHS)
def test_a_search_cut_off_at_any_call_goes_on_to_the_same_tree(seed, cyclic):
    game = random_graph(seed, cyclic=cyclic)
    whole = classic(game)
    expected = run(whole)
    counting = Breaks(game, Event())
    run(classic(counting))
    assert expected.counters.expanded >= 4

    for at in range(1, counting.calls + 1):
        cancel = Event()
        broken = Breaks(game, cancel)
        search = classic(broken)
        broken.at = at
        try:
            before = run(search, pb.Limits(cancel=cancel))
        except pb.NothingSearchedError as error:
            assert "nothing was searched" in str(error)  # noqa: PT017 - unless there is an answer
        else:
            assert before.stopped is (search.stopped or Stopped.CANCELLED)
        # Nothing but the call that was being made when it was cancelled, and one for the memory.
        assert broken.calls == at or search.stopped is not None
        cancel.clear()
        result = run(search)

        assert tree(search) == tree(whole)
        assert (result.move, result.moves, result.reason) == (
            expected.move,
            expected.moves,
            expected.reason,
        )
        assert result.counters.expanded == expected.counters.expanded
        assert result.counters.probe_nodes >= expected.counters.probe_nodes


def test_hopes_that_are_asked_for_between_the_phases_are_asked_for_before_anything_changes():
    """On connect-3 VERIFY refutes choices: both ways to another phase are cut off here."""
    game = ConnectK(4, 3, 3)

    def searched(broken, **limits):
        search = ProbabilitySearch(pb.GameBeliefs(broken, 0), ClassicSettings(effort=Effort(30)))
        return search, run(search, pb.Limits(**limits))

    whole, expected = searched(game)
    assert expected.refutations > 0
    counting = Breaks(game, Event())
    searched(counting)
    for at in range(1, counting.calls, 7):
        cancel = Event()
        broken = Breaks(game, cancel)
        broken.at = at
        search = ProbabilitySearch(pb.GameBeliefs(broken, 0), ClassicSettings(effort=Effort(30)))
        try:
            run(search, pb.Limits(cancel=cancel))
        except pb.NothingSearchedError:
            assert not search.root.children
        cancel.clear()

        assert run(search).reason == expected.reason
        assert tree(search) == tree(whole)


class Interrupted(Scripted):
    """Is cancelled at one of the questions it is asked, once."""

    def __init__(self, at, **how):
        super().__init__(**how)
        self.questions, self.at = [], at

    def _hear(self, question):
        self.questions.append(question)
        if len(self.questions) == self.at:
            raise CancelledError

    def expand(self, state, depth, *, hopes):
        self._hear("expand")
        return super().expand(state, depth, hopes=hopes)

    def hopes(self, asked):
        self._hear("hopes")
        return super().hopes(asked)


@pytest.mark.parametrize("cyclic", [False, True])
def test_a_believer_that_is_cancelled_at_any_question_is_asked_again(cyclic):
    """Hopes are asked for between phases, and where a move leads to a position known already."""
    asked = 0
    for seed in range(20):
        how = {"seed": seed, "width": 3, "plies": 7, "labels": 3, "cyclic": cyclic}
        policies = ClassicSettings(effort=Effort(25), contention=Contention(0, 0))
        world = Interrupted(0, **how)
        whole = ProbabilitySearch(world, policies)
        run(whole)
        asked += world.questions.count("hopes")

        for at in range(2, len(world.questions) + 1):
            search = ProbabilitySearch(Interrupted(at, **how), policies)
            assert run(search).stopped is Stopped.CANCELLED
            run(search)
            assert tree(search) == tree(whole)
            assert list(dict.fromkeys(search.believer.expanded)) == world.expanded
    assert asked > 4


def test_an_error_of_the_game_comes_out_and_the_search_can_go_on():
    class Fails(Breaks):
        def _count(self):
            self.calls += 1
            if self.calls == self.at:
                raise ZeroDivisionError

    game = random_graph(397)
    whole = classic(game)
    run(whole)
    failing = Fails(game, Event())
    run(classic(failing))
    for at in range(1, failing.calls + 1):
        broken = Fails(game, Event())
        broken.at = at
        search = classic(broken)
        with pytest.raises(ZeroDivisionError):
            run(search)
        run(search)
        assert tree(search) == tree(whole)


def test_nodes_of_probes_are_counted_and_cut_off_inside_a_step():
    for most in range(8, 400, 13):
        search = ProbabilitySearch(pb.GameBeliefs(ConnectK(4, 4, 3), 2))
        try:
            result = run(search, pb.Limits(probe_nodes=most))
        except pb.NothingSearchedError as error:
            assert "nothing was searched" in str(error)  # noqa: PT017 - else there is an answer
            assert not search.root.children
            assert search.tally.probe_nodes == most
        else:
            assert result.stopped is Stopped.NODE_LIMIT
            assert result.counters.probe_nodes <= most


# --- the modern control -------------------------------------------------------------------------


def probed(search):
    return [line.rsplit(" (", 1)[0] for line in search.journal]


def test_the_modern_control_cut_off_at_any_call_asks_again_and_ends_the_same():
    game = ConnectK(4, 3, 3, opening=(1, 1))
    limits = pb.Limits(depth=3)
    whole = journaled(modern_search(game, limits=limits))
    expected = run(whole)
    counting = Breaks(game, Event())
    run(modern_search(counting, limits=limits))
    for at in range(1, counting.calls, 5):
        cancel = Event()
        broken = Breaks(game, cancel)
        search = journaled(modern_search(broken, limits=limits))
        broken.at = broken.calls + at
        try:
            run(search, pb.Limits(cancel=cancel))
        except pb.NothingSearchedError as error:
            assert "nothing was searched" in str(error)  # noqa: PT017 - else there is an answer
        cancel.clear()
        result = run(search)

        assert probed(search) == probed(whole)
        assert (result.move, result.value, result.stopped) == (
            expected.move,
            expected.value,
            expected.stopped,
        )


def test_what_a_cut_off_set_probe_has_looked_at_counts_if_the_limit_is_the_search_s_own():
    cancel = Event()
    broken = Breaks(ConnectK(), cancel)
    search = journaled(modern_search(broken, limits=pb.Limits(cancel=cancel, depth=30)))
    broken.at = 4000
    result = run(search, pb.Limits(cancel=cancel))

    assert result.stopped is Stopped.CANCELLED
    assert search.stopped is Stopped.CANCELLED
    assert broken.calls == 4000
    assert "cut off" in search.journal[-1]


@pytest.mark.parametrize("most", [1, 2, 3, 5])
def test_set_probes_count_like_expansions_for_a_limit_but_are_told_as_probes(most):
    search = journaled(modern_search(ConnectK()))
    result = run(search, pb.Limits(expanded=most))

    assert (result.stopped, result.steps) == (Stopped.NODE_LIMIT, most)
    assert (result.counters.expanded, result.set_probes) == (1, most - 1)
    assert len(search.journal) == most - 1
    assert run(search, pb.Limits(expanded=most + 1)).steps == most + 1


@pytest.mark.parametrize("control", ["classic", "modern"])
def test_a_limit_that_leaves_no_first_look_is_one_sentence(control):
    for limits in ({"expanded": 0}, {"probe_nodes": 0}, {"probe_nodes": 1}, {"seconds": 0}):
        with pytest.raises(pb.NothingSearchedError, match="nothing was searched"):
            pb.pbstar(ConnectK(), control=control, limits=pb.Limits(**limits))
