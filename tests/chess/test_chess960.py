"""Chess960: castling is written as castling wherever a move or a line is shown."""

import re
from pathlib import Path

import chess
import pytest
from rich.console import Console

import provebest
from provebest.argument.notation import san, san_line
from provebest.chess.explain.analysis import Settings, analyse
from provebest.cli import analyse as command
from provebest.cli.analysis_text import print_analysis
from provebest.cli.live_analysis import LivePicture
from provebest.games.boards import board_from, board_of
from provebest.games.chess import read_position
from provebest.search.events import StepEnded

CASTLING = "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1"
SHORT, LONG = "f1g1", "f1b1"


@pytest.fixture(scope="module")
def analysed():
    """An analysis of the two ways to castle, and how things stood meanwhile."""
    settings, events = (
        Settings(control="classic", expansions=3, probe_depth=1, only=(SHORT, LONG)),
        [],
    )
    analysis = analyse(CASTLING, settings=settings, chess960=True, on_event=events.append)
    return analysis, [event for event in events if isinstance(event, StepEnded)][-1]


def test_the_move_of_an_analysis_is_castling(analysed):
    analysis, _ = analysed

    assert analysis.move in (SHORT, LONG)
    assert analysis.san == {SHORT: "O-O", LONG: "O-O-O"}[analysis.move]
    assert analysis.board().chess960


def test_json_and_table_write_castling(analysed, capsys):
    analysis, _ = analysed
    (rival,) = command.as_json(analysis)["rivals"]

    assert {analysis.san, rival["san"]} == {"O-O", "O-O-O"}
    print_analysis(analysis, verbose=True, log=False)
    rows = [row for row in capsys.readouterr().out.splitlines() if re.match(r"O-O\S* +[+-]", row)]
    assert len(rows) == 2
    for row in rows:
        assert f" 1.{row.split()[0]} K" in row, "the line begins with castling and goes on"


def test_the_live_table_writes_castling(analysed):
    _, last = analysed
    picture = LivePicture(read_position(CASTLING, chess960=True))
    picture.show(last)
    console = Console(width=100, record=True, quiet=False)
    with console.capture() as drawn:
        console.print(picture.drawn())

    assert {"1.O-O", "1.O-O-O"} <= set(re.findall(r"1\.O-O(?:-O)?", drawn.get()))


def test_a_line_goes_on_after_castling():
    position = read_position(CASTLING, chess960=True)
    board = board_of(position)

    assert san(board, LONG) == "O-O-O"
    assert san_line(board, [LONG, "e8e7", "g1g7"]) == "1.O-O-O Ke7 2.Rg7+"
    assert board_from(CASTLING, [LONG], chess960=True).king(chess.WHITE) == chess.C1


def test_boards_are_built_from_text_in_one_place_alone():
    package = Path(provebest.__file__).parent
    found = [
        f"{path.relative_to(package)}:{number}"
        for path in sorted(package.rglob("*.py"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if re.search(r"\bBoard\((?!\))", line)
    ]

    assert [place.split(":")[0] for place in found] == ["games/boards.py"], found
