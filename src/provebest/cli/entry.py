"""Entry points of the commands: Ctrl-C works even while the rest is being imported."""

import sys
from typing import NoReturn


def main() -> None:
    """Imports the commands and runs one."""
    if sys.argv[1:] == ["uci"]:
        engine()
    try:
        from provebest.cli.main import main as run_command  # noqa: PLC0415 - see above
    except (KeyboardInterrupt, RuntimeError) as error:
        _exit_if_interrupted(error)
    run_command()


def engine() -> None:
    """``provebest uci``: imports only the engine, because a chess program is waiting for it."""
    try:
        from provebest.cli.uci import uci  # noqa: PLC0415 - see above
    except (KeyboardInterrupt, RuntimeError) as error:
        _exit_if_interrupted(error)
    except ValueError as error:  # a default from the environment that does not exist
        print(f"provebest: {error}", file=sys.stderr)
        sys.exit(2)
    sys.exit(uci())


def is_interrupt(error: BaseException) -> bool:
    """Whether this is Ctrl-C, which Python 3.11 wraps if it comes while a class is being made."""
    return isinstance(error, KeyboardInterrupt) or isinstance(error.__cause__, KeyboardInterrupt)


def _exit_if_interrupted(error: BaseException) -> NoReturn:
    if not is_interrupt(error):
        raise error
    print("provebest: interrupted", file=sys.stderr)
    sys.exit(130)
