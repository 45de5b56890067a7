"""Entry points of the commands: Ctrl-C works even while the rest is being imported."""

import sys
from typing import NoReturn

from provebest.starting import INTERRUPTED, leave_on_interrupt, raise_on_interrupt


def main() -> None:
    """Imports the commands and runs one."""
    leave_on_interrupt()
    if sys.argv[1:] == ["uci"]:
        engine()
    from provebest.cli.main import main as run_command  # noqa: PLC0415 - see above

    try:
        run_command()
    finally:
        leave_on_interrupt()


def engine() -> NoReturn:
    """``provebest uci``: imports only the engine, because a chess program is waiting for it."""
    leave_on_interrupt()
    try:
        from provebest.cli.uci import uci  # noqa: PLC0415 - see above
    except ValueError as error:  # a default from the environment that does not exist
        print(f"provebest: {error}", file=sys.stderr)
        sys.exit(2)
    try:
        raise_on_interrupt()
        code = uci()
    except KeyboardInterrupt:
        code = INTERRUPTED
    leave_on_interrupt()
    sys.exit(code)
