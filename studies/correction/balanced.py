"""Games of the search against itself that stay balanced, for cheap labels.

Positions of master games are balanced; nearly half of those of games that are played to their end
are decided. If one side gets ahead in such a game, some plies are taken back and played again with
more nodes, and after a few such attempts the game ends. Now and then a random move that gives
nothing away is played, so that games differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from provebest import _native
from provebest.games.chess_evaluation import DEFAULT_EVALUATION, correction_of
from studies.correction.play import count_men, random_move

AHEAD, AHEAD_FOR = 200, 3
"""A side is ahead after so many positions in a row that are worth more, for either side."""
LONGEST = 160
"""Plies of a game, with those that are taken back."""
TAKEN_BACK, ATTEMPTS, MORE_NODES = 8, 4, 4
"""The plies that are taken back, how often in a game, and how many times the nodes they get."""
RANDOM_MOVES = (0.0, 0.02, 0.05)
"""The chances that a random move is played instead of the best; a game has one of them."""
DEAD, DEAD_FOR = 5, 16
"""A game is drawn after so many positions in a row that are worth this or less."""
DEEPEST = 40
TABLE = 1 << 20


class BalancedGames:
    """Plays games with so many nodes a move."""

    def __init__(self, nodes: int, evaluation: str = DEFAULT_EVALUATION) -> None:
        self.nodes = nodes
        self._correction = correction_of(evaluation)

    def positions(self, start: str, random: Random) -> Iterator[str]:
        """The quiet positions of a game, each once; the same random numbers give the same game.

        Nobody is in check in them, the best move takes nothing, and nobody is ahead.
        """
        line, by_chance = [_native.ChessPosition(start)], random.choice(RANDOM_MOVES)
        seen: set[str] = set()
        ahead = dead = attempts = careful = 0
        search = _native.ChessRootSearch(line[0], table_bytes=TABLE, correction=self._correction)
        for _ in range(LONGEST):
            here = line[-1]
            moves = here.legal_moves()
            if not moves or _is_drawn(here):
                return
            search.move_to(here)
            nodes = self.nodes * (MORE_NODES if careful else 1)
            value, *_, found = search.probe(moves, depth=DEEPEST, nodes=nodes)
            best = found[0][0]
            ahead = ahead + 1 if abs(value) > AHEAD else 0
            dead = dead + 1 if abs(value) <= DEAD else 0
            if dead == DEAD_FOR or (ahead and len(line) == 1):
                return
            if ahead == AHEAD_FOR:
                if attempts == ATTEMPTS:
                    return
                attempts, careful, ahead = attempts + 1, TAKEN_BACK, 0
                del line[max(1, len(line) - TAKEN_BACK) :]
                continue
            fen, after = here.fen(), here.copy()
            after.play(best)
            quiet = len(best) == 4 and count_men(after.fen()) == count_men(fen)
            if quiet and not ahead and not here.is_check and fen not in seen:
                seen.add(fen)
                yield fen
            if not careful and random.random() < by_chance:
                after = here.copy()
                after.play(random_move(here, random))
            careful = max(0, careful - 1)
            line.append(after)


def _is_drawn(here: _native.ChessPosition) -> bool:
    return here.repetitions() > 1 or here.is_fifty_moves() or here.is_insufficient_material()
