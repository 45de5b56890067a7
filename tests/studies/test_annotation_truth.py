"""How true annotations are: what is asked of the judge, and what is counted."""

import json
import shutil
from dataclasses import replace
from types import SimpleNamespace

import chess
import pytest
from fake_judge import judged_game

from provebest.chess.explain.notes import Note
from provebest.vocabulary import EngineFailedError
from studies import annotation_judge, annotation_truth
from studies.annotation_counts import (
    FOUND,
    MISSED,
    JudgedMove,
    as_markdown,
    claims_of,
    failures_of,
    judged_move,
    phase_of,
    table_of,
)
from studies.annotation_judge import DECIDED, judge_move, points
from studies.shares import Share
from studies.study import end_with

START = chess.STARTING_FEN
DEPTH = 18
LEGAL = {move.uci() for move in chess.Board().legal_moves}


class FakeJudge:
    """Values the moves of the start as it is told, others at -50, and remembers the searches."""

    name = "Judge 1"

    def __init__(self, values, depth=DEPTH):
        self._values, self._depth = values, depth
        self.searches, self.tables = [], set()

    def best_of(self, position, moves, depth, game, *, seconds, board):
        assert depth == DEPTH
        assert board.fen() == position.fen()
        assert seconds >= 3600  # the depth ends a search, not the clock
        self.searches.append(tuple(moves))
        self.tables.add(id(game))
        value, best = max((self._values.get(move, -50), move) for move in moves or sorted(LEGAL))
        last = SimpleNamespace(moves=(best,), value=value, depth=self._depth)
        return SimpleNamespace(last=last)


def ask(monkeypatch, judge, played, named=None, *, only=False):
    monkeypatch.setattr(annotation_judge, "_prober", lambda _: judge)
    return judge_move((START, False, played, "some engine", judge.name, DEPTH, named, only))


def test_points_are_those_of_the_scale():
    assert points(0) == 0.5
    assert points(220) == pytest.approx(1 / (1 + 2.718281828459045**-1))
    assert points(-30_000) == pytest.approx(0)


def test_only_what_is_needed_is_searched(monkeypatch):
    values = {"e2e4": 30, "d2d4": 10, "g1f3": 20}

    judge = FakeJudge(values)
    assert ask(monkeypatch, judge, "e2e4") == {
        "move": "e2e4",
        "best": 30,
        "decided": False,
        "played": 30,
        "named": None,
        "others": None,
    }
    assert judge.searches == [()]

    judge = FakeJudge(values)
    answer = ask(monkeypatch, judge, "a2a3", "d2d4")
    assert (answer["best"], answer["played"], answer["named"]) == (30, -50, 10)
    assert judge.searches == [(), ("a2a3",), ("d2d4",)]
    assert len(judge.tables) == 1  # one table for the position

    judge = FakeJudge(values)
    assert ask(monkeypatch, judge, "a2a3", "e2e4")["named"] == 30
    assert judge.searches == [(), ("a2a3",)]


def test_the_only_move_is_compared_with_all_others(monkeypatch):
    judge = FakeJudge({"e2e4": 30, "g1f3": 20})
    assert ask(monkeypatch, judge, "e2e4", "e2e4", only=True)["others"] == 20
    assert set(judge.searches[-1]) == LEGAL - {"e2e4"}

    judge = FakeJudge({"e2e4": 30, "g1f3": 20})
    answer = ask(monkeypatch, judge, "g1f3", "g1f3", only=True)
    assert (answer["named"], answer["others"]) == (20, 30)
    assert judge.searches == [(), ("g1f3",)]


def test_nothing_more_is_asked_of_a_decided_position(monkeypatch):
    for value, decided in ((DECIDED, False), (DECIDED + 1, True), (29_990, True)):
        judge = FakeJudge({"e2e4": value})
        assert ask(monkeypatch, judge, "a2a3", "d2d4")["decided"] is decided
        assert len(judge.searches) == (1 if decided else 3)

    judge = FakeJudge(dict.fromkeys(LEGAL, -DECIDED - 1))
    assert ask(monkeypatch, judge, "a2a3")["decided"] is True


def test_a_judge_that_does_not_reach_the_depth_is_not_believed(monkeypatch):
    with pytest.raises(EngineFailedError, match="depth 17, not 18"):
        ask(monkeypatch, FakeJudge({"e2e4": 30}, depth=17), "e2e4")


def note(played="a2a3", best="e2e4", value=0.0, worth=-300.0, *, only=False, fen=START):
    return Note(
        ply=0,
        fen=fen,
        played=played,
        best=best,
        value=value,
        worth=value if played == best else worth,
        line=(best,),
        answer=(played,),
        only=only,
        second=None,
        second_value=None,
        threat=(),
        sentences=(),
    )


def test_claims_are_those_that_a_reader_sees():
    assert claims_of(note()) == ("??", "")
    assert claims_of(note(only=True)) == ("??", MISSED)
    assert claims_of(note(worth=-60.0)) == ("?!", "")
    assert claims_of(note(worth=-10.0, only=True)) == ("", "")  # nothing is written
    assert claims_of(note(best="a2a3", only=True)) == ("", FOUND)
    assert claims_of(note(best="a2a3")) == ("", "")


def test_the_phase_is_told_by_pieces_and_number():
    assert phase_of(chess.Board()) == "opening"
    assert phase_of(chess.Board(START.replace("0 1", "0 15"))) == "opening"
    assert phase_of(chess.Board(START.replace("0 1", "0 16"))) == "middlegame"
    assert phase_of(chess.Board("r3k3/4p3/8/8/8/8/4P3/R3K3 w - - 0 9")) == "ending"


def move(best, played, named=None, others=None, *, mark="", only="", phase="middlegame"):
    return JudgedMove(
        game="game 1",
        move="20.a3",
        phase=phase,
        mark=mark,
        only=only,
        named_move="20.e4",
        best_move="20.Nf3",
        white=True,
        best=best,
        played=played,
        named=named,
        others=others,
    )


# 0.05 points from 0: 44.1 hundredths; 0.10 points: 89.2.
TRUE = move(100, 0, 45, mark="?!")
FALSE = move(100, 0, 44, mark="?", phase="ending")
NOT_WORSE = move(20, 0, -80, mark="??")
UNMARKED = move(45, 0, phase="opening")
GOOD = move(44, 0)
ONLY = move(0, 0, 0, -45, only=FOUND)
NOT_ONLY = move(0, -100, 0, -44, mark="?", only=MISSED)
MOVES = [TRUE, FALSE, NOT_WORSE, UNMARKED, GOOD, ONLY, NOT_ONLY]


def test_the_table_counts_marks_mistakes_and_only_moves():
    table = table_of(MOVES)
    overall = {name: (row["all"].hits, row["all"].total) for name, row in table.items()}

    assert overall == {
        "marks that are true": (2, 4),
        "marks ?! that are true": (1, 1),
        "marks ? that are true": (1, 2),
        "marks ?? that are true": (0, 1),
        "mistakes of 0.05 or more that are marked": (3, 4),
        "mistakes of 0.10 or more that are marked": (3, 3),
        "only moves that are confirmed": (1, 2),
        "only moves played that are confirmed": (1, 1),
        "only moves missed that are confirmed": (0, 1),
    }
    assert table["marks that are true"]["ending"] == Share(0, 1)
    assert table["mistakes of 0.05 or more that are marked"]["opening"] == Share(0, 1)
    assert all(
        row["all"].total == sum(share.total for name, share in row.items() if name != "all")
        for row in table.values()
    )
    text = as_markdown(table)
    assert "| marks that are true | 2 of 4 (50 %, 15 % to 85 %) | none |" in text
    assert len({line.count("|") for line in text.splitlines()}) == 1


def test_mistakes_that_the_judge_finds_again_are_counted_apart():
    stands, marked = replace(UNMARKED, again=0.05), replace(TRUE, again=0.06)
    moves = [stands, marked, replace(NOT_ONLY, again=0.049), GOOD]
    table = table_of(moves)

    assert table["mistakes that the judge finds again, deeper"]["all"] == Share(2, 3)
    assert table["mistakes found again that are marked"]["all"] == Share(1, 2)
    assert str(marked).endswith("; deeper: 0.060 points better")
    assert "deeper" not in as_markdown(table_of(MOVES))


def test_every_failure_is_listed():
    assert failures_of(MOVES) == {
        "false marks": [FALSE, NOT_WORSE],
        "missed mistakes": [UNMARKED],
        "only moves not confirmed": [NOT_ONLY],
    }
    assert str(NOT_WORSE) == (
        "game 1, middlegame, 20.a3??: played 0.00; named 20.e4 -0.80 (0.090 points worse); "
        "judge's best 20.Nf3 +0.20 (0.023 points better)"
    )


def test_a_listed_move_is_told_for_white():
    fen = chess.Board("r3k3/4p3/8/8/8/8/4P3/R3K3 b - - 0 40").fen()
    answer = {"move": "a8a1", "best": 500, "played": -100, "named": 400, "others": None}
    judged = judged_move("game 7", note("e8d8", "e8d7", fen=fen), answer)

    assert str(judged) == (
        "game 7, ending, 40...Kd8??: played +1.00; named 40...Kd7 -4.00 (0.472 points better); "
        "judge's best 40...Rxa1+ -5.00 (0.518 points better)"
    )
    assert judged.as_json()["best"] == 500


def test_intervals_are_those_of_wilson():
    low, high = Share(5, 12).interval

    assert (low, high) == (pytest.approx(0.193, abs=0.001), pytest.approx(0.680, abs=0.001))
    assert Share(0, 0).interval == (0, 1)
    assert Share(0, 0).as_json()["share"] is None
    assert Share(0, 3).interval[0] == pytest.approx(0, abs=1e-9)


@pytest.fixture
def words(tmp_path):
    return [*judged_game(tmp_path), "--json"]


def test_a_game_is_annotated_and_judged_once(tmp_path, words, capsys):
    words += ["--store", str(tmp_path / "store.jsonl")]
    annotation_truth.main(words)
    answer = json.loads(capsys.readouterr().out)

    assert answer["judge"] == "Judge 1"
    assert len(answer["games"]) == 1
    assert answer["judged"] + answer["forced"] + answer["decided"] == 3
    marks = answer["shares"]["marks ?? that are true"]["ending"]
    assert (marks["hits"], marks["total"]) == (2, 2)
    found = answer["shares"]["mistakes of 0.05 or more that are marked"]["all"]
    assert (found["hits"], found["total"]) == (2, 2)
    asked = (tmp_path / "asked").read_text()
    assert "go depth 5" in asked

    annotation_truth.main(words)
    assert json.loads(capsys.readouterr().out) == answer
    assert (tmp_path / "asked").read_text() == asked


def test_mistakes_are_judged_again_deeper(tmp_path, words, capsys):
    annotation_truth.main([*words, "--again", "2"])
    answer = json.loads(capsys.readouterr().out)

    found = answer["shares"]["mistakes that the judge finds again, deeper"]["all"]
    assert (found["hits"], found["total"]) == (2, 2)
    assert (tmp_path / "asked").read_text().count("go depth 7") == 4  # best and played, twice


def give_up(words, capsys):
    """The exit code and what is printed on stderr."""
    with pytest.raises(SystemExit) as left:
        end_with(lambda: annotation_truth.main(words))
    return left.value.code, capsys.readouterr().err


def test_a_missing_judge_or_game_is_told_in_one_sentence(words, capsys):
    code, told = give_up([*words, "--judge", "no-such-engine"], capsys)
    assert (code, told.count("\n")) == (2, 1)
    assert "no engine 'no-such-engine'" in told

    code, told = give_up([*words, "--offset", "2"], capsys)
    assert (code, told.count("\n")) == (2, 1)
    assert told.endswith("games.pgn' has 2 games, and none is chosen\n")

    code, told = give_up([*words, "--prober", "guess"], capsys)
    assert (code, told.count("\n")) == (2, 1)

    for option in ("--depth", "--games"):
        assert give_up([*words, option, "0"], capsys)[0] == 2


@pytest.mark.skipif(
    not (shutil.which("stockfish") or shutil.which("/usr/games/stockfish")), reason="no Stockfish"
)
def test_stockfish_can_be_the_judge():
    answer = judge_move((START, False, "g2g4", "stockfish", "", 8, "e2e4", True))

    assert not answer["decided"]
    assert answer["played"] < answer["best"]
    assert answer["others"] is not None
