"""A player of a match as a process: its moves are those of the position that it was sent."""

import threading

from faulty_engine import faulty_engine

from provebest.match.engine_process import MOST_REMARKS, EngineProcess
from provebest.match.players import read_player


def thoughts(folder, fault, number):
    player = read_player(f"uci:{faulty_engine(folder, 'go', fault)}")
    engine = EngineProcess(player, threading.Event())
    try:
        return [engine.think("position startpos", "go nodes 1", None) for _ in range(number)]
    finally:
        engine.close()


def test_a_second_bestmove_is_not_the_next_move(tmp_path):
    twice = "say('bestmove e2e4')\n    time.sleep(0.05)\n    say('bestmove d2d4')"

    assert [thought.move for thought in thoughts(tmp_path, twice, 3)] == ["e2e4"] * 3


def test_remarks_are_counted_and_shown_as_text(tmp_path):
    many = "say(*(['info string \\x1b[2K'] * 5000), 'bestmove e2e4')"

    (thought,) = thoughts(tmp_path, many, 1)

    assert thought.remarks == ["\\x1b[2K"] * MOST_REMARKS
