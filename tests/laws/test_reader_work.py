"""Readers work in proportion to the length of a file, whatever is in it.

A reader whose work grew with the square of the length would not read them in the time it has.
"""

import pytest
from hostile_games import GOOD, game
from reader_law import fault_of
from readers import READERS

POSITION = "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; "
OPEN_COMMENT = game("1. e4 {and then") + "\n"
LONG = {
    "brackets in c0": ("EPD", POSITION + f'c0 "{"[" * 400_000}";', "read"),
    "digits in c0": ("EPD", POSITION + f'c0 "a={"1" * 400_000}x";', "read"),
    "moves in c0": ("EPD", POSITION + f'c0 "{"Rxb2=1, " * 10_000}x";', "read"),
    "open comments": ("PGN", OPEN_COMMENT * 4_000, "read"),
    "open comments in an audit": ("PGN for audit", OPEN_COMMENT * 4_000, "refused"),
    "open comments after good openings": (
        "openings, PGN",
        f"{GOOD.replace('2. g4 Qh4# ', '')}\n" * 500 + OPEN_COMMENT * 4_000,
        "refused",
    ),
    "games without moves": ("PGN", '[Event "unplayed"]\n\n' * 8_000, "read"),
    "a row that does not end": ("puzzles", 'PuzzleId,FEN,Moves\n"' + "x\n" * 400_000, "refused"),
    "many columns": ("puzzles", "PuzzleId,FEN,Moves" + ",x" * 400_000, "read"),
}


@pytest.mark.parametrize(("name", "text", "outcome"), LONG.values(), ids=LONG)
def test_a_long_hostile_file_is_read_or_refused_in_time(name, text, outcome):
    assert fault_of(READERS[name], text.encode()) == (outcome, None)
