"""Files are read within bounds and written whole or not at all."""

import errno
import os
import stat

import pytest

from provebest.vocabulary import BadInputError, CannotWriteError
from provebest.vocabulary.files import (
    open_regular,
    quoted_name,
    read_bytes,
    read_text,
    write_text,
    writing,
)


def test_what_is_written_is_read(tmp_path):
    write_text(tmp_path / "a", "ü\n")

    assert read_text(tmp_path / "a") == "ü\n"
    assert read_bytes(tmp_path / "a") == b"\xc3\xbc\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a"]


@pytest.mark.parametrize("name", ["/dev/zero", "/dev/full", "/dev/null"])
def test_a_device_is_not_read(name):
    with pytest.raises(BadInputError, match="not a regular file"):
        read_bytes(name)


def test_neither_a_pipe_nor_a_folder_is_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadInputError, match="not a regular file"):
        read_bytes(tmp_path / "pipe")
    with pytest.raises(BadInputError, match="it is a folder"):
        read_bytes(tmp_path)


def test_too_much_is_too_much(tmp_path):
    (tmp_path / "a").write_bytes(b"12345")

    assert read_bytes(tmp_path / "a", most=5) == b"12345"
    with pytest.raises(BadInputError, match="too large"):
        read_bytes(tmp_path / "a", most=4)


@pytest.mark.parametrize("name", ["no\0name", "x" * 5000, "missing/file"])
def test_a_strange_name_is_one_sentence(name):
    with pytest.raises(BadInputError, match="cannot read"):
        read_bytes(name)
    with pytest.raises(CannotWriteError, match="cannot write"):
        write_text(name, "")


def test_bytes_that_are_not_text_are_named(tmp_path):
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbfok\xff")

    with pytest.raises(BadInputError, match="byte 6"):
        read_text(tmp_path / "a")
    assert read_text(tmp_path / "a", errors="replace") == "ok�"


def test_an_error_leaves_the_old_file_and_nothing_beside_it(tmp_path, monkeypatch):
    file = tmp_path / "a"
    file.write_text("old")

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CannotWriteError, match="No space left"):
        write_text(file, "new")
    monkeypatch.undo()
    with pytest.raises(KeyboardInterrupt), writing(file) as out:  # noqa: PT012 - interrupted here
        out.write("new")
        raise KeyboardInterrupt

    assert file.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a"]


def test_permissions_and_links_stay(tmp_path):
    file, link = tmp_path / "a", tmp_path / "link"
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to(file)
    write_text(link, "new")

    assert link.is_symlink()
    assert file.read_text() == "new"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    write_text(tmp_path / "new", "")
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o666 & ~mask


def test_a_device_is_written_to_directly():
    write_text("/dev/null", "nothing")
    with pytest.raises(CannotWriteError, match="No space left"):
        write_text("/dev/full", "x" * 100_000)


def test_what_is_not_a_regular_file_is_refused_with_the_verb_of_its_use(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for file, kind in [
        (tmp_path / "pipe", "not a regular file"),
        ("/dev/null", "not a regular file"),
        ("no\0name", "not the name of a file"),
        (tmp_path, "a folder"),
    ]:
        name = quoted_name(file)
        for more, verb in [({}, "use"), ({"verb": "read"}, "read")]:
            with pytest.raises(BadInputError) as refused:
                open_regular(file, os.O_RDONLY, **more)
            assert str(refused.value) == f"cannot {verb} {name}: it is {kind}"
    with pytest.raises(FileNotFoundError):
        open_regular(tmp_path / "missing", os.O_RDONLY)
