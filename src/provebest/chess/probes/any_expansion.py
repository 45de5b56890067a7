"""Expansions with any prober: checks are examined by python-chess, values come from probes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event

import chess

from provebest.chess.probes.expansion import Hope, MoveFacts, Path, ProbeSize
from provebest.chess.probes.prober import Probe, ProbeAnswer, Prober, Status
from provebest.games.boards import board_of
from provebest.games.chess import ChessPosition
from provebest.vocabulary import CancelledError

NO_PROMISE = Hope(
    None, checks=False, replies=0, checker_safe=False, king_must_move=False, runs_on=False
)


class ProberExpander:
    """An ``Expander`` that uses any ``Prober``: a UCI engine, a cache, other machines."""

    def __init__(
        self,
        root: ChessPosition,
        prober: Prober,
        *,
        name: str,
        real: ProbeSize,
        hope: ProbeSize,
        cancel: Event | None = None,
    ) -> None:
        self.root, self.prober = root, prober
        self.real, self.hope = real, hope
        self.name = f"{name}, depth {real.depth}"
        self._cancel = cancel
        self._probes = self._nodes = 0

    def expand(self, path: Path, *, hopes: bool) -> list[MoveFacts]:
        """Every legal move after the moves of ``path``, probed in one batch."""
        plan = self.plan(path, hopes=hopes)
        return plan.facts(self._ask(plan.position, plan.probes))

    def hopes(self, paths: Sequence[Path]) -> list[Hope]:
        """The promise of the last move of each path; moves of the same position are one batch."""
        asked = self.plan_hopes(paths)
        answers: dict[int, ProbeAnswer] = {}
        groups: dict[Path, list[int]] = {}
        for i, question in enumerate(asked):
            if question.probe is not None:
                groups.setdefault(paths[i][:-1], []).append(i)
        for members in groups.values():
            probes = [probe for i in members if (probe := asked[i].probe) is not None]
            found = self._ask(asked[members[0]].position, probes)
            answers |= zip(members, found, strict=True)
        return [question.promise(answers.get(i)) for i, question in enumerate(asked)]

    def plan(self, path: Path, *, hopes: bool) -> ExpansionPlan:
        """The probes that an expansion needs."""
        position = self._after(path)
        moves = position.legal_moves()
        board = board_of(position)
        promises = [_promise(board, move) for move in moves]
        probes = [self._probe(move, hope=False) for move in moves]
        hoping = [i for i, promise in enumerate(promises) if hopes and not promise.checks]
        probes += [self._probe(moves[i], hope=True) for i in hoping]
        return ExpansionPlan(position, moves, promises, hoping, probes)

    def plan_hopes(self, paths: Sequence[Path]) -> list[HopeQuestion]:
        """What has to be probed for the promise of the last move of each path."""
        known: dict[Path, tuple[ChessPosition, chess.Board]] = {}
        asked = []
        for *before, move in paths:
            if tuple(before) not in known:
                position = self._after(tuple(before))
                known[tuple(before)] = position, board_of(position)
            position, board = known[tuple(before)]
            promise = _promise(board, move)
            probe = None if promise.checks else self._probe(move, hope=True)
            asked.append(HopeQuestion(position, move, promise, probe))
        return asked

    def work(self) -> tuple[int, int]:
        """The number of probes so far, and the nodes they visited."""
        return self._probes, self._nodes

    def _after(self, path: Path) -> ChessPosition:
        position = self.root.copy()
        for move in path:
            position.play(move)
        return position

    def _probe(self, move: str, *, hope: bool) -> Probe:
        size = self.hope if hope else self.real
        return Probe(move=move, hope=hope, depth=size.depth, nodes=size.nodes)

    def _ask(self, position: ChessPosition, probes: list[Probe]) -> list[ProbeAnswer]:
        if not probes:
            return []
        answers = self.prober.batch(position, probes, cancel=self._cancel)
        if any(answer.status is Status.CANCELLED for answer in answers):
            raise CancelledError
        self._probes += len(answers)
        self._nodes += sum(answer.nodes for answer in answers)
        return answers


@dataclass(frozen=True, slots=True)
class ExpansionPlan:
    """The moves of a position and the probes that are needed for them."""

    position: ChessPosition
    moves: list[str]
    promises: list[Hope]
    """What is known without a probe."""
    hoping: list[int]
    """The moves with a hope probe, by their place."""
    probes: list[Probe]
    """The real probe of each move, then the hope probes."""

    def facts(self, answers: Sequence[ProbeAnswer]) -> list[MoveFacts]:
        """The moves with what the probes have found."""
        promises = list(self.promises)
        for i, answer in zip(self.hoping, answers[len(self.moves) :], strict=True):
            promises[i] = _with_value(self.moves[i], promises[i], answer)
        return [
            _facts(self.position, move, answer, promise)
            for move, answer, promise in zip(self.moves, answers, promises, strict=False)
        ]


@dataclass(frozen=True, slots=True)
class HopeQuestion:
    """A move whose promise is asked for."""

    position: ChessPosition
    """Before the move."""
    move: str
    known: Hope
    probe: Probe | None
    """None if it is not needed."""

    def promise(self, answer: ProbeAnswer | None) -> Hope:
        """The promise with the probe's answer, if there was a probe."""
        return self.known if answer is None else _with_value(self.move, self.known, answer)


def _facts(position: ChessPosition, move: str, answer: ProbeAnswer, promise: Hope) -> MoveFacts:
    after = position.copy()
    after.play(move)
    over = (
        not after.legal_moves() or after.halfmove_clock >= 100 or after.is_insufficient_material()
    )
    reply = answer.line[0] if answer.line else None
    retaken = reply is not None and reply[2:4] == move[2:4]
    real = 0 if after.repetitions() else -(answer.value or 0)
    return MoveFacts(move, after.key, over, real, reply, retaken, promise)


def _promise(board: chess.Board, uci: str) -> Hope:
    """What is known about a move's promise without a probe."""
    move = chess.Move.from_uci(uci)
    if not board.gives_check(move):
        return NO_PROMISE
    board.push(move)
    replies = list(board.legal_moves)
    targets = set(board.checkers()) | {move.to_square}
    king = board.king(board.turn)
    promise = Hope(
        None,
        checks=True,
        replies=len(replies),
        checker_safe=all(reply.to_square not in targets for reply in replies),
        king_must_move=all(reply.from_square == king for reply in replies),
        runs_on=False,
    )
    board.pop()
    return promise


def _with_value(move: str, promise: Hope, answer: ProbeAnswer) -> Hope:
    if answer.status is not Status.ANSWERED or answer.value is None:
        return promise._replace(value=-(10**6))  # no promise: the hope becomes the real value
    runs_on = bool(answer.line) and answer.line[0][:2] == move[2:4]
    return promise._replace(value=answer.value, runs_on=runs_on)
