"""What early stops save in games, above all those of rule MC-15, and what they cost.

``python -m studies.game_stops GAMES.pgn --nodes 60000 --store stops.jsonl``

In positions of these games a move is chosen by the numbers for games and by those for an analysis.
Where the search stops early it is asked what it would have played in the end: all moves are
deepened further until the nodes are gone. Where that is another move, both are searched alone with
``--farther`` times the nodes, and the difference is what the stop has cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from statistics import mean

from provebest.chess.player.clock import Watch
from provebest.chess.player.game_probers import GameProbers
from provebest.chess.player.move_request import HandOver, Speed
from provebest.chess.probes.probers import ProberChoice
from provebest.chess.probes.root_search import DEEPEST_SEARCH, RootSearch
from provebest.chess.searches import Settings, make_search
from provebest.games.chess import read_position
from provebest.search.setprobe.settling import TOLERANCE
from provebest.vocabulary import BadInputError
from studies.study import end_with, games_of, run_with_bar, study_parser

FIRST_PLY = 16
"""Before it a game is taken for book."""
MOST_COST = 300.0
"""Hundredths of a pawn: what is lost beyond it is lost anyway."""

Job = tuple[str, int, int, bool]
"""The position, the nodes, how many times as many for a comparison, and whether in a game."""
Found = tuple[float, bool, float] | None
"""Share of the nodes spent before the stop, whether the move would have stayed, its cost."""


@dataclass(frozen=True, slots=True)
class Stops:
    """What came of the early stops in many positions."""

    positions: int
    stops: int
    saved: float
    """Of all nodes that were allowed in all positions."""
    same: int
    """Stops after which the choice would not have changed any more."""
    near: int
    """Stops that cost no more than the tolerance, those included."""
    cost: float
    """Of a stop on average, in hundredths of a pawn; negative where it was better to stop."""


def positions_of(files: Sequence[Path], every: int) -> list[str]:
    """Each ``every``-th position in which B* would choose, after the book.

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
        raise BadInputError(f"no position after ply {FIRST_PLY} in which B* would choose")
    return fens


def watch(job: Job) -> Found:
    """One position; nothing where the search did not stop early."""
    fen, nodes, farther, in_a_game = job
    position = read_position(fen)
    root = RootSearch(position)
    probers = GameProbers(ProberChoice(), root, Watch(lambda: None))
    search = make_search(position, Settings(nodes=nodes, in_a_game=in_a_game), probers).search
    while search.stopped is None:
        search.step()
    result = search.result(search.stopped)
    if not result.natural or len(result.moves) < 2:
        return None
    spent = search.tally.probe_nodes
    best, before = result.move, root.nodes
    for depth in range(search.depth + 1, DEEPEST_SEARCH + 1):
        left = nodes - spent - (root.nodes - before)
        if left < 1:
            break
        told = root.probe(depth=depth, nodes=left)
        best = told.best.move
        if told.interrupted or told.mate is not None:
            break
    if best == result.move:
        return spent / nodes, True, 0.0
    values = [_alone(fen, move, nodes * farther) for move in (best, result.move)]
    return spent / nodes, False, min(max(values[0] - values[1], -MOST_COST), MOST_COST)


def _alone(fen: str, move: str, nodes: int) -> float:
    told = RootSearch(read_position(fen)).think([move], nodes=nodes)
    return float(told.value or 0)


def summed_up(found: Sequence[Found]) -> Stops:
    """The figures of many positions."""
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
    """The command."""
    parser = study_parser(__doc__)
    parser.add_argument("games", nargs="+", type=Path, help="files of games, in PGN")
    parser.add_argument("--nodes", type=int, default=60_000, help="for a move")
    parser.add_argument("--every", type=int, default=10, help="only every so many-th position")
    parser.add_argument("--farther", type=int, default=10, help="times as many for a comparison")
    given = parser.parse_args()
    if min(given.nodes, given.every, given.farther) < 1:
        parser.error("--nodes, --every and --farther are 1 or more")
    fens = positions_of(given.games, given.every)
    kinds = (True, False)
    jobs = [(fen, given.nodes, given.farther, kind) for kind in kinds for fen in fens]
    found = run_with_bar(watch, jobs, "positions", store=given.store, workers=given.workers)
    print(f"{len(fens)} positions, {given.nodes:,} nodes")
    for kind in kinds:
        of_kind = [stop for stop, job in zip(found, jobs, strict=True) if job[3] is kind]
        _tell("in a game" if kind else "in an analysis", summed_up(of_kind))


def _tell(name: str, stops: Stops) -> None:
    share = stops.stops / stops.positions
    print(
        f"  {name}: {stops.stops} stops ({share:.1%}) save {stops.saved:.1%} of the nodes; "
        f"{stops.same} with the move that would have been played in the end, {stops.near} within "
        f"{TOLERANCE:.0f} of it; a stop costs {stops.cost / 100:.4f} pawns on average"
    )


if __name__ == "__main__":
    end_with(main)
