"""A file that is written is whole or as it was; one that was read stays; no answer is lost."""

import errno
import json
import os
import sys

import pytest

from provebest.cli import main
from provebest.cli import match as match_command
from provebest.match.store import Store
from provebest.vocabulary import files

PGN = "1. e4 e5 *\n"
MATRIX = "0 3 4 2\n3 0 1 7\n4 5 0 1\n2 7 1 0\n"
EPD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n"

WRITERS = {
    "tree": ("tree", "--svg", "FILE"),
    "tree-dot": ("tree", "--dot", "FILE"),
    "tree-proof": ("tree", "--certificate", "FILE"),
    "tour-proof": ("tour", "cities.txt", "--prove-optimal", "--certificate", "FILE"),
    "annotate": ("annotate", "game.pgn", "--nodes", "1", "-o", "FILE"),
    "page": ("annotate", "game.pgn", "--nodes", "1", "-o", "out.pgn", "--html", "FILE"),
    "analyse": ("analyse", "startpos", "--nodes", "1000", "--html", "FILE"),
    "board": ("analyse", "startpos", "--nodes", "1000", "--board", "FILE"),
    "match": ("match", "bstar", "alphabeta", "--pgn", "FILE"),
    "plot": ("suite", "suite.epd", "--nodes", "1", "--plot", "FILE.png"),
}


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Runs a command in this process in a folder with files; returns code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.pgn").write_text(PGN)
    (tmp_path / "cities.txt").write_text(MATRIX)
    (tmp_path / "suite.epd").write_text(EPD)
    # No games are played: what is written after a match is the matter here.
    monkeypatch.setattr(match_command, "play_match", lambda *_, **__: (Store(), "done"))

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["provebest", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            main.main()
        told = capsys.readouterr()
        return end.value.code, told.out, told.err

    return run


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
    assert left <= {"game.pgn", "cities.txt", "suite.epd", "out.pgn", target.name}


def test_one_file_that_cannot_be_written_does_not_cost_the_others(run, tmp_path):
    code, told, said = run(
        "tree", "--svg", "no/a.svg", "--dot", "a.dot", "--certificate", "no/p", "--json"
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
    (tmp_path / "loop").symlink_to("loop")
    code, _, said = run(*(word.replace("FILE", name) for word in WRITERS[kind]))

    assert code in {0, 2}
    assert all(line.startswith("provebest: ") for line in said.splitlines())
    assert "cannot" in said or "wrote" in said or "needs" in said or "no folder" in said


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
        ("tree", "cities.txt", "--svg", "cities.txt"),
        ("tour", "cities.txt", "--certificate", "cities.txt"),
        ("match", "bstar", "alphabeta", "--openings", "game.pgn", "--pgn", "game.pgn"),
        ("only-move", "suite.epd", "--store", "suite.epd"),
    ],
    ids=" ".join,
)
def test_what_was_read_is_not_written_over(run, tmp_path, words):
    code, told, said = run(*words)

    assert (code, told) == (2, "")
    assert "is the file that is read; name another file" in said
    assert (tmp_path / "game.pgn").read_text() == PGN
    assert (tmp_path / "cities.txt").read_text() == MATRIX
    assert (tmp_path / "suite.epd").read_text() == EPD
