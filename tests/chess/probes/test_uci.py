"""A UCI engine as prober: asked, watched, replaced when it dies, hangs or says nothing."""

from __future__ import annotations

import sys
from threading import Event

import pytest

from provebest.chess.probes import uci
from provebest.chess.probes.any_expansion import ProberExpander
from provebest.chess.probes.expansion import NativeExpander, ProbeSize
from provebest.chess.probes.native import NativeProber
from provebest.chess.probes.prober import Probe, Status
from provebest.chess.probes.uci import ProberFailedError, UciProber, find_engine
from provebest.games.chess import read_position
from provebest.vocabulary import BadInputError, EngineFailedError

# Answers every 'go' with the first legal move and the number of pieces as its score. What it does
# wrong, and how often, stands in a file beside it, so that a new process goes on counting.
FAKE = """#!{python}
import pathlib, sys, time
import chess
folder = pathlib.Path({folder!r})
board = chess.Board()
def fails(kind):
    left = folder / kind
    if not left.exists() or int(left.read_text()) == 0:
        return False
    left.write_text(str(int(left.read_text()) - 1))
    return True
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "uci":
        print("id name Fake 1\\noption name Hash type spin default 1 min 1 max 64")
        print("uciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        board = chess.Board(" ".join(words[2:8])) if words[1] == "fen" else chess.Board()
        for move in line.split(" moves ")[1].split() if " moves " in line else []:
            board.push_uci(move)
    elif words[0] == "ucinewgame":
        with open(folder / "games", "a") as games:
            games.write("new\\n")
    elif words[0] == "go":
        with open(folder / "asked", "a") as asked:
            asked.write(board.fen() + "\\n")
        if fails("dies"):
            sys.exit(1)
        if fails("hangs"):
            time.sleep(60)
        move = chess.Move.from_uci("a1a1") if fails("lies") else next(iter(board.legal_moves))
        score = "" if fails("silent") else f"score cp {{len(board.piece_map())}} "
        deaf = fails("deaf")  # to the limit of nodes: it goes on until it is stopped
        print(f"info depth 3 {{score}}nodes {{10**6 if deaf else 7}} pv {{move.uci()}}", flush=True)
        while deaf and sys.stdin.readline().strip() != "stop":
            pass
        print(f"bestmove {{move.uci()}}", flush=True)
    elif words[0] == "quit":
        break
"""


@pytest.fixture
def fake(tmp_path):
    path = tmp_path / "fake-engine"
    path.write_text(FAKE.format(python=sys.executable, folder=str(tmp_path)))
    path.chmod(0o755)
    return path


@pytest.fixture
def prober(fake):
    prober = UciProber(str(fake))
    yield prober
    prober.close()


START = read_position()


def asked(fake):
    log = fake.parent / "asked"
    return log.read_text().splitlines() if log.exists() else []


def test_an_answer_is_the_engines_score_line_and_count(prober):
    (answer,) = prober.batch(START, [Probe(move="e2e4", depth=3)])

    assert (answer.status, answer.value, answer.nodes, answer.depth) == (Status.ANSWERED, 32, 7, 3)
    assert len(answer.line) == 1


def test_an_engine_without_a_limit_of_nodes_is_told_to_stop(prober, fake):
    (fake.parent / "deaf").write_text("1")

    (answer,) = prober.batch(START, [Probe(move="e2e4", depth=12, nodes=60)])

    # Depth 3 was cut off: no depth is known to be finished.
    assert (answer.status, answer.value, answer.depth) == (Status.ANSWERED, 32, 0)
    assert len(asked(fake)) == 1


def test_a_probe_that_is_cancelled_at_once_is_no_failure_of_the_engine(prober, fake):
    """Stopped before its first line, an engine has no score to give; it is asked no more."""
    (fake.parent / "deaf").write_text("9")
    (fake.parent / "silent").write_text("9")

    class WhileAsked(Event):
        def is_set(self):
            return bool(asked(fake))

    probes = [Probe(move=move, depth=12) for move in ("e2e4", "d2d4")]
    answers = prober.batch(START, probes, cancel=WhileAsked())

    assert [answer.status for answer in answers] == [Status.CANCELLED] * 2
    assert len(asked(fake)) == 1


def test_what_starts_an_engine_is_known_where_it_needs_a_word(tmp_path):
    program = tmp_path / "gnuchess"
    program.write_text("")
    program.chmod(0o755)

    assert uci.command_of(str(program)) == [str(program), "--uci"]


def test_hope_is_asked_of_the_position_in_which_the_replier_passed(prober, fake):
    prober.batch(START, [Probe(move="e2e4", hope=True, depth=3)])

    (fen,) = asked(fake)
    assert fen.split()[1] == "w"
    assert fen.startswith("rnbqkbnr/pppppppp/8/8/4P3/")


def test_a_check_cannot_be_answered_by_passing(prober, fake):
    position = read_position("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")

    (answer,) = prober.batch(position, [Probe(move="a1a8", hope=True, depth=3)])

    assert answer.status is Status.NO_HOPE
    assert asked(fake) == []


@pytest.mark.parametrize(("fen", "value"), [("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0)])
def test_a_finished_game_is_not_asked(prober, fake, fen, value):
    (answer,) = prober.batch(read_position(fen), [Probe(depth=2)])

    assert answer.value == value
    assert asked(fake) == []


@pytest.mark.parametrize("failure", ["dies", "silent", "lies"])
def test_an_engine_that_fails_twice_is_replaced_and_asked_again(prober, fake, failure):
    (fake.parent / failure).write_text("2")

    (answer,) = prober.batch(START, [Probe(move="d2d4", depth=2)])

    assert answer.value == 32
    assert len(asked(fake)) == 3


def test_every_probe_is_a_game_of_its_own(prober, fake):
    prober.batch(START, [Probe(move="d2d4", depth=2), Probe(move="e2e4", depth=2)])

    assert (fake.parent / "games").read_text().splitlines() == ["new", "new"]


def test_probes_of_one_game_share_the_table(prober, fake):
    pure = prober.batch(START, [Probe(move="d2d4", depth=2), Probe(move="e2e4", depth=2)])
    (fake.parent / "games").unlink()
    game = prober.in_one_game()
    first = game.batch(START, [Probe(move="d2d4", depth=2), Probe(move="e2e4", depth=2)])
    game.batch(START, [Probe(move="c2c4", depth=2)])

    assert first == pure
    assert (fake.parent / "games").read_text().splitlines() == ["new"]
    assert prober.nodes == 5 * 7


def test_what_a_node_limit_cut_off_is_not_finished(prober):
    (answer,) = prober.batch(START, [Probe(move="e2e4", depth=3, nodes=7)])

    assert (answer.status, answer.value, answer.depth) == (Status.ANSWERED, 32, 0)


def test_a_hung_engine_is_replaced(fake, monkeypatch):
    monkeypatch.setattr(uci, "PATIENCE", 2.0)
    monkeypatch.setattr(uci, "LONGEST_PROBE", 0.5)
    prober = UciProber(str(fake))
    (fake.parent / "hangs").write_text("1")

    (answer,) = prober.batch(START, [Probe(move="d2d4", depth=2)])
    prober.close()

    assert answer.value == 32


def test_three_failures_are_one_sentence(prober, fake):
    (fake.parent / "dies").write_text("99")

    with pytest.raises(ProberFailedError, match="failed 3 times"):
        prober.batch(START, [Probe(move="d2d4", depth=2)])


def test_several_processes_give_the_same_answers_in_the_same_order(fake):
    probes = [Probe(move=move, depth=2) for move in START.legal_moves()]
    one, three = UciProber(str(fake)), UciProber(str(fake), processes=3)

    first, second = one.batch(START, probes), three.batch(START, probes)
    one.close()
    three.close()

    assert first == second


@pytest.mark.parametrize("name", ["no-such-engine", "/no/such/engine", "", "a\nb"])
def test_what_is_no_engine_is_refused(name):
    with pytest.raises(BadInputError, match="engine"):
        find_engine(name)


def test_a_path_without_a_file_is_told_as_that_and_not_as_a_program_to_install():
    with pytest.raises(BadInputError, match="'/no/such/engine' does not exist") as refused:
        find_engine("/no/such/engine")
    assert "install" not in str(refused.value)


def test_a_file_that_cannot_be_run_is_refused(tmp_path):
    (tmp_path / "text").write_text("hello")

    with pytest.raises(BadInputError, match="not a program"):
        UciProber(str(tmp_path / "text"))


def test_a_program_that_is_no_engine_is_refused(tmp_path):
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nexit 0\n")
    program.chmod(0o755)

    with pytest.raises(EngineFailedError, match="does not answer as a UCI engine"):
        UciProber(str(program))


def test_expansions_over_any_prober_equal_the_compiled_ones():
    """The facts about checks come from python-chess here and from C++ there."""
    fens = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "4k3/1P6/8/8/8/8/6p1/R3K2R w KQ - 0 1",
        "7k/8/8/8/8/8/8/KQ6 w - - 98 80",
    ]
    for fen in fens:
        root, size = read_position(fen), ProbeSize(2)
        compiled = NativeExpander(root, real=size, hope=size, exact=True)
        plain = ProberExpander(root, NativeProber(), name="native", real=size, hope=size)
        moves = root.legal_moves()
        for path in [(), (moves[0],), (moves[-1],)]:
            for hopes in (True, False):
                ours, theirs = compiled.expand(path, hopes=hopes), plain.expand(path, hopes=hopes)
                assert [f.move for f in ours] == [f.move for f in theirs]
                for a, b in zip(ours, theirs, strict=True):
                    assert a._replace(hope=None) == b._replace(hope=None)
                    if not a.over:
                        assert a.hope == b.hope
        paths = [(move,) for move in moves]
        for a, b in zip(compiled.hopes(paths), plain.hopes(paths), strict=True):
            assert a == b or a.value is None
