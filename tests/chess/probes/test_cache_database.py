"""A cache in a real PostgreSQL: the answers of one, whatever happens to the server."""

import re
import socket
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import postgres_server
import pytest
from postgres_server import SECRET
from ray_jobs import wait_for as wait_until

from provebest.chess import analyse
from provebest.chess.probes.cache import CachedProber, CacheUse, ProbeCache
from provebest.chess.probes.cache_file import CacheFailedError
from provebest.chess.probes.cache_home import open_home
from provebest.chess.probes.cache_place import Database, cache_place
from provebest.chess.probes.native import NativeProber
from provebest.chess.probes.prober import Probe
from provebest.games.chess import read_position
from provebest.vocabulary import BadInputError

psycopg = pytest.importorskip("psycopg", reason="the extra `postgres` is not installed")

from provebest.chess.probes.cache_database import CacheDatabase  # noqa: E402 - needs psycopg

LETS_IN = b"R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I"
"""AuthenticationOk and ReadyForQuery, in the protocol of PostgreSQL."""

START = read_position()
PROBES = [Probe(move=move, depth=2) for move in START.legal_moves()]
PROBES += [Probe(move=move, hope=True, depth=1) for move in START.legal_moves()]
TRUTH = NativeProber().batch(START, PROBES)
SETTINGS = {"control": "classic", "expansions": 6, "probe_depth": 1, "prober": "native"}


@pytest.fixture(scope="module")
def server():
    with postgres_server.running() as running:
        yield running


@pytest.fixture
def place(server):
    """A database of its own for every test."""
    with psycopg.connect(server.address(), autocommit=True) as connection:
        (number,) = connection.execute("SELECT count(*) FROM pg_database").fetchone()
        connection.execute(f"CREATE DATABASE tried{number}")
    return Database(server.address(f"tried{number}"))


def prober_at(place):
    return CachedProber(NativeProber(), ProbeCache(place))


def change(place, statement, *values):
    with psycopg.connect(place.address, autocommit=True) as connection:
        connection.execute(statement, values or None)


def test_a_second_machine_asks_nothing_and_says_the_same(place):
    first, second = prober_at(place), prober_at(place)

    assert first.batch(START, PROBES) == TRUTH == second.batch(START, PROBES)
    assert (first.asked, first.found) == (40, 0)
    assert (second.asked, second.found) == (0, 40)
    assert first.failure is None is second.failure


def test_another_depth_is_another_question(place):
    prober_at(place).batch(START, [Probe(move="e2e4", depth=2)])
    other = prober_at(place)
    other.batch(START, [Probe(move="e2e4", depth=3)])

    assert other.found == 0


@pytest.mark.parametrize(
    "row", ["", "[1]", '["answered", 12, ["a1a8"], 1, 20, null]', "x" * (10**6 + 1)]
)
def test_a_row_that_cannot_be_an_answer_counts_as_missing_and_is_replaced(place, row):
    prober_at(place).batch(START, PROBES)
    change(place, "UPDATE provebest_answers_2 SET answer = %s", row)
    damaged, mended = prober_at(place), prober_at(place)

    assert damaged.batch(START, PROBES) == TRUTH == mended.batch(START, PROBES)
    assert (damaged.found, mended.found) == (0, 40)


def test_many_write_the_same_rows_at_once_in_any_order(place):
    rows = [(f"question {n}", str(n)) for n in range(300)]

    def write(turn):
        home = open_home(place)
        for _ in range(5):
            home.write(rows if turn % 2 else rows[::-1])
        home.close()

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(write, range(6)))

    home = open_home(place)
    found = home.read([question for question, _ in rows])
    home.close()
    assert found == [str(n).encode() for n in range(300)]


def test_the_same_question_twice_in_a_batch_is_stored_once(place):
    home = open_home(place)
    home.write([("q", "one"), ("q", "two")])

    assert home.read(["q", "r", "q"]) == [b"two", None, b"two"]
    home.close()
    with pytest.raises(CacheFailedError, match="closed"):
        home.read(["q"])


def test_an_analysis_is_the_same_with_and_without_and_says_the_share(place):
    plain = analyse(**SETTINGS)
    first, again = (analyse(cache=place.address, **SETTINGS) for _ in range(2))

    assert (first.result, first.argument) == (plain.result, plain.argument)
    assert (again.result, again.argument) == (plain.result, plain.argument)
    assert plain.cache is None
    assert first.cache.probes == again.cache.probes == again.cache.found > 100
    assert again.cache.share == 1.0 > first.cache.share
    assert first.notes == again.notes == ()


def test_a_server_that_dies_in_the_middle_is_one_sentence_beside_the_same_answer(server, place):
    plain = analyse(**SETTINGS)
    stopped = []

    def kill_once(_event):
        if not stopped:
            stopped.append(True)
            server.stop()

    try:
        found = analyse(cache=place.address, on_event=kill_once, **SETTINGS)
    finally:
        server.start()

    assert (found.result, found.argument) == (plain.result, plain.argument)
    (note,) = found.notes
    name = f"postgresql://127.0.0.1:{server.port}/tried"
    assert note.startswith(f"the probe cache {name}")
    assert note.endswith("; the analysis went on without it")
    assert SECRET not in note
    assert "\n" not in note


def impatient(at):
    return CacheDatabase(at, patience=0.3)


def test_a_server_that_freezes_in_the_middle_costs_one_sentence(server, place):
    frozen = CachedProber(NativeProber(), ProbeCache(place, impatient))
    before = threading.active_count()
    with server.frozen():
        assert frozen.batch(START, PROBES) == TRUTH
        assert frozen.batch(START, PROBES) == TRUTH
        wait_until(lambda: threading.active_count() == before, "the thread that waited ends")

    assert frozen.failure == (
        f"the probe cache {place} cannot be used: the server did not answer within 0.3 seconds; "
        "the analysis went on without it"
    )


@pytest.mark.parametrize("greeting", [b"", LETS_IN])
def test_a_server_that_answers_nothing_or_no_question_is_refused(greeting):
    """It is not asked for ever: whether it freezes before or after it lets us in."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=greet, args=(listening, greeting), daemon=True).start()
        address = f"postgresql://me@127.0.0.1:{listening.getsockname()[1]}/db?sslmode=disable"
        with pytest.raises(BadInputError, match=r"the server did not answer within 0\.6 seconds"):
            impatient(Database(address + "&gssencmode=disable"))


def greet(listening, greeting):
    """Takes one connection, says what it has to say, and never another word."""
    taken, _ = listening.accept()
    with taken:
        taken.recv(1000)
        taken.sendall(greeting)
        while taken.recv(1000):
            pass


def test_what_was_stored_is_there_when_the_server_is_back(server, place):
    prober_at(place).batch(START, PROBES)
    server.stop()
    server.start()
    again = prober_at(place)

    assert again.batch(START, PROBES) == TRUTH
    assert again.found == 40


def test_a_server_that_does_not_let_us_in_is_one_sentence_without_the_password(server, place):
    change(place, "CREATE ROLE guest LOGIN PASSWORD 'gue5t'")
    wrong = {
        server.address("postgres", "wr0ng"): "password authentication failed",
        server.address("nowhere"): 'database "nowhere" does not exist',
        server.address().replace(str(server.port), "1"): "refused",
        server.address(place.name.rpartition("/")[2], "gue5t", "guest"): "permission denied",
        server.address() + "?sslmode=wr0ng": "sslmode",
    }
    for address, cause in wrong.items():
        with pytest.raises(BadInputError) as error:
            analyse(cache=address, **SETTINGS)
        told = str(error.value)
        assert re.match(r"postgresql://127.0.0.1:\d+/\w+ cannot be used as a probe cache: ", told)
        assert cause in told
        assert not re.search(r"a5ecret|wr0ng@|gue5t|\n", told)


def test_a_guest_uses_the_table_that_the_owner_has_made(server, place):
    prober_at(place).batch(START, PROBES)
    change(place, "CREATE ROLE reader LOGIN PASSWORD 'gue5t'")
    change(place, "GRANT SELECT, INSERT, UPDATE ON provebest_answers_2 TO reader")
    database = place.name.rpartition("/")[2]
    guest = prober_at(Database(server.address(database, "gue5t", "reader")))

    assert guest.batch(START, PROBES) == TRUTH
    assert (guest.found, guest.failure) == (40, None)


def test_a_table_of_another_kind_is_refused_and_not_changed(place):
    change(place, "CREATE TABLE provebest_answers_2 (number int)")

    with pytest.raises(BadInputError, match="cannot be used as a probe cache: column"):
        ProbeCache(place)


def test_without_the_driver_one_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "provebest.chess.probes.cache_database", raising=False)

    with pytest.raises(BadInputError, match=r"needs psycopg: pip install 'provebest\[postgres\]'"):
        analyse(cache="postgresql://localhost/x", **SETTINGS)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://me:pa55@ho st/db",
        "postgresql://me:pa55@host\n/db",
        "postgresql://me:pa55@host/db\nprovebest: all is well",
        "postgresql://me:pa55",
        "postgresql://me:pa55/word@host/db",
        "postgres://me:pa55#@host/db",
        "postgresql://me:pa55@host/db?x=\x1b[2K",
        "mysql://me:pa55@host/db",
        "mysql\x1b://me:pa55@host/db",
    ],
)
def test_an_address_that_cannot_be_one_is_not_quoted(address):
    if "\x1b:" in address:  # not an address at all
        assert "\x1b" in str(cache_place(address))
        return
    with pytest.raises(BadInputError) as error:
        cache_place(address)
    assert "pa55" not in str(error.value)
    assert "\n" not in str(error.value)
    assert "postgresql://USER@HOST/DATABASE" in str(error.value)


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("postgresql://me:pa55@host/db", "postgresql://host/db"),
        ("postgres://host:5432", "postgresql://host:5432/"),
        ("postgresql:///db?host=/run/postgresql&password=pa55", "postgresql:///db"),
        ("postgresql://[::1]:5432/db", "postgresql://[::1]:5432/db"),
    ],
)
def test_only_the_host_and_the_database_are_shown(address, name):
    place = cache_place(address)

    assert str(place) == name
    assert "pa55" not in repr(place)


def test_the_share_of_hits_in_words():
    assert str(CacheUse(1200, 900)) == "900 of 1,200 probes were in the cache (75%)"
    assert CacheUse().as_json() == {"probes": 0, "found": 0, "share": 0.0}
