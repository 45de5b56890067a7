"""Damaged files: noise, and valid samples with a few things changed. A seed gives the same one."""

import json
import re
from random import Random

NUMBER = re.compile(rb"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
NUMBERS = (
    b"1e999",
    b"-1e999",
    b"NaN",
    b"Infinity",
    b"-1",
    b"0",
    b"1e-400",
    b"0.5",
    b"1/0",
    b"2147483648",
    b"18446744073709551616",
    b"1" + b"0" * 400,
    b"9" * 5_000,
)
VALUES = (
    None,
    True,
    -1,
    0,
    1,
    7,
    10**18,
    10**400,
    0.5,
    1e308,
    float("inf"),
    float("nan"),
    "",
    "x",
    "a1a8",
    "e2e4",
    "1/0",
    "inf",
    "nan",
    "\x00\x1b[2K",
    "[/b]",
    "\ud800",
    "9" * 5_000,
    [],
    {},
    [[]],
    [1, 2, 3],
    {"a": 1},
)
WORDS = (
    b"\x00", b"\x1b[2K", b"[/b]", b"\xff\xfe", b"\xed\xa0\x80", "ſ²٣".encode(), b"%s", b"..",
    b"\xff", b"\xef\xbb\xbf", b"\r", b"\n", b'"', b"[", b"]", b"{", b"}", b",", b";", b"-", b"--",
    b"null", b"true", b"[" * 5_000, b"(" * 2_000, b"$" + b"1" * 5_000, b"9" * 30, *NUMBERS,
    b"0000", b"e1e8", b"bm ", b"id ", b'[FEN "x"]', b'[Variant "Crazyhouse"]',
    "\N{GRINNING FACE}\N{RIGHT-TO-LEFT OVERRIDE}".encode(),
)  # fmt: skip
DEEP = 100_000
HOW_MANY = (1, 1, 1, 2, 2, 4)
"""Changes that a sample gets: often one alone, which goes deeper into a reader than four."""


def mutant(rng: Random, samples, *, mildly=False):
    """Some bytes: now and then noise, else a sample with a few changes.

    ``mildly`` leaves most of them as JSON, for readers that stop at the first broken line.
    """
    if rng.random() < 0.1:
        return _noise(rng)
    raw = rng.choice(samples)
    changes = MILD if mildly and rng.random() < 0.75 else CHANGES
    for _ in range(rng.choice(HOW_MANY)):
        raw = rng.choice(changes)(rng, raw, samples)
    return raw


def _noise(rng, *_):
    alphabet = rng.choice([range(256), b"0123456789-.,:/ \n", b'[]{}",:0e\n'])
    return bytes(rng.choices(alphabet, k=rng.choice([0, 1, 8, 80, 800])))


def _span(rng, raw, most=80):
    first = rng.randint(0, len(raw))
    return first, min(len(raw), first + rng.randint(1, most))


def _flip(rng, raw, _):
    if not raw:
        return raw
    changed = bytearray(raw)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(changed))
        changed[place] = rng.choice([changed[place] ^ (1 << rng.randrange(8)), rng.randrange(256)])
    return bytes(changed)


def _cut(rng, raw, _):
    return raw[: rng.randint(0, len(raw))]


def _drop(rng, raw, _):
    first, last = _span(rng, raw)
    return raw[:first] + raw[last:]


def _insert(rng, raw, _):
    place = rng.randint(0, len(raw))
    return raw[:place] + rng.choice([rng.choice(WORDS), _noise(rng)]) + raw[place:]


def _overwrite(rng, raw, _):
    first, last = _span(rng, raw, 8)
    return raw[:first] + rng.choice(WORDS) + raw[last:]


def _duplicate(rng, raw, _):
    first, last = _span(rng, raw)
    return raw[:last] + raw[first:last] * rng.choice([1, 1, 2, 50]) + raw[last:]


def _swap(rng, raw, _):
    (a, b), (c, d) = sorted([_span(rng, raw), _span(rng, raw)])
    return raw if b > c else raw[:a] + raw[c:d] + raw[b:c] + raw[a:b] + raw[d:]


def _splice(rng, raw, samples):
    other = rng.choice(samples)
    return raw[: rng.randint(0, len(raw))] + other[rng.randint(0, len(other)) :]


def _other_number(rng, raw, _):
    found = list(NUMBER.finditer(raw))
    if not found:
        return raw
    one = rng.choice(found)
    return raw[: one.start()] + rng.choice(NUMBERS) + raw[one.end() :]


def _nest(rng, raw, _):
    place = rng.randint(0, len(raw))
    begin, end = rng.choice([(b"[", b"]"), (b'{"a":', b"}"), (b"(", b")")])
    depth = rng.choice([50, 2_000, DEEP])
    return raw[:place] + begin * depth + (end * depth if rng.random() < 0.5 else b"") + raw[place:]


def _move_lines(rng, raw, _):
    lines = raw.splitlines(keepends=True)
    if len(lines) < 2:
        return raw
    line = lines.pop(rng.randrange(len(lines)))
    for _ in range(rng.choice([0, 1, 1, 2])):
        lines.insert(rng.randint(0, len(lines)), line)
    return b"".join(lines)


def _other_value(rng, raw, _):
    """Puts something else into the JSON of the whole or of one line."""
    lines = raw.split(b"\n")
    place = rng.randrange(len(lines))
    for text, put_back in (
        (raw, lambda made: made),
        (lines[place], lambda made: b"\n".join([*lines[:place], made, *lines[place + 1 :]])),
    ):
        try:
            whole = [json.loads(text)]
        except (ValueError, RecursionError):
            continue
        try:
            _change(rng, whole)
            return put_back(json.dumps(whole[0]).encode())
        except (ValueError, RecursionError):
            return raw
    return raw


def _change(rng, whole):
    """Changes one place of a list of lists and objects: another value, another's value, none."""
    box, key = whole, 0
    while isinstance(box[key], dict | list) and box[key] and rng.random() < 0.85:
        box = box[key]
        key = rng.choice(list(box)) if isinstance(box, dict) else rng.randrange(len(box))
    kind = rng.random()
    if kind < 0.6:
        box[key] = rng.choice(VALUES)
    elif kind < 0.75 and isinstance(box[key], int | float):
        box[key] += rng.choice([-1, 1, 1_000] if isinstance(box[key], int) else [0.5, 1_000.0])
    elif kind < 0.9:
        others = list(box.values()) if isinstance(box, dict) else box
        box[key] = rng.choice(others)
    elif box is not whole:
        del box[key]


CHANGES = (
    _flip,
    _flip,
    _cut,
    _drop,
    _insert,
    _overwrite,
    _duplicate,
    _swap,
    _splice,
    _other_number,
    _other_number,
    _nest,
    _move_lines,
    _other_value,
    _other_value,
    _other_value,
)
MILD = (_other_value, _other_value, _other_value, _other_number, _move_lines)
