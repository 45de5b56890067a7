"""A note on a move of a game, for tests of what is made of notes."""

import chess

from provebest.argument.phrasing import Sentence
from provebest.argument.prose import Part, say
from provebest.chess.explain.notes import Note

E4 = Part("e4", ("e2e4",))
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
    sentences=(
        Sentence(
            "claim",
            say("{move} is best (+0.50).", move=E4),
            ("e2e4", "e7e5"),
            moves=("e2e4",),
            values=(("e2e4", 50.0),),
        ),
        Sentence(
            "threat", say("{move} threatens d4.", move=E4), ("d2d4",), ("e2e4",), moves=("e2e4",)
        ),
        Sentence("stop", say("Not settled."), ("e2e4", "e7e5"), unsettled=True),
    ),
)
