"""Laws of the house that import-linter cannot see, because it knows only Python files."""

import ast
import subprocess
import sys
from pathlib import Path

import provebest

PACKAGE = Path(provebest.__file__).parent


def imported_names(file):
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_the_compiled_core_is_reached_only_through_the_worlds_it_serves():
    users = {
        file.relative_to(PACKAGE).parts[0]
        for file in PACKAGE.rglob("*.py")
        if any("_native" in name for name in imported_names(file))
    }

    assert users == {"chess", "games", "problems"}


def test_no_file_is_longer_than_can_be_read():
    lengths = {
        file.name: len(file.read_text("utf-8").splitlines()) for file in PACKAGE.rglob("*.py")
    }

    assert max(lengths.values()) <= 400, max(lengths, key=lengths.get)


BY_NAME = {"import_module", "resolve_name", "__import__", "run_module", "runpy"}
SENT_BY_NAME = {"work/calls.py"}
"""Finds the function that a worker on another machine is told to call: its own copy, so no code is
sent. Those functions are of rooms above and of users, so no list in ``work`` could have them."""


def test_no_import_is_hidden_in_a_string():
    hidden = {
        str(file.relative_to(PACKAGE))
        for file in PACKAGE.rglob("*.py")
        if any(BY_NAME & set(name.split(".")) for name in imported_names(file))
        or "__import__" in file.read_text("utf-8")
    }

    assert hidden == SENT_BY_NAME


def test_the_engine_starts_without_what_only_workers_need():
    """A chess program waits for ``provebest uci``; these modules take tens of milliseconds."""
    listing = "import sys, provebest.cli.uci; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", listing], capture_output=True, text=True, check=True
    )

    loaded = set(done.stdout.split())
    assert "provebest.vocabulary.children" in loaded
    assert not loaded & {"ctypes", "multiprocessing", "provebest.work.workers"}


def test_every_python_of_ours_is_started_in_one_way():
    """Otherwise what lies in the current folder is imported: tests/cli/test_hostile_folder.py."""
    users = {
        file.relative_to(PACKAGE).as_posix()
        for file in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in {"executable", "_base_executable"}
    }

    assert users == {"vocabulary/children.py"}


LEFT_TO_ASK = {"chess/explain/confirming.py"}
"""Asks ``prober.native`` where it may ask ``prober.facts.demand``."""
NAMES = {"NATIVE", "UCI"}


def names_an_engine(node):
    """Whether this is ``"native"``, ``"uci:..."`` or the constant of that name."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value == "native" or node.value.startswith("uci:")
    return isinstance(node, ast.Name) and node.id in NAMES


def asks_which_engine(node):
    """Whether code compares the name of a prober, or takes it to pieces."""
    if isinstance(node, ast.Compare):
        return any(map(names_an_engine, [node.left, *node.comparators]))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        takes = node.func.attr in {"startswith", "removeprefix", "partition", "split"}
        return takes and any(map(names_an_engine, node.args))
    return isinstance(node, ast.Attribute) and node.attr == "native"


def test_only_the_probers_ask_which_engine_it_is():
    """What differs between engines is one record: ``chess/probes/engine_facts.py``."""
    found = {
        str(file.relative_to(PACKAGE))
        for file in PACKAGE.rglob("*.py")
        if any(map(asks_which_engine, ast.walk(ast.parse(file.read_text("utf-8")))))
        and file.parent != PACKAGE / "chess" / "probes"
    }

    assert found == LEFT_TO_ASK
