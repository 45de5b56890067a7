"""A UCI engine in this process, and what it says."""

import threading

import chess
import chess.engine

from provebest.chess.uci.engine import UciEngine

MATE_IN_2 = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
MATED = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
SHUFFLED = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
TAKES_BACK = "r1bqkb1r/ppp2ppp/2n2n2/3Q4/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 5"
"""A queen can be taken, and everything else loses."""
AFTER_NF3 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
"""1.e4 e5 2.Nf3: Nc6 is good, b6 loses a pawn."""
A_WHILE = 30.0  # seconds after which something hangs


class Session:
    """An engine, and what it has said."""

    def __init__(self):
        self.said = []
        self._more = threading.Condition()
        self.engine = UciEngine(self._hear)

    def _hear(self, line):
        with self._more:
            self.said.append(line)
            self._more.notify_all()

    def tell(self, *lines):
        for line in lines:
            assert self.engine.handle(line)

    def hear(self, beginning, since=0):
        """The first line that begins so."""

        def found():
            return next((x for x in self.said[since:] if x.startswith(beginning)), None)

        with self._more:
            assert self._more.wait_for(lambda: found() is not None, A_WHILE), self.said[-5:]
            return found()

    def ask(self, *lines):
        """What was said from these lines to the best move."""
        since = len(self.said)
        self.tell(*lines)
        self.hear("bestmove", since)
        return self.said[since:]


def parsed(lines, fen=chess.STARTING_FEN, *, chess960=False):
    """Every line that says how things stand, as python-chess reads it."""
    return [info for info in infos(lines, fen, chess960=chess960) if "score" in info]


def infos(lines, fen=chess.STARTING_FEN, *, chess960=False):
    """Every info line as python-chess reads it."""
    board = chess.Board(fen, chess960=chess960)
    return [
        chess.engine._parse_uci_info(line.removeprefix("info "), board)
        for line in lines
        if line.startswith("info ") and not line.startswith("info string")
    ]


def remarks(lines):
    return [line for line in lines if line.startswith("info string")]


def scores(lines):
    return [line for line in lines if " score " in line]
