"""An argument as a self-contained web page: no network, no scripts, all text escaped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from provebest.argument.argument import Argument
from provebest.argument.notation import ChessNotation, winning_chances
from provebest.argument.parts import Kind, Rival
from provebest.argument.words import Sentence
from provebest.drawing.bars import bars_svg
from provebest.drawing.board_picture import argument_board, as_image, rival_board
from provebest.drawing.race import Race, race_svg
from provebest.drawing.style import SHEET
from provebest.drawing.tree_picture import tree_svg
from provebest.vocabulary.outside import escape

BOARD, SMALL_BOARD = 360, 230
NO_EXTERNAL_CONTENT = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
TONES = {
    Kind.HELD: "bad",
    Kind.PROVED: "bad",
    Kind.CLOSE: "good",
    Kind.EQUAL: "good",
    Kind.OPEN: "warm",
}


def page(title: str, body: Sequence[str]) -> str:
    """Returns a complete HTML page."""
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            '<head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{NO_EXTERNAL_CONTENT}">',
            f"<title>{escape(title)}</title>",
            f"<style>{SHEET}</style></head>",
            '<body class="provebest">',
            *body,
            "</body></html>",
            "",
        ]
    )


def card(argument: Argument[Any]) -> str:
    """Returns HTML for a notebook: the claim, the board if there is one, the text, the bars."""
    body = [_top(argument), picture(bars_svg(argument), "the value and the hope of each move")]
    return "\n".join([f"<style>{SHEET}</style>", '<div class="provebest">', *body, "</div>"])


def report(argument: Argument[Any], *, race: Race | None = None, made: str = "") -> str:
    """Returns the page for one move, with every picture; ``made`` says how it was found."""
    name = argument.notation.move(argument.claim.move)
    body = [f"<h1>Why {escape(name)}?</h1>"]
    if isinstance(argument.notation, ChessNotation):
        body.append(f'<p class="soft">{escape(argument.notation.fen)}</p>')
    body += ["<main>", _top(argument), *_rivals(argument), *_attempts(argument)]
    body += [*_hinges(argument), *_pictures(argument, race), *_table(argument), "</main>"]
    if made:
        body.append(f'<footer><p class="soft">{escape(made)}</p></footer>')
    return page(f"Why {name}?", body)


def picture(svg: str, alt: str) -> str:
    """Returns a picture that scrolls sideways, by keyboard too, if it is wider than the page."""
    width = int(svg.split('width="', 1)[1].split('"', 1)[0])
    return (
        f'<div class="wide" tabindex="0" role="group" aria-label="{escape(alt)}">'
        f"{as_image(svg, alt, width=width)}</div>"
    )


def _sentences(argument: Argument[Any], *about: str) -> list[Sentence]:
    return [sentence for sentence in argument.sentences() if sentence.about in about]


def _top(argument: Argument[Any]) -> str:
    """Returns the board and the claim side by side."""
    claim, notation = argument.claim, argument.notation
    name, worth = notation.move(claim.move), notation.value(claim.value)
    board = ""
    if isinstance(notation, ChessNotation):
        alt = f"The board: {name} in green" + _arrows(argument)
        board = f"<div>{as_image(argument_board(argument), alt, width=BOARD)}{_key(argument)}</div>"
    proved = " proved, given these bounds" if claim.proved else ""
    words = [
        f'<p class="claim">{escape(name)} <small>{escape(worth)}{proved}</small></p>',
        *_meter(argument),
        f"<p>{escape(notation.line(claim.line))}</p>",
        *(
            f"<p>{escape(sentence.text)}</p>"
            for sentence in _sentences(argument, "confidence", "threat", "parry", "stop")
        ),
    ]
    return f'<div class="top">{board}<div>{"".join(words)}</div></div>'


def _meter(argument: Argument[Any]) -> list[str]:
    chances = argument.notation.chances(argument.claim.value)
    if not chances:
        return []
    share = winning_chances(argument.claim.value)
    meter = f'<meter min="0" max="1" value="{share:.3f}">{chances}</meter>'
    return [f"<p><label>Winning chances {chances} {meter}</label></p>"]


def _arrows(argument: Argument[Any]) -> str:
    parts = []
    if argument.threat is not None:
        parts.append("its threat in orange")
    if argument.parry is not None:
        parts.append("the threat it stops in red")
    return "".join(f", {part}" for part in parts)


def _key(argument: Argument[Any]) -> str:
    text = f"Green: the move{_arrows(argument)}."
    return f'<p class="soft">{escape(text)}</p>'


def _rivals(argument: Argument[Any]) -> list[str]:
    if not argument.argued:
        return []
    cards = "".join(_rival_card(argument, rival) for rival in argument.argued)
    others = "".join(f"<p>{escape(s.text)}</p>" for s in _sentences(argument, "others"))
    return ["<h2>Why not another move?</h2>", f'<ul class="cards">{cards}</ul>', others]


def _rival_card(argument: Argument[Any], rival: Rival[Any]) -> str:
    notation = argument.notation
    name = notation.move(rival.move)
    board = ""
    if isinstance(notation, ChessNotation):
        answer = ", and the answer to it in blue" if len(rival.line) > 1 else ""
        alt = f"The board: {name} in red{answer}"
        board = as_image(rival_board(argument, rival, SMALL_BOARD), alt, width=SMALL_BOARD)
    text = next(s.text for s in _sentences(argument, "rival") if s.line[:1] == (rival.move,))
    tone = TONES.get(rival.kind, "soft")
    return (
        f'<li class="card">{board}<h3>{escape(name)} <span class="{tone}">'
        f"{escape(notation.value(rival.value))}</span>"
        f'<span class="tag">{escape(rival.kind.in_words)}</span></h3><p>{escape(text)}</p></li>'
    )


def _attempts(argument: Argument[Any]) -> list[str]:
    rows = "".join(f"<li>{escape(s.text)}</li>" for s in _sentences(argument, "attempt"))
    return ["<h2>What can the opponent try?</h2>", f"<ul>{rows}</ul>"] if rows else []


def _hinges(argument: Argument[Any]) -> list[str]:
    rows = "".join(f"<li>{escape(s.text)}</li>" for s in _sentences(argument, "hinge"))
    return ["<h2>What would change the verdict?</h2>", f"<ul>{rows}</ul>"] if rows else []


def _pictures(argument: Argument[Any], race: Race | None) -> list[str]:
    if not argument.rivals:
        return []
    parts = ["<h2>The moves compared</h2>"]
    note = "The dot is the value of a move, the end of its bar its hope: its value at best."
    parts += [f'<p class="soft">{note}</p>']
    parts.append(picture(bars_svg(argument), "the value and the hope of each move"))
    if race is not None and len(race.snapshots) > 1:
        parts.append("<h2>The values, step by step</h2>")
        note = "In pawns, after each step: lines are values of moves, dotted lines their hopes."
        parts.append(f'<p class="soft">{note}</p>')
        parts.append(
            picture(
                race_svg(argument.notation, [race]), "values and hopes of the moves after each step"
            )
        )
    parts.append("<h2>The tree of the argument</h2>")
    parts.append(picture(tree_svg(argument), "the positions of the argument, with bounds"))
    return parts


def _table(argument: Argument[Any]) -> list[str]:
    if not argument.rivals:
        return []
    notation = argument.notation
    head = "".join(
        f'<th scope="col">{name}</th>'
        for name in ("move", "value", "hope", "chance to be as good", "why not")
    )
    rows = []
    for rival in argument.rivals:
        hope = "" if rival.hope is None else notation.value(rival.hope)
        chance = "" if rival.chance is None else f"{rival.chance:.0%}"
        most = "at most " if rival.at_most else ""
        rows.append(
            f'<tr><th scope="row">{escape(notation.move(rival.move))}</th>'
            f'<td class="number">{most}{escape(notation.value(rival.value))}</td>'
            f'<td class="number">{escape(hope)}</td><td class="number">{chance}</td>'
            f"<td>{escape(rival.kind.in_words)}</td></tr>"
        )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    return [f"<details><summary>All {len(rows)} other moves</summary>{table}</details>"]
