"""What a search is doing and what it has found out, in plain words, while it runs."""

from __future__ import annotations

from typing import Any

import chess

from provebest.argument.notation import for_white, san, san_line
from provebest.search.events import (
    ExpansionStarted,
    FirstLook,
    Milestone,
    MilestoneReached,
    SetProbed,
)
from provebest.search.move_search import Snapshot
from provebest.vocabulary import SearchEvent
from provebest.web.wire import Json, line_json

PLIES_OF_A_LINE = 6


class Story:
    """Turns the events of one search into sentences; each is the last word on its subject."""

    def __init__(self, board: chess.Board) -> None:
        self._board = board
        self._best: str | None = None
        self.looking = "Taking a first look at every move."
        """What is being looked at now."""

    def tell(self, event: SearchEvent) -> list[tuple[str, Json]]:
        """The sentences that an event makes true, each with its subject."""
        if isinstance(event, SetProbed):
            return self._probed(event)
        if isinstance(event, FirstLook):
            best = max(event.beliefs, key=lambda belief: belief.real)
            text = f"At first sight {self._san(best.move)} looks best ({self._worth(best.real)})."
            return [("first", self._sentence("SELECT", text, (best.move,)))]
        if isinstance(event, MilestoneReached):
            return self._milestone(event)
        if isinstance(event, ExpansionStarted):
            self.looking = self._expanding(event)
        return []

    def look(self, snapshot: Snapshot[str]) -> None:
        """Takes note of what the modern control asks next; the classic one reports each line."""
        if not snapshot.moves or snapshot.asking is None:
            return
        best, deep = self._san(snapshot.moves[0].move), snapshot.asking
        purpose = snapshot.purpose
        if purpose == "SELECT":
            self.looking = f"SELECT: searching all moves for the best one, {deep} plies deep."
        elif purpose == "rivals":
            self.looking = f"VERIFY: is another move than {best} as good? {deep} plies deep."
        elif purpose == "VERIFY":
            self.looking = f"VERIFY: looking for an answer to {best}, {deep} plies deep."

    def _probed(self, event: SetProbed[Any]) -> list[tuple[str, Json]]:
        if not event.found.finished:
            return []
        phase = "SELECT" if event.bound is None else "VERIFY"
        key, text = self._best_of_all(event) if event.bound is None else self._attack(event)
        found = event.found
        return [(key, self._sentence(phase, text, tuple(found.line) or (found.best,)))]

    def _best_of_all(self, event: SetProbed[Any]) -> tuple[str, str]:
        found, deep = event.found, f"{event.depth} plies deep"
        name, worth = self._san(found.best), self._worth(found.value)
        before, self._best = self._best, found.best
        if before is None:
            return "select first", f"{name} is the best move in a search {deep} ({worth})."
        if before == found.best:
            return "select", f"{name} is still best, {deep} ({worth})."
        return f"select {event.depth}", f"{name} overtakes {self._san(before)}, {deep} ({worth})."

    def _attack(self, event: SetProbed[Any]) -> tuple[str, str]:
        found, bound, deep = event.found, event.bound or 0.0, f"{event.depth} plies deep"
        reached, worth, choice = found.value >= bound, self._worth(bound), self._choice()
        if event.purpose == "rivals" and reached:
            name = self._san(found.best)
            text = f"{name} may be as good as {choice}: it reaches {worth}, {deep}."
            return f"rival {event.depth}", text
        if event.purpose == "rivals":
            return "rivals", f"No other move than {choice} reaches {worth}, {deep}."
        if reached:
            return "verify", f"{choice} keeps {worth} against every reply, {deep}."
        text = f"There is an answer to {choice}: it does not keep {worth}, {deep}."
        return f"refuted {event.depth}", text

    def _milestone(self, event: MilestoneReached[Any]) -> list[tuple[str, Json]]:
        name, target = self._san(event.best), self._worth(event.target)
        told = {
            Milestone.SELECTED: ("SELECT", f"SELECT chooses {name}."),
            Milestone.VERIFY: (
                "VERIFY",
                f"VERIFY begins: can the opponent bring {name} down to {target}?",
            ),
            Milestone.CLOSER: ("SELECT", f"No move stands out: SELECT now aims at {target}."),
            Milestone.REFUTED: ("VERIFY", f"{name} is refuted: SELECT begins again."),
        }.get(event.milestone)
        if told is None:
            return []
        key = f"{event.milestone.value} {event.best}"
        return [(key, self._sentence(told[0], told[1], (event.best,)))]

    def _expanding(self, event: ExpansionStarted[Any]) -> str:
        if not event.line:
            return "Taking a first look at every move."
        line = san_line(self._board, event.line, at_most=PLIES_OF_A_LINE)
        if event.phase == "SELECT":
            return f"SELECT: does {line} lead to more?"
        return f"VERIFY: can the opponent use {line}?"

    def _choice(self) -> str:
        return "the choice" if self._best is None else self._san(self._best)

    def _sentence(self, phase: str, text: str, line: tuple[str, ...]) -> Json:
        return {
            "type": "story",
            "phase": phase,
            "text": text,
            "line": line_json(self._board, line),
            "arrows": [(line[0], "move")],
        }

    def _san(self, move: str) -> str:
        return san(self._board, move)

    def _worth(self, value: float) -> str:
        return for_white(value, white_to_move=self._board.turn)
