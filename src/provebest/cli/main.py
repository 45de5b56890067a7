"""The ``provebest`` command."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from provebest import __version__
from provebest.cli.commands import LOADERS
from provebest.cli.shared import BAD_INPUT, DONE, INTERRUPTED, talk
from provebest.vocabulary import CancelledError, ProvebestError

# Every complaint about the words of a call: the parent of BadParameter. Newer versions of typer
# carry click inside themselves and older ones depend on it; both export its child.
UsageError: Any = typer.BadParameter.__mro__[1]


def options(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Search that stops when one answer is proved better than all the others, and says why."""
    if version:
        print(f"provebest {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())


def app_for(words: Sequence[str]) -> typer.Typer:
    """The command that these words call, and all of them where they call none.

    A chess program does not wait for the laboratory to be loaded.
    """
    app = typer.Typer(
        help=options.__doc__,
        add_completion=False,
        rich_markup_mode=None,
    )
    app.callback(invoke_without_command=True)(options)
    called = words[0] if words else ""
    for name in [called] if called in LOADERS else LOADERS:
        app.command(name)(LOADERS[name]())
    return app


def main() -> None:
    """Runs a command; an error is one sentence and exit code 2, never a traceback."""
    try:
        code = app_for(sys.argv[1:])(standalone_mode=False)
        sys.stdout.flush()
    except ProvebestError as error:
        talk(str(error))
        code = BAD_INPUT
    except UsageError as error:
        words = shlex.join(sys.argv[1:])
        talk(f"{' '.join(error.format_message().split())} (read: provebest {words})")
        code = BAD_INPUT
    except (CancelledError, KeyboardInterrupt, typer.Abort):
        talk("interrupted")
        code = INTERRUPTED
    except (BrokenPipeError, SystemExit) as end:
        # typer turns a reader that has gone into an exit of its own, which comes from the pipe.
        if isinstance(end, SystemExit) and not isinstance(end.__context__, BrokenPipeError):
            raise
        _give_up_stdout()
        code = DONE
    except OSError as error:
        talk(f"cannot write: {error.strerror}" + (f": {error.filename}" if error.filename else ""))
        _give_up_stdout()
        code = BAD_INPUT
    sys.exit(code)


def _give_up_stdout() -> None:
    """Lets what is still buffered go nowhere, or Python would fail on it once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
