"""The page of the words has every word. It needs the checkout."""

import re
from pathlib import Path

import pytest

from provebest.chess.motifs import MotifKind

PAGE = Path(__file__).resolve().parents[3] / "docs/motifs.md"


@pytest.mark.skipif(not PAGE.exists(), reason="the documentation is not here")
def test_every_word_has_its_definition():
    table = PAGE.read_text("utf-8").split("## The words")[1].split("## Measured")[0]

    defined = re.findall(r"^\| ([^|]+) \| [A-Z]", table, re.MULTILINE)

    assert sorted(defined) == sorted(kind.value for kind in MotifKind)
