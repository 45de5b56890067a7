"""Evidence for a choice in chess, looked for when the choice is made: lines, replies, threats.

The modern control knows what its searches of sets kept, which is little for an argument. What is
missing is searched for with a share of the same budget; whatever does not fit in it is not said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Event

import chess

from provebest.argument.argument import LONGEST_LINE, MOST_ATTEMPTS, MOST_SHOWN
from provebest.argument.evidence import Evidence, Look
from provebest.argument.parts import Attempt, Parry, Threat
from provebest.chess.beliefs import ChessBeliefs, seen_from_root
from provebest.chess.probes.evaluation import evaluate
from provebest.chess.probes.probers import Probers
from provebest.chess.searches import LOOK
from provebest.games.boards import board_of
from provebest.games.chess import ChessPosition, read_position
from provebest.games.chess_values import MATES_FROM
from provebest.search.probability.result import ProbabilityResult
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.deepening import FIRST_DEPTH, SetProbe, deepen
from provebest.search.setprobe.set_prober import SetProber, SetValue
from provebest.vocabulary import CancelledError

LEAST_DEPTH = 7
"""What a shallower search says of a threat is not said."""
NEARLY = 2
"""Plies by which a search may be shallower than another and still be compared with it."""
A_THREAT = 150.0
"""A threat wins this much more than the choice is worth: more than any free move gives. What the
other side threatens must also win so much more than there is on the board now."""
AS_BEFORE = 60.0
"""A threat is stopped where carrying it out costs the choice less than this."""
SHARES = {
    "rest": 0.26, "rival": 0.065, "reply": 0.07, "threat": 0.1, "plain": 0.05, "parry": 0.06,
}  # fmt: skip
"""Of what the evidence may cost: all rivals together; each rival, reply and threat alone, and the
choice without its threat."""


@dataclass(slots=True)
class Purse:
    """What the evidence may still cost, in nodes or in seconds; and what it has cost."""

    nodes: int | None
    seconds: float | None
    cancel: Event | None = None
    probes: int = 0
    used: int = 0

    def deepest(
        self, sets: SetProber[str], moves: Sequence[str], upto: int, share: float
    ) -> SetValue[str] | None:
        """The best of these moves at the greatest depth that a share of the purse finishes."""
        nodes = None if self.nodes is None else round(share * self.nodes)
        seconds = None if self.seconds is None else share * self.seconds
        if nodes == 0 or seconds == 0:
            return None

        def look(probe: SetProbe[str]) -> SetValue[str]:
            self.probes += 1
            return probe(moves)

        best: SetValue[str] | None = None
        before, deepest = sets.nodes(), max(FIRST_DEPTH, upto)
        budget = Budget(nodes, seconds)
        for _, best in deepen(sets, budget, look, deepest=deepest, cancel=self.cancel):
            if abs(best.value) >= MATES_FROM:
                break
        self.used += sets.nodes() - before
        return best


@dataclass(slots=True)
class Gatherer:
    """Asks, one question after the other, what an argument would like to say."""

    position: ChessPosition
    result: ProbabilityResult[str]
    probers: Probers
    sets: Callable[[ChessPosition], SetProber[str]]
    """Who searches the moves of a position."""
    purse: Purse
    depth: int
    """Nothing is searched deeper: as deep as the search itself."""

    def modern(self, sets: SetProber[str], asked: Sequence[str] = ()) -> Evidence[str]:
        """Everything, for a search that kept no tree; ``sets`` are those of its root."""
        if len(self.result.moves) < 2:
            return Evidence()
        rest, looked = self._rivals(sets, asked)
        after = self._after()
        replies = self.sets(after)
        threats = self.threats(replies)
        evidence = replace(
            threats, looked=looked, rest=rest, attempts=self._attempts(after, replies)
        )
        return replace(evidence, probes=self.purse.probes, nodes=self.purse.used)

    def threats(self, replies: SetProber[str] | None = None) -> Evidence[str]:
        """The threat behind the move, and the one it stops; for any search."""
        if len(self.result.moves) < 2:
            return Evidence()
        if replies is None:
            replies = self.sets(self._after())
        threat, parry = self._threat(replies), self._parry(replies)
        return Evidence(threat=threat, parry=parry, probes=self.purse.probes, nodes=self.purse.used)

    def _after(self) -> ChessPosition:
        """The position after the choice."""
        after = self.position.copy()
        after.play(self.result.move)
        return after

    # --- rivals -----------------------------------------------------------------------------------

    def _rivals(
        self, sets: SetProber[str], asked: Sequence[str]
    ) -> tuple[Look[str] | None, dict[str, Look[str]]]:
        """All of them together, the best of them, then each that is asked for or hopes for most."""
        moves = [rival.move for rival in self.result.moves[1:]]
        looked: dict[str, Look[str]] = {}
        found = self.purse.deepest(sets, moves, self.depth, SHARES["rest"])
        rest = None if found is None else _looked(found)
        if rest is not None:
            looked[rest.line[0]] = rest
        hopeful = sorted(
            self.result.moves[1:], key=lambda rival: (rival.effort, rival.real), reverse=True
        )
        wanted = [*asked, *(rival.move for rival in hopeful)]
        for move in dict.fromkeys(wanted):
            if len(looked) >= MOST_SHOWN:
                break
            if move in looked or move == self.result.move:
                continue
            one = self.purse.deepest(sets, [move], self.depth, SHARES["rival"])
            if one is not None:
                looked[move] = _held(_looked(one), rest)
        return rest, looked

    # --- replies ----------------------------------------------------------------------------------

    def _attempts(self, after: ChessPosition, replies: SetProber[str]) -> tuple[Attempt[str], ...]:
        """The reply of the main line, then those from which the opponent hopes for most."""
        if not after.legal_moves():
            return ()
        beliefs = ChessBeliefs(after.key, self.probers.expander(after, *LOOK))
        try:
            believed = beliefs.expand(beliefs.start(), 1, hopes=True)
        except CancelledError:
            return ()
        believed.sort(key=lambda b: b.real if b.hope is None else b.hope, reverse=True)
        attempts = self._main_line(replies)
        met = {attempt.line[0] for attempt in attempts}
        names = [belief.move for belief in believed if belief.move not in met]
        for name in names[: MOST_ATTEMPTS - len(attempts)]:
            found = self.purse.deepest(replies, [name], self.depth - 1, SHARES["reply"])
            if found is not None and len(found.line) > 1:
                line = found.line[:LONGEST_LINE]
                attempts.append(Attempt(line, -seen_from_root(found.value, 1), depth=found.depth))
        return tuple(attempts)

    def _main_line(self, replies: SetProber[str]) -> list[Attempt[str]]:
        """The reply that the search itself expects; its answer has to be found a second time.

        The second search begins with nothing that the first one knew.
        """
        line = self.result.line[1 : LONGEST_LINE + 1]
        if len(line) < 2:
            return []
        if abs(self.result.value) >= MATES_FROM:
            return [Attempt(line, self.result.value)]
        again = self.purse.deepest(replies, line[:1], self.depth - 1, SHARES["reply"])
        answer = None if again is None or len(again.line) < 2 else again.line[1]
        same = answer == line[1]
        instead = None if same else answer
        return [Attempt(line, self.result.value, open=not same, instead=instead)]

    # --- threats ----------------------------------------------------------------------------------

    def _threat(self, replies: SetProber[str]) -> Threat[str] | None:
        """What the choice threatens: a search of the position in which the other side passed.

        It has to mate, or to win more than the choice is worth by the whole search and by one that
        sees as far as that of the threat: a value that only falls beyond its horizon is no threat.
        """
        passed = _passed(self.position, [self.result.move])
        if passed is None or self.result.value >= MATES_FROM:
            return None
        found = self.purse.deepest(self.sets(passed), (), self.depth, SHARES["threat"])
        if found is None or not _deep(found):
            return None
        value = seen_from_root(found.value, 1)
        if value - self.result.value < A_THREAT:
            return None
        if value < MATES_FROM:
            plain = self.purse.deepest(replies, (), found.depth, SHARES["plain"])
            if plain is None or not _as_deep(plain, found):
                return None
            if value + seen_from_root(plain.value, 1) < A_THREAT:
                return None
        return Threat(found.line[:LONGEST_LINE], value, found.depth)

    def _parry(self, replies: SetProber[str]) -> Parry[str] | None:
        """What the other side would do after a pass, where the choice does something about it."""
        passed = _passed(self.position, [])
        if passed is None or self.result.value >= MATES_FROM:
            return None
        found = self.purse.deepest(self.sets(passed), (), self.depth, SHARES["parry"])
        if found is None or not _deep(found):
            return None
        ignored = -seen_from_root(found.value, 1)
        now = min(self.result.value, self._on_the_board())
        if now - ignored < A_THREAT:
            return None
        threat = found.line[:LONGEST_LINE]
        if threat[0] not in self._after().legal_moves():
            return Parry(threat, ignored, (), self.result.value, found.depth)
        met = self.purse.deepest(replies, threat[:1], self.depth - 1, SHARES["parry"])
        if met is None or not _deep(met) or self.result.value + met.value > AS_BEFORE:
            return None
        line = met.line[:LONGEST_LINE]
        return Parry(
            threat, ignored, line, -seen_from_root(met.value, 1), min(found.depth, met.depth)
        )

    def _on_the_board(self) -> int:
        """What the position is worth as it stands."""
        return evaluate(self.position.fen(), chess960=self.position.chess960).value


def _looked(found: SetValue[str]) -> Look[str]:
    return Look(found.value, found.line[:LONGEST_LINE], found.depth)


def _held(alone: Look[str], rest: Look[str] | None) -> Look[str]:
    """A search of all rivals that was as deep knows that none of them is worth more."""
    if rest is None or rest.depth < alone.depth or alone.value <= rest.value:
        return alone
    return Look(rest.value, alone.line, alone.depth, at_most=True)


def _as_deep(one: SetValue[str], other: SetValue[str]) -> bool:
    return one.depth >= other.depth - NEARLY or abs(one.value) >= MATES_FROM


def _deep(found: SetValue[str]) -> bool:
    return found.depth >= LEAST_DEPTH or abs(found.value) >= MATES_FROM


def _passed(position: ChessPosition, moves: Sequence[str]) -> ChessPosition | None:
    """The position after these moves and a pass; None where the one who passes is in check."""
    board = board_of(position)
    for move in moves:
        board.push_uci(move)
    if board.is_check() or board.is_game_over():
        return None
    board.push(chess.Move.null())
    if board.is_game_over():
        return None
    return read_position(board.fen(), chess960=position.chess960)
