"""Pictures of one analysis: the board with its moves, the race of the root moves, the argument.

``python -m provebest.lab.analysis_pictures FOLDER`` draws those of ``docs/an-analysis.md`` and
``docs/argument.md``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from provebest.argument.bars import bars_svg
from provebest.argument.board_picture import MOVE, STOPPED, board_svg
from provebest.argument.notation import ChessNotation
from provebest.argument.race import Race, race_svg
from provebest.argument.tree_picture import tree_svg
from provebest.chess.analysis import Analysis, Settings, analyse

POSITION = "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1"
CLASSIC = Settings(control="classic")
MODERN = Settings(nodes=300_000)


def draw(folder: Path) -> list[Path]:
    """Writes the pictures of the pages and returns where."""
    notation = ChessNotation(POSITION)
    made = [analyse(POSITION, settings=settings, record=True) for settings in (CLASSIC, MODERN)]
    races = [_race(analysis) for analysis in made]
    chosen, *others = races[0].shown()
    arrows = [*((move, STOPPED) for move in others), (chosen, MOVE)]
    pictures = {
        "analysis-board.svg": board_svg(notation.board(), arrows),
        "analysis-race.svg": race_svg(notation, races),
        "argument-tree.svg": tree_svg(made[0].argument) + "\n",
        "argument-bars.svg": bars_svg(made[0].argument) + "\n",
    }
    for name, svg in pictures.items():
        (folder / name).write_text(svg, encoding="utf-8")
    return [folder / name for name in pictures]


def _race(analysis: Analysis) -> Race:
    if analysis.race is None:
        raise ValueError("the analysis was not recorded")
    return analysis.race


if __name__ == "__main__":
    for written in draw(Path(sys.argv[1] if len(sys.argv) > 1 else ".")):
        print(written)
