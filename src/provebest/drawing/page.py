"""An argument as a page of its own, or as a card for a notebook; all text is escaped."""

from __future__ import annotations

from typing import Any

import chess

from provebest.argument.argument import Argument
from provebest.argument.claim_words import DECIDED
from provebest.argument.notation import ChessNotation, winning_chances
from provebest.argument.parts import Kind, Rival, Verdict
from provebest.argument.phrasing import at_most
from provebest.argument.rival_words import rival_sentence
from provebest.argument.words import Sentence, brief
from provebest.drawing.bars import bars_svg
from provebest.drawing.board_html import board_html, controls_html, data_html, position_html
from provebest.drawing.board_picture import argument_board, as_image
from provebest.drawing.frame import folded, page, picture
from provebest.drawing.lines import (
    PASS,
    Arrow,
    Lines,
    ShownLine,
    move_html,
    sentence_html,
)
from provebest.drawing.race import Race, race_svg
from provebest.drawing.style import SHEET
from provebest.drawing.tree_picture import tree_svg
from provebest.vocabulary.outside import escape

BOARD = 360
TONES = {
    Kind.HELD: "bad",
    Kind.PROVED: "bad",
    Kind.CLOSE: "good",
    Kind.EQUAL: "good",
    Kind.OPEN: "warm",
}
SURE_OF_ITS_MOVE = frozenset({Verdict.BEST, Verdict.LEADS, Verdict.WINS, Verdict.ONLY})


def card(argument: Argument[Any]) -> str:
    """Returns HTML for a notebook: the claim, the board if there is one, the text, the bars."""
    board = ""
    if isinstance(argument.notation, ChessNotation):
        drawn = as_image(argument_board(argument), _board_label(argument), width=BOARD)
        board = f"<div>{drawn}{_key(argument)}</div>"
    words = "".join(_Report(argument, live=False).top())
    return "\n".join(
        [
            f"<style>{SHEET}</style>",
            '<div class="provebest">',
            f'<div class="top">{board}<div>{words}</div></div>',
            picture(bars_svg(argument), "the value and the hope of each move"),
            "</div>",
        ]
    )


def report(argument: Argument[Any], *, race: Race | None = None, made: str = "") -> str:
    """Returns the page for one move, with every picture; ``made`` says how it was found."""
    title = _title(argument)
    text = _Report(argument, live=isinstance(argument.notation, ChessNotation))
    words = [*text.top(), *text.more(), *text.pictures(race), *text.table()]
    body = [f"<h1>{escape(title)}</h1>"]
    if isinstance(argument.notation, ChessNotation):
        board = argument.notation.board()
        body += ['<div class="viewer">', _side(argument, board)]
        body += ['<main class="text">', *words, "</main>"]
        body += [data_html(text.lines, board), "</div>"]
    else:
        body += ["<main>", *words, "</main>"]
    if made:
        body.append(f'<footer><p class="soft">{escape(made)}</p></footer>')
    return page(title, body, live=text.live)


class _Report:
    """The parts of the page of an argument; those of a live page share the lines of one board."""

    def __init__(self, argument: Argument[Any], *, live: bool) -> None:
        self.argument = argument
        self.live = live
        self.lines = Lines()
        self.main = self._line(argument.claim.line, arrows=_arrows(argument))
        self.rivals = {rival.move: self._rival_line(rival) for rival in argument.rivals}
        self._brief = _brief(argument)
        self._rest = [each for each in argument.sentences() if each not in self._brief]

    def top(self) -> list[str]:
        """The short argument."""
        claim, *others = self._brief
        return [
            self._sentence("p", claim, css="claim"),
            *_meter(self.argument),
            *(self._sentence("p", each) for each in others),
        ]

    def more(self) -> list[str]:
        """The rest of the argument, folded if it only adds to the short one."""
        notation = self.argument.notation
        other = notation.sides[1] if notation.sides else "the opponent"
        cards = "".join(self._rival_card(rival) for rival in self.argument.argued)
        rivals = f'<ul class="cards">{cards}</ul>' if cards else ""
        parts = [
            ("Why not another move?", rivals + self._said("others")),
            (f"What else can {other} try?", self._said("attempt")),
            ("What would change the verdict?", self._said("hinge")),
            ("How sure is this?", self._said("threat", "parry", "confidence", "caution", "stop")),
        ]
        return [folded(title, told, unfolded=not self.live) for title, told in parts if told]

    def pictures(self, race: Race | None) -> list[str]:
        """The pictures of the search, folded."""
        argument = self.argument
        if not argument.rivals:
            return []
        note = "The dot is the value of a move, the end of its bar its hope: its value at best."
        drawn = picture(bars_svg(argument), "the value and the hope of each move")
        parts = [folded("The moves compared", _soft(note), drawn)]
        if race is not None and len(race.snapshots) > 1:
            note = "In pawns, after each step: lines are values of moves, dotted lines their hopes."
            svg = race_svg(argument.notation, [race])
            drawn = picture(svg, "values and hopes of the moves after each step")
            parts.append(folded("The values, step by step", _soft(note), drawn))
        drawn = picture(tree_svg(argument), "the positions of the argument, with bounds")
        return [*parts, folded("The tree of the argument", drawn)]

    def table(self) -> list[str]:
        """All rivals, folded."""
        if not self.argument.rivals:
            return []
        head = "".join(
            f'<th scope="col">{name}</th>'
            for name in ("move", "value", "hope", "chance to be as good", "why not")
        )
        rows = [self._row(rival) for rival in self.argument.rivals]
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
        return [folded(f"All {len(rows)} other moves", f'<div class="rows">{table}</div>')]

    def _row(self, rival: Rival[Any]) -> str:
        notation = self.argument.notation
        hope = "" if rival.hope is None else notation.value(rival.hope)
        chance = "" if rival.chance is None else f"{rival.chance:.0%}"
        value = notation.value(rival.value)
        worth = at_most(self.argument, rival.value) if rival.at_most else value
        name = escape(notation.move(rival.move))
        line = self.rivals[rival.move]
        if line is not None:
            name = move_html(notation.move(rival.move), line, 1, tab=True)
        return (
            f'<tr><th scope="row">{name}</th>'
            f'<td class="number">{escape(worth)}</td>'
            f'<td class="number">{escape(hope)}</td><td class="number">{chance}</td>'
            f"<td>{escape(rival.kind.in_words)}</td></tr>"
        )

    def _rival_card(self, rival: Rival[Any]) -> str:
        notation = self.argument.notation
        name = notation.move(rival.move)
        board = ""
        if isinstance(notation, ChessNotation):
            answer = ", and the answer to it in blue" if len(rival.line) > 1 else ""
            label = f"The board: {name} in red{answer}"
            board = board_html(notation.board(), _rival_arrows(rival), label, small=True)
        said = rival_sentence(self.argument, rival)
        tone = TONES.get(rival.kind, "soft")
        head = (
            f'{board}<h3>{escape(name)} <span class="{tone}">'
            f"{escape(notation.value(rival.value))}</span>"
            f'<span class="tag">{escape(rival.kind.in_words)}</span></h3>'
        )
        return f'<li class="card">{head}{self._sentence("p", said)}</li>'

    def _said(self, *about: str) -> str:
        """The sentences about these things that the short argument does not have."""
        return "".join(self._sentence("p", each) for each in self._rest if each.about in about)

    def _sentence(self, tag: str, said: Sentence, css: str = "") -> str:
        """Returns a sentence; on a live page, it shows its line on the board."""
        if not self.live or said.about == "stop":
            return f'<{tag} class="{css}">{escape(said.text)}</{tag}>'
        moves, position = said.line, 1
        if said.passed_after is not None:
            moves = (*said.passed_after, PASS, *said.line)
            position = len(said.passed_after) + 2
        elif said.about == "hinge":
            position = len(said.line)
        elif said.about == "attempt":
            position = 2
        own = self.rivals.get(moves[0]) if said.about == "rival" else self._line(moves)
        lines = [line for line in (own, self.main, *self.rivals.values()) if line is not None]
        for part in reversed(said.said.parts):  # the last move of a line has all before it
            if part.path and not any(line.has(part.path) for line in lines):
                moves = tuple(PASS if move is None else move for move in part.path)
                lines += filter(None, [self._line(moves)])
        return sentence_html(tag, said.said, lines, position=position, css=css)

    def _rival_line(self, rival: Rival[Any]) -> ShownLine | None:
        return self._line(rival.line or (rival.move,), _rival_arrows(rival))

    def _line(self, moves: tuple[Any, ...], arrows: list[Arrow] | None = None) -> ShownLine | None:
        notation = self.argument.notation
        if not self.live or not isinstance(notation, ChessNotation):
            return None
        return self.lines.add(notation.board(), moves, {0: arrows} if arrows else None)


def _brief(argument: Argument[Any]) -> list[Sentence]:
    """The sentences that stand first; in a game without names for its sides, all on the claim."""
    if argument.notation.sides:
        return brief(argument)
    about = {"claim", "confidence", "threat", "parry", "caution", "stop"}
    return [each for each in argument.sentences() if each.about in about]


def _title(argument: Argument[Any]) -> str:
    """A question that the page answers; the move alone if others may be as good."""
    name, sides = argument.notation.move(argument.claim.move), argument.notation.sides
    if sides is None or argument.verdict in SURE_OF_ITS_MOVE:
        return f"Why {name}?"
    return f"{sides[0]} to move: {name}"


def _side(argument: Argument[Any], board: chess.Board) -> str:
    """Returns the board with its buttons."""
    drawn = board_html(board, _arrows(argument), _board_label(argument))
    return (
        f'<div class="side"><div class="stage">{drawn}{controls_html()}</div>'
        f"{_key(argument)}{position_html(board)}</div>"
    )


def _soft(note: str, css: str = "soft") -> str:
    return f'<p class="{css}">{escape(note)}</p>'


def _arrows(argument: Argument[Any]) -> list[Arrow]:
    arrows = [(argument.claim.move, "move")]
    if argument.threat is not None:
        arrows.append((argument.threat.line[0], "threat"))
    if argument.parry is not None:
        arrows.append((argument.parry.threat[0], "stopped"))
    return arrows


def _rival_arrows(rival: Rival[Any]) -> list[Arrow]:
    return [(rival.move, "refuted"), *((move, "answer") for move in rival.line[1:2])]


def _meter(argument: Argument[Any]) -> list[str]:
    """White's share of the point, as a bar; nothing if the game is decided."""
    notation, value = argument.notation, argument.claim.value
    if not notation.chances(value) or argument.verdict in DECIDED:
        return []
    share = winning_chances(notation.sign * value)
    bar = f'<meter min="0" max="1" value="{share:.3f}">{share:.0%}</meter>'
    return [f"<p><label>White's winning chances {share:.0%} {bar}</label></p>"]


def _board_label(argument: Argument[Any]) -> str:
    name = argument.notation.move(argument.claim.move)
    return f"The board: {name} in green{_other_arrows(argument)}"


def _key(argument: Argument[Any]) -> str:
    return _soft(f"The move in green{_other_arrows(argument)}.", css="soft key")


def _other_arrows(argument: Argument[Any]) -> str:
    parts = []
    if argument.threat is not None:
        parts.append("its threat in orange")
    if argument.parry is not None:
        parts.append("the threat it stops in red")
    return "".join(f", {part}" for part in parts)
