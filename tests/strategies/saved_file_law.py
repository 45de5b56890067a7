"""Whichever call to the disk fails, a saved file is the old one or the new one, and whole.

Each call that opens, writes, reads, syncs, closes or renames a file fails in turn. The error is one
sentence, nothing is left beside the file, and a reader gives what was saved or one sentence.
"""

import errno

from failing_os import FILE_CALLS, Disk, failing
from writing_commands import READ

from provebest.vocabulary import ProvebestError

ERRORS = (errno.ENOSPC, errno.EIO)
WRITING = {"open", "write", "fchmod", "fsync", "close", "replace"}
READING = {"open", "fstat", "read", "close"}


def save_with_faults(kind, folder, *, with_older):
    """Saves over an older file, or where there is none; how many faults were tried."""
    older = saved(kind, folder / "older", 0)[0] if with_older else None
    newer, calls = saved(kind, folder / "newer", 1, older)
    assert set(calls) >= WRITING
    for place in (n for n, name in enumerate(calls) if name == "replace"):
        assert calls[place - 2 : place] == ["fsync", "close"], "a file is on disk before its name"
    assert newer != older
    for n, name in enumerate(calls, start=1):
        for error in ERRORS:
            file = fresh(folder / f"{n} {error}", older)
            with failing(Disk(n, error), FILE_CALLS):
                _, refused = outcome(kind.save, file, 1)
            where = f"call {n}, {name}: {refused}"
            either = refused or not kind.reports
            assert content(file) in ((older, newer) if either else (newer,)), where
            left = {entry.name for entry in file.parent.iterdir()} - {file.name, *READ, "out.pgn"}
            assert all(name.endswith(kind.kept) for name in left), (where, left)
    return len(calls) * len(ERRORS)


def read_with_faults(kind, folder):
    """Reads a file that was saved; how many faults were tried."""
    raw, _ = saved(kind, folder / "saved", 1)
    file = fresh(folder / "read", raw)
    with failing(Disk(), FILE_CALLS) as disk:
        expected = kind.read(file)
    assert set(disk.names) >= READING
    for n, name in enumerate(disk.names, start=1):
        with failing(Disk(n, errno.EIO), FILE_CALLS):
            found, refused = outcome(kind.read, file)
        where = f"call {n}, {name}: {refused}"
        assert refused or found == expected, where
        assert content(file) == raw, where
        assert [entry.name for entry in file.parent.iterdir()] == [file.name], where
    return disk.calls


def saved(kind, folder, newer, older=None):
    """The bytes that a save leaves if nothing fails, and the names of its calls to the disk."""
    file = fresh(folder, older)
    with failing(Disk(), FILE_CALLS) as disk:
        kind.save(file, newer)
    return file.read_bytes(), disk.names


def fresh(folder, older):
    """The path of a file in a new folder, which has an older one or nothing."""
    folder.mkdir()
    file = folder / "saved"
    if older is not None:
        file.write_bytes(older)
    return file


def content(file):
    return file.read_bytes() if file.exists() else None


def outcome(action, *words):
    """What came of it, and the sentence if it was refused."""
    try:
        return action(*words), None
    except ProvebestError as error:
        sentence = str(error)
        assert sentence
        assert sentence.isprintable()
        return None, sentence
