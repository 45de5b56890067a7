"""How a move was found is told as data if that is asked for; what counts as a failed engine."""

import pytest
from uci_session import MATE_IN_2, STALEMATE, remarks

from provebest.chess.uci.move_data import MoveData, read_move_data
from provebest.vocabulary import BadInputError, EngineFailedError, NothingSearchedError

ENDING = "8/5pk1/6p1/8/3R4/6P1/r4PK1/8 w - - 0 1"


def told(said):
    """The data before a best move; there is one line of it."""
    (found,) = filter(None, (read_move_data(line.removeprefix("info string ")) for line in said))
    return found


@pytest.mark.parametrize(
    ("fen", "more", "data"),
    [
        (MATE_IN_2, "Search value bstar", MoveData(stopped_early=True)),
        (ENDING, "Search value bstar", MoveData(handed_over=True)),
        (ENDING, "Search value alphabeta", MoveData()),
        (ENDING, "HandOverPieces value -1", MoveData()),
    ],
)
def test_a_move_is_told_as_data(session, fen, more, data):
    session.tell("setoption name MoveData value true", f"setoption name {more}")

    said = session.ask(f"position fen {fen}", "go nodes 4000")  # too few for the law to be sure

    assert told(said) == data
    assert said[-2] == f"info string {data.remark()}"


def test_each_move_has_its_own_data(session):
    session.tell("setoption name MoveData value true")

    assert told(session.ask(f"position fen {ENDING}", "go nodes 2000")).handed_over
    assert told(session.ask(f"position fen {MATE_IN_2}", "go nodes 100000")).stopped_early
    assert told(session.ask("position startpos", "go nodes 2000")) == MoveData()


def test_nothing_is_told_unless_it_is_asked_for(session):
    for fen in (MATE_IN_2, ENDING, STALEMATE):
        said = session.ask(f"position fen {fen}", "go nodes 2000")
        assert not any("move_data" in line for line in said)


@pytest.mark.parametrize(
    "remark",
    [
        "",
        "stops early: it wins by force",
        "move_data",
        "move_data {",
        "move_data []",
        "move_data 7",
        "move_data " + "[" * 100_000,
        'move_datum {"handed_over": true}',
    ],
    ids=lambda remark: remark[:30],
)
def test_other_remarks_are_no_data(remark):
    assert read_move_data(remark) is None


def test_what_is_neither_true_nor_false_counts_as_false():
    assert read_move_data('move_data {"stopped_early": "yes", "new": 1}') == MoveData()


# --- what hands a move over to alpha-beta -----------------------------------------------------


def broken(monkeypatch, error):
    def make_search(*_):
        raise error

    monkeypatch.setattr("provebest.chess.player.thinking.make_search", make_search)


def test_an_engine_that_fails_hands_over(session, monkeypatch):
    broken(monkeypatch, EngineFailedError("it hangs"))
    session.tell("setoption name MoveData value true")

    said = session.ask("go depth 6")

    assert remarks(said)[0] == "info string B* hands over to alpha-beta: it hangs"
    assert told(said).handed_over
    assert any(line.startswith("info depth 6 ") for line in said)


def test_another_engine_that_cannot_be_used_hands_over_whatever_is_wrong(session, monkeypatch):
    def probers(*_):
        raise BadInputError("no engine 'gone' on PATH")

    monkeypatch.setattr("provebest.chess.player.thinking.GameProbers", probers)
    session.tell("setoption name MoveData value true", "isready")
    assert session.said == ["readyok", "info string no engine 'gone' on PATH"]

    for _ in range(2):
        said = session.ask("go depth 6")
        assert "hands over to alpha-beta: no engine 'gone' on PATH" in remarks(said)[0]
        assert told(said).handed_over


@pytest.mark.parametrize("kind", [BadInputError, NothingSearchedError])
def test_any_other_error_is_reported_as_internal_and_a_move_is_said(session, monkeypatch, kind):
    broken(monkeypatch, kind("of our own making"))
    session.tell("setoption name MoveData value true")

    said = session.ask("go depth 6")

    assert remarks(said)[0] == f"info string internal error: {kind.__name__}: of our own making"
    assert told(said) == MoveData()
    assert said[-1].startswith("bestmove ")
