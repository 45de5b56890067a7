"""A note on a move of a game, for tests of what is made of notes."""

import chess

from provebest.chess.explain.notes import Note

NOTE = Note(
    ply=0,
    fen=chess.STARTING_FEN,
    played="f2f3",
    best="e2e4",
    value=50.0,
    worth=-40.0,
    line=("e2e4", "e7e5"),
    answer=("f2f3", "e7e5"),
    only=False,
    second="d2d4",
    second_value=45.0,
    threat=(),
    argument="because",
)
