"""A Ray cluster of two nodes for the tests that ask for it."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def environment():
    """Workers of a cluster made here get their share of a busy machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_worker_niceness", "0")
        patch.setenv("RAY_AUTH_MODE", "disabled")  # as it is in this process, which starts it
        yield


@pytest.fixture(scope="module")
def cluster(environment):
    import ray_clusters  # noqa: PLC0415 - Ray is an extra

    made = ray_clusters.new_cluster()
    made.add_node(**ray_clusters.NODE)
    yield made
    made.shutdown()


@pytest.fixture(autouse=True)
def at(request, monkeypatch):
    """Every run finds the cluster of this module."""
    if "cluster" in request.fixturenames:
        monkeypatch.setenv("RAY_ADDRESS", request.getfixturevalue("cluster").address)
