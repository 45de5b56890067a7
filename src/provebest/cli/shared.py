"""Shared by all commands: exit codes, output, files, progress bars and Ctrl-C.

Whatever a command prints goes through ``out``, ``err``, ``talk`` or ``print_json``. None of them
reads markup, and none passes on a control character, so names in files and answers of engines are
shown, never obeyed. Text from outside also goes through ``visible``, so that it stays in its line.
"""

from __future__ import annotations

import itertools
import math
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event
from types import FrameType
from typing import Annotated, Any

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.segment import Segment
from rich.text import Text

from provebest.vocabulary import (
    BadInputError,
    CannotWriteError,
    Limits,
    Listener,
    SearchEvent,
    Stopped,
)
from provebest.vocabulary import Progress as SearchProgress
from provebest.vocabulary.files import check_writable, is_special, quoted_name, write_text
from provebest.vocabulary.outside import json_text, visible, visible_lines

DONE, NOT_AS_ASKED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130  # documented in docs/exit-codes.md

WIDTH_OF_A_FILE = 132  # if stdout is not a terminal, tables need not be squeezed into 80 columns


LONGEST_LABEL = 60
"""Characters of the name before a progress bar."""
LONGEST_MESSAGE = 2000
"""Characters of a message on stderr; a longer one is cut."""


class Output(Console):
    """A console that shows text as it is: nothing in it is markup, no terminal obeys it.

    It raises BrokenPipeError if its reader is gone; main() handles it.
    """

    def __init__(self, *, stderr: bool = False, width: int | None = None) -> None:
        super().__init__(stderr=stderr, width=width, markup=False, emoji=False, highlight=False)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """The pieces of what is printed. All but the console's own are made visible here."""
        for piece in super().render(renderable, options):
            if piece.control or piece.text.isprintable():
                yield piece
            else:
                yield Segment(visible_lines(piece.text), piece.style)

    def on_broken_pipe(self) -> None:
        """Raises the error; rich would exit with a code of its own."""
        raise BrokenPipeError


on_terminal = sys.stdout is not None and sys.stdout.isatty()
out = Output(width=None if on_terminal else WIDTH_OF_A_FILE)
err = Output(stderr=True)


def bold(text: object) -> Text:
    """The text in bold; ``out.print(bold("a"), "b", sep="")`` prints it before other text."""
    return Text(str(text), style="bold")


AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
EvaluationName = Annotated[
    str,
    typer.Option(
        "--evaluation",
        help="Evaluation of native searches: corrected (by a network) or handcrafted.",
    ),
]
Chess960 = Annotated[bool, typer.Option("--chess960", help="Use the castling rules of Chess960.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress bar.")]
Seconds = Annotated[
    float | None,
    typer.Option(help="Stop after this many seconds with the best answer so far.", min=0),
]
Megabytes = Annotated[
    float | None,
    typer.Option(help="Stop at this much memory (default: half of the machine's).", min=1),
]


def print_json(answer: dict[str, Any]) -> None:
    """Prints one JSON object on stdout; a number that is infinite, so not known, is null."""
    print(json_text(_without_infinities(answer)))


def _without_infinities(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_infinities(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_without_infinities(each) for each in value]
    return None if isinstance(value, float) and math.isinf(value) else value


def half_of_memory() -> float:
    """Half of the memory this process may use, in megabytes.

    The process may use the least of what the machine has, what its control group allows and what
    the shell allows. A search that stops at half of that is not killed.
    """
    allowed = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    with suppress(OSError, ValueError):  # not under control groups, or without a limit
        allowed.append(int(Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii")))
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    if soft != resource.RLIM_INFINITY:
        allowed.append(soft)
    return min(allowed) / 2e6


@contextmanager
def interruptible() -> Iterator[Event]:
    """Yields an event that Ctrl-C sets, so that a search can end with its best answer so far.

    A second Ctrl-C ends the program at once.
    """
    cancel = Event()

    def on_interrupt(number: int, frame: FrameType | None) -> None:
        if cancel.is_set():
            signal.default_int_handler(number, frame)
        cancel.set()

    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield cancel
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def progress_bar(
    label: str, *, quiet: bool, expansions: int | None = None
) -> Iterator[Listener | None]:
    """Shows a progress bar for a search on stderr; yields None if stderr is not a terminal."""
    if quiet or not err.is_terminal:
        yield None
        return
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.fields[status]}", markup=False),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task(visible(label, most=LONGEST_LABEL), total=expansions, status="")

        def show(now: SearchEvent) -> None:
            if isinstance(now, SearchProgress):
                status = f"{now.expanded:,} expanded, {now.headline}"
                bar.update(task, completed=now.expanded, status=status)

        yield show


@contextmanager
def watch_search(
    label: str,
    *,
    quiet: bool,
    seconds: float | None,
    megabytes: float | None,
    expansions: int | None = None,
    stored: int | None = None,
) -> Iterator[tuple[Limits, Listener | None]]:
    """Yields the limits of one search, including Ctrl-C, and the listener of its progress bar."""
    with interruptible() as cancel, progress_bar(label, quiet=quiet, expansions=expansions) as show:
        limits = Limits(
            expanded=expansions,
            seconds=seconds,
            stored=stored,
            megabytes=megabytes or half_of_memory(),
            cancel=cancel,
        )
        yield limits, show


def exit_code(stopped: Stopped, *, as_asked: bool) -> int:
    """The exit code of a search that stopped for this reason (docs/exit-codes.md)."""
    if stopped is Stopped.CANCELLED:
        return INTERRUPTED
    return DONE if as_asked else NOT_AS_ASKED


@contextmanager
def counting_bar(label: str, total: int, *, quiet: bool) -> Iterator[Callable[[], None]]:
    """Shows a progress bar on stderr for ``total`` jobs; call what it yields after each job."""
    with status_bar(label, total, quiet=quiet) as show:
        done = itertools.count(1)
        yield lambda: show(next(done), "")


@contextmanager
def status_bar(label: str, total: int, *, quiet: bool) -> Iterator[Callable[[int, str], None]]:
    """The same with a text beside it; call what it yields with the jobs done and the text."""
    with Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
        TextColumn("{task.fields[status]}", markup=False),
        TimeElapsedColumn(),
        console=err,
        transient=True,
        disable=quiet or not err.is_terminal,
    ) as bar:
        task = bar.add_task(visible(label, most=LONGEST_LABEL), total=total, status="")
        yield lambda done, status: bar.update(task, completed=done, status=status)


def talk(sentence: str) -> None:
    """Prints a message to the user on stderr, apart from the answer on stdout."""
    print(f"provebest: {visible(sentence, most=LONGEST_MESSAGE)}", file=sys.stderr)


def keep_what_was_read(read: Path, *written: Path | None, but: str = "") -> None:
    """Refuses to write to the file that was read, by whatever name.

    Raises:
        BadInputError: if one of the files to be written is that file. ``but`` ends the message.
    """
    for path in written:
        if path is not None and _same_file(path, read):
            raise BadInputError(
                f"{quoted_name(path)} is the file that is read; name another file{but}"
            )


def check_outputs(*written: Path | None, kept: Path | None = None) -> None:
    """Refuses, before any work, files that cannot be written, and two names of one file.

    ``kept`` is a store or a cache, which is opened and checked elsewhere. A device may be named
    twice.

    Raises:
        BadInputError: if two of them are the same file.
        CannotWriteError: if one cannot be written.
    """
    files = [path for path in written if path is not None]
    for path in files:
        check_writable(path)
    if kept is not None:
        files.append(kept)
    for one, other in itertools.combinations(files, 2):
        if _same_file(one, other) and not is_special(one):
            names = f"{quoted_name(one)} and {quoted_name(other)}"
            raise BadInputError(f"{names} are the same file; name two")


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):  # one of them does not exist
        return os.path.realpath(one) == os.path.realpath(other)


def write_file(path: Path, text: str) -> None:
    """Writes a file that the user asked for, and reports it on stderr.

    Raises:
        CannotWriteError: if it cannot be written; an existing file then stays as it was.
    """
    write_text(path, text)
    talk(f"wrote {path}")


def write_all(*writers: Callable[[], object]) -> None:
    """Calls every writer, so that one file that cannot be written does not cost the others.

    Call it when the answer is printed: then nothing that was computed is lost.

    Raises:
        CannotWriteError: the first failure, after all were called; the others are reported.
    """
    sys.stdout.flush()
    failures = []
    for write in writers:
        try:
            write()
        except CannotWriteError as error:
            failures.append(error)
    for failure in failures[1:]:
        talk(str(failure))
    if failures:
        raise failures[0]
