"""The modern control over the compiled prober, with its loop in compiled code.

The questions, their order and the choice are those of ``ModernSearch``, the reference, which also
has the first look, the result and the words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from threading import Event

from provebest import _native
from provebest.chess.probes.native import NO_LIMIT
from provebest.chess.probes.set_probes import ChessSets
from provebest.search.events import SetProbed, StepEnded
from provebest.search.probability.beliefs import Believer, State
from provebest.search.probability.result import RootMove
from provebest.search.probability.wording import ONLY_MOVE, WINS_BY_FORCE
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.law import TOLERANCE, Attack, Law, Sight
from provebest.search.setprobe.search import ModernSearch
from provebest.search.setprobe.set_prober import SetValue
from provebest.search.setprobe.settings import ModernSettings
from provebest.search.setprobe.wording import (
    THE_OTHERS,
    THIS_MOVE,
    settled,
    time_is_worth_more,
)
from provebest.vocabulary import BadInputError, LimitReachedError, Stopped, guard

SLICE = 0.05
"""Seconds after which a step ends with the question that is being asked."""
AT_ONCE = 1_000_000
"""Questions for a step that only ``SLICE`` ends."""
ATTACKED = {"rivals": THE_OTHERS, "VERIFY": THIS_MOVE}


class CompiledControl(ModernSearch[State, str]):
    """``ModernSearch`` over ``ChessSets``: a step asks many questions without a return to Python.

    The candidates are kept by the compiled control; here they are copies, all of them only when
    they are asked for.
    """

    def __init__(
        self,
        believer: Believer[State, str],
        sets: ChessSets,
        budget: Budget,
        settings: ModernSettings,
        *,
        only: Sequence[str] = (),
        cancel: Event | None = None,
        unseen: Sequence[str] = (),
        prober: str = "",
    ) -> None:
        super().__init__(
            believer, sets, budget, settings, only=only, cancel=cancel, unseen=unseen, prober=prober
        )
        if settings.in_tempos or settings.losses_are_facts or math.isinf(settings.law.scale):
            raise BadInputError("the compiled control knows chess alone")
        self._root = sets.root
        self._control: _native.ChessControl | None = None
        """None until there are moves to choose from."""

    def step(self, at_most: int = 1) -> None:
        """Asks up to ``at_most`` questions; returns after the first that ends late in ``SLICE``.

        The first look, if there is to be one, is a step of its own.
        """
        allowed = guard()
        if self._set_probes >= allowed.expansions_left:
            raise LimitReachedError(Stopped.NODE_LIMIT, allowed)
        if not self._unseen and self.best is None:
            super().step()
            return
        purpose, control = self.doing, self._control or self._start()
        questions = min(at_most, allowed.expansions_left - self._set_probes)
        poll = None if self.cancel is None else self.cancel.is_set
        try:
            with self._root.one_at_a_time:
                control.run(seconds=SLICE, questions=int(questions), poll=poll)
        finally:
            self._read_state(control)
        if self.events.has_listener(SetProbed):
            self._send_probes(control)
        self.events.send(StepEnded, lambda: StepEnded(purpose, self.snapshot()))

    def renew(self, budget: Budget) -> None:
        """Keeps these limits from now on; ends if by them the next depth is not to be begun."""
        super().renew(budget)
        if self._control is not None:
            self._control.renew(_compiled_budget(budget))

    def _start(self) -> _native.ChessControl:
        settings = self.settings
        seen = [(c.move, c.real) for c in self.candidates.moves.values()]
        unseen = [(move, -math.inf) for move in dict.fromkeys(self._unseen)]
        self._control = _native.ChessControl(
            self._root.compiled,
            _compiled_law(settings.law),
            moves=seen or unseen,
            only=list(dict.fromkeys(self.only)),
            unseen=bool(self._unseen),
            min_act=settings.min_act,
            time_price=settings.time_price,
            first_depth=settings.first_depth,
            deepest=settings.deepest,
            win=settings.win,
            tolerance=TOLERANCE,
            deeper=settings.deeper,
            budget=_compiled_budget(self.budget),
            used=self.tally.probe_nodes,
        )
        return self._control

    # --- what the compiled control knows ----------------------------------------------------------

    def _read_state(self, control: _native.ChessControl) -> None:
        state = control.state()
        end, doing, looking_at, depth, selecting, refuted, probes = state[:7]
        deepest, choice, sight, attacks = state[7:]
        if self._unseen and not probes:  # nothing is chosen yet
            return
        if self._unseen and not self._set_probes:
            self.tally.expanded += 1
            self.candidates.add_unseen(self._unseen)
        self._set_probes, self.refutations, self.depth = probes, refuted, depth
        if doing != "root":
            self.doing, self.looking_at = doing, looking_at
        self.sets.deepest = deepest
        self._count()
        self._read_candidate(*choice)
        self.candidates.best, self.candidates.value = choice[0], choice[1]
        if sight is not None:
            at, unchanged, share, points, attack = sight
            self.see(Sight(at, unchanged, share, points, Attack(attack)))
        if end is not None:
            self._end_with(end, selecting, [ATTACKED[purpose] for purpose in attacks])

    def _read_candidate(
        self, move: str, real: float, at_most: float, effort: int, line: list[str], is_bound: bool
    ) -> None:
        c = self.candidates.moves[move]
        c.real, c.at_most, c.effort, c.line = real, at_most, effort, tuple(line)
        c.is_bound = is_bound

    def _ranked(self, most: int | None = None) -> tuple[RootMove[str], ...]:
        if self._control is not None and most != 1:
            for candidate in self._control.candidates():
                self._read_candidate(*candidate)
        return super()._ranked(most)

    def _end_with(self, end: str, depth: int, attacked: Sequence[str]) -> None:
        """Ends the search with the words of the reference; ``depth`` is that of SELECT."""
        if end == "limit":
            self.stopped = self._limit(depth)
        elif end == "only move":
            self.end(ONLY_MOVE)
        elif end == "wins":
            self.end(WINS_BY_FORCE)
        elif end == "time":
            self.end(time_is_worth_more(depth, self.doubt()), certain=False)
        else:
            unchanged = 0 if self.sight is None else self.sight.unchanged
            why = settled(depth, unchanged, attacked, self.measured_doubt())
            self.end(why, certain=False)

    def _send_probes(self, control: _native.ChessControl) -> None:
        for record in control.take_records():
            purpose, moves, depth, bound = record[:4]
            best, value, line, known_to, finished, at_most, share = record[4:11]
            found = SetValue(best, value, tuple(line), known_to, finished, at_most, share)
            event = SetProbed(purpose, tuple(moves), depth, bound, found, record[11])
            self.events.pass_on(event)


@cache
def _compiled_law(law: Law) -> _native.ChessLaw:
    return _native.ChessLaw(**asdict(law))


def _compiled_budget(budget: Budget) -> _native.ChessBudget:
    nodes = None if budget.nodes is None else min(budget.nodes, NO_LIMIT)
    return _native.ChessBudget(
        nodes=nodes, seconds=budget.seconds, grace=budget.grace, elapsed=budget.elapsed
    )
