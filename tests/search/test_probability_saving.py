"""A search stopped, saved, loaded and continued is the search that never stopped."""

import json
from dataclasses import replace

import pytest
from graph_games import random_graph
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from listening import watched
from scripted_beliefs import Listed, Scripted

from provebest.games import ConnectK
from provebest.search.pbstar import modern_search
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.game_beliefs import GameBeliefs
from provebest.search.probability.loading import load_search
from provebest.search.probability.phases import Phase
from provebest.search.probability.saving import save_search
from provebest.search.probability.settings import ClassicSettings, Contention, Dithering, Effort
from provebest.vocabulary import BadInputError, CancelledError, CannotWriteError, Stopped, run


def as_state(read):
    return tuple(as_state(part) for part in read) if isinstance(read, list) else read


def same(value):
    return value


def finish(search):
    while search.stopped is None:
        search.step()
    return search.result(search.stopped)


def stopped_at(make, policies, steps, file):
    """Runs so far, saves, loads into a world of its own, and runs on."""
    first, events = make(), []

    def listen(event, at):
        events.append((event, at.target))

    search = watched(ProbabilitySearch(first, policies), listen)
    for _ in range(steps):
        if search.stopped is None:
            search.step()
    where = search.phase, search.rounds
    save_search(search, file, same, same)
    second = make()
    again = watched(load_search(file, second, as_state, same), listen)
    assert again.path[-1].state == search.path[-1].state
    result = finish(again)
    return first.expanded + second.expanded, events, result, where


def never_stopped(make, policies):
    world, events = make(), []
    search = watched(
        ProbabilitySearch(world, policies), lambda event, at: events.append((event, at.target))
    )
    result = finish(search)
    return world.expanded, events, result


worlds = st.one_of(
    st.builds(
        lambda **how: lambda: Scripted(**how),
        seed=st.integers(0, 10**6),
        width=st.just(3),
        plies=st.just(6),
        labels=st.sampled_from([None, 4]),
        replies=st.integers(0, 2),
    ),
    st.builds(
        lambda **how: lambda: Scripted(cyclic=True, **how),
        seed=st.integers(0, 10**6),
        width=st.just(3),
        labels=st.integers(2, 5),
        ends=st.just(0.05),
    ),
)


@settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    worlds,
    st.integers(4, 40),
    st.sampled_from([Contention(), Contention(0.0, 0.0)]),
    st.sampled_from([1000, 4]),
)
def test_it_expands_the_same_nodes_from_every_point_at_which_it_may_be_stopped(
    tmp_path, make, limit, contention, budget
):
    policies = ClassicSettings(effort=Effort(limit), contention=contention, cycle_budget=budget)
    expected = never_stopped(make, policies)

    for steps in range(len(expected[0]) + 1):
        *found, _ = stopped_at(make, policies, steps, tmp_path / "search")
        assert tuple(found) == expected


def refuted():
    return Listed(
        {"root": "abc", "a": "def", "d": "gh", "b": "ij", "i": "kl", "k": "mn"},
        dict(zip("abcdefghijklmn", REAL, strict=True)),
        dict(zip("abcdefghijklmn", HOPE, strict=True)),
    )


REAL = (50, 20, -90, -50, -60, -70, -80, -81, -20, -21, 20, 21, -25, -26)
HOPE = (60, 30, -80, 200, -60, -70, 0, 0, 90, 90, 30, 31, 60, 60)


def test_it_goes_on_in_verify_and_after_a_refutation(tmp_path):
    policies = ClassicSettings(dithering=Dithering(0.0), contention=Contention(0.15, 0.15))
    expected = never_stopped(refuted, policies)
    seen = set()
    for steps in range(len(expected[0]) + 1):
        *found, where = stopped_at(refuted, policies, steps, tmp_path / "search")
        assert tuple(found) == expected
        seen.add(where)

    assert {(Phase.SELECT, 0), (Phase.VERIFY, 0), (Phase.VERIFY, 1)} <= seen


def test_the_game_s_past_is_kept(tmp_path):
    file = tmp_path / "search"
    search = ProbabilitySearch(refuted(), history=["k", "m"])
    search.step()
    save_search(search, file, same, same)

    assert load_search(file, refuted(), same, same).builder.history == {"k", "m"}


def test_a_file_of_an_earlier_version_goes_on_but_proves_nothing_by_its_hopes(tmp_path):
    """Such a file says nothing of who moves next, of what is sure, of repetitions; no digest."""
    file, expected = tmp_path / "search", never_stopped(refuted, ClassicSettings())
    search = ProbabilitySearch(refuted(), ClassicSettings())
    search.step()
    search.step()
    save_search(search, file, same, same)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    for line in lines[1:-1]:
        for name in ("player_to_move", "sure", "repeats"):
            del line[name]
    del lines[-1]["digest"]
    file.write_text("\n".join(json.dumps(line) for line in lines))
    world = refuted()
    result = finish(load_search(file, world, same, same))

    assert search.believer.expanded + world.expanded == expected[0]
    assert result == expected[2]

    lines[-1]["stopped"], lines[-1]["ended"] = "PROVED", {**ENDED, "by_quota": False}
    file.write_text("\n".join(json.dumps(line) for line in lines))
    assert load_search(file, refuted(), same, same).stopped is Stopped.FOUND


ENDED = {"select": "separated", "verify": "no reply in contention"}


@pytest.mark.parametrize("seed", [40, 132, 397])
def test_a_game_of_the_user_s_own_whose_players_move_as_they_like_is_saved(tmp_path, seed):
    game = random_graph(seed)

    def search():
        return ProbabilitySearch(GameBeliefs(game, 0), ClassicSettings(effort=Effort(12)))

    expected = finish(search())
    for steps in range(expected.counters.expanded + 1):
        begun = search()
        for _ in range(steps):
            begun.step()
        save_search(begun, tmp_path / "search", same, same)
        again = finish(load_search(tmp_path / "search", GameBeliefs(game, 0), same, same))
        assert replace(again, counters=expected.counters) == expected


def test_a_search_that_was_cut_off_before_its_next_leaf_was_chosen_is_saved(tmp_path):
    class Cut(Listed):
        def hopes(self, asked):
            raise CancelledError

    world = refuted()
    search = ProbabilitySearch(Cut(world.moves, world.values, world.hope))
    result = run(search)
    assert result.stopped is Stopped.CANCELLED
    save_search(search, tmp_path / "search", same, same)
    again = refuted()
    finish(load_search(tmp_path / "search", again, same, same))

    assert search.believer.expanded + again.expanded == never_stopped(refuted, ClassicSettings())[0]


def test_a_search_that_keeps_no_tree_says_so(tmp_path):
    with pytest.raises(
        BadInputError, match=r"saves a ProbabilitySearch, .* a ModernSearch has no tree"
    ):
        save_search(modern_search(ConnectK()), tmp_path / "search", same, same)


# --- files that cannot be used ------------------------------------------------------------------


@pytest.fixture
def saved(tmp_path):
    file = tmp_path / "search"
    search = ProbabilitySearch(Scripted(7, labels=3, cyclic=True, ends=0.0), ClassicSettings())
    for _ in range(5):
        search.step()
    assert search.graph.components
    save_search(search, file, same, same)
    return file


def load(file):
    return load_search(file, Scripted(7, labels=3, cyclic=True, ends=0.0), as_state, same)


def refused(file):
    with pytest.raises(BadInputError) as caught:
        load(file)
    assert "\n" not in str(caught.value)
    assert str(file) in str(caught.value)
    return str(caught.value)


def test_a_file_that_is_not_there_or_no_saved_search(tmp_path):
    assert "cannot read" in refused(tmp_path / "nothing")
    for content in (b"", b"hello", b"[1, 2]", b'{"format": "other"}', b"\xff\xfe\x00"):
        file = tmp_path / "other"
        file.write_bytes(content)
        assert "is not a saved search" in refused(file)


def test_a_file_of_another_version(saved):
    head, *rest = saved.read_text().splitlines()
    head = json.dumps({**json.loads(head), "version": 2})
    saved.write_text("\n".join([head, *rest]))

    assert refused(saved).endswith("was saved in format version 2; this program reads 1")


def test_a_file_cut_off_anywhere_is_refused(saved):
    whole = saved.read_bytes()
    load(saved)
    for length in [*range(0, len(whole) - 1, 97), len(whole) - 2]:
        saved.write_bytes(whole[:length])
        refused(saved)


def test_a_file_with_a_line_missing_is_refused(saved):
    lines = saved.read_text().splitlines()
    for place in range(len(lines)):
        saved.write_text("\n".join(lines[:place] + lines[place + 1 :]))
        refused(saved)


@settings(
    deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.data())
def test_a_damaged_field_is_refused_or_harmless_but_never_a_traceback(saved, data):
    whole = saved.read_text()
    lines = [json.loads(line) for line in whole.splitlines()]
    line = data.draw(st.sampled_from(lines))
    key = data.draw(st.sampled_from(sorted(line)))
    line[key] = data.draw(st.sampled_from([None, "x", [], {}, 10**9, -1, [[0, 0]], [10**6]]))
    file = saved.with_name("damaged")
    file.write_text("\n".join(json.dumps(one) for one in lines))
    try:
        load(file)
    except BadInputError as error:
        assert "\n" not in str(error)  # noqa: PT017 - it may also be harmless


def test_a_search_of_another_position_is_refused(tmp_path):
    file = tmp_path / "search"
    search = ProbabilitySearch(refuted())
    search.step()
    save_search(search, file, same, same)

    with pytest.raises(BadInputError, match="was saved for another position"):
        load_search(file, Scripted(1), as_state, same)


# --- writing ------------------------------------------------------------------------------------


def test_a_save_that_fails_leaves_the_old_file_and_nothing_else(saved):
    before = saved.read_bytes()
    search = load(saved)

    def unwritable(state):
        return {1, 2}

    with pytest.raises(BadInputError, match="cannot save a state or a move as JSON"):
        save_search(search, saved, unwritable, same)
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


def test_a_folder_that_is_not_there(tmp_path, saved):
    with pytest.raises(CannotWriteError, match="cannot write"):
        save_search(load(saved), tmp_path / "no" / "such", same, same)


def test_what_is_saved_is_lines_of_json_that_any_program_reads(saved):
    lines = [
        json.loads(line, parse_constant=pytest.fail) for line in saved.read_text().splitlines()
    ]

    assert lines[0]["format"] == "provebest search"
    assert lines[0]["nodes"] == len(lines) - 2
    assert lines[-1]["end"] is True
    assert lines[0]["policies"]["win"] == "inf"


def test_loading_and_saving_again_gives_the_same_file(saved):
    before = saved.read_bytes()
    save_search(load(saved), saved, same, same)

    assert saved.read_bytes() == before


def test_a_file_that_was_changed_is_refused(tmp_path):
    file = tmp_path / "search"
    search = ProbabilitySearch(refuted(), ClassicSettings())
    search.step()
    save_search(search, file, same, same)
    file.write_text(file.read_text().replace('"effort":1', '"effort":2'))

    with pytest.raises(BadInputError, match="was changed since it was written"):
        load_search(file, refuted(), same, same)
