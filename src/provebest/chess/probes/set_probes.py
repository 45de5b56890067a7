"""Set-probes of a chess position, for the modern control and for arguments."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from threading import Event

from provebest.chess.probes.prober import Probe, ProbeAnswer, Prober, Status
from provebest.chess.probes.root_search import RootSearch, SetAnswer
from provebest.games.chess import ChessPosition
from provebest.games.chess_values import MATE, seen_from_root
from provebest.search.setprobe.set_prober import SetProber, SetValue


class ChessSets(SetProber[str]):
    """A ``SetProber`` that uses the compiled search: all sets share one hash table."""

    def __init__(self, root: RootSearch, cancel: Event | None = None) -> None:
        self.root = root
        self._cancel = cancel
        self._before = root.nodes
        self.deepest = 0
        """Length of the longest variation so far, in plies."""

    def probe(
        self, moves: Sequence[str], depth: int, *, nodes: int | None, seconds: float | None
    ) -> SetValue[str]:
        """The best of these moves at this depth, or at the depth that the limits allow."""
        answer = self.root.probe(
            moves, depth=min(depth, 120), nodes=nodes, seconds=seconds, cancel=self._cancel
        )
        self.deepest = max(self.deepest, answer.deepest)
        best, value = answer.best, answer.value or 0
        # If the depth was cut off, some bounds come from a wider window and exceed the best value.
        at_most = {
            c.move: float(c.value)
            for c in answer.moves[1:]
            if c.value is not None and c.bound == "upper" and depth <= c.depth and c.value <= value
        }
        finished = not answer.interrupted and answer.depth >= depth
        return SetValue(
            best=best.move,
            value=float(value),
            line=best.line,
            depth=depth if finished else answer.depth,
            finished=finished,
            at_most=at_most,
            share=_share(answer),
        )

    def reaches(
        self,
        moves: Sequence[str],
        bound: float,
        depth: int,
        *,
        nodes: int | None,
        seconds: float | None,
    ) -> SetValue[str]:
        """Whether one of these moves is worth ``bound`` or more at this depth."""
        within = max(-MATE, min(math.ceil(bound), MATE))  # every value is from -MATE to MATE
        answer = self.root.reaches(
            moves,
            within,
            depth=min(depth, 120),
            nodes=nodes,
            seconds=seconds,
            cancel=self._cancel,
        )
        self.deepest = max(self.deepest, answer.deepest)
        best, finished = answer.best, not answer.interrupted
        value = float(answer.value or 0)
        return SetValue(
            best=best.move,
            value=value,
            line=best.line,
            depth=depth if finished else 0,
            finished=finished,
            at_most={},
        )

    def nodes(self) -> int:
        """Nodes visited so far by the probes of this object."""
        return self.root.nodes - self._before


def _share(answer: SetAnswer) -> float | None:
    """The share of the nodes that the best move took."""
    total = sum(move.nodes for move in answer.moves)
    return answer.best.nodes / total if total else None


class ProbedSets(SetProber[str]):
    """A ``SetProber`` that makes single probes: of each move of the set, or of all moves.

    It is as pure as its prober, so its answers can be cached.
    """

    def __init__(
        self, prober: Prober, position: ChessPosition, cancel: Event | None = None
    ) -> None:
        self._prober, self._position, self._cancel = prober, position, cancel
        self._nodes = 0

    def probe(
        self,
        moves: Sequence[str],
        depth: int,
        *,
        nodes: int | None,
        seconds: float | None,  # noqa: ARG002 - single probes have no limit of time
    ) -> SetValue[str]:
        """The best of these moves (of all, if none are given), each in a probe of its own.

        They share the limit of nodes. The set is as deep as the least deep of them.
        """
        asked: list[str | None] = [*moves] or [None]
        least = 1 if moves else 0
        each = None if nodes is None else max(1, nodes // len(asked))
        probes = [Probe(move=move, depth=depth - least, nodes=each) for move in asked]
        answers = self._prober.batch(self._position, probes, cancel=self._cancel)
        self._nodes += sum(answer.nodes for answer in answers)
        found = [_value_of(*one, depth) for one in zip(probes, answers, strict=True)]
        best = max(found, key=lambda one: (one.depth > 0, one.value))
        return replace(
            best,
            depth=min(one.depth for one in found),
            finished=all(one.finished for one in found),
            at_most={one.best: one.value for one in found if one.finished and one is not best},
        )

    def nodes(self) -> int:
        """Nodes visited so far."""
        return self._nodes


def _value_of(probe: Probe, answer: ProbeAnswer, depth: int) -> SetValue[str]:
    """What one probe found, for the side to move before its move."""
    move = probe.move
    line = answer.line if move is None else (move, *answer.line)
    known = answer.status is Status.ANSWERED and answer.value is not None and bool(line)
    value = float(answer.value or 0)
    return SetValue(
        best=line[0] if line else "",
        value=value if move is None else -seen_from_root(value, 1),
        line=line,
        depth=depth if known else 0,
        finished=known and answer.depth >= probe.depth,
        at_most={},
    )
