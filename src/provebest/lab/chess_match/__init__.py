"""Matches between chess players: ours as ``provebest uci``, and any other UCI engine."""
