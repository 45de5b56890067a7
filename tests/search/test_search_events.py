"""Both controls are one type of search, and report what they do."""

import pytest

import provebest as pb
from provebest.games import ConnectK
from provebest.search.pbstar import modern_search
from provebest.vocabulary import Stopped

MAKERS = {
    "classic": lambda: pb.ProbabilitySearch(pb.GameBeliefs(ConnectK(4, 4, 3)), prober="alpha-beta"),
    "modern": lambda: modern_search(ConnectK(4, 4, 3), limits=pb.Limits(probe_nodes=2000)),
}


def stepped(search, steps):
    for _ in range(steps):
        if search.stopped is None:
            search.step()
    return search


@pytest.mark.parametrize("control", MAKERS)
def test_every_step_sends_its_purpose_and_the_state_after_it(control):
    search, ended = MAKERS[control](), []
    search.events.on(pb.StepEnded, ended.append)
    purposes, snapshots = [], []
    while search.stopped is None and len(ended) < 12:
        purposes.append(search.snapshot().purpose)
        search.step()
        snapshots.append(search.snapshot())

    assert [event.purpose for event in ended] == purposes
    assert [event.snapshot for event in ended] == snapshots


@pytest.mark.parametrize("control", MAKERS)
def test_a_snapshot_says_what_the_result_would_say(control):
    search = MAKERS[control]()
    assert (search.depth, search.snapshot().depth, search.snapshot().moves) == (0, 0, ())
    stepped(search, 6)
    now, result = search.snapshot(), search.result(Stopped.CANCELLED)

    assert [move.move for move in now.moves] == [move.move for move in result.moves]
    assert (now.counters, now.depth) == (result.counters, search.depth)
    assert now.deepest >= now.depth > 0
    assert search.snapshot(1).moves == now.moves[:1]


@pytest.mark.parametrize("control", MAKERS)
def test_listening_changes_nothing(control):
    alone, watched, heard = MAKERS[control](), MAKERS[control](), []
    watched.events.listen(heard.append)
    for search in (alone, watched):
        stepped(search, 10)

    assert heard
    assert alone.result(Stopped.CANCELLED) == watched.result(Stopped.CANCELLED)


def test_the_classic_control_tells_its_expansions_and_milestones():
    search, started, ended, milestones = MAKERS["classic"](), [], [], []
    search.events.on(pb.ExpansionStarted, started.append)
    search.events.on(pb.ExpansionEnded, ended.append)
    search.events.on(pb.MilestoneReached, milestones.append)
    result = pb.run(search, pb.Limits(expanded=150))

    assert len(started) == len(ended) == result.counters.expanded
    assert (started[0].phase, started[0].line) == ("SELECT", ())
    assert all(event.line for event in started[1:])
    verifying = [event.phase for event in started].index("VERIFY")
    assert all(event.line[0] == milestones[0].best for event in started[verifying : verifying + 1])
    assert ended[-1].best == result.move
    kinds = [event.milestone for event in milestones if event.milestone is not pb.Milestone.CLOSER]
    assert kinds[:2] == [pb.Milestone.SELECTED, pb.Milestone.VERIFY]


def test_the_modern_control_tells_its_probes_and_their_nodes():
    search, looks, probes = MAKERS["modern"](), [], []
    search.events.on(pb.FirstLook, looks.append)
    search.events.on(pb.SetProbed, probes.append)
    result = pb.run(search)

    assert [belief.move for belief in looks[0].beliefs] == [0, 1, 2, 3]
    assert len(probes) == result.set_probes
    assert 0 < sum(probe.nodes for probe in probes) <= result.counters.probe_nodes
    assert probes[0].purpose == "SELECT"
    assert str(probes[0]).startswith("SELECT     depth  1, all moves: ")


def test_the_two_controls_differ_in_what_the_protocol_says():
    classic, modern = (maker() for maker in MAKERS.values())

    assert classic.tree is classic
    assert modern.tree is None
    assert classic.budget is None
    assert modern.budget is not None
    assert (classic.prober, modern.prober) == ("alpha-beta", "")
    assert not classic.answers_if_cut_off
    assert not modern.answers_if_cut_off
    assert stepped(modern, 3).answers_if_cut_off


def test_a_call_passes_events_on():
    heard = []
    pb.pbstar(pb.games.TicTacToe(), on_event=heard.append)

    assert {type(event) for event in heard} >= {pb.StepEnded, pb.SetProbed, pb.FirstLook}
