"""An analysis is saved and gone on with: the same tree, or the same answers."""

import json
import pickle

import pytest

import provebest as pb
from provebest.certificate.certificate import NoCertificateError
from provebest.vocabulary import BadInputError, CannotWriteError

MIDDLE = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1"
PAWNS = "4k3/1p6/8/8/8/8/PP6/4K3 w - - 0 1"


def probes_of(events):
    return [event for event in events if isinstance(event, pb.SetProbed)]


def rewrite(file, change):
    """Changes every line between the first and the last, as a forger would."""
    head, *lines, _ = map(json.loads, file.read_text().splitlines())
    for line in lines:
        change(line)
    file.write_text("\n".join(map(json.dumps, [head, *lines, {"end": True}])))


def test_the_classic_control_goes_on_as_if_it_had_never_stopped(tmp_path):
    file = tmp_path / "tree.json"
    how = {"control": "classic", "expansions": 25, "probe_depth": 1}
    part = pb.chess.analyse(MIDDLE, nodes=3_000, **how)
    assert part.counters.expanded < 25
    part.save(file)

    whole, again = pb.chess.analyse(MIDDLE, **how), pb.chess.resume(file)
    assert again.result.moves == whole.result.moves
    assert again.counters == whole.counters
    assert str(again.argument) == str(whole.argument)


def test_the_modern_control_gets_the_answers_that_it_had(tmp_path):
    file, first, second = tmp_path / "tree.json", [], []
    pb.chess.analyse(MIDDLE, nodes=60_000, on_event=first.append).save(file)
    again = pb.chess.resume(file, nodes=90_000, on_event=second.append)
    old, new = probes_of(first), probes_of(second)

    finished = [probe for probe in old if probe.found.finished]
    assert len(finished) >= 4
    assert new[: len(finished)] == finished
    assert again.counters.probe_nodes > sum(probe.nodes for probe in finished)
    assert again.fen == MIDDLE


def test_an_analysis_that_settled_settles_again_with_the_same_questions(tmp_path):
    file, first, second = tmp_path / "tree.json", [], []
    part = pb.chess.analyse(PAWNS, nodes=100_000, on_event=first.append)
    part.save(file)
    again = pb.chess.resume(file, nodes=100_000, on_event=second.append)

    assert part.stopped is pb.Stopped.FOUND
    assert {"rivals", "VERIFY"} <= {probe.purpose for probe in probes_of(first) if probe.bound}
    assert probes_of(second) == probes_of(first)
    assert again.result.moves == part.result.moves
    assert (again.result.reason, again.result.doubt) == (part.result.reason, part.result.doubt)


def test_a_file_without_bounds_answers_the_questions_for_values(tmp_path):
    file, first, second = tmp_path / "tree.json", [], []
    pb.chess.analyse(PAWNS, nodes=100_000, on_event=first.append).save(file)
    rewrite(file, lambda line: line.pop("bound", None))

    pb.chess.resume(file, nodes=100_000, on_event=second.append)

    values = [probe for probe in probes_of(first) if probe.bound is None]
    assert probes_of(second)[: len(values)] == values


@pytest.mark.parametrize("bound", ["x", "inf", "-inf", 1e12, True, [], {}])
def test_a_bound_that_no_search_asks_for_is_refused(tmp_path, bound):
    file = tmp_path / "tree.json"
    pb.chess.analyse(PAWNS, nodes=20_000, confidence=0.6).save(file)
    rewrite(file, lambda line: line.update({"bound": bound} if line.get("bound") else {}))

    with pytest.raises(BadInputError, match=r"tree\.json"):
        pb.chess.resume(file)


@pytest.mark.parametrize("share", [-0.5, 1.5, "inf", -7])
def test_a_share_of_nodes_is_from_none_to_all(tmp_path, share):
    file = tmp_path / "tree.json"
    pb.chess.analyse(PAWNS, nodes=20_000).save(file)
    rewrite(file, lambda line: line.update({"share": share} if line.get("share") else {}))

    with pytest.raises(BadInputError, match="out of range"):
        pb.chess.resume(file)


def test_the_game_so_far_and_the_moves_to_choose_from_are_kept(tmp_path):
    import chess  # noqa: PLC0415 - python-chess, for its history

    board, file = chess.Board(), tmp_path / "tree.json"
    for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
        board.push_uci(move)
    pb.chess.analyse(board, moves=["e4", "d4"], nodes=8_000).save(file)
    again = pb.chess.resume(file, nodes=16_000)

    assert again.played == ("g1f3", "g8f6", "f3g1", "f6g8")
    assert {move.move for move in again.result.moves} == {"e2e4", "d2d4"}


def test_no_program_is_run_because_a_file_names_one(tmp_path):
    file = tmp_path / "tree.json"
    pb.chess.analyse(nodes=5_000).save(file)
    lines = file.read_text().splitlines()
    head = json.loads(lines[0])
    head["about"]["prober"] = "uci:/bin/false"
    file.write_text("\n".join([json.dumps(head), *lines[1:]]))

    with pytest.raises(BadInputError, match="was made with the prober"):
        pb.chess.resume(file)


@pytest.mark.parametrize("control", ["classic", "modern"])
def test_any_damage_is_one_sentence(tmp_path, control):
    file = tmp_path / "tree.json"
    pb.chess.analyse(MIDDLE, nodes=4_000, control=control, probe_depth=1).save(file)
    text = file.read_text()
    lines = text.splitlines()
    for broken in (
        "",
        "{}",
        "[]",
        '{"format": "provebest probes"}',
        '{"format": "provebest search", "about": 3}',
        text[:-40],
        "\n".join(lines[:-3]),
        "\n".join([lines[0], lines[-2], *lines[1:]]),
        text.replace("0", "x", 1),
    ):
        file.write_text(broken)
        with pytest.raises(BadInputError):
            pb.chess.resume(file)
    with pytest.raises(BadInputError, match="cannot read"):
        pb.chess.resume(tmp_path / "missing.json")


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path):
    with pytest.raises(CannotWriteError, match="cannot write"):
        pb.chess.analyse(nodes=3_000).save(tmp_path / "no folder" / "tree.json")


def test_a_copy_from_another_process_says_that_it_kept_no_search(tmp_path):
    analysis = pickle.loads(pickle.dumps(pb.chess.analyse(nodes=3_000)))  # noqa: S301 - our own

    with pytest.raises(BadInputError, match="in another process"):
        analysis.save(tmp_path / "tree.json")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"limits": pb.Limits(probe_nodes=9), "nodes": 9}, "'probe_nodes' was given twice"),
        ({"limits": pb.Limits(depth=3)}, "limit 'depth' does not exist for chess"),
        ({"limits": 3}, "limits must be a provebest.Limits"),
    ],
)
def test_limits_that_cannot_be_kept_are_refused(given, sentence):
    with pytest.raises(BadInputError, match=sentence):
        pb.chess.analyse(**given)


def test_limits_are_the_same_in_either_way():
    one = pb.chess.analyse(MIDDLE, nodes=9_000)
    other = pb.chess.analyse(MIDDLE, limits=pb.Limits(probe_nodes=9_000))

    assert one == other


def test_only_a_search_that_was_recorded_for_it_has_a_certificate():
    plain = pb.chess.analyse(nodes=3_000)
    recorded = pb.chess.analyse(nodes=3_000, certificate=True)
    copy = pickle.loads(pickle.dumps(recorded))  # noqa: S301 - our own

    assert pb.check(recorded.certificate().as_json()).holds
    for analysis in (plain, copy):
        with pytest.raises(NoCertificateError, match="was not recorded"):
            analysis.certificate()


@pytest.mark.parametrize(
    ("control", "own"), [("modern", {"deep_threads": 2}), ("classic", {"threads": 2})]
)
def test_it_goes_on_with_as_many_threads_unless_others_are_named(tmp_path, control, own):
    def threads(**more):
        choice = pb.chess.resume(file, nodes=8_000, **more).kept.record.settings.prober
        return {name: getattr(choice, name) for name in own}

    file = tmp_path / "analysis"
    pb.chess.analyse(PAWNS, nodes=4_000, control=control, threads=2).save(file)
    assert threads() == own
    assert threads(threads=3) == dict.fromkeys(own, 3)

    head, *lines, end = map(json.loads, file.read_text().splitlines())
    del end["digest"]
    for number in (0, 1_000, "2"):
        head["about"]["threads"] = number
        file.write_text("\n".join(map(json.dumps, [head, *lines, end])))
        with pytest.raises(BadInputError, match="is not a saved analysis"):
            threads()
    del head["about"]["threads"]  # as in older files
    file.write_text("\n".join(map(json.dumps, [head, *lines, end])))
    assert threads() == dict.fromkeys(own, 1)
