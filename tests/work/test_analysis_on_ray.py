"""The probes of one analysis on a real Ray cluster: the same tree, whatever happens to it."""

import json
import os
import signal
import subprocess

import pytest
import ray_jobs
from killing_engine import killing_engine
from ray_clusters import (
    NODE,
    RAY,
    cluster_utils,
    cluster_with_client_server,
    new_cluster,
    provebest,
    rows_in,
)
from ray_jobs import wait_for

import provebest as pb
from provebest.search.events import StepEnded
from provebest.work.steady import Steady

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


def test_the_tree_is_the_same_with_eight_workers(monkeypatch, tmp_path):
    own = cluster_utils.Cluster(initialize_head=True, head_node_args=NODE | {"num_cpus": 8})
    monkeypatch.setenv("RAY_ADDRESS", own.address)
    try:
        check_tree_on(RAY, 8, tmp_path)
    finally:
        own.shutdown()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # Ray's own logs
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_the_tree_is_the_same_through_a_client_server(tmp_path):
    head, there = cluster_with_client_server()
    try:
        check_tree_on(there, 1, tmp_path)
    finally:
        head.shutdown()


def check_tree_on(place, workers, folder):
    """Analyses with so many workers there and with one here: the trees are equal byte by byte."""
    executor = Steady(place)
    try:
        found = pb.chess.analyse(prober="native", workers=workers, executor=executor, **CLASSIC)
        assert executor.workers == workers
    finally:
        executor.shutdown()
    found.save(folder / "there")
    pb.chess.analyse(prober="native", workers=1, **CLASSIC).save(folder / "here")
    assert (folder / "there").read_bytes() == (folder / "here").read_bytes()


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
