"""Where the ``provebest`` command begins: Ctrl-C is answered even while the rest is loading."""

import sys


def main() -> None:
    """Loads the commands and runs one."""
    try:
        if sys.argv[1:] == ["uci"]:  # a chess program waits: nothing but the engine is loaded
            from provebest.cli.uci import uci  # noqa: PLC0415 - see above

            sys.exit(uci())
        from provebest.cli.main import main as run_command  # noqa: PLC0415 - see above
    except KeyboardInterrupt:
        print("provebest: interrupted", file=sys.stderr)
        sys.exit(130)
    run_command()
