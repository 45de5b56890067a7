"""Chess: analyse a position, compare moves, find the only move, annotate a game.

    >>> import provebest as pb
    >>> pb.chess.analyse("startpos", seconds=1).san  # doctest: +SKIP
    'e4'

A position is "startpos", a FEN, or a ``chess.Board`` of python-chess with its move stack. The
functions are loaded when they are first used, so that the UCI engine starts quickly. Inside this
package, too, ``import chess`` imports python-chess.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from provebest.chess.explain.analysis import Analysis
    from provebest.chess.explain.comparing import ComparedMove, Comparison
    from provebest.chess.explain.move_verdict import Thresholds
    from provebest.chess.explain.only_move import OnlyMove
    from provebest.chess.public import analyse, annotate, compare, only_move, resume

__all__ = [
    "Analysis",
    "ComparedMove",
    "Comparison",
    "OnlyMove",
    "Thresholds",
    "analyse",
    "annotate",
    "compare",
    "only_move",
    "resume",
]


if not TYPE_CHECKING:  # with __getattr__, a type checker would accept every name

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from provebest.chess import public  # noqa: PLC0415 - it loads the searches

        return getattr(public, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
