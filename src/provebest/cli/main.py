"""The ``provebest`` command."""

from __future__ import annotations

import io
import os
import shlex
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from provebest import __version__
from provebest.cli.commands import LOADERS
from provebest.cli.shared import BAD_INPUT, DONE, INTERRUPTED, NOT_AS_ASKED, talk
from provebest.starting import raise_on_interrupt
from provebest.vocabulary import CancelledError, JobsSetAsideError, ProvebestError
from provebest.vocabulary.files import quoted_name
from provebest.vocabulary.passwords import guard_output, hide

# click's UsageError: every error in the words of a command line. It is found as the parent of
# BadParameter, because newer versions of typer bundle click and older ones depend on it.
UsageError: Any = typer.BadParameter.__mro__[1]


def options(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Search that stops when one answer is proved better than all the others, and says why.

    \b
    provebest analyse startpos --seconds 1
    provebest COMMAND --help     (options and examples of a command)
    """
    if version:
        print(f"provebest {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())


def app_for(words: Sequence[str]) -> typer.Typer:
    """The app with the command that these words name, or with every command if they name none.

    Only the named command is imported, so that a chess program starts without delay.
    """
    app = typer.Typer(
        help=options.__doc__,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_show_locals=False,
    )
    app.callback(invoke_without_command=True)(options)
    called = words[0] if words else ""
    for name in [called] if called in LOADERS else LOADERS:
        app.command(name)(LOADERS[name]())
    return app


def main() -> None:
    """Runs a command; an error prints one sentence and exits with code 2, without a traceback."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A character that stdout's encoding does not have is written out, as on stderr.
        sys.stdout.reconfigure(errors="backslashreplace")
    guard_output()
    try:
        app = app_for(sys.argv[1:])
        raise_on_interrupt()
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except ProvebestError as error:
        talk(str(error))
        code = NOT_AS_ASKED if isinstance(error, JobsSetAsideError) else BAD_INPUT
    except MemoryError:
        talk("there is not enough memory")
        code = BAD_INPUT
    except UsageError as error:
        words = shlex.join(map(hide, sys.argv[1:]))
        talk(f"{' '.join(error.format_message().split())} (you typed: provebest {words})")
        code = BAD_INPUT
    except (CancelledError, KeyboardInterrupt, RuntimeError) as error:
        _check_interrupt(error)
        talk("interrupted")
        code = INTERRUPTED
    except (BrokenPipeError, SystemExit) as end:
        # If the reader of a pipe is gone, typer raises SystemExit out of the BrokenPipeError.
        if isinstance(end, SystemExit) and not isinstance(end.__context__, BrokenPipeError):
            raise
        _discard_stdout()
        code = DONE
    except OSError as error:
        code = BAD_INPUT
        if error.filename is not None:
            talk(f"cannot use {quoted_name(str(error.filename))}: {error.strerror}")
        else:
            talk(f"cannot write: {error.strerror}")
            _discard_stdout()
    sys.exit(code)


def _discard_stdout() -> None:
    """Sends buffered output to the null device, or Python would fail on it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _check_interrupt(error: BaseException) -> None:
    """Raises the error again unless it is an interrupt; ``typer.Abort`` is a RuntimeError too.

    Python 3.11 wraps an interrupt that comes while a class is being made.
    """
    other = isinstance(error, RuntimeError) and not isinstance(error, typer.Abort)
    if other and not isinstance(error.__cause__, KeyboardInterrupt):
        raise error
