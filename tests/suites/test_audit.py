"""The audit of arguments: which questions are asked, which answers refute a claim."""

import json
import shutil
import sys
from dataclasses import replace

import chess.engine
import pytest

from provebest.argument.parts import Kind
from provebest.chess.explain.analysis import Settings, analyse
from provebest.cli.main import main
from provebest.suites.audit import (
    NOT_CLAIMED,
    SCALES,
    STOCKFISH_SCALE,
    EngineValue,
    check_argument,
    positions,
    scale_of,
    shares,
)
from provebest.vocabulary import BadInputError

ROOK = "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1"
GAME = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 *\n"
ENGINE = shutil.which("stockfish") or shutil.which("/usr/games/stockfish")


class Scripted:
    """A referee that says what it is told to say, and remembers what it was asked."""

    def __init__(self, choice, else_=0, pawn=1.0, **special):
        self.choice, self.else_, self.special, self.asked = choice, else_, special, []
        self.pawn = pawn

    def best(self):
        self.asked.append("best")
        move = self.special.get("best", self.choice)
        return move, EngineValue(chess.engine.Cp(self.special.get(move, self.else_)), self.pawn)

    def after(self, *moves, passed=None):
        self.asked.append((moves, passed))
        if moves == (self.choice,):
            return EngineValue(chess.engine.Cp(100), self.pawn)
        name = "passed" if passed is not None else moves[0]
        return EngineValue(chess.engine.Cp(self.special.get(name, self.else_)), self.pawn)


@pytest.fixture(scope="module")
def argument():
    return analyse(ROOK, settings=Settings(nodes=150_000)).argument


def kinds_that_fail(argument, referee):
    return {check.kind for check in check_argument(argument, referee, 50) if not check.holds}


def test_every_claim_is_asked_about(argument):
    referee = Scripted("e3g3", e3g3=100, passed=400)
    checks = list(check_argument(argument, referee, 50))

    claimed = [attempt for attempt in argument.attempts if not attempt.open]
    assert len([c for c in checks if c.kind == "attempt"]) == len(claimed) > 0
    rivals = [c for c in checks if c.kind in {"held by a line", NOT_CLAIMED}]
    assert len(rivals) == len(argument.argued) + len(argument.attempts) - len(claimed)
    assert "best" in referee.asked, "is there anything better?"
    assert {c.kind for c in checks} >= {"choice", "held by a line", "not looked at alone", "threat"}


def test_a_rival_that_the_engine_prefers_refutes_the_claim_that_it_is_held(argument):
    rival = argument.argued[0].move
    fine = Scripted("e3g3", e3g3=100, passed=400)
    worse = Scripted("e3g3", **{"e3g3": 100, "passed": 400, rival: 151})
    within = Scripted("e3g3", **{"e3g3": 100, "passed": 400, rival: 150})

    assert "held by a line" not in kinds_that_fail(argument, fine)
    assert "held by a line" in kinds_that_fail(argument, worse)
    assert "held by a line" not in kinds_that_fail(argument, within), "the tolerance"


def test_a_move_that_was_not_searched_alone_and_is_better_refutes_the_claim_about_the_rest(
    argument,
):
    """Not every engine can search some moves of a position together, so each is asked about."""
    other = argument.others[0].move
    special = {"e3g3": 100, "passed": 400, "best": other, other: 151}
    within = special | {other: 150}
    argued = argument.argued[0].move
    elsewhere = special | {"best": argued, argued: 300}

    assert {"choice", "not looked at alone"} <= kinds_that_fail(
        argument, Scripted("e3g3", **special)
    )
    assert not kinds_that_fail(argument, Scripted("e3g3", **within))
    assert "not looked at alone" in kinds_that_fail(argument, Scripted("e3g3", **elsewhere))


def test_a_choice_that_the_engine_prefers_is_best_whatever_its_value(argument):
    """Its search of all moves may see more in the move than one after it, of the same depth."""
    asked = Scripted("e3g3", e3g3=300, passed=400)

    assert not {"choice", "not looked at alone"} & kinds_that_fail(argument, asked)


def test_of_a_move_that_is_about_equal_the_move_alone_is_asked_about(argument):
    """That it is as good does not depend on the reply that our line shows."""
    first, *others = argument.rivals
    line = (first.move, *first.line[1:])
    assert len(line) > 1

    def asked(kind):
        rival = replace(first, kind=kind, line=line)
        referee = Scripted("e3g3", e3g3=100, passed=400)
        list(check_argument(replace(argument, rivals=(rival, *others)), referee, 50))
        return [
            moves for moves, _ in (a for a in referee.asked if a != "best") if moves[0] == line[0]
        ]

    assert asked(Kind.EQUAL) == [line[:1]]
    assert asked(Kind.HELD) == [line[:2]]


@pytest.mark.parametrize(("value", "fails"), [(49, True), (50, False), (150, False), (151, True)])
def test_a_move_that_is_about_equal_is_neither_better_nor_worse(argument, value, fails):
    first, *others = argument.rivals
    equal = replace(argument, rivals=(replace(first, kind=Kind.EQUAL), *others))
    referee = Scripted("e3g3", **{"e3g3": 100, "passed": 400, first.move: value})
    checks = [c for c in check_argument(equal, referee, 50) if c.kind == Kind.EQUAL.value]

    assert [c.claim.rpartition(": ")[2] for c in checks] == ["not better", "not worse"]
    assert any(not c.holds for c in checks) is fails


def test_the_pawn_of_an_engine_has_its_own_worth(argument):
    """An engine whose 140 means what Stockfish's 100 does is allowed 70 instead of 50."""
    rival = argument.argued[0].move
    special = {"e3g3": 100, "passed": 400}
    within = Scripted("e3g3", pawn=1.4, **special, **{rival: 170})
    beyond = Scripted("e3g3", pawn=1.4, **special, **{rival: 171})
    small = Scripted("e3g3", pawn=1.4, **(special | {"passed": 204}))

    assert "held by a line" not in kinds_that_fail(argument, within)
    assert "held by a line" in kinds_that_fail(argument, beyond)
    assert "threat" in kinds_that_fail(argument, small), "and a threat must win more of them"


def test_a_mate_is_a_mate_whatever_a_pawn_is_worth():
    mate, small = EngineValue(chess.engine.Mate(3), 2.0), EngineValue(chess.engine.Mate(3))
    assert mate.hundredths == small.hundredths > 20_000


@pytest.mark.parametrize(
    ("name", "scale"),
    [
        ("Ethereal 12.00", SCALES["Ethereal 12"]),
        ("Stockfish 15.1", STOCKFISH_SCALE),
        ("x", STOCKFISH_SCALE),
    ],
)
def test_the_scale_of_an_engine_is_known_by_its_name(name, scale):
    assert scale_of(name) == scale


def test_a_threat_that_wins_nothing_is_none(argument):
    assert "threat" in kinds_that_fail(argument, Scripted("e3g3", e3g3=100, passed=174))
    assert "threat" not in kinds_that_fail(argument, Scripted("e3g3", e3g3=100, passed=175))


def test_an_answer_that_does_not_hold_is_found(argument):
    failing = kinds_that_fail(argument, Scripted("e3g3", e3g3=49, passed=400))

    assert "attempt" in failing


def test_an_answer_that_the_argument_leaves_open_is_no_claim(argument):
    first, *others = argument.attempts
    doubted = replace(argument, attempts=(replace(first, open=True), *others))
    failing = Scripted("e3g3", e3g3=49, passed=400)

    def attempts(of):
        return [check for check in check_argument(of, failing, 50) if check.kind == "attempt"]

    settled = replace(argument, attempts=(replace(first, open=False), *others))
    assert len(attempts(doubted)) == len(attempts(settled)) - 1


def test_what_is_not_claimed_is_not_counted():
    checks = [
        {"kind": "threat", "holds": True},
        {"kind": "threat", "holds": False},
        {"kind": NOT_CLAIMED, "holds": True},
    ]

    assert shares(checks) == {"threat": (1, 2), "all": (1, 2)}


def test_positions_are_drawn_alike_for_a_seed(tmp_path):
    file = tmp_path / "games.pgn"
    file.write_text(GAME + "\n", encoding="utf-8")

    assert positions(file, 1, seed=3) == positions(file, 1, seed=3)
    with pytest.raises(BadInputError, match="1 positions, fewer than 2"):
        positions(file, 2)
    with pytest.raises(BadInputError, match="cannot read"):
        positions(tmp_path / "missing.pgn", 1)


@pytest.mark.skipif(ENGINE is None, reason="no engine: apt-get install stockfish")
def test_an_audit_goes_on_from_its_store(tmp_path, monkeypatch, capsys):
    (tmp_path / "games.pgn").write_text(GAME + "\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    words = "audit games.pgn --positions 1 --depth 3 --nodes 20000 --store s --json --quiet"
    told = []
    for _ in range(2):
        monkeypatch.setattr(sys, "argv", ["provebest", *words.split(), "--engine", ENGINE])
        with pytest.raises(SystemExit) as end:
            main()
        assert end.value.code == 0
        told.append(json.loads(capsys.readouterr().out))

    assert told[0] == told[1]
    assert told[0]["claims"] == told[0]["kinds"]["all"]["made"] > 0
    assert len((tmp_path / "s").read_text("utf-8").splitlines()) == 2, "a head, and asked once"
