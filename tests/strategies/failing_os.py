"""A disk that fails once: the n-th of the calls that open, write, read or rename is an error."""

import errno
import io
import os
from contextlib import contextmanager
from unittest import mock

CALLS = ("pwrite", "pread", "fsync", "ftruncate")
"""What stores call, which stay open."""
FILE_CALLS = ("open", "fstat", "fchmod", "fsync", "replace", "fdopen")
"""What files call that are read or written at once; a stream of ``fdopen`` fails too."""
UNDECIDED = ("fsync", "ftruncate", "replace")
"""Calls that have done their work when they fail, or have not, in turn."""


class Disk:
    """Counts the calls; the one with number ``fails_at`` fails."""

    def __init__(self, fails_at=None, error=errno.ENOSPC, *, for_ever=False, most=None):
        self.fails_at, self.error, self.for_ever = fails_at, error, for_ever
        self.most = most
        """So many bytes are read or written by one call of a stream, and no more."""
        self.names = []

    @property
    def calls(self):
        return len(self.names)

    def fails_now(self, name):
        self.names.append(name)
        if self.fails_at is None:
            return False
        return self.calls >= self.fails_at if self.for_ever else self.calls == self.fails_at

    def failure(self):
        return OSError(self.error, os.strerror(self.error))


class _Stream(io.FileIO):
    """A file on a disk; a write that fails has written half of its bytes before."""

    def __init__(self, handle, mode, disk):
        super().__init__(handle, mode)
        self._disk = disk

    def readinto(self, buffer):
        if self._disk.fails_now("read"):
            raise self._disk.failure()
        return super().readinto(memoryview(buffer)[: self._disk.most])

    def write(self, data):
        if self._disk.fails_now("write"):
            super().write(data[: len(data) // 2])
            raise self._disk.failure()
        return super().write(data[: self._disk.most])

    def close(self):
        fails = not self.closed and self._disk.fails_now("close")
        super().close()
        if fails:
            raise self._disk.failure()


def _stream(disk, handle, mode="r", encoding=None):
    raw = _Stream(handle, mode.replace("b", ""), disk)
    buffered = io.BufferedReader(raw) if "r" in mode else io.BufferedWriter(raw)
    return buffered if "b" in mode else io.TextIOWrapper(buffered, encoding)


@contextmanager
def failing(disk, calls=CALLS):
    """While this lasts, these functions of ``os`` are those of this disk."""

    def wrapped(name):
        real = getattr(os, name)

        def call(*words, **options):
            if name == "fdopen":
                return _stream(disk, *words, **options)
            if not disk.fails_now(name):
                return real(*words, **options)
            if name == "pwrite":
                handle, data, place = words
                real(handle, data[: len(data) // 2], place)
            elif name in UNDECIDED and disk.calls % 2:
                real(*words, **options)
            raise disk.failure()

        return call

    with mock.patch.multiple(os, **{name: wrapped(name) for name in calls}):
        yield disk
