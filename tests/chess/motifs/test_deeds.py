"""The words for what a line does."""

import chess
import pytest

from provebest.chess.motifs.deed import LONGER, WORDS, ChessDeed, Material, MotifKind


@pytest.mark.parametrize("kind", MotifKind)
@pytest.mark.parametrize("more", [False, True])
def test_a_deed_is_told_with_either_form_of_its_verb(kind, more):
    deed = ChessDeed(
        kind,
        pieces=(chess.ROOK,) if more or kind is not MotifKind.PROMOTION else (chess.QUEEN,),
        side=chess.WHITE,
        material=Material((chess.PAWN,)),
        moves=1 + more,
        file=3,
        steps=2 + 2 * more,
        by=ChessDeed(MotifKind.BREAKTHROUGH),
    )

    (doing, *first), (does, *second) = deed.participle.split(), deed.finite.split()

    assert first == second
    assert doing.endswith("ing")
    assert does.endswith("s")
    assert deed.participle.endswith(" by breaking through")
    assert WORDS.keys() == set(MotifKind) > LONGER.keys()
