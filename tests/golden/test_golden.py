"""What users see stays as it is, unless it is changed on purpose: see ``golden_cases``."""

import sys
import tempfile
from pathlib import Path

import pytest

if __name__ == "__main__":
    tests = Path(__file__).resolve().parents[1]
    sys.path[:0] = [str(tests), str(tests / "strategies")]
    import conftest  # noqa: F401 - it names the engine and the evaluation of all tests

from golden_cases import GROUPS, answers, kept, write


@pytest.mark.parametrize("group", GROUPS)
def test_the_answers_are_the_ones_that_were_kept(group, tmp_path):
    found, before = answers(group, tmp_path), kept(group)

    for now, then in zip(found, before, strict=True):
        assert now == then


if __name__ == "__main__":
    for name in sys.argv[1:] or GROUPS:
        with tempfile.TemporaryDirectory() as folder:
            write(name, Path(folder))
        print("wrote", name)
