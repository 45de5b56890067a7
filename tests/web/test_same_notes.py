"""Library, command and page give the same notes on the same game."""

import io
import json
import sys

import chess.pgn
import pytest

import provebest as pb
from provebest.chess import public
from provebest.chess.explain.annotation import Annotation, do_task
from provebest.chess.explain.notes import Note, in_words
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.searches import Settings
from provebest.cli.main import main
from provebest.games.pgn import read_games
from provebest.web.annotating import Ended, annotate_in_turns
from provebest.web.exporting import export
from provebest.web.inputs import read_wish
from provebest.web.tasks import Task, TaskRoom

PGN = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0"
"""Shorter than the book."""
NODES = 4_000


def of_library(monkeypatch):
    seen = []
    monkeypatch.setattr(public, "add_notes", lambda _, notes: seen.extend(notes))
    pb.chess.annotate(chess.pgn.read_game(io.StringIO(PGN)), nodes=NODES, prober="native")
    return seen


def of_command(monkeypatch, capsys, folder):
    """The notes, as JSON, and the game."""
    (folder / "game.pgn").write_text(PGN, "utf-8")
    monkeypatch.chdir(folder)
    words = ("annotate", "game.pgn", "-o", "out.pgn", "--nodes", str(NODES), "--json",
             "--prober", "native")  # fmt: skip
    monkeypatch.setattr(sys, "argv", ["provebest", *words])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0
    (game,) = json.loads(capsys.readouterr().out)["games"]
    return game["notes"], (folder / "out.pgn").read_text("utf-8")


def page_task():
    room = TaskRoom({"native": ProberChoice()}, 1)
    (game,) = read_games(PGN)
    moves = [move.uci() for move in game.mainline_moves()]
    headers = dict.fromkeys(("Event", "Site", "Date", "White", "Black"), "?")
    wish = {"kind": "annotate", "moves": moves, "headers": headers | {"Result": "1-0"}}
    return Task("a tab of a page", "annotate", read_wish(wish, room.probers), room)


def test_every_front_gives_the_same_notes(monkeypatch, capsys, tmp_path):
    task = page_task()
    annotate_in_turns(task, Settings(nodes=NODES))
    notes, (shown, written) = task.made.notes, of_command(monkeypatch, capsys, tmp_path)

    assert of_library(monkeypatch) == notes
    assert [note.ply for note in notes] == list(range(7))
    assert any(note.mark for note in notes)
    assert any(note.confirmed for note in notes)
    for note, one in zip(notes, shown, strict=True):
        plain = json.loads(json.dumps(note.as_json()))
        assert Note.from_json(plain) == note
        del plain["sentences"]
        assert plain.items() <= one.items()
        assert one["argument"] == in_words(note.argument)
    assert moves_of(export(task, "pgn")["text"]) == moves_of(written)


def moves_of(text):
    return text.partition("\n\n")[2].split()


def test_a_page_that_stops_keeps_the_notes_that_were_made(monkeypatch):
    task = page_task()

    def stop_at_the_third(key, message):
        if key == "note 2":
            task.cancel.stop()

    monkeypatch.setattr(task, "tell", stop_at_the_third)
    annotate_in_turns(task, Settings(nodes=NODES))

    assert [note.ply for note in task.made.notes] == [0, 1, 2]
    assert not any(note.mark or note.only for note in task.made.notes), "nothing was confirmed"


def test_a_stop_ends_what_is_being_searched():
    """Also when the analysis of another move has ended before."""
    task = page_task()
    (asked,) = Annotation(read_games(PGN), Settings(nodes=NODES)).tasks
    task.cancel.end_search()
    assert not Ended(task).is_set()
    task.cancel.stop()

    assert do_task(asked[0], cancel=Ended(task)) is None
