"""A disk that fails once: the n-th of the calls that write, read or cut a file is an error."""

import errno
import os
from contextlib import contextmanager
from unittest import mock

CALLS = ("pwrite", "pread", "fsync", "ftruncate")


class Disk:
    """Counts the calls; the one with number ``fails_at`` fails."""

    def __init__(self, fails_at=None, error=errno.ENOSPC, *, for_ever=False):
        self.fails_at, self.error, self.for_ever = fails_at, error, for_ever
        self.calls = 0

    def fails_now(self):
        self.calls += 1
        if self.fails_at is None:
            return False
        return self.calls >= self.fails_at if self.for_ever else self.calls == self.fails_at


@contextmanager
def failing(disk):
    """While this lasts, the functions of ``os`` in ``CALLS`` are those of this disk.

    A write that fails has written half of its bytes before; a cut or a sync that fails has done
    its work or has not, in turn.
    """

    def wrapped(name):
        real = getattr(os, name)

        def call(handle, *rest):
            if not disk.fails_now():
                return real(handle, *rest)
            if name == "pwrite":
                data, place = rest
                real(handle, data[: len(data) // 2], place)
            elif name != "pread" and disk.calls % 2:
                real(handle, *rest)
            raise OSError(disk.error, os.strerror(disk.error))

        return call

    with mock.patch.multiple(os, **{name: wrapped(name) for name in CALLS}):
        yield disk
