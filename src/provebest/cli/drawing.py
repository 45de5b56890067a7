"""Draws the boards of a path in the terminal, step by step."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from provebest.problems import SlidingTiles
from provebest.search import PathResult

ARROWS = {"R": "→", "L": "←", "U": "↑", "D": "↓"}
PLAIN_ARROWS = {"R": ">", "L": "<", "U": "^", "D": "v"}  # for output that is ASCII only


def draw_path(console: Console, problem: SlidingTiles, result: PathResult[bytes, str]) -> None:
    """Prints every board of the path, in rows that fit the terminal.

    The tile that has just moved is bold; the arrow before a board shows where the blank went.
    """
    plain = console.options.ascii_only
    panels = [_panel(problem, result, step, plain=plain) for step in range(len(result.path))]
    wide = max(panel[0].cell_len for panel in panels)
    per_row = max(1, (console.width + 2) // (wide + 2))
    for first in range(0, len(panels), per_row):
        if first:
            console.print()
        row = panels[first : first + per_row]
        for lines in zip(*row, strict=True):
            console.print(Text("  ").join(lines), no_wrap=True, overflow="crop")


def _panel(
    problem: SlidingTiles, result: PathResult[bytes, str], step: int, *, plain: bool
) -> list[Text]:
    """The lines of one board: the number of the step, then the rows, an arrow at the middle one."""
    arrows, dot = (PLAIN_ARROWS, ".") if plain else (ARROWS, "·")
    board = result.path[step]
    moved = result.path[step - 1].index(0) if step else None  # a tile stands there now
    width, squares = problem.shape.width, problem.shape.squares
    digits = len(str(squares - 1))
    lines = [Text(f"  {step}".ljust(2 + width * (digits + 1) - 1), style="dim")]
    for y in range(problem.shape.height):
        at_arrow = step > 0 and y == problem.shape.height // 2
        arrow = arrows[result.actions[step - 1]] if at_arrow else " "
        line = Text(f"{arrow} ")
        for x in range(width):
            square = y * width + x
            tile = board[square]
            style = "bold green" if square == moved else ("dim" if tile == 0 else "")
            line.append((dot if tile == 0 else str(tile)).rjust(digits), style=style)
            if x + 1 < width:
                line.append(" ")
        lines.append(line)
    return lines
