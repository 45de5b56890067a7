"""Probers of a whole game: each move uses what earlier moves found out."""

from __future__ import annotations

import chess

from provebest.chess.player.clock import Watch
from provebest.chess.probes.expansion import Expander, ProbeSize
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.probers import Probers
from provebest.chess.probes.remembered import Asked, GameTree, RememberingExpander
from provebest.chess.probes.root_search import RootSearch
from provebest.chess.probes.set_probes import ChessSets
from provebest.chess.probes.uci_sets import UciSets
from provebest.games.boards import board_from
from provebest.games.chess import ChessPosition
from provebest.search.setprobe.set_prober import SetProber


class GameProbers(Probers):
    """Probers that keep their hash table and tree from move to move."""

    def __init__(self, choice: ProberChoice, root: RootSearch, watch: Watch) -> None:
        super().__init__(choice, watch)
        self.root, self.watch = root, watch
        self.tree = GameTree()
        self.game: tuple[str, ...] = ()
        """The first position of the game, then the moves up to the next search."""

    def expander(self, position: ChessPosition, real: ProbeSize, hope: ProbeSize) -> Expander:
        """An expander that probes only what the tree of the game does not have."""
        expander = super().expander(position, real, hope)
        if not self.game:
            return expander
        asked = Asked(f"{self.choice.label} {real} {hope}", position.chess960)
        return RememberingExpander(expander, self.tree, asked, self.game)

    def sets(self, position: ChessPosition) -> SetProber[str]:
        """Set-probes of the root search's position; another engine gets the whole game."""
        if self._uci is not None:
            board = board_of(self.game, chess960=position.chess960) if self.game else None
            return UciSets(self._uci, position, self.cancel, board)
        return ChessSets(self.root, self.watch)


def board_of(game: tuple[str, ...], *, chess960: bool) -> chess.Board:
    """The board after the moves of a game, with its move stack."""
    return board_from(game[0], game[1:], chess960=chess960)
