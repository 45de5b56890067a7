"""Books and tablebases: what need not be searched is not, and it is said."""

import chess
import chess.syzygy
import pytest
from small_books import opening_book
from uci_session import parsed, remarks

from provebest.chess.knowledge import Knowledge
from provebest.vocabulary import BadInputError

WON = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"


@pytest.fixture
def book(tmp_path):
    path = tmp_path / "book.bin"
    path.write_bytes(opening_book())
    return path


def test_the_move_with_the_greatest_weight_is_played_with_a_value(session, book):
    session.tell(f"setoption name Book value {book}")
    said = session.ask("position startpos", "go wtime 60000 btime 60000")

    assert remarks(said)[0] == "info string book: e2e4 has weight 20 of 30"
    assert said[-1].startswith("bestmove e2e4")
    assert parsed(said)[-1]["score"] is not None

    said = session.ask("position startpos moves e2e4", "go movetime 5000")
    assert said[-1].startswith("bestmove c7c5")
    said = session.ask("position startpos moves d2d4", "go depth 5")
    assert not any("book" in line for line in said)


def test_an_analysis_does_not_look_into_the_book(session, book):
    session.tell(f"setoption name Book value {book}", "go infinite")
    said = session.ask("stop")
    assert not any("book" in line for line in said)
    said = session.ask("go searchmoves a2a3 depth 3")
    assert said[-1].startswith("bestmove a2a3")

    session.tell("setoption name Book value <empty>")
    assert not any("book" in line for line in session.ask("go movetime 10"))


@pytest.mark.parametrize("option", ["Book", "SyzygyPath"])
def test_what_is_not_there_is_a_sentence_and_changes_nothing(session, book, option):
    session.tell(f"setoption name Book value {book}")
    session.tell(f"setoption name {option} value nowhere/at-all")
    assert "cannot read" in session.said[-1]
    assert "book: e2e4" in " ".join(session.ask("go movetime 50"))


RESULTS = {"e6d6": (-2, -8), "e6f6": (-2, -6)}


class Tables(chess.syzygy.Tablebase):
    """Two results by hand: only Kd6 and Kf6 win the pawn ending, one of them faster."""

    def _told(self, board):
        if len(board.piece_map()) > 3:
            raise chess.syzygy.MissingTableError(board.fen())
        return RESULTS.get(board.peek().uci(), (0, 0))

    def probe_wdl(self, board):
        return self._told(board)[0]

    def probe_dtz(self, board):
        return self._told(board)[1]


def test_only_moves_that_keep_the_result_are_left_the_fastest_of_them():
    """The tables themselves are python-chess's to read."""
    knowledge = Knowledge()
    knowledge._tables = Tables()

    advice = knowledge.advice(chess.Board(WON))

    assert (advice.moves, advice.remark) == (("e6f6",), "tablebases: won")
    assert knowledge.advice(chess.Board()) is None


def test_the_engine_searches_only_those(session):
    session.engine._knowledge._tables = Tables()
    said = session.ask(f"position fen {WON}", "go depth 7")

    assert "info string tablebases: won" in said
    assert said[-1].startswith("bestmove e6f6")


def test_a_folder_without_tables_has_none(tmp_path):
    knowledge = Knowledge()
    knowledge.open_tables(str(tmp_path))
    assert knowledge.tables == 0
    assert knowledge.advice(chess.Board(WON)) is None
    with pytest.raises(BadInputError, match="cannot read the tablebases in 'nowhere'"):
        knowledge.open_tables(f"{tmp_path}:nowhere")
