"""Where the commands begin: Ctrl-C is answered even while the rest is loading."""

import sys
from typing import NoReturn


def main() -> None:
    """Loads the commands and runs one."""
    if sys.argv[1:] == ["uci"]:
        engine()
    try:
        from provebest.cli.main import main as run_command  # noqa: PLC0415 - see above
    except KeyboardInterrupt:
        _interrupted()
    run_command()


def engine() -> None:
    """``provebest uci``: a chess program waits, so nothing but the engine is loaded."""
    try:
        from provebest.cli.uci import uci  # noqa: PLC0415 - see above
    except KeyboardInterrupt:
        _interrupted()
    sys.exit(uci())


def _interrupted() -> NoReturn:
    print("provebest: interrupted", file=sys.stderr)
    sys.exit(130)
