"""Prepares matplotlib, an optional dependency."""

from __future__ import annotations

from provebest.vocabulary import BadInputError


def need_matplotlib() -> None:
    """Prepares matplotlib for drawing to files.

    Raises:
        BadInputError: if it is not installed.
    """
    try:
        import matplotlib as mpl  # noqa: PLC0415 - optional, and slow to load
    except ImportError:
        raise BadInputError("plots need matplotlib: pip install 'provebest[plots]'") from None
    mpl.use("Agg")
