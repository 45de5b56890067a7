"""The searches that a page can ask for: analyse, go on, why not, compare, only move."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import chess

from provebest.argument.argument import Argument
from provebest.argument.evidence import Evidence
from provebest.argument.notation import ChessNotation, san
from provebest.argument.rival_words import rival_sentence
from provebest.argument.words import brief
from provebest.chess.explain.analysis import Analysis, analyse
from provebest.chess.explain.arguing import argument_for
from provebest.chess.explain.comparing import compare_moves
from provebest.chess.explain.only_move import OnlyMove, only_move
from provebest.chess.explain.only_move_words import best_other, move_and_verdict
from provebest.chess.explain.saved_analysis import SavedAnalysis
from provebest.chess.probes.probers import Probers
from provebest.chess.searches import ChessSearch, Settings, make_search
from provebest.games.boards import board_from
from provebest.games.chess import ChessPosition
from provebest.search.events import StepEnded
from provebest.search.move_search import Snapshot
from provebest.search.setprobe.search import ModernSearch
from provebest.vocabulary import NothingSearchedError, SearchEvent, Stopped
from provebest.web.story import Story
from provebest.web.tasks import Task
from provebest.web.tree import argument_tree
from provebest.web.turns import Turn
from provebest.web.wire import (
    Json,
    argument_json,
    line_json,
    moves_json,
    point_json,
    sentence_json,
    share_of_white,
    snapshot_json,
)

ARGUED_EVERY = 0.7
"""Seconds between two arguments while the search runs."""
POINT_EVERY = 0.1
"""Seconds between two points of the race, after the first ones."""
FIRST_POINTS = 40
"""Points that are kept however soon they come: many searches need less than a second."""
RECORDED = 120.0
"""Seconds: the race of a longer search is not kept for its static page."""
ONLY_MOVE_SECONDS = 5.0
GOES_ON = frozenset({Stopped.TIME_LIMIT, Stopped.NODE_LIMIT, Stopped.CANCELLED})

Begin = Callable[[ChessPosition, Settings, Probers], ChessSearch]


class Watch:
    """Turns the events of one search into messages. It runs inside the search."""

    def __init__(self, task: Task, turn: Turn, settings: Settings) -> None:
        self._task, self._turn, self._settings = task, turn, settings
        self._position = task.wish.game.position
        self._board = task.wish.game.board()
        self._fen = self._board.fen()
        self._story = Story(self._board)
        self._begun = self._argued = time.monotonic()
        self._point, self._points = 0.0, 0
        self._made: ChessSearch | None = None
        self._probers: Probers | None = None
        self._best = ""

    def begin(self, make: Begin) -> Begin:
        """The same way to begin a search; the search is remembered."""

        def made(position: ChessPosition, settings: Settings, probers: Probers) -> ChessSearch:
            self._made, self._probers = make(position, settings, probers), probers
            return self._made

        return made

    def hear(self, event: SearchEvent) -> None:
        """Passes on what an event says."""
        for key, sentence in self._story.tell(event):
            self._task.tell(f"story {key}", sentence)
        if isinstance(event, StepEnded) and event.snapshot.moves:
            self._step(event.snapshot)
            waited = self._turn.share()
            if waited:
                self._go_on_after(waited)

    def _go_on_after(self, seconds: float) -> None:
        """The search has paused for so long: its time goes on from here."""
        self._begun += seconds
        self._task.cancel.waited += seconds
        if self._probers is not None:
            self._probers.allow(seconds)
        search = None if self._made is None else self._made.search
        if isinstance(search, ModernSearch):
            search.renew(replace(search.budget, begun=search.budget.begun + seconds))

    def _step(self, snapshot: Snapshot[str]) -> None:
        self._story.look(snapshot)
        now = time.monotonic()
        self._task.tell("search", self._message(snapshot, now - self._begun, self._story.looking))
        if now - self._point >= POINT_EVERY or self._points < FIRST_POINTS:
            self._point, self._points = now, self._points + 1
            point = [round(now - self._begun, 2), point_json(self._board, snapshot)]
            self._task.journal.add_point(point)
        best = snapshot.moves[0].move
        if now - self._argued >= ARGUED_EVERY or best != self._best:
            self._argue()
            self._best, self._argued = best, time.monotonic()

    def _message(self, snapshot: Snapshot[str], seconds: float, looking: str) -> Callable[[], Json]:
        """Made when it is read, in another thread: so it has a board of its own."""
        at, fen, chess960 = time.time(), self._fen, self._board.chess960

        def make() -> Json:
            board = board_from(fen, chess960=chess960)
            return {
                "type": "search",
                "at": at,
                "seconds": round(seconds, 2),
                "looking": looking,
                **snapshot_json(board, snapshot),
            }

        return make

    def _argue(self) -> None:
        """The argument as far as the search has come; it has no evidence of its own yet."""
        made = self._made
        if made is None:
            return
        try:
            result = made.search.result(made.search.stopped or Stopped.CANCELLED)
        except NothingSearchedError:
            return
        argument = argument_for(
            self._task.wish.game,
            result,
            Evidence(),
            self._settings,
            law=made.modern.law,
            prober=made.search.prober,
        )
        self._task.tell("argument", argument_json(argument, final=False))
        self._task.tell("tree", argument_tree(argument))


def _settings(task: Task) -> Settings:
    wish = task.wish
    return Settings(
        control=wish.control,
        seconds=wish.seconds,
        confidence=wish.confidence,
        prober=task.prober,
        why_not=wish.moves,
    )


def work_on_analysis(task: Task) -> None:
    """Analyses the position and tells everything on the way."""
    _analyse(task, _settings(task), make_search)


def go_on(task: Task) -> None:
    """Continues the analysis of a task, with the time of its wish once more."""
    before: Analysis = task.made

    def load(position: ChessPosition, settings: Settings, probers: Probers) -> ChessSearch:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "search.json")
            before.save(file)
            return SavedAnalysis(file).search(position, settings, probers)

    _analyse(task, _settings(task), load)


def _analyse(task: Task, settings: Settings, make: Begin) -> None:
    with task.in_turn() as turn:
        if turn is None:
            return
        task.journal.forget("moves", "end", "race")
        task.journal.forget_points()
        watch = Watch(task, turn, settings)
        analysis = analyse(
            task.wish.game,
            settings=settings,
            cancel=task.cancel,
            on_event=watch.hear,
            record=settings.seconds is not None and settings.seconds <= RECORDED,
            certificate=settings.prober.facts.repeatable,
            begin=watch.begin(make),
        )
    task.made = analysis
    _tell_end(task, analysis)


def _tell_end(task: Task, analysis: Analysis) -> None:
    task.tell("argument", argument_json(analysis.argument, final=True))
    task.tell("tree", argument_tree(analysis.argument))
    task.tell("moves", moves_json(analysis.argument))
    task.tell("race", {"type": "race", "points": task.journal.points()})
    task.tell(
        "end",
        {
            "type": "end",
            "stopped": analysis.stopped.value,
            "reason": analysis.result.reason,
            "made": analysis.made,
            "failure": analysis.failure,
            "goes_on": analysis.stopped in GOES_ON and analysis.failure is None,
            "whole": analysis.kept.tree is not None,
            "certificate": task.prober.facts.repeatable,
        },
    )


# --- questions about single moves -----------------------------------------------------------------


def work_on_why_not(task: Task) -> None:
    """Answers "why not this move?": the last of the wish's moves, against the first."""
    choice, asked = task.wish.moves
    compared = _compare(task, (choice, asked))
    if compared is None:
        return
    argument, board = compared, task.wish.game.board()
    rival = argument.why_not(asked)
    told = brief(argument) if rival is None else [rival_sentence(argument, rival)]
    answer = [sentence_json(argument, one, board) for one in told if one.about != "stop"]
    task.tell(
        "answer",
        {
            "type": "answer",
            "question": f"Why not {san(board, asked)}?",
            "move": asked,
            "better": rival is None,
            "sentences": answer,
        },
    )


def work_on_comparison(task: Task) -> None:
    """Compares the moves of the wish, all searched to the same depth."""
    argument = _compare(task, task.wish.moves)
    if argument is None:
        return
    board = task.wish.game.board()
    names = " or ".join(san(board, move) for move in task.wish.moves)
    task.tell(
        "answer",
        {
            "type": "answer",
            "question": f"{names}?",
            "move": argument.claim.move,
            "better": False,
            "sentences": [
                sentence_json(argument, one, board)
                for one in brief(argument)
                if one.about != "stop"
            ],
        },
    )


def _compare(task: Task, moves: tuple[str, ...]) -> Argument[str] | None:
    with task.in_turn() as turn:
        if turn is None:
            return None
        settings = replace(_settings(task), why_not=())
        found = compare_moves(task.wish.game, moves, settings=settings, cancel=task.cancel)
    return found.argument


def work_on_only_move(task: Task) -> None:
    """Tells whether exactly one move wins, or exactly one avoids a loss."""
    with task.in_turn() as turn:
        if turn is None:
            return
        seconds = min(task.wish.seconds, ONLY_MOVE_SECONDS)
        found = only_move(
            task.wish.game, nodes=None, seconds=seconds, prober=task.prober, cancel=task.cancel
        )
    task.tell("answer", _only_move_json(task.wish.game.board(), found))


def _only_move_json(board: chess.Board, found: OnlyMove) -> Json:
    notation = ChessNotation(found.fen, chess960=board.chess960)
    headline = move_and_verdict(
        notation, found.move, found.value, found.verdict, only_mate=found.only_mate
    )
    sentences = [_plain(board, f"{headline}.", found.line, (found.move, "move"))]
    other = best_other(notation, found)
    if found.other is not None and other is not None:
        sentences.append(_plain(board, other, found.other_line, (found.other, "refuted")))
    return {
        "type": "answer",
        "question": "Is it the only move?",
        "move": found.move,
        "better": False,
        "share": share_of_white(found.value, white=board.turn),
        "sentences": sentences,
    }


def _plain(
    board: chess.Board, text: str, line: tuple[str, ...], arrow: tuple[str, str]
) -> dict[str, Any]:
    return {
        "about": "claim",
        "text": text,
        "line": line_json(board, line or (arrow[0],)),
        "arrows": [arrow],
    }
