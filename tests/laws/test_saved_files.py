"""Every kind of saved file is whole, whichever call to the disk fails: ``saved_file_law``."""

import pytest
from failing_os import FILE_CALLS, Disk, failing
from saved_file_law import fresh, read_with_faults, save_with_faults, saved
from saved_files import KINDS


@pytest.mark.parametrize("with_older", [False, True], ids=["new file", "older file"])
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_any_call_may_fail_while_a_file_is_saved(tmp_path, kind, with_older):
    assert save_with_faults(kind, tmp_path, with_older=with_older) > 12


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_any_call_may_fail_while_a_file_is_read(tmp_path, kind):
    assert read_with_faults(kind, tmp_path) > 4


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_calls_that_write_and_read_a_few_bytes_are_repeated(tmp_path, kind):
    raw, _ = saved(kind, tmp_path / "whole", 1)
    file = fresh(tmp_path / "short", None)
    with failing(Disk(most=997), FILE_CALLS):
        kind.save(file, 1)
        found = kind.read(file)

    assert file.read_bytes() == raw
    assert found == kind.read(file)
