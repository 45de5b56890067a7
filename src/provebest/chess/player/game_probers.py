"""Probers of a whole game: what one move has found out, the next one knows."""

from __future__ import annotations

import chess

from provebest.chess.player.clock import Watch
from provebest.chess.probes.expansion import Expander, ProbeSize
from provebest.chess.probes.probers import ProberChoice, Probers
from provebest.chess.probes.remembered import GameTree, RememberingExpander
from provebest.chess.probes.root_search import RootSearch
from provebest.chess.probes.set_probes import ChessSets
from provebest.chess.probes.uci_sets import UciSets
from provebest.games.boards import board_from
from provebest.games.chess import ChessPosition
from provebest.search.setprobe.set_prober import SetProber


class GameProbers(Probers):
    """Probers of a whole game: its table and its tree are kept from move to move."""

    def __init__(self, choice: ProberChoice, root: RootSearch, watch: Watch) -> None:
        super().__init__(choice, watch)
        self.root, self.watch = root, watch
        self.tree = GameTree()
        self.game: tuple[str, ...] = ()
        """The first position of the game and the moves to where the next search begins."""

    def expander(self, position: ChessPosition, real: ProbeSize, hope: ProbeSize) -> Expander:
        """Asks only for what the tree of the game has not."""
        expander = super().expander(position, real, hope)
        if not self.game:
            return expander
        kind = f"{self.choice.name} {position.chess960} {real} {hope}"
        return RememberingExpander(expander, self.tree, kind, self.game)

    def sets(self, position: ChessPosition) -> SetProber[str]:
        """Of the position that the root search stands at; another engine is told the game."""
        if self._uci is not None:
            board = board_of(self.game, chess960=position.chess960) if self.game else None
            return UciSets(self._uci, position, self.cancel, board)
        return ChessSets(self.root, self.watch)


def board_of(game: tuple[str, ...], *, chess960: bool) -> chess.Board:
    """The position after the moves of a game, with all that was there before."""
    return board_from(game[0], game[1:], chess960=chess960)
