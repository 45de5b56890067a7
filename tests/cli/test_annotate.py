"""``provebest annotate``: what PGN readers see, the page, and runs that go on where they were."""

import io
import json
import re
import signal
import sys
import time

import chess.pgn
import pytest

from provebest.cli import annotation_jobs
from provebest.cli.main import main
from provebest.work.pool import run_jobs

BLUNDER = """[Event "A <b>casual</b> game"]
[White "Black & White"]
[Black "?"]
[Result "1-0"]

1. e4 e5 2. Qh5 {early} Ke7 3. Qxe5# 1-0
"""
LONGER = """[Event "x"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# *
"""
SHORT = ("-o", "out.pgn", "--book-moves", "0", "--nodes", "5000")


@pytest.fixture
def game(tmp_path):
    (tmp_path / "game.pgn").write_text(BLUNDER, encoding="utf-8")
    (tmp_path / "longer.pgn").write_text(LONGER, encoding="utf-8")
    return tmp_path


def answered(provebest, *words):
    """Exit code and object; the file that is written is said on stderr."""
    done = provebest(*words, "--json")
    assert done.stderr == "provebest: wrote out.pgn\n"
    return done.returncode, json.loads(done.stdout)


def annotated(folder):
    return chess.pgn.read_game(io.StringIO((folder / "out.pgn").read_text("utf-8")))


def test_a_blunder_gets_its_glyph_its_reason_and_what_was_better(provebest, game):
    done = provebest("annotate", "game.pgn", *SHORT, "--html", "out.html")

    assert done.returncode == 0
    assert done.stderr == "provebest: wrote out.pgn\nprovebest: wrote out.html\n"
    nodes = list(annotated(game).mainline())
    fatal = nodes[3]
    assert fatal.move == chess.Move.from_uci("e8e7")
    assert chess.pgn.NAG_BLUNDER in fatal.nags
    assert "A blunder: Black is mated in 1." in fatal.comment
    better = re.search(r"2\.\.\.(\S+)\sis\sbetter", fatal.comment)[1]
    others = [node.san() for node in fatal.parent.variations[1:]]
    assert others.count(better) == 1, "the better move as a variation"
    assert fatal.eval().white().mate() == 1
    assert "early" in nodes[2].comment, "what stood there stays"
    assert "A blunder" in done.stdout


def test_the_page_of_a_game_is_escaped_and_links_to_its_boards(provebest, game):
    provebest("annotate", "game.pgn", *SHORT, "--html", "out.html")
    page = (game / "out.html").read_text("utf-8")

    assert "A &lt;b&gt;casual&lt;/b&gt; game" in page
    assert "Black &amp; White" in page
    assert page.count("<script") == 2, "the data of the board, and the script that moves it"
    assert 'href="#game1ply3"' in page
    assert 'id="game1ply3"' in page
    assert "The board: " in page


def test_counted_nodes_give_the_same_notes_twice(provebest, game):
    words = ("annotate", "longer.pgn", *SHORT, "--nodes", "20000")
    told = []
    for _ in range(2):
        code, one = answered(provebest, *words)
        told.append((one, (game / "out.pgn").read_text("utf-8")))
        assert code == 0
        assert one["complete"]

    assert told[0] == told[1]
    (only,) = told[0][0]["games"]
    assert only["moves_judged"] == len(only["moves"]) == 14
    assert {note["verdict"] for note in only["notes"]} >= {"blunder"}


def test_json_has_a_row_for_each_move_and_a_summary(provebest, game):
    _, told = answered(provebest, "annotate", "game.pgn", *SHORT)
    (only,) = told["games"]
    fatal = only["moves"][3]

    assert [move["ply"] for move in only["moves"]] == [0, 1, 2, 3, 4]
    assert set(fatal) == {"ply", "san", "mark", "only", "value", "better", "loss"}
    assert (fatal["san"], fatal["mark"]) == ("Ke7", "??")
    assert fatal["value"] > 30_000, "White mates"
    assert fatal["better"] is not None
    assert only["moves"][0]["mark"] is None
    summary = only["summary"]
    assert (summary["eco"], summary["opening"]) == ("C20", "Wayward Queen Attack")
    assert summary["black"]["blunders"] == 1
    assert summary["turning_point"]["text"] == "2...Ke7??"
    assert annotated(game).headers["Opening"] == "Wayward Queen Attack"
    assert "The turning point: 2...Ke7??" in " ".join(annotated(game).comment.split())


def test_moves_of_the_book_are_skipped_in_games_from_the_usual_start(provebest, game):
    _, told = answered(provebest, "annotate", "longer.pgn", *SHORT[:2], "--nodes", "3000",
                       "--book-moves", "5")  # fmt: skip

    assert told["moves"] == 4
    assert told["games"][0]["notes"][0]["ply"] == 10


def test_a_game_from_another_position_has_no_book(provebest, game):
    (game / "set.pgn").write_text(
        '[FEN "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"]\n[SetUp "1"]\n\n1. Rd8# *\n', "utf-8"
    )
    _, told = answered(provebest, "annotate", "set.pgn", *SHORT[:2], "--nodes", "3000")

    (note,) = told["games"][0]["notes"]
    assert (note["played"], note["verdict"]) == ("d1d8", "best")


def test_an_interrupted_run_goes_on_where_it_was(provebest, start, game):
    words = ("annotate", "longer.pgn", "-o", "out.pgn", "--book-moves", "0", "--nodes", "240000",
             "--json")  # fmt: skip
    part = game / "out.pgn.part"
    process = start(*words)
    while not part.exists() or part.read_text("utf-8").count("\n") < 2:
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)

    assert process.returncode == 130
    assert "run the same command to continue" in stderr
    first = json.loads(stdout)
    assert 1 <= first["moves"] < first["moves_asked"] == 14
    assert len(list(annotated(game).mainline())) == 14, "the whole game, as far as it was annotated"
    kept = part.read_text("utf-8").splitlines()
    assert len(kept) == 1 + first["moves"]

    # What is kept is not made again: a value that no search would give is still there.
    row = json.loads(kept[1])
    row["result"]["second_value"] = 123456.0
    rows = [kept[0], json.dumps(row), *kept[2:], '{"job": ["cut o']
    part.write_text("\n".join(rows), "utf-8")
    code, told = answered(provebest, *words[:-1])
    assert code == 0
    assert told["complete"]
    assert told["games"][0]["notes"][0]["second_value"] == 123456.0
    assert not part.exists()


def test_games_that_an_interrupted_run_did_not_reach_are_counted_in_one_line(
    monkeypatch, capsys, game
):
    """In this process, so that the interruption always comes after the first two moves."""

    def interrupted_jobs(work, jobs, **means):
        run_jobs(work, jobs[:2], **means)
        raise KeyboardInterrupt

    (game / "many.pgn").write_text(f"{LONGER}\n1. d4 d5 *\n\n1. c4 c5 *\n", "utf-8")
    monkeypatch.chdir(game)
    monkeypatch.setattr(annotation_jobs, "run_jobs", interrupted_jobs)
    monkeypatch.setattr(sys, "argv", ["provebest", "annotate", "many.pgn", *SHORT])

    with pytest.raises(SystemExit) as end:
        main()

    told = capsys.readouterr().out
    assert end.value.code == 130
    assert "2 games were not reached." in told.splitlines()
    assert told.count("? - ?") == 1
    assert "judged" not in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("missing.pgn", "-o", "out.pgn"), "missing.pgn"),
        (("empty.pgn", "-o", "out.pgn"), "no PGN games"),
        (("game.pgn", "-o", "no/out.pgn"), "no/out.pgn"),
        (("game.pgn", "-o", "out.pgn", "--game", "2"), "1 games"),
        (("game.pgn", "-o", "out.pgn", "--control", "wild"), "wild"),
        (("game.pgn", "-o", "out.pgn", "--prober", "uci:no-such-engine"), "no-such-engine"),
        (("game.pgn",), "output"),
    ],
)
def test_bad_input_is_one_sentence(monkeypatch, capsys, game, words, said):
    """In this process: nothing is searched, so the command need not have one of its own."""
    (game / "empty.pgn").write_text("\n", encoding="utf-8")
    monkeypatch.chdir(game)
    monkeypatch.setattr(sys, "argv", ["provebest", "annotate", *words])

    with pytest.raises(SystemExit) as end:
        main()

    told = capsys.readouterr()
    assert (end.value.code, told.out) == (2, "")
    assert said in told.err
    assert len(told.err.splitlines()) == 1


def test_a_game_with_a_move_that_is_none_is_named(provebest, game):
    broken = "1. e4 e5 2. Qh5 Ke7 3. Kxe7 *\n"
    (game / "broken.pgn").write_text(f"{broken}\n{BLUNDER}", encoding="utf-8")
    done = provebest("annotate", "broken.pgn", *SHORT)

    assert done.returncode == 1
    assert "game 1 (? - ?) is skipped: 3.Kxe7 is not legal" in done.stderr
    assert annotated(game).headers["White"] == "Black & White"
    assert len(list(annotated(game).mainline())) == 5
