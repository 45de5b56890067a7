"""Entry points of the commands: Ctrl-C works even while the rest is being imported."""

import sys
from typing import NoReturn


def main() -> None:
    """Imports the commands and runs one."""
    if sys.argv[1:] == ["uci"]:
        engine()
    try:
        from provebest.cli.main import main as run_command  # noqa: PLC0415 - see above
    except KeyboardInterrupt:
        _exit_interrupted()
    run_command()


def engine() -> None:
    """``provebest uci``: imports only the engine, because a chess program is waiting for it."""
    try:
        from provebest.cli.uci import uci  # noqa: PLC0415 - see above
    except KeyboardInterrupt:
        _exit_interrupted()
    sys.exit(uci())


def _exit_interrupted() -> NoReturn:
    print("provebest: interrupted", file=sys.stderr)
    sys.exit(130)
