"""Worlds with two players: moves, play, and bounds or a value."""

from provebest.games.protocol import Child, Game

__all__ = ["Child", "Game"]
