"""What time is worth in a game of chess: the price of rule MC-4.

``python -m studies.time_price openings.epd --pairs 200 --nodes 10000 30000 --store games.jsonl``

Alpha-beta plays itself, with ``--times`` as many nodes on one side, each opening with both colours.
The points that this side scores beyond one half, for each factor e of nodes, and the moves of a
game give the price: how many points the whole time of one move would win if all moves shared it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, stdev

import chess

from provebest.chess.probes.root_search import DEEPEST_SEARCH, RootSearch
from provebest.games.chess import read_position
from provebest.match.openings import read_openings
from provebest.search.setprobe.settings import TIME_PRICE
from studies.study import end_with, run_with_bar, study_parser

DECIDED, DECIDED_FOR = 800, 4
"""A game is won if both players say so, by this many hundredths of a pawn, for so many plies."""
LEVEL, LEVEL_FOR, LEVEL_FROM = 10, 16, 80
"""It is drawn if both call it level within this, for so many plies, from this ply on."""
LONGEST = 400

Job = tuple[str, int, float]
"""The opening, the nodes of the weaker side, and the factor."""


def play(fen: str, nodes: dict[bool, int]) -> tuple[float, int]:
    """White's points, and the plies of a game; ``nodes`` by colour, True for White."""
    board, position = chess.Board(fen), read_position(fen)
    roots = {side: RootSearch(position) for side in (True, False)}
    won = lost = level = 0
    while not board.is_game_over(claim_draw=True) and board.ply() < LONGEST:
        root = roots[board.turn]
        root.move_to(position)
        found = root.probe(depth=DEEPEST_SEARCH, nodes=nodes[board.turn])
        value = (found.value or 0) * (1 if board.turn else -1)
        won = won + 1 if value >= DECIDED else 0
        lost = lost + 1 if value <= -DECIDED else 0
        level = level + 1 if abs(value) <= LEVEL and board.ply() >= LEVEL_FROM else 0
        board.push_uci(found.best.move)
        position.play(found.best.move)
        if won >= DECIDED_FOR or lost >= DECIDED_FOR:
            return float(won > lost), board.ply()
        if level >= LEVEL_FOR:
            break
    return {"1-0": 1.0, "0-1": 0.0}.get(board.result(claim_draw=True), 0.5), board.ply()


def pair(job: Job) -> tuple[float, float]:
    """The mean points of the side with more nodes, and the mean moves of a game."""
    fen, nodes, times = job
    more = round(nodes * times)
    as_white, plies = play(fen, {True: more, False: nodes})
    as_black, plies_too = play(fen, {True: nodes, False: more})
    return (as_white + 1 - as_black) / 2, (plies + plies_too) / 4


def main() -> None:
    """Prints the price for each number of nodes."""
    parser = study_parser(__doc__)
    parser.add_argument("openings", type=Path, help="openings: a FEN, EPD or PGN file")
    parser.add_argument("--pairs", type=int, default=100, help="openings for each number of nodes")
    parser.add_argument("--nodes", type=int, nargs="+", default=[10_000, 30_000])
    parser.add_argument("--times", type=float, default=2.0, help="the other side has so many times")
    given = parser.parse_args()
    if min(given.pairs, *given.nodes) < 1 or not given.times > 1:
        parser.error("--pairs and --nodes must be 1 or more, and --times above 1")
    fens = [opening.board().fen() for opening in read_openings(given.openings)][: given.pairs]
    jobs = [(fen, nodes, given.times) for nodes in given.nodes for fen in fens]
    found = run_with_bar(pair, jobs, "pairs", store=given.store, workers=given.workers)
    for nodes in given.nodes:
        own = [result for result, job in zip(found, jobs, strict=True) if job[1] == nodes]
        _print_price(nodes, given.times, own)
    print(f"in use: {TIME_PRICE:g}")


def _print_price(nodes: int, times: float, pairs: Sequence[tuple[float, float]]) -> None:
    scored, moves = [each for each, _ in pairs], mean(moves for _, moves in pairs)
    error = stdev(scored) / math.sqrt(len(scored)) if len(scored) > 1 else math.inf
    for_e = (mean(scored) - 0.5) / math.log(times)
    print(
        f"{nodes:,} nodes: {mean(scored):.1%} +- {error:.1%} with {times:g} times the nodes; "
        f"{for_e:.3f} points for a factor of e, {moves:.0f} moves a game: price "
        f"{for_e / moves:.4f} +- {error / math.log(times) / moves:.4f}"
    )


if __name__ == "__main__":
    end_with(main)
