"""Answers to probes as text. What is read back is checked: a file may hold anything."""

from __future__ import annotations

import json

from provebest.chess.probes.prober import Probe, ProbeAnswer, Status, mate_in, refutes_mate
from provebest.chess.probes.uci import pass_turn
from provebest.games.chess import ChessPosition, play_moves
from provebest.games.chess_values import MATE

DEEPEST_ANSWER = 1_000
"""Plies; no engine reports a greater depth."""
MOST_NODES = 2**63


def write_answer(answer: ProbeAnswer) -> str:
    """The answer as one line of JSON."""
    return json.dumps(
        [
            answer.status.value,
            answer.value,
            list(answer.line),
            answer.depth,
            answer.nodes,
            answer.mate,
        ]
    )


def read_answer(raw: object, position: ChessPosition, probe: Probe) -> ProbeAnswer | None:
    """The answer in ``raw``, or None if it cannot be an answer to this probe.

    The value of an answer is a whole number from -MATE to MATE, and its line is legal.
    """
    try:
        return _read(raw, position, probe)
    except (ValueError, RecursionError):
        return None


def _read(raw: object, position: ChessPosition, probe: Probe) -> ProbeAnswer:
    """The answer in ``raw``; ValueError if it is not one."""
    _demand(isinstance(raw, bytes))
    fields = json.loads(raw)  # type: ignore[arg-type]
    _demand(isinstance(fields, list) and len(fields) == 6)
    status, value, line, depth, nodes, mate = fields
    _demand(_is_whole(depth, 0, DEEPEST_ANSWER) and _is_whole(nodes, 0, MOST_NODES))
    _demand(isinstance(line, list) and all(isinstance(move, str) for move in line))
    begin = _begin(position, probe)
    if begin is None:
        _demand((status, value, line, depth, mate) == (Status.NO_HOPE.value, None, [], 0, None))
        return ProbeAnswer(Status.NO_HOPE, None, (), 0, nodes, None)
    _demand(status == Status.ANSWERED.value and _is_whole(value, -MATE, MATE))
    known = mate_in(value)
    _demand(type(mate) is type(known) and mate == known)
    play_moves(begin.copy(), line)
    _demand(not refutes_mate(begin, value, line))
    return ProbeAnswer(Status.ANSWERED, value, tuple(line), depth, nodes, mate)


def _demand(holds: bool) -> None:
    if not holds:
        raise ValueError


def _is_whole(number: object, low: int, high: int) -> bool:
    return type(number) is int and low <= number <= high


def _begin(position: ChessPosition, probe: Probe) -> ChessPosition | None:
    """Where the search of this probe begins; None if the side that has to pass is in check."""
    begin = position.copy()
    if probe.move is not None:
        begin.play(probe.move)
    if not probe.hope:
        return begin
    return None if begin.is_check else pass_turn(begin)
