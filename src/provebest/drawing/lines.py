"""The lines that a page can show on its board: every position is worked out here, by the rules."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import chess

from provebest.argument.prose import Prose
from provebest.vocabulary.outside import escape

PASS = "0000"  # noqa: S105 - the null move of UCI
PASSES = "(passes)"
Arrow = tuple[str, str]
"""A move in UCI, and a name of ``board_html.ARROWS``."""


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

    def has(self, path: Sequence[str | None]) -> bool:
        """Whether the line begins with these moves; None is a pass."""
        played = [PASS if move is None else move for move in path]
        return [step.uci for step in self.steps[: len(played)]] == played


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


def linked(said: Prose, lines: Sequence[ShownLine]) -> str:
    """Returns the text as HTML in which the moves of these lines can be clicked.

    A move belongs to the first line that has it, after the same moves.
    """
    shown = []
    for part in said.parts:
        line = next((each for each in lines if part.path and each.has(part.path)), None)
        text = escape(part.text)
        shown.append(text if line is None else move_html(part.text, line, len(part.path)))
    return "".join(shown)


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
    tag: str, said: Prose, lines: Sequence[ShownLine], *, position: int = 1, css: str = ""
) -> str:
    """Returns a sentence that puts the first of its lines on the board.

    Its button is for the keyboard; without the script, it is hidden.
    """
    shown = linked(said, lines)
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
