"""The UCI protocol: reads commands, writes answers, and thinks in one thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import RLock, Thread

from provebest.chess.knowledge import Advice, Knowledge
from provebest.chess.player.clock import Go, Lag, Savings, Watch, allot, read_go
from provebest.chess.player.move_request import (
    SETTLED_FROM,
    STOPS_EARLY,
    HandOver,
    MoveRequest,
    Report,
    why_no_probes,
)
from provebest.chess.player.thinking import Player
from provebest.chess.probes.prober import mate_in
from provebest.chess.probes.remembered import check_tree_file
from provebest.chess.uci.heartbeat import Heart
from provebest.chess.uci.move_data import OPTION as MOVE_DATA
from provebest.chess.uci.move_data import MoveData
from provebest.chess.uci.options import OPTIONS, Values, within_memory
from provebest.games.boards import board_of
from provebest.games.chess import START, ChessPosition, read_position
from provebest.search.events import SetProbed
from provebest.vocabulary import BadInputError, NotEnoughMemoryError, ProvebestError, shorten

PATIENCE = 5.0
"""Seconds for which ``close`` waits for the current search."""
NOT_REPEATABLE = "with more than one thread, the same search may take another course next time"


class UciEngine:
    """Handles one command line after another and sends each line of its answers to ``write``.

    ``write`` is called from other threads too, but never by two at once.
    """

    def __init__(self, write: Callable[[str], None], *, name: str = "provebest") -> None:
        self._write, self._name = write, name
        self._one_at_a_time = RLock()
        self._values = Values()
        self._position = read_position()
        self._game: tuple[str, ...] = (START,)
        """The FEN of the first position, then the moves."""
        self._debug = False
        self._watch, self._lag, self._savings = Watch(), Lag(), Savings()
        self._knowledge = Knowledge()
        self._load_tree = False
        self._player: Player | None = None
        self._forget = False
        self._thinker: Thread | None = None
        self._go = Go()
        self._latest: Report | None = None
        """The newest report of the current or last search."""
        self._heart = Heart(self._beat)
        self._move_data = MoveData()
        """How the current or last move was found."""
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._introduce,
            "isready": self._get_ready,
            "debug": self._set_debug,
            "setoption": self._set_option,
            "register": lambda _: None,
            "ucinewgame": self._new_game,
            "position": self._set_position,
            "go": self._start,
            "stop": lambda _: self._watch.set(),
            "ponderhit": self._ponder_hit,
        }

    def handle(self, line: str) -> bool:
        """Obeys one line; False after ``quit``. A line without a known command is ignored."""
        words = line.split()
        while words and words[0] not in self._commands and words[0] != "quit":
            words.pop(0)  # the protocol: unknown words are skipped
        if not words:
            return True
        if words[0] == "quit":
            return False
        try:
            self._commands[words[0]](words[1:])
        except ProvebestError as error:
            self._remark(str(error))
        except Exception as error:  # noqa: BLE001 - no command ends the engine; it is reported
            self._remark(f"internal error: {type(error).__name__}: {error}")
        return True

    def close(self) -> None:
        """Ends the current search, which still sends its move; writes the tree file."""
        self._end_search(PATIENCE)
        if self._player is not None and not self.thinking:
            path = self._values.path("TreeFile")
            if path:
                with suppress(ProvebestError):  # the program no longer reads remarks
                    if self._load_tree:  # or what the file has would be lost
                        self._player.load_tree(Path(path))
                    self._player.save_tree(Path(path))
            self._player.close()

    @property
    def thinking(self) -> bool:
        """Whether a search is running, so that a ``bestmove`` is still to come."""
        return self._thinker is not None and self._thinker.is_alive()

    # --- commands ---------------------------------------------------------------------------------

    def _introduce(self, _: Sequence[str]) -> None:
        self._send(f"id name {self._name}")
        self._send("id author the provebest authors")
        for option in OPTIONS.values():
            self._send(option.declaration())
        self._send("uciok")

    def _get_ready(self, _: Sequence[str]) -> None:
        """Makes tables and engines now, not on the clock. Does not wait for a running search."""
        try:
            if not self.thinking:
                player = self._ready_player(self._position)
                if self._values.text("Search") == "bstar":
                    player.start_probers()
        finally:
            self._send("readyok")

    def _set_debug(self, words: Sequence[str]) -> None:
        self._debug = list(words) != ["off"]

    def _set_option(self, words: Sequence[str]) -> None:
        text = " ".join(words)
        name, _, value = text.removeprefix("name ").partition(" value ")
        before = dict(self._values.texts)
        option = self._values.set(name.strip(), value.strip())
        try:
            self._apply(option)
        except ProvebestError:
            self._values.texts = before
            raise

    def _apply(self, option: str) -> None:
        """Does what a new value of this option requires."""
        path = self._values.path(option)
        if option == "Clear Hash":
            self._forget = True
        elif option == "Threads" and self._values.prober().deep_threads > 1:
            self._remark(NOT_REPEATABLE)
        elif option == "Book":
            self._knowledge.open_book(path)
        elif option == "SyzygyPath":
            self._knowledge.open_tables(path)
            if path:
                self._remark(f"tablebase files found: {self._knowledge.tables}")
        elif option == "TreeFile":
            self._load_tree = bool(path) and check_tree_file(Path(path))

    def _new_game(self, _: Sequence[str]) -> None:
        self._forget = True
        self._savings = Savings()

    def _set_position(self, words: Sequence[str]) -> None:
        """Sets the position; if the new one cannot be read, the old one stays."""
        place = words.index("moves") if "moves" in words else len(words)
        what, moves = words[:place], words[place + 1 :]
        if what[:1] == ["startpos"]:
            fen = START
        elif what[:1] == ["fen"]:
            fen = " ".join(what[1:])
        else:
            got = shorten(" ".join(what))
            raise BadInputError(f"position must be followed by startpos or fen; got {got}")
        chess960 = self._values.flag("UCI_Chess960")
        self._position = read_position(fen, moves, chess960=chess960)
        self._game = (fen, *moves)

    def _start(self, words: Sequence[str]) -> None:
        self._end_search(None)
        position, values = self._position.copy(), self._values
        go = self._with_probes(read_go(words))
        legal = position.legal_moves()
        wanted = tuple(move for move in legal if move in go.searchmoves)
        if go.searchmoves and not wanted:
            self._remark("none of the searchmoves is legal; searching all moves")
        request = MoveRequest(
            position,
            wanted or tuple(legal),
            restricted=bool(wanted),
            go=go,
            multipv=values.number("MultiPV"),
            search=values.text("Search"),
            control=values.text("Control"),
            probe_depth=values.number("ProbeDepth"),
            expansions=values.number("Expansions"),
            confidence=1 - values.number("MinAct") / 1000,
            hand_over=HandOver(
                values.number("HandOverTime") / 1000, values.number("HandOverPieces")
            ),
            price=self._savings.price,
            early_stop=values.flag("EarlyStop"),
            game=self._game,
        )
        advice = self._advice(go, position) if not wanted and request.multipv == 1 else None
        if advice is not None:
            self._remark(advice.remark)
            request = replace(request, moves=advice.moves, restricted=True)
            if advice.settled:
                go = replace(go, depth=SETTLED_FROM)
                request = replace(request, go=go, search="alphabeta")
        self._go, self._latest, self._move_data = go, None, MoveData()
        overhead = max(values.number("Move Overhead"), self._lag.milliseconds)
        allotment = allot(
            go,
            white=position.turn,
            overhead=overhead,
            least=self._lag.least_move,
            saved=self._savings.seconds,
        )
        self._watch.begin(allotment, waiting=go.ponder or go.endless)
        self._thinker = Thread(target=self._think, args=(request,), daemon=True)
        self._thinker.start()

    def _with_probes(self, go: Go) -> Go:
        """Adds the option's limit of probes if ``go`` has none; removes one that has no effect."""
        values = self._values
        lines = values.number("MultiPV")
        why_none = why_no_probes(values.text("Search"), values.text("Control"), lines)
        if why_none is not None and go.probes:
            self._remark(f"the limit of probes has no effect: {why_none}")
        if why_none is not None or go.infinite:
            return replace(go, probes=None)
        return go if go.probes else replace(go, probes=values.number("Probes") or None)

    def _advice(self, go: Go, position: ChessPosition) -> Advice | None:
        """What the book and the tablebases say, if a move is to be played now."""
        if go.endless or go.ponder or go.mate is not None or self._knowledge.is_empty:
            return None
        return self._knowledge.advice(board_of(position))

    def _ponder_hit(self, _: Sequence[str]) -> None:
        if self.thinking and self._go.ponder and not self._go.infinite:
            self._watch.start_clock()

    def _end_search(self, patience: float | None) -> None:
        if self._thinker is not None:
            self._watch.set()
            self._thinker.join(patience)

    # --- the thinking thread ----------------------------------------------------------------------

    def _think(self, request: MoveRequest) -> None:
        """Always ends with a ``bestmove``, also after an error."""
        watch = self._watch
        with Heart(self._beat) as self._heart:
            try:
                if request.moves:
                    within_memory(lambda: self._search(request), self._values, self._remark)
            except NotEnoughMemoryError as error:
                self._remark(str(error))
            except Exception as error:  # noqa: BLE001 - a game must go on; the error is reported
                self._remark(f"internal error: {type(error).__name__}: {error}")
            watch.wait_for_leave()
        report = self._latest
        if not request.moves:
            mated = request.position.is_check
            self._send(f"info depth 0 score {'mate 0' if mated else 'cp 0'}")
            self._send("bestmove (none)")
            return
        if report is not None:
            self._send_report(report)
        if self._values.flag(MOVE_DATA):
            self._remark(self._move_data.remark())
        if report is None:
            self._send(f"bestmove {request.moves[0]}")
            return
        line = report.lines[0][1]
        self._send(f"bestmove {line[0]}" + (f" ponder {line[1]}" if len(line) > 1 else ""))
        self._lag.note(watch.late)

    def _search(self, request: MoveRequest) -> None:
        player = self._ready_player(request.position)
        sent = 0
        for report in player.think(request):
            if not self._is_legal(report, request):
                continue
            changed = self._latest is None or report.lines != self._latest.lines
            with self._one_at_a_time:  # a heartbeat sends the latest report or waits for this one
                self._latest = report
                sent = self._send_notes(player, sent)
                if changed:
                    self._send_report(report)
                    self._send_refutations(player, request, report)
        self._send_notes(player, sent)
        if not request.go.ponder:  # its time was partly the opponent's, or was for nothing
            allotment, used = self._watch.allotment, self._watch.seconds
            self._savings.note(allotment, used, early=bool(player.reason))
        early = bool(player.reason) and not request.go.endless and not self._watch.waiting
        self._move_data = MoveData(stopped_early=early, handed_over=player.handed_over)
        if early:
            self._remark(STOPS_EARLY + player.reason)

    def _is_legal(self, report: Report, request: MoveRequest) -> bool:
        """Whether the move of this report may be played; nothing else is ever shown or played."""
        move = report.lines[0][1][0]
        if move in request.moves:
            return True
        self._remark(f"internal error: {shorten(move)} is not legal, and is not played")
        return False

    def _send_notes(self, player: Player, sent: int) -> int:
        """Sends the player's notes after the first ``sent``; returns how many are sent now."""
        for note in player.notes[sent:]:
            self._remark(note)
        return len(player.notes)

    def _remark_probe(self, probe: SetProbed[str]) -> None:
        if self._debug:
            self._remark(str(probe))

    def _ready_player(self, position: ChessPosition) -> Player:
        """The player of this game, or a new one if the options now name another prober."""
        choice = self._values.prober()
        if self._player is not None and self._player.choice != choice:
            self._player.close()
            self._player = None
        if self._player is None:
            self._player = within_memory(
                lambda: Player(position, self._values.prober(), self._watch),
                self._values,
                self._remark,
            )
        elif self._forget:
            self._player.forget()
        self._forget = False
        if self._load_tree:
            self._load_tree = False
            try:
                self._player.load_tree(Path(self._values.path("TreeFile")))
            except ProvebestError as error:  # a move must come all the same
                self._values.set("TreeFile", OPTIONS["treefile"].default)
                self._remark(f"{error}; TreeFile is not used")
        if self._debug and not self._player.events.has_listener(SetProbed):
            self._player.events.on(SetProbed, self._remark_probe)
        return self._player

    # --- output -----------------------------------------------------------------------------------

    def _beat(self) -> None:
        """Sends the latest report again, with the nodes and the root move of this moment."""
        with self._one_at_a_time:
            report, player = self._latest, self._player
            if report is None or player is None:
                return
            nodes = max(report.nodes, player.nodes_so_far())
            self._send_report(replace(report, nodes=nodes, filled=player.root.filled))
            now = player.root.being_searched
            if now is not None and not self._watch.answered:  # then it searches later positions
                self._send(f"info currmove {now[0]} currmovenumber {now[1]}")

    def _send_report(self, report: Report) -> None:
        self._heart.delay()
        for line in info_lines(report, self._watch.seconds):
            self._send(line)

    def _send_refutations(self, player: Player, request: MoveRequest, report: Report) -> None:
        """Sends the refutation of every move but the best, if the option is on."""
        if self._values.flag("UCI_ShowRefutations"):
            for line in player.refutations():
                if line[0] in request.moves and line[0] != report.lines[0][1][0]:
                    self._send(f"info refutation {' '.join(line)}")

    def _remark(self, sentence: str) -> None:
        self._send(f"info string {sentence}")

    def _send(self, line: str) -> None:
        """Writes one line of printable ASCII characters, whatever a sentence quotes."""
        plain = line.encode("ascii", "backslashreplace").decode("ascii")
        with self._one_at_a_time:
            self._write("".join(sign if sign.isprintable() else " " for sign in plain))


def info_lines(report: Report, seconds: float) -> list[str]:
    """The ``info`` lines of a report, one for each of its moves."""
    milliseconds = int(1000 * seconds)
    speed = int(report.nodes / max(seconds, 0.001))
    bound = " lowerbound" if report.is_bound else ""
    return [
        f"info depth {report.depth} seldepth {report.seldepth} multipv {place} "
        f"score {score(value)}{bound * (place == 1)} nodes {report.nodes} nps {speed} "
        f"hashfull {report.filled} time {milliseconds} pv {' '.join(line)}"
        for place, (value, line) in enumerate(report.lines, start=1)
    ]


def score(value: float) -> str:
    """A value as the protocol writes it: ``cp`` hundredths of a pawn, or ``mate`` in moves."""
    mate = mate_in(round(value))
    return f"cp {round(value)}" if mate is None else f"mate {mate}"
