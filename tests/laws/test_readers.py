"""One law for every reader: for any bytes a value or a ``ProvebestError``, within a bound of time.

The readers are in ``readers``, the damaged files in ``mutants``. Here each reader gets a few
hundred of them; ``python tests/laws/fuzz_readers.py`` gives them as many as asked.
"""

import os
from random import Random

import pytest
from hypothesis import settings
from mutants import mutant
from reader_law import fault_of
from readers import READERS

EACH = 10_000 if settings().max_examples >= 4_000 else 150
"""Damaged files for each reader."""
SLOW = {"tree file", "UCI lines", "saved analysis", "certificate", "options"}
"""Readers that take some milliseconds; they get a third of the files."""


@pytest.mark.parametrize("name", READERS)
def test_a_valid_file_is_read(name):
    reader = READERS[name]

    assert fault_of(reader, reader.samples[0]) == ("read", None)
    assert "fault" not in {fault_of(reader, sample)[0] for sample in reader.samples}


@pytest.mark.parametrize("name", READERS)
def test_a_damaged_file_is_read_or_refused(name):
    reader = READERS[name]
    for seed in range(EACH // 3 if name in SLOW else EACH):
        outcome, error = fault_of(reader, reader.mutant(seed))
        if outcome == "fault":
            raise AssertionError(f"{name}, seed {seed}: {type(error).__name__}") from error


def test_a_seed_gives_the_same_file():
    samples = [b'{"a": [1, 2.5]}\n{"b": null}\n', os.fsencode("e2e4 e7e5")]

    assert [mutant(Random(seed), samples) for seed in range(200)] == [
        mutant(Random(seed), samples) for seed in range(200)
    ]
