"""The summary of a match: points, Elo, faults, kinds of openings, and time used."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from provebest.match.kinds import KINDS
from provebest.match.record import FAULTS, GameRecord
from provebest.match.statistics import Pairs, SequentialTest, count_pairs
from provebest.suites.suite import mean


def pairs_of(games: Sequence[GameRecord]) -> Pairs:
    """The pairs whose games are both finished."""
    points: dict[int, list[float]] = {}
    for game in games:
        points.setdefault(game.game // 2, []).append(game.points)
    return count_pairs([sum(both) for both in points.values() if len(both) == 2])


def result(games: Sequence[GameRecord]) -> dict[str, Any]:
    """The result of some games for the first player; Elo and its error come from pairs."""
    pairs = pairs_of(games)
    low, high = pairs.interval
    points = [game.points for game in games]
    return {
        "games": len(games),
        "wins": points.count(1.0),
        "draws": points.count(0.5),
        "losses": points.count(0.0),
        "points": sum(points),
        "score": mean(points),
        "pairs": list(pairs.counts),
        "elo": _finite(pairs.elo) if pairs.total else None,
        "elo_low": _finite(low),
        "elo_high": _finite(high),
        "superiority": pairs.superiority if pairs.total > 1 else None,
        "mean_last_move": mean([game.last_move for game in games]),
    }


def summary(games: Sequence[GameRecord], test: SequentialTest | None = None) -> dict[str, Any]:
    """All figures of a match, as a command prints them in JSON."""
    figures = result(games)
    figures["by_kind"] = {kind: result([g for g in games if g.kind == kind]) for kind in KINDS}
    figures["faults"] = [
        {fault: sum(g.fault == fault and g.loser == player for g in games) for fault in FAULTS}
        for player in (0, 1)
    ]
    figures["endings"] = dict(Counter(_ending(game) for game in games).most_common())
    figures["efforts"] = [_effort(games, player) for player in (0, 1)]
    figures["test"] = None if test is None else _test_as_json(test, pairs_of(games))
    return figures


def _ending(game: GameRecord) -> str:
    return game.fault or game.reason


def _effort(games: Sequence[GameRecord], player: int) -> dict[str, Any]:
    """Sums over all games; ``unused`` is a share (0 to 1) of the available seconds or nodes."""
    efforts = [game.efforts[player] for game in games]
    moves = sum(effort.moves for effort in efforts)
    seconds = sum(effort.seconds for effort in efforts)
    offered = [effort.offered for effort in efforts if effort.offered is not None]
    left = [effort.left for effort in efforts if effort.left is not None]
    return {
        "moves": moves,
        "seconds": seconds,
        "seconds_a_move": seconds / moves if moves else None,
        "nodes": sum(effort.nodes for effort in efforts),
        "stopped_early": sum(effort.early for effort in efforts),
        "handed_over": sum(effort.handed_over for effort in efforts),
        "unused": sum(left) / sum(offered) if sum(offered) else None,
    }


def _test_as_json(test: SequentialTest, pairs: Pairs) -> dict[str, Any]:
    low, high = test.bounds
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "ratio": test.ratio(pairs),
        "low": low,
        "high": high,
        "accepted": test.verdict(pairs),
    }


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
