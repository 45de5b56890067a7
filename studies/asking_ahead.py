"""What a search could ask in advance: how often its guess is right, and the modern control.

For ``studies.many_workers``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from provebest.chess.beliefs import ChessBeliefs
from provebest.chess.explain.analysis import analyse
from provebest.chess.probes.expansion import NativeExpander
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.searches import Settings
from provebest.games.chess_evaluation import HANDCRAFTED
from provebest.search.events import SetProbed
from provebest.search.probability.beliefs import Question
from studies.shares import Share
from studies.simulated_workers import RecordedSearch

NODES = 300_000
"""Of a search of the modern control."""

# --- how good the guesses are ---------------------------------------------------------------------


class Guesses:
    """Listens to a search, and counts how often the first guess was right.

    ``right`` has the hits and all guesses while the Obstructor's moves (False) or the Forcer's
    (True) were expanded.
    """

    def __init__(self) -> None:
        self.right = {False: [0, 0], True: [0, 0]}
        self._guess: Question[Any] | None = None
        self._forcers = False

    def prepare(self, now: Question[Any], later: Iterator[Question[Any]]) -> None:
        """Compares what is asked with the guess before."""
        if self._guess is not None:
            counts = self.right[self._forcers]
            counts[0] += now == self._guess
            counts[1] += 1
        self._guess, self._forcers = next(later, None), now.hopes

    def rest(self) -> None:
        """The next search has no guess yet."""
        self._guess = None


def guess_rates(records: Iterable[RecordedSearch]) -> dict[bool, Share]:
    """How often the first guess is right; by whose moves are expanded, as ``Guesses.right``."""
    guesses = Guesses()
    for record in records:
        expander = NativeExpander(
            record.root, real=record.real, hope=record.hope, evaluation=HANDCRAFTED
        )
        search = record.search(ChessBeliefs(record.root.key, expander))
        search.ahead = guesses
        while search.stopped is None:
            search.step()
    return {forcers: Share(*counts) for forcers, counts in guesses.right.items()}


# --- the modern control ---------------------------------------------------------------------------


class Probed(NamedTuple):
    """A question of the modern control, and what it took."""

    purpose: str
    nodes: int


@dataclass(frozen=True, slots=True)
class Modern:
    """A search of the modern control. Times are in nodes."""

    alone: int
    ahead: int
    """With the attacks and the next SELECT at the same time, on three workers."""
    vain: int
    """Work of searches that were begun in advance and not asked for; cut off when that is known."""


def ask_ahead(log: Sequence[Probed]) -> Modern:
    """What could be gained if, after a SELECT that may be the last, all that may follow began.

    That is both attacks and the next SELECT. Only one question is known before that: SELECT one ply
    deeper, which needs the table of the SELECT that runs. It is assumed that searches at the same
    time cost no more than one after the other.
    """
    ahead = vain = at = 0
    while at < len(log):
        if log[at].purpose == "SELECT":
            ahead += log[at].nodes
            at += 1
            continue
        attacks = []
        while at < len(log) and log[at].purpose != "SELECT":
            attacks.append(log[at])
            at += 1
        longest = max(attack.nodes for attack in attacks)
        if not any(attack.purpose == "VERIFY" for attack in attacks):
            vain += longest  # VERIFY ran beside the attack that refuted the choice
        if at < len(log):
            ahead += max(longest, log[at].nodes)
            at += 1
        else:
            ahead += longest
            vain += longest  # the next SELECT ran as long
    return Modern(sum(one.nodes for one in log), ahead, vain)


def modern_log(fen: str) -> list[Probed]:
    """The questions of the modern control in this position."""
    log: list[Probed] = []

    def listen(event: object) -> None:
        if isinstance(event, SetProbed):
            log.append(Probed(event.purpose, event.nodes))

    choice = ProberChoice(evaluation=HANDCRAFTED)
    analyse(fen, settings=Settings(nodes=NODES, prober=choice), on_event=listen)
    return log
