"""What `make wheel-test` looks into packages with: it finds too much and too little."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
SOURCES = CHECKOUT / "src"


def checked(*packages: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "tools/check_packages.py", *map(str, packages)],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def wheel(tmp_path):
    """A wheel of the checkout's files, without those named and with others."""

    def made(without=(), more=()):
        path = tmp_path / "provebest-0-py3-none-any.whl"
        own = {
            str(file.relative_to(SOURCES))
            for file in SOURCES.joinpath("provebest").rglob("*")
            if file.is_file() and file.suffix != ".so" and "__pycache__" not in file.parts
        }
        whole = own | {"provebest/_native.abi3.so", "provebest-0.dist-info/licenses/LICENSE"}
        with zipfile.ZipFile(path, "w") as archive:
            for name in sorted(whole.difference(without).union(more)):
                archive.writestr(name, "")
        return path

    return made


def test_a_whole_wheel_passes(wheel):
    result = checked(wheel())

    assert (result.returncode, result.stderr) == (0, "")
    assert "files" in result.stdout


@pytest.mark.parametrize(
    ("without", "sentence"),
    [
        ("provebest/match/data/openings.pgn", "provebest/match/data/openings.pgn is missing"),
        ("provebest/games/data/correction.bin", "provebest/games/data/correction.bin is missing"),
        ("provebest/_native.abi3.so", "it must contain one compiled module"),
        ("provebest-0.dist-info/licenses/LICENSE", "the licence is missing"),
    ],
)
def test_what_is_missing_is_named(wheel, without, sentence):
    result = checked(wheel(without=[without]))

    assert result.returncode == 1
    assert sentence in result.stderr


@pytest.mark.parametrize("name", ["tests/conftest.py", "studies/study.py", "provebest/old.py"])
def test_what_does_not_belong_in_a_wheel_is_named(wheel, name):
    result = checked(wheel(more=[name]))

    assert result.returncode == 1
    assert f"{name} does not belong in it" in result.stderr


def test_no_package_at_all_is_no_success():
    assert checked().returncode == 1
