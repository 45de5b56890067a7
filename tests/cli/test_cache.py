"""``--cache``: the same answers with and without, for one job or many, in a file or a database."""

import json
import re
import signal
import time

import cached_jobs
import postgres_server
import pytest
from killing_engine import killing_engine
from postgres_server import SECRET
from ray_jobs import wait_for

from provebest.chess.probes.cache_place import Database, cache_place
from provebest.vocabulary import BadInputError
from provebest.work.caching import RunCache
from provebest.work.place import ONE_PROCESS, Place, read_place
from provebest.work.pool import run_jobs

STORED = "SELECT to_regclass('provebest_answers_2')"
SUITE = (
    'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id "scholar";\n'
    'rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - bm Qh4#; id "fool";\n'
    'r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - bm O-O; id "quiet";\n'
)
GAME = (
    '[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 Bc5 5. O-O d6 6. c3 O-O 7. Re1 a6 '
    "8. h3 h6 9. Nbd2 Ba7 10. Nf1 Re8 *\n"
)
SMALL = ("--control", "classic", "--nodes", 3000)
COMMANDS = {
    "suite": ("suite", "three.epd", "--expansions", 3, "--probe-depth", 2, *SMALL),
    "annotate": ("annotate", "game.pgn", "-o", "out.pgn", "--prober", "native", *SMALL),
    "audit": ("audit", "game.pgn", "--positions", 2, "--depth", 1, "--prober", "native", *SMALL),
}


@pytest.fixture(scope="module")
def server():
    pytest.importorskip("psycopg", reason="the extra `postgres` is not installed")
    with postgres_server.running() as running:
        yield running


@pytest.fixture
def words(tmp_path):
    (tmp_path / "three.epd").write_text(SUITE)
    (tmp_path / "game.pgn").write_text(GAME)
    judge = killing_engine(tmp_path, "no position has this")
    return COMMANDS | {"audit": (*COMMANDS["audit"], "--engine", judge)}


def without_times(told):
    if isinstance(told, dict):
        return {k: without_times(v) for k, v in told.items() if "second" not in k}
    return [without_times(each) for each in told] if isinstance(told, list) else told


@pytest.mark.parametrize("kind", ["file", "database"])
@pytest.mark.parametrize("command", COMMANDS)
def test_the_answer_is_the_same_and_a_second_run_makes_no_probe(
    request, provebest, words, tmp_path, command, kind
):
    cache = "kept" if kind == "file" else request.getfixturevalue("server").address()
    runs = []
    for more in ((), ("--cache", cache), ("--cache", cache, "--on", "local:2")):
        done = provebest(*words[command], "--json", "--quiet", *more)
        said = [line for line in done.stderr.splitlines() if "wrote " not in line]
        assert (done.returncode, said) == (0, [])
        runs.append(without_times(json.loads(done.stdout)))

        written = (file.read_bytes() for file in tmp_path.iterdir())
        assert not any(SECRET.encode() in each for each in (done.stdout.encode(), *written))

    plain, first, again = runs
    probes = first["cache"]["probes"]
    assert again.pop("cache") == {"probes": probes, "found": probes, "share": 1.0}
    assert first.pop("cache")["share"] < 1.0
    assert probes > 100
    assert plain == first == again
    assert not list(tmp_path.glob("kept-*")), "all is in one file"


def test_people_are_told_the_share_too(provebest, words):
    for share in ("0%", "100%"):
        done = provebest(*words["suite"], "--cache", "kept", "--quiet")
        told = rf"^[\d,]+ of [\d,]+ probes were in the cache \({share}\)\.$"
        assert re.search(told, done.stdout, re.MULTILINE)
    done = provebest("analyse", "startpos", "--control", "classic", "--expansions", 3,
                     "--prober", "native", "--cache", "kept", "--verbose", "--quiet")  # fmt: skip
    assert re.search(r"probes were in the cache \(\d+%\)\.$", done.stdout, re.MULTILINE)


@pytest.mark.parametrize("command", [*COMMANDS, "analyse"])
@pytest.mark.parametrize(
    ("cache", "sentence"),
    [
        ("mysql://me:pa55@host/db", "a probe cache cannot be at mysql://"),
        ("postgresql://me:pa55@ho st/db", "this is not the address of a probe cache"),
        ("postgresql://me:pa55@h/db\nprovebest: fine", "this is not the address of a probe cache"),
        ("postgresql://me:pa55@127.0.0.1:1/db", "/db cannot be used as a probe cache: "),
        (".", "cannot be used as a probe cache: it is a folder"),
        ("no/where", "cannot be used as a probe cache: "),
    ],
)
def test_what_cannot_be_a_cache_is_one_sentence(
    provebest, words, tmp_path, command, cache, sentence
):
    if cache.endswith(":1/db"):
        pytest.importorskip("psycopg", reason="the extra `postgres` is not installed")
    called = {**words, "analyse": ("analyse", "startpos", "--prober", "native")}[command]

    done = provebest(*called, "--cache", cache)

    assert (done.returncode, done.stdout) == (2, "")
    (said,) = (line for line in done.stderr.splitlines() if "made by provebest's own" not in line)
    assert said.startswith("provebest: ")
    assert sentence in said
    assert "pa55" not in said
    assert not (tmp_path / "out.pgn").exists()


def test_a_game_that_is_read_is_not_a_cache(provebest, words, tmp_path):
    done = provebest(*words["annotate"], "--cache", "game.pgn")

    assert done.returncode == 2
    assert "is the file that is read" in done.stderr
    assert (tmp_path / "game.pgn").read_text() == GAME


def test_a_search_without_probes_has_no_cache(provebest, words):
    done = provebest("suite", "three.epd", "--search", "alphabeta", "--cache", "kept")

    assert done.returncode == 2
    assert "--cache needs --search bstar" in done.stderr


@pytest.mark.parametrize("place", [ONE_PROCESS, Place(2)])
def test_a_server_that_dies_in_the_middle_costs_one_sentence(server, tmp_path, place):
    notes = []
    jobs = [(number, str(tmp_path)) for number in range(4)]
    with RunCache(Database(server.address()), place, notes.append) as cache:

        def stop_after_the_first(job, _result):
            if job[0] == 0:
                server.stop()
                (tmp_path / "gate").touch()

        try:
            made = run_jobs(
                cached_jobs.analysed,
                jobs,
                on=place,
                cache=cache,
                on_result=stop_after_the_first,
                store=tmp_path / "store",
            )
        finally:
            server.start()

    assert made == [cached_jobs.analysed(job) for job in jobs]
    (note,) = notes
    assert note.startswith(f"the probe cache postgresql://127.0.0.1:{server.port}/postgres cannot")
    assert note.endswith("; the analysis went on without it")
    assert not re.search(rf"{SECRET}|postgresql:", (tmp_path / "store").read_text())


@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c_ends_an_analysis_whose_server_is_frozen(server, start, times):
    psycopg = pytest.importorskip("psycopg")
    with psycopg.connect(server.address(), autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS provebest_answers_2")
        process = start("analyse", "startpos", "--control", "classic", "--prober", "native",
                        "--quiet", "--cache", server.address())  # fmt: skip
        wait_for(lambda: connection.execute(STORED).fetchone()[0], "the cache is open")
    with server.frozen():
        for _ in range(times):
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)

    assert process.returncode == 130


def test_on_another_cluster_a_file_needs_its_whole_path():
    with pytest.raises(BadInputError, match="name the file on the cluster's head with its whole"):
        RunCache(cache_place("kept"), read_place("ray://192.0.2.2:10001"), print)
