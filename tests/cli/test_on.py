"""``--on``: where the jobs of a command run, and what happens if a worker is killed there."""

import json
import os

import pytest
from killing_engine import killing_engine

from provebest.chess.explain.annotating import AnalyseMove, Means
from provebest.chess.explain.confirming import ConfirmMove
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.cli import annotation_jobs
from provebest.cli.annotation_jobs import AnnotationJobs
from provebest.games.chess import START
from provebest.vocabulary import BadInputError
from provebest.work import on_ray
from provebest.work.place import ONE_PROCESS, read_place

SUITE = (
    '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "back rank";\n'
    '7k/6pp/8/8/8/8/5PPP/4R1K1 w - - bm Re8#; id "corner";\n'
    'rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - bm Qh4#; id "fool";\n'
)
GAME = '[Result "*"]\n\n1. f3 e5 2. g4 Qh4# *\n'
COMMANDS = {
    "annotate": ("games.pgn", "-o", "out.pgn"),
    "audit": ("games.pgn", "--engine", "true", "--positions", "1"),
    "match": ("bstar", "alphabeta", "--games", "2"),
    "only-move": ("mates.epd",),
    "reproduce": ("palay",),
    "suite": ("mates.epd",),
}


@pytest.fixture
def files(tmp_path):
    (tmp_path / "mates.epd").write_text(SUITE)
    (tmp_path / "games.pgn").write_text(GAME)
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_a_place_that_does_not_exist_is_one_sentence(provebest, files, command):
    done = provebest(command, *COMMANDS[command], "--on", "the moon")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [
        "provebest: --on must be local, local:N, ray or ray://HOST:PORT; got 'the moon'"
    ]


def test_ray_that_is_not_installed_is_one_sentence_that_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(on_ray, "find_spec", lambda _: None)

    with pytest.raises(BadInputError, match=r"needs Ray: pip install 'provebest\[ray\]'"):
        read_place("ray").crew(1)


def test_local_processes_give_the_same_answer(answer, files):
    words = ("only-move", "mates.epd", "--nodes", 2000)

    alone = answer(*words)

    assert alone == answer(*words, "--on", "local:2") == answer(*words, "--workers", 3)
    assert alone[1]["agree"] == 3


@pytest.mark.parametrize("place", ["local:1", "local:3"])
def test_a_position_that_kills_its_workers_is_named_and_the_rest_is_finished(
    provebest, files, place
):
    engine = killing_engine(files, "7k/6pp")
    words = ("only-move", "mates.epd", "--prober", f"uci:{engine}", "--nodes", 500, "--on", place)

    done = provebest(*words, "--json")

    assert done.returncode == 1
    told = json.loads(done.stdout)
    assert [one["id"] for one in told["answers"]] == ["back rank", "fool"]
    assert not told["interrupted"]
    (sentence,) = done.stderr.splitlines()
    assert sentence == (
        "provebest: corner ended its worker 3 times and was set aside (a worker process ended: "
        "signal 9)"
    )


def test_a_suite_names_the_position_that_was_set_aside(provebest, files):
    engine = killing_engine(files, "7k/6pp")
    words = ("suite", "mates.epd", "--prober", f"uci:{engine}", "--nodes", 500, "--on", "local:2")

    done = provebest(*words, "--json")

    assert done.returncode == 1
    told = json.loads(done.stdout)
    assert (told["total"], told["interrupted"]) == (2, False)
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith("provebest: corner ended its worker 3 times and was set aside")


def test_a_game_is_annotated_but_for_the_move_that_was_set_aside(provebest, files):
    engine = killing_engine(files, "PPPPP2P/RNBQKBNR b")
    words = ("annotate", "games.pgn", "-o", "out.pgn", "--book-moves", 0, "--nodes", 500,
             "--prober", f"uci:{engine}", "--on", "local:2", "--json")  # fmt: skip

    done = provebest(*words)

    assert done.returncode == 1
    assert "the move 2...Qh4# of a game ended its worker 3 times" in done.stderr
    assert "run the same command to try again" in done.stderr
    judged = json.loads(done.stdout)["games"][0]["moves_judged"]
    assert 1 <= judged == 4 - done.stderr.count("was set aside")
    assert (files / "out.pgn.part").exists()
    assert (files / "out.pgn").exists()


def end_worker(_task):
    os._exit(1)


def test_a_confirmation_that_was_set_aside_is_named_by_its_move(tmp_path, capsys, monkeypatch):
    means = Means("modern", "native", "", 1, seconds=None, nodes=100)
    move = AnalyseMove(START, chess960=False, moves=("e2e4", "e7e5"), means=means)
    jobs = AnnotationJobs(tmp_path / "s", ONE_PROCESS, ProberChoice(), name="x", quiet=True)
    monkeypatch.setattr(annotation_jobs, "do_job", end_worker)

    assert jobs.search([ConfirmMove(move, "c7c5", only=False)]) == [None]
    assert jobs.aside == 1
    assert "provebest: the move 1...e5 of a game ended its worker" in capsys.readouterr().err


CLASSIC = ("analyse", "startpos", "--control", "classic", "--expansions", 8, "--probe-depth", 2)


@pytest.mark.parametrize("more", [(), ("--cache", "kept")])
@pytest.mark.parametrize("prober", ["native", "engine"])
def test_the_probes_of_one_analysis_are_the_same_everywhere(answer, files, prober, more):
    if prober == "engine":
        prober = f"uci:{killing_engine(files, 'no position has this')}"
    words = (*CLASSIC, "--prober", prober)
    code, alone = answer(*words, "--workers", 1)
    for place in ("local:1", "local:2"):
        found = answer(*words, "--on", place, *more)
        workers = found[1].pop("workers")
        kept = found[1].pop("cache")
        assert workers["workers"] == int(place[-1])
        assert (kept is None) == (not more)
        assert found == (code, {k: alone[k] for k in alone if k not in {"workers", "cache"}})
    assert not list(files.glob("kept-*")), "all is in one file"


def test_a_probe_that_ends_its_worker_ends_the_analysis_with_what_is_known(provebest, files):
    engine = killing_engine(files, "PPPP1PPP/RNBQKBNR b")
    done = provebest(*CLASSIC, "--prober", f"uci:{engine}", "--on", "local:2", "--json")

    assert (done.returncode, done.stdout) == (2, "")
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith("provebest: a probe ended its worker 3 times (a worker process")


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (("--on", "the moon"), "--on must be local"),
        (("--on", "local:2", "--workers", 2), "use it or --on, not both"),
        (("--on", "local:2", "--control", "modern"), "use --control classic"),
        (("--on", "ray://192.0.2.2:10001", "--cache", "kept"), "use a database"),
    ],
)
def test_what_cannot_be_shared_out_is_one_sentence(provebest, more, sentence):
    words = [*CLASSIC[:2], *CLASSIC[4:]] if "modern" in more else CLASSIC
    done = provebest(*words, "--prober", "native", *more)

    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1
