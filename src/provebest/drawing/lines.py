"""The lines that a page can show on its board: every position is worked out here, by the rules."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import chess

from provebest.vocabulary.outside import escape

PASS = "0000"  # noqa: S105 - the null move of UCI
PASSES = "(passes)"
Arrow = tuple[str, str]
"""A move in UCI, and a name of ``board_html.ARROWS``."""
SAN = re.compile(
    r"(?<!\bon )(?<!\bto )(?<![\w-])(?:(?P<number>\d+)\.(?P<black>\.\.)?\s?)?"
    r"(?P<san>(?:[KQRBN][a-h]?[1-8]?x?[a-h][1-8]|[a-h](?:x[a-h])?[1-8](?:=[QRBN])?|O-O(?:-O)?)"
    r"[+#]?)[?!]{0,2}(?![\w+#=-])"
)


@dataclass(frozen=True, slots=True)
class Step:
    """A move of a line, and the position after it."""

    uci: str
    san: str
    number: int
    white: bool
    fen: str

    @property
    def name(self) -> str:
        """The move with its number."""
        return f"{self.number}.{'' if self.white else '..'}{self.san}"


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of a page. Position 0 is its first one, position n that after n moves."""

    place: int
    """Its place among the lines of its board."""
    fen: str
    steps: tuple[Step, ...]
    arrows: Mapping[int, Sequence[Arrow]]
    """Arrows by position."""

    def __len__(self) -> int:
        return len(self.steps)


class Lines:
    """Collects the lines of one board, in the order in which they are added."""

    def __init__(self) -> None:
        self._lines: list[ShownLine] = []

    def add(
        self,
        board: chess.Board,
        moves: Sequence[str],
        arrows: Mapping[int, Sequence[Arrow]] | None = None,
    ) -> ShownLine:
        """Adds moves in UCI from this position, up to the first illegal one; ``PASS`` is a pass.

        A line that is there already is not added again.
        """
        fen, steps = board.fen(), _steps(board, moves)
        for line in self._lines:
            if (line.fen, line.steps) == (fen, steps) and arrows in (None, line.arrows):
                return line
        self._lines.append(ShownLine(len(self._lines), fen, steps, arrows or {}))
        return self._lines[-1]

    def as_json(self) -> str:
        """The lines for the page's script, without any character that could end the block."""
        lines = [
            {
                "fens": [line.fen, *(step.fen for step in line.steps)],
                "moves": [step.uci for step in line.steps],
                "names": [step.name for step in line.steps],
                "arrows": {str(at): list(arrows) for at, arrows in line.arrows.items()},
            }
            for line in self._lines
        ]
        text = json.dumps(lines, separators=(",", ":"))
        return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _steps(board: chess.Board, moves: Sequence[str]) -> tuple[Step, ...]:
    board = board.copy(stack=False)
    steps = []
    for uci in moves:
        move = chess.Move.from_uci(uci)
        if move and move not in board.legal_moves:
            break
        san = board.san(move) if move else PASSES
        number, white = board.fullmove_number, board.turn == chess.WHITE
        board.push(move)
        steps.append(Step(uci, san, number, white, board.fen()))
    return tuple(steps)


def linked(text: str, lines: Sequence[ShownLine]) -> str:
    """Returns the text as HTML in which the moves of these lines can be clicked.

    A move with a number belongs to the first line that has it there. One without a number
    belongs to the line of the move just before it; elsewhere in the text it is the name of the
    first move of a line.
    """
    parts, end = [], 0
    before: tuple[ShownLine, int] | None = None
    for match in SAN.finditer(text):
        between = text[end : match.start()]
        found = _find(match, lines, before if before and between.isspace() else None)
        parts.append(escape(between))
        parts.append(escape(match[0]) if found is None else move_html(match[0], *found))
        before, end = found, match.end()
    return "".join([*parts, escape(text[end:])])


def move_html(
    text: str, line: ShownLine, position: int, css: str = "", *, tab: bool = False
) -> str:
    """Returns a move that shows this position of the line; ``tab`` for one that Tab reaches.

    From every other move, the arrow keys lead on.
    """
    return (
        f'<span class="{f"move {css}".strip()}" data-line="{line.place}" data-ply="{position}"'
        f"{' data-tab' * tab}>{escape(text)}</span>"
    )


def line_html(line: ShownLine, *, at_most: int, start: int = 0) -> str:
    """Returns the moves of a line, with numbers."""
    words: list[str] = []
    for place, step in enumerate(line.steps[start:at_most], start):
        name = step.name if step.white or not words else step.san
        words.append(move_html(name, line, place + 1))
    return " ".join([*words, "..."] if len(line) > at_most else words)


def sentence_html(
    tag: str, text: str, lines: Sequence[ShownLine], *, position: int = 1, css: str = ""
) -> str:
    """Returns a sentence that puts the first of its lines on the board.

    Its button is for the keyboard; without the script, it is hidden.
    """
    shown = linked(text, lines)
    if not lines or not len(lines[0]):
        return f'<{tag} class="{css}">{shown}</{tag}>' if css else f"<{tag}>{shown}</{tag}>"
    first = lines[0]
    where = f'data-line="{first.place}" data-ply="{min(position, len(first))}"'
    name = escape(f"Show on the board: {first.steps[0].name}")
    return (
        f'<{tag} class="{f"say {css}".strip()}" {where}>{shown} '
        f'<button type="button" class="play" {where} aria-label="{name}" hidden>&#9654;</button>'
        f"</{tag}>"
    )


def _find(
    match: re.Match[str], lines: Sequence[ShownLine], before: tuple[ShownLine, int] | None
) -> tuple[ShownLine, int] | None:
    san = match["san"]
    if match["number"] is not None:
        number, white = int(match["number"]), match["black"] is None
        for line in lines:
            for place, step in enumerate(line.steps, 1):
                if (step.san, step.number, step.white) == (san, number, white):
                    return line, place
        return None
    if before is not None:
        line, place = before
        if place < len(line) and line.steps[place].san == san:
            return line, place + 1
    return next(((line, 1) for line in lines if line.steps and line.steps[0].san == san), None)
