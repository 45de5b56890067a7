"""The examples on the pages: read them, run them, and write again what they print.

``python -m studies.doc_examples docs/tutorial.md`` runs the page and rewrites its outputs.

Examples are ``python`` blocks, whose output may stand in a plain block right below, and commands:
in ``console`` blocks after a ``$``, with their output below them, or without output in plain and in
indented blocks. An indented block is Python if it begins with an import. In a shown output, a line
``...`` stands for any lines, and spaces at the end of a line do not count. A comment
``<!-- not run: REASON -->`` before a block keeps it from being run.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

BLOCK = re.compile(
    r"^```(?P<language>\w*)\n(?P<fenced>(?:[^\n]*\n)*?)```$"
    r"|^(?P<indented>(?:    [^\n]*\n|\n(?=    ))+)",
    re.MULTILINE,
)
OUTPUT = re.compile(r"\s*```\n((?:[^\n]*\n)*?)```$", re.MULTILINE)
NOT_RUN = re.compile(r"<!-- not run:(.*?)-->\s*\Z", re.DOTALL)
COMMAND = re.compile(r"^provebest (?:[^\n]*\\\n)*[^\n]*$", re.MULTILINE)
TYPED = re.compile(
    r"^\$ (?P<typed>(?:[^\n]*\\\n)*[^\n]*)\n(?P<output>(?:(?!\$ )[^\n]*\n)*)", re.MULTILINE
)
LEFT_OUT = "...\n"
LONGEST = 120
"""Seconds that a command may take before it is stopped with an error."""


@dataclass(frozen=True)
class Example:
    """Something on a page that can be run."""

    code: str
    line: int
    """Where it begins on the page, from 1."""
    is_python: bool
    not_run: str | None
    """The reason why it is not run; None if it is."""
    output: slice | None = None
    """Where the page shows its output; None if it shows none."""

    @property
    def words(self) -> list[str]:
        """A command's arguments, without comments and redirections."""
        words = shlex.split(self.code.replace("\\\n", ""), comments=True)
        return words[1 : words.index(">") if ">" in words else None]


def examples_of(page: str) -> list[Example]:
    """The examples on a page, in order."""
    return [example for block in BLOCK.finditer(page) for example in _in_block(page, block)]


def _in_block(page: str, block: re.Match[str]) -> Iterator[Example]:
    reason = NOT_RUN.search(page, 0, block.start())
    first = Example("", 1, is_python=False, not_run=reason and reason[1].strip())

    def example(code: str, place: int, **more: Any) -> Example:
        return replace(first, code=code, line=page.count("\n", 0, place) + 1, **more)

    if block["indented"] is not None:
        body = re.sub("^    ", "", block["indented"], flags=re.MULTILINE)
        if body.startswith(("import ", "from ")):
            yield example(body, block.start(), is_python=True)
        yield from (example(found[0], block.start()) for found in COMMAND.finditer(body))
    elif block["language"] == "python":
        below = OUTPUT.match(page, block.end())
        output = slice(*below.span(1)) if below else None
        yield example(block["fenced"], block.start("fenced"), is_python=True, output=output)
    elif block["language"] == "console":
        for found in TYPED.finditer(page, *block.span("fenced")):
            output = slice(*found.span("output")) if found["output"] else None
            yield example(found["typed"], found.start(), output=output)
    else:
        for found in COMMAND.finditer(page, *block.span("fenced")):
            yield example(found[0], found.start())


def run_python(example: Example, space: dict[str, Any], folder: Path) -> str:
    """Runs the block among these names, in this folder, and returns what it prints."""
    placed = "\n" * (example.line - 1) + example.code  # so that a traceback shows the page's line
    with chdir(folder), redirect_stdout(io.StringIO()) as printed:
        exec(compile(placed, "page", "exec"), space)  # noqa: S102 - this is what it is for
    return _trimmed(printed.getvalue())


def run_command(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs ``provebest`` with these arguments in this folder, as a user does."""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "provebest", *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=LONGEST,
    )
    done.stdout = _trimmed(done.stdout)
    return done


def _trimmed(printed: str) -> str:
    return re.sub(r" +$", "", printed, flags=re.MULTILINE)


def agrees(shown: str, printed: str) -> bool:
    """Whether the output on the page is what was printed."""
    head, left_out, tail = _parts(shown)
    if not left_out:
        return shown == printed
    long_enough = len(printed) >= len(head) + len(tail)
    return long_enough and printed.startswith(head) and printed.endswith(tail)


def _parts(shown: str) -> tuple[str, str, str]:
    lines = shown.splitlines(keepends=True)
    place = lines.index(LEFT_OUT) if LEFT_OUT in lines else len(lines)
    return "".join(lines[:place]), "".join(lines[place : place + 1]), "".join(lines[place + 1 :])


def _shortened(shown: str, printed: str) -> str:
    """What was printed, with as many lines left out at the same place."""
    head, left_out, tail = _parts(shown)
    if not left_out:
        return printed
    lines = printed.splitlines(keepends=True)
    first, last = head.count("\n"), len(lines) - tail.count("\n")
    return "".join([*lines[:first], left_out, *lines[last:]])


def rewritten(page: str) -> str:
    """The page with the outputs that its examples print now."""
    space: dict[str, Any] = {"__name__": "page"}
    changes = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for example in examples_of(page):
            if example.not_run or not (example.is_python or example.output):
                continue
            if example.is_python:
                printed = run_python(example, space, folder)
            else:
                printed = run_command(example.words, folder).stdout
            if example.output:
                changes.append((example.output, printed))
    for place, printed in reversed(changes):
        new = _shortened(page[place], printed)
        page = page[: place.start] + new + page[place.stop :]
    return page


def main() -> None:
    """Rewrites the pages that are named."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="+", type=Path, metavar="PAGE.md", help="pages to rewrite")
    os.environ["PROVEBEST_ENGINE"] = "native"  # the same output on every machine
    os.environ["PROVEBEST_EVALUATION"] = "handcrafted"  # and with every network
    for path in parser.parse_args().pages:
        try:
            page = path.read_text("utf-8")
        except OSError as error:
            parser.error(f"cannot read {path}: {error.strerror}")
        path.write_text(rewritten(page), encoding="utf-8")


if __name__ == "__main__":
    main()
