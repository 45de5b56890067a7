"""Simulated workers: what can be worked out by hand comes out, and the search stays the same."""

from __future__ import annotations

import pytest

from provebest.chess.beliefs import ChessBeliefs
from provebest.chess.probes.expansion import NativeExpander, ProbeSize
from provebest.games.chess_evaluation import HANDCRAFTED, correction_of
from provebest.search.probability.beliefs import Question
from studies.asking_ahead import Guesses, Modern, Probed, ask_ahead
from studies.many_workers import busy_share, sum_up
from studies.parallel_probes import SETUPS, search_all
from studies.played_positions import played_positions
from studies.simulated_workers import (
    Network,
    Outcome,
    Recorded,
    RecordedSearch,
    SimulatedWorkers,
    list_schedule,
    simulate,
)

FEN = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
HERE = Network()
MANY = 10**4


def submit_all(workers, times):
    return [workers.submit(Recorded, seconds, 1, 1) for seconds in times]


@pytest.mark.parametrize(
    ("workers", "network", "ends"),
    [
        (1, HERE, [3, 5, 6]),
        (2, HERE, [3, 2, 3]),
        (3, HERE, [3, 2, 1]),
        (1, Network(delay=10), [23, 25, 26]),  # the others wait at the worker
        (3, Network(delay=10), [23, 22, 21]),
        (3, Network(sending=1), [4, 4, 4]),
        (3, Network(delay=10, sending=1), [24, 24, 24]),
    ],
)
def test_jobs_end_when_they_should(workers, network, ends):
    simulated = SimulatedWorkers(workers, network)
    found = {}
    for number, future in enumerate(submit_all(simulated, [3, 2, 1])):
        future.add_done_callback(lambda _, number=number: found.update({number: simulated.now}))
    simulated.spend(100)
    assert [found[number] for number in range(3)] == ends
    assert simulated.now == 100
    assert simulated.busy == 6


def test_waiting_lets_no_more_time_pass_than_needed():
    simulated = SimulatedWorkers(2)
    long, short = submit_all(simulated, [3, 2])
    short.exception()
    assert (simulated.now, long.done()) == (2, False)


class Logged(RecordedSearch):
    """Keeps the jobs of every question."""

    def __init__(self, fen):
        super().__init__(
            fen,
            depth=1,
            expansions=25,
            evaluation=correction_of(HANDCRAFTED),
            seconds_per_node=0.001,
        )
        self.batches = []

    def expansion(self, path, *, hopes):
        return self._log(super().expansion(path, hopes=hopes))

    def promises(self, paths):
        return self._log(super().promises(paths))

    def _log(self, cut):
        self.batches.append([job._arguments[0].seconds for job in cut.jobs])
        return cut


@pytest.fixture(scope="module")
def record():
    return Logged(FEN)


def run(record, workers, ahead=0, network=HERE, control=0.0, *, bold=False):
    record.batches.clear()
    return simulate(record, workers, ahead=ahead, bold=bold, network=network, control=control)


def test_one_worker_takes_the_sum_of_all_times(record):
    found = run(record, 1, control=0.5)
    probing = sum(map(sum, record.batches))
    assert found.useful == pytest.approx(probing)
    assert found.seconds == pytest.approx(probing + 0.5 * found.expansions)
    assert found.seconds == pytest.approx(found.alone)
    assert (found.speed_up, found.useful_share) == (pytest.approx(1), pytest.approx(1))


def test_workers_without_number_take_the_longest_of_each_batch_and_the_way(record):
    found = run(record, MANY, network=Network(delay=2.0), control=0.5)
    batches = [batch for batch in record.batches if batch]
    hand = sum(map(max, batches)) + 4.0 * len(batches) + 0.5 * found.expansions
    assert found.seconds == pytest.approx(hand)


@pytest.mark.parametrize("workers", [1, 2, 7, 64, 1024])
@pytest.mark.parametrize(("ahead", "bold"), [(0, False), (1, False), (4, True)])
def test_the_search_is_the_same_and_never_slower_than_it_can_be(record, workers, ahead, bold):
    alone, found = run(record, 1), run(record, workers, ahead, bold=bold)
    assert (found.expansions, found.useful) == (alone.expansions, pytest.approx(alone.useful))
    assert found.speed_up <= workers * (1 + 1e-9)
    assert found.vain >= -1e-9
    if ahead == 0:
        assert found.vain == pytest.approx(0)


def test_what_is_asked_in_advance_saves_time(record):
    plain, ahead = run(record, 64), run(record, 64, 4, bold=True)
    assert ahead.seconds < plain.seconds
    assert 0 < ahead.useful_share < 1


def test_recorded_values_are_those_of_the_prober(record):
    position, size = record.root, ProbeSize(1)
    expander = NativeExpander(position, real=size, hope=size, evaluation=HANDCRAFTED)
    search = record.search(ChessBeliefs(position.key, expander))
    while search.stopped is None:
        search.step()
    found = run(record, 3, 4, bold=True)
    assert found.expansions == search.tally.expanded
    assert found.useful == pytest.approx(search.tally.probe_nodes * record.seconds_per_node)


def test_independent_jobs_go_to_whoever_is_free():
    assert list_schedule([3, 2, 1, 4], 1, HERE) == 10
    assert list_schedule([3, 2, 1, 4], 2, HERE) == 7
    assert list_schedule([3, 2, 1, 4], 9, HERE) == 4
    assert list_schedule([3, 2, 1, 4], 2, Network(delay=1)) == 9
    assert list_schedule([1, 1, 1], 3, Network(sending=5)) == 11


def test_a_database_keeps_workers_busy_if_there_is_enough_of_it():
    assert busy_share([1.0], 100, 10, HERE) == 1
    assert busy_share([1.0], 101, 10, HERE) == pytest.approx(101 / 110)
    assert busy_share([1.0, 2.0], 10_000, 10, HERE) > 0.999


def test_the_modern_control_can_ask_both_attacks_and_the_next_depth_at_once():
    held = [Probed("SELECT", 10), Probed("rivals", 4), Probed("VERIFY", 7)]
    assert ask_ahead(held) == Modern(alone=21, ahead=17, vain=7)
    refuted = [Probed("SELECT", 10), Probed("rivals", 4), Probed("SELECT", 20)]
    assert ask_ahead(refuted) == Modern(alone=34, ahead=30, vain=4)
    assert ask_ahead([Probed("SELECT", 1), Probed("SELECT", 2)]) == Modern(3, 3, 0)
    assert ask_ahead([]) == Modern(0, 0, 0)


def test_guesses_are_counted_by_whose_moves_are_expanded():
    def asked(name, *, hopes=False):
        return Question(name, 1, hopes)

    guesses = Guesses()
    guesses.prepare(asked("root", hopes=True), iter([]))
    guesses.prepare(asked("a"), iter([asked("b"), asked("c")]))  # no guess before
    guesses.prepare(asked("b"), iter([asked("c", hopes=True)]))  # right
    guesses.prepare(asked("c", hopes=True), iter([asked("d")]))  # right
    guesses.prepare(asked("e"), iter([asked("f")]))  # wrong
    guesses.rest()
    guesses.prepare(asked("f"), iter([]))  # another search
    assert guesses.right == {False: [2, 2], True: [0, 1]}


def test_positions_are_added_up():
    one, two = Outcome(1.0, 4.0, 3.0, 1.0, 9), Outcome(2.0, 2.0, 1.0, 0.0, 9)
    (row,) = sum_up("short", [[("nothing", 0.1, 4, one)], [("nothing", 0.1, 4, tuple(two))]])
    assert (row.speed_up, row.useful) == (2.0, 0.8)


def test_played_positions_are_always_the_same():
    first = played_positions(3)
    assert len(set(first)) == 3
    assert played_positions(2) == first[:2]


def test_every_way_of_searching_asks_for_the_same_probes():
    asked = {search_all(name, positions=1, depth=1, expansions=5)[1] for name in SETUPS}
    assert len(asked) == 1
