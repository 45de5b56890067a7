"""Jobs on a real Ray cluster of two nodes: whatever happens to it, the answer is the same."""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import cached_jobs
import pytest
import ray_jobs
from killing_engine import dying_engine
from ray_clusters import (
    NODE,
    RAY,
    cluster_with_client_server,
    in_background,
    new_cluster,
    notes,
    provebest,
    rows_in,
)
from ray_jobs import begun, wait_for

from provebest.vocabulary import BadInputError, ProvebestError
from provebest.work import crew
from provebest.work.caching import RunCache
from provebest.work.place import ONE_PROCESS, Place
from provebest.work.pool import run_jobs, stored_results

SUITE = (
    '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "back rank";\n'
    '7k/6pp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "corner";\n'
    'rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - bm Qh4#; id "fool";\n'
)


def jobs(folder, number=8):
    return [(n, str(folder)) for n in range(number)]


def doubles(number=8):
    return [{"twice": 2 * n} for n in range(number)]


def test_results_come_back_in_order_from_both_nodes(cluster, tmp_path):
    run = in_background(
        lambda: run_jobs(ray_jobs.gated, jobs(tmp_path), store=tmp_path / "s", on=RAY)
    )
    wait_for(lambda: len(begun(tmp_path)) == 2, "both nodes work")
    (tmp_path / "gate").touch()

    assert run() == doubles() == stored_results(tmp_path / "s")
    assert sorted(number for number, *_ in begun(tmp_path)) == [str(n) for n in range(8)]
    assert len({process for *_, process in begun(tmp_path)}) == 2, "workers live for the whole run"
    assert len({node for _, node, _ in begun(tmp_path)}) == 2


@pytest.mark.parametrize("times", [2, 9])
def test_a_worker_that_is_killed_costs_its_job_at_most_three_times(cluster, tmp_path, times):
    (tmp_path / "left").write_text(str(times))
    aside = []

    made = run_jobs(
        ray_jobs.killing,
        jobs(tmp_path),
        store=tmp_path / "s",
        on=RAY,
        if_set_aside=lambda job, why: aside.append((job[0], why.sentence("it"))),
    )

    done = [n for n in range(8) if times == 2 or n != 3]
    assert [one["twice"] for one in made if one is not None] == [2 * n for n in done]
    rows = [json.loads(row) for row in (tmp_path / "s").read_text().splitlines()[1:]]
    assert sorted(row["job"][0] for row in rows) == done, "none is counted twice"
    assert int((tmp_path / "left").read_text()) == max(0, times - 3)
    assert [number for number, _ in aside] == ([] if times == 2 else [3])
    assert all("3 times" in why and "on node " in why for _, why in aside)


def test_a_job_whose_worker_is_frozen_is_done_by_another(cluster, tmp_path, monkeypatch):
    """The first result counts, and the processor of the frozen worker is free again."""
    monkeypatch.setattr(crew, "SILENCE", 3.0)
    (tmp_path / "left").write_text("2")
    (tmp_path / "freeze").touch()

    made = run_jobs(ray_jobs.killing, jobs(tmp_path), store=tmp_path / "s", on=RAY)

    assert made == doubles() == stored_results(tmp_path / "s")
    assert (tmp_path / "left").read_text() == "0"
    run_jobs(ray_jobs.double, jobs(tmp_path), on=RAY)


def test_a_node_that_is_killed_loses_no_job_and_one_that_joins_gets_some(cluster, tmp_path):
    third = cluster.add_node(**NODE)
    cluster.wait_for_nodes()
    run = in_background(
        lambda: run_jobs(ray_jobs.gated, jobs(tmp_path), store=tmp_path / "s", on=RAY)
    )
    wait_for(lambda: len({node for _, node, _ in begun(tmp_path)}) == 3, "three nodes work")
    before = {number for number, node, _ in begun(tmp_path) if node == third.node_id}
    cluster.remove_node(third, allow_graceful=False)
    fourth = cluster.add_node(**NODE)
    try:
        wait_for(
            lambda: fourth.node_id in {node for _, node, _ in begun(tmp_path)}, "the new one works"
        )
        (tmp_path / "gate").touch()

        assert run() == doubles()
    finally:
        (tmp_path / "gate").touch()
        run()
        cluster.remove_node(fourth)

    assert len(before) == 1
    again = [node for number, node, _ in begun(tmp_path) if number in before]
    assert len(again) == 2, "the lost job was begun again, once"
    rows = [json.loads(row) for row in (tmp_path / "s").read_text().splitlines()[1:]]
    assert sorted(row["job"][0] for row in rows) == list(range(8))


def test_an_engine_that_dies_on_one_node_leaves_the_node_out_and_names_it(
    cluster, tmp_path, capsys
):
    made = run_jobs(
        ray_jobs.with_a_bad_node,
        jobs(tmp_path),
        on=RAY,
        check=(ray_jobs.engine_is_here, (str(tmp_path),)),
    )

    assert made == doubles()
    said = notes(capsys.readouterr().err)
    bad = (tmp_path / "bad").read_text()
    assert len(said) == 1
    assert f"{bad[:8]}) is left out: no engine 'stockfish' on PATH" in said[0]


def test_a_real_engine_that_dies_on_one_node_costs_no_job(cluster, tmp_path):
    file, died = tmp_path / "mates.epd", tmp_path / "died"
    file.write_text(SUITE)
    engine = dying_engine(tmp_path, died)
    bad = cluster.add_node(**NODE, env_vars={"THE_ENGINE_DIES_HERE": "1"})
    words = ("only-move", file, "--prober", f"uci:{engine}", "--nodes", 2000, "--json", "--on")
    try:
        there = subprocess.run(
            provebest(*words, "ray"), capture_output=True, text=True, check=False
        )
    finally:
        cluster.remove_node(bad)
    assert died.exists(), "the bad node was asked"
    here = subprocess.run(provebest(*words, "local:1"), capture_output=True, text=True, check=False)

    assert (there.returncode, here.returncode) == (0, 0)
    assert json.loads(there.stdout) == json.loads(here.stdout)


def test_without_an_engine_anywhere_nothing_can_be_done(cluster, tmp_path, capsys):
    (tmp_path / "bad").write_text("all")

    with pytest.raises(ProvebestError, match="no node of the Ray cluster can do the work"):
        run_jobs(
            ray_jobs.double,
            jobs(tmp_path),
            on=RAY,
            check=(ray_jobs.engine_is_here, (str(tmp_path),)),
        )

    assert capsys.readouterr().err.count("is left out: no engine 'stockfish'") == 2


def test_a_node_on_which_no_worker_starts_is_left_out(cluster, tmp_path, capsys):
    with pytest.raises(ProvebestError, match="no node of the Ray cluster can do the work"):
        run_jobs(
            ray_jobs.double, jobs(tmp_path), on=RAY, check=(ray_jobs.end_here, (str(tmp_path),))
        )

    assert capsys.readouterr().err.count("is left out: no worker starts there: ") == 2


def test_a_head_that_is_lost_ends_the_run_and_a_new_one_continues_it(tmp_path, monkeypatch):
    """Ray keeps the state of a head in memory: the store is what survives."""
    first = new_cluster()
    monkeypatch.setenv("RAY_ADDRESS", first.address)
    run_jobs(ray_jobs.double, jobs(tmp_path, 3), store=tmp_path / "s", name="w", on=ONE_PROCESS)
    rest = jobs(tmp_path, 8)
    run = in_background(
        lambda: run_jobs(ray_jobs.gated, rest, store=tmp_path / "s", name="w", on=RAY)
    )
    wait_for(lambda: begun(tmp_path), "a job begins")
    first.head_node.kill_gcs_server()
    first.head_node.kill_raylet()
    with pytest.raises(ProvebestError, match="the same command continues"):
        run()
    first.shutdown()
    assert stored_results(tmp_path / "s") == doubles(3)

    second = new_cluster()
    monkeypatch.setenv("RAY_ADDRESS", second.address)
    (tmp_path / "gate").touch()
    try:
        again = run_jobs(ray_jobs.gated, rest, store=tmp_path / "s", name="w", on=RAY)
    finally:
        second.shutdown()

    assert again == doubles()
    assert {number for number, *_ in begun(tmp_path)} == {"3", "4", "5", "6", "7"}


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_cluster_of_its_own_listens_to_this_machine_alone(tmp_path):
    own = Place(ray="private")  # as ``auto`` where there is no cluster
    run = in_background(lambda: run_jobs(ray_jobs.gated, jobs(tmp_path, 1), on=own))
    wait_for(lambda: begun(tmp_path), "the job begins")
    heard = list(_listening())
    (tmp_path / "gate").touch()

    assert run() == doubles(1)
    assert len(heard) >= 3, "the head, a node and a worker"
    assert set(heard) <= {"127.0.0.1", "::1", "::ffff:127.0.0.1"}


def _listening():
    """The addresses on which the foreman of a private cluster and all that it started listen."""
    ours = {int(pid) for pid in _pids() if _is_foreman(pid)}
    while True:
        more = {int(pid) for pid in _pids() if _parent(pid) in ours} | ours
        if more == ours:
            break
        ours = more
    sockets = {link for pid in ours for link in _links(pid)}
    for file, family, size in (("tcp", socket.AF_INET, 8), ("tcp6", socket.AF_INET6, 32)):
        for line in Path("/proc/net", file).read_text().splitlines()[1:]:
            words = line.split()
            if words[3] == "0A" and f"socket:[{words[9]}]" in sockets:
                raw = bytes.fromhex(words[1][:size])
                turned = b"".join(raw[i : i + 4][::-1] for i in range(0, len(raw), 4))
                yield socket.inet_ntop(family, turned)


def _pids():
    return [each.name for each in Path("/proc").glob("[0-9]*")]


def _is_foreman(pid):
    try:
        words = Path("/proc", pid, "cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return b"private" in words and _parent(pid) == os.getpid()


def _parent(pid):
    try:
        return int(Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return None


def _links(pid):
    try:
        return [str(each.readlink()) for each in Path("/proc", str(pid), "fd").iterdir()]
    except OSError:
        return []


def different_probes(jobs, folder):
    """How many different probes the jobs make: two at the same time may both make the same one."""
    (folder / "gate").touch()
    for job in jobs:
        cached_jobs.analysed(job, folder / "one after another")
    return rows_in(folder / "one after another")


def test_probes_that_one_node_has_made_serve_the_other(cluster, tmp_path):
    jobs = [(number, str(tmp_path)) for number in range(4)]
    (tmp_path / "gate").touch()
    plain = [cached_jobs.analysed(job) for job in jobs]
    uses = []
    for _ in range(2):
        with RunCache(tmp_path / "kept", RAY, print) as cache:
            assert run_jobs(cached_jobs.analysed, jobs, on=RAY, cache=cache) == plain
        uses.append(cache.use)

    assert uses[0].found < uses[0].probes == uses[1].probes == uses[1].found
    assert not list(tmp_path.glob("kept-*")), "all is in one file"
    kept = rows_in(tmp_path / "kept")
    assert kept == different_probes(jobs, tmp_path) <= uses[0].probes - uses[0].found


def test_a_keeper_of_the_cache_that_is_killed_is_replaced(cluster, tmp_path, capsys):
    jobs = [(number, str(tmp_path)) for number in range(4)]
    with RunCache(tmp_path / "kept", RAY, print) as cache:
        made = run_jobs(cached_jobs.keeper_killed, jobs, on=RAY, cache=cache)

    assert made == [cached_jobs.analysed(job) for job in jobs]
    assert notes(capsys.readouterr().err) == []
    assert (tmp_path / "killed").exists()
    kept = rows_in(tmp_path / "kept")
    assert kept == different_probes(jobs, tmp_path) <= cache.use.probes - cache.use.found


def test_what_is_not_a_cache_is_refused_on_the_cluster(cluster, tmp_path):
    (tmp_path / "text").write_text("this is not a database, but long enough to look at" * 20)

    with pytest.raises(BadInputError, match="cannot be used as a probe cache"):
        RAY.crew(1, None, tmp_path / "text")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # Ray's own logs
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_head_that_is_lost_ends_a_run_through_its_client_server(tmp_path):
    head, there = cluster_with_client_server()
    run = in_background(
        lambda: run_jobs(ray_jobs.gated, jobs(tmp_path), store=tmp_path / "s", on=there)
    )
    wait_for(lambda: begun(tmp_path), "a job begins")
    head.shutdown()

    with pytest.raises(ProvebestError, match="the same command continues"):
        run()
    assert not (tmp_path / "s").exists()


def test_an_error_that_cannot_be_read_back_is_told_in_words(cluster, tmp_path):
    with pytest.raises(RuntimeError, match="this is odd"):
        run_jobs(ray_jobs.odd, jobs(tmp_path, 1), on=RAY)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # as above
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_through_a_client_server_the_cache_is_a_file_of_the_head(tmp_path):
    head, there = cluster_with_client_server()
    jobs = [(number, str(tmp_path)) for number in range(2)]
    (tmp_path / "gate").touch()
    try:
        with RunCache(tmp_path / "kept", there, print) as cache:
            made = run_jobs(cached_jobs.analysed, jobs, on=there, cache=cache)
    finally:
        head.shutdown()

    assert made == [cached_jobs.analysed(job) for job in jobs]
    kept = rows_in(tmp_path / "kept")
    assert 100 < kept == different_probes(jobs, tmp_path) <= cache.use.probes - cache.use.found


@pytest.mark.parametrize("command", ["only-move", "suite"])
def test_the_answer_is_the_same_json_and_nothing_else(cluster, tmp_path, command):
    file = tmp_path / "mates.epd"
    file.write_text(SUITE)
    said = {
        place: subprocess.run(
            provebest(command, file, "--nodes", 2000, "--json", "--on", place),
            capture_output=True,
            text=True,
            check=False,
        )
        for place in ("local:2", "ray")
    }

    assert [(one.returncode, notes(one.stderr)) for one in said.values()] == [(0, []), (0, [])]
    here, there = (_without_times(json.loads(one.stdout)) for one in said.values())
    assert here == there


def _without_times(answer):
    if isinstance(answer, dict):
        return {k: _without_times(v) for k, v in answer.items() if "second" not in k}
    return [_without_times(each) for each in answer] if isinstance(answer, list) else answer


def test_a_match_is_played_on_the_cluster(cluster, tmp_path):
    words = ("match", "bstar", "alphabeta", "--nodes", 100, "--games", 2, "--json", "--on", "ray")

    done = subprocess.run(provebest(*words), capture_output=True, text=True, check=False)

    assert (done.returncode, notes(done.stderr)) == (0, [])
    answer = json.loads(done.stdout)
    assert (answer["ended"], answer["games"]) == ("done", 2)


def test_ctrl_c_leaves_the_store_whole(cluster, tmp_path):
    file, store = tmp_path / "mates.epd", tmp_path / "s"
    file.write_text(SUITE)
    slow = ("--nodes", 10**12, "--store", store, "--on", "ray")
    words = provebest("only-move", file, *slow)
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        wait_for(store.exists, "the store is made")
        os.kill(process.pid, signal.SIGINT)
        process.communicate()

    assert process.returncode == 130
    assert json.loads(store.read_text().splitlines()[0])["work"] == "only moves"
