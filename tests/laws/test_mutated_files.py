"""The law of readers: for any bytes a value or a ProvebestError, within bounds; nothing else.

Each reader gets mutants of valid files: bytes changed, cut, doubled and spliced, and numbers,
lengths and names that are wrong. ``MUTANTS`` of them, always the same; more by
``PROVEBEST_MUTANTS=10000 pytest tests/laws/test_mutated_files.py``.
"""

import contextlib
import json
import os
import random

import pytest

import provebest as pb
from provebest.certificate.certify_intervals import certify_intervals
from provebest.certificate.certify_tours import certify_tour
from provebest.certificate.check import check
from provebest.certificate.sealing import SEAL, sealed
from provebest.cli.check import _read as read_certificate
from provebest.games import CanonicalTree, read_tree
from provebest.match.openings import read_openings
from provebest.problems import Tours, read_matrix
from provebest.search import find_path_within
from provebest.search.intervals import interval_search
from provebest.suites.audit import positions
from provebest.suites.epd import read_suite
from provebest.suites.only_moves import read_puzzles
from provebest.vocabulary import run

MUTANTS = int(os.environ.get("PROVEBEST_MUTANTS", "300"))

EPD = b"""\
2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001"; acd 12; ce +31;
# a remark
8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - am Rxb2; pv Rxb2 Rxb2 c3; c0 "Rxb2=10, c3=2"; hmvc 3;
r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - bm Qxh7+; c8 "10 3"; c9 "Qxh7+ hxg6";
"""
CSV = b"""\
PuzzleId,FEN,Moves,Rating
00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,1760
"00,sJ9",r3r1k1/p4ppp/2p2n2/1p6/3P1qb1/2NQR3/PPB2PP1/R1B3K1 w - - 5 18,e3g3 e8e1 g1h2 e1c1,2671
"""
PGN = b"""\
[Event "a"]
[Result "1-0"]

1. e4 e5 2. Nf3 {a remark [%eval 0.3]} Nc6 (2... d6 $1 3. d4) 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7
6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 1-0

[FEN "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"]
[SetUp "1"]

1. e4 $14 Kd7 ; a remark
2. O-O 1/2-1/2
"""
FENS = b"""\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3
4k3/8/8/8/8/8/4P3/4K2R w K - id "an ending";
"""
TREE = b'[[3, {"bounds": [0, 9], "turn": "MIN", "children": [5, [4.5, -1e3]]}], [[1], 2]]'
MATRIX = b"# towns\n4 12\n0 3 4.5 2\n3 0 1 7\n4,5,0,1\n2;7;1;0\n"
TSPLIB = b"""\
NAME: x
TYPE: TSP (a remark)
DIMENSION: 4
EDGE_WEIGHT_TYPE: GEO
NODE_COORD_SECTION
1 38.24 20.42
2 39.57 26.15
3 40.56 25.32
4 1e1 -3
EOF
"""
WEIGHTS = b"""\
TYPE : TSP
DIMENSION : 4
EDGE_WEIGHT_TYPE : EXPLICIT
EDGE_WEIGHT_FORMAT : UPPER_ROW
EDGE_WEIGHT_SECTION
1 2 3
4 5
6
"""
WORDS = (
    b"\x00", b"\xff", b"\xef\xbb\xbf", b"\r", b"\n", b'"', b"[", b"]", b"{", b"}", b",", b";", b"-",
    b"1e999", b"-1", b"NaN", b"Infinity", b"9" * 30, b"9" * 5000, b"[" * 5000, b"null", b"true",
    b"--", b"0000", b"e1e8", b"\xf0\x9f\x98\x80", b"\x1b[2K", b"(" * 2000, b"$" + b"1" * 5000,
    b"bm ", b"id ", b'[FEN "x"]', b'[Variant "Crazyhouse"]', b"\xe2\x80\xae", b"\xc2\xb2",
)  # fmt: skip


def tree_certificate():
    search = interval_search(CanonicalTree(3, 100, 1), "2DRM")
    run(search)
    return certify_intervals(search).text().encode()


def tour_certificate():
    problem = Tours([[0, 3, 4, 2], [3, 0, 1, 7], [4, 5, 0, 1], [2, 7, 1, 0]])
    result = find_path_within(problem, prove_optimal=True)
    return certify_tour(problem, result, e=None, d="0", weight="d/n").text().encode()


def check_file(file):
    return check(read_certificate(file))


READERS = {
    "suite.epd": (read_suite, lambda: EPD),
    "puzzles.csv": (read_puzzles, lambda: CSV),
    "openings.pgn": (read_openings, lambda: PGN),
    "openings.epd": (read_openings, lambda: FENS),
    "audit.pgn": (lambda file: positions(file, 1), lambda: PGN),
    "tree.json": (read_tree, lambda: TREE),
    "matrix.txt": (read_matrix, lambda: MATRIX),
    "points.tsp": (read_matrix, lambda: TSPLIB),
    "weights.tsp": (read_matrix, lambda: WEIGHTS),
    "tree-proof.json": (check_file, tree_certificate),
    "tour-proof.json": (check_file, tour_certificate),
}


def mutant(valid, chance):
    """The file with one to four changes."""
    data = bytearray(valid)
    for _ in range(chance.randint(1, 4)):
        at, to = sorted(chance.randrange(len(data) + 1) for _ in range(2))
        match chance.randrange(6):
            case 0 if data:
                data[at % len(data)] ^= 1 << chance.randrange(8)
            case 1:
                data[at:to] = b""
            case 2:
                data[at:at] = data[at:to]
            case 3:
                data[at:at] = chance.choice(WORDS)
            case 4:
                data[at : at + chance.randrange(8)] = chance.choice(WORDS)
            case _:
                del data[at:]
    return bytes(data)


def is_read(read, file, data):
    """Whether it was read, not refused; any exception but ours is passed on."""
    file.write_bytes(data)
    try:
        read(file)
    except pb.ProvebestError as error:
        said = str(error)
    else:
        return True
    assert said.isprintable()
    assert len(said) <= 1000
    return False


@pytest.mark.parametrize("name", READERS)
def test_a_mutant_is_read_or_refused(tmp_path, name):
    read, make = READERS[name]
    valid, file, chance = make(), tmp_path / name, random.Random(name)

    assert is_read(read, file, valid)
    faults = {}
    for _ in range(MUTANTS):
        data = mutant(valid, chance)
        try:
            is_read(read, file, data)
        except Exception as error:  # noqa: BLE001 - that is what the law forbids
            faults.setdefault(f"{type(error).__name__}: {error!s:.100}", data[:2000])
    assert not faults


NOISE = [b"", b"\x00" * 100_000, b"\xff" * 1000, b"[" * 200_000, b"\n" * 9]


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("data", NOISE, ids=range(len(NOISE)))
def test_noise_is_refused(tmp_path, name, data):
    read, _ = READERS[name]

    assert not is_read(read, tmp_path / name, data)


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/full", "PIPE", "FOLDER", "NONE"])
def test_what_is_not_a_file_is_refused_at_once(tmp_path, name, device):
    read, _ = READERS[name]
    place = tmp_path / name
    if device == "PIPE":
        os.mkfifo(place)
    elif device == "FOLDER":
        place.mkdir()
    elif device != "NONE":
        place.symlink_to(device)

    with pytest.raises(pb.BadInputError, match="cannot read"):
        read(place)


@pytest.mark.parametrize("name", sorted(set(READERS) - {"puzzles.csv"}))
def test_a_file_that_is_too_large_is_refused_unread(tmp_path, name):
    read, _ = READERS[name]
    with (tmp_path / name).open("wb") as file:
        file.truncate(10**12)  # a hole: it takes no room

    with pytest.raises(pb.BadInputError, match="is too large: more than 64 MB"):
        read(tmp_path / name)


def test_puzzles_are_read_one_by_one_and_a_line_has_a_bound(tmp_path):
    file = tmp_path / "puzzles.csv"
    file.write_bytes(CSV)
    with file.open("ab") as more:
        more.truncate(10**12)

    assert len(read_puzzles(file, limit=2)) == 2
    with pytest.raises(pb.BadInputError, match="line 4 is too long: more than 1 MB"):
        read_puzzles(file)


@pytest.mark.parametrize("kind", ["tree", "tour"])
def test_a_changed_certificate_with_new_seals_is_judged(kind):
    """Seals show accidents; whoever changes a file on purpose seals it again."""
    make = {"tree": tree_certificate, "tour": tour_certificate}[kind]
    chance, valid = random.Random(kind), json.loads(make())
    values = [None, True, -1, 10**400, 1e308, float("inf"), "", "x", "1/0", "9" * 399, [], {}, [[]]]
    faults = {}
    for _ in range(MUTANTS):
        whole = json.loads(json.dumps(valid))
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
