"""Draws one analysis: the board with its moves, the race of the root moves, the argument.

``python -m studies.analysis_pictures docs`` draws the pictures of ``docs/an-analysis.md`` and
``docs/argument.md``, and updates the program's output on the first of these pages.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from provebest.argument.notation import ChessNotation
from provebest.chess.explain.analysis import Analysis, Settings, analyse
from provebest.drawing.bars import bars_svg
from provebest.drawing.board_picture import MOVE, STOPPED, board_svg
from provebest.drawing.race import race_svg
from provebest.drawing.tree_picture import tree_svg

POSITION = "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1"
CLASSIC = Settings(control="classic")
MODERN = Settings(nodes=300_000)


FENCED = re.compile(r"^```(\w*)\n.*?^```$", re.DOTALL | re.MULTILINE)
COST = re.compile(r"^\d+ expansions, [\d,]+ probes, [\d,]+ nodes", re.MULTILINE)


def make_analyses() -> list[Analysis]:
    """The analyses of the pages, with the classic and with the modern control."""
    return [analyse(POSITION, settings=settings, record=True) for settings in (CLASSIC, MODERN)]


def draw(folder: Path, analyses: Sequence[Analysis]) -> list[Path]:
    """Writes the pictures of the pages to a folder and returns their paths."""
    notation = ChessNotation(POSITION)
    races = [analysis.race for analysis in analyses if analysis.race is not None]
    chosen, *others = races[0].shown()
    arrows = [*((move, STOPPED) for move in others), (chosen, MOVE)]
    pictures = {
        "analysis-board.svg": board_svg(notation.board(), arrows),
        "analysis-race.svg": race_svg(notation, races),
        "argument-tree.svg": tree_svg(analyses[0].argument) + "\n",
        "argument-bars.svg": bars_svg(analyses[0].argument) + "\n",
    }
    for name, svg in pictures.items():
        (folder / name).write_text(svg, encoding="utf-8")
    return [folder / name for name in pictures]


def rewrite_page(page: str, analyses: Sequence[Analysis]) -> str:
    """The page with the log, the argument and the cost of each of these analyses."""
    blocks = iter([text for a in analyses for text in (a.log, str(a.argument))])
    costs = iter([_cost(analysis) for analysis in analyses])
    page = FENCED.sub(
        lambda found: found[0] if found[1] else f"```\n{next(blocks).rstrip()}\n```", page
    )
    return COST.sub(lambda _: next(costs), page)


def _cost(analysis: Analysis) -> str:
    counters = analysis.counters
    nodes = f"{counters.probe_nodes:,} nodes"
    return f"{analysis.result.steps} expansions, {counters.probes:,} probes, {nodes}"


def main(folder: Path) -> None:
    """Updates the pictures and the page in a folder of documentation."""
    analyses = make_analyses()
    page = folder / "an-analysis.md"
    page.write_text(rewrite_page(page.read_text("utf-8"), analyses), encoding="utf-8")
    for written in (*draw(folder / "pictures", analyses), page):
        print(written)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs"))
