"""Measures what the control of B* costs in a game: its time against plain searches, node for node.

``python -m studies.control_cost games.pgn --every 40 --nodes 40000``

Each position is searched by the player with B* on a clock, then for exactly as many nodes by the
player with alpha-beta, and by one call of the compiled search; each has an empty table. All three
visit the same nodes, so what is left of the difference is the control and the reports. Searches
alternate, so a busy machine slows all of them; the least processor time of ``--rounds`` counts.
"""

from __future__ import annotations

import statistics
import time
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path

from provebest.chess.player.clock import Allotment, Go, Watch
from provebest.chess.player.move_request import HandOver, MoveRequest
from provebest.chess.player.thinking import Player
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.root_search import DEEPEST_SEARCH, RootSearch
from provebest.games.chess import ChessPosition, read_position
from studies.study import end_with, games_of

CLOCK = Allotment(soft=60.0, hard=120.0)
"""So long that only nodes end a search."""


NAMES = ("B*", "alpha-beta", "compiled search alone")


class Timed:
    """One player, and the time that it takes."""

    def __init__(self, search: str) -> None:
        self.search, self.watch = search, Watch()
        self.player = Player(read_position(), ProberChoice(), self.watch)

    def move(self, position: ChessPosition, nodes: int) -> tuple[float, int]:
        """Seconds of processor time for one move, and the nodes that it took."""
        request = MoveRequest(
            position,
            tuple(position.legal_moves()),
            go=Go(wtime=60_000, btime=60_000, nodes=nodes),
            search=self.search,
            hand_over=HandOver(0.0, -1),
        )
        self.player.forget()
        self.watch.begin(CLOCK, waiting=False)
        begun = time.process_time()
        for report in self.player.think(request):
            used = report.nodes
        return time.process_time() - begun, used


class Bare:
    """The compiled search without a player: one call for a move."""

    def __init__(self) -> None:
        self.root = RootSearch(read_position())

    def move(self, position: ChessPosition, nodes: int) -> tuple[float, int]:
        """Seconds of processor time for one move, and the nodes that it took."""
        self.root.move_to(position)
        self.root.forget()
        begun, before = time.process_time(), self.root.nodes
        self.root.probe(depth=DEEPEST_SEARCH, nodes=nodes)
        return time.process_time() - begun, self.root.nodes - before


Row = tuple[float, float, float, int]
"""Seconds of B*, of alpha-beta and of the bare search, and the nodes of each."""


def compare(
    searches: tuple[Timed, Timed, Bare], position: ChessPosition, nodes: int, rounds: int
) -> Row | None:
    """The least seconds of each; None if they did not visit the same number of nodes."""
    bstar, others = searches[0], searches[1:]
    rows = []
    for _ in range(rounds):
        seconds, used = bstar.move(position, nodes)
        rest = [each.move(position, used) for each in others]
        if any(same != used for _, same in rest):
            return None
        rows.append([seconds, *(taken for taken, _ in rest)])
    first, second, third = (min(times) for times in zip(*rows, strict=True))
    return first, second, third, used


def positions(files: list[Path], every: int, most: int) -> list[ChessPosition]:
    """Every so-many-th position of the games, from move 6 on, at most ``most`` of them."""
    found: list[ChessPosition] = []
    count = 0
    for game in games_of(files):
        moves = [move.uci() for move in game.mainline_moves()]
        for ply in range(10, len(moves)):
            count += 1
            if count % every == 0:
                found.append(read_position(game.board().fen(), moves[:ply]))
            if len(found) == most:
                return found
    return found


def main() -> None:
    """Runs the study."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--every", type=int, default=40, help="use only every Nth position")
    parser.add_argument("--most", type=int, default=100, help="number of positions at most")
    parser.add_argument("--nodes", type=int, default=40_000, help="nodes for a move")
    parser.add_argument("--rounds", type=int, default=5, help="searches of each position")
    options = parser.parse_args()
    searches = Timed("bstar"), Timed("alphabeta"), Bare()
    every = positions(options.files, options.every, options.most)
    found = [compare(searches, position, options.nodes, options.rounds) for position in every]
    rows = [row for row in found if row is not None]
    print(f"{len(rows)} of {len(found)} positions, where all visit the same number of nodes")
    print(f"nodes for a move: median {statistics.median(row[3] for row in rows):,.0f}")
    for place, name in enumerate(NAMES):
        print(f"{name}: median {1000 * statistics.median(row[place] for row in rows):.2f} ms")
    for other in (1, 2):
        ratios = [row[0] / row[other] for row in rows]
        low, middle, high = statistics.quantiles(ratios, n=4)
        together = sum(row[0] for row in rows) / sum(row[other] for row in rows)
        print(
            f"B* / {NAMES[other]}: median {middle:.4f} (middle half {low:.4f} to {high:.4f}), "
            f"all times added {together:.4f}"
        )


if __name__ == "__main__":
    end_with(main)
