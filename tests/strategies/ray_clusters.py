"""Ray clusters on this machine, and what is said and kept while they are used."""

import socket
import sqlite3
import sys
import threading
from contextlib import closing

import pytest

from provebest.work.place import Place, read_place

cluster_utils = pytest.importorskip("ray.cluster_utils", reason="the extra `ray` is not installed")

RAY = Place(ray="auto")
NODE = {"num_cpus": 1, "object_store_memory": 80 * 2**20, "include_dashboard": False}


def new_cluster():
    return cluster_utils.Cluster(initialize_head=True, head_node_args=NODE)


def cluster_with_client_server():
    """A cluster, and the place that reaches it through its client server."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    head = cluster_utils.Cluster(
        initialize_head=True, head_node_args=NODE | {"ray_client_server_port": port}
    )
    return head, read_place(f"ray://127.0.0.1:{port}")


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


def provebest(*words):
    return [sys.executable, "-m", "provebest", *map(str, words)]


def rows_in(file):
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
            return database.execute("SELECT count(*) FROM answers").fetchone()[0]
    except sqlite3.OperationalError:  # it is not made yet
        return 0
