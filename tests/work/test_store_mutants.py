"""Damaged stores: for any bytes a value or a ``ProvebestError``, and never another file changed."""

import io
import json
from contextlib import redirect_stdout
from dataclasses import asdict
from random import Random

from provebest.chess.explain.annotation import Annotation
from provebest.chess.explain.move_verdict import Thresholds
from provebest.chess.explain.pgn_notes import add_notes, as_pgn
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.searches import Settings
from provebest.cli.annotation_answer import answer_of
from provebest.cli.annotation_jobs import AnnotationJobs
from provebest.cli.match import _print_answer
from provebest.cli.only_move import _as_json, _print_many
from provebest.games.pgn import games_in
from provebest.match.limits import Limit
from provebest.match.match import read_heading
from provebest.match.record import Effort, GameRecord
from provebest.match.rules import Adjudication
from provebest.match.statistics import SequentialTest
from provebest.match.store import open_store, read_store
from provebest.match.summary import summary
from provebest.suites import only_moves
from provebest.suites.only_moves import Puzzle, find_only_moves
from provebest.vocabulary import ProvebestError
from provebest.work import pool
from provebest.work.place import Place

MUTANTS = 1_000
VALUES = [None, True, -1, 0, 1, 7, 10**18, 10**400, 0.5, 1e308, "", "x", "a1a8", "\x1b[2K", "[/b]",
          "\ud800", [], {}, [[]], {"a": 1}]  # fmt: skip
NUMBERS = [b"NaN", b"-Infinity", b"1e999", b"9" * 5_000, b"-0", b"[" * 50_000]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
ANSWER = {
    "fen": START, "kind": "unclear", "move": "e2e4", "value": 30.0, "depth": 5, "line": ["e2e4"],
    "verdict": "wins; another move may win, too",
    "other": "d2d4", "others_at_most": 20.0, "other_line": ["d2d4"], "only_mate": False,
    "confirmed": None, "reason": "the budget was spent", "nodes": 1000,
    "thresholds": {"win": 200.0, "no_win": 100.0, "hold": -100.0, "loss": -200.0}, "only": False,
}  # fmt: skip


def mutant(rng, raw):
    for _ in range(rng.randint(1, 3)):
        raw = rng.choice([_flip, _cut, _splice, _other_number, _other_value, _other_value])(
            rng, raw
        )
    return raw


def _flip(rng, raw):
    changed = bytearray(raw or b"x")
    changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _cut(rng, raw):
    first, last = sorted(rng.randint(0, len(raw)) for _ in range(2))
    return rng.choice([raw[:first], raw[:first] + raw[min(last, first + 50) :]])


def _splice(rng, raw):
    lines = raw.splitlines(keepends=True) or [b"\n"]
    line = rng.choice(lines)
    lines.insert(rng.randint(0, len(lines)), line[rng.choice([0, 0, 5]) :])
    return b"".join(lines)


def _other_number(rng, raw):
    place = rng.randint(0, len(raw))
    colon = raw.find(b":", place) + 1
    return raw[:colon] + rng.choice(NUMBERS) + raw[min(len(raw), colon + rng.randint(0, 4)) :]


def _other_value(rng, raw):
    lines = raw.split(b"\n")
    place = rng.randrange(len(lines))
    try:
        box, key = [json.loads(lines[place])], 0
        whole = box
        while isinstance(box[key], dict | list) and box[key] and rng.random() < 0.85:
            box = box[key]
            key = rng.choice(list(box)) if isinstance(box, dict) else rng.randrange(len(box))
        box[key] = rng.choice(VALUES)
        lines[place] = json.dumps(whole[0]).encode()
    except (ValueError, RecursionError):
        pass
    return b"\n".join(lines)


MATCH_HEAD = {
    "players": ["a", "b"],
    "engines": ["A", "B"],
    "options": [{"Hash": "16"}, {}],
    "limit": asdict(Limit(base=1.0, increment=0.1)),
    "rules": asdict(Adjudication()),
    "openings": "abc",
}


def game(number):
    effort = Effort(3, 0.5, 0.5, 1.0, 21, 1, 0)
    result = ("1-0", "1/2-1/2", "0-1")[number % 3]
    return GameRecord(number, "opening", "closed", number % 2, result, "checkmate", None, 6, 4,
                      (effort, effort), "1. e4 *")  # fmt: skip


def report(path):
    """As ``match --report`` does."""
    head, games = read_store(path)
    players, limit, rules = read_heading(head)
    answer = {"players": players, "limit": limit.text, "rules": rules.sentence()}
    answer |= summary(games, SequentialTest(0, 10))
    json.dumps(answer, allow_nan=False)
    with redirect_stdout(io.StringIO()):
        _print_answer(answer, as_json=False)
    return games


def test_mutants_of_match_files_are_read_or_refused(tmp_path):
    path = tmp_path / "m"
    with open_store(path, MATCH_HEAD) as store:
        for number in range(4):
            store.add(game(number))
    valid, rng, outcomes = path.read_bytes(), Random(14), {"read": 0, "refused": 0}
    assert len(report(path)) == 4
    for _ in range(MUTANTS):
        raw = mutant(rng, valid)
        path.write_bytes(raw)
        try:
            report(path)
            outcomes["read"] += 1
        except ProvebestError:
            outcomes["refused"] += 1
        try:
            with open_store(path, MATCH_HEAD) as store:
                known = store.in_order()
                store.add(game(9))
        except ProvebestError:
            assert path.read_bytes() == raw
        else:
            assert [one.game for one in read_store(path)[1]] == sorted(
                {*(one.game for one in known), 9}
            )
    assert min(outcomes.values()) > MUTANTS / 20


def test_mutants_of_stores_of_notes_are_read_or_refused(tmp_path, monkeypatch):
    path, text = tmp_path / "s", "1. e4 e5 2. Nf3 f6 3. Nxe5 fxe5 4. Qh5+ Ke7 5. Qxe5+ *"
    settings = Settings(control="modern", nodes=2_000)

    def use():
        (read,) = games_in(text)
        game, jobs = read.game, AnnotationJobs(path, Place(1), ProberChoice(), name="", quiet=True)
        (notes,) = Annotation([game], settings).run(jobs.search)
        add_notes(game, notes)
        as_pgn(game).encode()
        json.dumps(answer_of([read], [notes], [9], path), allow_nan=False)

    use()
    valid, rng, outcomes = path.read_bytes(), Random(14), {"read": 0, "refused": 0}
    made = {
        json.dumps(row["job"]): row["result"] for row in map(json.loads, valid.splitlines()[1:])
    }

    def compute(work, jobs, *rest):
        for job in jobs:
            yield job, made.get(json.dumps(job))

    monkeypatch.setattr(pool, "_computed", compute)
    for _ in range(MUTANTS // 10):
        raw = mutant(rng, valid)
        path.write_bytes(raw)
        try:
            use()
            outcomes["read"] += 1
        except ProvebestError:
            outcomes["refused"] += 1
            assert path.read_bytes() == raw
    assert min(outcomes.values()) > MUTANTS / 200


def test_mutants_of_stores_of_only_moves_are_read_or_refused(tmp_path, monkeypatch):
    path = tmp_path / "s"
    puzzles = [Puzzle(f"p{n}", START.replace("0 1", f"0 {n + 1}"), ("e2e4",)) for n in range(4)]

    def compute(work, jobs, *rest):
        for job in jobs:
            yield job, {**ANSWER, "fen": job[0]}

    monkeypatch.setattr(pool, "_computed", compute)  # a process for each mutant takes too long

    def use():
        answers = []
        find_only_moves(
            puzzles,
            nodes=1000,
            seconds=None,
            thresholds=Thresholds(),
            store=path,
            on_answer=lambda puzzle, answer: answers.append((puzzle, answer)),
        )
        made = [_as_json(puzzle, answer) for puzzle, answer in answers]
        told = {"interrupted": False, **only_moves.summary(answers), "answers": made}
        json.dumps(told, allow_nan=False)
        with redirect_stdout(io.StringIO()):
            _print_many(told, "an engine")
        return answers

    use()
    valid, rng, outcomes = path.read_bytes(), Random(14), {"read": 0, "refused": 0}
    for _ in range(MUTANTS):
        raw = mutant(rng, valid)
        path.write_bytes(raw)
        try:
            assert len(use()) == 4
            outcomes["read"] += 1
        except ProvebestError:
            outcomes["refused"] += 1
            assert path.read_bytes() == raw
    assert min(outcomes.values()) > MUTANTS / 20
