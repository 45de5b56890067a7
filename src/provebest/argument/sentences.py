"""The argument for a move in plain words; each sentence rests on a line or a number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import chess

from provebest.argument.notation import in_pawns, san, san_line
from provebest.search.probability.result import ProbabilityResult, RootMove

SERIOUS_RIVALS = 4
NEAR = 100.0  # a rival whose real value is within this of the choice is always mentioned


@dataclass(frozen=True, slots=True)
class Threat:
    """What the mover would do if he could move again."""

    line: tuple[str, ...]
    """The extra move first, from the position in which the other side passed."""
    value: float


@dataclass(frozen=True, slots=True)
class Try:
    """A reply that VERIFY looked at, and how it was met."""

    line: tuple[str, ...]
    """Starts with the reply."""
    value: float
    """For the side that made the choice."""
    effort: int


def argue(
    board: chess.Board,
    result: ProbabilityResult[str],
    *,
    threat: Threat | None,
    tries: Sequence[Try],
) -> str:
    """Claim, threat, rivals, the opponent's tries, and why the search stopped."""
    parts = [_claim(board, result)]
    if threat is not None and len(result.moves) > 1:
        parts.append(_threat(board, result, threat))
    parts.extend(_rival(board, result, rival) for rival in serious_rivals(result))
    parts.extend(_tried(board, result, tries))
    parts.append(f"Why the search stopped: {result.reason}.")
    return "\n".join(part for part in parts if part)


def serious_rivals(result: ProbabilityResult[str]) -> list[RootMove[str]]:
    """Rivals with a near value, a hope above the choice, or effort spent on them; best first."""
    rivals = [
        rival
        for rival in result.moves[1:]
        if rival.real > result.value - NEAR
        or (rival.hope is not None and rival.hope > result.value)
        or rival.effort > 0
    ]
    rivals.sort(key=lambda r: (r.effort > 0, r.real), reverse=True)
    return rivals[:SERIOUS_RIVALS]


def _claim(board: chess.Board, result: ProbabilityResult[str]) -> str:
    move = san(board, result.move)
    if len(result.moves) == 1:
        only = board.legal_moves.count() == 1
        return f"{move} is the only legal move." if only else f"{move} ({in_pawns(result.value)})"
    proved = ", proved given these bounds" if result.proved else ""
    return f"{move} ({in_pawns(result.value)}{proved}): {san_line(board, result.line)}"


def _threat(board: chess.Board, result: ProbabilityResult[str], threat: Threat) -> str:
    gain = threat.value - result.value
    if gain < NEAR or not threat.line:
        return ""
    after = board.copy(stack=False)
    after.push(chess.Move.from_uci(result.move))
    after.push(chess.Move.null())
    line = san_line(after, threat.line, at_most=4)
    return f"It threatens {line} ({in_pawns(threat.value)})." if line else ""


def _rival(board: chess.Board, result: ProbabilityResult[str], rival: RootMove[str]) -> str:
    move = san(board, rival.move)
    worth = in_pawns(rival.real)
    held = san_line(board, rival.line)
    hope = rival.hope
    if hope is not None and hope <= result.value:
        return (
            f"{move} ({worth}) cannot reach {in_pawns(result.value)}: "
            f"even its hope is only {in_pawns(hope)}."
        )
    line = f": {held}" if len(rival.line) > 1 else ""
    hoped = "" if hope is None or hope - rival.real < NEAR else f", hoping for {in_pawns(hope)}"
    return f"{move} is worth {worth}{hoped}{line}"


def _tried(board: chess.Board, result: ProbabilityResult[str], tries: Sequence[Try]) -> list[str]:
    if not tries:
        return []
    after = board.copy(stack=False)
    after.push(chess.Move.from_uci(result.move))
    return [
        f"Against it the opponent tried {san_line(after, tried.line)} ({in_pawns(tried.value)})."
        for tried in tries
    ]
