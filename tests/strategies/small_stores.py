"""A store of numbers, to try what all stores promise."""

from provebest.work.store import Kind, open_store, read_store

KIND = Kind("provebest test", name="a test store", run="test")
HEAD = {"work": "counting"}


def rows_of(path):
    rows = []
    read_store(path, KIND, rows.append)
    return rows


def add(path, *numbers, head=HEAD):
    """Adds rows and returns those that were there before."""
    rows = []
    with open_store(path, KIND, head, rows.append) as store:
        for number in numbers:
            store.add({"n": number})
    return [row["n"] for row in rows]
