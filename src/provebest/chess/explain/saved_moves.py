"""Checks that a saved analysis holds only legal moves, which lead where it says.

So a damaged or forged file can make an analysis worse, but never make it answer an illegal move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from provebest.chess.beliefs import ChessState
from provebest.chess.probes.prober import refutes_mate
from provebest.games.chess import ChessPosition, play_moves
from provebest.search.probability.beliefs import Belief
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.setprobe.replay import RecordedProbe
from provebest.vocabulary import BadInputError, shorten

Allowed = frozenset[str]
GREATEST = 1e9
"""Hundredths of a pawn; a mate is worth much less."""


def allowed_moves(position: ChessPosition, only: Sequence[str], why_not: Sequence[str]) -> Allowed:
    """The root moves of an analysis: those to choose from, or all.

    Raises:
        BadInputError: if a move to choose from or to explain is not legal.
    """
    legal = frozenset(position.legal_moves())
    for move in (*only, *why_not):
        if move not in legal:
            raise BadInputError(f"{shorten(move)} is not legal in {position.fen()!r}")
    return frozenset(only) or legal


def check_tree(
    search: ProbabilitySearch[Any, Any], position: ChessPosition, allowed: Allowed
) -> None:
    """Checks every node of a tree against the rules: O(moves on the ways to all nodes).

    Raises:
        BadInputError: if a move is not legal or leads elsewhere, if an expanded position lacks a
            legal move, or if it is the wrong side's turn.
    """
    for node in search.graph.nodes:
        at = _after(position, node.state)
        plies = len(node.state.path)
        turns = (node.depth, node.player_moved, node.player_to_move)
        if turns != (plies - 1, plies % 2 == 1, plies % 2 == 0):
            raise BadInputError(f"{node.state!r} has the wrong side to move")
        legal = at.legal_moves()
        _check_reply(node.reply, legal)
        _check_values(node.real, node.hi, node.lo)
        if not node.children:
            continue
        if sorted(node.moves) != sorted(allowed if node is search.root else legal):
            raise BadInputError(f"the moves of {node.state!r} are not the legal moves")
        for move, child in zip(node.moves, node.children, strict=True):
            if _after(at, ChessState(child.state.key, (move,))).key != child.state.key:
                raise BadInputError(f"{move} leads elsewhere from {node.state!r}")


def check_probes(
    beliefs: Sequence[Belief[ChessState, str]],
    record: Iterable[RecordedProbe[str]],
    position: ChessPosition,
    allowed: Allowed,
) -> None:
    """Checks the look at the root moves, and every recorded probe with its line.

    Raises:
        BadInputError: if a move is not legal or leads elsewhere, if a root move is missing, if a
            number is out of range, or if a mate is false.
    """
    if beliefs and sorted(belief.move for belief in beliefs) != sorted(allowed):
        raise BadInputError("the moves of the first look are not the legal moves")
    for belief in beliefs:
        if belief.state.path != (belief.move,):
            raise BadInputError(f"{belief.move} leads elsewhere")
        _check_values(belief.real, belief.hope)
        _check_reply(belief.reply, _after(position, belief.state).legal_moves())
        reply = () if belief.reply is None else (belief.reply,)
        _check_mate(position, belief.real, (belief.move, *reply))
    for probe in record:
        found = probe.found
        _check_values(found.value, probe.bound, *found.at_most.values())
        if found.share is not None and not 0 <= found.share <= 1:
            raise BadInputError("a share of nodes is out of range")
        if not allowed.issuperset((found.best, *probe.moves, *found.at_most)):
            raise BadInputError("a probe is of a move that is not legal")
        if found.best not in (probe.moves or allowed) or found.line[:1] not in {(), (found.best,)}:
            raise BadInputError("a probe answered with a move that was not asked for")
        play_moves(position.copy(), found.line)
        if probe.bound is None:
            _check_mate(position, found.value, found.line)


def _after(position: ChessPosition, state: ChessState) -> ChessPosition:
    """The position of a state; BadInputError unless its moves lead to its key."""
    at = position.copy()
    play_moves(at, state.path)
    if at.key != state.key:
        raise BadInputError(f"{state!r} is another position")
    return at


def _check_reply(reply: Any, legal: Sequence[str]) -> None:
    if reply is not None and reply not in legal:
        raise BadInputError(f"the reply {shorten(reply)} is not legal")


def _check_mate(position: ChessPosition, value: float, line: Sequence[str]) -> None:
    if refutes_mate(position, round(value), line):
        raise BadInputError(f"{' '.join(line)} is said to mate, which the board refutes")


def _check_values(*values: float | None) -> None:
    """No value of chess is nearly so great; infinities would be no number in a sum."""
    if not all(value is None or abs(value) < GREATEST for value in values):
        raise BadInputError("a value is out of range")
