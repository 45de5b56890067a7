"""``python -m provebest``: the same as the ``provebest`` command."""

from provebest.cli.entry import main

main()
