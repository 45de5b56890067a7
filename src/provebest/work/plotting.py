"""Prepares matplotlib, an optional dependency."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from provebest.vocabulary import BadInputError
from provebest.vocabulary.files import write_bytes
from provebest.vocabulary.outside import visible


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


def save_figure(figure: Any, file: Path) -> None:
    """Writes a figure of matplotlib in the format that the file's name says, whole or not at all.

    Raises:
        CannotWriteError: if it cannot be written.
    """
    picture = BytesIO()
    figure.savefig(picture, format=file.suffix.removeprefix("."), dpi=120)
    write_bytes(file, picture.getvalue())


def plain(text: str) -> str:
    """Text from outside for a figure, where dollars would begin a formula."""
    return visible(text, most=60).replace("$", r"\$")
