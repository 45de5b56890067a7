"""A game's own names of its moves are shown wherever a move is shown."""

import json

import pytest

import provebest as pb
from provebest.drawing.interval_drawing import as_dot, as_svg, as_text
from provebest.drawing.page import card, report
from provebest.drawing.tree_picture import tree_dot, tree_svg
from provebest.games import NestedTree
from provebest.search.intervals import reference_search

TREE = [[3, 5], [2, [1, 4]], [3, 9]]


class Rooms(NestedTree):
    """A tree whose moves are doors, numbered by how deep they lie."""

    def show_move(self, state, move):
        return f"door {'ABC'[move]}{len(state) + 1}"


@pytest.fixture(scope="module")
def result():
    return pb.bstar(Rooms(TREE))


def test_sentences_use_the_names_of_the_game(result):
    text = str(result.argument)

    assert result.move == 0
    assert text.startswith("door A1 (3, proved given these bounds): door A1, door")
    assert "door B1 is proved to be" in text
    assert "door C1 is proved to be" in text


def test_json_has_the_names_as_text_and_the_moves_as_they_are(result):
    told = json.loads(json.dumps(result.argument.as_json()))

    assert (told["claim"]["move"], told["claim"]["text"]) == ("0", "door A1")
    assert told["claim"]["line"]["text"].startswith("door A1, door ")


def test_pictures_and_pages_use_the_names_of_the_game(result):
    argument = result.argument
    for picture in (tree_svg(argument), tree_dot(argument), card(argument), report(argument)):
        assert "door A1" in picture
    assert "door A2" in tree_svg(argument) or "door B2" in tree_svg(argument)


def test_the_drawing_of_a_whole_tree_uses_them_if_it_is_given_them():
    search = reference_search(Rooms(TREE), "2DRM")
    names = pb.run(search).names

    for draw in (as_text, as_svg, as_dot):
        assert draw(search.root)
    assert "door A1 " in as_text(search.root, names)
    assert "  door" in as_text(search.root, names)
    assert "door A1 " in as_svg(search.root, names)
    assert "door" not in as_text(search.root)


def test_a_game_without_names_is_written_plainly():
    named, plain = pb.bstar(Rooms(TREE)), pb.bstar(NestedTree(TREE))

    assert plain.names is None
    assert plain == named  # names are how a result is shown, not what it says
    assert str(plain.argument).startswith("0 (3, proved given these bounds): 0, ")
