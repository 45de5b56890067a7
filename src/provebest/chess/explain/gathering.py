"""Searches for evidence after a chess move was chosen: lines, replies and threats.

The modern control keeps no tree, so most lines of an argument have to be searched for, with a share
of the budget. What does not fit into that share is left out of the argument.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import chess

from provebest.argument.argument import LONGEST_LINE, MOST_ATTEMPTS, MOST_SHOWN
from provebest.argument.evidence import Evidence, Look
from provebest.argument.parts import Attempt, Parry, Threat
from provebest.argument.words import BRIEF_RIVALS
from provebest.chess.beliefs import ChessBeliefs, ChessState
from provebest.chess.explain.answers import ANSWER, COSTS, NEARLY, WORSE_REPLY, Answers
from provebest.chess.explain.purse import Purse
from provebest.chess.explain.quiet_lines import ends_quietly
from provebest.chess.explain.refuting import Refuting
from provebest.chess.explain.stories import is_tempting, wins_something
from provebest.chess.probes.engine_facts import OURS, Reach
from provebest.chess.probes.evaluation import evaluate
from provebest.chess.probes.probers import Probers
from provebest.chess.searches import LOOK
from provebest.games.boards import board_of
from provebest.games.chess import ChessPosition, read_position
from provebest.games.chess_values import MATES_FROM, seen_from_root
from provebest.search.probability.beliefs import Belief
from provebest.search.probability.result import ProbabilityResult
from provebest.search.setprobe.set_prober import SetProber, SetValue
from provebest.vocabulary import CancelledError

A_THREAT = 150.0
"""Hundredths of a pawn by which a threat must exceed the value of the choice: more than a free move
is worth. A threat of the other side must also exceed the value of the position now by this."""
NOT_LOST = -100.0
"""Hundredths of a pawn: after a threat the threatening side is worth at least this, or the threat
is left out: it would not save anything."""
WON_ANYWAY = 400.0
"""Hundredths of a pawn: a side that is so far ahead is said to threaten mate, and nothing less."""
STILL_WON = 200.0
"""Hundredths of a pawn: a threat that leaves us worth as much need not be stopped."""
FEW_PIECES = 3
"""With at most so many pieces besides kings and pawns nothing is said of threats: there a pass may
be worth more than any move."""
AS_BEFORE = 60.0
"""A threat is stopped if the choice loses at most this (hundredths of a pawn) by it."""
SHORT_LINE = 6
"""Plies: the line of the choice is continued if it is shorter."""
SHARES = {
    "rest": 0.14, "rival": 0.055, "line": 0.02,
    "threat": 0.06, "plain": 0.03, "parry": 0.035,
}  # fmt: skip
"""Shares of the budget for evidence: all rivals together; each rival and threat alone, with less
for rivals of which only the whole argument speaks (``Reach``); the choice without its threat
(``plain``); the continuation of its line. Replies, which come last, have shares of their own: those
to the choice, then those to rivals."""


@dataclass(slots=True)
class Gatherer:
    """Makes the searches that an argument needs, one after another."""

    position: ChessPosition
    result: ProbabilityResult[str]
    probers: Probers
    sets: Callable[[ChessPosition], SetProber[str]]
    """Makes the prober for the moves of a position."""
    purse: Purse
    depth: int
    """The greatest depth of a search for evidence, in plies."""
    searched: int = 0
    """Plies of the search of all moves that found the choice."""
    reach: Reach = OURS.reach
    """What the depth of these searches is worth."""

    def modern(self, sets: SetProber[str], asked: Sequence[str] = ()) -> Evidence[str]:
        """All evidence, for a search that kept no tree; ``sets`` probes its root moves."""
        if len(self.result.moves) < 2:
            return Evidence()
        rest, looks, depths = self._rivals(sets, asked)
        after = self._after()
        replies = self.sets(after)
        threats = self.threats(replies)
        attempts = self._attempts(after, replies)
        overruled_from = self._overruled_from(sets, looks)
        refuting = Refuting(self.position, self.sets, self.purse)
        for move, look in looks.items():
            if look.value <= self.result.value:
                looks[move] = refuting.confirmed(look, depths[move])
        return replace(
            threats,
            looks=looks,
            rest=rest,
            attempts=attempts,
            depth=overruled_from,
            probes=self.purse.probes,
            nodes=self.purse.used,
        )

    def classic(self) -> Evidence[str]:
        """What the tree of a search does not hold: threats, and more of lines that it cut short."""
        evidence = self.threats()
        first = sorted(self.result.moves[1:], key=lambda rival: rival.real, reverse=True)
        lines = {rival.move: self._continued(rival.line) for rival in first[:MOST_SHOWN]}
        return replace(
            evidence,
            lines={move: line for move, line in lines.items() if line},
            probes=self.purse.probes,
            nodes=self.purse.used,
        )

    def threats(self, replies: SetProber[str] | None = None) -> Evidence[str]:
        """The threat of the chosen move and the threat that it stops, for any search."""
        if len(self.result.moves) < 2:
            return Evidence()
        if replies is None:
            replies = self.sets(self._after())
        line = self._continued(self.result.line)
        threat, parry = self._threat(replies), self._parry(replies)
        return Evidence(
            line=line,
            threat=threat,
            parry=parry,
            probes=self.purse.probes,
            nodes=self.purse.used,
        )

    def _after(self) -> ChessPosition:
        """The position after the choice."""
        after = self.position.copy()
        after.play(self.result.move)
        return after

    def _continued(self, line: tuple[str, ...]) -> tuple[str, ...]:
        """The line, continued if it ends early or in mid-exchange; else nothing."""
        board = board_of(self.position)
        early = len(line) < SHORT_LINE
        if len(line) >= LONGEST_LINE or (not early and ends_quietly(board, line)):
            return ()
        end = self.position.copy()
        for move in line:
            end.play(move)
        if not end.legal_moves():
            return ()
        found = self.purse.deepest(self.sets(end), (), self.depth, SHARES["line"])
        return () if found is None else (*line, *found.line)[:LONGEST_LINE]

    # --- rivals -----------------------------------------------------------------------------------

    def _rivals(
        self, sets: SetProber[str], asked: Sequence[str]
    ) -> tuple[Look[str] | None, dict[str, Look[str]], dict[str, list[SetValue[str]]]]:
        """A search of all rivals together, and searches of single rivals and their last depths.

        The rivals in ``asked`` come first, then those with most effort and the highest value.
        """
        moves = [rival.move for rival in self.result.moves[1:]]
        looks: dict[str, Look[str]] = {}
        depths: dict[str, list[SetValue[str]]] = {}
        found = self.purse.each_depth(sets, moves, self.depth, SHARES["rest"])
        rest = self._look(found[-1]) if found else None
        if rest is not None:
            looks[rest.line[0]] = rest
            depths[rest.line[0]] = [each for each in found[-2:] if each.best == rest.line[0]]
        hopeful = sorted(
            self.result.moves[1:], key=lambda rival: (rival.effort, rival.real), reverse=True
        )
        wanted = [*asked, *(rival.move for rival in hopeful)]
        for move in dict.fromkeys(wanted):
            if len(looks) >= MOST_SHOWN:
                break
            if move in looks or move == self.result.move:
                continue
            brief = len(looks) <= BRIEF_RIVALS
            share = SHARES["rival"] if brief else self.reach.further_rival
            each = self.purse.each_depth(sets, [move], self.depth, share)
            if each:
                depths[move] = each[-2:]
                looks[move] = _limit_by_rest(self._look(*each[-2:]), rest)
        return rest, looks, depths

    def _look(self, *depths: SetValue[str]) -> Look[str]:
        """The look at the last of these depths, at most two."""
        found = depths[-1]
        before = depths[0].value if len(depths) > 1 else None
        shallow = found.depth < self.reach.rival
        line = found.line[:LONGEST_LINE]
        return Look(found.value, line, found.depth, before=before, shallow=shallow)

    def _overruled_from(self, sets: SetProber[str], looks: Mapping[str, Look[str]]) -> int:
        """The depth up to which looks at rivals do not overrule the choice.

        It is that of the search of all moves. If a look at a rival saw farther and found more, the
        choice is searched as deep as that; if it is worth as much there, that depth counts.
        """
        seen = 0 if self.result.moves[0].is_bound else self.searched
        better = [
            look for look in looks.values() if look.depth > seen and look.value > self.result.value
        ]
        if not better:
            return seen
        upto = max(look.depth for look in better)
        own = self.purse.deepest(sets, [self.result.move], upto, SHARES["rival"])
        if own is not None and own.depth >= upto and own.value >= max(x.value for x in better):
            return upto
        return seen

    # --- replies ----------------------------------------------------------------------------------

    def _attempts(self, after: ChessPosition, replies: SetProber[str]) -> tuple[Attempt[str], ...]:
        """The reply of the main line, replies that seem to win a piece, then others.

        Of the others, those that seem to cost something come first: their answers are surer.

        What is left of the budget at the end goes into further replies, if some were left out.
        """
        if not after.legal_moves():
            return ()
        beliefs = ChessBeliefs(after.key, self.probers.expander(after, *LOOK))
        try:
            believed = beliefs.expand(beliefs.start(), 1, hopes=True)
        except CancelledError:
            return ()
        answers = Answers(after, self.result, self.sets, self.purse)
        attempts = answers.of_main_line(replies)
        met = {attempt.line[0] for attempt in attempts}
        board = board_of(after)
        tempting = {b.move for b in believed if is_tempting(board, b.move)}
        most = max(b.real for b in believed)

        def promising(belief: Belief[ChessState, str]) -> tuple[bool, bool, float]:
            costs = COSTS <= most - belief.real <= WORSE_REPLY
            return belief.move in tempting, costs, belief.real

        believed.sort(key=promising, reverse=True)
        names = [b.move for b in believed if b.move not in met]
        wanted = MOST_ATTEMPTS - len(attempts)
        for tried, name in enumerate(names):
            full = len(attempts) == MOST_ATTEMPTS
            if full or (tried >= wanted and not self.purse.affords(ANSWER)):
                break
            attempt = answers.of_reply(name, tempting=name in tempting)
            attempts += [] if attempt is None else [attempt]
        return tuple(attempts)

    # --- threats ----------------------------------------------------------------------------------

    def _threat(self, replies: SetProber[str]) -> Threat[str] | None:
        """What the choice threatens: a search of the position in which the other side passed.

        It must mate, or win something that has a name and exceed by ``A_THREAT`` the value of the
        choice: that of the whole search, and that of a search about as deep as the search of the
        threat.
        """
        passed = _position_after_pass(self.position, [self.result.move])
        if passed is None or self.result.value >= MATES_FROM:
            return None
        found = self._deep(self.sets(passed), (), SHARES["threat"])
        if found is None or not wins_something(board_of(passed), found.line):
            return None
        value = seen_from_root(found.value, 1)
        if value < max(self.result.value + A_THREAT, NOT_LOST):
            return None
        if value < MATES_FROM and not self._is_worth_saying(replies, found, value):
            return None
        return Threat(found.line[:LONGEST_LINE], value, found.depth)

    def _is_worth_saying(self, replies: SetProber[str], found: SetValue[str], value: float) -> bool:
        """Whether a threat that does not mate wins enough by a search of the choice as deep."""
        if self.result.value >= WON_ANYWAY:
            return False
        plain = self.purse.deepest(replies, (), found.depth, SHARES["plain"])
        if plain is None or not _is_as_deep(plain, found):
            return False
        return value + seen_from_root(plain.value, 1) >= A_THREAT

    def _parry(self, replies: SetProber[str]) -> Parry[str] | None:
        """What the other side threatens if we pass; None unless the choice stops it."""
        passed = _position_after_pass(self.position, [])
        if passed is None or not NOT_LOST <= self.result.value < MATES_FROM:
            return None
        found = self._deep(self.sets(passed), (), SHARES["parry"])
        if found is None or not wins_something(board_of(passed), found.line):
            return None
        ignored = -seen_from_root(found.value, 1)
        most = min(self.result.value - A_THREAT, self._on_the_board() - A_THREAT, STILL_WON)
        known = ignored > -MATES_FROM and self._takes_the_threat(found.line[0])
        if ignored > most or known:
            return None
        threat = found.line[:LONGEST_LINE]
        if not self._is_still_possible(threat[0]):
            return Parry(threat, ignored, (), self.result.value, found.depth)
        met = self._deep(replies, threat[:1], SHARES["parry"], plies_less=1)
        if met is None or self.result.value + met.value > AS_BEFORE:
            return None
        line = met.line[:LONGEST_LINE]
        return Parry(
            threat, ignored, line, -seen_from_root(met.value, 1), min(found.depth, met.depth)
        )

    def _takes_the_threat(self, threat: str) -> bool:
        """Whether the choice takes the piece that threatens: everybody sees what that stops."""
        board, move = board_of(self.position), chess.Move.from_uci(self.result.move)
        return board.is_capture(move) and move.to_square == chess.Move.from_uci(threat).from_square

    def _is_still_possible(self, threat: str) -> bool:
        """Whether a move of the other side can still be played after the choice, and takes as much.

        A queen that has moved away is no longer taken, though the square can still be reached.
        """
        before, after = board_of(self.position), board_of(self._after())
        move = chess.Move.from_uci(threat)
        taken = before.piece_type_at(move.to_square)
        return after.is_legal(move) and taken == after.piece_type_at(move.to_square)

    def _deep(
        self, sets: SetProber[str], moves: Sequence[str], share: float, *, plies_less: int = 0
    ) -> SetValue[str] | None:
        """The best of these moves, if the share allows a search that is deep enough for a claim."""
        found = self.purse.deepest(sets, moves, self.depth - plies_less, share)
        if found is None or (found.depth < self.reach.threat and abs(found.value) < MATES_FROM):
            return None
        return found

    def _on_the_board(self) -> int:
        """The value of the position without search, in hundredths of a pawn."""
        return evaluate(self.position.fen(), chess960=self.position.chess960).value


def _limit_by_rest(alone: Look[str], rest: Look[str] | None) -> Look[str]:
    """The look at a rival, limited by a search of all rivals that was at least as deep."""
    if rest is None or rest.depth < alone.depth or alone.value <= rest.value:
        return alone
    return replace(alone, value=rest.value, at_most=True)


def _is_as_deep(one: SetValue[str], other: SetValue[str]) -> bool:
    return one.depth >= other.depth - NEARLY or abs(one.value) >= MATES_FROM


def _position_after_pass(position: ChessPosition, moves: Sequence[str]) -> ChessPosition | None:
    """The position after these moves and a pass.

    None if it is check, the game is over, or there are only ``FEW_PIECES``.
    """
    board = board_of(position)
    for move in moves:
        board.push_uci(move)
    pieces = board.occupied & ~board.kings & ~board.pawns
    if board.is_check() or board.is_game_over() or pieces.bit_count() <= FEW_PIECES:
        return None
    board.push(chess.Move.null())
    if board.is_game_over():
        return None
    return read_position(board.fen(), chess960=position.chess960)
