"""matplotlib, an optional extra: made ready for files, or asked for by name."""

from __future__ import annotations

from provebest.vocabulary import BadInputError


def need_matplotlib() -> None:
    """Makes matplotlib ready for files.

    Raises:
        BadInputError: if it is not installed.
    """
    try:
        import matplotlib as mpl  # noqa: PLC0415 - optional, and slow to load
    except ImportError:
        raise BadInputError("plots need matplotlib: pip install 'provebest[plots]'") from None
    mpl.use("Agg")
