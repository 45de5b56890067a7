"""The first weights of the chess evaluation, before any were fitted.

They are round numbers and short formulas, in hundredths of a pawn, chosen by common sense.
``python -m studies.tune_evaluation`` starts from the weights in use; these are kept so that the
first fit can be repeated.
"""

import itertools
from collections.abc import Callable

Weight = tuple[int, int]
"""Hundredths of a pawn, in the middlegame and in the endgame."""


def _by(count: int, formula: Callable[[int], tuple[float, float]]) -> list[Weight]:
    return [(round(mg), round(eg)) for mg, eg in map(formula, range(count))]


def _by_rank(formula: Callable[[int], tuple[float, float]]) -> list[Weight]:
    """Weights by rank; 0 on the first and the last rank, where no pawn stands."""
    return _by(8, lambda rank: formula(rank) if 0 < rank < 7 else (0, 0))


def _place(kind: int, rank: int, file: int) -> tuple[float, float]:
    middle = min(rank, 7 - rank) + file  # 0 in a corner, 6 in the centre
    starting = 10 if rank == 1 and file > 1 else 0
    home = (20, 35, 5, -10)[file]
    by_kind = (
        (2 * file * min(rank - 1, 3) + 2 * (rank - 1) - 5 - starting, 5 * (rank - 2)),
        (9 * middle - 32 + 3 * (2 < rank < 6), 7 * middle - 25),
        (4 * middle - 12 - 6 * (rank == 0), 3 * middle - 9),
        (4 * file - 6 + 4 * (rank > 5), 2 * min(rank, 5) - 5),
        (2 * middle - 6 - 3 * (rank > 4), 6 * middle - 18),
        (home - 22 * min(rank, 4), 11 * middle - 33),
    )
    return (0, 0) if kind == 0 and not 0 < rank < 7 else by_kind[kind]


def _squares() -> list[Weight]:
    """Weights by kind of piece, rank from its own side, and distance of the file from the edge."""
    places = itertools.product(range(6), range(8), range(4))
    return [(round(mg), round(eg)) for mg, eg in itertools.starmap(_place, places)]


def _roots(count: int, low: Weight, high: Weight) -> list[Weight]:
    """Weights from low to high, rising fastest at first: the first squares matter most."""
    return _by(
        count,
        lambda i: (
            low[0] + (high[0] - low[0]) * (i / (count - 1)) ** 0.6,
            low[1] + (high[1] - low[1]) * (i / (count - 1)) ** 0.6,
        ),
    )


def _shelter() -> list[Weight]:
    """Weights by distance of the file from the edge and rank of the own pawn (0: no pawn)."""
    by_rank = (-20, 20, 12, 2, -5, -10, -15)
    return [(mg, 0) for _ in range(4) for mg in by_rank]


def first_weights() -> dict[str, list[Weight]]:
    """All weights by the name of their term, in the order of the terms."""
    return {
        "material": [(90, 110), (310, 300), (320, 310), (480, 530), (950, 970)],
        "piece squares": _squares(),
        "knight mobility": _roots(9, (-40, -50), (20, 25)),
        "bishop mobility": _roots(14, (-40, -50), (35, 45)),
        "rook mobility": _roots(15, (-30, -55), (25, 60)),
        "queen mobility": _roots(28, (-25, -50), (25, 50)),
        "isolated pawn": [(-8, -12), (-16, -18)],
        "backward pawn": [(-6, -10), (-14, -16)],
        "doubled pawn": [(-8, -20)],
        "pawns side by side": _by_rank(lambda rank: (2 * rank + 2, 2 * rank)),
        "supported pawn": _by_rank(lambda rank: (3 * rank + 2, 2 * rank)),
        "passed pawn": _by_rank(lambda rank: (2 * (rank - 1) ** 2, 8 + 5 * (rank - 1) ** 2)),
        "passed pawn, supported": _by_rank(lambda rank: (3 * (rank - 1), 4 * (rank - 1))),
        "passed pawn, blocked": _by_rank(lambda rank: (-2 * (rank - 1), -5 * (rank - 1))),
        "passed pawn, free to move": _by_rank(lambda rank: (2 * (rank - 1), 5 * (rank - 1))),
        "passed pawn, own king's distance": [(0, -3)],
        "passed pawn, enemy king's distance": [(0, 5)],
        "passed pawn, rook behind": [(5, 12)],
        "passed pawn nothing can stop": [(0, 500)],
        "king's shelter": _shelter(),
        "pawn storm": [(0, 0), (0, 0), (-25, 0), (-20, 0), (-10, 0), (-3, 0), (0, 0)],
        "pawn storm, held up": [(0, 0), (0, 0), (-10, -5), (-5, -3), (0, 0), (0, 0), (0, 0)],
        "attack on the king": _by(40, lambda units: (0.32 * units**2, 0.06 * units**2)),
        "king away from home": [(-25, 0)],
        "king in the centre": [(-15, 0)],
        "bishop pair": [(25, 45)],
        "pawns on the bishop's colour": [(-2, -4)],
        "outpost": [(22, 15), (14, 8)],
        "rook on an open file": [(12, 8), (25, 12)],
        "rook on the seventh": [(8, 18)],
        "hanging": [(8, 15), (25, 25), (25, 25), (30, 25), (20, 15)],
        "attacked by a pawn": [(0, 0), (50, 40), (50, 40), (70, 40), (70, 40)],
        "attacked by a minor piece": [(0, 8), (15, 15), (15, 15), (40, 30), (40, 35)],
        "attacked by a rook": [(0, 8), (10, 15), (10, 15), (0, 8), (40, 30)],
        "attacked after a pawn move": [(14, 10)],
        "pinned": [(0, -5), (-12, -8), (-10, -8), (-15, -10), (-30, -20)],
        "bare king near the edge": [(0, 60), (0, 35), (0, 15), (0, 0)],
        "bare king near a corner": _by(7, lambda steps: (0, 120 - 20 * steps)),
        "bare king near the other": _by(8, lambda steps: (0, 140 - 20 * steps if steps else 0)),
        "bare king near the bishop's corner": _by(8, lambda steps: (0, 210 - 30 * steps)),
        "the move": [(15, 10)],
    }
