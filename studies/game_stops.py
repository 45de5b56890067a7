"""Measures what early stops save in games and what they cost, above all those of rule MC-15.

``python -m studies.game_stops GAMES.pgn --nodes 60000 --store stops.jsonl``

In positions of these games a move is chosen with the settings for games and with those for an
analysis. If the search stops early, it is continued until the nodes are used up, to find the move
that it would have chosen in the end. If that is another move, each of the two is searched alone
with ``--farther`` times the nodes; the difference of their values is the cost of the stop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from statistics import mean

from provebest.chess.player.alphabeta import AlphaBetaPlayer
from provebest.chess.player.clock import Go, Watch
from provebest.chess.player.game_probers import GameProbers
from provebest.chess.player.move_request import HandOver, MoveRequest
from provebest.chess.probes.prober import mate_in
from provebest.chess.probes.probers import ProberChoice
from provebest.chess.probes.root_search import DEEPEST_SEARCH, RootSearch
from provebest.chess.searches import Settings, make_search
from provebest.chess.speed import Speed
from provebest.games.chess import read_position
from provebest.search.setprobe.settling import TOLERANCE
from provebest.vocabulary import BadInputError
from studies.study import end_with, games_of, run_with_bar, study_parser

FIRST_PLY = 16
"""Earlier plies are taken for opening theory."""
MOST_COST = 300.0
"""Hundredths of a pawn; a greater cost counts as this much, because the game is lost anyway."""

Job = tuple[str, int, int, bool]
"""The position, the nodes, the factor for comparisons, and whether the settings are for games."""
Found = tuple[float, bool, float] | None
"""Share of the nodes used before the stop, whether the move would have stayed, and the cost.

None if the search did not stop early."""


@dataclass(frozen=True, slots=True)
class Stops:
    """The savings and costs of early stops in many positions."""

    positions: int
    stops: int
    saved: float
    """Share of all nodes that were allowed in all positions."""
    same: int
    """Stops after which the choice would not have changed."""
    near: int
    """Stops that cost no more than the tolerance, including those of ``same``."""
    cost: float
    """Mean cost of a stop in hundredths of a pawn; negative if stopping was better."""


def positions_of(files: Sequence[Path], every: int) -> list[str]:
    """Every ``every``-th position after the opening in which B* would choose the move.

    Raises:
        BadInputError: for a file that cannot be read, or if there is no such position.
    """
    rule, speed, fens = HandOver(), Speed(), []
    for game in games_of(files):
        position = read_position(game.board().fen())
        for ply, move in enumerate(game.mainline_moves()):
            if ply >= FIRST_PLY and rule.why(position, inf, speed) is None:
                fens.append(position.fen())
            position.play(move.uci())
    fens = fens[::every]
    if not fens:
        raise BadInputError(
            f"there is no position after ply {FIRST_PLY} in which B* would choose the move"
        )
    return fens


def watch(job: Job) -> Found:
    """Searches one position; None if the search did not stop early."""
    fen, nodes, farther, in_a_game = job
    position = read_position(fen)
    root = RootSearch(position)
    probers = GameProbers(ProberChoice(), root, Watch())
    search = make_search(position, Settings(nodes=nodes, in_a_game=in_a_game), probers).search
    while search.stopped is None:
        search.step()
    result = search.result(search.stopped)
    if not result.natural or len(result.moves) < 2:
        return None
    spent = search.tally.probe_nodes
    best, player = result.move, AlphaBetaPlayer(root, Watch())
    rest = MoveRequest(position, tuple(position.legal_moves()), go=Go(nodes=nodes - spent))
    for report in player.think(rest, first=search.depth + 1):
        value, line = report.lines[0]
        best = line[0]
        if mate_in(round(value)) is not None:
            break
    if best == result.move:
        return spent / nodes, True, 0.0
    values = [_search_alone(fen, move, nodes * farther) for move in (best, result.move)]
    return spent / nodes, False, min(max(values[0] - values[1], -MOST_COST), MOST_COST)


def _search_alone(fen: str, move: str, nodes: int) -> float:
    found = RootSearch(read_position(fen)).probe([move], depth=DEEPEST_SEARCH, nodes=nodes)
    return float(found.value or 0)


def sum_up(found: Sequence[Found]) -> Stops:
    """The totals and means over many positions."""
    stops = [stop for stop in found if stop is not None]
    return Stops(
        positions=len(found),
        stops=len(stops),
        saved=sum(1 - spent for spent, _, _ in stops) / len(found),
        same=sum(same for _, same, _ in stops),
        near=sum(cost <= TOLERANCE for _, _, cost in stops),
        cost=mean(cost for _, _, cost in stops) if stops else 0.0,
    )


def main() -> None:
    """Runs the study from the command line."""
    parser = study_parser(__doc__)
    parser.add_argument("games", nargs="+", type=Path, help="PGN files of games")
    parser.add_argument("--nodes", type=int, default=60_000, help="nodes per move")
    parser.add_argument("--every", type=int, default=10, help="use only every Nth position")
    parser.add_argument(
        "--farther", type=int, default=10, help="compare moves with this many times the nodes"
    )
    given = parser.parse_args()
    if min(given.nodes, given.every, given.farther) < 1:
        parser.error("--nodes, --every and --farther must be 1 or more")
    fens = positions_of(given.games, given.every)
    kinds = (True, False)
    jobs = [(fen, given.nodes, given.farther, kind) for kind in kinds for fen in fens]
    found = run_with_bar(watch, jobs, "positions", store=given.store, workers=given.workers)
    print(f"{len(fens)} positions, {given.nodes:,} nodes per move")
    for kind in kinds:
        of_kind = [stop for stop, job in zip(found, jobs, strict=True) if job[3] is kind]
        _print_stops("in a game" if kind else "in an analysis", sum_up(of_kind))


def _print_stops(name: str, stops: Stops) -> None:
    share = stops.stops / stops.positions
    print(
        f"  {name}: {stops.stops} stops ({share:.1%} of the positions) save {stops.saved:.1%} of "
        f"the nodes; {stops.same} chose the final move, {stops.near} a move within "
        f"{TOLERANCE / 100:.2f} pawns of it; a stop costs {stops.cost / 100:.4f} pawns on average"
    )


if __name__ == "__main__":
    end_with(main)
