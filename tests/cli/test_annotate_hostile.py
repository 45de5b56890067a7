"""``provebest annotate`` with bad games: they are named and skipped, and the rest is annotated."""

import io
import json
import random
import sys
from dataclasses import replace

import chess.pgn
import pytest
from hostile_games import GOOD, UNUSABLE, game
from small_notes import NOTE

import provebest as pb
from provebest.chess.explain.analysis import Settings
from provebest.chess.explain.annotation import Annotation, job_of
from provebest.chess.explain.notes import Note
from provebest.cli import annotate as command
from provebest.cli.main import main
from provebest.games.pgn import read_games

SHORT = ("-o", "out.pgn", "--book-moves", "0", "--nodes", "2000")

GOOD_NOTE = replace(NOTE, threat=("e7e5",))


@pytest.fixture
def in_process(monkeypatch, capsys, tmp_path):
    """Runs the command here, for files in which nothing is searched."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["provebest", "annotate", *words])
        with pytest.raises(SystemExit) as end:
            main()
        return end.value.code, *capsys.readouterr()

    return run


def all_games(folder):
    handle = io.StringIO((folder / "out.pgn").read_text("utf-8"))
    return list(iter(lambda: chess.pgn.read_game(handle), None))


def test_bad_games_are_named_and_all_others_annotated(provebest, tmp_path):
    bad = [text for text, _ in UNUSABLE.values()]
    (tmp_path / "games.pgn").write_text("\n".join([GOOD, *bad, GOOD]), "utf-8")
    done = provebest("annotate", "games.pgn", *SHORT, "--html", "out.html", "--json")

    assert done.returncode == 1
    told = json.loads(done.stdout)
    assert told["complete"]
    assert [each["game"] for each in told["games"]] == [1, len(bad) + 2]
    assert [len(each["notes"]) for each in told["games"]] == [4, 4]
    assert [each["game"] for each in told["skipped"]] == list(range(2, len(bad) + 2))
    for skipped, (_, said) in zip(told["skipped"], UNUSABLE.values(), strict=True):
        assert skipped.keys() == {"game", "white", "black", "reason"}
        assert said in skipped["reason"]
    *named, pgn, page = done.stderr.splitlines()
    assert len(named) == len(bad)
    assert named[4] == (
        "provebest: game 6 (Eve - Mallory) is skipped: "
        "only standard chess and Chess960 are supported, not 'Crazyhouse'"
    )
    assert (pgn, page) == ("provebest: wrote out.pgn", "provebest: wrote out.html")
    assert len(all_games(tmp_path)) == 2
    assert not (tmp_path / "out.pgn.part").exists()


def test_nothing_is_skipped_in_good_games(provebest, tmp_path):
    (tmp_path / "games.pgn").write_text(GOOD, "utf-8")
    done = provebest("annotate", "games.pgn", *SHORT, "--json")

    assert done.returncode == 0
    assert json.loads(done.stdout)["skipped"] == []


@pytest.mark.parametrize(("bad", "said"), UNUSABLE.values(), ids=UNUSABLE)
def test_if_no_game_can_be_used_that_is_one_sentence(in_process, tmp_path, bad, said):
    (tmp_path / "bad.pgn").write_text(f"{bad}\n{GOOD}", "utf-8")
    code, stdout, stderr = in_process("bad.pgn", *SHORT, "--game", "1")

    assert (code, stdout) == (2, "")
    assert said in stderr
    assert len(stderr.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["bad.pgn"]


def test_several_bad_games_and_no_other_are_one_sentence(in_process, tmp_path):
    (tmp_path / "bad.pgn").write_text(game("1. e5 *") + "\n" + game(FEN="xx"), "utf-8")
    code, stdout, stderr = in_process("bad.pgn", *SHORT)

    assert (code, stdout) == (2, "")
    assert stderr == (
        "provebest: none of the 2 games in 'bad.pgn' can be annotated; "
        "game 1 (Eve - Mallory): 1.e5 is not legal\n"
    )


def test_ten_megabytes_of_random_bytes_are_one_sentence(in_process, tmp_path):
    (tmp_path / "noise.pgn").write_bytes(random.Random(14).randbytes(10_000_000))

    assert in_process("noise.pgn", *SHORT) == (
        2,
        "",
        "provebest: 'noise.pgn' is not a text file\n",
    )


@pytest.mark.parametrize("name", ["/dev/zero", "."])
def test_what_is_not_a_file_is_not_read(in_process, name):
    code, _, stderr = in_process(name, *SHORT)

    assert code == 2
    assert "cannot read" in stderr


def test_names_cannot_command_the_terminal(in_process, tmp_path):
    (tmp_path / "bad.pgn").write_text(game("1. e5 *", White="\x1b[2K[/b]", Black="\u202e"), "utf-8")
    _, _, stderr = in_process("bad.pgn", *SHORT)

    assert r"(\x1b[2K[/b] - \u202e)" in stderr
    assert stderr.rstrip("\n").isprintable()


@pytest.mark.parametrize("limit", ["MOST_GAMES", "MOST_NODES"])
def test_a_file_that_would_take_days_is_refused(in_process, monkeypatch, tmp_path, limit):
    (tmp_path / "games.pgn").write_text(f"{GOOD}\n{GOOD}", "utf-8")
    monkeypatch.setattr(command, limit, 1)
    code, _, stderr = in_process("games.pgn", *SHORT)

    assert code == 2
    assert "'games.pgn' has more than 1 " in stderr
    assert "--game" in stderr


@pytest.mark.parametrize("result", ["?", "0-0", "{", "1/2", "(e4", "$3 O-O"])
def test_a_result_that_is_none_stays_in_its_header(provebest, tmp_path, result):
    (tmp_path / "games.pgn").write_text(game("1. e4 e5", Result=result) + "\n" + GOOD, "utf-8")
    done = provebest("annotate", "games.pgn", "-o", "out.pgn", "--nodes", "1000")

    assert done.returncode == 0
    first, second = all_games(tmp_path)
    assert first.headers["Result"] == result
    assert first.errors == []
    assert [node.san() for node in first.mainline()] == ["e4", "e5"]
    assert second.headers["White"] == "Ann"


OF_TEXT = {"NAG", "many glyphs", "many variations", "many comments", "long comment",
           "open comment", "NUL", "headers", "long header", "nested"}  # fmt: skip
"""Faults of a text, which python-chess refuses, or which are none in a game that it has read."""


@pytest.mark.parametrize("name", sorted(UNUSABLE.keys() - OF_TEXT))
def test_a_bad_game_is_one_error_in_python(name):
    own = chess.pgn.read_game(io.StringIO(UNUSABLE[name][0][:20_000]))

    with pytest.raises(pb.BadInputError) as refused:
        pb.chess.annotate(own, nodes=1_000)
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 400


DAMAGES = [
    None,
    [],
    {},
    {"ply": "0"},
    {"fen": "xx"},
    {"fen": 3},
    {"played": 3},
    {"fen": chess.STARTING_FEN.replace("w", "b")},
    {"best": "a1a8"},
    {"line": ["e2e4", "e2e4"]},
    {"line": 3},
    {"second": "--"},
    {"threat": ["a1a1"]},
    {"value": "12"},
    {"value": 1e999},
    {"worth": float("nan")},
    {"sentences": None},
    {"sentences": ["e4 is best."]},
    {"sentences": [{"about": "claim"}]},
    {"sentences": [{"about": "claim", "text": 1}]},
    {"sentences": [{"about": "claim", "text": "\ud800"}]},
    {"sentences": [{"about": "claim", "text": "e4.", "line": ["e2e5"]}]},
    {"sentences": [{"about": "claim", "text": "e4.", "values": [["e2e4", "much"]]}]},
    {"more": 1},
]


@pytest.mark.parametrize("damage", DAMAGES, ids=str)
def test_a_damaged_note_is_refused(damage):
    whole = json.loads(json.dumps(GOOD_NOTE.as_json()))
    assert Note.from_json(whole) == GOOD_NOTE
    note = whole | damage if damage else damage

    with pytest.raises(pb.BadInputError, match="not a note on a move"):
        Note.from_json(note)


def test_damaged_notes_in_the_store_are_refused_with_their_line(provebest, tmp_path):
    (tmp_path / "games.pgn").write_text(GOOD, "utf-8")
    provebest("annotate", "games.pgn", *SHORT)
    whole = (tmp_path / "out.pgn").read_text("utf-8")
    (own,) = read_games(GOOD)
    ((task, *_),) = Annotation([own], Settings(nodes=2_000)).tasks
    note = GOOD_NOTE.as_json()
    damaged = (note | {"ply": 7}, note | {"fen": "xx"}, None, note | {"line": 3})
    for result in damaged:
        part = json.dumps({"job": job_of(task), "result": result}) + "\n"
        (tmp_path / "out.pgn.part").write_text(part, "utf-8")
        refused = provebest("annotate", "games.pgn", *SHORT)
        assert refused.returncode == 2
        assert "is damaged at line 1" in refused.stderr
        assert (tmp_path / "out.pgn.part").read_text("utf-8") == part
    (tmp_path / "out.pgn.part").unlink()
    done = provebest("annotate", "games.pgn", *SHORT)

    assert done.returncode == 0
    assert (tmp_path / "out.pgn").read_text("utf-8") == whole
