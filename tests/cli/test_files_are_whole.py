"""A file that is written is whole or as it was; one that was read stays; no answer is lost."""

import errno
import json
import os
import sys
from functools import partial
from pathlib import Path

import pytest
from faulty_engine import DIES, faulty_engine
from writing_commands import EPD, MATRIX, PGN, READ, WRITERS, prepare, run_command

from provebest.vocabulary import files


@pytest.fixture
def run(tmp_path):
    """Runs a command in this process in a folder with files; returns code, stdout and stderr."""
    prepare(tmp_path)
    return partial(run_command, tmp_path)


FSYNC = os.fsync


def no_room(handle):
    """No room for the files of an answer; the store of a run still has some."""
    if sys._getframe(1).f_globals["__name__"] != files.__name__:
        return FSYNC(handle)
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("name", WRITERS)
def test_on_a_full_disk_the_old_file_stays_and_the_answer_is_printed(
    run, tmp_path, monkeypatch, name
):
    if name == "plot":
        pytest.importorskip("matplotlib")
    words = [word.replace("FILE", "made") for word in WRITERS[name]]
    target = tmp_path / next(word for word in words if word.startswith("made"))
    target.write_text("the old text")
    before = {entry.name for entry in tmp_path.iterdir()}
    monkeypatch.setattr(files.os, "fsync", no_room)

    code, told, said = run(*words)

    assert code == 2
    assert told
    assert f"cannot write {target.name!r}: No space left on device" in said
    assert target.read_text() == "the old text"
    after = {entry.name for entry in tmp_path.iterdir()}
    assert after <= before | {"made.part", "out.pgn.part"}  # finished moves are kept


@pytest.mark.parametrize("name", WRITERS)
def test_a_written_file_replaces_the_old_one_and_leaves_nothing_beside_it(run, tmp_path, name):
    if name == "plot":
        pytest.importorskip("matplotlib")
    words = [word.replace("FILE", "made") for word in WRITERS[name]]
    target = tmp_path / next(word for word in words if word.startswith("made"))
    target.write_text("the old text")

    code, _, said = run(*words)

    assert code == 0
    assert f"wrote {target.name}" in said
    assert b"the old text" not in target.read_bytes()
    left = {entry.name for entry in tmp_path.iterdir()}
    assert left <= {*READ, "out.pgn", target.name}


def test_one_file_that_cannot_be_written_does_not_cost_the_others(run, tmp_path):
    code, told, said = run(
        "tree", "--svg", "/dev/full", "--dot", "a.dot", "--certificate", "/dev/full", "--json"
    )

    assert code == 2
    assert json.loads(told)["proved"]
    assert (tmp_path / "a.dot").read_text().startswith("digraph")
    assert said.count("cannot write") == 2


@pytest.mark.parametrize("name", ["", "/", ".", "/dev/full", "no/made", "loop", "m" * 300])
@pytest.mark.parametrize("kind", WRITERS)
def test_a_strange_name_is_written_or_refused_in_one_sentence(run, tmp_path, kind, name):
    if kind == "plot" and name.startswith("/"):
        pytest.skip("the plot gets an ending")
    beside = set(Path("/dev").glob("full.*"))
    (tmp_path / "loop").symlink_to("loop")
    code, _, said = run(*(word.replace("FILE", name) for word in WRITERS[kind]))

    assert code in {0, 2}
    assert all(line.startswith("provebest: ") for line in said.splitlines())
    assert "cannot" in said or "wrote" in said or "needs" in said
    assert set(Path("/dev").glob("full.*")) <= beside  # which other runs may have left


@pytest.mark.parametrize("name", ["folder", "no/made", "dangling", "loop", "m" * 270])
@pytest.mark.parametrize("kind", WRITERS)
def test_a_file_that_cannot_be_written_is_refused_before_the_work(run, tmp_path, kind, name):
    if kind == "plot":
        pytest.importorskip("matplotlib")
        name = f"{name}.png"
    if name.startswith("folder"):
        (tmp_path / name).mkdir()
    for link in ("loop", "loop.png"):
        (tmp_path / link).symlink_to(link)
    for link in ("dangling", "dangling.png"):
        (tmp_path / link).symlink_to("no/such")
    before = {entry.name for entry in tmp_path.iterdir()}
    words = [word.replace("FILE.png", name).replace("FILE", name) for word in WRITERS[kind]]

    code, told, said = run(*words)

    assert (code, told) == (2, "")
    assert f"cannot write {name!r}" in said
    assert {entry.name for entry in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    "words",
    [
        ("annotate", "game.pgn", "--nodes", "1", "-o", "a", "--html", "./a"),
        ("annotate", "game.pgn", "--nodes", "1", "-o", "a", "--html", "a.part"),
        ("analyse", "startpos", "--nodes", "100", "--html", "a", "--svg", "link"),
        ("analyse", "startpos", "--nodes", "100", "--board", "old", "--certificate", "twin"),
        ("analyse", "startpos", "--nodes", "100", "--dot", "a", "--cache", "./a"),
        ("tree", "--dot", "a", "--certificate", "a"),
        ("match", "bstar", "alphabeta", "--pgn", "a", "--store", "link"),
        ("suite", "suite.epd", "--nodes", "1", "--plot", "a.png", "--cache", "a.png"),
    ],
    ids=" ".join,
)
def test_two_files_that_are_one_are_refused_before_the_work(run, tmp_path, words):
    if "--plot" in words:
        pytest.importorskip("matplotlib")
    (tmp_path / "link").symlink_to("a")
    (tmp_path / "old").write_text("old")
    (tmp_path / "twin").hardlink_to(tmp_path / "old")
    before = {entry.name for entry in tmp_path.iterdir()}

    code, told, said = run(*words)

    assert (code, told) == (2, "")
    assert "are the same file; name two" in said
    assert {entry.name for entry in tmp_path.iterdir()} == before


def test_a_device_may_be_named_twice(run):
    code, _, said = run("tree", "--svg", "/dev/null", "--dot", "/dev/null")

    assert (code, said.count("wrote /dev/null")) == (0, 2)


@pytest.mark.parametrize(
    "words",
    [
        ("annotate", "game.pgn", "--nodes", "9", "--book-moves", "0", "-o", "a", "--cache", "b"),
        ("suite", "suite.epd", "--nodes", "9", "--cache", "b"),
        ("analyse", "startpos", "--nodes", "9", "--cache", "b"),
        ("suite", "suite.epd", "--nodes", "9", "--cache", "b", "--control", "wrong"),
    ],
    ids=" ".join,
)
def test_a_run_that_fails_leaves_no_new_store(run, tmp_path, words):
    """The engine dies at the first question."""
    (tmp_path / "game.pgn").write_text("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O b5 *\n")
    engine = f"uci:{faulty_engine(tmp_path, 'go', DIES)}"
    before = {entry.name for entry in tmp_path.iterdir()}

    code, told, said = run(*words, "--prober", engine)

    assert (code, told) == (2, "")
    assert "cannot" not in said
    assert {entry.name for entry in tmp_path.iterdir()} == before


@pytest.mark.parametrize("name", ["game.pgn", "./game.pgn", "link.pgn"])
def test_games_are_not_written_over_without_force(run, tmp_path, name):
    (tmp_path / "link.pgn").symlink_to("game.pgn")
    words = ("annotate", "game.pgn", "--nodes", "1", "-o", name)

    code, told, said = run(*words)
    assert (code, told) == (2, "")
    assert "is the file that is read; name another file, or use --force" in said
    assert (tmp_path / "game.pgn").read_text() == PGN

    code, _, _ = run(*words, "--force")
    assert code == 0
    assert "Annotator" in (tmp_path / "game.pgn").read_text()


@pytest.mark.parametrize(
    "words",
    [
        ("annotate", "game.pgn", "-o", "out.pgn", "--html", "game.pgn", "--force"),
        ("annotate", "games.part", "-o", "games", "--force"),
        *(
            ("analyse", "game.pgn", "--nodes", "100", option, "game.pgn")
            for option in ("--html", "--svg", "--dot", "--board", "--certificate", "--cache")
        ),
        ("tree", "cities.txt", "--svg", "cities.txt"),
        ("tour", "cities.txt", "--certificate", "cities.txt"),
        ("match", "bstar", "alphabeta", "--openings", "game.pgn", "--pgn", "game.pgn"),
        ("only-move", "suite.epd", "--store", "suite.epd"),
    ],
    ids=" ".join,
)
def test_what_was_read_is_not_written_over(run, tmp_path, words):
    (tmp_path / "games.part").write_text(PGN)
    code, told, said = run(*words)

    assert (code, told) == (2, "")
    assert "is the file that is read; name another file" in said
    assert (tmp_path / "game.pgn").read_text() == (tmp_path / "games.part").read_text() == PGN
    assert (tmp_path / "cities.txt").read_text() == MATRIX
    assert (tmp_path / "suite.epd").read_text() == EPD
