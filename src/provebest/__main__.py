"""``python -m provebest``: the same as the ``provebest`` command."""

from provebest.cli.main import main

main()
