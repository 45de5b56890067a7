"""Traces of searches for the law of stopping: what was known at each depth, and what it cost.

``python -m studies.traces wac.epd games.pgn puzzles.csv --store traces.jsonl``

Each position is searched depth by depth with ``--nodes``, as SELECT does. After each depth the
attacks of rules MC-5 and MC-6 are made, and their outcome is noted. Then the search goes on to
``--farther`` times the nodes. Every move that was the choice at some depth is compared with the one
found in the end: both are searched alone to the same depth, and the difference in points is the
regret. The solutions of suites are not used. ``python -m studies.law`` fits the law.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, zip_longest
from pathlib import Path
from random import Random
from typing import Any

import chess

from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.probers import Probers
from provebest.chess.searches import Settings, modern_settings
from provebest.games.chess import read_position
from provebest.games.chess_values import MATES_FROM
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.deepening import deepen
from provebest.search.setprobe.law import TOLERANCE, Attack, Sight
from provebest.search.setprobe.set_prober import SetProber, SetValue
from provebest.search.setprobe.settings import CHESS, ModernSettings
from provebest.suites.only_moves import read_puzzles
from provebest.vocabulary import BadInputError
from studies.endings import kind_of
from studies.study import end_with, games_of, run_with_bar, study_parser

TABLE_MEGABYTES = 64
FIRST_PLY = 16
"""Earlier plies are taken for opening theory."""
PER_GAME = 3
"""Positions of one game, for each of middlegame and ending."""
COMPARED_WITH = 3
"""Times the nodes: for both moves of a comparison together. If a stop could have played one of
them, they get as many as the judge."""

Job = tuple[str, str, int, int, str]
"""Kind and FEN of a position, the nodes, how many times farther the judge goes, and the prober."""


def positions_of(file: Path, rng: Random) -> list[tuple[str, str]]:
    """The positions of a file with their kinds: a suite, puzzles, or games.

    A kind is the name of the file. Games give two: ``games``, and ``endings`` for positions with at
    most four pieces besides kings and pawns.

    Raises:
        BadInputError: for a file that cannot be read.
    """
    if file.suffix.lower() != ".pgn":
        return [(file.stem, puzzle.fen) for puzzle in read_puzzles(file)]
    found = []
    for game in games_of([file]):
        board, seen = game.board(), dict[str, list[str]](games=[], endings=[])
        for ply, move in enumerate(game.mainline_moves()):
            if ply >= FIRST_PLY and board.legal_moves.count() > 1:
                seen["games" if kind_of(board) is None else "endings"].append(board.fen())
            board.push(move)
        for kind, fens in seen.items():
            found += [(kind, fen) for fen in rng.sample(fens, min(PER_GAME, len(fens)))]
    return found


def trace(job: Job) -> dict[str, Any]:
    """One row for each depth within the nodes, and the regret of every choice."""
    kind, fen, nodes, farther, prober = job
    choice = ProberChoice(prober, table_megabytes=TABLE_MEGABYTES)
    settings = modern_settings(Settings(prober=choice))
    position = read_position(fen)
    legal = position.legal_moves()
    probers = Probers(choice)
    try:
        sets = probers.sets(position)
        rows: list[dict[str, Any]] = []
        best, unchanged, attacks = "", 0, 0
        depth = settings.first_depth
        while (left := nodes * farther - (sets.nodes() - attacks)) > 0:
            found = sets.probe((), depth, nodes=left, seconds=None)
            if not found.finished:
                break
            unchanged = unchanged + 1 if found.best == best else 0
            best, used = found.best, sets.nodes() - attacks
            if abs(found.value) >= MATES_FROM:  # the end, and the judge's word
                depth += 1
                break
            if used <= nodes:
                row: dict[str, Any] = {
                    "depth": depth, "choice": best, "value": found.value, "nodes": used,
                    "unchanged": unchanged, "share": found.share,
                }  # fmt: skip
                before = sets.nodes()
                row["attack"] = attacked(sets, legal, found, settings, nodes)
                row["attack_nodes"] = sets.nodes() - before
                attacks += sets.nodes() - before
                rows.append(row)
            depth += 1
        held = {row["choice"] for row in rows if row["attack"] == Attack.HELD.value}
        regret = {
            move: _regret(
                probers.sets(position),
                best,
                move,
                depth - 1,
                nodes * (farther if move in held else COMPARED_WITH),
            )
            for move in sorted({row["choice"] for row in rows} - {best})
        }
    finally:
        probers.close()
    return {"kind": kind, "fen": fen, "rows": rows, "regret": regret}


def sight_of(row: dict[str, Any], attack: Attack = Attack.UNTRIED) -> Sight:
    """What the law sees in a row of a trace."""
    return Sight(
        depth=row["depth"],
        unchanged=row["unchanged"],
        share=row["share"],
        points=CHESS.points(row["value"]),
        attack=attack,
    )


def attacked(
    sets: SetProber[str],
    legal: Sequence[str],
    found: SetValue[str],
    settings: ModernSettings,
    nodes: int,
) -> str | None:
    """Whether the choice was refuted or held, by rules MC-5 and MC-6; None if it was cut off."""
    here, deeper = CHESS.points(found.value), found.depth + settings.deeper
    better, least = CHESS.value(here + TOLERANCE / 2), CHESS.value(here - TOLERANCE)
    rest = [move for move in legal if move != found.best]
    if rest and better < MATES_FROM:
        rival = sets.reaches(rest, better, deeper, nodes=nodes, seconds=None)
        if not rival.finished:
            return None
        if rival.value >= better:
            return Attack.REFUTED.value
    if least > -MATES_FROM:
        alone = sets.reaches([found.best], least, deeper, nodes=nodes, seconds=None)
        if not alone.finished:
            return None
        if alone.value < least:
            return Attack.REFUTED.value
    return Attack.HELD.value


def _regret(sets: SetProber[str], best: str, move: str, depth: int, nodes: int) -> float | None:
    """Points by which ``best`` is better, both searched alone; None if not even that was paid."""
    depths = list(
        deepen(
            sets,
            Budget(nodes),
            lambda probe: [probe([one]).value for one in (best, move)],
            deepest=depth,
        )
    )
    if not depths:
        return None
    points = [CHESS.points(value) for value in depths[-1][1]]
    return points[0] - points[1]


def jobs_of(files: Sequence[Path], every: int, nodes: int, farther: int, prober: str) -> list[Job]:
    """The jobs of all files, in turn from each kind, so that a part of them is a fair sample."""
    rng = Random(1979)
    kinds: dict[str, list[Job]] = {}
    for file in files:
        for kind, fen in positions_of(file, rng):
            if chess.Board(fen).legal_moves.count() > 1:
                kinds.setdefault(kind, []).append((kind, fen, nodes, farther, prober))
    for jobs in kinds.values():
        rng.shuffle(jobs)
    turns = zip_longest(*(jobs[::every] for jobs in kinds.values()))
    return [job for job in chain.from_iterable(turns) if job is not None]


def main() -> None:
    """Makes the traces; with ``--store`` they are kept."""
    parser = study_parser(__doc__)
    parser.add_argument("files", nargs="+", type=Path, help="suites (EPD), puzzles (CSV), games")
    parser.add_argument("--every", type=int, default=1, help="use only every Nth position")
    parser.add_argument("--limit", type=int, help="make at most so many traces")
    parser.add_argument("--nodes", type=int, default=100_000, help="nodes of a search")
    parser.add_argument("--farther", type=int, default=10, help="how many times the judge's are")
    parser.add_argument("--prober", default="native", help="native, or uci:ENGINE")
    given = parser.parse_args()
    if min(given.nodes, given.every, given.farther) < 1:
        parser.error("--nodes, --every and --farther must be 1 or more")
    if given.store is None:
        raise BadInputError("traces are for another study: say where to keep them with --store")
    jobs = jobs_of(given.files, given.every, given.nodes, given.farther, given.prober)
    jobs = jobs[: given.limit]
    found = run_with_bar(trace, jobs, "traces", store=given.store, workers=given.workers)
    print(f"{len(found)} traces in {given.store}; fit the law: python -m studies.law {given.store}")


if __name__ == "__main__":
    end_with(main)
