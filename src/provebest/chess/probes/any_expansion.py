"""Expansions with any prober: checks are examined by python-chess, values come from probes."""

from __future__ import annotations

from collections.abc import Sequence
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
        position = self._after(path)
        moves = position.legal_moves()
        board = board_of(position)
        promises = [_promise(board, move) for move in moves]
        probes = [self._probe(move, hope=False) for move in moves]
        hoping = [i for i, promise in enumerate(promises) if hopes and not promise.checks]
        probes += [self._probe(moves[i], hope=True) for i in hoping]
        answers = self._ask(position, probes)
        for i, answer in zip(hoping, answers[len(moves) :], strict=True):
            promises[i] = _with_value(moves[i], promises[i], answer)
        return [
            self._facts(position, move, answer, promise)
            for move, answer, promise in zip(moves, answers, promises, strict=False)
        ]

    def hopes(self, paths: Sequence[Path]) -> list[Hope]:
        """The promise of the last move of each path; moves of the same position are one batch."""
        result: dict[int, Hope] = {}
        groups: dict[Path, list[int]] = {}
        for i, path in enumerate(paths):
            groups.setdefault(path[:-1], []).append(i)
        for before, members in groups.items():
            position = self._after(before)
            board = board_of(position)
            for i in members:
                result[i] = _promise(board, paths[i][-1])
            hoping = [i for i in members if not result[i].checks]
            answers = self._ask(position, [self._probe(paths[i][-1], hope=True) for i in hoping])
            for i, answer in zip(hoping, answers, strict=True):
                result[i] = _with_value(paths[i][-1], result[i], answer)
        return [result[i] for i in range(len(paths))]

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

    @staticmethod
    def _facts(position: ChessPosition, move: str, answer: ProbeAnswer, promise: Hope) -> MoveFacts:
        after = position.copy()
        after.play(move)
        over = (
            not after.legal_moves()
            or after.halfmove_clock >= 100
            or after.is_insufficient_material()
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
