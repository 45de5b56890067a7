"""A UCI session with an engine in a process: games between hostile lines."""

import queue
import threading
import time

import chess
from soak_process import TOO_LONG, demand
from test_uci_bad_lines import nonsense


class Lines:
    """The lines of a process, read by a thread, so that waiting for them can end."""

    def __init__(self, process):
        self.process, self.lines = process, queue.SimpleQueue()
        self.reader = threading.Thread(target=self._read, args=(process.stdout,))
        self.reader.start()

    def _read(self, stream):
        for line in stream:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def send(self, *lines):
        for line in lines:
            self.process.stdin.write(line.replace("\n", " ").replace("\r", " ") + "\n")
        self.process.stdin.flush()

    def until(self, beginning, seconds=TOO_LONG):
        """The next line that begins so; "" if there is none in time."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.01, deadline - time.monotonic()))
            except queue.Empty:
                return ""
            demand(line is not None, f"the engine ended while {beginning} was expected")
            demand(line.isascii() and line.isprintable(), f"not one plain line: {line!r}")
            demand(not line.startswith("info string internal error"), line)
            if line.startswith(beginning):
                return line


def uci_session(process, rng):
    """Plays and annoys; returns how it ended: "quit", "end of input" or "killed"."""
    engine = Lines(process)
    try:
        engine.send("uci")
        demand(engine.until("uciok"), "no uciok")
        for _ in range(rng.randrange(1, 5)):
            if rng.random() < 0.7:
                _annoy(engine, rng)
            _play(engine, rng)
        end = rng.choice(("quit", "end of input", "killed"))
        if rng.random() < 0.5:
            engine.send("position startpos", "go infinite")
        if end == "killed":
            process.kill()
        elif end == "quit":
            engine.send("quit")
        process.stdin.close()
        process.stdin = None
        process.wait(TOO_LONG)
        demand(end == "killed" or process.returncode == 0, f"exit code {process.returncode}")
    finally:
        if process.poll() is None:
            process.kill()
        engine.reader.join()
        process.stdout.close()
        process.stdout = None
    return end


def _annoy(engine, rng):
    """Lines of any kind; all are read when this returns, and the usual rules hold again."""
    barrier = f"barrier{rng.randrange(10**9)}"  # hostile lines also ask isready
    for _ in range(rng.randrange(1, 60)):
        line = nonsense(rng)
        if "quit" not in line:
            engine.send(line)
    engine.send("stop", "setoption name UCI_Chess960 value false", "ucinewgame")
    engine.send(f"setoption name {barrier}")
    demand(engine.until(f"info string there is no option '{barrier}'"), "hostile lines hang it")


def _play(engine, rng):
    """Some moves of a game, each of them legal."""
    board = chess.Board()
    engine.send(f"setoption name Control value {rng.choice(('modern', 'classic'))}")
    for _ in range(rng.randrange(1, 8)):
        moves = " ".join(move.uci() for move in board.move_stack)
        if not any(board.legal_moves):
            return
        go = rng.choice(("nodes 500", "movetime 30", "infinite", "wtime 500 btime 500", "depth 3"))
        engine.send(f"position startpos moves {moves}", f"go {go}")
        if go == "infinite" or rng.random() < 0.3:
            time.sleep(rng.uniform(0, 0.2))
            engine.send("stop")
        legal = {move.uci() for move in board.legal_moves}
        word = (engine.until("bestmove").split() or ["", ""])[1]
        if word not in legal:  # the answer to a question of the hostile lines may come late
            word = (engine.until("bestmove", 10).split() or ["", "nothing"])[1]
        demand(word in legal, f"{word} is not legal in {board.fen()}")
        board.push_uci(word)
        if any(board.legal_moves):
            board.push(rng.choice(list(board.legal_moves)))
