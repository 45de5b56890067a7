"""Names in files, answers of engines and names of files are shown; no terminal obeys them."""

import io
import json
import re
import sys
import unicodedata
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.table import Table

from provebest.certificate.check import Verdict
from provebest.certificate.reading import Shown
from provebest.certificate.sealing import sealed
from provebest.cli import (
    annotation_answer,
    audit,
    check,
    main,
    match,
    only_move,
    perft,
    shared,
    suite,
)
from provebest.match.summary import summary
from provebest.suites import only_moves
from provebest.vocabulary.outside import OBEYED

HOSTILE = [
    "\x1b[2K\x1b[1Aholds",
    "\x1b]0;title\x07",
    "[/b]",
    "[bold]",
    "[link=http://x]a[/link]",
    "a\nholds: everything",
    "a\r\x08\x0b\x0cb",
    "\u202eevil\u2028",
    "\x00",
    "\ud800",
    "\x9b31m\x7f",
    "x" * 10_000,
    ":smile: {x} {0} {task.fields} %s \\[/b]",
]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
few = settings(max_examples=40, deadline=None)
hostile = st.sampled_from(HOSTILE) | st.text(st.characters(), max_size=50)


def is_obeyed(shown):
    return [sign for sign in shown if sign != "\n" and unicodedata.category(sign) in OBEYED]


@pytest.fixture
def run(monkeypatch, capsys):
    """Runs a command in this process; returns the exit code, stdout and stderr, all harmless."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["provebest", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            main.main()
        told = capsys.readouterr()
        assert not is_obeyed(told.out)
        assert not is_obeyed(told.err)
        return end.value.code, told.out, told.err

    return run


def printed(show, *given):
    """What a function prints on ``out``."""
    stream = io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n")
    shared.out.file = stream
    try:
        show(*given)
    finally:
        shared.out._file = None  # stdout again
    stream.flush()
    told = stream.buffer.getvalue().decode()
    assert not is_obeyed(told)
    return told


@few
@given(hostile)
def test_a_console_shows_whatever_it_is_given(text):
    table = Table(text, title=text)
    table.add_row(text)

    printed(shared.out.print, text, shared.bold(text), table)


@few
@given(hostile)
def test_nothing_is_read_as_markup(text):
    told = printed(lambda: shared.out.print(f"[bold]{text}[/]", soft_wrap=True))

    assert told.startswith("[bold]")
    assert told.endswith("[/]\n")


@few
@given(hostile)
def test_names_of_a_game_stay_in_their_line(name):
    game = {"white": name, "black": name, "result": name, "moves": [], "notes": []}
    game |= {"moves_judged": 0, "moves_asked": 0, "summary": {"sentences": [f"{name} has won."]}}

    assert printed(annotation_answer.print_answer, {"games": [game]}).endswith(" has won.\n")


@few
@given(hostile)
def test_a_refused_certificate_says_so_in_one_line(text):
    verdict = Verdict(holds=False, kind="tour", place=text, problem=text, shown=None)
    shown = printed(check._print, verdict, None)

    assert shown.startswith("refused at ")
    assert shown.count("\n") == 1


@few
@given(hostile)
def test_what_a_certificate_claims_is_one_line(text):
    proof = Shown(text, text, proved=True, given=(text,), records=1)
    verdict = Verdict(holds=True, kind="tour", place=None, problem=None, shown=proof)
    shown = printed(check._print, verdict, None)

    assert [line.split(":")[0].split(";")[0] for line in shown.splitlines()] == [
        "holds",
        "about",
        "proved, if what it assumes holds",
        "assumes",
    ]


@few
@given(hostile)
def test_the_summary_of_a_match_is_printed_whatever_the_players_are_called(name):
    answer = {"players": [name, name], "limit": "5+0.1", **summary([])}

    shown = printed(lambda: match._print_answer(answer, as_json=False))
    assert "how the games ended" in shown


@few
@given(hostile)
def test_ids_of_positions_and_names_of_engines_are_shown(name):
    entry = {"id": name, "solved": False, "best": ["e4"], "avoid": [], "san": "d4"}
    row = dict.fromkeys(("solved", "total", "points", "mean_seconds", "nodes_per_second"))
    answer = {"search": "bstar", "positions": [entry], "stopped_early": 0, "interrupted": False}
    answer |= {**row, "against": [{"engine": name, **row}]}

    assert printed(suite._print, answer, 1).count(": d4, solution e4") == 1


@few
@given(hostile)
def test_the_name_of_a_counting_engine_is_shown(name):
    counted = SimpleNamespace(complete=True, nodes=20, depth=1, shares=[])
    engine = SimpleNamespace(engine=name, nodes=20, seconds=1.0)
    answer = {"seconds": 1.0, "against": {"agrees": True, "times_as_fast": 1.0}}

    shown = printed(lambda: perft._print(counted, answer, engine, divide=False))
    assert "same counts" in shown


@few
@given(hostile)
def test_puzzles_and_their_failures_are_shown(name):
    puzzle = only_moves.Puzzle(name, f"{START} 0 1", ("e2e4",))
    answers = [(puzzle, {"failure": name})]
    report = {**only_moves.summary(answers), "interrupted": False}
    report["answers"] = [only_move._as_json(puzzle, answer) for puzzle, answer in answers]

    assert "0 of 1" in printed(only_move._print_many, report, name)


@few
@given(hostile)
def test_the_claims_of_an_audit_are_shown(name):
    failure = {"fen": name, "kind": name, "claim": name, "engine": name}
    answer = {"failures": [failure], "kinds": {name: {"held": 0, "made": 1}}, "engine": name}
    answer |= {"positions": 1, "nodes": 1, "depth": 1, "tolerance": 50, "not_claimed": 0}

    assert "1 positions" in printed(audit._print, answer, name)


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_a_message_is_one_line(name, capsys):
    shared.talk(name)
    told = capsys.readouterr().err

    assert told.startswith("provebest: ")
    assert told.count("\n") == 1
    assert len(told) < 2100
    assert not is_obeyed(told)


COMMANDS = [
    ("annotate", "FILE", "-o", "out.pgn"),
    ("check", "FILE"),
    ("tree", "FILE"),
    ("tour", "FILE"),
    ("suite", "FILE"),
    ("only-move", "FILE.csv"),
    ("only-move", "FILE.epd"),
    ("match", "bstar", "alphabeta", "--openings", "FILE"),
    ("match", "uci:FILE", "bstar"),
    ("audit", "FILE", "--engine", "FILE"),
    ("perft", "startpos", "1", "--against", "FILE"),
    ("analyse", "FILE"),
    ("puzzle", "FILE"),
    ("FILE",),
    ("tree", "--FILE"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_bad_names_are_one_sentence_and_exit_code_2(run, command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in HOSTILE:
        code, told, said = run(*(word.replace("FILE", name) for word in command))

        assert code == 2
        assert said.startswith("provebest: ")
        assert said.count("\n") == 1
        assert len(said) < 2100
        if command[0] != "perft":
            assert told == ""


def test_a_bar_is_drawn_whatever_the_file_is_called(monkeypatch):
    stream = io.StringIO()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(shared.err, "_force_terminal", True)
    monkeypatch.setattr(shared.err, "is_interactive", True)
    monkeypatch.setattr(shared.err, "_file", stream)
    for name in HOSTILE:
        with shared.status_bar(name, 2, quiet=False) as show:
            show(1, name)
        with shared.progress_bar(name, quiet=False):
            pass
    drawn = re.sub(r"\x1b\[[?0-9;]*[a-zA-Z]", "", stream.getvalue()).replace("\r", "")

    assert "smile" in drawn
    assert not is_obeyed(drawn)


@pytest.mark.parametrize("name", ["[/b]", "\x1b[2K", "a\nholds", "x" * 10_000], ids=range(4))
def test_a_hostile_certificate_is_refused_in_one_line(run, tmp_path, name):
    record = sealed({name: name})
    whole = {"certificate": "provebest", "version": 1, "kind": "tour", "claim": record}
    file = tmp_path / "proof.json"
    for parts in ({**whole, name: 1}, {**whole, "kind": name}, {**whole, "claim": {name: 1}}):
        file.write_text(json.dumps({"world": record, "sources": [], "nodes": [], **parts}))

        code, told, said = run("check", file)
        assert (code, said) == (1, "")
        assert told.startswith("refused at $")
        assert told.count("\n") == 1


def test_names_in_a_pgn_and_in_an_epd_file_reach_the_terminal_as_text(run, tmp_path):
    evil = "\x1b[2K[/b][link=x]\u202e{x}"
    games, suite_file = tmp_path / "games.pgn", tmp_path / "suite.epd"
    games.write_text(f'[White "{evil}"]\n[Black "{evil}"]\n\n1. e4 e5 *\n')
    suite_file.write_text(f'{START} bm a3; id "{evil}";\n')

    code, told, _ = run("annotate", games, "-o", tmp_path / "out.pgn", "--nodes", "1")
    assert code == 0
    assert told.startswith("\\x1b[2K[/b][link=x]\\u202e{x} - \\x1b[2K")
    code, told, _ = run("suite", suite_file, "--nodes", "1")
    assert code == 0
    assert told.startswith("\\x1b[2K[/b][link=x]\\u202e{x}: ")
    code, told, _ = run("suite", suite_file, "--nodes", "1", "--json")
    assert json.loads(told)["positions"][0]["id"] == evil
