"""Text from outside is shown and never obeyed."""

import json
import unicodedata
from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from provebest.vocabulary.outside import OBEYED, escape, json_text, visible, visible_lines


@given(st.text(st.characters()), st.integers(4, 60))
def test_nothing_that_a_terminal_obeys_is_left(text, most):
    shown = visible(text, most=most)

    assert len(shown) <= most
    assert not any(unicodedata.category(sign) in OBEYED for sign in shown)


@given(st.text(st.characters(exclude_categories=OBEYED), max_size=300))
def test_plain_text_stays(text):
    assert visible(text) == text


def test_instructions_are_written_out():
    assert visible("a\x1b[2Kb\r\nc\u202ed\ud800") == "a\\x1b[2Kb\\r\\nc\\u202ed\\ud800"
    assert visible("x" * 400).endswith("x...")
    assert len(visible("\x00" * 400)) == 300


@given(st.text(st.characters(), max_size=400))
def test_lines_stay_and_nothing_else_that_a_terminal_obeys(text):
    shown = visible_lines(text)

    assert shown.count("\n") == text.count("\n")
    assert visible(shown.replace("\n", ""), most=len(shown) + 1) == shown.replace("\n", "")


@given(st.text(st.characters(), max_size=400))
def test_text_in_a_page_is_neither_markup_nor_a_broken_document(text):
    told = f'<p title="{escape(text)}">{escape(text)}</p>'

    read = ET.fromstring(told)  # noqa: S314 - our own
    assert len(read) == 0
    assert read.text in (visible_lines(text) or None, visible_lines(text))
    assert escape("<b>\x00\ud800") == "&lt;b&gt;\\x00\\ud800"


@given(st.recursive(st.text(st.characters()) | st.floats(allow_nan=False, allow_infinity=False),
                    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))  # fmt: skip
def test_json_is_exact_and_not_obeyed(value):
    shown = json_text(value)

    assert json.loads(shown) == json.loads(json.dumps(value))
    assert visible_lines(shown) == shown
    assert shown.encode()
    assert json_text("ü\x9b\U000e0001") == '"ü\\u009b\\udb40\\udc01"'
