"""``--on``: which places there are, and what is said of others."""

import pytest

from provebest.vocabulary import BadInputError
from provebest.work.place import Place, choose_place, read_place


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("local", Place()),
        ("local:1", Place(1)),
        ("local:1024", Place(1024)),
        ("ray", Place(ray="auto")),
        ("ray://10.0.0.7:10001", Place(ray="ray://10.0.0.7:10001")),
        ("ray://head.example.org:10001", Place(ray="ray://head.example.org:10001")),
        ("ray://[::1]:10001", Place(ray="ray://[::1]:10001")),
    ],
)
def test_a_place_is_read_and_written_the_same(text, place):
    assert read_place(text) == place
    assert place.text == text


@pytest.mark.parametrize(
    "text",
    ["", "here", "local:", "local:x", "local:-1", "Ray", "ray:", "ray://", "ray://host",
     "ray://host:port", "ray://host:1 rm", "ray://a/b:1", "http://host:1", "local:2\n"],
)  # fmt: skip
def test_anything_else_is_refused_with_what_would_be_right(text):
    with pytest.raises(BadInputError, match="local:N, ray or ray://HOST:PORT"):
        read_place(text)


@pytest.mark.parametrize("number", [0, 1025, 999_999_999])
def test_an_impossible_number_of_processes_is_refused(number):
    with pytest.raises(BadInputError, match=f"from 1 to 1024; got {number}"):
        read_place(f"local:{number}")
    with pytest.raises(BadInputError, match=f"--workers.*got {number}"):
        choose_place(None, number)


def test_workers_is_short_for_local_processes():
    assert choose_place(None, 3) == read_place("local:3")
    assert choose_place("local:3", 1) == read_place("local:3")
    with pytest.raises(BadInputError, match="use one option"):
        choose_place("local:3", 2)


def test_local_without_a_number_uses_the_processors_of_this_machine():
    assert 1 <= read_place("local").processes <= 4096
    assert read_place("local:3").processes == 3
