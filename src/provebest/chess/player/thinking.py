"""The player of a game: chooses each move by B* or by alpha-beta."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

from provebest.chess.player.alphabeta import AlphaBetaPlayer
from provebest.chess.player.clock import Allotment, Go, Watch
from provebest.chess.player.game_probers import GameProbers
from provebest.chess.player.lines import FOREVER, LinesPlayer
from provebest.chess.player.move_request import (
    EACH_LINE,
    HANDS_OVER,
    NEVER,
    MoveRequest,
    Report,
    why_alphabeta,
    without_probes,
)
from provebest.chess.probes.compiled_control import AT_ONCE
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.root_search import RootSearch
from provebest.chess.searches import Settings, make_search
from provebest.chess.speed import Speed
from provebest.games.chess import ChessPosition
from provebest.search.events import SetProbed
from provebest.search.move_search import MoveSearch, Snapshot
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.set_prober import SetProber
from provebest.search.setprobe.settings import time_price
from provebest.vocabulary import (
    CancelledError,
    EngineFailedError,
    EventStream,
    ProvebestError,
    Stopped,
)

FALL_BACK = 4
"""Depth of the alpha-beta search that finds a first move before B* begins."""
AHEAD = 8
"""Plies beyond its own answer for which it searches while pondering."""
LONGEST_LOOK_AHEAD = 10.0
"""Seconds for each of these plies, at most."""


class Player:
    """Finds one move after another of a game; keeps its tables and engines between moves."""

    def __init__(self, position: ChessPosition, choice: ProberChoice, watch: Watch) -> None:
        self.choice, self.watch = choice, watch
        self.root = RootSearch(
            position,
            table_bytes=choice.table_megabytes << 20,
            evaluation=choice.evaluation,
            threads=choice.deep_threads,
        )
        self._probers: GameProbers | None = None
        self._no_probers: EngineFailedError | None = None
        self.reason = ""
        """Why the last search ended by itself; empty if a limit ended it."""
        self.handed_over = False
        """Alpha-beta found the last move although B* was requested."""
        self.notes: list[str] = []
        """Remarks for the user about the last search."""
        self.events = EventStream()
        """Every set-probe that B* makes in this game."""
        self.ahead: list[str] = []
        """Moves found while the opponent thinks, each in the position after the one before."""
        self._tree: ProbabilitySearch[Any, str] | None = None
        """The classic control's tree, which holds the refutations."""
        self._best: str | None = None
        self._before = 0
        self.speed = Speed()

    def think(self, request: MoveRequest) -> Iterator[Report]:
        """Yields reports, each based on more search than the one before, until the search ends."""
        nodes = 0
        for report in self._think(request):
            nodes = report.nodes
            yield report
        self.speed.note(nodes, self.watch.seconds)

    def _think(self, request: MoveRequest) -> Iterator[Report]:
        self.reason, self.notes, self.ahead = "", [], []
        self.handed_over = False
        self._tree = None
        self.root.move_to(request.position)
        self._before = self.root.nodes
        if self._runs_compiled(request):
            request = replace(request, hand_over=NEVER)
        if request.asks_for_values and not self._runs_compiled(request):
            yield from self._lines(without_probes(request))
            return
        why = why_alphabeta(request, self.watch, self.speed)
        if why is not None:
            self.handed_over = bool(why)
            self.notes += [why] if why else []
            yield from self._alphabeta(request)
            return
        depth, used = 1, 0
        try:
            for report in self._bstar(request):
                depth, used, self._best = report.depth, report.nodes, report.lines[0][1][0]
                yield report
        except EngineFailedError as error:  # the game goes on without it
            self.handed_over = True
            self.notes.append(f"{HANDS_OVER}{error}")
            yield from self._alphabeta(without_probes(request))
            return
        if request.go.ponder and self.reason and not self.watch.is_set():
            self.watch.answered = True
            self._think_ahead(request)
            return
        left = None if request.go.nodes is None else request.go.nodes - used
        more = self.watch.spent < 1 and (left is None or left > 0) and request.go.probes is None
        if (request.go.endless or (not request.early_stop and more)) and not self.watch.is_set():
            why = f": {self.reason}" if self.reason else ""
            self.notes.append(f"B* has stopped{why}; continuing with alpha-beta")
            self.reason = ""
            rest = replace(request, go=replace(request.go, nodes=left))
            yield from self._alphabeta(rest, depth + 1)

    def start_probers(self) -> GameProbers:
        """The probers of this game, started if necessary; a failed start is not tried again.

        Raises:
            EngineFailedError: if the other engine cannot be used, for whatever reason.
        """
        if self._no_probers is not None:
            raise self._no_probers
        if self._probers is None:
            try:
                self._probers = GameProbers(self.choice, self.root, self.watch)
            except ProvebestError as error:
                self._no_probers = EngineFailedError(str(error))
                raise self._no_probers from error
        return self._probers

    def nodes_so_far(self) -> int:
        """Nodes of the current search so far; may be called from any thread."""
        return self.root.nodes_so_far - self._before

    def refutations(self) -> tuple[tuple[str, ...], ...]:
        """Each root move with the best replies to it; call it only between two reports."""
        if self._tree is None:
            return self.root.refutations()
        return tuple(move.line for move in self._tree.result(Stopped.CANCELLED).moves)

    def forget(self) -> None:
        """Forgets everything learned so far."""
        self.root.forget()
        if self._probers is not None:
            self._probers.tree.clear()

    def save_tree(self, path: Path) -> None:
        """Writes the expansions of this game to a file, if there are any."""
        if self._probers is not None and len(self._probers.tree):
            self._probers.tree.save(path)

    def load_tree(self, path: Path) -> None:
        """Adds the expansions of a file that ``save_tree`` wrote.

        Raises:
            BadInputError: if the file is not a game tree.
            EngineFailedError: if the other engine cannot be used.
        """
        self.start_probers().tree.load(path)

    def close(self) -> None:
        """Ends the other engine's processes, if there are any."""
        if self._probers is not None:
            self._probers.close()
            self._probers = None

    # --- while the opponent thinks ----------------------------------------------------------------

    def _think_ahead(self, request: MoveRequest) -> None:
        """Plays the move found, finds the reply to it, plays that, and so on [BM95-26].

        Yields no reports. Its results stay in the game tree and the hash table, where later
        searches of these positions find them.
        """
        position, game = request.position.copy(), list(request.game)
        move = self._best
        for _ in range(AHEAD):
            if move is None or self.watch.is_set():
                return
            position.play(move)
            game.append(move)
            if not position.legal_moves() or position.repetitions():
                return
            self.root.move_to(position)
            after = replace(request, position=position.copy(), game=tuple(game), restricted=False)
            move = self._best_ahead(after)
            self.ahead.append(move or "")

    def _best_ahead(self, request: MoveRequest) -> str | None:
        """The move that B* finds in the time of one move; None if it was stopped or failed."""
        probers = self.start_probers()
        probers.game = request.game
        seconds = min(self.watch.allotment.soft, LONGEST_LOOK_AHEAD)
        search = make_search(request.position, self._settings(request, seconds), probers).search
        until = time.perf_counter() + seconds
        try:
            while search.stopped is None and not self.watch.is_set():
                search.step()
                if time.perf_counter() > until:
                    break
        except (CancelledError, EngineFailedError):
            return None
        if self.watch.is_set():
            return None
        return search.result(Stopped.CANCELLED).move

    # --- alpha-beta -------------------------------------------------------------------------------

    def _lines(self, request: MoveRequest) -> Iterator[Report]:
        """Every line by a search of its own; if another engine fails, our own search goes on."""
        if request.search == "bstar":
            self.handed_over = True
            self.notes.append(EACH_LINE)
            try:
                yield from self._search_lines(request, self._other_engine(request))
            except CancelledError:
                return
            except EngineFailedError as error:
                self.notes.append(f"{HANDS_OVER}{error}")
            else:
                return
        yield from self._search_lines(request, None)

    def _search_lines(
        self, request: MoveRequest, others: SetProber[str] | None
    ) -> Iterator[Report]:
        player = LinesPlayer(self.root, self.watch, others, self.events)
        yield from player.think(request)
        self.reason = player.reason

    def _other_engine(self, request: MoveRequest) -> SetProber[str] | None:
        """The set-probes of another engine; None if the root search is that engine."""
        if self.choice.facts.continues:
            return None
        probers = self.start_probers()
        probers.game = request.game
        return probers.sets(request.position)

    def _alphabeta(self, request: MoveRequest, first: int = 1) -> Iterator[Report]:
        player = AlphaBetaPlayer(self.root, self.watch)
        yield from player.think(request, first)
        self.reason = player.reason

    # --- B* ---------------------------------------------------------------------------------------

    def _bstar(self, request: MoveRequest) -> Iterator[Report]:
        """The compiled control falls back on alpha-beta only if it was cut off without a move."""
        if not self._runs_compiled(request):
            # The first expansion may be cut off. SELECT starts from this move.
            yield from self._fall_back(request, FALL_BACK)
            yield from self._run_bstar(request)
            return
        found = False
        for report in self._run_bstar(request):
            found = True
            yield report
        if not found:
            yield from self._fall_back(request, 1)

    def _fall_back(self, request: MoveRequest, depth: int) -> Iterator[Report]:
        yield from self._alphabeta(replace(request, go=Go(depth=depth, nodes=request.go.nodes)))
        self.reason = ""

    def _run_bstar(self, request: MoveRequest) -> Iterator[Report]:
        go, watch = request.go, self.watch
        fallback_nodes = self.nodes_so_far()
        search = self._begin_bstar(request)
        waiting = watch.waiting
        while search.stopped is None and not watch.is_set():
            try:
                search.step(AT_ONCE)
            except CancelledError:
                return
            if watch.is_set() and not search.answers_if_cut_off:
                return
            self._tree = search.tree
            report = _report(search.snapshot(1), self.root.filled)
            yield replace(report, nodes=report.nodes + fallback_nodes)
            if search.budget is None:
                deep_enough = report.depth >= (go.depth or inf)
                if deep_enough or watch.spent >= 1 or self._reached_count(search, go):
                    return
            elif waiting and not watch.waiting:
                waiting = False
                search.renew(_budget_after_waiting(go, watch))
        self.reason = search.reason

    def _begin_bstar(self, request: MoveRequest) -> MoveSearch[str]:
        """The search of this request, without a first step."""
        probers, watch = self.start_probers(), self.watch
        probers.game = request.game
        timed = inf if watch.waiting else max(0.001, watch.allotment.soft - watch.seconds)
        settings = replace(
            self._settings(request, min(timed, FOREVER)),
            grace=grace_of(watch.allotment),
            nodes=request.go.nodes,
            depth=request.go.depth,
            in_a_game=self._is_in_a_game(request),
            time_price=request.price * time_price(self.speed.nodes_in(watch.allotment.soft)),
            only=request.only,
        )
        search = make_search(request.position, settings, probers).search
        if self.events.has_listener(SetProbed):
            search.events.on(SetProbed, self.events.pass_on)
        return search

    def _is_in_a_game(self, request: MoveRequest) -> bool:
        """Whether only the move matters, and time left over is used by later moves."""
        return self.watch.allotment.saves and request.multipv == 1

    def _runs_compiled(self, request: MoveRequest) -> bool:
        """Whether the whole search is compiled.

        Then it is as quick as alpha-beta and has an answer when cut off: nothing is handed over.
        """
        compiled = self.choice.facts.compiled
        return self._is_in_a_game(request) and request.control == "modern" and compiled

    def _settings(self, request: MoveRequest, seconds: float) -> Settings:
        return Settings(
            control=request.control,
            seconds=seconds,
            expansions=request.expansions,
            probe_depth=request.probe_depth,
            confidence=request.confidence,
            prober=self.choice,
        )

    def _reached_count(self, search: MoveSearch[str], go: Go) -> bool:
        """Whether a limit of nodes or probes is reached, checked after each whole expansion."""
        tally = search.tally
        if tally.probes >= (go.probes or inf):
            self.notes.append(f"limit of probes reached: {tally.probes} probes made")
            return True
        return tally.probe_nodes >= (go.nodes or inf)


def _budget_after_waiting(go: Go, watch: Watch) -> Budget:
    """The limits of a search whose clock has started: the time that it waited is spent."""
    allotment = watch.allotment
    soft = min(allotment.soft, FOREVER)
    return Budget(go.nodes, soft, grace_of(allotment), begun=watch.begun)


def grace_of(allotment: Allotment) -> float:
    """Seconds beyond the soft limit that a search begun in time may take."""
    return allotment.hard - allotment.soft if allotment.saves else 0.0


def _report(now: Snapshot[str], filled: int) -> Report:
    best = now.moves[0]
    deepest = max(now.deepest, len(best.line))
    lines = ((best.real, best.line),)
    nodes = now.counters.probe_nodes
    return Report(max(1, now.depth), deepest, nodes, filled, lines, best.is_bound)
