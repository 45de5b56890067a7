"""What is hardly a file: noise, devices, holes, forged certificates. It is refused, and in time.

Damaged files of every kind are in ``test_readers``.
"""

import contextlib
import os
import random

import pytest
from certificates import made
from reader_law import Reader, fault_of
from readers_of_chess import CSV

import provebest as pb
from provebest.certificate.check import check
from provebest.certificate.sealing import SEAL, sealed
from provebest.cli.check import _read as read_certificate
from provebest.games import read_tree
from provebest.match.openings import read_openings
from provebest.problems import read_matrix
from provebest.suites.audit import positions
from provebest.suites.epd import read_suite
from provebest.suites.only_moves import read_puzzles

FORGERIES = 300
READERS = {
    "suite.epd": read_suite,
    "puzzles.csv": read_puzzles,
    "openings.pgn": read_openings,
    "openings.epd": read_openings,
    "audit.pgn": lambda file: positions(file, 1),
    "tree.json": read_tree,
    "matrix.txt": read_matrix,
    "proof.json": lambda file: check(read_certificate(file)),
}


NOISE = [b"", b"\x00" * 100_000, b"\xff" * 1000, b"[" * 200_000, b"\n" * 9]


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("data", NOISE, ids=range(len(NOISE)))
def test_noise_is_refused(name, data):
    def read(raw, folder):
        (folder / name).write_bytes(raw)
        READERS[name](folder / name)

    assert fault_of(Reader(name, list, read), data) == ("refused", None)


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/full", "PIPE", "FOLDER", "NONE"])
def test_what_is_not_a_file_is_refused_at_once(tmp_path, name, device):
    place = tmp_path / name
    if device == "PIPE":
        os.mkfifo(place)
    elif device == "FOLDER":
        place.mkdir()
    elif device != "NONE":
        place.symlink_to(device)

    with pytest.raises(pb.BadInputError, match="cannot read"):
        READERS[name](place)


@pytest.mark.parametrize("name", sorted(set(READERS) - {"puzzles.csv"}))
def test_a_file_that_is_too_large_is_refused_unread(tmp_path, name):
    with (tmp_path / name).open("wb") as file:
        file.truncate(10**12)  # a hole: it takes no room

    with pytest.raises(pb.BadInputError, match="is too large: more than 64 MB"):
        READERS[name](tmp_path / name)


def test_puzzles_are_read_one_by_one_and_a_line_has_a_bound(tmp_path):
    file = tmp_path / "puzzles.csv"
    file.write_text(CSV, encoding="utf-8")
    with file.open("ab") as more:
        more.truncate(10**12)

    assert len(read_puzzles(file, limit=2)) == 2
    with pytest.raises(pb.BadInputError, match="line 5 is too long: more than 1 MB"):
        read_puzzles(file)


@pytest.mark.parametrize("kind", ["a canonical tree", "a tour"])
def test_a_changed_certificate_with_new_seals_is_judged(kind):
    """Seals show accidents; whoever changes a file on purpose seals it again."""
    chance = random.Random(kind)
    values = [None, True, -1, 10**400, 1e308, float("inf"), "", "x", "1/0", "9" * 399, [], {}, [[]]]
    faults = {}
    for _ in range(FORGERIES):
        whole = made(kind)
        record = chance.choice([whole["claim"], whole["world"], *whole["sources"], *whole["nodes"]])
        name = chance.choice([*record, "other"])
        record[name] = chance.choice([*values, *record.values()])
        if isinstance(record[name], list):
            record[name] = record[name] * chance.randint(0, 2)
        with contextlib.suppress(ValueError):  # an infinity, which JSON does not have
            record.update(sealed({key: one for key, one in record.items() if key != SEAL}))
        try:
            verdict = check(whole)
            assert verdict.holds or verdict.place
        except Exception as error:  # noqa: BLE001 - that is what the law forbids
            faults.setdefault(f"{type(error).__name__}: {error!s:.100}", (name, record))
    assert not faults
