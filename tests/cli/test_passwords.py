"""A password that a command is given is not printed, however it was mistyped."""

import io
import sys
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from provebest.cli.entry import main
from provebest.vocabulary import passwords

HERE = "127.0.0.1:1/db"
ADDRESSES = (
    "postgresql://me:{}@" + HERE,
    "POSTGRESQL://me:{}@" + HERE,
    "postgresql:/me:{}@" + HERE,
    "postgresql:me:{}@" + HERE,
    "postgresql//me:{}@" + HERE,
    "postgresql;//me:{}@" + HERE,
    "postgres//me:{}@" + HERE,
    "postgersql://me;{}@" + HERE,
    "postgresql://me {}@" + HERE,
    "me:{}@" + HERE,
    "postgresql://me:{}/db",
    "postgresql:me:{}",
    "postgresql://:{}@" + HERE,
    "mysql://me:{}@" + HERE,
    "postgresql://127.0.0.1:1/db?user=me&password={}",
    "postgresql://127.0.0.1:1/db?user=me&pasword={}&x=y",
    "host=127.0.0.1 port=1 password={} dbname=db",
    "host=127.0.0.1 port=1 PASSWORD = {}",
    "host=127.0.0.1 port=1 password='{}' dbname=db",
    "PGPASSWORD={}",
)
WORDS = (
    ("analyse", "startpos", "--nodes", "1", "--cache", "{}"),
    ("analyse", "startpos", "--nodes", "1", "--cache={}"),
    ("analyse", "startpos", "--cache", "{}", "--nodess", "1"),
    ("analyse", "startpos", "--cache", "{}", "--nodes", "many", "--json"),
    ("analyse", "startpos", "--cach", "{}"),
    ("analyse", "startpos", "--nodes", "{}"),
    ("analyse", "startpos", "{}"),
    ("analyse", "{}"),
    ("analyse", "startpos", "--prober", "{}"),
    ("analyse", "startpos", "--nodes", "1", "--save", "{}/x"),
    ("suite", "none.epd", "--cache", "{}", "--on", "{}"),
    ("suite", "{}", "--json"),
    ("{}",),
    ("puzzle", "{}"),
    ("check", "{}"),
)
LETTERS = st.characters(exclude_characters="\0", exclude_categories=["Cs"])
SECRETS = st.text(st.one_of(LETTERS, st.sampled_from(":/@'\"\\%&?= $#")), min_size=6, max_size=30)


@pytest.fixture(scope="module", autouse=True)
def elsewhere(tmp_path_factory):
    """Nothing that these tests type is written here, or stays secret."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("typed"))
        patch.setattr(passwords, "_passwords", passwords._Passwords())
        yield


def printed_by(*words):
    """Everything that the command prints, run in this process."""
    with pytest.MonkeyPatch.context() as patch:
        files = [io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in "12"]
        patch.setattr(passwords, "_passwords", passwords._Passwords())
        patch.setattr(sys, "argv", ["provebest", *words])
        patch.setattr(sys, "stdout", files[0])
        patch.setattr(sys, "stderr", files[1])
        with pytest.raises(SystemExit):
            main()
        return "".join(file.buffer.getvalue().decode() for file in files)


def could_be_typed(address, secret):
    """Whether this is one password there: an @, a space or a quote would end it."""
    if "@" not in address and "pas" not in address.lower() and "@" in secret:
        return False
    if "'" in address:
        return "'" not in secret and "\\" not in secret
    if "pas" in address.lower():
        return not any(sign.isspace() or sign in "'\"" for sign in secret)
    return True


def encoded(secret):
    return quote(secret, safe="")


@given(SECRETS, st.sampled_from(ADDRESSES), st.sampled_from(WORDS), st.sampled_from([str, encoded]))
@example("hunter2", ADDRESSES[0], WORDS[2], str)
@example("123456", ADDRESSES[2], WORDS[0], str)
@example("position", ADDRESSES[0], WORDS[3], str)
@example("pa55word", ADDRESSES[-1], WORDS[0], str)
@example("pa55word", ADDRESSES[-4], WORDS[0], str)
def test_no_command_prints_it(secret, address, words, spelling):
    as_typed = spelling(secret)
    assume(could_be_typed(address, as_typed))

    def told(password):
        return printed_by(*(word.replace("{}", address.format(password)) for word in words))

    told_of_it = told(as_typed)

    assert told_of_it, "it says what is wrong"
    assert not list(Path().iterdir()), "no file has it in its name"
    for shown in (secret, as_typed, repr(secret)[1:-1], repr(as_typed)[1:-1]):
        # The words around it may happen to contain it.
        assert shown not in told_of_it or shown in told("zq1Zq2Zq3")


@pytest.mark.parametrize("name", passwords.VARIABLES)
def test_one_in_the_environment_is_not_printed_either(monkeypatch, name):
    monkeypatch.setenv(name, "open sesame")

    assert "--nodes '***')" in printed_by("analyse", "startpos", "--nodes", "open sesame")


def test_a_plain_address_is_shown_as_it_is():
    told = printed_by("analyse", "startpos", "--cache", "postgresql://me@[::1]:1/db", "--bogus")

    assert "--cache 'postgresql://me@[::1]:1/db' --bogus" in told
