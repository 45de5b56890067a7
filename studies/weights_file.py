"""Writes the weights of the evaluation as a file that the C++ core includes."""

from collections.abc import Mapping, Sequence
from pathlib import Path

LINE = 100
"""The most characters in a line of the file."""


def as_text(weights: Mapping[str, Sequence[tuple[int, int]]]) -> str:
    """The text of the file: each term under its name, in the given order."""
    lines = ["// Written by studies.tune_evaluation: {middlegame, endgame} in centipawns."]
    for name, entries in weights.items():
        lines.append(f"// {name}")
        line = ""
        for mg, eg in entries:
            entry = f"{{{mg}, {eg}}},"
            if line and len(line) + 1 + len(entry) > LINE:
                lines.append(line)
                line = ""
            line = f"{line} {entry}" if line else entry
        lines.append(line)
    return "\n".join(lines) + "\n"


def write(weights: Mapping[str, Sequence[tuple[int, int]]], file: Path) -> None:
    """Writes the weights to a file."""
    file.write_text(as_text(weights), encoding="utf-8")
