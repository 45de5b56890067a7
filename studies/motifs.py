"""Measures the words of ``provebest.chess.motifs`` on puzzles with themes.

``python -m studies.motifs PUZZLES.csv [--list FORK]``

The file is a part of the puzzle database of Lichess. The line is the solution; the first move of a
puzzle is the opponent's and belongs to the position. Precision is the share of the lines with a
word that have the theme, recall the share of the lines with the theme that have the word. The
definitions were tuned on the even lines of the file; the odd lines are held out. A puzzle without a
theme for its length, which Lichess always gives, has incomplete themes and is left out.

A line is right if it has the word and its theme, or the word and a yes in ``motif_verdicts.csv``,
where a person has looked at it. A line that nobody has looked at counts as wrong.

``--list WORD`` prints the lines that have the word and not the theme, and ``--missed WORD`` those
that have the theme and not the word, so that a person can look at them.
"""

from __future__ import annotations

import contextlib
import csv
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import chess

from provebest.chess.motifs import LineStory, MotifKind, describe_line
from provebest.games.boards import board_from
from provebest.vocabulary import BadInputError
from provebest.vocabulary.files import read_lines
from studies.motif_verdicts import read_verdicts
from studies.shares import Share
from studies.study import end_with

COLUMNS = ("PuzzleId", "FEN", "Moves", "Themes")
LENGTHS = {"oneMove", "short", "long", "veryLong"}


@dataclass(frozen=True, slots=True)
class Word:
    """A word of ours and the themes of Lichess that mean the same."""

    kinds: frozenset[MotifKind]
    themes: frozenset[str]

    @property
    def name(self) -> str:
        """The words, as they are called in ``MotifKind``."""
        return " or ".join(kind.value for kind in MotifKind if kind in self.kinds)


def _word(kinds: Sequence[MotifKind], *themes: str) -> Word:
    return Word(frozenset(kinds), frozenset(themes))


WORDS = {
    "MATE": _word([MotifKind.MATE], "mate"),
    "BACK_RANK": _word([MotifKind.BACK_RANK], "backRankMate"),
    "PROMOTION": _word([MotifKind.PROMOTION], "promotion", "underPromotion"),
    "FORK": _word([MotifKind.FORK], "fork"),
    "PIN": _word([MotifKind.PIN, MotifKind.USED_PIN], "pin"),
    "SKEWER": _word([MotifKind.SKEWER], "skewer"),
    "DISCOVERY": _word(
        [MotifKind.DISCOVERED_ATTACK, MotifKind.DISCOVERED_CHECK],
        *("discoveredAttack", "discoveredCheck", "doubleCheck"),
    ),
    "DOUBLE_CHECK": _word([MotifKind.DOUBLE_CHECK], "doubleCheck"),
    "TRAPPED_PIECE": _word([MotifKind.TRAPPED_PIECE], "trappedPiece"),
    "DEFLECTION": _word([MotifKind.DEFLECTION], "deflection"),
    "CAPTURED_DEFENDER": _word([MotifKind.CAPTURED_DEFENDER], "capturingDefender"),
    "HANGING_PIECE": _word([MotifKind.HANGING_PIECE], "hangingPiece"),
}


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle with its story."""

    name: str
    board: chess.Board
    line: tuple[chess.Move, ...]
    themes: frozenset[str]
    held_out: bool
    story: LineStory

    def has_word(self, word: Word) -> bool:
        """Whether the side that solves the puzzle does it."""
        return any(motif.kind in word.kinds and motif.by_us for motif in self.story.motifs)

    def has_theme(self, word: Word) -> bool:
        """Whether Lichess says that it does."""
        return bool(self.themes & word.themes)

    def __str__(self) -> str:
        ours = [motif.phrase for motif in self.story.motifs if motif.by_us]
        line = self.board.variation_san(self.line)
        return f"{self.name} {self.board.fen()}: {line} [{'; '.join(ours)}]"


def puzzles_of(path: Path) -> Iterator[Puzzle | None]:
    """The puzzles of a file; None for one that is left out.

    Raises:
        BadInputError: for a file that cannot be read, and for the first line that is wrong.
    """
    try:
        with contextlib.closing(read_lines(path)) as lines:
            rows = csv.DictReader(lines)
            missing = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
            if missing:
                raise BadInputError(f"{path.name} has no column {', '.join(missing)}")
            for number, row in enumerate(rows, start=2):
                yield _puzzle(path, number, row)
    except csv.Error as error:
        raise BadInputError(f"{path.name} is not a CSV file: {error}") from None


def _puzzle(path: Path, number: int, row: dict[str, str | None]) -> Puzzle | None:
    themes = frozenset((row["Themes"] or "").split())
    if not themes & LENGTHS:
        return None
    try:
        board = board_from(row["FEN"] or "", chess960=False)
        first, *rest = map(chess.Move.from_uci, (row["Moves"] or "").split())
        board.push(board.parse_uci(first.uci()))
        story = describe_line(board, rest)
    except ValueError as error:
        problem = " ".join(str(error).split())
        raise BadInputError(f"{path.name}, line {number} is not a puzzle: {problem}") from None
    held_out = number % 2 == 1
    return Puzzle(row["PuzzleId"] or str(number), board, tuple(rest), themes, held_out, story)


def shares_of(word: Word, puzzles: Sequence[Puzzle]) -> tuple[Share, Share]:
    """Precision and recall of a word."""
    said = [puzzle for puzzle in puzzles if puzzle.has_word(word)]
    themed = [puzzle for puzzle in puzzles if puzzle.has_theme(word)]
    both = sum(puzzle.has_theme(word) for puzzle in said)
    return Share(both, len(said)), Share(both, len(themed))


def share_right(name: str, puzzles: Sequence[Puzzle]) -> Share:
    """The share of the lines with a word that have its theme or were found right on the board."""
    verdicts = read_verdicts()
    said = [puzzle for puzzle in puzzles if puzzle.has_word(WORDS[name])]
    right = sum(p.has_theme(WORDS[name]) or verdicts.get((p.name, name), False) for p in said)
    return Share(right, len(said))


def as_markdown(puzzles: Sequence[Puzzle]) -> str:
    """The table of ``docs/motifs.md``."""
    figures = ("precision", "recall", "right")
    heads = (
        *("word", "themes of Lichess"),
        *(f"{figure}, {half}" for half in ("tuned half", "held out") for figure in figures),
    )
    rows = [heads, ("---",) * len(heads)]
    halves = [[p for p in puzzles if p.held_out is held_out] for held_out in (False, True)]
    for name, word in WORDS.items():
        shares = [s for half in halves for s in (*shares_of(word, half), share_right(name, half))]
        rows.append((word.name, ", ".join(sorted(word.themes)), *map(_short, shares)))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _short(share: Share) -> str:
    if not share.total:
        return "none"
    return f"{share.hits} of {share.total} ({100 * share.hits / share.total:.0f} %)"


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the table, or the lines that disagree."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="puzzles in Lichess's format (.csv)")
    parser.add_argument("--list", choices=WORDS, help="lines with this word without its theme")
    parser.add_argument("--missed", choices=WORDS, help="lines without this word with its theme")
    options = parser.parse_args(arguments)
    rows = list(puzzles_of(options.file))
    puzzles = [puzzle for puzzle in rows if puzzle is not None]
    if options.list or options.missed:
        word = WORDS[options.list or options.missed]
        for puzzle in puzzles:
            said, themed = puzzle.has_word(word), puzzle.has_theme(word)
            if said is not themed and said is bool(options.list):
                print("held out" if puzzle.held_out else "tuned", puzzle)
        return
    left_out = len(rows) - len(puzzles)
    print(f"{len(puzzles)} puzzles; {left_out} left out because their themes are incomplete.\n")
    print(as_markdown(puzzles))


if __name__ == "__main__":
    end_with(main)
