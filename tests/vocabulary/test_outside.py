"""Text from outside is shown and never obeyed."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from provebest.vocabulary.outside import OBEYED, visible


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
