"""Jobs on a real Ray cluster of two nodes: whatever happens to it, the answer is the same."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import cached_jobs
import pytest
import ray_jobs
from killing_engine import killing_engine
from ray_jobs import begun, wait_for

import provebest as pb
from provebest.search.events import StepEnded
from provebest.vocabulary import BadInputError, ProvebestError
from provebest.work.caching import RunCache
from provebest.work.place import ONE_PROCESS, Place, read_place
from provebest.work.pool import run_jobs, stored_results
from provebest.work.steady import Steady

cluster_utils = pytest.importorskip("ray.cluster_utils", reason="the extra `ray` is not installed")

RAY = Place(ray="auto")
NODE = {"num_cpus": 1, "object_store_memory": 80 * 2**20, "include_dashboard": False}
SUITE = (
    '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "back rank";\n'
    '7k/6pp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "corner";\n'
    'rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - bm Qh4#; id "fool";\n'
)


def new_cluster():
    return cluster_utils.Cluster(initialize_head=True, head_node_args=NODE)


@pytest.fixture(scope="module", autouse=True)
def environment():
    """Workers of a cluster made here get their share of a busy machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_worker_niceness", "0")
        patch.setenv("RAY_AUTH_MODE", "disabled")  # as it is in this process, which starts it
        yield


@pytest.fixture(scope="module")
def cluster(environment):
    made = new_cluster()
    made.add_node(**NODE)
    yield made
    made.shutdown()


@pytest.fixture(autouse=True)
def at(request, monkeypatch):
    """Every run finds the cluster of this module."""
    if "cluster" in request.fixturenames:
        monkeypatch.setenv("RAY_ADDRESS", request.getfixturevalue("cluster").address)


def jobs(folder, number=8):
    return [(n, str(folder)) for n in range(number)]


def doubles(number=8):
    return [{"twice": 2 * n} for n in range(number)]


def notes(text):
    """What is said on stderr, except that a busy machine is slow to start a worker."""
    return [line for line in text.splitlines() if "waiting for a free processor" not in line]


def in_background(run):
    """Runs it in a thread; the result of the call is what waits for its result."""
    found = []

    def keep():
        try:
            found.append((run(), None))
        except Exception as error:  # noqa: BLE001 - the test looks at it
            found.append((None, error))

    thread = threading.Thread(target=keep)
    thread.start()

    def result():
        thread.join()
        made, error = found[0]
        if error is not None:
            raise error
        return made

    return result


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


def provebest(*words):
    return [sys.executable, "-m", "provebest", *map(str, words)]


def rows_in(file):
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
            return database.execute("SELECT count(*) FROM answers").fetchone()[0]
    except sqlite3.OperationalError:  # it is not made yet
        return 0


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
    assert rows_in(tmp_path / "kept") == uses[0].probes - uses[0].found


def test_a_keeper_of_the_cache_that_is_killed_is_replaced(cluster, tmp_path, capsys):
    jobs = [(number, str(tmp_path)) for number in range(4)]
    with RunCache(tmp_path / "kept", RAY, print) as cache:
        made = run_jobs(cached_jobs.keeper_killed, jobs, on=RAY, cache=cache)

    assert made == [cached_jobs.analysed(job) for job in jobs]
    assert notes(capsys.readouterr().err) == []
    assert (tmp_path / "killed").exists()
    assert rows_in(tmp_path / "kept") == cache.use.probes - cache.use.found


def test_what_is_not_a_cache_is_refused_on_the_cluster(cluster, tmp_path):
    (tmp_path / "text").write_text("this is not a database, but long enough to look at" * 20)

    with pytest.raises(BadInputError, match="cannot be used as a probe cache"):
        RAY.crew(1, None, tmp_path / "text")


def cluster_with_client_server():
    """A cluster, and the place that reaches it through its client server."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    head = cluster_utils.Cluster(
        initialize_head=True, head_node_args=NODE | {"ray_client_server_port": port}
    )
    return head, read_place(f"ray://127.0.0.1:{port}")


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
    assert stored_results(tmp_path / "s") == []


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
    assert rows_in(tmp_path / "kept") == cache.use.probes - cache.use.found > 100


CLASSIC = {"control": "classic", "expansions": 5, "probe_depth": 1}


@pytest.mark.parametrize("prober", ["native", "engine"])
def test_the_tree_of_one_analysis_is_the_same_on_a_cluster(cluster, tmp_path, prober):
    if prober == "engine":
        prober = f"uci:{killing_engine(tmp_path, 'no position has this')}"
    alone = pb.chess.analyse(prober=prober, workers=1, **CLASSIC)
    executor = Steady(RAY, None, tmp_path / "kept")
    try:
        found, kept, again = (
            pb.chess.analyse(prober=prober, workers=2, executor=executor, cache=cache, **CLASSIC)
            for cache in (None, tmp_path / "kept", tmp_path / "kept")
        )
    finally:
        executor.shutdown()

    assert executor.workers == 2
    assert (found.result, found.argument) == (alone.result, alone.argument)
    assert kept.result == again.result == alone.result
    assert again.cache.probes == again.cache.found > 100
    alone.save(tmp_path / "alone")
    found.save(tmp_path / "found")
    assert (tmp_path / "alone").read_bytes() == (tmp_path / "found").read_bytes()


def test_a_worker_that_is_killed_in_an_analysis_changes_nothing(cluster):
    alone = pb.chess.analyse(prober="native", **CLASSIC)
    executor, killed = Steady(RAY), []

    def kill_once(_event):
        if not killed:
            killed.append(executor.submit(ray_jobs.process).result())
            os.kill(killed[0], signal.SIGKILL)

    try:
        found = pb.chess.analyse(
            prober="native", workers=2, executor=executor, on_event=kill_once, **CLASSIC
        )
    finally:
        executor.shutdown()

    assert len(killed) == 1
    assert (found.result, found.argument) == (alone.result, alone.argument)


def test_an_analysis_whose_head_is_lost_says_what_it_has_so_far(monkeypatch):
    own = new_cluster()
    monkeypatch.setenv("RAY_ADDRESS", own.address)
    executor, steps = Steady(RAY), []

    def lose_the_head(event):
        if isinstance(event, StepEnded):
            steps.append(event)
            if len(steps) == 3:
                own.head_node.kill_gcs_server()
                own.head_node.kill_raylet()

    try:
        found = pb.chess.analyse(
            prober="native",
            workers=1,
            executor=executor,
            on_event=lose_the_head,
            control="classic",
            expansions=10**6,
            probe_depth=1,
        )
    finally:
        executor.shutdown()
        own.shutdown()

    assert found.failure is not None
    assert "Ray cluster" in found.failure
    assert "store" not in found.failure
    assert found.counters.expanded >= 3


@pytest.mark.parametrize("place", ["ray", "local:2"])
def test_ctrl_c_ends_an_analysis_with_its_answer(cluster, tmp_path, place):
    words = provebest("analyse", "startpos", "--control", "classic", "--expansions", 10**6,
                      "--prober", "native", "--cache", tmp_path / "kept", "--on", place,
                      "--json", "--quiet")  # fmt: skip
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        wait_for(lambda: rows_in(tmp_path / "kept") > 300, "some moves are expanded")
        os.kill(process.pid, signal.SIGINT)
        said, _ = process.communicate()

    assert process.returncode == 130
    assert json.loads(said)["stopped"] == "cancelled"


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
