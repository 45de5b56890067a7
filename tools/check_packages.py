"""Checks that source packages and wheels contain the right files and no others.

    python tools/check_packages.py PACKAGE...      (in the checkout that they were built from)

Prints one line for each package. The exit code is 1 if something is wrong with one of them.
"""

import sys
import tarfile
import zipfile
from pathlib import Path

OURS = Path("src/provebest")
IN_SOURCES = ("docs", "native", "src", "studies", "tests", "tools", "web")
AT_THE_TOP = (
    "CHANGELOG.md",
    "CMakeLists.txt",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "SECURITY.md",
    "mkdocs.yml",
    "pyproject.toml",
)
MADE_BY_THE_BUILD = {"PKG-INFO"}
NEEDED = {  # files that the package reads when it runs: required whatever the checkout contains
    "provebest/py.typed",
    "provebest/_native.pyi",
    "provebest/match/data/openings.pgn",
    "provebest/papers/data/gr17.tsp",
    "provebest/papers/data/berliner1995/suite-base.json",
}


def main(packages: list[str]) -> int:
    """Checks every package; the exit code."""
    faults = [
        f"{Path(name).name}: {fault}"
        for name in packages
        for fault in (in_wheel if name.endswith(".whl") else in_sources)(Path(name))
    ]
    print("\n".join(faults), end="\n" if faults else "", file=sys.stderr)
    return 1 if faults or not packages else 0


def in_sources(path: Path) -> list[str]:
    """What is wrong with the source package."""
    with tarfile.open(path) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {str(file) for folder in IN_SOURCES for file in source_files(Path(folder))}
    print(f"{path.name}: {path.stat().st_size:,} bytes, {len(held)} files")
    return differences(held - MADE_BY_THE_BUILD, wanted.union(AT_THE_TOP))


def in_wheel(path: Path) -> list[str]:
    """What is wrong with the wheel."""
    with zipfile.ZipFile(path) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
    about = {name for name in names if name.partition("/")[0].endswith(".dist-info")}
    compiled = {name for name in names if name.endswith((".so", ".pyd"))}
    wanted = {str(file.relative_to(OURS.parent)) for file in source_files(OURS)}
    print(f"{path.name}: {path.stat().st_size:,} bytes, {len(names)} files")
    faults = differences(names - about - compiled, wanted | NEEDED)
    if len(compiled) != 1:
        faults.append(f"it must contain one compiled module, not {sorted(compiled)}")
    if not any(name.endswith("/licenses/LICENSE") for name in about):
        faults.append("the licence is missing")
    return faults


def source_files(folder: Path) -> list[Path]:
    """The files of a folder that are not build products."""
    return [
        file
        for file in folder.rglob("*")
        if file.is_file()
        and file.suffix != ".so"
        and not {"__pycache__", "node_modules"}.intersection(file.parts)
    ]


def differences(held: set[str], wanted: set[str]) -> list[str]:
    """One sentence for each file that is missing or does not belong."""
    return [f"{name} does not belong in it" for name in sorted(held - wanted)] + [
        f"{name} is missing" for name in sorted(wanted - held)
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
