"""Pictures and pages: well-formed, escaped, nothing from elsewhere, as text."""

import base64
import hashlib
import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest

import provebest as pb
from provebest.argument.branch import Bounds, Branch
from provebest.argument.notation import ChessNotation
from provebest.argument.words import brief
from provebest.chess.explain.analysis import Settings, analyse
from provebest.drawing.bars import bars_svg
from provebest.drawing.board_picture import argument_board
from provebest.drawing.boxes import Box, boxes_dot, boxes_svg
from provebest.drawing.page import card, report
from provebest.drawing.race import race_svg
from provebest.drawing.style import SHEET
from provebest.drawing.tree_picture import tree_dot, tree_svg
from provebest.games import CanonicalTree, NestedTree
from provebest.search.intervals import interval_search
from provebest.vocabulary.outside import visible_lines

ROOK = "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1"
HOSTILE = '<script>alert("x")</script>\\'


@pytest.fixture(scope="module")
def analysis():
    return analyse(ROOK, settings=Settings(nodes=60_000), record=True)


@pytest.fixture(scope="module")
def page(analysis):
    return report(analysis.argument, race=analysis.race, made=analysis.made)


class Hostile(NestedTree):
    """A game whose moves are no good manners."""

    def moves(self, state):
        return [f"{HOSTILE}{move}" for move in super().moves(state)]

    def play(self, state, move):
        return super().play(state, int(str(move).removeprefix(HOSTILE)))


class Reader(HTMLParser):
    """Tags that are opened and closed, and where images and links point."""

    VOID = frozenset({"meta", "img", "br", "input"})

    def __init__(self):
        super().__init__()
        self.open, self.seen, self.points_to, self.images = [], [], [], []
        self.scripts, self.handlers, self.boards = [], [], []

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        self.points_to += [value for name, value in attrs if name in {"src", "href"}]
        self.handlers += [name for name, _ in attrs if name.startswith("on") or name == "style"]
        if tag == "img":
            self.images.append(dict(attrs))
        if tag == "script":
            self.scripts.append(dict(attrs))
        if ("role", "img") in attrs:
            self.boards.append(dict(attrs))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def parsed(svg):
    return ET.fromstring(svg)  # noqa: S314 - our own


def read(html):
    reader = Reader()
    reader.feed(html)
    assert reader.open == []
    return reader


# --- pictures -----------------------------------------------------------------------------------


def test_the_tree_has_a_box_for_each_of_its_positions(analysis):
    argument = analysis.argument
    svg = parsed(tree_svg(argument))

    boxes = svg.findall(".//{http://www.w3.org/2000/svg}rect")
    assert len(boxes) == argument.tree.size()
    assert len(re.findall(r"n\d+ \[label", tree_dot(argument))) == argument.tree.size()
    assert len(re.findall(r"->", tree_dot(argument))) == argument.tree.size() - 1


def test_no_box_of_a_tree_covers_another(analysis):
    svg = parsed(tree_svg(analysis.argument))
    corners = {(b.get("x"), b.get("y")) for b in svg.iter("{http://www.w3.org/2000/svg}rect")}

    assert len(corners) == analysis.argument.tree.size()


def test_the_board_has_an_arrow_for_move_and_threats(analysis):
    argument = analysis.argument
    wanted = 1 + (argument.threat is not None) + (argument.parry is not None)

    assert argument_board(argument).count('class="arrow"') >= wanted


def test_every_picture_is_well_formed(analysis):
    argument, race = analysis.argument, analysis.race
    for svg in (bars_svg(argument), race_svg(argument.notation, [race]), argument_board(argument)):
        assert parsed(svg).tag.endswith("svg")


def test_the_race_has_a_line_and_dots_for_each_runner(analysis):
    svg = race_svg(analysis.argument.notation, [analysis.race])

    assert svg.count("<polyline") == 2 * len(analysis.race.shown())
    assert len(analysis.race.snapshots) == analysis.result.steps


def test_a_recorded_analysis_is_the_same_analysis(analysis):
    plain = analyse(ROOK, settings=Settings(nodes=60_000))

    assert plain.result == analysis.result
    assert plain.argument == analysis.argument


def test_what_a_game_calls_its_moves_is_escaped():
    argument = pb.bstar(Hostile([[3, 5], [2, [1, 4]], [4, 9]])).argument

    for text in (tree_svg(argument), bars_svg(argument), card(argument), report(argument)):
        assert "<script" not in text
    labels = re.findall(r'label="((?:[^"\\]|\\.)*)", fill', tree_dot(argument))
    assert len(labels) == argument.tree.size(), "a quote in a name does not end a label"
    assert parsed(tree_svg(argument)).tag.endswith("svg")


# --- pages --------------------------------------------------------------------------------------


def test_the_page_needs_nothing_from_elsewhere(page):
    reader = read(page)
    (lichess,) = {url for url in reader.points_to if url.startswith("http")}

    assert lichess == f"https://lichess.org/analysis/standard/{ROOK.replace(' ', '_')}"
    assert page.count("http") - page.count("http-equiv") == page.count("https://lichess.org/") + 1
    assert page.count('"http://www.w3.org/2000/svg"') == 1, "the script draws in SVG"
    assert "link" not in reader.seen
    assert all(
        url.startswith(("data:image/svg+xml;base64,", "#"))
        for url in reader.points_to
        if url != lichess
    )
    assert "@import" not in page
    assert "url(" not in page.replace("url(#head-", "")


def test_the_policy_allows_our_sheet_and_our_script_by_their_hashes_alone(page):
    reader = read(page)
    (sheet,) = re.findall("<style>(.*?)</style>", page, re.DOTALL)
    (script,) = re.findall("<script>(.*?)</script>", page, re.DOTALL)
    (policy,) = re.findall('Content-Security-Policy" content="([^"]*)"', page)

    def named(text):
        return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

    assert policy.split("; ") == [
        "default-src 'none'", "img-src data:", f"style-src {named(sheet)}",
        f"script-src {named(script)}", "base-uri 'none'", "form-action 'none'",
    ]  # fmt: skip
    assert [each.get("type") for each in reader.scripts] == ["application/json", None]
    assert reader.handlers == []


def test_a_page_without_a_board_has_no_script():
    page = report(pb.bstar(NestedTree([[3, 5], [2, [1, 4]], [4, 9]])).argument)

    assert "script" not in read(page).seen
    assert "script-src" not in page


def test_what_a_search_needs_to_show_is_folded(page):
    for title in ("The moves compared", "The values, step by step", "The tree of the argument"):
        assert page.count(f"<details><summary>{title}</summary>") == 1
    assert page.count("<details") == page.count("<details>"), "all are folded"


def test_the_short_argument_stands_first(page, analysis):
    text = unescape(re.sub("<[^>]*>", "", page[page.index("<main") : page.index("<details>")]))

    for sentence in brief(analysis.argument):
        assert sentence.text in text


def test_the_page_says_in_words_what_its_pictures_show(page, analysis):
    reader = read(page)

    assert reader.images
    assert all(image["alt"] for image in reader.images)
    assert len(reader.boards) == 1 + len(analysis.argument.argued)
    assert all(board["aria-label"] for board in reader.boards)
    assert page.startswith("<!doctype html>")
    assert '<html lang="en">' in page
    assert reader.seen.count("h1") == 1


def test_the_page_has_every_sentence(page, analysis):
    text = unescape(re.sub("<[^>]*>", "", page))
    for sentence in analysis.argument.sentences():
        assert sentence.text in text


@pytest.mark.parametrize(("side", "said"), [("w", "at most +0.50"), ("b", "at least -0.50")])
def test_a_bound_is_written_from_the_side_of_white(analysis, side, said):
    fen = f"4k3/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/4K3 {side} - - 0 1"
    move = "d2d3" if side == "w" else "d7d6"
    first, *_ = analysis.argument.rivals
    bounded = replace(first, move=move, line=(move,), value=50.0, at_most=True, hope=None)
    claim = replace(analysis.argument.claim, line=(), value=60.0)
    claim = replace(claim, move="e1e2" if side == "w" else "e8e7")
    argument = replace(
        analysis.argument,
        claim=claim,
        rivals=(bounded,),
        shown=0,
        attempts=(),
        threat=None,
        parry=None,
        hinges=(),
        tree=Branch(None, Bounds(), "root"),
        notation=ChessNotation(fen),
    )

    assert f'<td class="number">{said}</td>' in report(argument)


def test_results_and_trees_draw_themselves_in_a_notebook(analysis):
    result = pb.bstar(CanonicalTree(3, 100, 1))
    search = interval_search(CanonicalTree(3, 100, 1), "2DRM")
    pb.run(search)

    read(analysis._repr_html_())
    read(result._repr_html_())
    read(result.argument._repr_html_())
    assert parsed(search.root._repr_svg_()).tag.endswith("svg")


def test_the_sheet_of_a_notebook_card_touches_nothing_but_the_card():
    plain = re.sub(r"@media[^{]*\{", "", SHEET)
    selectors = [part for rule in re.findall(r"([^{}]+)\{", plain) for part in rule.split(",")]

    assert len(selectors) > 30
    assert all(part.strip().startswith((".provebest", "body.provebest")) for part in selectors)


HOSTILE = [
    "\x00",
    "\x1b[2K",
    "\ud800",
    "\u202e",
    "]]></svg><script>",
    '"];x[label="',
    "\\",
    "\ufffe",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_picture_stays_readable_whatever_is_written_in_it(text):
    box = Box((text, "b"), title=text, children=[Box((text,))])

    drawn, dot = boxes_svg(box, title=text, caption=text), boxes_dot(box, title=text)

    shown = visible_lines(text)
    read = ET.fromstring(drawn)  # noqa: S314 - our own
    assert [part.text for part in read.iter() if part.text and part.text.strip()].count(shown) == 5
    assert {part.tag.rpartition("}")[2] for part in read.iter()} <= {
        "svg", "title", "line", "g", "rect", "text"
    }  # fmt: skip
    assert visible_lines(dot) == dot
    assert dot.encode()
    assert len(dot.splitlines()) == 6
