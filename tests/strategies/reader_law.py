"""The law of every reader: for any bytes a value or a ``ProvebestError``, within a bound of time.

What the error says is one sentence that can be printed as it is, and is not long.
The bound is the processor time of this process, so that a busy machine does not break the law; if
native code hangs, ``faulthandler`` shows where and ends the process.
"""

import faulthandler
import signal
import tempfile
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random

from mutants import mutant

from provebest.vocabulary import ProvebestError

PROCESSOR_SECONDS = 20
"""For one input; every input that is tried is smaller than a megabyte."""
MOST_TRIES = 2_000
"""To make an input with a fault smaller."""
LONGEST_SENTENCE = 1_000
"""Characters of what a refusal says."""
HANGS = 300
"""Seconds after which native code that does not come back is ended."""


class BadSentenceError(Exception):
    """What a refusal says cannot be printed, or is long."""


class TooSlowError(Exception):
    """A reader has used more processor time than it may."""


@dataclass(frozen=True)
class Reader:
    """One reader: valid samples, and the function that must take any bytes.

    ``read`` gets the bytes and an empty folder of its own. It also uses what it has read, as far as
    a user would without saying more, and raises AssertionError if that cannot be right.
    ``seal`` puts right the checksums of a changed file, as a forger would.
    """

    name: str
    make_samples: Callable[[], Sequence[bytes]]
    read: Callable[[bytes, Path], object]
    seal: Callable[[bytes], bytes] | None = None

    @cached_property
    def samples(self):
        return list(self.make_samples())

    def mutant(self, seed):
        """The input of this seed."""
        rng = Random(f"{self.name} {seed}")
        raw = mutant(rng, self.samples, mildly=self.seal is not None)
        if self.seal is None or rng.random() < 0.25:
            return raw
        try:
            return self.seal(raw)
        except Exception:  # noqa: BLE001 - what is too damaged to be sealed stays as it is
            return raw


def fault_of(reader, raw):
    """What breaks the law if the reader is given these bytes: "read", "refused" or the error."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            with within_time():
                reader.read(raw, Path(folder))
                return "read", None
        except ProvebestError as error:
            return _refused(error)
        except Exception as error:  # noqa: BLE001 - the law forbids every other
            return "fault", error


def _refused(error):
    said = str(error)
    if said and said.isprintable() and len(said) <= LONGEST_SENTENCE:
        return "refused", None
    shown = ascii(said[:LONGEST_SENTENCE])
    wrong = BadSentenceError(f"{len(said)} characters: {shown}")
    return "fault", wrong.with_traceback(error.__traceback__)


@contextmanager
def within_time():
    def give_up(*_):
        raise TooSlowError(f"more than {PROCESSOR_SECONDS} s of processor time")

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, PROCESSOR_SECONDS)
    faulthandler.dump_traceback_later(HANGS, exit=True)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        faulthandler.cancel_dump_traceback_later()


def smallest(reader, raw, error):
    """A shorter input with the same error, found by leaving out ever smaller pieces."""

    tries = iter(range(0 if isinstance(error, TooSlowError) else MOST_TRIES))

    def same(shorter):
        if next(tries, None) is None:
            return False
        return type(fault_of(reader, shorter)[1]) is type(error)

    size = len(raw) // 2
    while size:
        place = 0
        while place < len(raw):
            shorter = raw[:place] + raw[place + size :]
            if same(shorter):
                raw = shorter
            else:
                place += size
        size //= 2
    return raw
