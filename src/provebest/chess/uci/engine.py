"""The UCI protocol: lines in, lines out, and one thread that thinks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock, Thread

from provebest.chess.knowledge import Advice, Knowledge
from provebest.chess.player.clock import Go, Lag, Savings, Watch, allot, read_go
from provebest.chess.player.game_probers import board_of
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
from provebest.chess.probes.probers import ProberChoice
from provebest.chess.probes.remembered import check_tree_file
from provebest.chess.uci.move_data import OPTION as MOVE_DATA
from provebest.chess.uci.move_data import MoveData
from provebest.chess.uci.options import OPTIONS, Values
from provebest.games.chess import START, ChessPosition, read_position
from provebest.search.events import SetProbed
from provebest.vocabulary import BadInputError, ProvebestError, shorten

PATIENCE = 5.0
"""Seconds that a search has to end when everything ends."""


class UciEngine:
    """Takes one line after another; what it answers goes to ``write``, a line at a time.

    ``write`` is called from the thread that thinks as well, never twice at once.
    """

    def __init__(self, write: Callable[[str], None], *, name: str = "provebest") -> None:
        self._write, self._name = write, name
        self._one_at_a_time = Lock()
        self._values = Values()
        self._position = read_position()
        self._game: tuple[str, ...] = (START,)
        """Where the game began, and its moves."""
        self._debug = False
        self._watch, self._lag, self._savings = Watch(self._beat), Lag(), Savings()
        self._knowledge = Knowledge()
        self._load_tree = False
        self._player: Player | None = None
        self._forget = False
        self._thinker: Thread | None = None
        self._go = Go()
        self._standing: Report | None = None
        self._move_data = MoveData()
        """Of the move that is being found, or was found last."""
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
        """Does what the line says; False after ``quit``. A line without a command is ignored."""
        words = line.split()
        while words and words[0] not in self._commands and words[0] != "quit":
            words.pop(0)  # the protocol: what is not known is passed over
        if not words:
            return True
        if words[0] == "quit":
            return False
        try:
            self._commands[words[0]](words[1:])
        except ProvebestError as error:
            self._remark(str(error))
        return True

    def close(self) -> None:
        """Ends whatever is under way, with its move."""
        self._end_thought(PATIENCE)
        if self._player is not None and not self.thinking:
            path = self._values.path("TreeFile")
            if path:
                with suppress(ProvebestError):  # nobody listens any more
                    self._player.save_tree(Path(path))
            self._player.close()

    @property
    def thinking(self) -> bool:
        """Whether a move is still owed."""
        return self._thinker is not None and self._thinker.is_alive()

    # --- commands ---------------------------------------------------------------------------------

    def _introduce(self, _: Sequence[str]) -> None:
        self._say(f"id name {self._name}")
        self._say("id author the provebest authors")
        for option in OPTIONS.values():
            self._say(option.declaration())
        self._say("uciok")

    def _get_ready(self, _: Sequence[str]) -> None:
        """Tables and engines are made now rather than on the clock; a thought is not waited for."""
        try:
            if not self.thinking:
                player = self._ready_player(self._position)
                if self._values.text("Search") == "bstar":
                    player.start_probers()
        finally:
            self._say("readyok")

    def _set_debug(self, words: Sequence[str]) -> None:
        self._debug = list(words) != ["off"]

    def _set_option(self, words: Sequence[str]) -> None:
        text = " ".join(words)
        name, _, value = text.removeprefix("name ").partition(" value ")
        before = dict(self._values.said)
        option = self._values.set(name.strip(), value.strip())
        try:
            self._apply(option)
        except ProvebestError:
            self._values.said = before
            raise

    def _apply(self, option: str) -> None:
        """What has to be done now that an option has another value."""
        path = self._values.path(option)
        if option == "Clear Hash":
            self._forget = True
        elif option == "Book":
            self._knowledge.open_book(path)
        elif option == "SyzygyPath":
            self._knowledge.open_tables(path)
            if path:
                self._remark(f"{self._knowledge.tables} files of tablebases")
        elif option == "TreeFile":
            self._load_tree = bool(path) and check_tree_file(Path(path))

    def _new_game(self, _: Sequence[str]) -> None:
        self._forget = True
        self._savings = Savings()

    def _set_position(self, words: Sequence[str]) -> None:
        """The position stays as it was where the new one cannot be read."""
        place = words.index("moves") if "moves" in words else len(words)
        what, moves = words[:place], words[place + 1 :]
        if what[:1] == ["startpos"]:
            fen = START
        elif what[:1] == ["fen"]:
            fen = " ".join(what[1:])
        else:
            said = shorten(" ".join(what))
            raise BadInputError(f"position is followed by startpos or fen; got {said}")
        chess960 = self._values.flag("UCI_Chess960")
        self._position = read_position(fen, moves, chess960=chess960)
        self._game = (fen, *moves)

    def _start(self, words: Sequence[str]) -> None:
        self._end_thought(None)
        position, values = self._position.copy(), self._values
        go = self._with_probes(read_go(words))
        legal = position.legal_moves()
        wanted = tuple(move for move in legal if move in go.searchmoves)
        if go.searchmoves and not wanted:
            self._remark("none of the searchmoves is legal: all moves are searched")
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
        self._go, self._standing, self._move_data = go, None, MoveData()
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
        """The limit of probes that counts: of ``go``, or of the option; none where it cannot be."""
        values = self._values
        why_none = why_no_probes(values.text("Search"), values.text("Control"))
        if why_none is not None and go.probes:
            self._remark(f"{why_none}: they are no limit for it")
        if why_none is not None or go.infinite:
            return replace(go, probes=None)
        return go if go.probes else replace(go, probes=values.number("Probes") or None)

    def _advice(self, go: Go, position: ChessPosition) -> Advice | None:
        """Of the book and the tablebases, for a move that is to be played."""
        if go.endless or go.ponder or go.mate is not None:
            return None
        return self._knowledge.advice(board_of(self._game, chess960=position.chess960))

    def _ponder_hit(self, _: Sequence[str]) -> None:
        if self.thinking and self._go.ponder and not self._go.infinite:
            self._watch.start_clock()

    def _end_thought(self, patience: float | None) -> None:
        if self._thinker is not None:
            self._watch.set()
            self._thinker.join(patience)

    # --- the thread that thinks -------------------------------------------------------------------

    def _think(self, request: MoveRequest) -> None:
        """A move is always said, whatever happens on the way."""
        watch = self._watch
        try:
            if request.moves:
                self._follow(request)
        except Exception as error:  # noqa: BLE001 - a game must go on; the fault is reported
            self._remark(f"fault: {type(error).__name__}: {error}")
        watch.wait_for_leave()
        report = self._standing
        if not request.moves:
            mated = request.position.is_check
            self._say(f"info depth 0 score {'mate 0' if mated else 'cp 0'}")
            self._say("bestmove (none)")
            return
        if report is not None:
            self._tell(report)
        if self._values.flag(MOVE_DATA):
            self._remark(self._move_data.remark())
        if report is None:
            self._say(f"bestmove {request.moves[0]}")
            return
        line = report.lines[0][1]
        self._say(f"bestmove {line[0]}" + (f" ponder {line[1]}" if len(line) > 1 else ""))
        self._lag.note(watch.late)

    def _follow(self, request: MoveRequest) -> None:
        player = self._ready_player(request.position)
        told = 0
        for report in player.think(request):
            changed = self._standing is None or report.lines != self._standing.lines
            self._standing = report
            told = self._pass_on(player, told)
            if changed:
                self._tell(report)
                self._tell_refutations(player, request, report)
        self._pass_on(player, told)
        if not request.go.ponder:  # whose time was partly the opponent's, or was for nothing
            allotment, used = self._watch.allotment, self._watch.seconds
            self._savings.note(allotment, used, early=bool(player.reason))
        early = bool(player.reason) and not request.go.endless and not self._watch.waiting
        self._move_data = MoveData(stopped_early=early, handed_over=player.handed_over)
        if early:
            self._remark(STOPS_EARLY + player.reason)

    def _pass_on(self, player: Player, told: int) -> int:
        for note in player.notes[told:]:
            self._remark(note)
        return len(player.notes)

    def _remark_probe(self, probe: SetProbed[str]) -> None:
        if self._debug:
            self._remark(str(probe))

    def _ready_player(self, position: ChessPosition) -> Player:
        """The player of this game, or another where the options name other means."""
        choice = self._values.prober()
        if self._player is not None and self._player.choice != choice:
            self._player.close()
            self._player = None
        if self._player is None:
            try:
                self._player = self._new_player(position, choice)
            except MemoryError:
                self._values.set("Hash", OPTIONS["hash"].default)
                self._remark(f"there is no memory for a Hash of {choice.table_megabytes} MB")
                self._player = self._new_player(position, self._values.prober())
        elif self._forget:
            self._player.forget()
        self._forget = False
        if self._load_tree:
            self._load_tree = False
            try:
                self._player.load_tree(Path(self._values.path("TreeFile")))
            except ProvebestError as error:  # a move is owed all the same
                self._remark(str(error))
        return self._player

    def _new_player(self, position: ChessPosition, choice: ProberChoice) -> Player:
        player = Player(position, choice, self._watch)
        player.events.on(SetProbed, self._remark_probe)
        return player

    # --- what is said -----------------------------------------------------------------------------

    def _beat(self) -> None:
        if self._standing is not None and self._player is not None:
            nodes = max(self._standing.nodes, self._player.nodes_so_far())
            self._tell(replace(self._standing, nodes=nodes, filled=self._player.root.filled))
            now = self._player.root.being_searched
            if now is not None and not self._watch.answered:  # later it thinks of other positions
                self._say(f"info currmove {now[0]} currmovenumber {now[1]}")

    def _tell(self, report: Report) -> None:
        self._watch.told()
        for line in info_lines(report, self._watch.seconds):
            self._say(line)

    def _tell_refutations(self, player: Player, request: MoveRequest, report: Report) -> None:
        """For every move but the best, where the program has asked for it."""
        if self._values.flag("UCI_ShowRefutations"):
            for line in player.refutations():
                if line[0] in request.moves and line[0] != report.lines[0][1][0]:
                    self._say(f"info refutation {' '.join(line)}")

    def _remark(self, sentence: str) -> None:
        self._say(f"info string {sentence}")

    def _say(self, line: str) -> None:
        """One line of printable characters, whatever a sentence quotes."""
        plain = line.encode("ascii", "backslashreplace").decode("ascii")
        with self._one_at_a_time:
            self._write("".join(sign if sign.isprintable() else " " for sign in plain))


def info_lines(report: Report, seconds: float) -> list[str]:
    """How things stand, a line for each of the best moves."""
    milliseconds = int(1000 * seconds)
    speed = int(report.nodes / max(seconds, 0.001))
    return [
        f"info depth {report.depth} seldepth {report.seldepth} multipv {place} "
        f"score {score(value)} nodes {report.nodes} nps {speed} "
        f"hashfull {report.filled} time {milliseconds} pv {' '.join(line)}"
        for place, (value, line) in enumerate(report.lines, start=1)
    ]


def score(value: float) -> str:
    """Hundredths of a pawn, or moves to mate."""
    mate = mate_in(round(value))
    return f"cp {round(value)}" if mate is None else f"mate {mate}"
