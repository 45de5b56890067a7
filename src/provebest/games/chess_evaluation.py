"""The static evaluation of chess positions: handcrafted terms, or corrected by a network.

``corrected`` adds to the handcrafted value the correction of a small network, whose weights are a
file of the package. ``handcrafted`` switches the correction off. The environment variable
``PROVEBEST_EVALUATION`` names the one that is used where nobody asks for another.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from provebest import _native
from provebest.vocabulary import BadInputError, shorten

HANDCRAFTED, CORRECTED = "handcrafted", "corrected"
EVALUATIONS = (CORRECTED, HANDCRAFTED)
VARIABLE = "PROVEBEST_EVALUATION"
DEFAULT_EVALUATION = os.environ.get(VARIABLE) or CORRECTED
"""A wrong name in the variable is refused when the evaluation is used."""
WEIGHTS = Path(__file__).parent / "data" / "correction.bin"


def check_evaluation(name: str) -> None:
    """Raises BadInputError unless there is an evaluation of this name."""
    if name not in EVALUATIONS:
        source = f" from {VARIABLE}" if name == DEFAULT_EVALUATION else ""
        raise BadInputError(
            f"the evaluation must be {' or '.join(EVALUATIONS)}; got {shorten(name)}{source}"
        )


def correction_of(evaluation: str) -> _native.ChessCorrection | None:
    """The network of an evaluation, for the compiled core; None for the handcrafted one.

    Raises:
        BadInputError: if there is no such evaluation, or the file of its weights cannot be used.
    """
    check_evaluation(evaluation)
    return None if evaluation == HANDCRAFTED else read_correction(WEIGHTS)


@cache
def read_correction(file: Path) -> _native.ChessCorrection:
    """The network in a file, which is read once.

    Raises:
        BadInputError: if the file is missing or damaged.
    """
    try:
        return _native.ChessCorrection(file.read_bytes())
    except OSError as error:
        problem = error.strerror or "it cannot be read"
    except ValueError as error:
        problem = str(error)
    raise BadInputError(
        f"the weights of the evaluation, {file.name}, cannot be used: {problem}; "
        "install provebest again, or use the handcrafted evaluation"
    )


def identity_of(evaluation: str) -> str:
    """What values depend on: the name of the evaluation, and a checksum of its weights.

    Values with different identities must not be mixed in a cache, a saved search or a store.
    """
    correction = correction_of(evaluation)
    return evaluation if correction is None else f"{evaluation} {correction.hash:016x}"


def evaluation_of(identity: str) -> str:
    """The name of the evaluation with this identity.

    Raises:
        BadInputError: if there is none, or its weights are other ones now.
    """
    name = identity.partition(" ")[0]
    check_evaluation(name)
    if identity_of(name) != identity:
        raise BadInputError(
            f"the values are those of the evaluation {shorten(identity)}; "
            f"this version has {identity_of(name)!r}"
        )
    return name


def static_value(fen: str, *, chess960: bool, evaluation: str = DEFAULT_EVALUATION) -> int:
    """The static value in hundredths of a pawn, for the side to move."""
    return _native.evaluate_fen(fen, chess960=chess960, correction=correction_of(evaluation))
