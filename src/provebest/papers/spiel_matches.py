"""Matches of probability-based B* against alpha-beta at OpenSpiel's breakthrough, 6 x 6.

Pieces move forward and capture diagonally; the first to reach the last row wins. OpenSpiel has no
pass here, so the hope of a move is the bound that is better for its player. Clocks and openings
are as in ``papers.matches``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from provebest.games.openspiel import OpenSpielGame, SpielState
from provebest.papers import modern_player
from provebest.papers.iterations import Chosen, run_deepening, run_steps
from provebest.search import Deepening, ProbedBounds
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.game_beliefs import GameBeliefs
from provebest.search.probability.settings import ClassicSettings, Contention, Dithering, Effort

SIZE = 6
GAME = f"breakthrough(rows={SIZE},columns={SIZE})"
NAME = f"breakthrough, {SIZE} x {SIZE}"
RIVAL = "alpha-beta"
CLASSIC, MODERN = CONTENDERS = ("probability B*, classic", "probability B*, modern")
BUDGETS = (1000, 4000)
OPENINGS = 40
PAIRS = len(CONTENDERS) * len(BUDGETS) * OPENINGS
SCALE = 1000
"""More than all pieces of a side are worth together on their best squares."""
MARGIN = 0.02
LEAST = 0.05
"""MinAct, as in ``papers.matches``."""

SpielJob = tuple[str, str, int, tuple[int, ...]]


def estimate(state: Any) -> float:
    """The value for player 0 (black, at the top): pieces, plus the square of their advance."""
    rows = str(state).split("\n")[:SIZE]
    total = 0
    for place, row in enumerate(rows):
        total += row.count("b") * (10 + place * place)
        total -= row.count("w") * (10 + (SIZE - 1 - place) ** 2)
    return total / SCALE


class CountedSpiel(OpenSpielGame):
    """Breakthrough after some moves, which counts the calls of ``value``."""

    def __init__(self, history: Sequence[int]) -> None:
        super().__init__(GAME, estimate=estimate, opening=history)
        self.evaluations = 0
        self.least_win = self.value_range[1]

    def value(self, state: SpielState) -> float:
        """The value of the game; counts the call."""
        self.evaluations += 1
        return super().value(state)


def by_alphabeta(history: Sequence[int], allowed: int) -> Chosen:
    """Chooses by iterative deepening; an iteration that would exceed ``allowed`` is not begun."""
    counted = CountedSpiel(history)
    search: Deepening[SpielState, int] = Deepening(counted, 99)
    return run_deepening(search, counted, len(counted.moves(counted.start())), allowed)


def by_classic(history: Sequence[int], allowed: int) -> Chosen:
    """Chooses by probability-based B* with the paper's control and probes one ply deep."""
    counted = CountedSpiel(history)
    width = len(counted.moves(counted.start()))
    most = max(3, 2 * allowed // (2 * width * (width + 1)))
    effort = Effort(most, 0.6, max(1, 2 * most // 5), least_verify=max(1, most // 15))
    policies = ClassicSettings(
        effort,
        Contention(LEAST, LEAST),
        Dithering(strength=0.0),
        closest_target=1 / SCALE,
        win=counted.least_win,
    )
    probed: ProbedBounds[SpielState, int] = ProbedBounds(counted, 0, MARGIN)
    return run_steps(
        ProbabilitySearch(GameBeliefs(probed, 1, sure=False), policies), counted, allowed
    )


def by_modern(history: Sequence[int], allowed: int) -> Chosen:
    """Chooses by the modern control, with hopes from the same bounds."""
    counted = CountedSpiel(history)
    return modern_player.choose(ProbedBounds(counted, 0, MARGIN), counted, allowed)


PLAYERS = {RIVAL: by_alphabeta, CLASSIC: by_classic, MODERN: by_modern}


def openings(most: int) -> list[tuple[int, int]]:
    """``most`` pairs of first moves of both players, evenly spread."""
    game = CountedSpiel(())
    start = game.start()
    pairs = [(a, b) for a in game.moves(start) for b in game.moves(game.play(start, a))]
    return [pairs[i * len(pairs) // most] for i in range(most)]


def play_game(opening: Sequence[int], players: Sequence[str], budget: int) -> dict[str, Any]:
    """Plays a game: its moves, its winner, and the evaluations of each player."""
    played = list(opening)
    moves, spent, settled = (dict.fromkeys(players, 0) for _ in range(3))
    while True:
        game = CountedSpiel(played)
        legal = game.moves(game.start())
        if not legal:
            first_won = game.value(game.start()) > 0
            winner = players[0] if first_won else players[1]
            break
        move, player = legal[0], players[len(played) % 2]
        if len(legal) > 1:
            moves[player] += 1
            allowed = budget * moves[player] - spent[player]
            move, evaluations, ended = PLAYERS[player](played, allowed)
            spent[player] += evaluations
            settled[player] += ended
        played.append(move)
    return {"played": played, "winner": winner, "moves": moves, "spent": spent, "settled": settled}


def match_job(job: SpielJob) -> list[dict[str, Any]]:
    """Plays an opening twice: the contender moves first, then alpha-beta."""
    _, contender, budget, opening = job
    both = (contender, RIVAL)
    return [play_game(opening, players, budget) for players in (both, both[::-1])]


def jobs(most: int | None = None) -> list[SpielJob]:
    """Every pair of games; with ``most``, so many openings for each contender and budget."""
    return [
        (NAME, contender, budget, opening)
        for budget in BUDGETS
        for contender in CONTENDERS
        for opening in openings(most or OPENINGS)
    ]
