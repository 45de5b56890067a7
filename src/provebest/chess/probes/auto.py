"""``auto``, the prober of those who name none: Stockfish if there is one, else our own engine."""

from __future__ import annotations

import os

from provebest.chess.probes.engine_facts import NATIVE, UCI
from provebest.chess.probes.uci import find_engine
from provebest.games.chess_evaluation import DEFAULT_EVALUATION
from provebest.vocabulary import BadInputError, shorten

AUTO = "auto"
VARIABLE = "PROVEBEST_ENGINE"
"""The environment variable that names another engine, or ``native`` for none."""
PREFERRED = "stockfish"


def find_prober(name: str = AUTO, evaluation: str = DEFAULT_EVALUATION) -> str:
    """The prober that a name stands for: ``native`` or ``uci:`` and an engine.

    Only ``auto`` stands for another name. Another evaluation than the usual one is our own
    engine's, so with it ``auto`` is ``native``.

    Raises:
        BadInputError: if it is no text, or the environment variable names an engine that is not
            there.
    """
    if not isinstance(name, str):
        raise BadInputError(
            f'prober must be "{AUTO}", "{NATIVE}" or an engine such as "{UCI}{PREFERRED}", '
            f"got {shorten(name)}"
        )
    if name != AUTO:
        return name
    if evaluation != DEFAULT_EVALUATION:
        return NATIVE
    wanted = os.environ.get(VARIABLE, "").strip()
    if wanted == NATIVE:
        return NATIVE
    engine = wanted.removeprefix(UCI)
    try:
        find_engine(engine or PREFERRED)
    except BadInputError as error:
        if engine:
            raise BadInputError(f"{VARIABLE} names no engine that can be used: {error}") from None
        return NATIVE
    return f"{UCI}{engine or PREFERRED}"


def find_same_prober(made_by: str, name: str = AUTO) -> str:
    """The prober that continues or repeats the work of another, which a file names.

    ``auto`` is ``native`` for work of ours, else what ``auto`` finds here: a program is never run
    because a file names it.
    """
    return NATIVE if name == AUTO and made_by == NATIVE else find_prober(name)


def is_without_choice(name: str) -> bool:
    """Whether our own engine is used only because no other was found."""
    return name == AUTO and not os.environ.get(VARIABLE, "").strip() and find_prober() == NATIVE
