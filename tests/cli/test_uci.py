"""``provebest uci`` as chess programs run it: a process, driven by python-chess."""

import os
import random
import signal
import subprocess
import sys
from importlib.metadata import entry_points

import chess
import chess.engine
import processor_time
import pytest

from provebest.cli import entry
from provebest.cli.uci import LONGEST_LINE

COMMAND = [sys.executable, "-m", "provebest", "uci"]
OPENING = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"


@pytest.fixture
def opened():
    """Starts engines with these options; each has to end by itself when it is told to."""
    engines = []

    def start(**options):
        engine = chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=30)
        engines.append(engine)
        engine.configure({name.replace("_", " "): value for name, value in options.items()})
        return engine

    yield start
    for engine in engines:
        engine.quit()


def play(engine, board, limit, plies):
    for _ in range(plies):
        if board.is_game_over():
            break
        played = engine.play(board, limit, info=chess.engine.INFO_ALL)
        assert played.move in board.legal_moves
        assert played.info["score"].relative is not None
        board.push(played.move)
        if played.ponder is not None:
            assert played.ponder in board.legal_moves
    return board


@pytest.mark.parametrize("search", ["bstar", "alphabeta"])
def test_games_are_played_within_their_limits(opened, search):
    engine = opened(Search=search)
    limits = [
        chess.engine.Limit(nodes=3_000),
        chess.engine.Limit(depth=5),
        chess.engine.Limit(time=0.03),
        chess.engine.Limit(white_clock=0.4, black_clock=0.4, white_inc=0.01, black_inc=0.01),
    ]
    rng = random.Random(search)
    for game in range(16):
        chess960 = game % 4 == 3
        board = chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else chess.Board()
        for _ in range(2 * (game % 3)):
            board.push(rng.choice(list(board.legal_moves)))
        before = board.ply()
        play(engine, board, limits[game % len(limits)], 8)
        assert board.ply() == before + 8 or board.is_game_over()


@pytest.mark.skipif(not processor_time.TOLD, reason="this system tells no processor times")
@pytest.mark.parametrize("search", ["bstar", "alphabeta"])
def test_it_never_thinks_longer_than_its_clock_can_bear(opened, search):
    engine, board = opened(Search=search), chess.Board()
    pid = engine.transport.get_pid()
    clock, increment = 1.5, 0.02
    for _ in range(40):
        if board.is_game_over():
            break
        limit = chess.engine.Limit(
            white_clock=clock, black_clock=clock, white_inc=increment, black_inc=increment
        )
        before = processor_time.seconds_of_work(pid)
        board.push(engine.play(board, limit).move)
        clock += increment - (processor_time.seconds_of_work(pid) - before)
        assert clock > 0
    assert board.ply() >= 20


@pytest.mark.parametrize("search", ["bstar", "alphabeta"])
@pytest.mark.parametrize("lines", [1, 3])
def test_analyses_have_as_many_lines_as_were_asked_for(opened, search, lines):
    engine, board = opened(Search=search), chess.Board(OPENING)
    infos = engine.analyse(board, chess.engine.Limit(nodes=20_000), multipv=lines)

    assert len(infos) == lines
    for info in infos:
        chess.Board(OPENING).variation_san(info["pv"])


@pytest.mark.skipif(not processor_time.TOLD, reason="this system tells no processor times")
def test_an_analysis_without_an_end_is_stopped(opened):
    engine = opened()
    pid = engine.transport.get_pid()
    with engine.analysis(chess.Board(OPENING)) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 8:
                break
        before = processor_time.seconds_of_work(pid)
        analysis.stop()
        best = analysis.wait()
    assert processor_time.seconds_of_work(pid) - before < 2
    assert best.move in chess.Board(OPENING).legal_moves


def test_pondering_between_moves(opened):
    engine, board = opened(), chess.Board()
    limit = chess.engine.Limit(white_clock=2, black_clock=2)
    for _ in range(4):
        played = engine.play(board, limit, ponder=True)
        board.push(played.move)
        board.push(played.ponder or next(iter(board.legal_moves)))
    assert board.ply() == 8


def test_another_engine_can_be_the_prober(opened, tmp_path):
    """Probes of provebest by provebest."""
    script = tmp_path / "engine"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m provebest uci\n', encoding="utf-8")
    script.chmod(0o755)
    engine = opened(Prober=f"uci:{script}")
    board = chess.Board("7k/8/5K2/8/8/8/8/R7 w - - 0 1")
    played = engine.play(board, chess.engine.Limit(time=5), info=chess.engine.INFO_ALL)

    assert played.info["score"].relative.mate() is not None
    assert "alpha-beta" not in played.info.get("string", "")


def run(said, command=COMMAND):
    return subprocess.run(command, input=said, capture_output=True, check=False, timeout=60)


@pytest.mark.parametrize("end", [b"quit\n", b"", b"go infinite\n", b"go infinite\nquit\n"])
def test_the_end_of_the_input_is_the_end(end):
    done = run(b"uci\nisready\n" + end)

    assert (done.returncode, done.stderr) == (0, b"")
    assert b"uciok" in done.stdout
    assert b"readyok" in done.stdout


def test_bytes_that_are_no_text_and_lines_without_end_are_passed_over():
    noise = bytes(range(256)) + b"\n" + b"\xff\xfe quit me not\nx\n"
    endless = b"position startpos moves " + b"e2e4 " * (LONGEST_LINE // 2) + b"\n"
    done = run(noise.replace(b"quit", b"quiet") + endless + b"isready\ngo depth 2\nquit\n")

    assert (done.returncode, done.stderr) == (0, b"")
    assert b"readyok" in done.stdout
    assert b"bestmove" in done.stdout


def test_ctrl_c_ends_it_without_a_word():
    process = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdin.write(b"go infinite\n")
    process.stdin.flush()
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    process.wait(timeout=60)  # before its input ends, which would end it as well
    _, stderr = process.communicate(timeout=60)

    assert (process.returncode, stderr) == (130, b"")


def test_a_program_that_goes_away_leaves_nothing_behind():
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(b"go infinite\n")
    process.stdin.flush()
    process.stdout.readline()
    process.stdout.close()
    try:
        assert process.wait(timeout=60) == 0
    finally:
        process.stdin.close()


def test_nothing_is_loaded_that_playing_does_not_need():
    code = (
        "import sys; sys.argv = ['provebest', 'uci']\n"
        "from provebest.cli.entry import main\n"
        "try: main()\n"
        "except SystemExit: print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=b"quit\n",
        capture_output=True,
        check=True,
        timeout=60,
        env=os.environ,
    )
    loaded = {name.split(".")[0] for name in done.stdout.decode().split()}

    assert b"provebest.chess.uci.engine" in done.stdout
    assert b"provebest.papers" not in done.stdout
    assert loaded.isdisjoint({"matplotlib", "networkx", "numpy", "typer", "rich"})


def test_the_command_without_arguments_is_the_same():
    (script,) = entry_points(group="console_scripts", name="provebest-uci")

    assert script.load() is entry.engine
    done = run(
        b"isready\n", command=[sys.executable, "-c", f"import {script.module} as m; m.engine()"]
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"readyok\n", b"")


def test_ready_at_once():
    before = processor_time.seconds_of_ended_children()
    run(b"uci\nisready\nquit\n")

    assert processor_time.seconds_of_ended_children() - before < 5
