"""Matches of B* and bandwidth search against alpha-beta, with the same number of evaluations.

All players use the same evaluator. An evaluation is any call of the game's ``value``: at a horizon,
in a probe, for an estimate of plies, or at the end of a line. Each player has a clock of
evaluations: every move adds the budget, and unused evaluations are kept for the next move. So a
search that can stop only between iterations has as many as the others over a game. A forced move is
played without a search.

Every opening is played twice, with the sides exchanged. Nothing is random.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from provebest.games.lines import ConnectK, FourScore, LineGame, Men
from provebest.games.mirrored import Mirrored
from provebest.games.protocol import Game
from provebest.games.race import Outcome, RaceOf
from provebest.papers import modern_player, spiel_matches
from provebest.papers.iterations import run_deepening, run_steps
from provebest.papers.tables import Cell, Reproduction, Table, make_tables
from provebest.search import BandwidthGameSearch, Deepening, ProbedBounds
from provebest.search.intervals import reference_search
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.game_beliefs import GameBeliefs
from provebest.search.probability.settings import ClassicSettings, Contention, Dithering, Effort
from provebest.work.place import ALL_CORES, Place
from provebest.work.pool import run_jobs
from provebest.work.shapes import COUNT, OneOf, fits

STRATEGY = "GPN"
MARGIN = 20
"""Bounds are the values 0 and 1 plies deep, extended by this much to both sides.

Chosen on connect-4, 5 x 5, on which none of the matches below is played: GPN scored a little better
than 2DRM (32 points and 31.5 in 60 games), and margins of 2 and 8 scored worse than 20. HALF and
BAND were chosen there too.
"""
HALF = 8
"""The value halfway between an even game and a won one."""
BAND = 4
"""Harris's e and d, in plies."""
LEAST = 0.05
"""MinAct of probability-based B*.

Chosen on connect-4, 6 x 5 and 6 x 6, together with no dithering, the depth of the probes, and 60 %
of the effort for SELECT, the rest for VERIFY. There it scored from 47 to 67 % of the points; most
of thirty settings that were tried differed by less than the error of a match.
"""
PROBE_DEPTHS = (3, 2)


class Choice(NamedTuple):
    """A move, the evaluations it cost, and whether the search ended by itself."""

    move: int
    evaluations: int
    settled: bool


class Counted(Game[Men, int]):
    """A line game from a given position on, which counts the calls of ``value``."""

    def __init__(self, game: LineGame, state: Men) -> None:
        self.game, self._start = game, state
        self.value_range, self.least_win = game.value_range, game.least_win
        self.evaluations = 0

    def start(self) -> Men:
        """The position to move from."""
        return self._start

    def moves(self, state: Men) -> Sequence[int]:
        """The moves of the game."""
        return self.game.moves(state)

    def play(self, state: Men, move: int) -> Men:
        """The position after a move."""
        return self.game.play(state, move)

    def passed(self, state: Men) -> Men | None:
        """The position with the other side to move."""
        return self.game.passed(state)

    def max_to_move(self, state: Men) -> bool:
        """Whether MAX is to move."""
        return self.game.max_to_move(state)

    def value(self, state: Men) -> float:
        """The value of the game; counts the call."""
        self.evaluations += 1
        return self.game.value(state)


def by_alphabeta(game: LineGame, state: Men, allowed: int) -> Choice:
    """Chooses by iterative deepening, which tries the last iteration's best move first."""
    counted = Counted(game, state)
    search: Deepening[Men, int] = Deepening(counted, math.prod(game.shape) - state.plies)
    return Choice(*run_deepening(search, counted, len(game.moves(state)), allowed))


def by_bstar(game: LineGame, state: Men, allowed: int) -> Choice:
    """Chooses by B* over probed bounds: the separated move, or the best one at the limit."""
    counted = Counted(game, state)
    probed: Game[Men, int] = ProbedBounds(counted, 0, MARGIN)
    seen = probed if game.max_to_move(state) else Mirrored(probed)
    return Choice(*run_steps(reference_search(seen, STRATEGY), counted, allowed))


def by_classic(game: LineGame, state: Men, allowed: int) -> Choice:
    """Chooses by probability-based B* with the paper's control; a hope is the value after a pass.

    Probes are as deep as the evaluations allow.
    """
    counted = Counted(game, state)
    width = len(game.moves(state))
    payable = (depth for depth in PROBE_DEPTHS if 4 * expansion_cost(width, depth) <= allowed)
    depth = next(payable, 1)
    # Most expansions cost less than this estimate; if not, the clock ends the search.
    most = max(3, 2 * allowed // expansion_cost(width, depth))
    effort = Effort(most, 0.6, max(1, 2 * most // 5), least_verify=max(1, most // 15))
    policies = ClassicSettings(
        effort, Contention(LEAST, LEAST), Dithering(strength=0.0), win=game.least_win
    )
    believer: GameBeliefs[Men, int] = GameBeliefs(counted, depth)
    return Choice(*run_steps(ProbabilitySearch(believer, policies), counted, allowed))


def by_modern(game: LineGame, state: Men, allowed: int) -> Choice:
    """Chooses by probability-based B* with the modern control and its rival's alpha-beta."""
    counted = Counted(game, state)
    return Choice(*modern_player.choose(counted, counted, allowed))


def expansion_cost(width: int, depth: int) -> int:
    """The approximate number of evaluations of an expansion, including hopes."""
    return int(width * (2 * width**depth // (depth + 2) + width ** (depth - 1) + width + 1))


def by_bandwidth(game: LineGame, state: Men, allowed: int) -> Choice:
    """Chooses by Harris's search for a win in few plies. A draw counts as a loss.

    If every move loses, the one that loses latest is played. A state with n free cells is estimated
    at n * (1 - v / (|v| + HALF)) / 2 plies from the win; v is its value for the side that moves at
    the root. The estimate falls as v rises: n / 2 if the game is even, near 0 if it is almost won,
    near n if it is almost lost.
    """
    counted, for_max = Counted(game, state), game.max_to_move(state)
    cells = math.prod(game.shape)

    def outcome(at: Men) -> Outcome | None:
        if game.moves(at):
            return None
        value = counted.value(at)
        return "win" if (value > 0 if for_max else value < 0) else "loss"

    def estimate(at: Men) -> float:
        value = counted.value(at) if for_max else -counted.value(at)
        return (cells - at.plies) * (1 - value / (abs(value) + HALF)) / 2

    race = RaceOf(counted, outcome, estimate, program_is_max=for_max)
    search = BandwidthGameSearch(race, BAND, BAND, loss_value=cells + 2 * BAND)
    return Choice(*run_steps(search, counted, allowed))


RIVAL = spiel_matches.RIVAL
PLAYERS = {
    RIVAL: by_alphabeta,
    "B*": by_bstar,
    "bandwidth": by_bandwidth,
    spiel_matches.CLASSIC: by_classic,
    spiel_matches.MODERN: by_modern,
}
CONTENDERS = ("B*", "bandwidth", *spiel_matches.CONTENDERS)
GAMES: dict[str, tuple[Callable[[], LineGame], tuple[int, ...], int]] = {
    "connect-3, 4 x 4": (lambda: ConnectK(4, 4, 3), (200, 1000), 8),
    "connect-4, 6 x 5": (lambda: ConnectK(6, 5, 4), (200, 1000), 18),
    "connect-4, 7 x 6": (ConnectK, (1000, 4000), 25),
    "Four Score": (FourScore, (1000, 4000), 18),
}
"""For each game: the board, the budgets in evaluations per move, and the most openings."""
LONGER: dict[str, int] = {
    "connect-3, 4 x 4": 32,
    "connect-4, 6 x 5": 108,
    "connect-4, 7 x 6": 80,
    "Four Score": 40,
}
"""The most openings (of three plies) for the two controls of probability-based B*."""

MatchJob = tuple[str, str, int, tuple[int, ...]]
"""A game, a contender, a budget and an opening."""


def openings(game: LineGame, most: int, plies: int = 2) -> list[tuple[int, ...]]:
    """At most ``most`` openings, evenly spread; symmetric openings are counted once."""
    *floor, _ = game.shape
    places = list(itertools.product(*(range(size) for size in floor)))
    images = [
        [
            places.index(tuple(abs(f - place[a]) for a, f in zip(*way, strict=True)))
            for place in places
        ]
        for way in itertools.product(
            itertools.permutations(range(len(floor))),
            itertools.product(*((0, size - 1) for size in floor)),
        )
    ]
    found = [
        moves
        for moves in itertools.product(range(len(places)), repeat=plies)
        if all(moves <= tuple(image[move] for move in moves) for image in images)
    ]
    count = min(most, len(found))
    return [found[i * len(found) // count] for i in range(count)]


def play_game(
    game: LineGame, opening: Sequence[int], players: Sequence[str], budget: int
) -> dict[str, Any]:
    """Plays a game of two different players: moves, winner, and evaluations of each player."""
    state, played = game.start(), list(opening)
    for move in opening:
        state = game.play(state, move)
    moves, spent, settled = (dict.fromkeys(players, 0) for _ in range(3))
    while legal := game.moves(state):
        move, player = legal[0], players[state.plies % 2]
        if len(legal) > 1:
            moves[player] += 1
            allowed = budget * moves[player] - spent[player]
            choice = PLAYERS[player](game, state, allowed)
            spent[player] += choice.evaluations
            settled[player] += choice.settled
            move = choice.move
        state = game.play(state, move)
        played.append(move)
    winner = players[(state.plies - 1) % 2] if state.won else None
    return {"played": played, "winner": winner, "moves": moves, "spent": spent, "settled": settled}


def match_job(job: MatchJob) -> list[dict[str, Any]]:
    """Plays an opening twice: the contender moves first, then alpha-beta."""
    name, contender, budget, opening = job
    game, both = GAMES[name][0](), (contender, RIVAL)
    return [play_game(game, opening, players, budget) for players in (both, both[::-1])]


def _is_result(job: Any, games: Any) -> bool:
    _, contender, *_ = job
    both = (contender, RIVAL)
    each = dict.fromkeys(both, COUNT)
    game = {"winner": OneOf((None, *both)), "moves": each, "spent": each, "settled": each}
    return fits(games, (game, game))


def jobs(most: int | None = None) -> list[MatchJob]:
    """Every pair of games of every match; with ``most``, at most so many openings in each."""
    return [
        (name, contender, budget, opening)
        for name, (make, budgets, cap) in GAMES.items()
        for budget in budgets
        for contender in CONTENDERS
        for opening in (
            openings(make(), most or LONGER[name], 3)
            if contender in spiel_matches.CONTENDERS
            else openings(make(), most or cap)
        )
    ]


RUNS = len(jobs()) + (spiel_matches.PAIRS if find_spec("pyspiel") else 0)


def table(
    todo: Sequence[MatchJob], results: Sequence[list[dict[str, Any]]], name: str = "Matches"
) -> Table:
    """A row for each match; of two numbers the first is the contender's."""
    matches: dict[tuple[str, int, str], list[dict[str, Any]]] = {}
    for (game, contender, budget, _), pair in zip(todo, results, strict=True):
        matches.setdefault((game, budget, contender), []).extend(pair)
    cells = [cell for match, games in matches.items() for cell in _row(*match, games)]
    caption = (
        "against alpha-beta with the same evaluator, each opening from both sides; used: "
        "evaluations per move; settled: moves for which the search ended by itself; "
        "this player : alpha-beta"
    )
    return Table(name, caption, tuple(cells), "game, evaluations: player")


def _row(name: str, budget: int, contender: str, games: Sequence[dict[str, Any]]) -> list[Cell]:
    row = f"{name}, {budget}: {contender}"
    wins = sum(game["winner"] == contender for game in games)
    draws = sum(game["winner"] is None for game in games)
    lines = len(games) - draws
    points = [{contender: 100.0, None: 50.0}.get(game["winner"], 0.0) for game in games]
    pairs = [(one + other) / 2 for one, other in zip(points[::2], points[1::2], strict=True)]
    score = statistics.fmean(pairs)
    error = statistics.stdev(pairs) / math.sqrt(len(pairs)) if len(pairs) > 1 else 0.0

    def per_move(what: str) -> list[float]:
        def total(key: str, player: str) -> int:
            return sum(game[key][player] for game in games)

        both = (contender, RIVAL)
        return [total(what, player) / max(1, total("moves", player)) for player in both]

    spent, settled = per_move("spent"), per_move("settled")
    data = {"wins": wins, "draws": draws, "losses": lines - wins, "score": score, "error": error}
    return [
        Cell(row, "+ = -", f"{wins} {draws} {lines - wins}", data=data),
        Cell(row, "score", f"{score:.1f} ± {error:.1f} %"),
        Cell(row, "used", f"{spent[0]:.0f} : {spent[1]:.0f}", data={"spent": spent}),
        Cell(row, "settled", f"{100 * settled[0]:.0f} : {100 * settled[1]:.0f} %"),
        Cell(row, "line / full board", f"{lines} / {draws}"),
    ]


def _openspiel_table(
    on_run: Callable[[], None], store: Path | None, on: Place, most: int | None
) -> Table:
    todo = spiel_matches.jobs(most)
    work = spiel_matches.match_job
    results = run_jobs(work, todo, on=on, on_job=on_run, store=store, is_result=_is_result)
    return table(todo, results, "OpenSpiel")


def reproduce(
    on_run: Callable[[], None] = lambda: None,
    store: Path | None = None,
    on: Place = ALL_CORES,
    most: int | None = None,
) -> Reproduction:
    """All matches; results that are in the ``store`` are not computed again."""
    todo = jobs(most)

    def own_games() -> list[Table]:
        played = run_jobs(match_job, todo, on=on, on_job=on_run, store=store, is_result=_is_result)
        return [table(todo, played)]

    makers = [own_games]
    if find_spec("pyspiel"):
        makers.append(lambda: [_openspiel_table(on_run, store, on, most)])
    tables, complete = make_tables(makers)
    summary = (
        "The error is the standard error over openings.",
        "Alpha-beta's only refinement is to try the last iteration's best move first.",
        "A search that ends by itself leaves evaluations unused, most of all on the small board.",
    )
    return Reproduction("matches", tuple(tables), summary, complete)
