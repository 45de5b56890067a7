"""The UCI engine, driven line by line in this process."""

import logging
import re
import time
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import chess
import chess.engine
import pytest
from uci_session import (
    A_WHILE,
    AFTER_NF3,
    MATE_IN_2,
    MATED,
    SHUFFLED,
    STALEMATE,
    TAKES_BACK,
    infos,
    parsed,
    remarks,
    scores,
)

from provebest.chess.player.move_request import HandOver, Report
from provebest.chess.player.thinking import Player
from provebest.chess.speed import Speed
from provebest.chess.uci.engine import info_lines
from provebest.games.chess import read_position
from provebest.vocabulary import NotEnoughMemoryError


@pytest.fixture(autouse=True)
def nothing_unparsed(caplog):
    """python-chess logs what it cannot read."""
    with caplog.at_level(logging.WARNING):
        yield
    assert [record.getMessage() for record in caplog.records] == []


def test_it_introduces_itself_with_every_option_readable(session):
    session.tell("uci")

    assert session.said[0].startswith("id name provebest")
    assert session.said[-1] == "uciok"
    names = {line.split(" type ")[0] for line in session.said if line.startswith("option")}
    assert {f"option name {n}" for n in ("Threads", "Hash", "MultiPV", "Move Overhead")} <= names


@pytest.mark.parametrize("search", ["bstar", "alphabeta"])
def test_threads_search_together_and_it_says_that_they_may_differ(session, search):
    session.tell(f"setoption name Search value {search}", "setoption name Threads value 3")
    session.tell(f"position fen {MATE_IN_2}", "go nodes 30000")

    move = session.hear("bestmove").split()[1]

    assert chess.Move.from_uci(move) in chess.Board(MATE_IN_2).legal_moves
    assert any("may take another course next time" in said for said in remarks(session.said))
    session.tell("setoption name Threads value 0")
    assert any(
        "Threads must be a number from 1 to 512; got '0'" in s for s in remarks(session.said)
    )


def test_ready_is_answered_while_it_thinks(session):
    session.tell("go infinite")
    session.hear("info depth 4")

    session.tell("isready")

    assert "readyok" in session.said
    assert session.engine.thinking


@pytest.mark.parametrize("search", ["bstar", "alphabeta"])
@pytest.mark.parametrize("limit", ["depth 6", "nodes 20000", "movetime 120", "wtime 3000 winc 20"])
@pytest.mark.parametrize("lines", [1, 3])
def test_every_limit_ends_with_an_exact_score_and_a_legal_move(session, search, limit, lines):
    said = session.ask(
        f"setoption name Search value {search}",
        f"setoption name MultiPV value {lines}",
        "position startpos moves e2e4",
        f"go {limit} btime 3000",
    )

    board = chess.Board()
    board.push_uci("e2e4")
    stands = parsed(said, board.fen())
    assert chess.Move.from_uci(said[-1].split()[1]) in board.legal_moves
    assert [info["multipv"] for info in stands[-lines:]] == list(range(1, lines + 1))
    worths = [info["score"].relative for info in stands[-lines:]]
    assert worths == sorted(worths, reverse=True)
    assert stands[-lines]["pv"][0].uci() == said[-1].split()[1]
    firsts = [info["pv"][0] for info in stands[-lines:]]
    assert len(set(firsts)) == lines
    for info in stands:
        told = {"depth", "seldepth", "score", "nodes", "nps", "hashfull", "time", "pv"}
        assert told <= set(info)
        assert info["seldepth"] >= info["depth"] >= 1


def test_the_classic_control_plays_too(session):
    said = session.ask(
        "setoption name Control value classic",
        "setoption name ProbeDepth value 2",
        f"position fen {MATE_IN_2}",
        "go nodes 200000",
    )

    assert said[-1].startswith("bestmove g3g6")
    assert parsed(said, MATE_IN_2)[-1]["score"].relative == chess.engine.Mate(2)


@pytest.mark.parametrize("search", ["bstar", "alphabeta"])
def test_a_timed_search_that_ends_early_says_why(session, search):
    worked = time.process_time()
    said = session.ask(
        f"setoption name Search value {search}", f"position fen {MATE_IN_2}", "go movetime 60000"
    )

    assert time.process_time() - worked < A_WHILE
    assert "info string stops early: it wins by force" in said
    assert scores(said)[-1].split(" score ")[1].startswith("mate 2 ")
    assert said[-1].startswith("bestmove g3g6 ponder ")


def test_a_counted_search_is_within_its_nodes(session):
    for search in ("bstar", "alphabeta"):
        said = session.ask(f"setoption name Search value {search}", "go nodes 30000")
        assert 0 < parsed(said)[-1]["nodes"] <= 31_000
        again = session.ask("go nodes 30000")  # what was counted before does not count
        assert 10_000 < parsed(again)[-1]["nodes"] <= 31_000


@pytest.mark.parametrize("search", ["bstar", "alphabeta"])
def test_how_full_the_table_is_grows_with_a_thought_and_begins_anew(session, search):
    session.tell(f"setoption name Search value {search}", "setoption name Hash value 1")

    full = [info["hashfull"] for info in parsed(session.ask("go nodes 60000"))]
    session.tell("ucinewgame")
    again = [info["hashfull"] for info in parsed(session.ask("go nodes 60000"))]
    aged = [info["hashfull"] for info in parsed(session.ask("go nodes 2000"))]

    assert full == sorted(full)  # a slow machine says more lines, none of them less
    assert full[-1] == again[-1]
    assert 100 < full[-1] <= 1000
    assert aged[-1] < full[-1]


@pytest.mark.parametrize("search", ["bstar", "alphabeta"])
@pytest.mark.parametrize("limit", ["nodes 1", "movetime 0", "wtime 0 btime 0", "wtime -900"])
def test_the_least_of_limits_still_gives_a_move_with_a_value(session, search, limit):
    said = session.ask(
        f"setoption name Search value {search}", "setoption name MultiPV value 5", f"go {limit}"
    )

    assert parsed(said)[-1]["nodes"] > 0
    assert said[-1].split()[1] in {line.split(" pv ")[1].split()[0] for line in scores(said)}


def test_a_mate_is_looked_for(session):
    said = session.ask(f"position fen {MATE_IN_2}", "go mate 2")

    assert "info string stops early: a mate in 2 is found" in said
    assert said[-1].startswith("bestmove g3g6")


def test_only_the_searchmoves_are_searched(session):
    for search in ("bstar", "alphabeta"):
        session.tell(f"setoption name Search value {search}")
        said = session.ask("go searchmoves a2a3 h2h4 depth 6")
        assert {line.split(" pv ")[1].split()[0] for line in scores(said)} <= {"a2a3", "h2h4"}
        assert said[-1].split()[1] in {"a2a3", "h2h4"}
    said = session.ask("go searchmoves e7e5 depth 2")
    assert "none of the searchmoves" in remarks(said)[0]


@pytest.mark.parametrize("search", ["bstar", "alphabeta"])
@pytest.mark.parametrize("limit", ["depth 9", "nodes 30000", "movetime 200"])
def test_one_searchmove_has_a_value_and_a_whole_line(session, search, limit):
    said = session.ask(
        f"setoption name Search value {search}",
        "position startpos moves e2e4 e7e5 g1f3",
        f"go {limit} searchmoves b7b6",
    )

    last = parsed(said, AFTER_NF3)[-1]
    assert last["pv"][0].uci() == "b7b6"
    assert len(last["pv"]) > 4
    assert last["depth"] > 5
    assert said[-1].startswith("bestmove b7b6 ponder ")


@pytest.mark.parametrize("go", ["go infinite", "go", "go ponder wtime 100 btime 100"])
@pytest.mark.parametrize("fen", [MATE_IN_2, STALEMATE, chess.STARTING_FEN])
def test_it_never_ends_by_itself_while_it_has_to_wait(session, go, fen):
    session.tell(f"position fen {fen}", go)
    time.sleep(0.5)
    assert session.engine.thinking

    said = session.ask("stop")

    assert sum(line.startswith("bestmove") for line in session.said) == 1
    assert said[-1].startswith("bestmove (none)" if fen == STALEMATE else "bestmove ")


@pytest.mark.parametrize("search", ["bstar", "alphabeta"])
def test_a_ponder_hit_starts_the_clock(session, search):
    session.tell(f"setoption name Search value {search}", "go ponder wtime 6000 btime 6000")
    session.hear("info depth 1")

    said = session.ask("ponderhit")

    assert parsed(said)[-1]["time"] < 1000 * A_WHILE
    assert not any(line.startswith("info string internal error") for line in session.said)


def test_how_things_stand_is_said_twice_a_second(session):
    session.tell("go infinite")
    time.sleep(3)
    said = session.ask("stop")

    times = [info["time"] for info in parsed(session.said)]
    assert max(after - before for before, after in pairwise(times)) < 2000  # 410 where none is busy
    assert said[-1].startswith("bestmove")


def test_the_move_that_is_being_searched_is_told(session):
    session.tell("setoption name Search value alphabeta", "go infinite")
    session.hear("info currmove ")
    session.ask("stop")

    told = [info for info in infos(session.said) if "currmove" in info]
    assert all(info["currmove"] in chess.Board().legal_moves for info in told)
    assert all(1 <= info["currmovenumber"] <= 20 for info in told)


@pytest.mark.parametrize(
    "option", ["Search value alphabeta", "Control value modern", "Control value classic"]
)
def test_refutations_are_told_where_they_are_asked_for(session, option):
    session.tell(f"setoption name {option}", "position startpos moves f2f3")
    asked = "go nodes 60000 searchmoves e7e5 g7g5 d7d5"
    assert not any("refutation" in line for line in session.ask(asked))

    session.tell("ucinewgame", "setoption name UCI_ShowRefutations value true")
    said = session.ask(asked)

    board = chess.Board()
    board.push_uci("f2f3")
    told = [info["refutation"] for info in infos(said, board.fen()) if "refutation" in info]
    assert {move.uci() for each in told for move in each} <= {"e7e5", "g7g5", "d7d5"}
    assert any(replies for each in told for replies in each.values())
    rivals = {move.uci() for each in told[-2:] for move in each}
    assert rivals == {"e7e5", "g7g5", "d7d5"} - {said[-1].split()[1]}


@pytest.mark.parametrize(("fen", "score"), [(STALEMATE, "cp 0"), (MATED, "mate 0")])
def test_without_a_legal_move_there_is_none(session, fen, score):
    said = session.ask(f"position fen {fen}", "go depth 3")

    assert said == [f"info depth 0 score {score}", "bestmove (none)"]


def test_short_time_is_for_alphabeta(session):
    session.tell("setoption name Control value classic")
    said = session.ask("go wtime 900 btime 900")
    assert "too short for B*" in remarks(said)[0]

    said = session.ask("go wtime 9000 btime 9000")
    assert not any("too short" in line for line in said)


@pytest.mark.parametrize("fen", [chess.STARTING_FEN, "8/5pk1/6p1/8/3R4/6P1/r4PK1/8 w - - 0 1"])
def test_on_a_clock_the_compiled_control_plays_every_move(session, fen):
    for clock in (40, 900):
        said = session.ask(f"position fen {fen}", f"go wtime {clock} btime {clock}")
        assert not any("hands over" in line for line in said)
        assert chess.Move.from_uci(said[-1].split()[1]) in chess.Board(fen).legal_moves


def test_on_a_slow_machine_short_time_is_longer():
    speed, position = Speed(), read_position()
    rule = HandOver(0.05, -1)
    assert rule.why(position, 0.06, speed) is None
    speed.note(100, 1.0)  # too little to say anything
    assert speed.slowness == 1.0

    for _ in range(50):
        speed.note(100_000, 1.0)

    assert speed.slowness == pytest.approx(10, rel=0.01)
    assert "too short" in rule.why(position, 0.4, speed)
    assert rule.why(position, 0.6, speed) is None
    assert HandOver(0, -1).why(position, 0.001, speed) is None


def test_the_rule_of_short_time_can_be_switched_off(session):
    session.tell("setoption name Control value classic", "setoption name HandOverTime value 0")
    said = session.ask("go wtime 900 btime 900")
    assert not any("hands over" in line for line in said)


def test_endings_are_for_alphabeta_unless_switched_off(session):
    ending = "position fen 8/5pk1/6p1/8/3R4/6P1/r4PK1/8 w - - 0 1"
    said = session.ask(ending, "go nodes 5000")
    assert remarks(said)[0] == "info string B* hands over to alpha-beta: an ending with 2 pieces"

    session.tell("setoption name HandOverPieces value 1")
    assert not any("hands over" in line for line in session.ask("go nodes 5000"))
    session.tell("setoption name HandOverPieces value -1")
    pawns = "position fen 8/5pk1/6p1/8/8/6P1/5PK1/8 w - - 0 1"
    assert not any("hands over" in line for line in session.ask(pawns, "go nodes 5000"))


def test_without_early_stops_it_deepens_until_its_limit(session):
    """A limit in nodes, so that a busy machine makes no difference."""
    go = (f"position fen {MATE_IN_2}", "go nodes 100000")
    said = session.ask(*go)
    assert "info string stops early: it wins by force" in said

    session.tell("setoption name EarlyStop value false", "ucinewgame")
    said = session.ask(*go)

    assert remarks(said) == [
        "info string B* has stopped: it wins by force; continuing with alpha-beta"
    ]
    assert said[-1].startswith("bestmove g3g6")
    assert parsed(said, MATE_IN_2)[-1]["depth"] > 5


def test_the_game_before_counts_for_repetition(session):
    """Black is a pawn up; the move that makes the third repetition gives it away."""
    before, now = (
        "6k1/5pp1/7p/8/8/8/q5PP/3Q2K1 w - - 0 1",
        "6k1/5pp1/4q2p/8/8/8/6PP/3Q2K1 b - - 3 2",
    )
    once = "d1b1 a2e6 b1d1"
    for search in ("bstar", "alphabeta"):
        session.tell(f"setoption name Search value {search}")
        new = session.ask(f"position fen {now}", "go depth 6 searchmoves e6a2")
        assert parsed(new, now)[-1]["score"].relative.score() > 20
        known = f"position fen {before} moves {once} e6a2 {once}"
        drawn = session.ask("ucinewgame", known, "go depth 6 searchmoves e6a2")
        assert parsed(drawn, now)[-1]["score"].relative.score() == 0


def test_chess960_castles_onto_the_rook(session):
    fen = "4k3/8/8/8/8/8/8/4KR2 w F - 0 1"
    said = session.ask(
        "setoption name UCI_Chess960 value true",
        f"position fen {fen} moves e1f1",
        "go depth 5",
    )
    board = chess.Board(fen, chess960=True)
    board.push_uci("e1f1")
    assert chess.Move.from_uci(said[-1].split()[1]) in board.legal_moves

    said = session.ask(f"position fen {SHUFFLED}", "go depth 6")
    assert parsed(said, SHUFFLED, chess960=True)[-1]["pv"]


def test_a_prober_that_is_no_engine_is_replaced_by_alphabeta(session):
    session.tell("setoption name Prober value uci:true", "isready")
    assert "does not answer as a UCI engine" in remarks(session.said)[0]
    assert session.said.count("readyok") == 1

    said = session.ask("go depth 6")

    assert "hands over to alpha-beta: " in remarks(said)[0]
    assert parsed(said)[-1]["depth"] == 6


def test_a_table_without_memory_is_a_sentence_and_a_smaller_one(session, monkeypatch):
    def player(position, choice, watch):
        if choice.table_megabytes > 16:
            raise NotEnoughMemoryError
        return Player(position, choice, watch)

    monkeypatch.setattr("provebest.chess.uci.engine.Player", player)
    session.tell("setoption name Hash value 64", "isready")

    assert session.said == [
        "info string not enough memory for Hash 64 MB; using 16 MB",
        "readyok",
    ]
    assert session.ask("go depth 5")[-1].startswith("bestmove ")


@pytest.mark.parametrize(
    "go", ["go infinite", "go ponder wtime 9000 btime 9000", "go movetime 9000"]
)
def test_a_thought_that_is_stopped_at_once_has_a_move_all_the_same(session, go):
    for _ in range(20):
        said = session.ask(go, "stop")
        assert not any("internal error" in line or "budget" in line for line in said)
        assert parsed(said)[-1]["pv"][0].uci() == said[-1].split()[1]


def test_a_go_while_it_thinks_ends_the_thought_before(session):
    session.tell("go infinite", "go depth 2")
    session.engine.close()

    assert sum(line.startswith("bestmove") for line in session.said) == 2


TIME_IS_WORTH_MORE = r"info string stops early: at depth \d+ the time is worth more later"


@pytest.mark.parametrize(
    ("go", "clock"),
    [("wtime 60000 winc 100", True), ("movetime 1000", False), ("nodes 60000", False)],
)
def test_where_a_clock_keeps_what_is_saved_a_stop_asks_for_nothing_more(session, go, clock):
    said = session.ask("debug on", f"position fen {TAKES_BACK}", f"go {go}")

    assert any(re.match(TIME_IS_WORTH_MORE, line) for line in said) is clock
    assert any(" wanted: " in line for line in remarks(said)) is not clock
    assert re.match("bestmove (d8|f6)d5", said[-1])


@pytest.mark.parametrize(
    ("before", "move"),
    [("position fen 7k/8/5K2/8/8/8/8/6R1 b - - 0 1", "h8h7"), ("position startpos", "a2a3")],
)
def test_the_only_move_on_a_clock_is_told_with_its_value(session, before, move):
    only = "" if "fen" in before else f" searchmoves {move}"
    said = session.ask(before, f"go wtime 60000 btime 60000{only}")

    last = parsed(said, chess.STARTING_FEN if only else before.removeprefix("position fen "))[-1]
    assert last["nodes"] > 0
    assert last["pv"][0].uci() == move
    assert said[-1].startswith(f"bestmove {move}")
    assert remarks(said)[-1].startswith("info string stops early")


def test_with_several_lines_every_line_is_searched_and_nothing_stops_early(session):
    said = session.ask(
        "setoption name MultiPV value 2",
        "setoption name MoveData value true",
        "debug on",
        f"position fen {TAKES_BACK}",
        "go nodes 20000",
    )

    probed = [line for line in remarks(said) if " nodes)" in line]
    assert {line.split()[2] + line.split()[3] for line in probed} == {"line1", "line2"}
    assert not any("stops early:" in line for line in said)
    assert any("each line is searched by itself" in line for line in remarks(said))
    assert said[-2].endswith('"handed_over": true}')


@pytest.mark.parametrize("depth", range(3, 9))
def test_no_search_is_deeper_than_was_asked_for(session, depth):
    said = session.ask(f"go depth {depth}")

    assert parsed(said)[-1]["depth"] == depth


@pytest.mark.parametrize("go", ["go depth 9", "go depth 9 movetime 60000"])
def test_a_depth_is_that_of_all_moves_and_of_every_search(session, go):
    said = session.ask(
        "setoption name MinAct value 499", "debug on", f"position fen {TAKES_BACK}", go
    )

    probed = [line for line in remarks(said) if " nodes)" in line]
    assert [int(re.search(r"depth +(\d+)", line).group(1)) for line in probed] == [6, 7, 8, 9]
    assert all("all moves" in line for line in probed)
    assert not any("stops early" in line for line in remarks(said))


def test_debug_tells_every_set_of_moves_that_was_probed(session):
    assert not any("SELECT" in line for line in session.ask("go depth 6"))
    assert any("SELECT" in line for line in session.ask("debug on", "go depth 6"))


def test_a_value_that_is_only_a_lower_bound_is_marked_as_one():
    report = Report(7, 9, 100, 0, ((50.0, ("e2e4",)), (20.0, ("d2d4",))), is_bound=True)
    first, second = info_lines(report, 1.0)

    assert " score cp 50 lowerbound nodes " in first
    assert " score cp 20 nodes " in second
    assert " score cp 50 nodes " in info_lines(replace(report, is_bound=False), 1.0)[0]


def test_to_ask_whether_a_search_must_end_sends_nothing(session, monkeypatch):
    session.ask("position startpos", "go depth 1")
    said = len(session.said)
    later = SimpleNamespace(perf_counter=lambda: time.perf_counter() + 1_000)
    monkeypatch.setattr("provebest.chess.player.clock.time", later)

    session.engine._watch.is_set()

    assert len(session.said) == said
